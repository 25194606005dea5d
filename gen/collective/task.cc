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
    case Collective::kScatter: return "scatter";
    case Collective::kExchange: return "complete-exchange";
  }
  return "";
}

}  // namespace toroid
