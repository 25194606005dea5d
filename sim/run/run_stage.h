// Progress of a simulation.
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

// Number of cycles that the engines run at a time; few for large networks, so that neither time nor
// events are many. Fewer after a jump over idle time, as the network may soon be at rest again;
// then twice as many each time.
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
  // A file's program is measured by its ended operations. Other traffic is measured by `cycles`,
  // the length of the run, if known; else by completed iterations, and without iterations by the
  // cycles in which packets are injected.
  RunStage(const Progress& progress, std::string what, const Testbench& bench,
           const TrafficRequest& traffic, std::optional<Cycle> cycles = std::nullopt);
  // Call after each block. Throws Interrupted.
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
