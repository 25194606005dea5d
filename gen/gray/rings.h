// The rings of a torus: through how many copies of a mesh axis each goes, and what that costs.
#pragma once

#include <vector>

#include "gen/gray/plan.h"
#include "gen/gray/solver.h"

namespace toroid::gray {

// As long as a torus' axes, or as there are blocks on them.
std::vector<int> RingLengths(const Plan& plan);

// The mesh axes that rings of these lengths lie in.
std::vector<int> Columns(const std::vector<int>& rings, const std::vector<int>& folds);

// Every choice of folds for rings of these lengths, with axes through one copy of the mesh or
// without; rings are of nodes, or of blocks of sides[i]. Of choices that differ in the order of
// like axes alone only the ascending one.
std::vector<std::vector<int>> AllFolds(const std::vector<int>& rings, const std::vector<int>& sides,
                                       bool with_lines);

// Of one axis, Y6.1, Y6.7 and Y6.8. `end` is the longest edge at the end of the mesh axis, which
// the ring takes together with a row's where it steps over the node that is left out.
int RingDilation(int length, int fold, int mesh_dilation, int end);

// Of the rings of a torus whose mesh is decomposed. Meshes that are not too large are laid out to
// see whether their ends are short.
int RingsDilation(const Plan& plan);

// Whether some ring lies in one copy of its mesh axis (Y6.7).
bool HasLines(const Plan& plan);

// A torus in a cube of `allowed` dimensions if some folds fit it: fills in folds, mesh, factors and
// what they cost.
void PlanRings(Solver& solver, Plan& plan, int allowed);

}  // namespace toroid::gray
