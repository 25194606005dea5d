// Files that commands write besides standard output.
#pragma once

#include <string>

#include "cli/commands.h"
#include "cli/json.h"
#include "sim/report/page.h"

namespace toroid {

// Writes the page of --report, if one was asked for: `result()` is the command's result. Gives
// `code`, or the code of a failure that it has printed.
template <class MakeResult>
int ReportIfAsked(const Spec& spec, const Console& console, int code, MakeResult result);

// The page of results, shortened for it.
int WritePage(const std::string& path, const std::vector<Json>& results, const Console& console,
              int code);

template <class MakeResult>
int ReportIfAsked(const Spec& spec, const Console& console, int code, MakeResult result) {
  return spec.report.empty() ? code
                             : WritePage(spec.report, {ShortenedForPage(result())}, console, code);
}

}  // namespace toroid
