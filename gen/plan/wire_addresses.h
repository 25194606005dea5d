// The addresses that tdest and tuser carry, looked up in tables: of a node's guest node, and whose
// an address is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

class WireAddresses {
 public:
  explicit WireAddresses(const Plan& plan) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
      first_.push_back(static_cast<std::uint32_t>(addresses_.size()));
      const std::uint32_t members = plan.IsAddressable(NodeId{n}) ? plan.MembersAt(NodeId{n}) : 0;
      for (std::uint32_t member = 0; member < members; ++member) {
        addresses_.push_back(plan.WireAddressOf(NodeId{n}, member));
        nodes_.emplace_back(addresses_.back(), n);
      }
    }
    std::ranges::sort(nodes_);
  }

  // Requires an addressable node and one of its members.
  std::uint32_t Of(NodeId node, std::uint32_t member) const {
    return addresses_[first_[node.index()] + member];
  }
  // The node that the address names, or one of whose guest nodes; none if there is no such node.
  std::optional<std::uint32_t> NodeOf(std::uint32_t address) const {
    const auto found = std::ranges::lower_bound(nodes_, address, {},
                                                &std::pair<std::uint32_t, std::uint32_t>::first);
    if (found == nodes_.end() || found->first != address) return std::nullopt;
    return found->second;
  }

 private:
  std::vector<std::uint32_t> addresses_;                        // by node and member
  std::vector<std::uint32_t> first_;                            // where those of a node begin
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes_;  // (address, node), ascending
};

}  // namespace toroid
