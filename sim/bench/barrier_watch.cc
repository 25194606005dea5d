#include "sim/bench/barrier_watch.h"

#include <fmt/core.h>

#include "gen/support/bitmap.h"

namespace toroid {

void BarrierWatch::See(std::span<const std::uint64_t> released) {
  for (std::uint32_t n = 0; n < plan_.host().size() && wrong_.empty(); ++n) {
    const bool is = Holds(released, n);
    if (is == expected_) continue;
    wrong_ = fmt::format("node {}: {} by the barrier in cycle {}, {}",
                         plan_.host().NodeText(NodeId{n}), is ? "released" : "not released", now_,
                         is ? "though no barrier ends then" : "when all nodes must be");
  }
  expected_ = false;
  ++now_;
}

std::vector<std::string> BarrierWatch::Violations() const {
  if (wrong_.empty()) return {};
  return {wrong_};
}

}  // namespace toroid
