// As much of astra-sim's logging as main.cc calls; see AstraNetworkAPI.hh.
#pragma once

#include <string>

// NOLINTBEGIN(readability-identifier-naming): names of astra-sim
namespace AstraSim {

class LoggerFactory {
 public:
  static void init(const std::string& log_conf_path, const std::string& log_path);
  static void shutdown();
};

}  // namespace AstraSim
// NOLINTEND(readability-identifier-naming)
