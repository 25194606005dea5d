// The tree by which scheduled routers copy and add (docs/spec/in-network.md, section 1), and when
// nodes offer words to it. Without dead parts buffered routers copy along the same tree
// (docs/spec/copies.md, BC2.4).
//
// Example: on torus:4x4 from node 0, of depth 4, node 1 hears node 0 over axis 1, and node 4, of
// the root's row along axis 0, has three children: 8 over axis 0, and 5 and 7 over axis 1.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/support/id.h"
#include "gen/support/json.h"

namespace toroid::trees {

class NetworkTree {
 public:
  struct Child {
    NodeId node;
    int port;  // the link port by which words leave to it
  };

  // Requires a root that is alive.
  NetworkTree(const degraded::DegradedHost& host, NodeId root);

  NodeId root() const { return root_; }
  bool Has(NodeId node) const { return depths_[node.index()] >= 0; }
  // Links from the root; -1 of a node that is not in the tree.
  int DepthOf(NodeId node) const { return depths_[node.index()]; }
  int Depth() const;  // D
  // The link port by which words from the parent arrive (IN1.4); none at the root.
  std::optional<int> ParentPort(NodeId node) const { return parent_ports_[node.index()]; }
  std::optional<NodeId> ParentOf(NodeId node) const { return parents_[node.index()]; }
  // In the order of the chain (IN1.6).
  const std::vector<Child>& ChildrenOf(NodeId node) const { return children_[node.index()]; }
  // Each parent with each child: a node's children in the order of the chain, and after those of
  // its children.
  std::vector<std::pair<NodeId, NodeId>> Joins() const;
  std::size_t nodes() const { return depths_.size(); }  // of the host
  // By input port: a bit for each output port to which some node turns (IN1.5).
  const std::vector<std::uint32_t>& turns() const { return turns_; }

  // By node: the cycle in which it offers its first word to be combined, where a hop and an
  // operator take so many cycles (IN4.8); 0 of nodes that are not in the tree.
  std::vector<Cycle> Offers(Cycle hop_cycles, Cycle join_cycles) const;
  // The cycle in which the first result is complete at the root (IN4.9).
  Cycle SumAt(Cycle hop_cycles, Cycle join_cycles) const;

 private:
  void FindDepths(const degraded::DegradedHost& host);
  void FindParents(const degraded::DegradedHost& host);
  std::vector<NodeId> Order() const;  // each after its parent
  NodeId root_;
  std::vector<int> depths_;
  std::vector<std::optional<int>> parent_ports_;
  std::vector<std::optional<NodeId>> parents_;
  std::vector<std::vector<Child>> children_;
  std::vector<std::uint32_t> turns_;
};

// {"root", "depth", "parents"}: of each node its parent, or null at the root and outside the tree.
Json TreeJson(const NetworkTree& tree);

}  // namespace toroid::trees
