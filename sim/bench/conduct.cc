#include "sim/bench/conduct.h"

#include <algorithm>
#include <bit>

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

void Conduct::MustBeBusy(std::span<const std::uint64_t> bits, bool local, const char* why) {
  const std::uint32_t ports = local ? local_ports_ : 1;
  for (std::size_t w = 0; w < bits.size(); ++w) {
    if (ports == 1 && (bits[w] & ~busy_[w]) == 0) continue;
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
      const auto i = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
      const auto node = static_cast<std::uint32_t>(i / ports);
      if (Holds(busy_, node) || !not_busy_.empty()) continue;
      not_busy_ =
          NodeText(node) + " is not busy in cycle " + std::to_string(now_) + ", though it " + why;
    }
  }
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
  MustBeBusy(dut.ValidBits(), true, "offers a flit");
  MustBeBusy(dut.ErrorBits(), true, "reports a refused packet");
  if (plan_.partition()) CheckPlaces(dut);
}

void Conduct::After(const Dut& dut) {
  MustBeBusy(dut.SendsBits(), false, "sends a flit");
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
