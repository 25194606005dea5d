// How many paths of a node map cross each host node and link. The busiest of them limits a program
// in which all neighbours communicate at once. And the load of every link from given messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid {

struct Loads {
  // By host node: guest edges whose path crosses it without starting or ending there. One shortest
  // path for each edge, from its lower end.
  std::vector<std::uint32_t> node;
  // Most messages over one directed link, both messages of every guest edge on the real routes
  // (Graph::Route).
  std::uint64_t link_max = 0;
};

// Routes that are not those of dimension order.
struct OtherRoutes {
  std::function<std::vector<Hop>(NodeId from, NodeId to)> route;
  std::uint64_t links = 0;  // that there are, one direction each
};

// forward[guest node] = host node. Edges between guest nodes of one host node add no load.
Loads MeasureLoads(const Graph& guest, const Graph& host, std::span<const NodeId> forward,
                   const Progress& progress = {});
// The same on other routes, edge by edge.
Loads MeasureLoads(const Graph& guest, const Graph& host, std::span<const NodeId> forward,
                   const OtherRoutes& others);

// The load of every link of a host, from the messages that cross it.

// The load of one directed link.
struct LinkLoad {
  NodeId from;
  NodeId to;
  std::uint64_t load = 0;
  bool operator==(const LinkLoad&) const = default;
};

// Counts messages on their routes (Graph::Route). The time for a message does not depend on its
// distance.
class LinkLoads {
 public:
  // Larger hosts have too many links to list, and are not counted.
  static constexpr std::uint32_t kMostNodes = 1 << 16;

  // Requires a host of at most kMostNodes nodes. It must outlive this.
  explicit LinkLoads(const Graph& host);
  LinkLoads(const Graph& host, OtherRoutes routes);

  // A message that puts `weight` on each link of its route.
  void Add(NodeId from, NodeId to, std::uint64_t weight) {
    if (pairs_.empty()) return Note(notes_, from.value(), to.value(), weight);
    pairs_[from.index() * host_.size() + to.index()] += weight;
  }
  // The counts, to be added to those of another LinkLoads of this host.
  std::vector<std::uint64_t> Counts() const {
    return pairs_.empty() ? std::vector<std::uint64_t>(notes_.begin(), notes_.end()) : pairs_;
  }
  void AddCounts(const std::vector<std::uint64_t>& counts) {
    for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i] += counts[i];
    for (std::size_t i = 0; pairs_.empty() && i < notes_.size(); ++i)
      notes_[i] += static_cast<std::int64_t>(counts[i]);
  }
  // The links with a load, by sender, axis and direction.
  std::vector<LinkLoad> Loaded() const;
  // All links that the host has.
  std::uint64_t links() const;

 private:
  // For hosts up to this size, and with other routes, pairs of sender and receiver are counted, and
  // routed at the end.
  static constexpr std::uint32_t kMostCounted = 256;

  using Notes = std::vector<std::int64_t>;  // by Graph::LinkIndex
  void Note(Notes& notes, std::uint32_t from, std::uint32_t to, std::uint64_t weight) const;
  std::size_t At(std::uint32_t node, std::size_t axis, std::size_t direction) const {
    return (node * strides_.size() + axis) * 2 + direction;
  }

  std::vector<LinkLoad> LoadedByRoutes() const;

  const Graph& host_;
  std::optional<OtherRoutes> routes_;
  std::vector<std::uint32_t> strides_;  // index step of each axis
  std::vector<int> coordinates_;        // by node and axis
  std::vector<std::uint64_t> pairs_;    // by sender and receiver; empty if the host is larger
  Notes notes_;
};

}  // namespace toroid
