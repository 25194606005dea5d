// The collective operations: docs/spec/collectives.md, section 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gen/support/id.h"

namespace toroid {

// Among all nodes of a host (T1.2).
enum class Collective {
  kReduceScatter,
  kAllGather,
  kAllReduce,
  kBroadcast,
  kReduce,
  kGather,
  kScatter,
  kExchange,
};
std::string_view ToString(Collective collective);
std::optional<Collective> ParseCollective(std::string_view text);

// Whether one node has, or gets, the data of all.
constexpr bool HasRoot(Collective collective) {
  return collective == Collective::kBroadcast || collective == Collective::kReduce ||
         collective == Collective::kGather || collective == Collective::kScatter;
}
// Whether the flits of a task are those of a block.
constexpr bool IsOfBlocks(Collective collective) {
  return collective == Collective::kAllGather || collective == Collective::kGather ||
         collective == Collective::kScatter || collective == Collective::kExchange;
}

struct CollectiveTask {
  Collective kind = Collective::kAllReduce;
  // Of a process' vector for reduce-scatter, all-reduce, broadcast and reduce; of a block for the
  // others. At least 1.
  std::int64_t flits = 1;
  NodeId root = {};  // broadcast, reduce, gather, scatter
};

// What a message takes besides its links: from its inject to its eject it takes its links, its
// flits less one, and this. Where a message has a startup, all that it uses is busy for so much
// longer, as if it had so many flits more (no startup on this project's routers).
struct Timing {
  // A number alone is the router's.
  constexpr Timing(Cycle router = 0, Cycle start = 0) : interface(router), startup(start) {}
  Cycle Length(std::int64_t flits) const { return startup + flits; }

  Cycle interface;  // K
  Cycle startup;    // alpha
};

}  // namespace toroid
