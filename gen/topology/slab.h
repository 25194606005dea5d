// The part of a host that one of several processes simulates: a run of nodes by their numbers, and
// its halo, the nodes outside that they have links to.
//
// Nodes have local numbers: 0 to size() - 1 are the slab's, in order, and the halo's follow, in the
// order of their numbers in the host. So tables by node have the slab's size, not the host's.
//
// Example: torus:4x4 in two slabs. The second has the nodes 8 to 15 as 0 to 7, and the halo 0 to 7
// as 8 to 15: rows 0 and 1, which both have links to it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

class Slab {
 public:
  // The whole host, which must outlive this.
  explicit Slab(const Graph& host) : Slab(host, 0, 1) {}
  // Part `number` of `parts`, which differ in size by one node at most. Requires number < parts and
  // 1 <= parts <= host.size().
  Slab(const Graph& host, int number, int parts);

  bool whole() const { return parts_ == 1; }
  std::uint32_t begin() const { return begin_; }
  std::uint32_t size() const { return size_; }
  // The size of the largest part.
  std::uint32_t largest_size() const {
    return (host_size_ - 1) / static_cast<std::uint32_t>(parts_) + 1;
  }
  bool Has(NodeId node) const { return node.value() - begin_ < size_; }
  // The part of a node of the host.
  int PartOf(NodeId node) const;
  // A node's number within the slab; none if it is neither in the slab nor in the halo.
  std::optional<std::uint32_t> NumberOf(NodeId node) const;
  // The node with this number within the slab, which may be in the halo.
  NodeId NodeOf(std::uint32_t number) const {
    return number < size_ ? NodeId{begin_ + number} : halo_[number - size_];
  }
  // In ascending order.
  std::span<const NodeId> halo() const { return halo_; }

 private:
  std::uint32_t BeginOf(int part) const {
    return static_cast<std::uint32_t>(std::uint64_t{host_size_} * static_cast<std::uint64_t>(part) /
                                      static_cast<std::uint64_t>(parts_));
  }
  std::uint32_t host_size_;
  int parts_;
  std::uint32_t begin_;
  std::uint32_t size_;
  std::vector<NodeId> halo_;
};

}  // namespace toroid
