// Plans and costs as text.
#include <cstdio>

#include "gen/gray/plan.h"

namespace toroid::gray {
namespace {

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

std::vector<int> ProductOf(const Plan& plan) {
  std::vector<int> product(plan.mesh.size(), 1);
  for (const Factor& factor : plan.factors) {
    for (std::size_t a = 0; a < product.size(); ++a) product[a] *= factor.lengths[a];
  }
  return product;
}

std::string Dimensions(int count) { return std::to_string(count) + (count == 1 ? " dimension" : " dimensions"); }

std::string FactorText(const Factor& factor) {
  return "  " + std::string(ToString(factor.kind)) + " " + LengthsText(factor.lengths) + ": " + Dimensions(factor.dimensions) +
         ", dilation " + std::to_string(factor.dilation) + ", congestion at most " + std::to_string(factor.congestion) + "\n";
}

std::string Row(const std::string& name, const std::string& predicted, const std::string& measured) {
  char text[96];
  std::snprintf(text, sizeof text, "  %-18s %12s %12s\n", name.c_str(), predicted.c_str(), measured.c_str());
  return text;
}

}  // namespace

std::string_view ToString(FactorKind kind) {
  switch (kind) {
    case FactorKind::kGrayCode: return "Gray codes";
    case FactorKind::kPlane: return "plane";
    case FactorKind::kDirect: return "direct";
  }
  return "";
}

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

std::string Describe(const Plan& plan) {
  std::string text =
      std::string(plan.guest.torus() ? "torus " : "mesh ") + plan.guest.ToString() + ": " + std::string(ToString(plan.method));
  if (!plan.folds.empty()) text += "; rings through " + LengthsText(plan.folds) + " copies of " + LengthsText(plan.mesh);
  if (!plan.blocks.empty()) text += "; blocks of " + LengthsText(plan.blocks);
  text += "\n";
  for (const Factor& factor : plan.factors) {
    if (factor.dimensions > 0) text += FactorText(factor);
  }
  if (const auto product = ProductOf(plan); product != plan.mesh) text += "  cut out of " + LengthsText(product) + "\n";
  return text + "  together " + Dimensions(plan.dimensions) + (plan.minimal() ? ", the fewest possible" : "") + "\n";
}

std::string Compare(const Plan& plan, const Costs& costs) {
  const double expansion = static_cast<double>(std::uint64_t{1} << plan.dimensions) / plan.guest.size();
  const auto average = PredictAverageDilation(plan);
  return Row("", "predicted", "measured") + Row("expansion", Number(expansion), Number(costs.expansion)) +
         Row("load factor", std::to_string(plan.load_factor), std::to_string(costs.load_factor)) +
         Row("dilation", "<= " + std::to_string(plan.dilation), std::to_string(costs.dilation)) +
         Row("average dilation", average ? Number(*average) : "-", Number(costs.average_dilation)) +
         Row("congestion", "<= " + std::to_string(plan.congestion), std::to_string(costs.congestion)) +
         Row("average congestion", "-", Number(costs.average_congestion));
}

}  // namespace toroid::gray
