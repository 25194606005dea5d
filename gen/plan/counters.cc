#include "gen/plan/counters.h"

namespace toroid {

int CounterSelectBits(const Plan& plan) {
  return BitsFor(static_cast<std::uint32_t>(4 * plan.link_ports().size()));
}

}  // namespace toroid
