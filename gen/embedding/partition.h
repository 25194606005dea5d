// Partitions: a box of a larger host for one program, at a base that may change from run to run.
//
// Example: 3x5 of mesh:8x8 at base (2,1) holds the nodes (2,1) to (4,5). The program is embedded in
// the box as if it were the whole host, mesh:3x5, and the box's node (0,4) is the host's (2,5).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// A box of a host. A Partition that exists lies within it.
class Partition {
 public:
  // `lengths`, one for each axis of the host, 1 to the host's, not all 1; `base`, the box's node of
  // smallest coordinate on every axis, or {} for the host's first node. Diagnostics name
  // --partition and --base.
  static Result<Partition> Create(Graph host, std::vector<int> lengths, Coordinates base = {});

  // The whole host as a box.
  static Partition Whole(const Graph& host) { return Create(host, host.lengths()).value(); }

  const Graph& host() const { return host_; }
  const std::vector<int>& lengths() const { return lengths_; }
  const Coordinates& base() const { return base_; }
  // The box as a graph: its axes are those longer than 1. It is a mesh, or of the host's kind if
  // each of its axes is a whole axis of the host: a shorter box has no link from its last node to
  // its first.
  const Graph& shape() const { return shape_; }
  // The box at another base. Diagnostics name --base.
  Result<Partition> At(Coordinates base) const { return Create(host_, lengths_, std::move(base)); }

  // The host node of a node of shape().
  NodeId HostOf(NodeId node) const;
  // The node of shape() at a host node; nothing outside the box.
  std::optional<NodeId> NodeAt(NodeId host) const;
  // The embedding in the whole host: node n of shape() is HostOf(n). `embedding` must be for
  // shape().
  Embedding Place(const Embedding& embedding) const;

  std::string ToString() const;  // "3x5"
  bool operator==(const Partition&) const = default;

 private:
  Partition(Graph host, std::vector<int> lengths, Coordinates base, Graph shape);
  Graph host_;
  std::vector<int> lengths_;
  Coordinates base_;
  Graph shape_;
};

// "2,1"
std::string CoordinatesText(const Coordinates& coordinates);

// Boxes of one host for several programs at the same time (docs/spec/partition.md, section 4).

// Whether every route between two nodes of the box stays in it, wherever the box is (PA1.5).
bool KeepsRoutes(const Partition& box);

// Whether two boxes of one host have a node in common.
bool Meet(const Partition& one, const Partition& other);

}  // namespace toroid
