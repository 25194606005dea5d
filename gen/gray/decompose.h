// What plans of every kind share: a mesh taken apart into factors, and laid out from them.
#pragma once

#include <optional>
#include <vector>

#include "gen/gray/plan.h"
#include "gen/gray/solver.h"

namespace toroid::gray {

inline constexpr int kMostDimensions = 24;
inline constexpr const char* kChoosing = "choosing a decomposition";  // a Stage

// Named after Ho and Johnsson, section 5; by how many factors there are and of how many axes.
Method MethodOf(const std::vector<Factor>& factors);

// The larger of two bounds, if both are known.
std::optional<int> Larger(const std::optional<int>& one, const std::optional<int>& two);

// Lengths divided, each rounded up: what is left of an axis when folds or blocks are taken out.
std::vector<int> Divided(std::vector<int> lengths, const std::vector<int>& by);

// Fills in what follows from the mesh that is decomposed: factors, method, and their dimensions,
// dilation and congestion.
void Decompose(Solver& solver, Plan& plan);

// The product of the factors, from the outermost in, cut to the mesh as it grows: a node that is
// not there need not be laid out.
CubeEmbedding EmbedMesh(const Plan& plan, const Progress& progress = {});

}  // namespace toroid::gray
