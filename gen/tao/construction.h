// A way to embed or contract: the steps, where each comes from, and what they cost together.
//
// The folder computes Tao's embeddings between tori and meshes of any lengths. walks: a path
// through every place of a mesh. step.h: what a construction is composed of, each with its inverse;
// one .cc for each kind. plan_*: the theorems, each giving its cheapest construction for a pair of
// shapes. split: the search for the factors they need. readings: axes of 2 and 4 taken for each
// other. construction: all of them tried, the cheapest kept. mapping: the construction carried out.
//
// Rules and corrections to the thesis: docs/spec/tao.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/result.h"
#include "gen/tao/step.h"
#include "gen/topology/graph.h"

namespace toroid::tao {

struct ConstructionStep {
  Step step;
  std::string source;         // "Tao 3.4.1(b)", or "tao.md O2.9" beyond the thesis
  std::string Text() const {  // "expand 6 to (2,3) by the ring walk"
    return std::visit([](const auto& s) { return s.Text(); }, step);
  }
};

struct Construction {
  std::vector<ConstructionStep> steps;
  // The longest guest edge on the host, as the theorems give it: never too small, and exact on
  // every pair that was tried but for forced walks (docs/spec/tao.md, section 5). None where a
  // forced walk is outside the theorems.
  std::optional<int> dilation;
  std::int64_t choices = 0;  // of factors that the search for it made, of all theorems
};

// Choices that a search for factors may make; a few seconds.
inline constexpr std::int64_t kUsualEffort = std::int64_t{1} << 24;

// The construction of least predicted dilation for the pair. Guests larger than the host are
// contracted first. `walk` forces one walk wherever there is a choice, and shapes are taken as they
// are then. Diagnostics name --embedding, --host or --walk: sizes that do not go together, pairs
// that no theorem covers (and what would), a walk where there is none to choose, a search that
// would take more than `effort` choices before it finds anything.
Result<Construction> Construct(const Graph& guest, const Graph& host, std::optional<Walk> walk = {},
                               std::int64_t effort = kUsualEffort);

}  // namespace toroid::tao
