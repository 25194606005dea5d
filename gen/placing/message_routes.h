// The routes that messages take on a host, and the time that they take.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

namespace trees {
class NetworkTree;
}

// Dimension order, or other routes of the same host, over links that a flit crosses in `hop_cycles`
// cycles: one more than a link has stages. The host outlives this.
class MessageRoutes {
 public:
  using Others = std::function<std::vector<Hop>(NodeId from, NodeId to)>;

  // NOLINTNEXTLINE(google-explicit-constructor)
  MessageRoutes(const Graph& host, Others others = nullptr, Cycle hop_cycles = 1)
      : host_(&host), others_(std::move(others)), hop_cycles_(hop_cycles) {}
  MessageRoutes(const Graph&& host, Others others = nullptr, Cycle hop_cycles = 1) = delete;

  const Graph& host() const { return *host_; }
  bool AreDimensionOrder() const { return others_ == nullptr; }
  std::vector<Hop> Route(NodeId from, NodeId to) const {
    return AreDimensionOrder() ? host_->Route(from, to) : others_(from, to);
  }
  int Links(NodeId from, NodeId to) const {  // of the route
    return AreDimensionOrder() ? host_->Distance(from, to)
                               : static_cast<int>(others_(from, to).size());
  }
  Cycle hop_cycles() const { return hop_cycles_; }

  // The same, of a network that copies flits along this tree, and combines what comes up if an
  // operator takes `join_cycles`, 1 or more (docs/spec/in-network.md). The tree outlives this.
  MessageRoutes WithTree(const trees::NetworkTree& tree, Cycle join_cycles) const {
    MessageRoutes with = *this;
    with.tree_ = &tree;
    with.join_cycles_ = join_cycles;
    return with;
  }
  const trees::NetworkTree* tree() const { return tree_; }  // null: none
  Cycle join_cycles() const { return join_cycles_; }
  // From a flit's offer to the end of its last link crossing, if it never waits.
  Cycle CyclesOver(NodeId from, NodeId to) const { return Links(from, to) * hop_cycles_; }

 private:
  const Graph* host_;
  Others others_;
  Cycle hop_cycles_;
  const trees::NetworkTree* tree_ = nullptr;
  Cycle join_cycles_ = 0;
};

// The time of a message beyond its links: from inject to eject it takes its links, its flits minus
// one, and this. With a startup, everything that a message uses is busy that much longer, as if it
// had more flits (there is none on this project's routers).
struct Timing {
  // A single number is the router's.
  constexpr Timing(Cycle router = 0, Cycle start = 0) : interface(router), startup(start) {}
  Cycle Length(std::int64_t flits) const { return startup + flits; }

  Cycle interface;  // K
  Cycle startup;    // alpha
};

}  // namespace toroid
