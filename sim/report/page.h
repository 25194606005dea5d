// Writes results as a self-contained HTML page.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gen/support/json.h"
#include "gen/support/result.h"

namespace toroid {

inline constexpr std::size_t kMostPageBytes = 5U << 20;

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

// A result that may come from anywhere, checked, without what no command writes, and shortened. A
// diagnostic names the fault, with `name` in it. Throws files::FileError if the schema is not
// installed.
Result<Json> ReadForPage(Json result, const std::string& name);

// The result without lists that are too long for a page: they keep the largest elements, and
// `left_out` describes in words what is missing. Requires a result as a command makes it.
Json ShortenedForPage(Json result);

// Requires shortened results. Equal results give equal bytes.
std::string PageOf(const PageParts& parts, const std::vector<Json>& results);

// Names for the networks of a sweep, for the legends of its page and its plot.
using NetworkOptions = std::vector<std::pair<std::string, std::string>>;  // "host" -> "torus:8x8"

// What differs between the networks: "whole" and "1 dead link, draw 2", or "buffers 4" and "buffers
// 8". Traffic and host if there is only one network.
std::vector<std::string> NetworkLabels(const std::vector<NetworkOptions>& networks);

}  // namespace toroid
