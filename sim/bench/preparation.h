// What hardware does before cycle 0: takes images from a host, makes translation tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Loads the images that nodes take from a host: address units (docs/spec/loaded-addresses.md X4.4)
// and tables (docs/spec/broadcast.md W4.3); `again`: they were loaded before. Returns the fault of
// the first node that is loaded too early or too late; empty: none.
std::vector<std::string> LoadImages(const Plan& plan, Dut& dut, bool again);

// Makes all nodes build their translation tables (docs/spec/translation.md, section 5), and
// compares each with the embedding. Returns the fault of the first node whose table is ready in a
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
