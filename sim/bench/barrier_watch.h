// Checks that the hardware's barrier releases all nodes in the expected cycle (docs/spec/barrier.md
// BA3.4).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

class BarrierWatch {
 public:
  // `plan` must outlive it.
  explicit BarrierWatch(const Plan& plan) : plan_(plan) {}

  // The barrier ends in this cycle.
  void Expect() { expected_ = true; }
  // Call once a cycle, before its end. `released` is a bitmap of the released nodes.
  void See(std::span<const std::uint64_t> released);
  // The first node that was released in a wrong cycle, or was not released.
  std::vector<std::string> Violations() const;

 private:
  const Plan& plan_;
  Cycle now_ = 0;
  bool expected_ = false;
  std::string wrong_;
};

}  // namespace toroid
