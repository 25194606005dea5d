#include "sim/report/coverage_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace toroid {
namespace {

// Members in the order in which they are written.
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

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
  return lines;
}

std::string FileText(const CoverageReport& report) {
  Json bins = Json::array();
  for (const CoverageBin& bin : report.bins) {
    bins.push_back({{"group", bin.group},
                    {"name", bin.name},
                    {"seen", bin.seen},
                    {"excluded", bin.excluded.empty() ? Json(nullptr) : Json(bin.excluded)}});
  }
  const Json network = {{"host", report.host},
                        {"ports", report.ports},
                        {"arbiter", report.arbiter},
                        {"buffer_depth", report.buffer_depth},
                        {"link_stages", report.link_stages}};
  const Json file = {
      {"format", "toroid coverage"},
      {"version", kVersion},
      {"networks",
       {{{"network", network}, {"runs", 1}, {"cycles", report.cycles}, {"bins", bins}}}}};
  return file.dump(1) + "\n";
}

}  // namespace toroid
