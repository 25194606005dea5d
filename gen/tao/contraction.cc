// Contraction: a guest larger than the host is first reduced to the host's size. The idea: put
// neighbours together, so that an edge becomes shorter or disappears, and put equally many nodes on
// every place. Blocks of equal sides keep a ring a ring; mirroring lays a ring doubled on a line,
// so that no link is longer than one; dropping an axis puts all its nodes together. Example: a ring
// of 12 on a line of 3: mirrored, 0..5 and 11..6 meet on a line of 6; in blocks of 2 the nodes 2,
// 3, 9, 8 are on place 1. It applies only if the guest's size is a multiple of the host's and its
// lengths divide accordingly. Source: Tao, 5.3 (mu, nu, nu-bar, xi) and 5.4.1 (set-valued
// inverses). Departures: each axis has its own block side and is mirrored or not; 5.4.1 composes
// mirror and blocks with l - 1 - y for l/side - 1 - y, but here the steps are undone one by one.
#include "gen/tao/step.h"

namespace toroid::tao {
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
