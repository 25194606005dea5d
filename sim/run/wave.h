// Whether an FST wave file can be, and has been, written. The library that writes it reports no
// errors; it maps files into memory, where a full disk shows as the signal SIGBUS.
#pragma once

#include <csignal>
#include <optional>
#include <string>

#include "gen/support/result.h"

namespace toroid {

// Creates or empties the file. A diagnostic stands for exit code 3.
std::optional<Diagnostic> PrepareWave(const std::string& path);

// After the writer has closed the file: whether it is whole.
std::optional<Diagnostic> CheckWave(const std::string& path);

// While it lives, SIGBUS ends the program with exit code 3 and a diagnostic about this file.
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
