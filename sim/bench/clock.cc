// A process that triggers itself, and an event for processes that start with the cycle. sc_clock
// would have two edges a period and a signal, which nothing here reads.
#include "sim/bench/clock.h"

namespace toroid {

Clock::Clock(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Clock);
  SC_METHOD(Rise);
}

// Without another trigger the clock never rises again, and the kernel returns at once.
void Clock::Rise() {
  if (stopped_) return;
  ++cycles_;
  edge_.notify();
  next_trigger(period_);
}

}  // namespace toroid
