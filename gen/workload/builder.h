// Puts a program together, operation by operation, in any order of ranks.
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

  // The operation's number, until Finish. It comes after operations that were added before.
  std::uint32_t Add(Operation operation, std::span<const After> afters);
  // A calculation of the rank that ends `cycle` cycles after its clock was started; none for 0 of
  // a clock that started with the program.
  std::optional<After> At(std::uint32_t rank, Cycle cycle);
  // From now on the rank's clock counts from the end of this operation.
  void StartClock(std::uint32_t rank, std::uint32_t operation);
  // The operations rank by rank, each rank's in the order in which they were added.
  Workload Finish() &&;

 private:
  struct Clock {
    Cycle now = 0;
    std::optional<std::uint32_t> operation;  // that ends then
  };
  Workload workload_;
  std::vector<Clock> clocks_;  // by rank
};

}  // namespace toroid
