// Before a second load, nodes are still loaded from the first. A node's register is therefore known
// only from the cycle in which it hears the second word of its image's header.
#include "sim/bench/preparation.h"

#include <fmt/core.h>

#include "gen/plan/host_load.h"
#include "gen/plan/translation.h"
#include "gen/support/integers.h"

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

// The hardware's tables are visible only through their read ports, one node and entry at a time.

namespace {

constexpr Cycle kRest = 2;  // cycles for the last credits of an exchange

// Message about the first node whose table is ready too early or too late.
std::string ReadyFault(const Plan& plan, const Dut& dut, Cycle now) {
  const Cycle ready = TableCycle(plan);
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const bool is = Holds(dut.TableBits(), n);
    if (is == (now >= ready)) continue;
    return fmt::format(
        "node {}: its table is {} in cycle {} after the start, and should be from {} on",
        plan.host().NodeText(NodeId{n}), is ? "ready" : "not ready", now, ready);
  }
  return "";
}

ToroidDutEntry ExpectedEntry(const Plan& plan, NodeId node, std::uint32_t entry,
                             std::uint32_t rank) {
  const Embedding& embedding = *plan.embedding();
  const auto held = embedding.GuestsOf(node);
  if (rank >= held.size()) return {};
  const auto neighbour = NeighbourOfEntry(embedding.guest(), held[rank], static_cast<int>(entry));
  if (!neighbour) return {};
  return {.valid = 1,
          .logical = plan.LogicalAddressOf(*neighbour),
          .physical = plan.AddressOf(embedding.HostOf(*neighbour)),
          .rank = embedding.RankOf(*neighbour)};
}

std::string EntryText(const ToroidDutEntry& entry) {
  return entry.valid == 0 ? "nothing"
                          : fmt::format("guest address {} at host address {}, rank {}",
                                        entry.logical, entry.physical, entry.rank);
}

// Compares two entries; the other fields of an invalid entry are arbitrary (TL1.1).
bool Same(const ToroidDutEntry& a, const ToroidDutEntry& b) {
  if (a.valid == 0 || b.valid == 0) return a.valid == b.valid;
  return a.logical == b.logical && a.physical == b.physical && a.rank == b.rank;
}

// Message about the first entry that differs from the embedding.
std::string EntryFault(const Plan& plan, Dut& dut) {
  const auto entries = static_cast<std::uint32_t>(TableEntries(plan));
  for (std::uint32_t rank = 0; rank < 1U << plan.rank_bits(); ++rank) {
    for (std::uint32_t entry = 0; entry < entries; ++entry) {
      const auto shown = dut.TableEntries(entry, rank);
      for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
        const ToroidDutEntry expected = ExpectedEntry(plan, NodeId{n}, entry, rank);
        if (Same(shown[n], expected)) continue;
        return fmt::format(
            "node {}: entry {} of its table, for rank {}, shows {}, and should show {}",
            plan.host().NodeText(NodeId{n}), entry, rank, EntryText(shown[n]), EntryText(expected));
      }
    }
  }
  return "";
}

// Message about the first node that table making has left in another state.
std::string RestFault(const Plan& plan, const Dut& dut) {
  const auto busy = dut.BusyNodes();
  if (!busy.empty())
    return fmt::format("node {} is still busy though its table is made",
                       plan.host().NodeText(NodeId{busy.front()}));
  for (const std::uint64_t credits : dut.CreditBits())
    if (credits != 0) return "credits still come back though all tables are made";
  return "";
}

}  // namespace

std::vector<std::string> MakeTables(const Plan& plan, Dut& dut) {
  std::string wrong;
  dut.Pulse(ToroidPulse::kMakeTables);
  for (Cycle now = 0; now < TableCycle(plan) + kRest; ++now) {
    if (wrong.empty()) wrong = ReadyFault(plan, dut, now);
    dut.Step(false);
  }
  if (wrong.empty()) wrong = ReadyFault(plan, dut, TableCycle(plan) + kRest);
  if (wrong.empty()) wrong = EntryFault(plan, dut);
  if (wrong.empty()) wrong = RestFault(plan, dut);
  if (wrong.empty()) return {};
  return {wrong};
}

EntriesOfNodes::EntriesOfNodes(const Plan& plan) {
  if (!plan.hardware().translation || !SendsByEntry(plan)) return;
  of_a_node_ = static_cast<std::uint32_t>(TableEntries(plan));
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const auto held = plan.embedding()->GuestsOf(NodeId{n});
    for (std::uint32_t entry = 0; entry < of_a_node_; ++entry) {
      const auto neighbour = held.empty() ? std::nullopt
                                          : NeighbourOfEntry(plan.embedding()->guest(), held[0],
                                                             static_cast<int>(entry));
      places_.push_back(neighbour ? plan.embedding()->HostOf(*neighbour).value() : UINT32_MAX);
    }
  }
}

}  // namespace toroid
