// What a full disk does to a wave file.
#pragma once

#include <csignal>
#include <string>

namespace toroid {

// While it lives, SIGBUS ends the program with exit code 3 and a diagnostic that the wave file was
// not written whole.
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
