#include "cli/output_file.h"

#include <csignal>

#include "gen/support/files.h"
#include "sim/report/page.h"

namespace toroid {
namespace {

// Signals wait while it exists, so that none ends the program while a file is incomplete.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t waiting;
    sigemptyset(&waiting);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&waiting, signal);
    pthread_sigmask(SIG_BLOCK, &waiting, &before_);
  }
  ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

int WritePage(const std::string& path, const std::vector<Json>& results, const Console& console,
              int code) {
  try {
    const auto parts = FindPageParts();
    if (!parts) return PrintDiagnostics(parts.diagnostics(), console.err, kFailed);
    const std::string page = PageOf(*parts, results);
    if (page.size() > kMostPageBytes)
      return PrintDiagnostics(
          {{"report", path, "would be longer than 5 MB", "give fewer results, or shorter ones"}},
          console.err, kBadInput);
    const SignalsWait until_written;
    files::WriteWhole(path, page);
    return code;
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"report", "", error.what, error.advice}}, console.err, kFailed);
  }
}

}  // namespace toroid
