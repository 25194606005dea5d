// The door: turns a graph into a plan, and a plan into an embedding. The choice among decompositions is solver.cc's; here are the rings of
// a torus (section 6) and the blocks of a contraction (section 7), each put on top of the decomposition of a smaller mesh.
//
// Rings. An axis of a torus goes round 2 or 4 copies of a mesh axis, by itself: 2 leaves the dilation d if the length is even and adds one
// if it is odd; 4 leaves at most max(d, 2). All combinations are tried.
//
// Blocks. With l_i' nodes of axis i in a block, 2^n_i blocks and n_1 + n_2 + ... = n, the load factor is the product of the l_i' =
// ceil(l_i / 2^n_i). A table over axes and dimensions used so far finds the n_i of the least product. Example: 19 x 19 in a 5-cube,
// n = (3, 2): blocks of 3 x 5.
#include "gen/gray/plan.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <string_view>

#include "gen/gray/compose.h"
#include "gen/gray/plane.h"
#include "gen/gray/solver.h"

namespace toroid::gray {
namespace {

constexpr int kMostDimensions = 24;

std::vector<int> Ones(std::size_t axes) { return std::vector<int>(axes, 1); }

int AxesOf(const Factor& factor) {
  return static_cast<int>(std::ranges::count_if(factor.lengths, [](int length) { return length > 1; }));
}

Method MethodOf(const std::vector<Factor>& factors) {
  const std::size_t found = factors.size() - 1;  // the last one is the Gray codes
  if (found == 0) return Method::kGrayCode;
  const bool pairs = std::all_of(factors.begin(), factors.end() - 1, [](const Factor& factor) { return AxesOf(factor) == 2; });
  if (found == 1) return pairs ? Method::kPair : Method::kTriple;
  return pairs ? Method::kSplit : Method::kCombination;
}

// Fills in what follows from the mesh that is decomposed.
void Decompose(Solver& solver, Plan& plan) {
  plan.factors = solver.Solve(plan.mesh);
  plan.method = MethodOf(plan.factors);
  for (const Factor& factor : plan.factors) {
    plan.dimensions += factor.dimensions;
    plan.dilation = std::max(plan.dilation, factor.dilation);
    plan.congestion = std::max(plan.congestion, factor.congestion);
  }
}

int RingDilation(int length, int fold, int mesh_dilation) {
  const int along = std::max(mesh_dilation, 1);
  if (fold == 2) return length % 2 == 0 ? along : along + 1;
  return length % 2 == 0 ? along : std::max(along, 2);
}

// Every choice of folds. Axes of up to 4 nodes have one sensible fold: as many rows as nodes.
std::vector<std::vector<int>> AllFolds(const std::vector<int>& lengths) {
  std::vector<std::vector<int>> all{{}};
  for (const int length : lengths) {
    std::vector<std::vector<int>> longer;
    for (const auto& folds : all) {
      for (const int fold : {2, 4}) {
        if (length <= 4 && fold != (length == 2 ? 2 : 4)) continue;
        longer.push_back(folds);
        longer.back().push_back(fold);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<int> Folded(std::vector<int> lengths, const std::vector<int>& folds) {
  std::ranges::transform(lengths, folds, lengths.begin(), CeilDiv);
  return lengths;
}

// The folds of least score.
std::vector<int> ChooseFolds(Solver& solver, const std::vector<int>& lengths) {
  std::vector<int> best;
  Score best_score;
  for (const auto& folds : AllFolds(lengths)) {
    Score score = solver.ScoreOf(Folded(lengths, folds));
    const int mesh_dilation = score.dilation;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      score.dimensions += folds[a] / 2;
      score.dilation = std::max(score.dilation, RingDilation(lengths[a], folds[a], mesh_dilation));
    }
    if (best.empty() || score < best_score) {
      best = folds;
      best_score = score;
    }
  }
  return best;
}

void PlanRings(Solver& solver, Plan& plan) {
  plan.folds = ChooseFolds(solver, plan.guest.lengths());
  plan.mesh = Folded(plan.guest.lengths(), plan.folds);
  Decompose(solver, plan);
  const int mesh_dilation = plan.dilation;
  for (std::size_t a = 0; a < plan.folds.size(); ++a) {
    plan.dimensions += plan.folds[a] / 2;
    plan.dilation = std::max(plan.dilation, RingDilation(plan.guest.lengths()[a], plan.folds[a], mesh_dilation));
  }
  plan.congestion = std::max(plan.congestion, 1);
}

// n_i for each axis with sum at most `dimensions`, of the least product of ceil(l_i / 2^n_i).
std::vector<int> ChooseBlockBits(const std::vector<int>& lengths, int dimensions) {
  struct Entry {
    std::uint64_t load = 1;
    std::vector<int> bits;
  };
  std::vector<Entry> table(static_cast<std::size_t>(dimensions) + 1);  // by dimensions used at most
  for (const int length : lengths) {
    std::vector<Entry> next(table.size());
    for (std::size_t used = 0; used < table.size(); ++used) {
      next[used].load = std::numeric_limits<std::uint64_t>::max();
      for (int bits = 0; bits <= static_cast<int>(used) && (bits == 0 || 1 << (bits - 1) < length); ++bits) {
        const Entry& before = table[used - static_cast<std::size_t>(bits)];
        const std::uint64_t load = before.load * static_cast<std::uint64_t>(CeilDiv(length, 1 << bits));
        if (load >= next[used].load) continue;
        next[used] = {load, before.bits};
        next[used].bits.push_back(bits);
      }
    }
    table = std::move(next);
  }
  return table.back().bits;
}

CubeEmbedding EmbedMesh(const Plan& plan) {
  CubeEmbedding embedding = GrayMesh(std::vector<int>(plan.mesh.size(), 0));
  std::vector<int> done = Ones(plan.mesh.size());
  std::vector<int> inner = Ones(plan.mesh.size());  // product of the factors still to come
  for (const Factor& factor : plan.factors) std::ranges::transform(inner, factor.lengths, inner.begin(), std::multiplies<>());
  for (const Factor& factor : plan.factors) {
    for (std::size_t a = 0; a < inner.size(); ++a) {
      inner[a] /= factor.lengths[a];
      done[a] = std::min(done[a] * factor.lengths[a], CeilDiv(plan.mesh[a], inner[a]));
    }
    embedding = Product(embedding, EmbedFactor(factor), done);
  }
  return embedding;
}

}  // namespace

CubeEmbedding EmbedFactor(const Factor& factor) {
  if (factor.kind == FactorKind::kGrayCode) {
    std::vector<int> bits;
    for (const int length : factor.lengths) bits.push_back(CubeBits(static_cast<std::uint64_t>(length)));
    return GrayMesh(bits);
  }
  if (factor.kind == FactorKind::kDirect) return Spread(Direct(FindDirect(factor.lengths)), factor.lengths);
  std::vector<int> sides = factor.lengths;
  std::erase(sides, 1);
  return Spread(Plane(sides[0], sides[1]), factor.lengths);
}

Result<Plan> PlanEmbedding(const Graph& guest, const Toolbox& toolbox, const std::string& field) {
  Plan plan{.guest = Shape::Of(guest)};
  Solver solver(toolbox);
  if (plan.guest.torus()) {
    PlanRings(solver, plan);
  } else {
    plan.mesh = plan.guest.lengths();
    Decompose(solver, plan);
  }
  plan.minimal_dimensions = CubeBits(guest.size());
  if (plan.dimensions > kMostDimensions) {
    return Diagnostic{field, guest.ToString(), "needs a hypercube of " + std::to_string(plan.dimensions) + " dimensions",
                      "a hypercube has at most 24 dimensions"};
  }
  return plan;
}

Result<Plan> PlanContraction(const Graph& guest, int dimensions, const std::string& field) {
  Diagnostics complaints;
  if (guest.kind() == Kind::kTorus) {
    complaints.push_back({field, guest.ToString(), "is a torus", "meshes, lines and hypercubes can be contracted into a hypercube"});
  }
  if (dimensions < 0 || dimensions > kMostDimensions) {
    complaints.push_back({field, std::to_string(dimensions), "is no number of hypercube dimensions", "allowed are 0 to 24"});
  }
  if (!complaints.empty()) return complaints;
  Plan plan{.guest = Shape::Of(guest)};
  const std::vector<int> bits = ChooseBlockBits(guest.lengths(), dimensions);
  int shortest = 0;  // of the blocks' sides, over axes that leave the block
  std::uint64_t load = 1;
  for (std::size_t a = 0; a < bits.size(); ++a) {
    plan.mesh.push_back(1 << bits[a]);
    plan.blocks.push_back(CeilDiv(guest.lengths()[a], 1 << bits[a]));
    load *= static_cast<std::uint64_t>(plan.blocks[a]);
    if (bits[a] > 0) shortest = shortest == 0 ? plan.blocks[a] : std::min(shortest, plan.blocks[a]);
  }
  Solver solver(Toolbox{});
  Decompose(solver, plan);
  plan.load_factor = static_cast<std::uint32_t>(load);
  if (shortest > 0) plan.congestion = static_cast<int>(plan.load_factor / static_cast<std::uint32_t>(shortest));
  plan.dimensions = plan.minimal_dimensions = dimensions;
  const std::uint64_t cube = std::uint64_t{1} << dimensions;
  plan.optimal_load_factor = static_cast<std::uint32_t>((guest.size() + cube - 1) / cube);
  return plan;
}

CubeEmbedding Embed(const Plan& plan) {
  CubeEmbedding embedding = EmbedMesh(plan);
  if (!plan.folds.empty()) embedding = Wrap(embedding, plan.folds, plan.guest.lengths());
  if (!plan.blocks.empty()) embedding = Contract(embedding, plan.blocks, plan.guest.lengths());
  assert(embedding.dimensions <= plan.dimensions);
  embedding.dimensions = plan.dimensions;
  return embedding;
}

std::optional<double> PredictAverageDilation(const Plan& plan) {
  if (plan.blocks.empty() && plan.dilation == 1) return 1;
  if (!plan.folds.empty() || !plan.blocks.empty()) return std::nullopt;
  const std::size_t axes = plan.mesh.size();
  std::vector<double> total(axes, 0);  // dilation of one line of each axis, on average
  std::vector<int> lengths = Ones(axes);
  for (const Factor& factor : plan.factors) {
    const Costs costs = Measure(EmbedFactor(factor));
    for (std::size_t a = 0; a < axes; ++a) {
      total[a] += lengths[a] * (factor.lengths[a] - 1) * costs.axis_dilation[a];
      lengths[a] *= factor.lengths[a];
    }
  }
  if (lengths != plan.mesh) return std::nullopt;
  double sum = 0;
  double edges = 0;
  for (std::size_t a = 0; a < axes; ++a) {
    const double lines = static_cast<double>(plan.guest.size()) / lengths[a];
    sum += lines * total[a];
    edges += lines * (lengths[a] - 1);
  }
  return edges == 0 ? 0 : sum / edges;
}

}  // namespace toroid::gray
