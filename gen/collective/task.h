// The collective operations: docs/spec/collectives.md, section 1.
#pragma once

#include <cstdint>
#include <string_view>

#include "gen/placing/message_routes.h"
#include "gen/support/id.h"
#include "gen/support/words.h"

namespace toroid {

// Operations among all nodes of a host (CL1.2).
enum class Collective {
  kReduceScatter,
  kAllGather,
  kAllReduce,
  kBroadcast,
  kReduce,
  kGather,
  kScatterBlocks,
  kExchange,
};
template <>
inline constexpr std::string_view kWords<Collective> =
    "reduce-scatter|all-gather|all-reduce|broadcast|reduce|gather|scatter|complete-exchange";

// Whether one node has, or gets, the data of all.
constexpr bool HasRoot(Collective collective) {
  return collective == Collective::kBroadcast || collective == Collective::kReduce ||
         collective == Collective::kGather || collective == Collective::kScatterBlocks;
}
// Whether the flits of a task are those of a block.
constexpr bool IsOfBlocks(Collective collective) {
  return collective == Collective::kAllGather || collective == Collective::kGather ||
         collective == Collective::kScatterBlocks || collective == Collective::kExchange;
}

struct CollectiveTask {
  Collective kind = Collective::kAllReduce;
  // Flits of a process' vector for reduce-scatter, all-reduce, broadcast and reduce; of a block for
  // the others. At least 1.
  std::int64_t flits = 1;
  NodeId root = {};  // broadcast, reduce, gather, scatter
};

}  // namespace toroid
