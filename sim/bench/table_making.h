// Builds translation tables before cycle 0 (docs/spec/translation.md, section 5). The hardware's
// nodes make theirs, and each is compared with the embedding; a model also takes the packets of an
// exchange.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Makes all nodes build their tables. Returns the fault of the first node whose table is ready in a
// wrong cycle or has a neighbour that is not the embedding's, or that does not come to rest; empty:
// none. Requires a plan with tables.
std::vector<std::string> MakeTables(const Plan& plan, Dut& dut);

// Maps a pair of host nodes to the table entry by which one sends to the other. Empty without a
// plan whose packets may be sent by entry.
class EntriesOfNodes {
 public:
  explicit EntriesOfNodes(const Plan& plan);
  // The number of the guest node at `to` among the neighbours of the guest node at `from`, if it is
  // one.
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
