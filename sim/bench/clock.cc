// A process that triggers itself, and an event for those who start with the cycle. sc_clock has two
// edges a period and a signal to show them, which nobody here looks at.
#include "sim/bench/clock.h"

namespace toroid {

Clock::Clock(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Clock);
  SC_METHOD(Rise);
}

// Without another trigger it never rises again, and whoever runs the kernel gets it back at once.
void Clock::Rise() {
  if (stopped_) return;
  ++cycles_;
  edge_.notify();
  next_trigger(period_);
}

}  // namespace toroid
