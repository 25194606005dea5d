// A signal reaches the ranks at different times. Each rank tells in every cycle whether it has
// received one, so all know in the same cycle. The others then send it to themselves and stop in
// the same way.
#include "sim/run/for_ranks.h"

#include <csignal>

namespace toroid {

Result<SimulationRequest> RequestForRanks(const Plan& plan, SimulationRequest request, int ranks) {
  if (static_cast<std::uint32_t>(ranks) > plan.host().size())
    return Diagnostic{"mpirun", std::to_string(ranks),
                      "are more processes than the network has nodes", "start fewer"};
  if (request.run.engine != Engine::kModel) request.run.rtl = RtlEngine::kLanes;
  return request;
}

int RankWatcher::signal() const { return watcher_ != nullptr ? watcher_->hurry() : 0; }

void RankWatcher::Agree(int signal) {
  if (signal == 0 || agreed_ != 0) return;
  if (this->signal() == 0) std::raise(signal);
  agreed_ = signal;
}

bool RankWatcher::GoesOn(const Stage& stage) {
  const bool goes_on = watcher_ == nullptr || watcher_->GoesOn(stage);
  return agreed_ == 0 || goes_on;
}

void RankWatcher::Ended(const Stage& stage) {
  if (watcher_ != nullptr) watcher_->Ended(stage);
}

void RankWatcher::Note(const std::string& text) {
  if (watcher_ != nullptr) watcher_->Note(text);
}

void RankWatcher::StartPrinting() {
  if (watcher_ != nullptr) watcher_->StartPrinting();
}

}  // namespace toroid
