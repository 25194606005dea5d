// The routing vectors of Tao 4.5 and the table of 4.6, derived from the steps of an embedding.
//
// An axis that is spread over others (a general reduction) may bend. It gets its own number, higher
// than that of the axes that are not spread. In a chain of general reductions the axes that are
// spread last come first. Example: a 9x9x9 torus on a 27x27 one, c = 2: axes 0 and 1 have number 0,
// axis 2 is spread and has number 1. Departures (docs/spec/routing.md): an odd square torus in a
// torus is embedded at half the dilation that 4.5.6 and 4.5.7 assume, and uses their vector; in
// 4.5.7 no axis is spread, so there is one group.
#include <algorithm>
#include <utility>

#include "gen/routing/strategy.h"
#include "gen/tao/step.h"

namespace toroid::routing {
namespace {

// The general reductions among the steps.
struct Spreads {
  std::vector<int> turn;  // by guest axis: the general reduction that spreads it, or -1
  int count = 0;          // general reductions
  // axes that are spread may bend: they are walked there and back, or laid flat before
  bool folds = false;
};

bool Folds(const tao::Part& part) { return part.walk == tao::Walk::kFold; }

// Reads the steps of a construction in their order.
class StepReader {
 public:
  explicit StepReader(int guest_axes) {
    for (int axis = 0; axis < guest_axes; ++axis) axes_.push_back({axis});
    spreads_.turn.assign(axes_.size(), -1);
  }

  Spreads Take() && { return std::move(spreads_); }

  void operator()(const tao::Permute& step) {
    Axes moved;
    for (const int from : step.order) moved.push_back(axes_[static_cast<std::size_t>(from)]);
    axes_ = std::move(moved);
  }

  void operator()(const tao::Expand& step) {
    // Laid flat after the last general reduction, routes stay in line.
    if (spreads_.count == 0) spreads_.folds = std::ranges::any_of(step.parts, Folds);
    Axes expanded;
    for (std::size_t i = 0; i < step.parts.size(); ++i)
      expanded.insert(expanded.end(), step.parts[i].lengths.size(), axes_[i]);
    axes_ = std::move(expanded);
  }

  // Several axes become one, with the guest axes of all.
  void operator()(const tao::Gather& step) {
    Axes gathered;
    auto next = axes_.begin();
    for (const tao::Part& part : step.parts) {
      gathered.emplace_back();
      for (std::size_t i = 0; i < part.lengths.size(); ++i, ++next)
        gathered.back().insert(gathered.back().end(), next->begin(), next->end());
    }
    axes_ = std::move(gathered);
  }

  void operator()(const tao::Join& step) {
    tao::Gather as_gather;
    for (const tao::Lengths& part : step.parts) as_gather.parts.push_back({part});
    (*this)(as_gather);
  }

  // An axis in several pieces is spread if all of them are.
  void operator()(const tao::Absorb& step) {
    const auto base = axes_.begin() + static_cast<std::ptrdiff_t>(step.base.size());
    const auto stays = [&](int axis) {
      return std::any_of(axes_.begin(), base, [&](const std::vector<int>& list) {
        return std::ranges::find(list, axis) != list.end();
      });
    };
    for (auto spread = base; spread != axes_.end(); ++spread) {
      for (const int axis : *spread) {
        if (!stays(axis)) spreads_.turn[static_cast<std::size_t>(axis)] = spreads_.count;
      }
    }
    axes_.erase(base, axes_.end());
    spreads_.folds |= std::ranges::any_of(step.offsets, Folds);
    ++spreads_.count;
  }

  // Contractions come first. The rest is routed like an embedding (Tao, Proposition 5.4.1);
  // messages along a dropped axis stay in their node.
  void operator()(const tao::Drop& step) {
    Axes kept;
    for (const int axis : step.kept) kept.push_back(axes_[static_cast<std::size_t>(axis)]);
    axes_ = std::move(kept);
  }
  void operator()(const tao::Mirror&) {}
  void operator()(const tao::Block&) {}

 private:
  using Axes = std::vector<std::vector<int>>;  // by current axis: the guest axes in it
  Axes axes_;
  Spreads spreads_;
};

Spreads SpreadsOf(const Embedding& embedding) {
  StepReader reader(embedding.guest().axes());
  if (embedding.construction()) {
    for (const tao::ConstructionStep& step : embedding.construction()->steps)
      std::visit(reader, step.step);
  }
  return std::move(reader).Take();
}

bool IsSquare(const Graph& graph) {
  return std::ranges::count(graph.lengths(), graph.length(Axis{0})) == graph.axes();
}

}  // namespace

// Which theorem applies depends on the dilation and on how often the construction spreads an axis
// over others: never, once, or several times, with or without folds.
ThesisRouting RoutingOfThesis(const Embedding& embedding, int dilation) {
  const Spreads spreads = SpreadsOf(embedding);
  const std::vector<int> one_group(spreads.turn.size(), 0);
  if (dilation == 1) return {one_group, 1, "Tao Theorem 4.5.1"};
  if (dilation == 2) return {one_group, 2, "Tao Theorem 4.5.2"};
  if (spreads.count == 0) return {one_group, dilation, "Tao Theorem 4.5.4"};
  if (spreads.count > 1 && !spreads.folds) return {one_group, dilation, "Tao Theorem 4.5.5"};
  std::vector<int> vector;
  for (const int turn : spreads.turn) vector.push_back(turn < 0 ? 0 : spreads.count - turn);
  if (spreads.count == 1) return {vector, dilation + (spreads.folds ? 2 : 1), "Tao Theorem 4.5.3"};
  if (!IsSquare(embedding.guest())) return {vector, 2 * dilation, "routing.md P2.7"};
  return {vector, (embedding.host().kind() == Kind::kMesh ? 2 : 4) * dilation, "Tao Theorem 4.5.6"};
}

}  // namespace toroid::routing
