// Begins the cycles of a testbench. A cycle of the hardware is one call, so there is no waveform to
// draw: a period is one event.
#pragma once

#include "sim/bench/interfaces.h"

namespace toroid {

class Clock : public sc_core::sc_module, public ClockIf {
 public:
  explicit Clock(const sc_core::sc_module_name& name);

  Cycle now() const override { return cycles_ - 1; }
  void Stop() override { stopped_ = true; }
  // Skips this number of cycles without an edge, between two runs of the kernel.
  void Skip(Cycle cycles) { cycles_ += cycles; }
  const sc_core::sc_event& default_event() const override { return edge_; }

  static sc_core::sc_time Period() { return {10, sc_core::SC_NS}; }
  Cycle cycles() const { return cycles_; }  // cycles begun so far

 private:
  void Rise();

  sc_core::sc_event edge_{"edge"};
  sc_core::sc_time period_ = Period();
  Cycle cycles_ = 0;
  bool stopped_ = false;
};

}  // namespace toroid
