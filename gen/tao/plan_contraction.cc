// Chooses a contraction for a guest that is larger than the host: the side of its blocks on each
// axis. All sides that divide the lengths and multiply to the ratio of the sizes are tried, equal
// sides first, and what remains is embedded as cheaply as the theorems can. An axis of one block
// disappears. On a mesh, a ring with an even side is mirrored, which makes it a line and never
// costs more. Example: a torus of (8,8) on a mesh of (4,4): sides (2,2), both axes mirrored, cost
// 1. Source: Tao, 5.3. Departures: the text has one side for all axes that stay, and mirrors all of
// them or none.
#include <algorithm>

#include "gen/tao/candidates.h"

namespace toroid::tao {
namespace {

class ContractionSearch {
 public:
  ContractionSearch(const Pair& pair, int ratio, Effort& effort)
      : pair_(pair), ratio_(ratio), effort_(effort), to_mesh_(!IsTorus(pair.host)) {}

  std::optional<Construction> Run() {
    TryEqualSides();
    ChooseSide(ratio_);
    return best_;
  }

 private:
  // The thesis's choice, if it exists: one side for all axes.
  void TryEqualSides() {
    int side = 2;
    const auto power = [&] { return Product(Lengths(pair_.guest.size(), side)); };
    while (side < ratio_ && power() < ratio_) ++side;
    const auto divides = [&](const Side& axis) { return axis.length % side == 0; };
    if (power() == ratio_ && std::ranges::all_of(pair_.guest, divides))
      Try(Lengths(pair_.guest.size(), side));
  }

  bool Done() const { return effort_.exhausted() || (best_ && best_->dilation == 1); }

  // Chooses the side of the next axis, with `lacking` still to be divided out. Earlier ones of
  // equal axes have the smaller sides.
  void ChooseSide(int lacking) {
    const std::size_t axis = sides_.size();
    if (axis == pair_.guest.size()) {
      if (lacking == 1) Try(sides_);
      return;
    }
    const int length = pair_.guest[axis].length;
    for (int side = LeastSide(axis); side <= std::min(length, lacking) && !Done(); ++side) {
      if (length % side != 0 || lacking % side != 0) continue;
      if (!effort_.Spend()) return;
      sides_.push_back(side);
      ChooseSide(lacking / side);
      sides_.pop_back();
    }
  }

  // The least side of an axis: those of equal axes ascend.
  int LeastSide(std::size_t axis) const {
    for (std::size_t i = axis; i-- > 0;) {
      if (pair_.guest[i] == pair_.guest[axis]) return sides_[i];
    }
    return 1;
  }

  // O4.2: on a mesh a ring with an even side is mirrored.
  bool Mirrored(std::size_t axis, int side) const {
    const Side& guest = pair_.guest[axis];
    return to_mesh_ && guest.wraps && side % 2 == 0 && side < guest.length;
  }

  // Contracts by these sides and embeds the rest.
  void Try(const Lengths& sides) {
    Sides left;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const int length = pair_.guest[i].length / sides[i];
      if (length > 1)
        left.push_back({length, pair_.guest[i].wraps && length >= 3 && !Mirrored(i, sides[i])});
    }
    std::optional<Construction> rest =
        CheapestEmbedding({left, pair_.host, pair_.walk, pair_.read, pair_.by}, effort_);
    if (!rest) return;
    const int dilation = rest->dilation.value_or(kUnknownEdge);
    if (best_ && dilation >= best_->dilation.value_or(kUnknownEdge)) return;
    best_ = Build(sides, std::move(*rest));
  }

  // The contracting steps, then those of `rest`.
  Construction Build(const Lengths& sides, Construction rest) const {
    static const std::string source = "Tao 5.3";
    Drop drop{LengthsOf(pair_.guest), {}};
    Mirror mirror;
    Block block;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (sides[i] == pair_.guest[i].length) continue;
      drop.kept.push_back(static_cast<int>(i));
      mirror.lengths.push_back(pair_.guest[i].length);
      mirror.mirrored.push_back(Mirrored(i, sides[i]));
      block.sides.push_back(mirror.mirrored.back() ? sides[i] / 2 : sides[i]);
    }
    std::vector<ConstructionStep> steps;
    if (drop.kept.size() < sides.size()) steps.push_back({drop, source});
    if (mirror.ranks() > 1) steps.push_back({mirror, source});
    if (block.ranks() > 1) steps.push_back({block, source});
    rest.steps.insert(rest.steps.begin(), steps.begin(), steps.end());
    return rest;
  }

  const Pair& pair_;
  int ratio_;
  Effort& effort_;
  bool to_mesh_;
  Lengths sides_;
  std::optional<Construction> best_;
};

}  // namespace

std::optional<Construction> Contraction(const Pair& pair, int ratio, Effort& effort) {
  return ContractionSearch(pair, ratio, effort).Run();
}

}  // namespace toroid::tao
