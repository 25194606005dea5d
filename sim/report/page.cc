// A page is a template (report/page.html) with markers such as @data@ for the parts. The script
// draws all charts from the data when the page is opened; nothing is drawn here.
#include "sim/report/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "gen/plan/plan.h"
#include "gen/support/files.h"
#include "sim/report/description.h"
#include "sim/report/optional.h"

namespace toroid {
namespace {

// In the order of their dependences.
constexpr auto kScripts =
    std::to_array<std::string_view>({"base", "network", "embedding", "charts", "space_time",
                                     "movements", "player", "views", "page"});

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

// Checks results before they are used, as a result may come from anywhere. The schema describes
// each member (sim/report/description.h). What it cannot say, that a number is the place of
// something that is there, is checked here.

namespace {

constexpr std::uint64_t kMostPageNodes = 1U << 24;  // the largest shape
constexpr std::uint64_t kMostPageCycle = std::uint64_t{1} << 48;
constexpr auto kCommands = std::to_array<std::string_view>(
    {"map", "schedule", "simulate", "cost", "sweep", "synth", "chip"});
constexpr const char* kPageAllowed =
    "allowed is what map, schedule, simulate, cost and sweep print with --format json, and what "
    "make synth and make chip write";

// Finds the first number in a result, as the schema describes it, that refers to what is not there.
class References {
 public:
  explicit References(const Json& result)
      : result_(result), nodes_(CountIn(MemberOf(MemberOf(result, "host"), "size")).value_or(0)) {}

  std::string Fault() {
    for (const char* graph : {"guest", "host"}) CheckGraph(graph);
    CheckLinks("links", MemberOf(result_, "links"));
    for (const Json& pattern : MemberOf(result_, "link_patterns"))
      CheckLinks("link_patterns", pattern);
    CheckEach("link_windows.loads", MemberOf(MemberOf(result_, "link_windows"), "loads"),
              {nodes_, nodes_});
    CheckMovements(MemberOf(result_, "movements"));
    CheckEach("uses", MemberOf(result_, "uses"),
              {MemberOf(result_, "messages").size(), nodes_, nodes_});
    CheckIn("mapping", MemberOf(result_, "mapping"), nodes_);
    CheckPlaces("iterations", "link_pattern", "link_patterns");
    for (const char* list : {"rows", "saturations"}) CheckPlaces(list, "network", "networks");
    CheckMethods();
    if (MemberOf(result_, "match") == Json(false) && MemberOf(result_, "difference").is_null())
      Say("match is false, without a difference");
    return fault_;
  }

 private:
  void Say(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  // Each element of the list begins with numbers below the bounds.
  void CheckEach(const std::string& name, const Json& list,
                 std::initializer_list<std::uint64_t> bounds) {
    for (const Json& element : list) {
      auto value = element.begin();
      for (const std::uint64_t bound : bounds) CheckIn(name, *value++, bound);
    }
  }

  // The number, or each of a list, is below the bound.
  void CheckIn(const std::string& name, const Json& value, std::uint64_t bound) {
    if (value.is_array()) {
      for (const Json& element : value) CheckIn(name, element, bound);
    } else if (!value.is_null() && CountIn(value).value_or(bound) >= bound) {
      Say(fmt::format("{} has {}, which must be below {}", name, value.dump(), bound));
    }
  }

  void CheckPlaces(const char* list, const char* member, const char* of) {
    for (const Json& element : MemberOf(result_, list))
      CheckIn(fmt::format("{}.{}", list, member), MemberOf(element, member),
              MemberOf(result_, of).size());
  }

  void CheckGraph(const char* name) {
    const Json& graph = MemberOf(result_, name);
    if (graph.is_null()) return;
    std::uint64_t nodes = 1;
    for (const Json& axis : MemberOf(graph, "shape"))
      nodes =
          std::min(nodes * std::min(CountIn(axis).value_or(0), kMostPageNodes), kMostPageNodes + 1);
    if (nodes > kMostPageNodes || CountIn(MemberOf(graph, "size")) != nodes)
      Say(std::string(name) + " is not a shape");
    const std::uint64_t axes = MemberOf(graph, "shape").size();
    CheckEach(std::string(name) + ".twists", MemberOf(graph, "twists"), {axes, axes});
  }

  void CheckLinks(const std::string& name, const Json& links) {
    if (!links.is_null() && nodes_ == 0) Say(name + " are those of no host");
    CheckEach(name + ".loads", MemberOf(links, "loads"), {nodes_, nodes_});
  }

  // Cycles and waits are so small that the script adds them up exactly.
  void CheckMovements(const Json& movements) {
    const Json& routes = MemberOf(movements, "routes");
    CheckIn("movements.routes", routes, nodes_);
    CheckEach("movements.messages", MemberOf(movements, "messages"), {routes.size()});
    CheckIn("movements", MemberOf(movements, "until"), kMostPageCycle);
    for (const Json& message : MemberOf(movements, "messages"))
      CheckIn("movements.messages", message, kMostPageCycle);
  }

  // Each row of a collective operation's cost has the same methods.
  void CheckMethods() {
    const Json& rows = MemberOf(result_, "rows");
    for (const Json& row : rows) {
      const Json& methods = MemberOf(row, "methods");
      for (const auto& [name, method] : MemberOf(rows.back(), "methods").items())
        if (!methods.contains(name)) Say("rows differ in their methods");
    }
  }

  const Json& result_;
  std::uint64_t nodes_;
  std::string fault_;
};

}  // namespace

Result<Json> ReadForPage(Json result, const std::string& name) {
  const auto refuse = [&](std::string what, std::string allowed = kPageAllowed) {
    return Diagnostic{"result", name, std::move(what), std::move(allowed)};
  };
  const Json& command = MemberOf(result, "command");
  if (!command.is_string()) return refuse("is not a result");
  if (std::ranges::find(kCommands, command.get_ref<const std::string&>()) == kCommands.end())
    return refuse("is of a command without a page");
  if (MemberOf(result, "schema_version") != kSchemaVersion)
    return refuse("is of another version",
                  fmt::format("this toroid reads schema_version {}", kSchemaVersion));
  std::string fault = Description::Of(result).Conform(result);
  if (fault.empty()) fault = References(result).Fault();
  if (!fault.empty()) return refuse("was altered: " + fault);
  return ShortenedForPage(std::move(result));
}

}  // namespace toroid
