// From the options of `simulate` to traffic that model and hardware can each run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"
#include "gen/support/progress.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// What will be run; makes as many equal traffics as are asked for.
class Stimulus {
 public:
  // Diagnostics name --traffic, --task, --schedule or --time-limit.
  static Result<Stimulus> Create(const Plan& plan, const SimulateOptions& options,
                                 const Progress& progress = {});

  // With `units`, for scheduled traffic only, messages are sent when the hardware's schedule units
  // say so.
  std::unique_ptr<Traffic> Make(const Plan& plan,
                                std::unique_ptr<ScheduleUnits> units = nullptr) const;
  bool scheduled() const { return iterations_ != nullptr; }
  const std::vector<PlannedIteration>& planned() const { return *iterations_; }
  bool claims_conflict_free() const;
  bool sends_sets() const { return SendsSets(options_.traffic); }

 private:
  Stimulus() = default;
  SimulateOptions options_;
  std::shared_ptr<const std::vector<PlannedIteration>> iterations_;
};

}  // namespace toroid
