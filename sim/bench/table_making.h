// Translation tables before cycle 0 (docs/spec/translation.md, section 5): the hardware's nodes
// make theirs, and each is compared with the embedding; a model takes the packets of an exchange
// too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Has all nodes make their tables. Returns what is wrong with the first node whose table is not
// ready in the cycle in which it should be, or shows another neighbour than the embedding's, or
// that does not come to rest; empty: nothing. Requires a plan with tables.
std::vector<std::string> MakeTables(const Plan& plan, Dut& dut);

// By which entries of their tables nodes send to each other. Without a plan whose packets may be
// sent by them there are none.
class EntriesOfNodes {
 public:
  explicit EntriesOfNodes(const Plan& plan);
  // Of the guest node at `from`: which of its neighbours is the one at `to`; none if it is none.
  std::optional<std::uint32_t> Find(NodeId from, NodeId to) const {
    for (std::uint32_t entry = 0; entry < of_a_node_; ++entry)
      if (places_[from.index() * of_a_node_ + entry] == to.value()) return entry;
    return std::nullopt;
  }

 private:
  std::uint32_t of_a_node_ = 0;
  std::vector<std::uint32_t>
      places_;  // [node * of_a_node_ + entry]: host node, UINT32_MAX for none
};

}  // namespace toroid
