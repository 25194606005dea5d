// A page is a template (report/page.html) with markers such as @data@ for the parts. The script
// draws all charts from the data when the page is opened; nothing is drawn here.
#include "sim/report/page.h"

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/plan/plan.h"
#include "gen/support/files.h"

namespace toroid {
namespace {

// In the order of their dependences.
constexpr auto kScripts = std::to_array<std::string_view>(
    {"base", "network", "embedding", "charts", "space_time", "views", "page"});

// Finds d3 5 of the installed toroid or of Debian's package; empty if there is none.
std::filesystem::path FindD3(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (const char* chosen = std::getenv("TOROID_D3"); chosen != nullptr && *chosen != '\0')
    return std::filesystem::exists(chosen, ignored) ? chosen : "";
  for (const std::filesystem::path& path :
       {folder / "d3.min.js", std::filesystem::path("/usr/share/nodejs/d3/dist/d3.min.js")}) {
    if (std::filesystem::exists(path, ignored)) return path;
  }
  return {};
}

std::string ReadPart(const std::filesystem::path& path) {
  constexpr std::size_t kMostPart = std::size_t{1} << 24;  // bytes; d3 has 280,000
  return files::Read(path, kMostPart);
}

// Replaces the template's markers in one pass, as inserted text may look like a marker.
std::string Filled(const std::string& text,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t marker = std::min(text.find('@', at), text.size());
    filled.append(text, at, marker - at);
    at = marker;
    for (const auto& [name, value] : values) {
      if (text.compare(marker, name.size(), name) != 0) continue;
      filled += value;
      at += name.size();
      break;
    }
    if (at == marker && at < text.size()) filled += text[at++];
  }
  return filled;
}

// Escapes text so that it does not end the script element.
std::string AsScript(const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace))
    text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

}  // namespace

Result<PageParts> FindPageParts() {
  const std::filesystem::path folder = SharedFolder("report");
  const std::filesystem::path d3 = FindD3(folder);
  if (d3.empty())
    return Diagnostic{"report", "", "needs the library d3, which is not installed",
                      "install Debian's package node-d3, or name its d3.min.js in TOROID_D3",
                      Fault::kUnable};
  PageParts parts{.page = ReadPart(folder / "page.html"),
                  .style = ReadPart(folder / "page.css"),
                  .script = "",
                  .d3 = ReadPart(d3),
                  .licence = ReadPart(folder / "d3-licence.txt")};
  for (const std::string_view script : kScripts)
    parts.script += ReadPart(folder / fmt::format("{}.js", script));
  return parts;
}

std::string PageOf(const PageParts& parts, const std::vector<Json>& results) {
  const Json data{{"results", results}};
  return Filled(parts.page, {{"@version@", std::string(kToolVersion)},
                             {"@style@", parts.style},
                             {"@data@", AsScript(data)},
                             {"@licence@", parts.licence},
                             {"@d3@", parts.d3},
                             {"@script@", parts.script}});
}

}  // namespace toroid
