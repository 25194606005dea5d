#include "sim/report/coverage_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMostNamed = 8;  // excluded bins to list
}  // namespace

std::size_t CoverageReport::reachable() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(bins, &std::string_view::empty, &CoverageBin::excluded));
}

std::size_t CoverageReport::reached() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      bins, [](const CoverageBin& bin) { return bin.excluded.empty() && bin.seen > 0; }));
}

std::vector<std::string> CoverageReport::Contradictions() const {
  std::vector<std::string> lines;
  for (const CoverageBin& bin : bins) {
    if (!bin.excluded.empty() && bin.seen > 0)
      lines.push_back(
          fmt::format("coverage: {}: {} was seen, but {}", bin.group, bin.name, bin.excluded));
  }
  if (lines.size() > kMostNamed) {
    const std::size_t more = lines.size() - kMostNamed;
    lines.resize(kMostNamed);
    lines.push_back(fmt::format("coverage: and {} more", Counted(more, "such bin")));
  }
  return lines;
}

Json ToJson(const CoverageReport& report) {
  return {{"file", report.file}, {"reached", report.reached()}, {"reachable", report.reachable()}};
}

std::string ToText(const CoverageReport& report) {
  const std::size_t reached = report.reached();
  const std::size_t reachable = report.reachable();
  return fmt::format("  coverage     {}: {} of {} bins that can be reached ({:.1f} %)\n",
                     Printable(report.file, kMostName), reached, reachable,
                     100.0 * static_cast<double>(reached) / static_cast<double>(reachable));
}

std::string FileText(const CoverageReport& report) {
  Json bins = Json::array();
  for (const CoverageBin& bin : report.bins) {
    bins.push_back({{"group", bin.group},
                    {"name", bin.name},
                    {"seen", bin.seen},
                    {"excluded", bin.excluded.empty() ? Json(nullptr) : Json(bin.excluded)}});
  }
  Json network = {{"host", report.host},
                  {"ports", report.ports},
                  {"arbiter", report.arbiter},
                  {"buffer_depth", report.buffer_depth},
                  {"link_stages", report.link_stages}};
  if (report.dead) {
    network["dead_links"] = report.dead->links;
    network["dead_nodes"] = report.dead->nodes;
  }
  const Json file = {
      {"format", "toroid coverage"},
      {"version", kVersion},
      {"networks",
       {{{"network", network}, {"runs", 1}, {"cycles", report.cycles}, {"bins", bins}}}}};
  return file.dump(1) + "\n";
}

}  // namespace toroid
