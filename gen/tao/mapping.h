// Steps applied one after the other, from a guest's nodes to a host's, and back.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/tao/construction.h"
#include "gen/topology/graph.h"

namespace toroid::tao {

// Contractions, if any, come first. Every host node holds ranks() guest nodes, guest size / host
// size of them; 1 is a bijection.
class Mapping {
 public:
  // The steps lead from the guest's lengths to the host's.
  Mapping(Graph guest, Graph host, const Construction& construction);
  Mapping(Graph guest, Graph host, std::vector<Step> steps);

  std::uint32_t ranks() const { return ranks_; }  // guest nodes of each host node
  // The node must be the guest's.
  NodeId HostOf(NodeId guest) const;
  // One of the guest nodes that a host node holds, rank < ranks(). Computed from the steps'
  // inverses, last step first; the rank has a digit for each contraction, the least significant for
  // the last one.
  NodeId GuestOf(NodeId host, std::uint32_t rank = 0) const;

 private:
  Graph guest_;
  Graph host_;
  std::vector<Step> steps_;
  std::uint32_t ranks_;
};

}  // namespace toroid::tao
