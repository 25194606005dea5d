// Whether the nodes of the hardware are released by their barrier when all of them should be
// (docs/spec/barrier.md BA3.4).
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
  // Once a cycle, before its end: a bitmap of the nodes that are released.
  void See(std::span<const std::uint64_t> released);
  // The first node that was not as it should be.
  std::vector<std::string> Violations() const;

 private:
  const Plan& plan_;
  Cycle now_ = 0;
  bool expected_ = false;
  std::string wrong_;
};

}  // namespace toroid
