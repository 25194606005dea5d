// Standard output, of which nothing gets lost unnoticed.
#pragma once

#include <array>
#include <exception>
#include <streambuf>

namespace toroid {

// What a write to standard output failed with.
class OutputFailure : public std::exception {
 public:
  explicit OutputFailure(int error) : error_(error) {}
  int error() const { return error_; }  // of errno
  const char* what() const noexcept override { return "standard output could not be written"; }

 private:
  int error_;
};

// Writes to file descriptor 1 and throws OutputFailure at once if that fails, so that a command
// ends with its reader. A stream passes it on if its exceptions() has badbit. Nothing is written
// when it is destroyed: flush the stream.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput();

 protected:
  int_type overflow(int_type next) override;
  int sync() override;

 private:
  std::array<char, 1 << 16> buffer_;
};

}  // namespace toroid
