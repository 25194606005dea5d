#include "cli/wave_guard.h"

#include <unistd.h>

#include "cli/commands.h"
#include "sim/run/wave.h"

namespace toroid {
namespace {

std::string bus_error_text;  // complete, as a signal handler may do little

void OnBusError(int) {
  [[maybe_unused]] const ssize_t written = write(2, bus_error_text.data(), bus_error_text.size());
  _exit(kFailed);
}

}  // namespace

WaveGuard::WaveGuard(const std::string& path) {
  bus_error_text = ToString(IncompleteWave(path)) + "\n";
  struct sigaction action {};
  action.sa_handler = OnBusError;
  sigaction(SIGBUS, &action, &before_);
}

WaveGuard::~WaveGuard() { sigaction(SIGBUS, &before_, nullptr); }

}  // namespace toroid
