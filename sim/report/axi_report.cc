#include "sim/report/axi_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/support/text.h"
#include "sim/report/optional.h"

namespace toroid {
namespace {

Json WayJson(const AxiWayReport& way) {
  return {{"count", way.count},
          {"beats", way.beats},
          {"latency", way.count == 0 ? Json(nullptr)
                                     : Json{{"mean", way.latencies.mean()},
                                            {"p50", way.latencies.Quantile(0.5)},
                                            {"p99", way.latencies.Quantile(0.99)},
                                            {"max", way.latencies.max()}}}};
}

std::string WayText(const char* what, const AxiWayReport& way) {
  std::string text = fmt::format("  {:<13}{} of {}", what, way.count, Counted(way.beats, "beat"));
  if (way.count > 0)
    text +=
        fmt::format(", answered in {:.2f} on average, 99 % in {}, all in {}", way.latencies.mean(),
                    way.latencies.Quantile(0.99), Counted(way.latencies.max(), "cycle"));
  return text + "\n";
}

}  // namespace

double AxiReport::BeatsPerCycle(Cycle cycles) const {
  return cycles > 0 ? static_cast<double>(reads.beats + writes.beats) / static_cast<double>(cycles)
                    : 0;
}

Json ToJson(const AxiReport& report, Cycle cycles) {
  Json json = {{"managers", report.nodes.size()}, {"subordinates", report.subordinates},
               {"reads", WayJson(report.reads)},  {"writes", WayJson(report.writes)},
               {"refused", report.refused},       {"timed_out", report.timed_out},
               {"predicted", report.predicted},   {"beats_per_cycle", report.BeatsPerCycle(cycles)},
               {"nodes", Json::array()},          {"pairs", Json::array()}};
  for (const AxiReport::Node& node : report.nodes)
    json["nodes"].push_back({{"manager", node.manager.value()},
                             {"read_beats", node.read_beats},
                             {"write_beats", node.write_beats},
                             {"most_open", node.most_open},
                             {"open", node.open}});
  for (const AxiReport::Pair& pair : report.pairs)
    json["pairs"].push_back({{"manager", pair.manager.value()},
                             {"subordinate", pair.subordinate.value()},
                             {"reads", WayJson(pair.reads)},
                             {"writes", WayJson(pair.writes)},
                             {"zero_load_read", OrNull(pair.zero_load_read)}});
  return json;
}

std::string ToText(const AxiReport& report, Cycle cycles) {
  std::string text = WayText("reads", report.reads) + WayText("writes", report.writes);
  if (report.refused > 0)
    text += fmt::format("  refused      {}, answered with the error that the specification says\n",
                        Counted(report.refused, "request"));
  if (report.timed_out > 0)
    text += fmt::format("  timed out    {}, answered SLVERR in place of a memory\n",
                        Counted(report.timed_out, "request"));
  if (report.predicted > 0)
    text += fmt::format("  without load {} alone, each answered in the cycles predicted\n",
                        Counted(report.predicted, "request"));
  double open = 0;
  std::uint64_t most = 0;
  for (const AxiReport::Node& node : report.nodes) {
    open += node.open / static_cast<double>(report.nodes.size());
    most = std::max(most, node.most_open);
  }
  return text +
         fmt::format("  open         {:.2f} requests of a manager on average, at most {}\n", open,
                     most) +
         fmt::format("  data         {:.3f} beats a cycle, of {} to {}\n",
                     report.BeatsPerCycle(cycles), Counted(report.nodes.size(), "manager"),
                     Counted(report.subordinates, "memory", "memories"));
}

}  // namespace toroid
