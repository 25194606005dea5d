// Results as a page to look at: one HTML file that holds all it needs.
#pragma once

#include <string>
#include <vector>

#include "gen/support/json.h"
#include "gen/support/result.h"

namespace toroid {

// What every page is made of, besides its results.
struct PageParts {
  std::string page;  // the document, with a marker for each of the others
  std::string style;
  std::string script;   // report/*.js, one after another
  std::string d3;       // the library that draws
  std::string licence;  // its licence
};

// The files of report/, installed or in the source tree, and d3, of toroid's own folder, of Debian,
// or as TOROID_D3 names it. A diagnostic says what to install. Throws files::FileError.
Result<PageParts> FindPageParts();

// Whether it is a result of which there is a page: a diagnostic names the fault. `name` is said in
// it.
Diagnostics PageDiagnostics(const Json& result, const std::string& name);

// The result without what is too long for a page: lists keep what is largest, and `left_out` says
// in words what is not there. Requires a result without PageDiagnostics.
Json ShortenedForPage(Json result);

// The results are shortened: then a page has at most some 3 MB for each. The same results give the
// same bytes.
std::string PageOf(const PageParts& parts, const std::vector<Json>& results);

}  // namespace toroid
