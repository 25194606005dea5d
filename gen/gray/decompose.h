// Code for all kinds of plans: decomposes a mesh into factors, and embeds it from them.
#pragma once

#include <optional>
#include <vector>

#include "gen/gray/plan.h"
#include "gen/gray/solver.h"

namespace toroid::gray {

inline constexpr int kMostDimensions = 24;
inline constexpr const char* kChoosing = "choosing a decomposition";  // a Stage

// The method of Ho and Johnsson, section 5, by the number of factors and of their axes.
Method MethodOf(const std::vector<Factor>& factors);

// The larger of two bounds, if both are known.
std::optional<int> Larger(const std::optional<int>& one, const std::optional<int>& two);

// Lengths divided, each rounded up: the rest of an axis without its folds or blocks.
std::vector<int> Divided(std::vector<int> lengths, const std::vector<int>& by);

// Sets the members that follow from the decomposed mesh: factors, method, and their dimensions,
// dilation and congestion.
void Decompose(Solver& solver, Plan& plan);

// The product of the factors, from the outermost inwards, cut to the mesh as it grows, so that
// missing nodes are never laid out.
CubeEmbedding EmbedMesh(const Plan& plan, const Progress& progress = {});

}  // namespace toroid::gray
