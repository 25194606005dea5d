// The rings of a torus: the copies of a mesh axis through which each goes, and the cost.
#pragma once

#include <vector>

#include "gen/gray/plan.h"
#include "gen/gray/solver.h"

namespace toroid::gray {

// The lengths of the rings: those of the torus' axes, or the numbers of blocks on them.
std::vector<int> RingLengths(const Plan& plan);

// The lengths of the mesh axes that hold rings of these lengths.
std::vector<int> Columns(const std::vector<int>& rings, const std::vector<int>& folds);

// Every choice of folds for rings of these lengths, with axes through one copy of the mesh or
// without; rings are of nodes, or of blocks of sides[i]. Choices that differ only in the order of
// equal axes are listed once, in ascending order.
std::vector<std::vector<int>> AllFolds(const std::vector<int>& rings, const std::vector<int>& sides,
                                       bool with_lines);

// The dilation of one axis (Y6.1, Y6.7 and Y6.8). `end` is the longest edge at the end of the mesh
// axis; the ring combines it with a row's edge where it steps over the node that is left out.
int RingDilation(int length, int fold, int mesh_dilation, int end);

// The dilation of the rings of a torus whose mesh is decomposed. Meshes that are not too large are
// embedded to find out whether their ends are short.
int RingsDilation(const Plan& plan);

// Whether some ring is in one copy of its mesh axis (Y6.7).
bool HasLines(const Plan& plan);

// Plans a torus in a cube of `allowed` dimensions if some folds fit it: sets folds, mesh, factors
// and their costs.
void PlanRings(Solver& solver, Plan& plan, int allowed);

}  // namespace toroid::gray
