// The executable: passes on its arguments, and checks that the result was written. Whatever is
// thrown, also where nothing catches it, ends in one line and exit code 3.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <iostream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/standard_output.h"
#include "gen/support/result.h"

namespace {

// Reopens closed standard streams, so that the next opened file does not take their numbers.
void HoldStandardStreams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY);
  }
}

// Ends silently by SIGPIPE, like other tools whose reader, for example `head`, has gone.
int EndWithReader() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return 128 + SIGPIPE;  // SIGPIPE was blocked
}

// Where an exception leaves a thread or a destructor there may be no memory left for a message.
[[noreturn]] void EndUncaught() {
  constexpr std::string_view kLine =
      "toroid: error: toroid: ended by a failure that it could not handle; there may be too little "
      "memory, or too few processes or files may be open (ulimit -a)\n";
  [[maybe_unused]] const ssize_t said = write(STDERR_FILENO, kLine.data(), kLine.size());
  _exit(toroid::kFailed);
}

// Takes effect before the libraries make their objects, for which there may be no memory.
void CatchWhatNothingCatches() { std::set_terminate(EndUncaught); }
[[gnu::section(".preinit_array"), gnu::used]] void (*before_libraries)() = CatchWhatNothingCatches;

int Run(int argc, char** argv) {
  try {
    toroid::StandardOutput buffer;
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const int code = toroid::RunToroid(arguments, out, std::cerr);
    out.flush();
    return code;
  } catch (const toroid::OutputFailure& failure) {
    if (failure.error() == EPIPE) return EndWithReader();
    return toroid::PrintDiagnostics(
        {{"standard output", "", "could not be written", "the result is not complete"}}, std::cerr,
        toroid::kFailed);
  } catch (...) {
    return toroid::PrintDiagnostics({toroid::FailureCaught()}, std::cerr, toroid::kFailed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  HoldStandardStreams();
  // a failed write is then reported like other failures
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  return Run(argc, argv);
}
