// The routing vectors of Tao 4.5 and the table of 4.6, read off the steps that an embedding was
// made by.
//
// An axis that is spread over others (a general reduction) may bend; it gets a number of its own,
// later than the axes that are not spread. In a chain of general reductions the axes that are
// spread last come first. Example: a 9x9x9 torus on a 27x27 one, c = 2: axes 0 and 1 have number 0,
// axis 2 is spread and has number 1.
// Departures (docs/spec/routing.md): an odd square torus in a torus is embedded at half the
// dilation that 4.5.6 and 4.5.7 assume, and their vector is used for it; in 4.5.7 no axis is
// spread, so that there is one group.
#include <algorithm>
#include <numeric>
#include <utility>

#include "gen/routing/strategy.h"
#include "gen/tao/step.h"

namespace toroid::routing {
namespace {

// What the steps have in them.
struct Spreads {
  std::vector<int> turn;  // by guest axis: which general reduction spreads it, or -1
  int count = 0;          // general reductions
  // axes that are spread may bend: they are walked there and back, or laid flat before
  bool folds = false;
};

bool Folds(const tao::Part& part) { return part.walk == tao::Walk::kFold; }

Spreads SpreadsOf(const Embedding& embedding) {
  const int axes = embedding.guest().axes();
  Spreads spreads{
      .turn = std::vector<int>(static_cast<std::size_t>(axes), -1), .count = 0, .folds = false};
  if (!embedding.construction()) return spreads;
  std::vector<int> guest_axis(static_cast<std::size_t>(axes));  // of each axis so far
  std::iota(guest_axis.begin(), guest_axis.end(), 0);
  for (const tao::ConstructionStep& step : embedding.construction()->steps) {
    if (const auto* expand = std::get_if<tao::Expand>(&step.step)) {
      // Laid flat after the last general reduction, ways stay in line.
      if (spreads.count == 0) spreads.folds = std::ranges::any_of(expand->parts, Folds);
    } else if (const auto* absorb = std::get_if<tao::Absorb>(&step.step)) {
      const std::size_t base = absorb->base.size();
      for (std::size_t i = base; i < guest_axis.size(); ++i)
        spreads.turn[static_cast<std::size_t>(guest_axis[i])] = spreads.count;
      for (const tao::Part& part : absorb->offsets) spreads.folds |= Folds(part);
      guest_axis.resize(base);
      ++spreads.count;
    } else if (const auto* permute = std::get_if<tao::Permute>(&step.step);
               permute && permute->order.size() == guest_axis.size()) {
      std::vector<int> moved;
      for (const int from : permute->order)
        moved.push_back(guest_axis[static_cast<std::size_t>(from)]);
      guest_axis = std::move(moved);
    }
  }
  return spreads;
}

}  // namespace

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
  return {vector, (embedding.host().kind() == Kind::kMesh ? 2 : 4) * dilation, "Tao Theorem 4.5.6"};
}

}  // namespace toroid::routing
