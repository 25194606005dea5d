// Idea. Taking one factor out of the mesh leaves a smaller mesh; the rest, when no more factors are
// taken, uses Gray codes. A factor of length t leaves ceil(l / t) of an axis of length l: if t does
// not divide l, the mesh is extended (strategy 4.2(3)). A state is the list of remaining lengths,
// ascending; lengths that are powers of two become Gray codes at once (4.2(1)). The best choice of
// each state is stored.
//
// Which factors. Direct meshes, in every assignment of their axes. Planes of any two axes i and j,
// which use all of j and split i as l_i <= a q, for every quotient q. A plane is first reduced to
// its core: powers of two are taken out of it if the cube does not grow, because every edge within
// a Gray code has length one.
//
// Example. 12 x 20: the pair needs 8 dimensions, of which 3 x 5 needs 4; the rest of the axes is 4
// x 4, two Gray codes. 21 x 9 x 5: 7 x 9 from the first two axes leaves 3 x 1 x 5, which is direct.
//
// Where it falls short. It is the best of these products, not of all embeddings: for 3 x 5 x 17 it
// finds none in the smallest cube. Both axes of a plane are never split at once.
//
// Source: Ho and Johnsson, section 4.2 and section 5. Departures: any number of axes; products of
// direct meshes of all kinds; further direct meshes.
#include "gen/gray/solver.h"

#include <algorithm>
#include <functional>

#include "gen/gray/compose.h"
#include "gen/support/integers.h"

namespace toroid::gray {
namespace {

// Measured for every plane of up to 2^14 nodes, not proved: docs/spec/gray.md, Y3.2.
constexpr int kPlaneCongestion = 3;
constexpr std::uint64_t kMeasuredPlane = 1 << 14;
constexpr int kUnknownCongestion = kPlaneCongestion + 1;  // for comparing choices

int Log2Ceil(int length) { return CubeBits(static_cast<std::uint64_t>(length)); }

// The rest of `lengths` without a factor.
std::vector<int> Without(std::vector<int> lengths, const std::vector<int>& factor) {
  std::ranges::transform(lengths, factor, lengths.begin(), CeilDiv<int, int>);
  return lengths;
}

// The axes that are not powers of two, by ascending length; equal ones stay in order.
std::vector<std::size_t> OpenAxes(const std::vector<int>& lengths) {
  std::vector<std::size_t> axes;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    if (!IsPowerOfTwo(lengths[a])) axes.push_back(a);
  }
  std::ranges::stable_sort(axes, {}, [&](std::size_t a) { return lengths[a]; });
  return axes;
}

std::vector<int> LengthsOf(const std::vector<int>& lengths, const std::vector<std::size_t>& axes) {
  std::vector<int> result;
  for (const std::size_t a : axes) result.push_back(lengths[a]);
  return result;
}

int PowerBits(const std::vector<int>& lengths) {
  int bits = 0;
  for (const int length : lengths) bits += IsPowerOfTwo(length) ? Log2Ceil(length) : 0;
  return bits;
}

// The last factor: a Gray code for each axis.
Factor GrayFactor(const std::vector<int>& lengths) {
  Factor factor{FactorKind::kGrayCode, {}, 0, 0, 0};
  for (const int length : lengths) {
    factor.lengths.push_back(1 << Log2Ceil(length));
    factor.dimensions += Log2Ceil(length);
  }
  factor.dilation = factor.dimensions > 0 ? 1 : 0;
  factor.congestion = factor.dilation;
  return factor;
}

// A factor's lengths, given for these axes, as a list for `count` axes.
std::vector<int> SpreadOver(const std::vector<int>& factor, const std::vector<std::size_t>& axes,
                            std::size_t count) {
  std::vector<int> spread(count, 1);
  for (std::size_t i = 0; i < axes.size(); ++i) spread[axes[i]] = factor[i];
  return spread;
}

// The smallest core of a rows x columns plane: doubling its axes gives a plane at least as large,
// in a cube that is no larger.
std::pair<int, int> Core(int rows, int columns) {
  const auto dimensions = [](std::int64_t r, std::int64_t c) {
    return CubeBits(static_cast<std::uint64_t>(r * c));
  };
  const int all = dimensions(rows, columns);
  std::pair<int, int> best{rows, columns};
  int taken = 0;
  for (int s = 0; 1 << s < rows; ++s) {
    for (int t = 0; 1 << t < columns; ++t) {
      const std::pair core{CeilDiv(rows, 1 << s), CeilDiv(columns, 1 << t)};
      if (s + t > taken && dimensions(core.first, core.second) + s + t == all) {
        best = core;
        taken = s + t;
      }
    }
  }
  return best;
}

}  // namespace

Solver::Solver(Toolbox toolbox, Stage* stage) : toolbox_(toolbox), stage_(stage) {}

// Each state is solved once: different orders of taking factors lead to the same rest.
const Solver::Choice& Solver::Best(const State& state) {
  if (const auto found = known_.find(state); found != known_.end()) return found->second;
  Choice best{GrayFactor(state), {}};
  best.score = {best.factor.dimensions, best.factor.dilation, *best.factor.congestion, 0};
  if (best.score.dimensions > MinimalCube(state))
    ForEachFactor(state, [&](Factor factor) { Consider(state, std::move(factor), best); });
  return known_.emplace(state, std::move(best)).first->second;
}

// Takes the factor out, if that is better than the best choice so far.
void Solver::Consider(const State& state, Factor factor, Choice& best) {
  if (stage_ != nullptr) stage_->Tick();
  const std::vector<int> rest = Without(state, factor.lengths);
  const Score after = ScoreOf(rest);
  const Score score{factor.dimensions + after.dimensions, std::max(factor.dilation, after.dilation),
                    std::max(factor.congestion.value_or(kUnknownCongestion), after.congestion),
                    factor.dimensions + after.core};
  if (score < best.score) best = {std::move(factor), score};
}

// Axes that are powers of two are left out: Gray codes embed them with dilation one.
Score Solver::ScoreOf(const std::vector<int>& lengths) {
  Score score = Best(LengthsOf(lengths, OpenAxes(lengths))).score;
  const int powers = PowerBits(lengths);
  score.dimensions += powers;
  if (powers > 0) {
    score.dilation = std::max(score.dilation, 1);
    score.congestion = std::max(score.congestion, 1);
  }
  return score;
}

void Solver::ForEachFactor(const State& state, const std::function<void(Factor)>& visit) const {
  ForEachDirect(state, visit);
  if (toolbox_.planes) ForEachPlane(state, visit);
}

// Every table, on every choice of the state's axes.
void Solver::ForEachDirect(const State& state, const std::function<void(Factor)>& visit) const {
  for (const DirectMesh& mesh : DirectMeshes()) {
    if (mesh.lengths.size() > state.size() ||
        !(mesh.published ? toolbox_.published_direct : toolbox_.further_direct))
      continue;
    std::vector<int> taken(state.size(), 1);
    std::ranges::copy(mesh.lengths, taken.begin());
    std::ranges::sort(taken);
    do {
      visit({FactorKind::kDirect, taken, MinimalCube(mesh.lengths), 2, mesh.congestion});
    } while (std::ranges::next_permutation(taken).found);
  }
}

// Each pair of axes, with one whole axis and each part of the other that leaves a different rest.
// Parts with equal rests are tried once, as the shortest.
void Solver::ForEachPlane(const State& state, const std::function<void(Factor)>& visit) const {
  for (std::size_t split = 0; split < state.size(); ++split) {
    for (std::size_t whole = 0; whole < state.size(); ++whole) {
      if (split == whole) continue;
      for (int part = state[split]; part >= 2; --part) {
        // the shortest part with this rest
        part = CeilDiv(state[split], CeilDiv(state[split], part));
        const auto [rows, columns] = Core(part, state[whole]);
        Factor factor{FactorKind::kPlane, std::vector<int>(state.size(), 1),
                      MinimalCube({rows, columns}), 2, std::nullopt};
        if (NodeCount({rows, columns}) <= kMeasuredPlane) factor.congestion = kPlaneCongestion;
        factor.lengths[split] = rows;
        factor.lengths[whole] = columns;
        if (Log2Ceil(rows) + Log2Ceil(columns) > factor.dimensions) visit(std::move(factor));
      }
    }
  }
}

// Lists every sequence of factors within `dimensions`, which are the fewest for the remaining
// lengths.
void Solver::List(const std::vector<int>& left, int dimensions, Listing& listing) {
  if (Factor rest = GrayFactor(left); rest.dimensions == dimensions) {
    listing.found.push_back(listing.chosen);
    listing.found.back().push_back(std::move(rest));
    return;
  }
  const std::vector<std::size_t> axes = OpenAxes(left);
  ForEachFactor(LengthsOf(left, axes), [&](Factor factor) {
    const bool dearer = factor.dilation > listing.limit.dilation ||
                        factor.congestion.value_or(kUnknownCongestion) > listing.limit.congestion;
    if (dearer || listing.found.size() >= listing.most) return;
    factor.lengths = SpreadOver(factor.lengths, axes, left.size());
    const std::vector<int> rest = Without(left, factor.lengths);
    const int lacking = dimensions - factor.dimensions;
    if (rest == left || ScoreOf(rest).dimensions != lacking) return;
    listing.chosen.push_back(std::move(factor));
    List(rest, lacking, listing);
    listing.chosen.pop_back();
  });
}

std::vector<std::vector<Factor>> Solver::AsGood(const std::vector<int>& lengths, std::size_t most) {
  Listing listing{.limit = ScoreOf(lengths), .most = most, .chosen = {}, .found = {}};
  List(lengths, listing.limit.dimensions, listing);
  return std::move(listing.found);
}

// Follows the best choices from state to state, which ScoreOf has computed and stored, down to the
// Gray codes.
std::vector<Factor> Solver::Solve(const std::vector<int>& lengths) {
  std::vector<Factor> factors;
  std::vector<int> left = lengths;
  while (true) {
    const std::vector<std::size_t> axes = OpenAxes(left);
    Factor factor = Best(LengthsOf(left, axes)).factor;
    if (factor.kind == FactorKind::kGrayCode) break;
    factor.lengths = SpreadOver(factor.lengths, axes, lengths.size());
    left = Without(left, factor.lengths);
    factors.push_back(std::move(factor));
  }
  factors.push_back(GrayFactor(left));
  return factors;
}

// Turns the solver's list of factors into the numbers of a plan, and into an embedding.
// docs/spec/gray.md, Y5.1.

namespace {

std::vector<int> Ones(std::size_t axes) { return std::vector<int>(axes, 1); }

// The number of axes of a factor.
int AxesOf(const Factor& factor) {
  return static_cast<int>(
      std::ranges::count_if(factor.lengths, [](int length) { return length > 1; }));
}

}  // namespace

Method MethodOf(const std::vector<Factor>& factors) {
  const std::size_t found = factors.size() - 1;  // the last one is the Gray codes
  if (found == 0) return Method::kGrayCode;
  const bool pairs = std::all_of(factors.begin(), factors.end() - 1,
                                 [](const Factor& factor) { return AxesOf(factor) == 2; });
  if (found == 1) return pairs ? Method::kPair : Method::kTriple;
  return pairs ? Method::kSplit : Method::kCombination;
}

std::optional<int> Larger(const std::optional<int>& one, const std::optional<int>& two) {
  return one && two ? std::optional(std::max(*one, *two)) : std::nullopt;
}

std::vector<int> Divided(std::vector<int> lengths, const std::vector<int>& by) {
  std::ranges::transform(lengths, by, lengths.begin(), CeilDiv<int, int>);
  return lengths;
}

// The solver's list of factors, and its total cost.
void Decompose(Solver& solver, Plan& plan) {
  plan.factors = solver.Solve(plan.mesh);
  plan.method = MethodOf(plan.factors);
  for (const Factor& factor : plan.factors) {
    plan.dimensions += factor.dimensions;
    plan.dilation = std::max(plan.dilation, factor.dilation);
    plan.congestion = Larger(plan.congestion, factor.congestion);
  }
}

// `done` is the product of the factors so far, `inner` the product of the remaining ones.
CubeEmbedding EmbedMesh(const Plan& plan, const Progress& progress) {
  CubeEmbedding embedding = GrayMesh(std::vector<int>(plan.mesh.size(), 0));
  std::vector<int> done = Ones(plan.mesh.size());
  std::vector<int> inner = Ones(plan.mesh.size());  // product of the remaining factors
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

}  // namespace toroid::gray
