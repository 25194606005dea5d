// A simulation that several ranks share: what they can run, and how they end together.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// The request as so many ranks run it: on lanes, unless another engine was asked for. Diagnostics
// name each option that does not go with ranks.
Result<SimulationRequest> RequestForRanks(const Plan& plan, SimulationRequest request, int ranks);

// Stands before a rank's watcher: what is watched goes on until the ranks have agreed to stop,
// whatever signals have come to this one.
class RankWatcher : public Watcher {
 public:
  // Null: nobody watches.
  explicit RankWatcher(Watcher* watcher) : watcher_(watcher) {}

  // The signal that has come to this rank; 0: none has.
  int signal() const;
  // The ranks stop for a signal that has come to one of them.
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

}  // namespace toroid
