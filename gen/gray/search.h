// Finds dilation-two embeddings of small meshes by simulated annealing. It made the tables of
// direct.h; nothing else uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

struct SearchSettings {
  std::uint64_t seed = 1;
  std::int64_t steps = 1'000'000;  // per run
  // Energy of an edge of length 2; an edge of length 3 has this plus 16. It weighs the average
  // dilation against finding any embedding. With 0 a run ends at the first embedding.
  int weight = 0;
  // Temperatures, falling evenly over a run: a step that costs t/256 is taken with probability one
  // half.
  int hot = 800;
  int cold = 300;
  int congestion = 2;  // the most allowed
  int runs = 20;
};

// The first embedding into the smallest cube, in this order of runs, that has dilation at most two
// and, with the paths of ChoosePaths, at most the allowed congestion; nothing if all runs fail. It
// uses integers only, so the result is the same on every machine.
std::optional<CubeEmbedding> SearchDirect(const std::vector<int>& lengths,
                                          const SearchSettings& settings);

}  // namespace toroid::gray
