// The step is the last process of a cycle: its port makes it sensitive to the monitor's event.
#include "sim/bench/network.h"

#include <utility>

namespace toroid {

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, std::unique_ptr<NetworkIf> inside)
    : sc_core::sc_module(name), inside_(std::move(inside)) {
  network(*inside_);
  SC_HAS_PROCESS(NetworkModule);
  SC_METHOD(Step);
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
