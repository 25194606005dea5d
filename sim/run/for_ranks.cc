// A signal reaches the ranks at different times. Each rank tells in every cycle whether it has
// received one, so all know in the same cycle. The others then send it to themselves and stop in
// the same way.
#include "sim/run/for_ranks.h"

#include <csignal>

namespace toroid {

Result<SimulationRequest> RequestForRanks(const Plan& plan, SimulationRequest request, int ranks) {
  Diagnostics found;
  const auto refuse = [&](const char* option, std::string_view value, const char* what,
                          const char* allowed) {
    found.push_back({option, std::string(value), what, allowed});
  };
  RunOptions& run = request.run;
  if (static_cast<std::uint32_t>(ranks) > plan.host().size())
    refuse("mpirun", std::to_string(ranks), "are more processes than the network has nodes",
           "start fewer");
  if (FamilyOf(request.traffic) != Family::kPattern)
    refuse("--traffic", NameOf(request.traffic), "is not shared among processes of mpirun",
           "take a pattern, or start toroid without mpirun");
  const char* without = "leave it out, or start toroid without mpirun";
  if (plan.hardware().router != RouterKind::kBuffered)
    refuse("--router", "scheduled", "is not shared among processes of mpirun", without);
  if (plan.hardware().relay)
    refuse("--relay", "", "is not shared among processes of mpirun", without);
  if (plan.hardware().links.counters)
    refuse("--counters", "", "is not shared among processes of mpirun", without);
  if (plan.hardware().translation)
    refuse("--translation", ToString(*plan.hardware().translation),
           "is not shared among processes of mpirun", without);
  if (!run.coverage.empty())
    refuse("--coverage", run.coverage, "is not kept by processes of mpirun", without);
  if (!run.export_file.empty())
    refuse("--export", run.export_file, "is not written by processes of mpirun", without);
  if (!run.wave.empty())
    refuse("--wave", run.wave, "is not written by processes of mpirun", without);
  if (!run.moved_from.empty()) refuse("--moved-from", "", "does not go with mpirun", without);
  const bool hardware = run.engine != Engine::kModel;
  if (hardware && (run.rtl == RtlEngine::kNodes || run.rtl == RtlEngine::kFlat))
    refuse("--rtl", ToString(run.rtl), "is not shared among processes of mpirun",
           "take lanes or auto");
  if (!found.empty()) return found;
  if (hardware) run.rtl = RtlEngine::kLanes;
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
