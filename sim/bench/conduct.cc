#include "sim/bench/conduct.h"

#include <algorithm>

namespace toroid {
namespace {

bool Holds(std::span<const std::uint64_t> bitmap, std::uint32_t i) {
  return (bitmap[i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace

Conduct::Conduct(const Plan& plan)
    : plan_(plan), local_ports_(static_cast<std::uint32_t>(plan.local_ports())) {
  if (!plan.partition()) return;
  const std::uint32_t nodes = plan.host().size();
  holds_guest_.resize((nodes + 63) / 64);
  logical_.resize(nodes);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const auto guests = plan.embedding()->GuestsOf(NodeId{n});
    if (guests.empty()) continue;
    holds_guest_[n / 64] |= std::uint64_t{1} << (n % 64);
    logical_[n] = plan.LogicalAddressOf(guests.front());
  }
}

std::string Conduct::NodeText(std::uint32_t node) const {
  return "node " + plan_.host().NodeText(NodeId{node});
}

void Conduct::MustBeBusy(std::uint32_t node, const char* why) {
  if (Holds(busy_, node) || !not_busy_.empty()) return;
  not_busy_ =
      NodeText(node) + " is not busy in cycle " + std::to_string(now_) + ", though it " + why;
}

void Conduct::CheckPlaces(const Dut& dut) {
  const auto holds = dut.HoldsGuestBits();
  const auto logical = dut.LogicalAddresses();
  if (std::ranges::equal(holds, holds_guest_) && std::ranges::equal(logical, logical_)) return;
  for (std::uint32_t n = 0; n < logical_.size() && wrong_place_.empty(); ++n) {
    if (Holds(holds, n) == Holds(holds_guest_, n) && logical[n] == logical_[n]) continue;
    wrong_place_ = NodeText(n) + " shows holds_guest " + (Holds(holds, n) ? "1" : "0") +
                   " and logical " + std::to_string(logical[n]) + " in cycle " +
                   std::to_string(now_) + ", expected " + (Holds(holds_guest_, n) ? "1" : "0") +
                   " and " + std::to_string(logical_[n]);
  }
}

void Conduct::Before(const Dut& dut) {
  busy_.assign(dut.BusyBits().begin(), dut.BusyBits().end());
  for (const std::uint32_t local : dut.Ejecting())
    MustBeBusy(local / local_ports_, "offers a flit");
  for (const std::uint32_t local : dut.Errors())
    MustBeBusy(local / local_ports_, "reports a refused packet");
  if (plan_.partition()) CheckPlaces(dut);
}

void Conduct::After(std::span<const ToroidDutHop> hops) {
  for (const ToroidDutHop& hop : hops) MustBeBusy(hop.node, "sends a flit");
  ++now_;
}

std::vector<std::string> Conduct::Violations() const {
  std::vector<std::string> lines;
  for (const std::string& line : {not_busy_, wrong_place_}) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace toroid
