// The SystemC side of a testbench: its kernel, its clock, and the network's place in it.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <systemc>

#include "sim/bench/interfaces.h"

namespace toroid {

// A SystemC kernel for one testbench. SystemC has one current kernel, to which every module, port
// and event belongs that is made or destroyed, and which elaborates once. So each testbench has its
// own and makes it current while it is built, runs or is destroyed: model and hardware take turns,
// and a process may have any number of testbenches.
//
// The standard (IEEE 1666) has no name for this. The reference implementation has: a kernel is an
// sc_simcontext, and sc_curr_simcontext points to the current one.
class Kernel {
 public:
  Kernel();  // also enters it
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // Makes it the current kernel, until Leave. Calls do not nest.
  void Enter();
  void Leave();
  // Runs this number of clock cycles. Throws what one of its processes threw.
  void Run(std::int64_t cycles);

  // Does the work of a process. After an exception, SystemC would hold that process for the running
  // one, and so write to freed memory when its kernel is destroyed. So the exception is kept for
  // Run, and until then no process does anything more.
  template <class Work>
  static void InProcess(Work work) noexcept {
    if (thrown) return;
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }

 private:
  static std::exception_ptr thrown;  // by a process of the kernel that runs

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

// Begins the cycles of a testbench. A cycle of the hardware is one call, so there is no waveform to
// draw: a period is one event.
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
  void Process() {
    Kernel::InProcess([this] { Rise(); });
  }
  void Rise();

  sc_core::sc_event edge_{"edge"};
  sc_core::sc_time period_ = Period();
  Cycle cycles_ = 0;
  bool stopped_ = false;
};

// The network's place in the testbench. Hardware or model is reached through the export and steps
// once a cycle.
class NetworkModule : public sc_core::sc_module {
 public:
  NetworkModule(const sc_core::sc_module_name& name, std::unique_ptr<NetworkIf> inside);

  sc_core::sc_export<NetworkIf> network{"network"};
  sc_core::sc_port<MonitorIf> monitor{"monitor"};

  const NetworkIf& inside() const { return *inside_; }
  void Skip(Cycle cycles) { inside_->Skip(cycles); }

 private:
  void Process() {
    Kernel::InProcess([this] { Step(); });
  }
  void Step();

  std::unique_ptr<NetworkIf> inside_;
  bool waited_ = false;  // for the other networks, in this cycle
};

}  // namespace toroid
