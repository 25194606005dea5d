// Builds a program operation by operation, in any order of ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gen/workload/workload.h"

namespace toroid {

class WorkloadBuilder {
 public:
  explicit WorkloadBuilder(std::uint32_t ranks) : clocks_(ranks) {}

  // Adds an operation and returns its number, valid until Finish. `afters` were added before.
  std::uint32_t Add(const Operation& operation, std::span<const Event> afters);
  // Instead of those that it was added with.
  void SetAfter(std::uint32_t number, std::span<const Event> afters) {
    workload_.SetAfter(number, afters);
  }
  Operation& At(std::uint32_t number) { return workload_.operations[number]; }
  // A calculation of the rank that ends `cycle` cycles after its clock was started. None for cycle
  // 0 of a clock that started with the program.
  std::optional<Event> At(std::uint32_t rank, Cycle cycle);
  // From now on the rank's clock counts from the end of this operation.
  void StartClock(std::uint32_t rank, std::uint32_t operation);
  // The operations rank by rank, each rank's in the order in which they were added.
  // Throws Interrupted.
  Workload Finish(const Progress& progress = {}) &&;

 private:
  struct Clock {
    Cycle now = 0;
    std::optional<std::uint32_t> operation;  // the operation whose end started the clock
  };
  Workload workload_;
  std::vector<Clock> clocks_;  // by rank
};

}  // namespace toroid
