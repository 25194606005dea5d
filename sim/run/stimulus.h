// Turns a request into traffic for model and hardware.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// The stimulus of a run; makes any number of equal traffics.
class Stimulus {
 public:
  // Diagnostics name --traffic, --task, --schedule, --time-limit or --trace, or lines of a file.
  static Result<Stimulus> Create(const Plan& plan, const SimulationRequest& request,
                                 const Progress& progress = {});

  // With `units`, for scheduled traffic only, the hardware's schedule units decide when messages
  // are sent. With a slab, for patterns only, makes the traffic of its nodes.
  std::unique_ptr<Traffic> Make(const Plan& plan, std::unique_ptr<ScheduleUnits> units = nullptr,
                                const Slab* slab = nullptr) const;
  bool scheduled() const { return iterations_ != nullptr; }
  const std::vector<PlannedIteration>& planned() const { return *iterations_; }
  // Null unless the traffic comes from a file.
  const PlannedWorkload* workload() const { return workload_ ? &*workload_ : nullptr; }
  // Null unless host nodes run a collective program.
  const PlannedProgram* program() const { return program_ ? &*program_ : nullptr; }
  // Whether its messages begin in predetermined cycles.
  bool keeps_cycles() const;
  bool claims_conflict_free() const;

 private:
  Stimulus(const TrafficRequest& traffic, std::uint64_t seed) : traffic_(traffic), seed_(seed) {}

  TrafficRequest traffic_;
  std::uint64_t seed_;
  std::shared_ptr<const std::vector<PlannedIteration>> iterations_;
  std::optional<PlannedProgram> program_;
  std::optional<PlannedWorkload> workload_;
};

}  // namespace toroid
