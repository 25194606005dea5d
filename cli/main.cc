// The executable: passes on its arguments, and checks that the result was written.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <ostream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/standard_output.h"

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

int Run(const std::vector<std::string>& arguments) {
  toroid::StandardOutput buffer;
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);
  try {
    const int code = toroid::RunToroid(arguments, out, std::cerr);
    out.flush();
    return code;
  } catch (const toroid::OutputFailure& failure) {
    if (failure.error() == EPIPE) return EndWithReader();
    return toroid::PrintDiagnostics(
        {{"standard output", "", "could not be written", "the result is not complete"}}, std::cerr,
        toroid::kFailed);
  } catch (const std::bad_alloc&) {
    return toroid::PrintDiagnostics(
        {{"memory", "", "was not enough for this request", "take a smaller one"}}, std::cerr,
        toroid::kFailed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  HoldStandardStreams();
  // a failed write is then reported like other failures
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  return Run({argv + (argc > 0 ? 1 : 0), argv + argc});
}
