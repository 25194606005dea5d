// The programs and engines of a simulation, which the report reads when the engines have stopped.
#pragma once

#include <optional>
#include <vector>

#include "gen/embedding/partition.h"
#include "gen/plan/plan.h"
#include "sim/bench/testbench.h"
#include "sim/coverage/coverage.h"
#include "sim/run/compare.h"
#include "sim/run/engines.h"
#include "sim/run/run.h"
#include "sim/traffic/shared.h"

namespace toroid {

// A program that runs: alone, or in a box of the machine.
struct RunningProgram {
  const Plan& plan;
  const PreparedRun& run;
  const Partition* box = nullptr;
};

// An engine and the traffic of each program in it.
struct EngineTraffic {
  const EngineRun* engine = nullptr;      // null: it did not run
  const SharedTraffic* shared = nullptr;  // null with one program

  const Testbench& bench() const { return engine->bench(); }
  const Traffic& traffic(std::size_t program) const {
    return shared != nullptr ? shared->program(program) : bench().traffic();
  }
};

struct RunState {
  const Plan& plan;
  const std::vector<RunningProgram>& programs;
  EngineTraffic model = {}, hardware = {};
  std::optional<Difference> mismatch = {};
  const Coverage* coverage = nullptr;

  // Whether several programs share the machine.
  bool shares() const { return programs.front().box != nullptr; }
  bool compares() const { return model.engine != nullptr && hardware.engine != nullptr; }
  // The request of a machine's only program, or the shared settings of several.
  const SimulationRequest& request() const { return programs.front().run.request; }
  // The reported engine.
  const EngineTraffic& main() const { return hardware.engine != nullptr ? hardware : model; }

  // Cycles until the last program ends; none unless all are predicted.
  std::optional<Cycle> PredictedCycles() const;
  // Cycles until the engine was done, or until it stopped.
  Cycle CyclesIn(const EngineTraffic& engine) const;
  // Cycles until one of several programs was done, or until the engine stopped.
  Cycle CyclesIn(const EngineTraffic& engine, std::size_t program) const;
};

}  // namespace toroid
