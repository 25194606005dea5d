// A SystemC kernel for one testbench. SystemC has one current kernel, to which every module, port
// and event belongs that is made or destroyed, and which elaborates once. So each testbench has its
// own and makes it current while it is built, runs or is destroyed: model and hardware take turns,
// and a process may have any number of testbenches.
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
  Kernel();  // also enters it
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // Makes it the current kernel, until Leave. Calls do not nest.
  void Enter();
  void Leave();
  // Runs this number of clock cycles. Throws std::bad_alloc if one of its processes does.
  void Run(std::int64_t cycles);

 private:
  std::unique_ptr<sc_core::sc_simcontext> own_;
  sc_core::sc_simcontext* before_ = nullptr;  // current when it was entered
};

// A testbench's share of a kernel, which it owns or shares with others. The kernel is entered at
// construction and must be entered at destruction.
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
