// In the place of astra-sim: ranks that each send a message to the next one. The name of the
// workload says what else happens.
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "astra-sim/common/Logging.hh"
#include "astra-sim/system/Sys.hh"
#include "remote_memory_backend/analytical/AnalyticalRemoteMemory.hh"

namespace AstraSim {
namespace {

class NextRank : public Workload {
 public:
  NextRank(std::string name, AstraNetworkAPI& network, int ranks)
      : name_(std::move(name)), network_(network), ranks_(ranks) {}

  void Fire() {
    const int rank = network_.sim_comm_get_rank();
    const auto nothing = [](void*) {};
    network_.sim_send(nullptr, 640, 0, (rank + 1) % ranks_, 1, nullptr, nothing, nullptr);
    network_.sim_recv(nullptr, 640, 0, (rank + ranks_ - 1) % ranks_, 1, nullptr, Received, this);
    if (name_ == "lacks-a-send" && rank == 0)
      network_.sim_recv(nullptr, 640, 0, 1, 2, nullptr, nothing, nullptr);
  }

 private:
  static void Received(void* argument) {
    NextRank& workload = *static_cast<NextRank*>(argument);
    if (workload.name_ == "throws") throw std::runtime_error("of astra-sim");
    if (workload.name_ != "does-not-finish" || workload.network_.sim_comm_get_rank() != 3)
      workload.network_.sim_notify_finished();
  }

  std::string name_;
  AstraNetworkAPI& network_;
  int ranks_;
};

}  // namespace

void Workload::fire() { static_cast<NextRank*>(this)->Fire(); }

Sys::Sys(int /*id*/, std::string workload_configuration, std::string /*comm_group*/,
         std::string /*system_configuration*/, AstraRemoteMemoryAPI* /*remote_mem*/,
         AstraNetworkAPI* comm_NI, std::vector<int> physical_dims, std::vector<int> queues_per_dim,
         double /*injection_scale*/, double /*comm_scale*/, bool /*rendezvous_enabled*/) {
  int ranks = 1;
  for (const int count : physical_dims) ranks *= count;
  if (queues_per_dim.size() != physical_dims.size()) std::abort();
  workload = new NextRank(std::move(workload_configuration), *comm_NI, ranks);
}
Sys::~Sys() { delete static_cast<NextRank*>(workload); }

void LoggerFactory::init(const std::string& /*log_conf_path*/, const std::string& /*log_path*/) {}
void LoggerFactory::shutdown() {}

}  // namespace AstraSim

Analytical::AnalyticalRemoteMemory::AnalyticalRemoteMemory(std::string /*configuration*/) noexcept {
}
