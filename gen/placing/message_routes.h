// The routes that messages take on a host, and the time that they take.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

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
  // From a flit's offer to the end of its last link crossing, if it never waits.
  Cycle CyclesOver(NodeId from, NodeId to) const { return Links(from, to) * hop_cycles_; }

 private:
  const Graph* host_;
  Others others_;
  Cycle hop_cycles_;
};

}  // namespace toroid
