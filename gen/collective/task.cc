#include "gen/collective/task.h"

namespace toroid {

std::string_view ToString(Collective collective) {
  switch (collective) {
    case Collective::kReduceScatter: return "reduce-scatter";
    case Collective::kAllGather: return "all-gather";
    case Collective::kAllReduce: return "all-reduce";
    case Collective::kBroadcast: return "broadcast";
    case Collective::kReduce: return "reduce";
    case Collective::kGather: return "gather";
    case Collective::kScatterBlocks: return "scatter";
    case Collective::kExchange: return "complete-exchange";
  }
  return "";
}

std::optional<Collective> ParseCollective(std::string_view text) {
  for (const Collective collective :
       {Collective::kReduceScatter, Collective::kAllGather, Collective::kAllReduce,
        Collective::kBroadcast, Collective::kReduce, Collective::kGather,
        Collective::kScatterBlocks, Collective::kExchange}) {
    if (text == ToString(collective)) return collective;
  }
  return std::nullopt;
}

}  // namespace toroid
