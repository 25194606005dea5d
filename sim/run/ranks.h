// A simulation shared by several ranks: what they can run, the hardware of a rank's slab, the log
// of one process, and how they end together.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/slab.h"
#include "sim/bench/event_log.h"
#include "sim/hardware/hardware.h"
#include "sim/ranks/ranks.h"

namespace toroid {

// The request for `ranks` ranks: hardware is on lanes. What ranks do not support is refused before,
// by rules.
Result<SimulationRequest> RequestForRanks(const Plan& plan, SimulationRequest request, int ranks);

// Wraps a rank's watcher: watched work continues until the ranks have agreed to stop, whatever
// signals have reached this one.
class RankWatcher : public Watcher {
 public:
  // Null: no watcher.
  explicit RankWatcher(Watcher* watcher) : watcher_(watcher) {}

  // The signal that this rank has received; 0: none.
  int signal() const;
  // Stops for a signal that some rank has received.
  void Agree(int signal);

  // Watcher.
  const volatile std::sig_atomic_t& hurry() const override { return agreed_; }
  bool GoesOn(const Stage& stage) override;
  void Ended(const Stage& stage) override;
  void Note(const std::string& text) override;
  void StartPrinting() override;

 private:
  Watcher* watcher_;
  volatile std::sig_atomic_t agreed_ = 0;
};

// The hardware of a rank's slab, built once for all ranks. The first rank builds the library, and
// the others find it in the cache if they share it. If one of them fails or is interrupted, all
// are, with the same reason.
Result<Hardware> MakeHardwareOfRank(const Plan& plan, const RunOptions& options,
                                    const Progress& progress, Ranks& ranks, RankWatcher& watcher,
                                    const Slab& slab);

// Joins the logs of ranks into the log of one process. Buffered routers only. All ranks pass their
// logs of the same cycles.
EventLog JoinLogs(const Plan& plan, Ranks& ranks, const EventLog& own);

}  // namespace toroid
