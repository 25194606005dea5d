// How far a simulation is, for those who wait for it.
#pragma once

#include <optional>
#include <string>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/bench/testbench.h"

namespace toroid {

// Cycles that an engine runs at a time; few of large networks, so that neither the time they take
// nor their events are many.
Cycle BlockOf(const Plan& plan);

// "cycle 900, 123 messages delivered, 4 of 11 iterations done".
std::string HowFar(const Testbench& bench);

class RunStage {
 public:
  // `cycles`: that the run will take, if they are known. If not, its end is told by the
  // iterations that are done, and without iterations by the cycles in which packets are injected.
  RunStage(const Progress& progress, std::string what, const Testbench& bench,
           const TrafficRequest& traffic, std::optional<Cycle> cycles = std::nullopt);
  // After each block. Throws Interrupted.
  void Look();

 private:
  enum class Measure { kCycles, kIterations };

  const Testbench& bench_;
  Measure measure_;
  Stage stage_;
};

}  // namespace toroid
