// What a node shows is `loaded` of its table, and of its address units `holds_guest`: a node
// outside of the box holds none, loaded or not. Before a second load nodes are loaded from the
// first, so only from the cycle on in which a node hears the second word of its image's header is
// it known.
#include "sim/bench/image_load.h"

#include <fmt/format.h>

#include <limits>

#include "gen/plan/broadcast.h"
#include "gen/plan/loaded_units.h"
#include "gen/plan/schedule_rows.h"

namespace toroid {
namespace {

// When a node's register is not loaded any more, and when it is again (W3.3, X2.4).
struct Times {
  Cycle empty_from = 0;
  Cycle loaded_from = 0;
};

struct Load {
  std::vector<HostWord> words;
  std::vector<Times> units;  // by node; empty where they are not loaded
  std::vector<Times> tables;
};

constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

// The image's words, which the host offers after those before it, and its nodes' times.
void Add(const Plan& plan, const Image& image, std::vector<Times>& times, Load& load) {
  const auto first = static_cast<Cycle>(load.words.size());
  for (const std::uint32_t word : image.words) load.words.push_back({word, false});
  load.words.back().last = true;
  const auto last = static_cast<Cycle>(load.words.size()) - 1;
  for (std::uint32_t n = image.first.value(); n <= image.last.value(); ++n) {
    const Cycle heard = HearingDelay(plan.host(), NodeId{n}) + 1;
    times[n] = {first + kImageHeader - 1 + heard, last + heard};
  }
}

Load LoadOf(const Plan& plan, bool again) {
  Load load;
  const std::uint32_t nodes = plan.host().size();
  if (plan.hardware().loaded_units) {
    load.units.resize(nodes);
    Add(plan, UnitImageOf(plan), load.units, load);
    for (std::uint32_t n = 0; n < nodes; ++n)
      if (plan.embedding()->GuestsOf(NodeId{n}).empty()) load.units[n].loaded_from = kNever;
  }
  if (plan.hardware().loaded_tables) {
    load.tables.resize(nodes);
    for (const Image& table : TableImagesOf(plan)) Add(plan, table, load.tables, load);
  }
  if (again) return load;
  for (auto* times : {&load.units, &load.tables}) {
    for (Times& of_node : *times) of_node.empty_from = 0;
  }
  return load;
}

// About a node whose register is not as it should be in this cycle; empty: it is.
std::string FaultText(const Plan& plan, NodeId node, const char* what, bool is, const Times& times,
                      Cycle now) {
  if (now < times.empty_from || is == (now >= times.loaded_from)) return "";
  const std::string text =
      fmt::format("node {}: {} its {} in cycle {} of the load", plan.host().NodeText(node),
                  is ? "has" : "does not have", what, now);
  if (times.loaded_from == kNever) return text + ", which it is not to have at all";
  return fmt::format("{}, {} cycle {} on", text,
                     is ? "which it is to have from" : "though it is to have it from",
                     times.loaded_from);
}

bool Holds(std::span<const std::uint64_t> bits, std::uint32_t n) {
  return (bits[n / 64] >> (n % 64) & 1) != 0;
}

// About the first node that is not as it should be; empty: none.
std::string FaultText(const Plan& plan, const Load& load, const Dut& dut, Cycle now) {
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

// A cycle more than the last node needs, so that nothing is on its way any more.
std::vector<std::string> LoadImages(const Plan& plan, Dut& dut, bool again) {
  const Load load = LoadOf(plan, again);
  const auto words = static_cast<Cycle>(load.words.size());
  const Cycle cycles = BroadcastCycles(plan.host(), words) + 2;
  std::string wrong;
  if (const auto busy = dut.BusyNodes(); again && !busy.empty())
    wrong = fmt::format("node {} is busy, though the host loads it again",
                        plan.host().NodeText(NodeId{busy.front()}));
  for (Cycle now = 0; now < cycles; ++now) {
    if (wrong.empty()) wrong = FaultText(plan, load, dut, now);
    dut.Offer(now < words ? &load.words[static_cast<std::size_t>(now)] : nullptr);
  }
  if (wrong.empty()) return {};
  return {wrong};
}

}  // namespace toroid
