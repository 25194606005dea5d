// Standard output that reports every failed write.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <streambuf>

namespace toroid {

// Thrown for a failed write to standard output.
class OutputFailure : public std::exception {
 public:
  explicit OutputFailure(int error) : error_(error) {}
  int error() const { return error_; }  // errno
  const char* what() const noexcept override { return "standard output could not be written"; }

 private:
  int error_;
};

// Writes to file descriptor 1, without what a terminal would obey (Harmless), and throws
// OutputFailure at once if that fails, so that a command ends with its reader. A stream passes the
// exception on if its exceptions() has badbit. The destructor writes nothing: flush the stream.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput();

 protected:
  int_type overflow(int_type next) override;
  int sync() override;

 private:
  void WriteFirst(std::size_t count);

  std::array<char, 1 << 16> buffer_;
};

}  // namespace toroid
