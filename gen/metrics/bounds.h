// What no embedding can beat: lower bounds on the dilation from the shapes alone, and which of them
// an embedding meets.
#pragma once

#include <string>
#include <vector>

#include "gen/embedding/embedding.h"

namespace toroid {

struct Bound {
  enum class Of { kDilation, kAverageDistance };
  Of of = Of::kDilation;
  double least = 0;    // no embedding has less; of the average: none with constant distances
  std::string source;  // "Harper", "Tao Corollary 3.3.1"
};

// The best that is known of each kind, for guests of as many nodes as the host; rules M4.1 to M4.5
// of docs/spec/metrics.md. Both sizes must be equal.
std::vector<Bound> BoundsOf(const Graph& guest, const Graph& host);

}  // namespace toroid
