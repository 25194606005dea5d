// Handles a disk that fills up while a wave file is written.
#pragma once

#include <csignal>
#include <string>

namespace toroid {

// While it exists, SIGBUS ends the program with exit code 3 and a diagnostic that the wave file is
// incomplete.
class WaveGuard {
 public:
  explicit WaveGuard(const std::string& path);
  ~WaveGuard();
  WaveGuard(const WaveGuard&) = delete;
  WaveGuard& operator=(const WaveGuard&) = delete;

 private:
  struct sigaction before_ {};
};

}  // namespace toroid
