#include "gen/plan/counters.h"

namespace toroid {

int CounterSelectBits(const Plan& plan) {
  return BitsFor(static_cast<std::uint32_t>(4 * plan.link_ports().size()));
}

Diagnostics CounterDiagnostics(const HardwareOptions& options) {
  if (!options.counters || options.router == RouterKind::kBuffered) return {};
  return {
      {"--counters", "", "in a scheduled router no flit waits", "it goes with --router buffered"}};
}

}  // namespace toroid
