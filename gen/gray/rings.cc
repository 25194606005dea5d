// Idea. Each axis of a torus goes round 2 or 4 copies of a mesh axis, independently of the others:
// 2 keeps the dilation d if the length is even and adds one if it is odd; 4 gives at most max(d,
// 2). All combinations are tried. If no combination fits the cube an axis may also go out over
// every second node of a line and back over the others, which needs no additional nodes and costs 2
// d.
//
// Example. torus:9x10x10 in an 11-cube: 4, 2 and 2 copies of 3x5x5, dilation two.
//
// Source: Ho and Johnsson, section 6; docs/spec/gray.md, Y6.1, Y6.2 and Y6.7.
#include "gen/gray/rings.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "gen/gray/compose.h"
#include "gen/gray/cube_embedding.h"
#include "gen/gray/solver.h"
#include "gen/support/integers.h"

namespace toroid::gray {
namespace {

// Nodes of a torus' mesh that is embedded to measure its ends.
constexpr std::uint64_t kLaidOutMesh = 1 << 14;

// The longest edge at the end of an axis of the mesh, from the last node but one to the last.
int LongestAtEnd(const CubeEmbedding& mesh, Axis axis) {
  int longest = 0;
  for (std::uint32_t n = 0; n < mesh.guest.size(); ++n) {
    if (mesh.guest.Coordinate(NodeId{n}, axis) == mesh.guest.length(axis) - 2)
      longest = std::max(longest, mesh.Path(NodeId{n}, axis).length());
  }
  return longest;
}

// Whether a fold is worth trying. Axes of 2 and 4 nodes have one sensible fold: as many rows as
// nodes; an axis of 3 also has the line. Blocks of even sides go out and back where others would be
// in one copy; two blocks make a line anyway.
bool IsSensible(int length, int side, int fold, bool with_lines) {
  if (length == 1) return fold == kOutAndBack;
  if (fold == kOutAndBack) return side % 2 == 0 && length > 2;
  if (fold == 1) return with_lines && side % 2 != 0 && length != 2 && length != 4;
  return length > 4 || fold == (length == 2 ? 2 : 4);
}

// The folds that cost least in a cube of `allowed` dimensions or, if none fit, those of fewest
// dimensions.
std::vector<int> ChooseFolds(Solver& solver, const std::vector<int>& lengths, int allowed,
                             bool with_lines) {
  const auto price = [&](const Score& score) {
    return std::tuple(std::max(score.dimensions, allowed), score.dilation, score.congestion,
                      score.dimensions, score.core);
  };
  std::vector<int> best;
  Score best_score;
  const std::vector<int> single(lengths.size(), 1);
  for (const auto& folds : AllFolds(lengths, single, with_lines)) {
    Score score = solver.ScoreOf(Columns(lengths, folds));
    const int mesh_dilation = score.dilation;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      score.dimensions += folds[a] / 2;
      score.dilation = std::max(score.dilation, RingDilation(lengths[a], folds[a], mesh_dilation,
                                                             std::max(mesh_dilation, 1)));
    }
    if (std::ranges::count(folds, 1) > 0) score.congestion *= 2;
    if (best.empty() || price(score) < price(best_score)) {
      best = folds;
      best_score = score;
    }
  }
  if (!with_lines && allowed > 0 && best_score.dimensions > allowed)
    return ChooseFolds(solver, lengths, allowed, true);
  return best;
}

}  // namespace

std::vector<int> RingLengths(const Plan& plan) {
  return plan.blocks.empty() ? plan.guest.lengths() : Divided(plan.guest.lengths(), plan.blocks);
}

std::vector<int> Columns(const std::vector<int>& rings, const std::vector<int>& folds) {
  std::vector<int> columns;
  for (std::size_t a = 0; a < rings.size(); ++a)
    columns.push_back(CeilDiv(rings[a], std::max(folds[a], 1)));
  return columns;
}

std::vector<std::vector<int>> AllFolds(const std::vector<int>& rings, const std::vector<int>& sides,
                                       bool with_lines) {
  std::vector<std::vector<int>> all{{}};
  for (std::size_t a = 0; a < rings.size(); ++a) {
    std::size_t like = a;  // an earlier axis that is equal to this one
    for (std::size_t b = 0; b < a; ++b) {
      if (rings[b] == rings[a] && sides[b] == sides[a]) like = b;
    }
    std::vector<std::vector<int>> longer;
    for (const auto& folds : all) {
      for (const int fold : {1, 2, 4, kOutAndBack}) {
        if (!IsSensible(rings[a], sides[a], fold, with_lines)) continue;
        if (like < a && fold < folds[like]) continue;
        longer.push_back(folds);
        longer.back().push_back(fold);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Y6.1, Y6.7, Y6.8.
int RingDilation(int length, int fold, int mesh_dilation, int end) {
  if (fold == kOutAndBack) return mesh_dilation;
  const int along = std::max(mesh_dilation, 1);
  if (fold == 1) return 2 * along;
  if (fold == 2) return length % 2 == 0 ? along : std::max(along, end + 1);
  return length % 2 == 0 ? along : std::max(along, 2);
}

// The ends matter only if a ring of two copies and odd length steps over them.
int RingsDilation(const Plan& plan) {
  int of_mesh = 0;
  for (const Factor& factor : plan.factors) of_mesh = std::max(of_mesh, factor.dilation);
  const std::vector<int> lengths = RingLengths(plan);
  const auto steps_over = [&](std::size_t a) { return plan.folds[a] == 2 && lengths[a] % 2 != 0; };
  std::optional<CubeEmbedding> mesh;
  int longest = of_mesh;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    const bool look = of_mesh > 1 && steps_over(a) && NodeCount(plan.mesh) <= kLaidOutMesh;
    if (look && !mesh) mesh = EmbedMesh(plan);
    const int end = look ? LongestAtEnd(*mesh, Axis{static_cast<int>(a)}) : std::max(of_mesh, 1);
    longest = std::max(longest, RingDilation(lengths[a], plan.folds[a], of_mesh, end));
  }
  return longest;
}

bool HasLines(const Plan& plan) { return std::ranges::count(plan.folds, 1) > 0; }

// A torus: the mesh of columns is decomposed, and each axis' rows take one or two more dimensions.
// Two ring edges are over each edge of a line.
void PlanRings(Solver& solver, Plan& plan, int allowed) {
  plan.folds = ChooseFolds(solver, plan.guest.lengths(), allowed, false);
  plan.mesh = Columns(plan.guest.lengths(), plan.folds);
  Decompose(solver, plan);
  for (const int fold : plan.folds) plan.dimensions += fold / 2;
  plan.dilation = RingsDilation(plan);
  plan.congestion = Larger(plan.congestion, 1);
  if (HasLines(plan) && plan.congestion) *plan.congestion *= 2;
}

// Idea. A block that is longer without making fewer blocks only wastes places, so along an axis of
// l nodes there are about 2 sqrt(l) sides to try. Sides are chosen axis by axis, and a choice is
// dropped when it cannot become light enough: r guest nodes for each place on the axes still to
// come, and 2^n / m blocks to put them in if m are there already, make blocks of at least r m / 2^n
// nodes.
//
// Example. 6 x 10 on 16 nodes: sides 1, 2, 3, 6 and 1, 2, 3, 4, 5, 10; of the choices with at most
// 16 blocks 2 x 2 is lightest, 3 x 5 blocks of 4. The solver decides whether the mesh of blocks has
// an embedding in such a small cube.
//
// Source: Ho and Johnsson, section 7, Lemma 5 and Corollary 4. Departure: blocks on any mesh that
// has an embedding, and the search.

namespace {

// Whether the blocks make a ring that Gray codes do not close.
bool MakesOddRing(int length, int side) {
  const int blocks = CeilDiv(length, side);
  return blocks > 1 && blocks % 2 != 0;
}

// The sides worth trying: for each number of blocks the shortest that gives it. Example: length 7
// has 1, 2, 3, 4, 7, for 7, 4, 3, 2 blocks and one. On a torus length 9 has 3, and 4 as well.
std::vector<int> SidesOf(int length, bool torus) {
  std::vector<int> sides{1};
  while (true) {
    const int side = sides.back();
    const int blocks = CeilDiv(length, side);
    if (blocks == 1) return sides;
    const int next = CeilDiv(length, blocks - 1);
    if (torus && side % 2 != 0 && MakesOddRing(length, side) && next > side + 1)
      sides.push_back(side + 1);
    sides.push_back(next);
  }
}

// Nodes of an axis on the fullest of 2^bits places, at dilation one.
std::uint64_t GrayLoad(int length, bool torus, int bits) {
  const int side = CeilDiv(length, 1 << bits);
  const bool odd = torus && side % 2 != 0 && MakesOddRing(length, side);
  return static_cast<std::uint64_t>(odd ? side + 1 : side);
}

class BlockSearch {
 public:
  BlockSearch(const std::vector<int>& lengths, bool torus, int dimensions, Stage& stage)
      : lengths_(lengths),
        nodes_(std::uint64_t{1} << dimensions),
        most_(LeastGrayLoad(lengths, torus, dimensions)),
        stage_(stage),
        rest_(lengths.size() + 1, 1) {
    for (std::size_t a = lengths.size(); a-- > 0;) {
      rest_[a] = rest_[a + 1] * static_cast<std::uint64_t>(lengths[a]);
      sides_.push_back(SidesOf(lengths[a], torus));
    }
    std::ranges::reverse(sides_);
  }

  std::vector<BlockSides> Run() {
    Extend(1);
    std::ranges::stable_sort(found_, {}, &BlockSides::load);
    return std::move(found_);
  }

 private:
  // `blocks`: the product of their numbers on the axes that have a side.
  void Extend(std::uint64_t blocks) {
    stage_.Tick();
    const std::size_t axis = chosen_.sides.size();
    // the least guest nodes of a block over the remaining axes
    const std::uint64_t still = (rest_[axis] * blocks + nodes_ - 1) / nodes_;
    if (blocks > nodes_ || chosen_.load * std::max<std::uint64_t>(still, 1) > most_) return;
    if (axis == lengths_.size()) {
      found_.push_back(chosen_);
      return;
    }
    const auto before = std::find(lengths_.rend() - static_cast<std::ptrdiff_t>(axis),
                                  lengths_.rend(), lengths_[axis]);
    const int least = before == lengths_.rend()
                          ? 1
                          : chosen_.sides[static_cast<std::size_t>(lengths_.rend() - before) - 1];
    const std::uint64_t load = chosen_.load;
    for (const int side : sides_[axis]) {
      if (side < least) continue;
      chosen_.sides.push_back(side);
      chosen_.load = load * static_cast<std::uint64_t>(side);
      Extend(blocks * static_cast<std::uint64_t>(CeilDiv(lengths_[axis], side)));
      chosen_.sides.pop_back();
    }
    chosen_.load = load;
  }

  const std::vector<int>& lengths_;
  std::uint64_t nodes_;
  std::uint64_t most_;
  Stage& stage_;
  std::vector<std::uint64_t> rest_;  // the product of the lengths from an axis on
  std::vector<std::vector<int>> sides_;
  BlockSides chosen_;
  std::vector<BlockSides> found_;
};

}  // namespace

std::vector<BlockSides> AllBlocks(const std::vector<int>& lengths, bool torus, int dimensions,
                                  Stage& stage) {
  return BlockSearch(lengths, torus, dimensions, stage).Run();
}

// Dynamic programming over axes and dimensions: with `bits` dimensions an axis of length l has
// 2^bits places, so the fullest has ceil(l / 2^bits) coordinates, and loads of axes multiply.
std::uint64_t LeastGrayLoad(const std::vector<int>& lengths, bool torus, int dimensions) {
  // by dimensions used at most
  std::vector<std::uint64_t> least(static_cast<std::size_t>(dimensions) + 1, 1);
  for (const int length : lengths) {
    std::vector<std::uint64_t> next(least.size(), std::numeric_limits<std::uint64_t>::max());
    for (std::size_t used = 0; used < least.size(); ++used) {
      for (std::size_t bits = 0; bits <= used; ++bits) {
        const std::uint64_t load = GrayLoad(length, torus, static_cast<int>(bits));
        next[used] = std::min(next[used], least[used - bits] * load);
      }
    }
    least = std::move(next);
  }
  return least.back();
}

}  // namespace toroid::gray
