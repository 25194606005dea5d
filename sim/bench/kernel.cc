// Kernels do not know of each other. Two of them work in one process because modules, ports and
// events ask for the current kernel when they are made, and use that one from then on.
#include "sim/bench/kernel.h"

#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

#include "sim/bench/clock.h"

// The SystemC library's own main calls this; this program has a main of its own.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace toroid {

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
  try {
    sc_core::sc_start(Clock::Period() * static_cast<double>(cycles));
  } catch (const sc_core::sc_report& report) {
    // SystemC turns an exception that leaves a process into a report with its text.
    if (std::string_view(report.get_msg()) == std::bad_alloc().what()) throw std::bad_alloc();
    throw;
  }
  Leave();
}

KernelShare::KernelShare(std::shared_ptr<Kernel> shared) : kernel_(std::move(shared)) {
  if (kernel_) {
    kernel_->Enter();
  } else {
    kernel_ = std::make_shared<Kernel>();
  }
}

}  // namespace toroid
