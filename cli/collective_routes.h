// The routes of a collective operation that a command is about, with the network's tree if it has
// one.
#pragma once

#include <optional>

#include "gen/command_line/spec.h"
#include "gen/placing/message_routes.h"
#include "gen/plan/routes.h"
#include "gen/trees/network_tree.h"

namespace toroid {

class CollectiveRoutes {
 public:
  // The specification outlives this.
  explicit CollectiveRoutes(const Spec& spec)
      : routes_(
            MessageRoutesBy(spec.hardware.routes, *spec.host, spec.hardware.links.hop_cycles())) {
    if (!spec.hardware.in_network) return;
    tree_.emplace(spec.degraded.value_or(degraded::DegradedHost(*spec.host)),
                  NodeId{static_cast<std::uint32_t>(spec.hardware.root)});
    const bool joins = spec.hardware.in_network == InNetwork::kReduction;
    routes_ = routes_.WithTree(*tree_, joins ? spec.hardware.join.latency() : 0);
  }
  CollectiveRoutes(const CollectiveRoutes&) = delete;
  CollectiveRoutes& operator=(const CollectiveRoutes&) = delete;

  const MessageRoutes& get() const { return routes_; }

 private:
  std::optional<trees::NetworkTree> tree_;
  MessageRoutes routes_;
};

}  // namespace toroid
