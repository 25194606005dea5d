// The routes that messages take on a host.
#pragma once

#include <functional>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

// Dimension order, or other routes of the same host, which outlive this as the host does.
class MessageRoutes {
 public:
  using Others = std::function<std::vector<Hop>(NodeId from, NodeId to)>;

  MessageRoutes(const Graph& host) : host_(&host) {}  // NOLINT(google-explicit-constructor)
  MessageRoutes(const Graph& host, const Others& others) : host_(&host), others_(&others) {}

  const Graph& host() const { return *host_; }
  bool AreDimensionOrder() const { return others_ == nullptr; }
  std::vector<Hop> Route(NodeId from, NodeId to) const {
    return others_ == nullptr ? host_->Route(from, to) : (*others_)(from, to);
  }
  int Links(NodeId from, NodeId to) const {  // of the route
    return others_ == nullptr ? host_->Distance(from, to)
                              : static_cast<int>((*others_)(from, to).size());
  }

 private:
  const Graph* host_;
  const Others* others_ = nullptr;
};

}  // namespace toroid
