// Idea. With l_i' nodes of axis i in a block the load factor is the product of the l_i'; the mesh
// of ceil(l_i / l_i') blocks is decomposed like any other. blocks.cc has the sides to try, lightest
// first; the cheapest of the lightest whose mesh fits the cube are taken. Example: 19 x 19 in a
// 5-cube. Gray codes need blocks of 3 x 5, 7 x 4 of them; blocks of 2 x 7 are lighter, and the mesh
// of 10 x 3 is a plane.
//
// The blocks of a torus are rings, which go through copies of a mesh axis as nodes do. If a block's
// side is even, half of it may also be on the way out and half on the way back: then the blocks of
// the axis make a line, which needs no more cube nodes than blocks and keeps the mesh's dilation.
// Example: torus:5x5 on a 4-cube, blocks of 2 x 2 on 3 x 3, dilation one.
//
// Folding. If all sides make some blocks heavy and others light, a cube with one or two more
// dimensions may hold the mesh one to one, and its nodes are then merged by twos or fours. Example:
// 3 x 5 in a 3-cube, by twos from the 4-cube. For tori no cube is folded.
//
// Source: Ho and Johnsson, section 7; docs/spec/gray.md, Y6.3 to Y6.6 and Y6.8.
#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "gen/gray/compose.h"
#include "gen/gray/plan.h"
#include "gen/gray/rings.h"
#include "gen/gray/solver.h"

namespace toroid::gray {
namespace {

constexpr int kMostDropped = 2;  // address units compute 2^dropped nodes

// The guest edges side by side between two blocks that are neighbours on an axis, over one edge of
// the decomposed mesh or of a row: the face of a block, twice if the ring passes there twice.
int EdgesBetween(const Plan& plan, std::size_t axis) {
  const int face = static_cast<int>(plan.load_factor) / plan.blocks[axis];
  if (plan.folds.empty()) return face;
  const bool twice = plan.folds[axis] < 2 || RingLengths(plan)[axis] == 2;
  return twice ? 2 * face : face;
}

// A cube edge of a factor carries the factor's own edges once for each guest edge beside it; one of
// a row carries those of its ring.
std::optional<int> BlockCongestion(const Plan& plan) {
  int most = 0;
  for (const Factor& factor : plan.factors) {
    if (!factor.congestion) return std::nullopt;
    for (std::size_t a = 0; a < plan.blocks.size(); ++a) {
      if (factor.lengths[a] > 1) most = std::max(most, *factor.congestion * EdgesBetween(plan, a));
    }
  }
  for (std::size_t a = 0; a < plan.folds.size(); ++a) {
    if (plan.folds[a] > 1) most = std::max(most, EdgesBetween(plan, a));
  }
  return most;
}

// The plan for blocks of these sides: the mesh of blocks is decomposed, or their rings go through
// copies of it.
Plan PlanBlocks(Solver& solver, const Graph& guest, const BlockSides& blocks,
                const std::vector<int>& folds) {
  Plan plan{.guest = Shape::Of(guest), .folds = folds, .blocks = blocks.sides};
  plan.mesh = Divided(guest.lengths(), blocks.sides);
  if (!folds.empty()) plan.mesh = Columns(plan.mesh, folds);
  plan.load_factor = static_cast<std::uint32_t>(blocks.load);
  Decompose(solver, plan);
  for (const int fold : folds) plan.dimensions += fold / 2;
  if (!folds.empty()) plan.dilation = RingsDilation(plan);
  plan.congestion = BlockCongestion(plan);
  return plan;
}

// Whether blocks laid this way fit the cube and may keep to the dilation, ignoring the ends of
// axes.
bool MayDo(Solver& solver, const std::vector<int>& counts, const std::vector<int>& folds,
           int dimensions, int dilation) {
  const Score score = solver.ScoreOf(folds.empty() ? counts : Columns(counts, folds));
  int needed = score.dimensions;
  int longest = score.dilation;
  for (std::size_t a = 0; a < folds.size(); ++a) {
    needed += folds[a] / 2;
    longest = std::max(longest, RingDilation(counts[a], folds[a], score.dilation, 1));
  }
  return needed <= dimensions && longest <= dilation;
}

// One node for each 2^dropped nodes of a larger cube, if that is certain to make the load factor
// 2^dropped, which no map beats, because there are more than 2^dropped - 1 guest nodes for each
// node of the folded cube.
std::optional<Plan> PlanFoldedCube(Solver& solver, const Graph& guest, int dimensions,
                                   int dropped) {
  const std::uint64_t least = ((std::uint64_t{1} << dropped) - 1) << dimensions;
  if (guest.size() <= least || solver.ScoreOf(guest.lengths()).dimensions != dimensions + dropped)
    return std::nullopt;
  Plan plan{.guest = Shape::Of(guest), .mesh = guest.lengths(), .dropped = dropped};
  Decompose(solver, plan);
  plan.load_factor = 1U << dropped;
  if (plan.congestion) *plan.congestion <<= dropped;
  return plan;
}

// The cost to minimize when the cube is given.
auto PriceOfBlocks(const Plan& plan) {
  return std::tuple(plan.load_factor, plan.dilation,
                    plan.congestion.value_or(std::numeric_limits<int>::max()), plan.dimensions);
}

// The best of all blocks and decompositions that fit, and of folded cubes.
Plan ChooseBlocks(const Graph& guest, int dimensions, int dilation, const Toolbox& toolbox,
                  Stage& stage) {
  const bool torus = Shape::Of(guest).torus();
  std::vector<Solver> solvers;
  for (const Toolbox& tools : Narrower(toolbox)) solvers.emplace_back(tools, &stage);
  std::optional<Plan> best;
  const auto take = [&](Plan plan) {
    if (plan.dilation <= dilation && (!best || PriceOfBlocks(plan) < PriceOfBlocks(*best)))
      best = std::move(plan);
  };
  for (const BlockSides& blocks : AllBlocks(guest.lengths(), torus, dimensions, stage)) {
    if (best && blocks.load > best->load_factor) break;
    const std::vector<int> counts = Divided(guest.lengths(), blocks.sides);
    const auto all_folds =
        torus ? AllFolds(counts, blocks.sides, true) : std::vector<std::vector<int>>{{}};
    for (Solver& solver : solvers) {
      for (const std::vector<int>& folds : all_folds) {
        if (MayDo(solver, counts, folds, dimensions, dilation))
          take(PlanBlocks(solver, guest, blocks, folds));
      }
    }
  }
  assert(best && "the blocks of Corollary 4 fit, and those of Y6.8");
  for (int dropped = 1; dropped <= kMostDropped && !torus; ++dropped) {
    for (Solver& solver : solvers) {
      if (std::optional<Plan> plan = PlanFoldedCube(solver, guest, dimensions, dropped))
        take(*std::move(plan));
    }
  }
  return *std::move(best);
}

}  // namespace

// All options are checked before the search, so that all diagnostics come at once.
Result<Plan> PlanContraction(const Graph& guest, int dimensions, int dilation,
                             const Toolbox& toolbox, const Progress& progress) {
  Diagnostics diagnostics;
  if (dimensions < 0 || dimensions > kMostDimensions) {
    diagnostics.push_back({"--guest", std::to_string(dimensions),
                           "is not a number of hypercube dimensions", "allowed are 0 to 24"});
  }
  if (dilation < 1 || dilation > kMostDilation) {
    diagnostics.push_back({"--dilation", std::to_string(dilation), "is out of range",
                           fmt::format("allowed are 1 to {}", kMostDilation)});
  }
  if (!diagnostics.empty()) return diagnostics;
  Stage stage(progress, kChoosing);
  Plan plan = ChooseBlocks(guest, dimensions, dilation, toolbox, stage);
  plan.allowed_dilation = dilation;
  plan.dimensions = plan.minimal_dimensions = dimensions;
  const std::uint64_t cube = std::uint64_t{1} << dimensions;
  plan.optimal_load_factor = static_cast<std::uint32_t>((guest.size() + cube - 1) / cube);
  return plan;
}

}  // namespace toroid::gray
