// Kernels do not know of each other. Two of them work in one process because modules, ports and
// events ask for the current kernel when they are made, and use that one from then on.
#include "sim/bench/kernel.h"

#include <cstdlib>
#include <utility>

// The SystemC library's own main calls this; this program has a main of its own.
[[gnu::visibility("default")]] int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace toroid {

std::exception_ptr Kernel::thrown;

Kernel::Kernel() {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  own_ = std::make_unique<sc_core::sc_simcontext>();
  Enter();
}

// The destructor needs this kernel to be the current one.
Kernel::~Kernel() {
  if (sc_core::sc_curr_simcontext != own_.get()) Enter();
  own_.reset();
  Leave();
}

void Kernel::Enter() { before_ = std::exchange(sc_core::sc_curr_simcontext, own_.get()); }

void Kernel::Leave() { sc_core::sc_curr_simcontext = before_; }

void Kernel::Run(std::int64_t cycles) {
  Enter();
  thrown = nullptr;  // of a run that SystemC itself ended
  sc_core::sc_start(Clock::Period() * static_cast<double>(cycles));
  if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  Leave();
}

KernelShare::KernelShare(std::shared_ptr<Kernel> shared) : kernel_(std::move(shared)) {
  if (kernel_) {
    kernel_->Enter();
  } else {
    kernel_ = std::make_shared<Kernel>();
  }
}

// A process that triggers itself, and an event for processes that start with the cycle. sc_clock
// would have two edges a period and a signal, which nothing here reads.
Clock::Clock(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Clock);
  SC_METHOD(Process);
}

// Without another trigger the clock never rises again, and the kernel returns at once.
void Clock::Rise() {
  if (stopped_) return;
  ++cycles_;
  edge_.notify();
  next_trigger(period_);
}

// The step is the last process of a cycle: its port makes it sensitive to the monitor's event.
NetworkModule::NetworkModule(const sc_core::sc_module_name& name, std::unique_ptr<NetworkIf> inside)
    : sc_core::sc_module(name), inside_(std::move(inside)) {
  network(*inside_);
  SC_HAS_PROCESS(NetworkModule);
  SC_METHOD(Process);
  sensitive << monitor;
  dont_initialize();
}

void NetworkModule::Step() {
  if (inside_->GoesInStep()) {
    waited_ = !waited_;
    if (waited_) return next_trigger(sc_core::SC_ZERO_TIME);
  }
  monitor->Crossed(inside_->Step(monitor->Log()));
}

}  // namespace toroid
