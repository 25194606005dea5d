// What a plan can choose beside the decomposition: the copies of a mesh axis through which each
// ring of a torus goes, and the sides of blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/gray/plan.h"
#include "gen/gray/solver.h"
#include "gen/support/progress.h"

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

// Blocks of guest nodes that share a cube node: sides[i] guest nodes along axis i, ceil(length /
// sides[i]) of them.
struct BlockSides {
  std::uint64_t load = 1;  // the product of the sides, which is the load factor
  std::vector<int> sides;
};

// All blocks of a mesh or torus with at most 2^dimensions blocks, no heavier than the best on Gray
// codes, by ascending load. Only the smallest of the sides with equally many blocks along an axis
// is tried, and on a torus, if it and their number are odd, the next one too. Axes of equal length
// get ascending sides, because other orders cost the same. Ticks for each choice.
std::vector<BlockSides> AllBlocks(const std::vector<int>& lengths, bool torus, int dimensions,
                                  Stage& stage);

// The least product of ceil(l_i / 2^n_i) with n_1 + n_2 + ... at most `dimensions`: the load factor
// of Corollary 4. On a torus each odd one that would make an odd ring of blocks is one more: such
// rings have no dilation one, but blocks of even sides that go out and back do (Y6.8).
std::uint64_t LeastGrayLoad(const std::vector<int>& lengths, bool torus, int dimensions);

}  // namespace toroid::gray
