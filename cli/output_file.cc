#include "cli/output_file.h"

#include "gen/support/files.h"
#include "sim/report/page.h"

namespace toroid {

int WritePage(const std::string& path, const std::vector<Json>& results, const Console& console,
              int code) {
  try {
    const auto parts = FindPageParts();
    if (!parts) return PrintDiagnostics(parts.diagnostics(), console.err, kFailed);
    files::WriteWhole(path, PageOf(*parts, results));
    return code;
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"report", "", error.what, error.advice}}, console.err, kFailed);
  }
}

}  // namespace toroid
