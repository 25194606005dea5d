// The executable: hands the words over, and makes sure that the result has really been written.
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

// Standard streams that were closed stay unusable, instead of being taken by the next file that is
// opened.
void HoldStandardStreams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY);
  }
}

// Ends as other tools do whose reader has gone away, `head` for one: without a word, by SIGPIPE.
int EndWithReader() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return 128 + SIGPIPE;  // it was blocked
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
  // a failed write is then reported like any other
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  return Run({argv + (argc > 0 ? 1 : 0), argv + argc});
}
