// Tables of the addresses on tdest and tuser: the address of a node's guest node, and the node of
// an address. If addresses are the numbers of nodes there are no tables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

class WireAddresses {
 public:
  explicit WireAddresses(const Plan& plan) : host_size_(plan.host().size()) {
    numbers_ = plan.hardware().address == Address::kPhysical && !plan.carries_ranks() &&
               AllPowersOfTwo(plan.host());
    for (std::uint32_t n = 0; n < host_size_ && !numbers_; ++n) {
      first_.push_back(static_cast<std::uint32_t>(addresses_.size()));
      const std::uint32_t guests = plan.IsAddressable(NodeId{n}) ? plan.GuestsAt(NodeId{n}) : 0;
      for (std::uint32_t rank = 0; rank < guests; ++rank) {
        addresses_.push_back(plan.WireAddressOf(NodeId{n}, rank));
        if (addresses_.back() >= nodes_.size()) nodes_.resize(addresses_.back() + 1, kNobody);
        nodes_[addresses_.back()] = n;
      }
    }
  }

  // Requires an addressable node and one of its ranks.
  std::uint32_t Of(NodeId node, std::uint32_t rank) const {
    if (numbers_) return node.value();
    return addresses_[first_[node.index()] + rank];
  }
  // The node that the address names, directly or by one of its guest nodes; none if there is no
  // such node.
  std::optional<std::uint32_t> NodeOf(std::uint32_t address) const {
    if (numbers_) return address < host_size_ ? std::optional(address) : std::nullopt;
    if (address >= nodes_.size() || nodes_[address] == kNobody) return std::nullopt;
    return nodes_[address];
  }

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  std::uint32_t host_size_;
  bool numbers_;                          // an address is the number of its node
  std::vector<std::uint32_t> addresses_;  // by node and rank
  std::vector<std::uint32_t> first_;      // where a node's addresses begin
  std::vector<std::uint32_t> nodes_;      // by address; kNobody for addresses that name no node
};

}  // namespace toroid
