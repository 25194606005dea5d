// As much of a rank of astra-sim as main.cc calls; see AstraNetworkAPI.hh.
#pragma once

#include <string>
#include <vector>

#include "astra-sim/common/AstraNetworkAPI.hh"

// NOLINTBEGIN(readability-identifier-naming): names of astra-sim
namespace AstraSim {

class AstraRemoteMemoryAPI {
 public:
  virtual ~AstraRemoteMemoryAPI() = default;
};

class Workload {
 public:
  void fire();
};

class Sys {
 public:
  Sys(int id, std::string workload_configuration, std::string comm_group_configuration,
      std::string system_configuration, AstraRemoteMemoryAPI* remote_mem, AstraNetworkAPI* comm_NI,
      std::vector<int> physical_dims, std::vector<int> queues_per_dim, double injection_scale,
      double comm_scale, bool rendezvous_enabled);
  ~Sys();

  Workload* workload;
};

}  // namespace AstraSim
// NOLINTEND(readability-identifier-naming)
