// The collective operations: docs/spec/collectives.md, section 1.
#pragma once

#include <cstdint>
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

struct CollectiveTask {
  Collective kind = Collective::kAllReduce;
  // Of a process' vector for reduce-scatter, all-reduce, broadcast and reduce; of a block for the
  // others. At least 1.
  std::int64_t flits = 1;
  NodeId root = {};  // broadcast, reduce, gather, scatter
};

}  // namespace toroid
