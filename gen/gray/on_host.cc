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
#include "gen/gray/on_host.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace toroid::gray {
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
  if (!cube) return Diagnostic{"--host", host.ToString(), "is no hypercube", kPartners};
  if (guest.size() <= host.size()) return OneToOne(guest, host, progress);
  return PlanContraction(guest, host.axes(), dilation, {}, progress);
}

}  // namespace toroid::gray
