// Text as a file, for readers that take a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "tests/fuzz/libfuzzer/must.h"

namespace toroid::fuzz {

// A file in memory, removed by the destructor.
class ScratchFile {
 public:
  explicit ScratchFile(std::string_view text) : file_(memfd_create("input", 0)) {
    Must(file_ >= 0, "there is memory for a file");
    Must(write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
         "the file is written");
  }
  ~ScratchFile() { close(file_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace toroid::fuzz
