// The memory that main.cc gives to the ranks of astra-sim; see AstraNetworkAPI.hh.
#pragma once

#include <string>

#include "astra-sim/system/Sys.hh"

namespace Analytical {

class AnalyticalRemoteMemory : public AstraSim::AstraRemoteMemoryAPI {
 public:
  explicit AnalyticalRemoteMemory(std::string memory_configuration) noexcept;
};

}  // namespace Analytical
