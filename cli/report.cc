// `toroid report`: stored results as an HTML page.
#include <fmt/core.h>

#include "cli/output_file.h"
#include "gen/support/text.h"
#include "sim/report/page.h"

namespace toroid {
namespace {

Result<Json> ResultForPage(const std::string& path) {
  auto result = ReadResult(path);
  if (!result) return result;
  return ReadForPage(std::move(result).value(), path);
}

}  // namespace

int RunReport(const Spec& spec, const Console& console) {
  console.progress.StartPrinting();  // nothing to clean up until the page is written
  std::vector<Json> results;
  Diagnostics unread;
  for (const std::string& path : spec.results) {
    auto result = ResultForPage(path);
    if (result) {
      results.push_back(std::move(result).value());
    } else {
      unread.insert(unread.end(), result.diagnostics().begin(), result.diagnostics().end());
    }
  }
  if (!unread.empty()) return PrintDiagnostics(unread, console.err, kBadInput);
  const int code = WritePage(spec.out, results, console, kDone);
  if (code == kDone)
    console.out << fmt::format("{} is written: open it in a browser\n", Printable(spec.out, 5000));
  return code;
}

}  // namespace toroid
