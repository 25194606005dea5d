// Two limits: a short one for silence, the sign of a deadlock, and a long one for motion without
// progress, which counts of link crossings cannot tell from a busy network at once.
#include "sim/bench/watchdog.h"

namespace toroid {
namespace {

// Flits move on links towards their destinations, so some arrive soon unless all stop. Sixteen
// times the longest route plus the watchdog leaves room for any contention.
Cycle PatienceOf(const Graph& host, int link_stages, Cycle watchdog) {
  Cycle longest = 0;
  for (int a = 0; a < host.axes(); ++a)
    longest += host.Wraps(Axis{a}) ? host.length(Axis{a}) / 2 : host.length(Axis{a}) - 1;
  return 16 * ((link_stages + 1) * longest + watchdog);
}

}  // namespace

Watchdog::Watchdog(const Graph& host, int link_stages, Cycle cycles)
    : cycles_(cycles + 2 * link_stages), patience_(PatienceOf(host, link_stages, cycles)) {}

}  // namespace toroid
