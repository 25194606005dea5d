// The routes that messages take on a host.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

// Dimension order, or other routes of the same host. The host outlives this.
class MessageRoutes {
 public:
  using Others = std::function<std::vector<Hop>(NodeId from, NodeId to)>;

  // NOLINTNEXTLINE(google-explicit-constructor)
  MessageRoutes(const Graph& host, Others others = nullptr)
      : host_(&host), others_(std::move(others)) {}
  MessageRoutes(const Graph&& host, Others others = nullptr) = delete;

  const Graph& host() const { return *host_; }
  bool AreDimensionOrder() const { return others_ == nullptr; }
  std::vector<Hop> Route(NodeId from, NodeId to) const {
    return AreDimensionOrder() ? host_->Route(from, to) : others_(from, to);
  }
  int Links(NodeId from, NodeId to) const {  // of the route
    return AreDimensionOrder() ? host_->Distance(from, to)
                               : static_cast<int>(others_(from, to).size());
  }

 private:
  const Graph* host_;
  Others others_;
};

}  // namespace toroid
