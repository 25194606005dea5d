// The steps, one kind after the other, each forward and back.
//
// Permutation of the axes. The idea: it makes no link longer, so every embedding may begin and end
// with one. Example: order (2,0,1) takes (4,2,3) to (3,4,2) and node (a,b,c) to (c,a,b). Source:
// Tao, 3.2 (pi, alpha, beta).
#include "gen/tao/step.h"

#include <fmt/core.h>

#include <numeric>

#include "gen/support/text.h"

namespace toroid::tao {

std::string ListText(const std::vector<int>& list) { return "(" + Joined(list, ",") + ")"; }

std::string Enumerate(const std::vector<std::string>& phrases) {
  std::string text;
  for (std::size_t i = 0, next = 0; i < phrases.size(); i = next) {
    while (next < phrases.size() && phrases[next] == phrases[i]) ++next;
    text += (i == 0 ? "" : ", ") + phrases[i];
    if (next - i > 1) text += fmt::format(" ({} times)", next - i);
  }
  return text;
}

void Permute::Forward(const Coordinates& from, Coordinates& to) const {
  to.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) to[i] = from[static_cast<std::size_t>(order[i])];
}

void Permute::Inverse(const Coordinates& to, Coordinates& from) const {
  from.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) from[static_cast<std::size_t>(order[i])] = to[i];
}

std::string Permute::Text() const { return "take the axes in the order " + ListText(order); }

// Expansion: axes of the guest become several axes of the host. The idea: an axis is a line or a
// ring, and a walk takes it through a mesh or torus of as many nodes. Example: the axes of a 4x6
// mesh become (2,2) and (2,3) by the line walk; node (1,4) goes to (0,1) and (1,1). It applies only
// if the host's lengths, grouped, multiply to the guest's. Source: Tao, Definition 3.4.2 and
// Theorem 3.4.1 (F, G, H), Definition 3.4.3 and Lemma 3.4.1 (T: a ring laid flat on a line, which
// is the fold walk through one length), 4.3.1 (inverses). Departure: each axis has its own walk.
//
// In reverse these walks gather several axes into one: (2,2) becomes a ring of 4.

// Each axis writes its place to the next few coordinates, as many as its part has lengths.
void Expand::Forward(const Coordinates& from, Coordinates& to) const {
  const auto axes = [](std::size_t sum, const Part& part) { return sum + part.lengths.size(); };
  to.resize(std::accumulate(parts.begin(), parts.end(), std::size_t{0}, axes));
  std::span<int> rest(to);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t axes_of_part = parts[i].lengths.size();
    PlaceAt(parts[i].walk, parts[i].lengths, from[i], rest.first(axes_of_part));
    rest = rest.subspan(axes_of_part);
  }
}

void Expand::Inverse(const Coordinates& to, Coordinates& from) const {
  from.clear();
  std::span<const int> rest(to);
  for (const Part& part : parts) {
    from.push_back(StepAt(part.walk, part.lengths, rest.first(part.lengths.size())));
    rest = rest.subspan(part.lengths.size());
  }
}

std::string Expand::Text() const {
  std::vector<std::string> phrases;
  for (const Part& part : parts) {
    const bool one = part.lengths.size() == 1;
    const std::string length = std::to_string(Product(part.lengths));
    if (one) {
      phrases.push_back(part.walk == Walk::kFold ? "lay " + length + " flat" : "keep " + length);
    } else {
      phrases.push_back("expand " + length + " to " + ListText(part.lengths) + " by the " +
                        std::string(ToString(part.walk)) + " walk");
    }
  }
  return Enumerate(phrases);
}

void Gather::Forward(const Coordinates& from, Coordinates& to) const {
  Expand{parts}.Inverse(from, to);
}

void Gather::Inverse(const Coordinates& to, Coordinates& from) const {
  Expand{parts}.Forward(to, from);
}

std::string Gather::Text() const {
  std::vector<std::string> phrases;
  for (const Part& part : parts) {
    const std::string length = std::to_string(Product(part.lengths));
    phrases.push_back(part.lengths.size() == 1
                          ? "keep " + length
                          : "gather " + ListText(part.lengths) + " to " + length + " by the " +
                                std::string(ToString(part.walk)) + " walk");
  }
  return Enumerate(phrases);
}

// Simple reduction: several axes of the guest become one of the host. The idea: read their
// coordinates as the digits of a number. A step of a digit is as long as the product of the lengths
// behind it, so the longest axis should come first. Example: (4,3) joined to 12 puts (1,2) on 5 and
// costs 3; (3,4) would cost 4. It applies only if the guest's lengths, grouped, multiply to the
// host's. Source: Tao, Definition 3.4.5 and Theorem 3.4.3 (U), 4.3.1 (inverse).
void Join::Forward(const Coordinates& from, Coordinates& to) const {
  to.clear();
  std::span<const int> rest(from);
  for (const Lengths& part : parts) {
    to.push_back(Number(part, rest.first(part.size())));
    rest = rest.subspan(part.size());
  }
}

void Join::Inverse(const Coordinates& to, Coordinates& from) const {
  from.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    from.resize(from.size() + parts[i].size());
    Digits(parts[i], to[i], std::span(from).last(parts[i].size()));
  }
}

std::string Join::Text() const {
  std::vector<std::string> phrases;
  for (const Lengths& part : parts) {
    const std::string length = std::to_string(Product(part));
    phrases.push_back(part.size() == 1 ? "keep " + length
                                       : "join " + ListText(part) + " to " + length);
  }
  return Enumerate(phrases);
}

// General reduction: some axes of the guest are spread over the others. The idea: a guest of shape
// L' x L'' is a mesh L' of supernodes L''. Each supernode is embedded by a walk in a small mesh,
// and the small meshes tile the host. Example: in a 3x3x6 mesh the axis of 6 is walked through a
// (2,3) mesh, and nine of those tile a 6x9 mesh: (2,0,4) is supernode (2,0), walk place (1,1), so
// (2*2+1, 0*3+1). A step to the next supernode is as long as the tile. It does not apply if the
// host has at most half as many axes as the guest. Source: Tao, Definition 3.4.7 and Theorem 3.4.4
// (F', G', H', G'', H''), 4.3.1 (inverses). Departures: 4.3.1 omits the inverse fold on base axes
// without an offset, and prints the inverses of the double-primed functions with themselves for the
// offset; each axis is folded or not, and each offset has a walk, of its own.
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

// Contraction: a guest larger than the host is first reduced to the host's size. The idea: put
// neighbours together, so that an edge becomes shorter or disappears, and put equally many nodes on
// every place. Blocks of equal sides keep a ring a ring; mirroring lays a ring doubled on a line,
// so that no link is longer than one; dropping an axis puts all its nodes together. Example: a ring
// of 12 on a line of 3: mirrored, 0..5 and 11..6 meet on a line of 6; in blocks of 2 the nodes 2,
// 3, 9, 8 are on place 1. It applies only if the guest's size is a multiple of the host's and its
// lengths divide accordingly. Source: Tao, 5.3 (mu, nu, nu-bar, xi) and 5.4.1 (set-valued
// inverses). Departures: each axis has its own block side and is mirrored or not; 5.4.1 composes
// mirror and blocks with l - 1 - y for l/side - 1 - y, but here the steps are undone one by one.

namespace {

// Removes the digit of base `base` from `rank`.
int NextDigit(int& rank, int base) {
  const int digit = rank % base;
  rank /= base;
  return digit;
}

std::vector<int> MarkedAxes(const std::vector<bool>& marks) {
  std::vector<int> axes;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i]) axes.push_back(static_cast<int>(i));
  }
  return axes;
}

}  // namespace

int Drop::ranks() const {
  int left = Product(lengths);
  for (const int axis : kept) left /= lengths[static_cast<std::size_t>(axis)];
  return left;
}

void Drop::Forward(const Coordinates& from, Coordinates& to) const {
  to.clear();
  for (const int axis : kept) to.push_back(from[static_cast<std::size_t>(axis)]);
}

// Goes from the last axis to the first, because the last dropped axis is the rank's lowest digit.
void Drop::Inverse(const Coordinates& to, int rank, Coordinates& from) const {
  from.resize(lengths.size());
  std::size_t next = kept.size();
  for (std::size_t i = lengths.size(); i-- > 0;) {
    const bool is_kept = next > 0 && kept[next - 1] == static_cast<int>(i);
    from[i] = is_kept ? to[--next] : NextDigit(rank, lengths[i]);
  }
}

std::string Drop::Text() const {
  std::vector<bool> dropped(lengths.size(), true);
  for (const int axis : kept) dropped[static_cast<std::size_t>(axis)] = false;
  return "drop axes " + ListText(MarkedAxes(dropped)) + " of " + ListText(lengths);
}

int Mirror::ranks() const { return 1 << MarkedAxes(mirrored).size(); }

void Mirror::Forward(const Coordinates& from, Coordinates& to) const {
  to = from;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (mirrored[i] && from[i] >= lengths[i] / 2) to[i] = lengths[i] - 1 - from[i];
  }
}

void Mirror::Inverse(const Coordinates& to, int rank, Coordinates& from) const {
  from = to;
  for (std::size_t i = lengths.size(); i-- > 0;) {
    if (mirrored[i] && NextDigit(rank, 2) == 1) from[i] = lengths[i] - 1 - to[i];
  }
}

std::string Mirror::Text() const {
  return "mirror axes " + ListText(MarkedAxes(mirrored)) + " of " + ListText(lengths);
}

int Block::ranks() const { return Product(sides); }

void Block::Forward(const Coordinates& from, Coordinates& to) const {
  to = from;
  for (std::size_t i = 0; i < sides.size(); ++i) to[i] /= sides[i];
}

void Block::Inverse(const Coordinates& to, int rank, Coordinates& from) const {
  from = to;
  for (std::size_t i = sides.size(); i-- > 0;)
    from[i] = to[i] * sides[i] + NextDigit(rank, sides[i]);
}

std::string Block::Text() const { return "put blocks of " + ListText(sides) + " together"; }

}  // namespace toroid::tao
