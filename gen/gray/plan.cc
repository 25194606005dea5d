// The door: turns a graph into a plan, and a plan into an embedding. The choice among
// decompositions is solver.cc's; here are the rings of a torus (section 6) and the blocks of a
// contraction (section 7), each put on top of the decomposition of a smaller mesh.
//
// Rings. An axis of a torus goes round 2 or 4 copies of a mesh axis, by itself: 2 leaves the
// dilation d if the length is even and adds one if it is odd; 4 leaves at most max(d, 2). All
// combinations are tried. If no combination fits the cube an axis may also go out over every second
// node of a line and back over the others, which needs no more nodes than it has and costs 2 d.
//
// Blocks. With l_i' nodes of axis i in a block the load factor is the product of the l_i'; the mesh
// of ceil(l_i / l_i') blocks is decomposed as any other. blocks.cc has the sides to try, lightest
// first; of the lightest whose mesh fits the cube the cheapest are taken. Example: 19 x 19 in a
// 5-cube. Gray codes need blocks of 3 x 5, 7 x 4 of them; blocks of 2 x 7 are lighter, and the mesh
// of 10 x 3 is a plane.
//
// Folding. Where all sides of blocks make heavy blocks of some and light ones of others, a cube
// with a dimension or two more than there are may hold the mesh one to one, and its nodes be put on
// one by twos or fours. Example: 3 x 5 in a 3-cube, by twos from the 4-cube.
#include "gen/gray/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "gen/gray/blocks.h"
#include "gen/gray/compose.h"
#include "gen/gray/plane.h"
#include "gen/gray/solver.h"

namespace toroid::gray {
namespace {

constexpr int kMostDimensions = 24;
constexpr int kMostDropped = 2;                     // address units look at 2^dropped nodes
constexpr std::size_t kComparedLists = 256;         // of factors, by their average dilation
constexpr std::uint64_t kLaidOutMesh = 1 << 14;     // nodes; of a torus, to see its ends
constexpr std::uint64_t kComparedPlanes = 1 << 12;  // nodes in planes that one of them may have
constexpr const char* kField = "--guest";
constexpr const char* kChoosing = "choosing a decomposition";  // a Stage

std::vector<int> Ones(std::size_t axes) { return std::vector<int>(axes, 1); }

// Axes in which a factor takes part.
int AxesOf(const Factor& factor) {
  return static_cast<int>(
      std::ranges::count_if(factor.lengths, [](int length) { return length > 1; }));
}

// Named after Ho and Johnsson, section 5; by how many factors there are and of how many axes.
Method MethodOf(const std::vector<Factor>& factors) {
  const std::size_t found = factors.size() - 1;  // the last one is the Gray codes
  if (found == 0) return Method::kGrayCode;
  const bool pairs = std::all_of(factors.begin(), factors.end() - 1,
                                 [](const Factor& factor) { return AxesOf(factor) == 2; });
  if (found == 1) return pairs ? Method::kPair : Method::kTriple;
  return pairs ? Method::kSplit : Method::kCombination;
}

// The larger of two bounds, if both are known.
std::optional<int> Larger(const std::optional<int>& one, const std::optional<int>& two) {
  return one && two ? std::optional(std::max(*one, *two)) : std::nullopt;
}

// Fills in what follows from the mesh that is decomposed.
void Decompose(Solver& solver, Plan& plan) {
  plan.factors = solver.Solve(plan.mesh);
  plan.method = MethodOf(plan.factors);
  for (const Factor& factor : plan.factors) {
    plan.dimensions += factor.dimensions;
    plan.dilation = std::max(plan.dilation, factor.dilation);
    plan.congestion = Larger(plan.congestion, factor.congestion);
  }
}

// Y6.1, of one axis; `end` is the longest edge at the end of the mesh axis, which the ring takes
// together with a row's where it steps over the node that is left out.
int RingDilation(int length, int fold, int mesh_dilation, int end) {
  const int along = std::max(mesh_dilation, 1);
  if (fold == 1) return 2 * along;
  if (fold == 2) return length % 2 == 0 ? along : std::max(along, end + 1);
  return length % 2 == 0 ? along : std::max(along, 2);
}

// The product of the factors, from the outermost in, cut to the mesh as it grows: a node that is
// not there need not be laid out.
CubeEmbedding EmbedMesh(const Plan& plan, const Progress& progress) {
  CubeEmbedding embedding = GrayMesh(std::vector<int>(plan.mesh.size(), 0));
  std::vector<int> done = Ones(plan.mesh.size());
  std::vector<int> inner = Ones(plan.mesh.size());  // product of the factors still to come
  for (const Factor& factor : plan.factors)
    std::ranges::transform(inner, factor.lengths, inner.begin(), std::multiplies<>());
  for (const Factor& factor : plan.factors) {
    for (std::size_t a = 0; a < inner.size(); ++a) {
      inner[a] /= factor.lengths[a];
      done[a] = std::min(done[a] * factor.lengths[a], CeilDiv(plan.mesh[a], inner[a]));
    }
    embedding = Product(embedding, EmbedFactor(factor, progress), done, progress);
  }
  return embedding;
}

// The longest edge at the end of an axis of the mesh, from the last node but one to the last.
int LongestAtEnd(const CubeEmbedding& mesh, Axis axis) {
  int longest = 0;
  for (std::uint32_t n = 0; n < mesh.guest.size(); ++n) {
    if (mesh.guest.Coordinate(NodeId{n}, axis) == mesh.guest.length(axis) - 2)
      longest = std::max(longest, mesh.Path(NodeId{n}, axis).length());
  }
  return longest;
}

// Of the rings of a torus whose mesh is decomposed. Meshes that are not too large are laid out to
// see whether their ends are short.
int RingsDilation(const Plan& plan) {
  int of_mesh = 1;
  for (const Factor& factor : plan.factors) of_mesh = std::max(of_mesh, factor.dilation);
  const std::vector<int>& lengths = plan.guest.lengths();
  const auto steps_over = [&](std::size_t a) { return plan.folds[a] == 2 && lengths[a] % 2 != 0; };
  std::optional<CubeEmbedding> mesh;
  int longest = of_mesh;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    const bool look = of_mesh > 1 && steps_over(a) && NodeCount(plan.mesh) <= kLaidOutMesh;
    if (look && !mesh) mesh = EmbedMesh(plan, {});
    const int end = look ? LongestAtEnd(*mesh, Axis{static_cast<int>(a)}) : of_mesh;
    longest = std::max(longest, RingDilation(lengths[a], plan.folds[a], of_mesh, end));
  }
  return longest;
}

std::uint64_t NodesOfPlanes(const std::vector<Factor>& factors) {
  std::uint64_t nodes = 0;
  for (const Factor& factor : factors)
    nodes += factor.kind == FactorKind::kPlane ? NodeCount(factor.lengths) : 0;
  return nodes;
}

// Rings through one copy of the mesh are laid out to be measured, so they are not compared.
bool HasLines(const Plan& plan) { return std::ranges::count(plan.folds, 1) > 0; }

// Of all lists of factors that are as good in what comes first, takes the one of least average
// dilation; of a torus first those of least dilation. Lists with planes that take long to lay out
// are not compared.
void CompareAverages(Solver& solver, Plan& plan) {
  if (plan.dilation <= 1 || HasLines(plan)) return;
  const auto rank = [](const Plan& of) {
    return std::pair(of.guest.torus() ? RingsDilation(of) : of.dilation,
                     PredictAverages(of).dilation);
  };
  std::optional<std::pair<int, double>> least;
  if (NodesOfPlanes(plan.factors) <= kComparedPlanes) least = rank(plan);
  for (std::vector<Factor>& factors : solver.AsGood(plan.mesh, kComparedLists)) {
    if (NodesOfPlanes(factors) > kComparedPlanes) continue;
    Plan other = plan;
    other.factors = std::move(factors);
    const std::pair<int, double> price = rank(other);
    if (least && price >= *least) continue;
    least = price;
    plan.factors = std::move(other.factors);
    plan.dilation = price.first;
  }
  plan.method = MethodOf(plan.factors);
}

// Every choice of folds, with lines or without. Axes of 2 and 4 nodes have one sensible fold: as
// many rows as nodes; and one of 3 has that and the line.
std::vector<std::vector<int>> AllFolds(const std::vector<int>& lengths, bool with_lines) {
  std::vector<std::vector<int>> all{{}};
  for (const int length : lengths) {
    std::vector<std::vector<int>> longer;
    for (const auto& folds : all) {
      for (const int fold : {1, 2, 4}) {
        if (fold == 1 && (!with_lines || length == 2 || length == 4)) continue;
        if (fold > 1 && length <= 4 && fold != (length == 2 ? 2 : 4)) continue;
        longer.push_back(folds);
        longer.back().push_back(fold);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Lengths divided, each rounded up: what is left of an axis when folds or blocks are taken out.
std::vector<int> Divided(std::vector<int> lengths, const std::vector<int>& by) {
  std::ranges::transform(lengths, by, lengths.begin(), CeilDiv);
  return lengths;
}

// The folds that cost least in a cube of `allowed` dimensions, or, where none fit, of fewest
// dimensions.
std::vector<int> ChooseFolds(Solver& solver, const std::vector<int>& lengths, int allowed,
                             bool with_lines) {
  const auto price = [&](const Score& score) {
    return std::tuple(std::max(score.dimensions, allowed), score.dilation, score.congestion,
                      score.dimensions, score.core);
  };
  std::vector<int> best;
  Score best_score;
  for (const auto& folds : AllFolds(lengths, with_lines)) {
    Score score = solver.ScoreOf(Divided(lengths, folds));
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

// A torus: the mesh of columns is decomposed, and each axis' rows take a dimension or two more. Two
// ring edges lie over each edge of a line.
void PlanRings(Solver& solver, Plan& plan, int allowed) {
  plan.folds = ChooseFolds(solver, plan.guest.lengths(), allowed, false);
  plan.mesh = Divided(plan.guest.lengths(), plan.folds);
  Decompose(solver, plan);
  for (const int fold : plan.folds) plan.dimensions += fold / 2;
  plan.dilation = RingsDilation(plan);
  plan.congestion = Larger(plan.congestion, 1);
  if (HasLines(plan) && plan.congestion) *plan.congestion *= 2;
}

// A cube edge of a factor carries the factor's own edges once for each guest node on the face of a
// block that they cross.
std::optional<int> BlockCongestion(const Plan& plan) {
  int most = 0;
  for (const Factor& factor : plan.factors) {
    if (!factor.congestion) return std::nullopt;
    for (std::size_t a = 0; a < plan.blocks.size(); ++a) {
      const int face = static_cast<int>(plan.load_factor) / plan.blocks[a];
      if (factor.lengths[a] > 1) most = std::max(most, *factor.congestion * face);
    }
  }
  return most;
}

// What blocks of these sides cost when the mesh of blocks is decomposed.
Plan PlanBlocks(Solver& solver, const Graph& guest, const BlockSides& blocks) {
  Plan plan{.guest = Shape::Of(guest),
            .mesh = Divided(guest.lengths(), blocks.sides),
            .blocks = blocks.sides};
  plan.load_factor = static_cast<std::uint32_t>(blocks.load);
  Decompose(solver, plan);
  plan.congestion = BlockCongestion(plan);
  return plan;
}

// One node for each 2^dropped nodes of a larger cube, if that is certain to make the load factor
// 2^dropped, which no map beats: fewer nodes leave none of the folded cube's with less than that
// only if there are more than 2^dropped - 1 for each.
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

// What is minimized where the cube is given.
auto Price(const Plan& plan) {
  return std::tuple(plan.load_factor, plan.dilation,
                    plan.congestion.value_or(std::numeric_limits<int>::max()), plan.dimensions);
}

// The best of all blocks and decompositions that fit, and of cubes folded.
Plan ChooseBlocks(const Graph& guest, int dimensions, int dilation, const Toolbox& toolbox,
                  Stage& stage) {
  std::vector<Solver> solvers;
  for (const Toolbox& tools : Narrower(toolbox)) solvers.emplace_back(tools, &stage);
  std::optional<Plan> best;
  for (const BlockSides& blocks :
       AllBlocks(guest.lengths(), dimensions, LeastGrayLoad(guest.lengths(), dimensions), stage)) {
    if (best && blocks.load > best->load_factor) break;
    const std::vector<int> mesh = Divided(guest.lengths(), blocks.sides);
    for (Solver& solver : solvers) {
      if (solver.ScoreOf(mesh).dimensions > dimensions) continue;
      Plan plan = PlanBlocks(solver, guest, blocks);
      if (plan.dilation <= dilation && (!best || Price(plan) < Price(*best)))
        best = std::move(plan);
    }
  }
  assert(best && "the blocks of Corollary 4 fit");
  for (int dropped = 1; dropped <= kMostDropped; ++dropped) {
    for (Solver& solver : solvers) {
      std::optional<Plan> plan = PlanFoldedCube(solver, guest, dimensions, dropped);
      if (plan && plan->dilation <= dilation && Price(*plan) < Price(*best)) best = std::move(plan);
    }
  }
  return *std::move(best);
}

}  // namespace

// Of the factor's own mesh, with the axes that it leaves alone as length 1.
CubeEmbedding EmbedFactor(const Factor& factor, const Progress& progress) {
  if (factor.kind == FactorKind::kGrayCode) {
    std::vector<int> bits;
    for (const int length : factor.lengths)
      bits.push_back(CubeBits(static_cast<std::uint64_t>(length)));
    return GrayMesh(bits, progress);
  }
  if (factor.kind == FactorKind::kDirect)
    return Spread(Direct(FindDirect(factor.lengths)), factor.lengths, progress);
  std::vector<int> sides = factor.lengths;
  std::erase(sides, 1);
  return Spread(Plane(sides[0], sides[1], progress), factor.lengths, progress);
}

std::array<Toolbox, 3> Narrower(const Toolbox& toolbox) {
  Toolbox no_planes = toolbox;
  no_planes.planes = false;
  return {Toolbox{.planes = false, .published_direct = false, .further_direct = false}, no_planes,
          toolbox};
}

// Rings first become meshes of columns and rows, and that mesh is taken apart into factors, each of
// a kind in the toolbox. The result may need more dimensions than `allowed`; the caller decides.
Result<Plan> PlanEmbedding(const Graph& guest, const Toolbox& toolbox, int allowed,
                           const Progress& progress) {
  Plan plan{.guest = Shape::Of(guest)};
  Stage stage(progress, kChoosing);
  Solver solver(toolbox, &stage);
  if (plan.guest.torus()) {
    PlanRings(solver, plan, allowed);
  } else {
    plan.mesh = plan.guest.lengths();
    Decompose(solver, plan);
  }
  plan.minimal_dimensions = CubeBits(guest.size());
  if (plan.dimensions > kMostDimensions) {
    return Diagnostic{kField, guest.ToString(),
                      fmt::format("needs a hypercube of {} dimensions", plan.dimensions),
                      "a hypercube has at most 24 dimensions"};
  }
  CompareAverages(solver, plan);
  return plan;
}

// All options are judged before anything is searched, so that every diagnostic comes at once.
Result<Plan> PlanContraction(const Graph& guest, int dimensions, int dilation,
                             const Toolbox& toolbox, const Progress& progress) {
  Diagnostics diagnostics;
  if (Shape::Of(guest).torus()) {
    diagnostics.push_back({kField, guest.ToString(), "is a torus",
                           "meshes, lines and hypercubes can be contracted into a hypercube"});
  }
  if (dimensions < 0 || dimensions > kMostDimensions) {
    diagnostics.push_back({kField, std::to_string(dimensions),
                           "is no number of hypercube dimensions", "allowed are 0 to 24"});
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

// The plan's parts from the inside out: mesh, dropped dimensions, folded rings, blocks.
CubeEmbedding Embed(const Plan& plan, const Progress& progress) {
  CubeEmbedding embedding = EmbedMesh(plan, progress);
  const std::vector<int>& lengths = plan.guest.lengths();
  if (plan.dropped > 0) embedding = FoldCube(embedding, plan.dropped, progress);
  if (!plan.folds.empty()) embedding = Wrap(embedding, plan.folds, lengths, progress);
  if (!plan.blocks.empty()) embedding = Contract(embedding, plan.blocks, lengths, progress);
  assert(embedding.dimensions <= plan.dimensions);
  embedding.dimensions = plan.dimensions;
  return embedding;
}

}  // namespace toroid::gray
