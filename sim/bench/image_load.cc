// Before a second load, nodes are still loaded from the first. A node's register is therefore known
// only from the cycle in which it hears the second word of its image's header.
#include "sim/bench/image_load.h"

#include <fmt/core.h>

#include "gen/plan/host_load.h"
#include "gen/support/bitmap.h"

namespace toroid {
namespace {

// Message about a node whose register is wrong in this cycle; empty: it is right.
std::string FaultText(const Plan& plan, NodeId node, const char* what, bool is,
                      const LoadTimes& times, Cycle now) {
  if (now < times.empty_from || is == (now >= times.loaded_from)) return "";
  const std::string text =
      fmt::format("node {}: {} its {} in cycle {} of the load", plan.host().NodeText(node),
                  is ? "has" : "does not have", what, now);
  if (times.loaded_from == kNeverLoaded) return text + ", but must never have it";
  return fmt::format("{}, but must have it {}from cycle {} on", text, is ? "only " : "",
                     times.loaded_from);
}

// Message about the first wrong node; empty: none.
std::string FaultText(const Plan& plan, const HostLoad& load, const Dut& dut, Cycle now) {
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    std::string text;
    if (!load.units.empty())
      text = FaultText(plan, NodeId{n}, "guest node", Holds(dut.HoldsGuestBits(), n), load.units[n],
                       now);
    if (text.empty() && !load.tables.empty())
      text = FaultText(plan, NodeId{n}, "table", Holds(dut.LoadedBits(), n), load.tables[n], now);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace

std::vector<std::string> LoadImages(const Plan& plan, Dut& dut, bool again) {
  HostLoad load = HostLoadOf(plan);
  if (!again) {
    for (auto* times : {&load.units, &load.tables})
      for (LoadTimes& of_node : *times) of_node.empty_from = 0;
  }
  const auto words = static_cast<Cycle>(load.words.size());
  std::string wrong;
  if (const auto busy = dut.BusyNodes(); again && !busy.empty())
    wrong = fmt::format("node {} is busy, though the host loads it again",
                        plan.host().NodeText(NodeId{busy.front()}));
  for (Cycle now = 0; now < load.cycles; ++now) {
    if (wrong.empty()) wrong = FaultText(plan, load, dut, now);
    dut.Offer(now < words ? &load.words[static_cast<std::size_t>(now)] : nullptr);
  }
  if (wrong.empty()) return {};
  return {wrong};
}

}  // namespace toroid
