// Files that commands write besides standard output.
#pragma once

#include <string>

#include "cli/commands.h"
#include "cli/json.h"

namespace toroid {

// Written aside and renamed, so that nothing half-written takes the place of what was there. Throws
// files::FileError.
void WriteWhole(const std::string& path, const std::string& text);

// Writes the page of --report, if one was asked for: `result()` is the command's result. Gives
// `code`, or the code of a failure that it has printed.
template <class MakeResult>
int ReportIfAsked(const Spec& spec, const Console& console, int code, MakeResult result);

// The same of results that are there.
int WritePage(const std::string& path, const std::vector<Json>& results, const Console& console,
              int code);

template <class MakeResult>
int ReportIfAsked(const Spec& spec, const Console& console, int code, MakeResult result) {
  return spec.report.empty() ? code : WritePage(spec.report, {result()}, console, code);
}

}  // namespace toroid
