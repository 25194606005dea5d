// Communication pipelining (CALMANT 2.4): each vector is cut into q packets, and iteration t
// computes and sends packet t - k of cube dimension k for every k that has one. So the cube
// dimensions in use grow to min(d, q), stay, and shrink again. Example, d = 3, q = 2: <0,1>; <0,2>,
// <1,2>; <2,1>.
#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/schedule/schedule.h"

namespace toroid {

std::string_view ToString(Phase phase) {
  switch (phase) {
    case Phase::kPrologue: return "prologue";
    case Phase::kKernel: return "kernel";
    case Phase::kEpilogue: return "epilogue";
    case Phase::kTask: return "task";
    case Phase::kRound: return "round";
  }
  return "";
}

// In iteration t packet p is in cube dimension t - p, so the dimensions in use are the existing
// ones from t - q + 1 to t. Example: d = 3, q = 2 gives <0,1> <0,2> <1,2> <2,1>.
std::vector<Iteration> PipelinedIterations(int d, int q) {
  assert(d >= 1 && q >= 1);
  const int ramp = std::min(d, q) - 1;  // iterations of the prologue, and of the epilogue
  std::vector<Iteration> iterations;
  for (int t = 0; t < d + q - 1; ++t) {
    // one after the last cube dimension without a packet
    const int lowest = std::max(0, t - q + 1);
    const int highest = std::min(d - 1, t);
    const Phase phase = t < ramp               ? Phase::kPrologue
                        : t < d + q - 1 - ramp ? Phase::kKernel
                                               : Phase::kEpilogue;
    iterations.push_back(
        {.phase = phase, .task = {.first = lowest, .count = highest - lowest + 1}});
  }
  return iterations;
}

// A kernel deeper than d is a longer kernel of q = d: all its iterations are <0,d>.
std::vector<RepeatedIteration> FoldedIterations(int d, int q) {
  const std::int64_t more = std::max(q - d, 0);
  std::vector<RepeatedIteration> folded;
  for (const Iteration& iteration : PipelinedIterations(d, std::min(d, q))) {
    const bool repeats = q > d && iteration.phase == Phase::kKernel;
    folded.push_back({iteration, repeats ? 1 + more : 1});
  }
  return folded;
}

int PacketFlits(int elements, int q) {
  assert(elements >= 1 && q >= 1);
  return (elements - 1) / q + 1;
}

// The largest divisor up to q and the smallest from q on; both are q if it divides n.
std::pair<int, int> NearestDivisors(int n, int q) {
  assert(n >= 1 && q >= 1);
  std::pair<int, int> nearest{1, n};
  const auto consider = [&](int divisor) {
    if (divisor <= q) nearest.first = std::max(nearest.first, divisor);
    if (divisor >= q) nearest.second = std::min(nearest.second, divisor);
  };
  for (int small = 1; small <= n / small; ++small) {
    if (n % small != 0) continue;
    consider(small);
    consider(n / small);
  }
  return nearest;
}

}  // namespace toroid
