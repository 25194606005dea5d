// A SystemC kernel of a testbench's own. SystemC has one kernel at a time, which every module,
// port and event that is made or destroyed belongs to, and which elaborates once. So each testbench
// has one, and makes it the current one while it is built, runs or is destroyed: model and hardware
// take turns, and a process may have any number of testbenches.
//
// The standard (IEEE 1666) has no name for this. The reference implementation has: a kernel is an
// sc_simcontext, and sc_curr_simcontext points to the current one.
#pragma once

#include <memory>
#include <systemc>

namespace toroid {

class Kernel {
 public:
  Kernel();  // and enters it
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // Makes it the current one, until Leave. Not nested.
  void Enter();
  void Leave();

 private:
  std::unique_ptr<sc_core::sc_simcontext> own_;
  sc_core::sc_simcontext* before_ = nullptr;  // current when it was entered
};

}  // namespace toroid
