#include "cli/output_file.h"

#include <cerrno>
#include <cstdio>

#include "gen/support/files.h"
#include "sim/report/page.h"

namespace toroid {

void WriteWhole(const std::string& path, const std::string& text) {
  const std::string aside = path + ".part";
  std::remove(aside.c_str());
  files::NewFile file(aside);
  file.Write(text);
  file.Finish();
  if (std::rename(aside.c_str(), path.c_str()) != 0) files::Fail("cannot write", path, errno);
}

int WritePage(const std::string& path, const std::vector<Json>& results, const Console& console,
              int code) {
  try {
    const auto parts = FindPageParts();
    if (!parts) return PrintDiagnostics(parts.diagnostics(), console.err, kFailed);
    WriteWhole(path, PageOf(*parts, results));
    return code;
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"report", "", error.what, error.advice}}, console.err, kFailed);
  }
}

}  // namespace toroid
