// Files that commands write in addition to standard output.
#pragma once

#include <string>

#include "cli/commands.h"
#include "cli/json.h"
#include "sim/report/page.h"

namespace toroid {

// Writes the page of --report, if the options have one; `result()` is the command's result. Returns
// `code`, or the code of a failure, which is printed.
template <class MakeResult>
int ReportIfAsked(const Spec& spec, const Console& console, int code, MakeResult result);

// Writes a page of the results, which it shortens.
int WritePage(const std::string& path, const std::vector<Json>& results, const Console& console,
              int code);

template <class MakeResult>
int ReportIfAsked(const Spec& spec, const Console& console, int code, MakeResult result) {
  return spec.report.empty() ? code
                             : WritePage(spec.report, {ShortenedForPage(result())}, console, code);
}

}  // namespace toroid
