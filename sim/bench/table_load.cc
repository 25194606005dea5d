#include "sim/bench/table_load.h"

#include <fmt/format.h>

#include "gen/plan/broadcast.h"
#include "gen/plan/schedule_rows.h"

namespace toroid {
namespace {

struct Load {
  std::vector<HostWord> words;
  std::vector<Cycle> loaded_from;  // by node: the first cycle in which it has its table (W3.3)
};

Load LoadOf(const Plan& plan) {
  Load load;
  load.loaded_from.resize(plan.host().size());
  for (const TableImage& image : TableImagesOf(plan)) {
    for (const std::uint32_t word : image.words) load.words.push_back({word, false});
    load.words.back().last = true;
    const auto offered = static_cast<Cycle>(load.words.size()) - 1;  // of the last word
    for (std::uint32_t n = image.first.value(); n <= image.last.value(); ++n)
      load.loaded_from[n] = offered + HearingDelay(plan.host(), NodeId{n}) + 1;
  }
  return load;
}

// About the first node that is not as it should be in this cycle; empty: none.
std::string FaultText(const Plan& plan, const Load& load, const Dut& dut, Cycle now) {
  const auto bits = dut.LoadedBits();
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const bool is = (bits[n / 64] >> (n % 64) & 1) != 0;
    if (is == (now >= load.loaded_from[n])) continue;
    return fmt::format("node {}: {} its table in cycle {} of the load, {} cycle {} on",
                       plan.host().NodeText(NodeId{n}), is ? "has" : "does not have", now,
                       is ? "which it is to have from" : "though it is to have it from",
                       load.loaded_from[n]);
  }
  return "";
}

}  // namespace

// A cycle more than the last node needs, so that nothing is on its way any more.
std::vector<std::string> LoadTables(const Plan& plan, Dut& dut) {
  const Load load = LoadOf(plan);
  const auto words = static_cast<Cycle>(load.words.size());
  const Cycle cycles = BroadcastCycles(plan.host(), words) + 2;
  std::string wrong;
  for (Cycle now = 0; now < cycles; ++now) {
    if (wrong.empty()) wrong = FaultText(plan, load, dut, now);
    dut.Offer(now < words ? &load.words[static_cast<std::size_t>(now)] : nullptr);
  }
  if (wrong.empty()) return {};
  return {wrong};
}

}  // namespace toroid
