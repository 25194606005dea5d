// Turns a request into traffic for model and hardware.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gen/collective/methods.h"
#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"
#include "sim/algorithm/serial.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// A collective program and its forecast.
struct PlannedCollective {
  std::shared_ptr<const CollectiveProgram> program;
  ProgramForecast forecast;
  std::vector<MethodForecast> tried = {};  // by `auto`
};

// What processes of collective operations have. Requires an operator that toroid knows.
Operands OperandsOf(const Plan& plan, std::uint64_t seed);

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
  // What it sends, part by part; none for patterns.
  const std::vector<Section>& sections() const { return *sections_; }
  std::uint64_t messages() const;  // of all of it
  // Whether its messages come from schedules.
  bool scheduled() const { return IsScheduled(traffic_); }
  // Null unless the traffic comes from a file.
  const Workload* workload() const { return workload_.get(); }
  // Null unless host nodes run a collective program.
  const PlannedCollective* collective() const { return collective_ ? &*collective_ : nullptr; }
  // Whether its messages begin in predetermined cycles.
  bool keeps_cycles() const;
  bool claims_conflict_free() const;

 private:
  Stimulus(const TrafficRequest& traffic, std::uint64_t seed) : traffic_(traffic), seed_(seed) {}

  TrafficRequest traffic_;
  std::uint64_t seed_;
  Sections sections_ = std::make_shared<const std::vector<Section>>();
  std::optional<PlannedCollective> collective_;  // the only section
  std::shared_ptr<const Workload> workload_;     // the only section
};

}  // namespace toroid
