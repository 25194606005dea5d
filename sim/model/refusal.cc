// R6.4 by a sorted list of the existing addresses. The testbench decides by its own rule which
// packets must be refused, independently of this list.
#include "sim/model/refusal.h"

#include <algorithm>

namespace toroid::model {

Refusals::Refusals(const Plan& plan, const Routes& routes) : plan_(plan), routes_(routes) {
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    if (!plan.IsAddressable(NodeId{n})) continue;
    for (std::uint32_t rank = 0; rank < plan.GuestsAt(NodeId{n}); ++rank)
      nodes_.emplace_back(plan.WireAddressOf(NodeId{n}, rank), n);
  }
  std::ranges::sort(nodes_);
}

std::optional<std::uint32_t> Refusals::NodeAt(std::uint32_t address) const {
  const auto found = std::ranges::lower_bound(nodes_, std::pair(address, 0U));
  if (found == nodes_.end() || found->first != address) return std::nullopt;
  return found->second;
}

std::optional<NodeId> Refusals::Destination(std::uint32_t local, std::uint32_t address,
                                            std::uint32_t id) const {
  const NodeId here = routes_.NodeOf(local / routes_.locals());
  const std::optional<std::uint32_t> there = NodeAt(address);
  if (!there || NodeId{*there} == here) return std::nullopt;
  if (!plan_.IsAddressable(here) || id >= plan_.GuestsAt(here)) return std::nullopt;
  if (routes_.locals() > 1) {
    const std::uint32_t target = routes_.TargetOf(local / routes_.locals(), routes_.lanes(),
                                                  routes_.AddressOf(NodeId{*there}));
    if (routes_.target(target).output != local % routes_.locals()) return std::nullopt;
  }
  return NodeId{*there};
}

}  // namespace toroid::model
