// Turns a graph into a plan, and a plan into an embedding. solver.cc chooses among decompositions;
// rings.cc has the rings of a torus (section 6) and contraction.cc the blocks (section 7), each on
// top of the decomposition of a smaller mesh.
//
// Among the lists of factors with equal worst-case cost the one of least average dilation is taken;
// averages.cc computes it without an embedding.
#include "gen/gray/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>
#include <utility>

#include "gen/gray/compose.h"
#include "gen/gray/factors.h"
#include "gen/gray/rings.h"
#include "gen/gray/solver.h"

namespace toroid::gray {
namespace {

constexpr std::size_t kComparedLists = 256;         // lists of factors
constexpr std::uint64_t kComparedPlanes = 1 << 12;  // nodes in the planes of a list

std::uint64_t NodesOfPlanes(const std::vector<Factor>& factors) {
  std::uint64_t nodes = 0;
  for (const Factor& factor : factors)
    nodes += factor.kind == FactorKind::kPlane ? NodeCount(factor.lengths) : 0;
  return nodes;
}

// Takes the list of least average dilation among those that are equal in the costs before; for a
// torus first those of least dilation. Lists with planes that take long to lay out are not
// compared.
void CompareAverages(Solver& solver, Plan& plan) {
  // rings through one copy of the mesh would have to be embedded to be measured
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

}  // namespace

// The embedding of the factor's mesh; axes without the factor have length 1.
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

// Rings first become meshes of columns and rows, and that mesh is decomposed into factors of the
// kinds in the toolbox. The result may need more dimensions than `allowed`; the caller decides.
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
    return Diagnostic{"--guest", guest.ToString(),
                      fmt::format("needs a hypercube of {} dimensions", plan.dimensions),
                      "a hypercube has at most 24 dimensions"};
  }
  CompareAverages(solver, plan);
  return plan;
}

// Embeds the plan's parts from the inside out: mesh, dropped dimensions, rings, blocks.
CubeEmbedding Embed(const Plan& plan, const Progress& progress) {
  CubeEmbedding embedding = EmbedMesh(plan, progress);
  const std::vector<int>& lengths = plan.guest.lengths();
  if (plan.dropped > 0) embedding = FoldCube(embedding, plan.dropped, progress);
  if (!plan.folds.empty()) {
    embedding = Wrap(embedding, plan.folds, plan.blocks, lengths, progress);
  } else if (!plan.blocks.empty()) {
    embedding = Contract(embedding, plan.blocks, lengths, progress);
  }
  assert(embedding.dimensions <= plan.dimensions);
  embedding.dimensions = plan.dimensions;
  return embedding;
}

// Idea. The cube is given, so unused dimensions save nothing: of the decompositions that fit, the
// one of least dilation is taken, then of least congestion. Fewer tools need more dimensions and
// cost less: Gray codes alone, then direct meshes, then planes. Each of the three is planned for
// the fewest dimensions, for a torus under every choice of folds that fits, and all that fit are
// compared.
//
// Example. 3 x 5 in a 4-cube is a direct mesh of dilation two; in a 5-cube Gray codes of 4 and 8
// nodes fit, with dilation one.
//
// Where it falls short. The dilation is the least of all these products. A product of the same
// tools in more dimensions than the fewest may have a lower congestion, but is not tried.
//
// Source: Ho and Johnsson, sections 4 to 7. Departure: the paper asks for the smallest cube only.

namespace {

constexpr const char* kPartners =
    "gray takes meshes, tori and hypercubes on hypercube:n, or on any host whose lengths are "
    "all 2";

auto PriceOnHost(const Plan& plan) {
  return std::tuple(plan.dilation, plan.congestion.value_or(std::numeric_limits<int>::max()),
                    plan.dimensions);
}

std::string CubeText(int dimensions) { return fmt::format("hypercube:{}", dimensions); }

// The cheapest plan that fits the host over all toolboxes: least dilation, then congestion, then
// dimensions. A narrower toolbox may find a plan of dilation one when a wider one saves a dimension
// that the host has anyway.
Result<Plan> OneToOne(const Graph& guest, const Graph& host, const Progress& progress) {
  std::optional<Plan> best;
  int fewest = 0;
  for (const Toolbox& toolbox : Narrower({})) {
    Result<Plan> plan = PlanEmbedding(guest, toolbox, host.axes(), progress);
    if (!plan) continue;
    fewest = fewest == 0 ? plan->dimensions : std::min(fewest, plan->dimensions);
    if (plan->dimensions <= host.axes() && (!best || PriceOnHost(*plan) <= PriceOnHost(*best)))
      best = std::move(plan).value();
  }
  if (!best) {
    const std::string wanted = fewest == 0 ? "none of up to 24 dimensions will do"
                                           : "take " + CubeText(fewest) + " or a larger one";
    return Diagnostic{"--host", host.ToString(),
                      "no construction here puts " + guest.ToString() + " into it one to one",
                      wanted};
  }
  best->dimensions = host.axes();
  return *best;
}

}  // namespace

Result<Plan> PlanOnHost(const Graph& guest, const Graph& host, int dilation,
                        const Progress& progress) {
  const bool cube = std::ranges::all_of(host.lengths(), [](int length) { return length == 2; });
  if (!cube) return Diagnostic{"--host", host.ToString(), "is not a hypercube", kPartners};
  if (guest.size() <= host.size()) return OneToOne(guest, host, progress);
  return PlanContraction(guest, host.axes(), dilation, {}, progress);
}

}  // namespace toroid::gray
