// Freedom from deadlock with the endpoints: what messages hold and wait for, in the network and in
// the nodes that answer them. Definitions: docs/spec/flows.md, FL3.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"

namespace toroid {

// What a message may hold while it waits.
struct Resource {
  enum class Kind : std::uint8_t { kInjector, kChannel, kEjector, kSink };

  Kind kind = Kind::kSink;
  NodeId node;       // of a channel: the node that sends
  int port = 0;      // of an injector or ejector; of a channel the link port
  int channel = 0;   // of a channel
  NodeId to = node;  // of a channel: the node that receives
  auto operator<=>(const Resource&) const = default;
};

// Some message that holds `held` may wait for `wanted`.
struct Wait {
  Resource held;
  Resource wanted;
  std::uint32_t message = 0;  // a send of the flows
  auto operator<=>(const Wait&) const = default;
};

class FlowGraph {
 public:
  // Requires flows of a table. Throws Interrupted.
  FlowGraph(const Plan& plan, const Workload& flows, const Progress& progress = {});

  std::uint64_t resources() const { return resources_.size(); }
  std::uint64_t dependencies() const { return dependencies_; }
  // No waits close a circle, so no run hangs.
  bool IsFree() const { return circular_.empty(); }
  // Each waits for the next, and the last for the first: one of the circles of waits that may be
  // used. Nothing if there is none.
  using MayUse = std::function<bool(const Wait&)>;
  std::vector<Wait> ShortCircle(const MayUse& may_use) const;
  // One of the circles, by the seed. Requires that some is left.
  std::vector<Wait> RandomCircle(std::uint64_t seed) const;

 private:
  void FindCircular();

  std::vector<Resource> resources_;  // ascending
  std::vector<Wait> waits_;          // ascending
  std::vector<Wait> circular_;       // of these, the ones in some circle
  std::uint64_t dependencies_ = 0;   // pairs of resources
};

// "sink of (1) (holds ask) -> injector of (1) (holds answer) -> ... -> sink of (1)"
std::string CircleText(const Plan& plan, const Workload& flows, const std::vector<Wait>& circle);
// "link (1) to (2) in channel 0"
std::string ResourceText(const Plan& plan, const Resource& resource);

}  // namespace toroid
