// The SystemC side of a simulation: a clock, and a testbench module that runs one session cycle at
// each rising edge. SystemC elaborates once, so a process has one testbench.
#pragma once

#include <memory>

#include "sim/bench/session.h"

namespace toroid {

class Testbench {
 public:
  // `session` drives the hardware; it must live as long as the testbench.
  explicit Testbench(Session& session);
  ~Testbench();
  Testbench(const Testbench&) = delete;
  Testbench& operator=(const Testbench&) = delete;

  // Runs at most `cycles` clock cycles, fewer if the session is done or stuck. With a log, all that
  // happens is appended.
  void Run(Cycle cycles, EventLog* log);

 private:
  struct Modules;
  std::unique_ptr<Modules> modules_;
};

}  // namespace toroid
