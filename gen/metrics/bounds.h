// Lower bounds on the dilation of any embedding, from the shapes alone, and which of them an
// embedding meets.
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

// The best known bound of each kind for one-to-one embeddings; rules M4.1 to M4.6 of
// docs/spec/metrics.md. The guest must not be larger than the host.
std::vector<Bound> BoundsOf(const Graph& guest, const Graph& host);

}  // namespace toroid
