// The theorems, each as a function that gives its cheapest construction for a pair of equal size,
// or none if it does not apply.
#pragma once

#include <optional>
#include <vector>

#include "gen/tao/construction.h"
#include "gen/tao/sides.h"

namespace toroid::tao {

// Other ways to read a shape: a mesh of (2,2) is a ring of 4.

// A shape, and the steps between it and the shape of which it is a reading. No edge is longer than
// 1.
struct Reading {
  Sides sides;
  std::vector<ConstructionStep> steps;
};

// The first is the shape itself, without steps. A guest's steps lead from it to the reading, a
// host's from the reading to it.
std::vector<Reading> GuestReadings(const Sides& guest);
std::vector<Reading> HostReadings(const Sides& host);

// How shapes are read: as they are, or also with axes of 2 and 4 exchanged (Reading).
enum class Read { kAsTheyAre, kEveryWay };
// The theorems to try: single theorems and squares, or chains of reductions if none of these
// applies.
enum class Try { kTheorems, kChains };

// A pair to embed, with equally many nodes on both sides except for Contraction; `walk` forces a
// walk.
struct Pair {
  Sides guest;
  Sides host;
  std::optional<Walk> walk;
  Read read = Read::kAsTheyAre;
  Try by = Try::kTheorems;
};

// Each guest axis is the product of some host axes. Also equal shapes, with no step if nothing
// changes.
std::optional<Construction> Expansion(const Pair& pair, Effort& effort);
// Each host axis is the product of some guest axes (docs/spec/tao.md, O2.3).
std::optional<Construction> SimpleReduction(const Pair& pair, Effort& effort);
// Fewer axes on the host, and more than half as many: some guest axes are spread over the others
// (O2.4).
std::optional<Construction> GeneralReduction(const Pair& pair, Effort& effort);
// Squares, by several of these steps (O2.5, O2.6).
std::optional<Construction> SquareChain(const Pair& pair);
// At least two fewer axes on the host: one reduction after the other (O2.10).
std::optional<Construction> ReductionChain(const Pair& pair, Effort& effort);

// Guests `ratio` >= 2 times as large as the host.
std::optional<Construction> Contraction(const Pair& pair, int ratio, Effort& effort);

// The cheapest of the first four that apply, or of chains, as the pair says, over its readings.
std::optional<Construction> CheapestEmbedding(const Pair& pair, Effort& effort);

// The cost that a search minimizes: the longest edge, then the sum over the guest's axes of the
// longest edge on each.
struct Cost {
  int longest = 0;
  int sum = 0;
  // Adds one more axis with this longest edge.
  void Add(int edge) {
    longest = edge > longest ? edge : longest;
    sum += edge;
  }
  auto operator<=>(const Cost&) const = default;
};
// An edge whose length no theorem gives; longer than all others.
inline constexpr int kUnknownEdge = 1 << 25;
// The edge's length, if a theorem gives one.
inline std::optional<int> Known(int edge) {
  return edge < kUnknownEdge ? std::optional(edge) : std::nullopt;
}

// The factor by which edges become longer on an axis that must be laid flat.
inline int Stretch(const Side& side, bool on_torus) { return side.wraps && !on_torus ? 2 : 1; }

// A walk through a mesh or torus of these lengths (in an order it chooses) for an axis, and its
// longest edge.
struct PricedPart {
  Part part;
  int longest;
};
PricedPart WalkFor(const Sides& lengths, bool axis_wraps, bool on_torus,
                   std::optional<Walk> forced);

// The order of axes that makes `to` from `from`: to[i] = from[order[i]], the first match each.
std::vector<int> OrderOfAxes(const Sides& from, const Sides& to);
std::vector<int> OrderOfAxes(const Lengths& from, const Lengths& to);
// Adds the step unless it changes nothing.
void AddPermute(std::vector<int> order, const std::string& source,
                std::vector<ConstructionStep>& steps);

}  // namespace toroid::tao
