// How far a simulation is, for those who wait for it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/bench/testbench.h"

namespace toroid {

// How many cycles the engines run at a time; few of large networks, so that neither the time they
// take nor their events are many. After a jump over idle time fewer, as the network may be at rest
// again soon, then twice as many each time.
class Pace {
 public:
  explicit Pace(const Plan& plan);
  Cycle Next() { return std::exchange(next_, std::min(2 * next_, most_)); }
  void Restart() { next_ = std::min(kFirst, most_); }

 private:
  static constexpr Cycle kFirst = 16;

  Cycle most_;
  Cycle next_;
};

// "cycle 900, 123 messages delivered, 4 of 11 iterations done".
std::string HowFar(const Testbench& bench);

class RunStage {
 public:
  // The end is told by the operations of a file's program that have ended. Of other traffic by
  // `cycles`, which the run will take, if they are known; else by the iterations that are done, and
  // without iterations by the cycles in which packets are injected.
  RunStage(const Progress& progress, std::string what, const Testbench& bench,
           const TrafficRequest& traffic, std::optional<Cycle> cycles = std::nullopt);
  // After each block. Throws Interrupted.
  void Look();

 private:
  enum class Measure { kCycles, kIterations, kOperations };

  static Measure MeasureOf(const Traffic& traffic, std::optional<Cycle> cycles);
  std::uint64_t Done() const;

  const Testbench& bench_;
  Measure measure_;
  Stage stage_;
};

}  // namespace toroid
