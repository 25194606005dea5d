// The idea: the line walk through (2,2) is 00 01 11 10, a Gray code, and closes. So a mesh of (2,2)
// and a ring of 4 are the same graph, and the theorems may be applied to either. Example: a cube of
// (2,2,2) joined to a ring of 8 as it is costs 4, the length behind the first axis. As (4,2), the 4
// a ring, it costs 2.
//
// In readings of a guest, pairs of its twos are rings of 4, or its fours are pairs of twos: a line
// of 4 is part of the ring. In readings of a host, rings of 4 are pairs of twos. Equal axes are
// interchangeable, so a reading is given by the number of axes that change. Example: no theorem
// embeds a (2,6) torus in a (3,4) torus, but (2,6) expands to (3,2,2).
//
// Where it does not apply: a line of 4 as a host is not (2,2), because its ends are not linked. A
// host's twos could be rings of 4 too, but up to 64 nodes that makes no embedding cheaper. Source:
// ours (docs/spec/tao.md, O2.9).
#include <algorithm>
#include <utility>

#include "gen/tao/candidates.h"

namespace toroid::tao {
namespace {

constexpr const char* kSource = "tao.md O2.9";
constexpr Side kRingOfFour{4, true};
constexpr Side kTwo{2, false};

Part Same(const Side& side) { return {{side.length}, Walk::kLine}; }
Part TwoTwos() { return {{2, 2}, Walk::kLine}; }

int CountOf(const Sides& sides, int length) {
  return static_cast<int>(std::ranges::count(sides, length, &Side::length));
}

// The first `rings` pairs of twos are rings of 4, and come first.
Reading WithRings(const Sides& sides, int rings) {
  std::vector<int> twos;
  std::vector<int> others;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const bool paired = sides[i] == kTwo && std::ssize(twos) < 2 * rings;
    (paired ? twos : others).push_back(static_cast<int>(i));
  }
  Reading reading{Sides(static_cast<std::size_t>(rings), kRingOfFour), {}};
  Gather gather{std::vector(static_cast<std::size_t>(rings), TwoTwos())};
  for (const int axis : others) {
    reading.sides.push_back(sides[static_cast<std::size_t>(axis)]);
    gather.parts.push_back(Same(reading.sides.back()));
  }
  std::vector<int> order = std::move(twos);
  order.insert(order.end(), others.begin(), others.end());
  AddPermute(std::move(order), kSource, reading.steps);
  reading.steps.push_back({std::move(gather), kSource});
  return reading;
}

// The first `count` fours are pairs of twos. `Step` is Expand for a guest, Gather for a host.
template <class Step>
Reading WithTwos(const Sides& sides, int count) {
  Reading reading;
  Step step;
  for (const Side& side : sides) {
    const bool read = side.length == 4 && count-- > 0;
    reading.sides.insert(reading.sides.end(), read ? 2 : 1, read ? kTwo : side);
    step.parts.push_back(read ? TwoTwos() : Same(side));
  }
  reading.steps.push_back({std::move(step), kSource});
  return reading;
}

}  // namespace

// The shape itself first, then a reading for each number of changed axes.
std::vector<Reading> GuestReadings(const Sides& guest) {
  std::vector<Reading> readings{{guest, {}}};
  for (int rings = 1; rings <= CountOf(guest, 2) / 2; ++rings)
    readings.push_back(WithRings(guest, rings));
  for (int fours = 1; fours <= CountOf(guest, 4); ++fours)
    readings.push_back(WithTwos<Expand>(guest, fours));
  return readings;
}

// Meshes have only the shape itself, because their fours are lines.
std::vector<Reading> HostReadings(const Sides& host) {
  std::vector<Reading> readings{{host, {}}};
  if (!IsTorus(host)) return readings;
  for (int fours = 1; fours <= CountOf(host, 4); ++fours)
    readings.push_back(WithTwos<Gather>(host, fours));
  return readings;
}

}  // namespace toroid::tao
