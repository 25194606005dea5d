// Plans and costs as text.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "gen/gray/compose.h"
#include "gen/gray/plan.h"
#include "gen/gray/rings.h"
#include "gen/support/text.h"

namespace toroid::gray {
namespace {

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

// The lengths of the factors' product: the mesh's, or more if it is cut out.
std::vector<int> ProductOf(const Plan& plan) {
  std::vector<int> product(plan.mesh.size(), 1);
  for (const Factor& factor : plan.factors) {
    for (std::size_t a = 0; a < product.size(); ++a) product[a] *= factor.lengths[a];
  }
  return product;
}

std::string Dimensions(int count) { return Counted(count, "dimension"); }

// The embedding of a factor and its source.
PlanStep FactorStep(const Factor& factor) {
  const std::string lengths = LengthsText(factor.lengths);
  const std::string costs = fmt::format(
      ": {}, dilation {}{}", Dimensions(factor.dimensions), factor.dilation,
      factor.congestion ? fmt::format(", congestion at most {}", *factor.congestion) : "");
  switch (factor.kind) {
    case FactorKind::kGrayCode: return {"Gray codes on " + lengths + costs, "Ho-Johnsson 3.1"};
    case FactorKind::kPlane: return {"plane " + lengths + costs, "gray.md Y3.1"};
    case FactorKind::kDirect:
      return {"table of " + lengths + costs,
              FindDirect(factor.lengths).published ? "Ho-Johnsson 3.3" : "gray.md Y4.2"};
  }
  return {};
}

// Y6.1, Y6.7.
PlanStep RingStep(const Plan& plan) {
  const auto some = [&](int fold) { return std::ranges::count(plan.folds, fold) > 0; };
  std::vector<int> copies = plan.folds;
  std::ranges::replace(copies, kOutAndBack, 1);
  return {"lay the axes as rings through " + LengthsText(copies) + " copies of " +
              LengthsText(plan.mesh),
          some(1)              ? "gray.md Y6.7"
          : some(2) && some(4) ? "Ho-Johnsson Lemmas 3, 4"
          : some(2)            ? "Ho-Johnsson Lemma 3"
                               : "Ho-Johnsson Lemma 4"};
}

// Y6.3; Y6.8 for axes that go out and back.
PlanStep BlockStep(const Plan& plan) {
  const std::vector<int> rings = RingLengths(plan);
  std::vector<std::size_t> axes;
  for (std::size_t a = 0; a < plan.folds.size(); ++a) {
    if (plan.folds[a] == kOutAndBack && rings[a] > 1) axes.push_back(a);
  }
  const std::string text =
      "put blocks of " + LengthsText(plan.blocks) + " on one node each of " + LengthsText(rings);
  if (!axes.empty()) {
    return {fmt::format("{}, half of a block going out and half coming back on axis {}", text,
                        Joined(axes, " and ")),
            "gray.md Y6.8"};
  }
  return {text, plan.method == Method::kGrayCode && plan.folds.empty() ? "Ho-Johnsson Corollary 4"
                                                                       : "Ho-Johnsson Lemma 5"};
}

// Y6.6.
PlanStep FoldStep(const Plan& plan, int used) {
  return {fmt::format("fold the cube of {} along the lowest {}: up to {} on one node",
                      Dimensions(used), plan.dropped, Counted(plan.load_factor, "guest node")),
          "Ho-Johnsson Corollary 5"};
}

// Y5.1.
PlanStep DecompositionStep(const Plan& plan, const std::vector<Factor>& factors) {
  std::string text = "embed " + LengthsText(plan.mesh);
  if (const auto product = ProductOf(plan); product != plan.mesh)
    text += ", cut out of " + LengthsText(product) + ",";
  if (factors.size() > 1) {
    for (const Factor& factor : factors)
      text += (&factor == &factors.front() ? " as " : " times ") + LengthsText(factor.lengths);
  }
  return {text + " by " + std::string(ToString(plan.method)), "Ho-Johnsson 4.2"};
}

std::string Row(const std::string& name, const std::string& predicted,
                const std::string& measured) {
  char text[96];
  std::snprintf(text, sizeof text, "  %-18s %12s %12s\n", name.c_str(), predicted.c_str(),
                measured.c_str());
  return text;
}

}  // namespace

std::string_view ToString(Method method) {
  switch (method) {
    case Method::kGrayCode: return "method 1, Gray codes";
    case Method::kPair: return "method 2, a pair of axes";
    case Method::kTriple: return "method 3, three axes at once";
    case Method::kSplit: return "method 4, several pairs of axes";
    case Method::kCombination: return "pairs and triples of axes";
  }
  return "";
}

std::vector<PlanStep> Steps(const Plan& plan) {
  std::vector<PlanStep> steps;
  std::vector<Factor> factors;  // without those of one node
  int used = 0;                 // cube dimensions
  for (const int fold : plan.folds) used += fold / 2;
  for (const Factor& factor : plan.factors) {
    used += factor.dimensions;
    if (factor.dimensions > 0) factors.push_back(factor);
  }
  if (!plan.blocks.empty()) steps.push_back(BlockStep(plan));
  if (std::ranges::any_of(plan.folds, [](int fold) { return fold != kOutAndBack; }))
    steps.push_back(RingStep(plan));
  if (!factors.empty()) steps.push_back(DecompositionStep(plan, factors));
  std::ranges::transform(factors, std::back_inserter(steps), FactorStep);
  if (plan.dropped > 0) steps.push_back(FoldStep(plan, used));
  if (used < plan.dimensions) {
    steps.push_back(
        {fmt::format("leave {} of {} unused", plan.dimensions - used, Dimensions(plan.dimensions)),
         "gray.md Y5.8"});
  }
  return steps;
}

std::string Describe(const Plan& plan) {
  std::string text = (plan.guest.torus() ? "torus " : "mesh ") + plan.guest.ToString() + "\n";
  for (const PlanStep& step : Steps(plan)) text += "  " + step.source + ": " + step.text + "\n";
  return text;
}

std::string Compare(const Plan& plan, const Costs& costs) {
  const Averages averages = PredictAverages(plan);
  return Row("", "predicted", "measured") +
         Row("expansion", Number(plan.expansion()), Number(costs.expansion)) +
         Row("load factor", std::to_string(plan.load_factor), std::to_string(costs.load_factor)) +
         Row("dilation", fmt::format("<= {}", plan.dilation), std::to_string(costs.dilation)) +
         Row("average dilation", Number(averages.dilation), Number(costs.average_dilation)) +
         Row("congestion", plan.congestion ? fmt::format("<= {}", *plan.congestion) : "-",
             std::to_string(costs.congestion)) +
         Row("average congestion", Number(averages.congestion), Number(costs.average_congestion));
}

}  // namespace toroid::gray
