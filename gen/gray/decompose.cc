// Turns the solver's list of factors into the numbers of a plan, and into an embedding.
// docs/spec/gray.md, Y5.1.
#include "gen/gray/decompose.h"

#include <algorithm>
#include <functional>

#include "gen/gray/compose.h"
#include "gen/support/integers.h"

namespace toroid::gray {
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
