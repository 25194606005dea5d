// The network's place in the testbench. Hardware or model is reached through the export and steps
// once a cycle.
#pragma once

#include <memory>

#include "sim/bench/interfaces.h"

namespace toroid {

class NetworkModule : public sc_core::sc_module {
 public:
  NetworkModule(const sc_core::sc_module_name& name, std::unique_ptr<NetworkIf> inside);

  sc_core::sc_export<NetworkIf> network{"network"};
  sc_core::sc_port<MonitorIf> monitor{"monitor"};

  const NetworkIf& inside() const { return *inside_; }
  void Skip(Cycle cycles) { inside_->Skip(cycles); }

 private:
  void Step();

  std::unique_ptr<NetworkIf> inside_;
  bool waited_ = false;  // for the other networks, in this cycle
};

}  // namespace toroid
