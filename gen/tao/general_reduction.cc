// General reduction: some axes of the guest are spread over the others. The idea: a guest of shape
// L' x L'' is a mesh L' of supernodes L''. Each supernode is embedded by a walk in a small mesh,
// and the small meshes tile the host. Example: in a 3x3x6 mesh the axis of 6 is walked through a
// (2,3) mesh, and nine of those tile a 6x9 mesh: (2,0,4) is supernode (2,0), walk place (1,1), so
// (2*2+1, 0*3+1). A step to the next supernode is as long as the tile. It does not apply if the
// host has at most half as many axes as the guest. Source: Tao, Definition 3.4.7 and Theorem 3.4.4
// (F', G', H', G'', H''), 4.3.1 (inverses). Departures: 4.3.1 omits the inverse fold on base axes
// without an offset, and prints the inverses of the double-primed functions with themselves for the
// offset; each axis is folded or not, and each offset has a walk, of its own.
#include <fmt/core.h>

#include "gen/tao/step.h"

namespace toroid::tao {

Lengths Absorb::OffsetLengths() const {
  Lengths all;
  for (const Part& offset : offsets)
    all.insert(all.end(), offset.lengths.begin(), offset.lengths.end());
  return all;
}

// Computes the places in the tile first, then adds the tiles' beginnings. Base axes that no offset
// uses have tiles of length 1.
void Absorb::Forward(const Coordinates& from, Coordinates& to) const {
  to.assign(base.size(), 0);
  std::span<int> places(to);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    PlaceAt(offsets[i].walk, offsets[i].lengths, from[base.size() + i],
            places.first(offsets[i].lengths.size()));
    places = places.subspan(offsets[i].lengths.size());
  }
  std::size_t axis = 0;
  const auto add_base = [&](int tile) {
    to[axis] += tile * (folded[axis] ? FoldedPlace(base[axis], from[axis]) : from[axis]);
    ++axis;
  };
  for (const Part& offset : offsets) {
    for (const int tile : offset.lengths) add_base(tile);
  }
  while (axis < base.size()) add_base(1);
}

// Quotient and remainder by the tile's length, axis by axis; each walk is undone when its axes are
// read.
void Absorb::Inverse(const Coordinates& to, Coordinates& from) const {
  from.resize(base.size());
  Coordinates within;  // places inside the tile
  std::size_t axis = 0;
  const auto take_base = [&](int tile) {
    const int place = to[axis] / tile;
    from[axis] = folded[axis] ? UnfoldedPlace(base[axis], place) : place;
    ++axis;
  };
  for (const Part& offset : offsets) {
    within.clear();
    for (const int tile : offset.lengths) {
      within.push_back(to[axis] % tile);
      take_base(tile);
    }
    from.push_back(StepAt(offset.walk, offset.lengths, within));
  }
  while (axis < base.size()) take_base(1);
}

std::string Absorb::Text() const {
  std::vector<std::string> phrases;
  for (const Part& offset : offsets) {
    phrases.push_back(fmt::format("spread {} as {} by the {} walk", Product(offset.lengths),
                                  ListText(offset.lengths), ToString(offset.walk)));
  }
  std::string text = Enumerate(phrases) + " inside " + ListText(base);
  std::vector<int> flat;
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (folded[i]) flat.push_back(static_cast<int>(i));
  }
  if (!flat.empty()) text += ", axes " + ListText(flat) + " folded flat";
  return text;
}

}  // namespace toroid::tao
