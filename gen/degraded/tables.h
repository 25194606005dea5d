// Tables of next hops: for each node and destination the link port to leave by, and the channel
// (docs/spec/degraded.md, DG2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/support/integers.h"
#include "gen/topology/graph.h"

namespace toroid::degraded {

inline constexpr int kChannels = 2;  // of every link

// An entry of a table; without a port there is none.
struct Entry {
  std::int8_t port = -1;
  std::int8_t channel = 0;
  bool there() const { return port >= 0; }
  bool operator==(const Entry&) const = default;
};

// The tables of all nodes. Nodes have none of themselves, nor of what is dead.
class RoutingTables {
 public:
  // All entries are empty.
  explicit RoutingTables(std::uint32_t nodes) : nodes_(nodes), entries_(SizeOf(nodes, nodes)) {}

  std::uint32_t nodes() const { return nodes_; }
  Entry At(NodeId node, NodeId destination) const { return entries_[Index(node, destination)]; }
  void Set(NodeId node, NodeId destination, Entry entry) {
    entries_[Index(node, destination)] = entry;
  }
  bool operator==(const RoutingTables&) const = default;

 private:
  // All entries of a destination are side by side, as they are one tree.
  std::size_t Index(NodeId node, NodeId destination) const {
    return destination.index() * nodes_ + node.index();
  }
  std::uint32_t nodes_;
  std::vector<Entry> entries_;
};

// Dimension order on the whole host, as tables: channel 1 while the wrap link of the hop's axis is
// still ahead, this hop included, else 0 (DG2.3, before DG3.10). On a twisted torus along shortest
// vectors (DG2.5).
RoutingTables DimensionOrderTables(const Graph& host);

// The route of the tables from a survivor to another; requires that it arrives.
std::vector<Hop> RouteBy(const RoutingTables& tables, const DegradedHost& host, NodeId from,
                         NodeId to);

}  // namespace toroid::degraded
