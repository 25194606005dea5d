// Writes results as a self-contained HTML page.
#pragma once

#include <string>
#include <vector>

#include "gen/support/json.h"
#include "gen/support/result.h"

namespace toroid {

// The parts of every page besides its results.
struct PageParts {
  std::string page;  // the document, with a marker for each other part
  std::string style;
  std::string script;   // report/*.js, concatenated
  std::string d3;       // drawing library
  std::string licence;  // d3's licence
};

// The files of report/, installed or in the source tree, and d3, from toroid's own folder, from
// Debian, or from TOROID_D3. A diagnostic names what to install. Throws files::FileError.
Result<PageParts> FindPageParts();

// Checks that a page can show the result. A diagnostic names the fault, with `name` in it.
Diagnostics PageDiagnostics(const Json& result, const std::string& name);

// The result without lists that are too long for a page: they keep the largest elements, and
// `left_out` describes in words what is missing. Requires a result without PageDiagnostics.
Json ShortenedForPage(Json result);

// Requires shortened results; a page then has at most about 3 MB for each. Equal results give equal
// bytes.
std::string PageOf(const PageParts& parts, const std::vector<Json>& results);

}  // namespace toroid
