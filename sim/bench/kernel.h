// A SystemC kernel of a testbench's own. SystemC has one kernel at a time, which every module,
// port and event that is made or destroyed belongs to, and which elaborates once. So each testbench
// has one, and makes it the current one while it is built, runs or is destroyed: model and hardware
// take turns, and a process may have any number of testbenches.
//
// The standard (IEEE 1666) has no name for this. The reference implementation has: a kernel is an
// sc_simcontext, and sc_curr_simcontext points to the current one.
#pragma once

#include <cstdint>
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
  // So many clock cycles of all that is in it. Throws std::bad_alloc if one of its processes does.
  void Run(std::int64_t cycles);

 private:
  std::unique_ptr<sc_core::sc_simcontext> own_;
  sc_core::sc_simcontext* before_ = nullptr;  // current when it was entered
};

// A testbench's part in a kernel, which is its own or one that others share. It is entered when
// this is made, and must be when this goes.
class KernelShare {
 public:
  explicit KernelShare(std::shared_ptr<Kernel> shared);  // null: its own
  ~KernelShare() { kernel_->Leave(); }
  KernelShare(const KernelShare&) = delete;
  KernelShare& operator=(const KernelShare&) = delete;

  Kernel* operator->() const { return kernel_.get(); }

 private:
  std::shared_ptr<Kernel> kernel_;
};

}  // namespace toroid
