// The executable: hands the words over, and makes sure that the result has really been written.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "gen/cli/commands.h"

namespace {

// Standard streams that were closed stay unusable, instead of being taken by the next file that is
// opened.
void HoldStandardStreams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY);
  }
}

int Run(const std::vector<std::string>& arguments) {
  try {
    return toroid::RunToroid(arguments, std::cout, std::cerr);
  } catch (const std::bad_alloc&) {
    return toroid::Complain(
        {{"memory", "", "was not enough for this request", "take a smaller one"}}, std::cerr,
        toroid::kFailed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  HoldStandardStreams();
  // a failed write is then reported like any other
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int code = Run(arguments);
  std::cout.flush();
  if (std::cout) return code;
  const toroid::Diagnostic unwritten{"standard output", "", "could not be written",
                                     "the result is not complete"};
  return toroid::Complain({unwritten}, std::cerr, toroid::kFailed);
}
