#include "sim/axi/tally.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/support/text.h"
#include "sim/axi/transactions.h"

namespace toroid::axi {
namespace {

void Count(const Transaction& one, AxiWayReport& way) {
  ++way.count;
  way.beats += static_cast<std::uint64_t>(one.request.beats);
  way.latencies.Add(one.first - one.asked);
}

}  // namespace

Tally::Tally(const Plan& plan, bool predicts, Complain complain)
    : plan_(plan), predicts_(predicts), complain_(std::move(complain)) {
  const std::vector<AxiNode>& nodes = plan.hardware().wrap.axi->nodes;
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].HasManager()) managers_[NodeId{n}];
}

void Tally::Asked(Transaction& one) {
  only_ = open_ == 0 ? &one : nullptr;
  ++open_;
  Of& manager = managers_[one.manager];
  manager.most_open = std::max(manager.most_open, ++manager.open);
}

void Tally::Ended(Transaction& one) {
  if (only_ == &one && !one.timed_out) CheckCycles(one);
  only_ = nullptr;
  --open_;
  ++ended_;
  last_end_ = one.ended;
  Of& manager = managers_[one.manager];
  --manager.open;
  Count(one, one.write ? writes_ : reads_);
  if (one.response != Response::kOkay) ++refused_;
  if (one.timed_out) ++timed_out_;
  if (!one.subordinate) return;
  (one.write ? manager.write_beats : manager.read_beats) +=
      static_cast<std::uint64_t>(one.request.beats);
  AxiReport::Pair& pair = pairs_[{one.manager, *one.subordinate}];
  pair.manager = one.manager;
  pair.subordinate = *one.subordinate;
  Count(one, one.write ? pair.writes : pair.reads);
  if (!one.write) pair.zero_load_read = ZeroLoadCycles(plan_, one);
}

void Tally::EndCycle() {
  if (open_ == 0) return;
  for (auto& [node, manager] : managers_) manager.open_cycles += manager.open;
}

void Tally::CheckCycles(const Transaction& one) {
  const auto expected = ZeroLoadCycles(plan_, one);
  if (!predicts_ || !expected) return;
  ++predicted_;
  const Cycle cycles = one.first - one.asked;
  if (cycles == *expected) return;
  complain_(fmt::format("a {} of {} at {:#x} by manager {}, alone, was answered in {}, not in {}",
                        one.write ? "write" : "read", Counted(one.request.beats, "beat"),
                        one.request.address, one.manager.value(), Counted(cycles, "cycle"),
                        *expected));
}

AxiReport Tally::Report(Cycle cycles) const {
  AxiReport report = {.reads = reads_,
                      .writes = writes_,
                      .refused = refused_,
                      .timed_out = timed_out_,
                      .predicted = predicted_};
  for (const AxiNode& node : plan_.hardware().wrap.axi->nodes)
    if (node.HasSubordinate()) ++report.subordinates;
  for (const auto& [node, manager] : managers_)
    report.nodes.push_back(
        {node, manager.read_beats, manager.write_beats, manager.most_open,
         cycles > 0 ? static_cast<double>(manager.open_cycles) / static_cast<double>(cycles) : 0});
  for (const auto& [ends, pair] : pairs_) report.pairs.push_back(pair);
  return report;
}

}  // namespace toroid::axi
