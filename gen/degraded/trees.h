// Routes as trees, one to each destination, with their dependencies and the load of the links.
//
// The routes to one destination are a tree, because an entry depends on node and destination alone.
// Here it grows by leaves, and nodes are moved with all that is behind them, so there are never
// routes that lead nowhere, nor dependencies with a cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/dependency_graph.h"
#include "gen/degraded/tables.h"
#include "gen/support/progress.h"

namespace toroid::degraded {

class Trees {
 public:
  // A live link by the node that sends and its port.
  struct Out {
    NodeId from;
    int port;
  };

  // Trees of their destinations alone. The host outlives this.
  explicit Trees(const DegradedHost& host);

  const DegradedHost& host() const { return *host_; }
  const RoutingTables& tables() const { return tables_; }
  const DependencyGraph& graph() const { return graph_; }
  // The live links that lead to a node.
  const std::vector<Out>& Into(NodeId node) const { return into_[node.index()]; }
  // How many routes take each link, by link number.
  const std::vector<std::uint32_t>& loads() const { return loads_; }

  Entry At(NodeId node, NodeId destination) const { return tables_.At(node, destination); }
  // Whether the node is in the destination's tree.
  bool Has(NodeId node, NodeId destination) const {
    return node == destination || At(node, destination).there();
  }
  // The node that an entry leads to. Requires a node in the tree, not the destination.
  NodeId NextOf(NodeId node, NodeId destination) const {
    return *host_->Next(node, At(node, destination).port);
  }
  // Whether an entry would add no new dependency from this node on.
  bool IsKnown(NodeId node, NodeId destination, Entry entry) const;
  // Nodes behind a node in the tree, itself too, in the order of hops.
  std::vector<NodeId> Behind(NodeId node, NodeId destination) const;

  // Adds a leaf. Requires that its entry leads into the tree. False if that would close a cycle of
  // dependencies, and then nothing changes.
  bool TryAttach(NodeId node, NodeId destination, Entry entry);
  // Gives a node in the tree another entry, which must not lead to a node behind it. False as
  // above.
  bool TryMove(NodeId node, NodeId destination, Entry entry);
  // Takes all nodes out of the tree.
  void Clear(NodeId destination);

  // Reserves, in the last channel and until they are freed, all dependencies that routes along this
  // tree have. `towards_root[n]` is node n's port to its parent, -1 at the root; its links must be
  // alive both ways. Requires that nothing is routed yet.
  void Reserve(const std::vector<int>& towards_root);
  void Free();

 private:
  struct Dependency {
    Channel held, wanted;
  };
  bool TryAddAll(const std::vector<Dependency>& dependencies);
  void AddLoad(NodeId node, NodeId destination, std::uint32_t routes);

  const DegradedHost* host_;
  RoutingTables tables_;
  DependencyGraph graph_;
  std::vector<std::vector<Out>> into_;
  std::vector<std::uint32_t> loads_;
  std::vector<Dependency> reserved_;
};

// The work of a local search (docs/spec/degraded.md, DG3.8).
struct SearchWork {
  std::uint64_t moves = 0;
  std::uint64_t looks = 0;  // moves that were looked at
};

// Moves nodes of trees from the hottest links until no move helps, or enough were looked at.
// Dependencies stay without a cycle. The neighbours of a destination keep their direct links to it.
SearchWork SpreadLoad(Trees& trees, std::uint64_t seed, const Progress& progress);

// Turns channels of entries so that the two of each link have more nearly as many routes (DG3.10).
// Dependencies stay without a cycle, and links as they are.
void SpreadChannels(Trees& trees, const Progress& progress);

}  // namespace toroid::degraded
