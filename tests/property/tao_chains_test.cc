// Chains of reductions (docs/spec/tao.md, O2.10) by brute force: the shapes that can be reached by
// spreading one axis after the other over the remaining ones, and the true cost of the chosen
// chains.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <set>

#include "tests/property/routing_testing.h"
#include "tests/property/tao_testing.h"

namespace toroid::tao::tao_chains_test {
namespace {

constexpr const char* kChainSource = "Tao 3.4.2";

// Every shape, axes rising, that is made by spreading one axis over others; a factor may be the
// whole length.
std::set<Lengths> OneAxisLess(const Lengths& shape) {
  std::set<Lengths> found;
  for (std::size_t gone = 0; gone < shape.size(); ++gone) {
    Lengths rest = shape;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(gone));
    const std::function<void(std::size_t, int)> deal = [&](std::size_t at, int left) {
      if (at == rest.size()) {
        Lengths sorted = rest;
        std::ranges::sort(sorted);
        if (left == 1) found.insert(sorted);
        return;
      }
      for (int factor = 1; factor <= left; ++factor) {
        if (left % factor != 0) continue;
        rest[at] *= factor;
        deal(at + 1, left / factor);
        rest[at] /= factor;
      }
    };
    deal(0, shape[gone]);
  }
  return found;
}

// All shapes of `axes` axes that are reached in any number of steps.
std::set<Lengths> Reached(Lengths shape, std::size_t axes) {
  std::ranges::sort(shape);
  std::set<Lengths> reached{std::move(shape)};
  while (reached.begin()->size() > axes) {
    std::set<Lengths> next;
    for (const Lengths& from : reached) next.merge(OneAxisLess(from));
    reached = std::move(next);
  }
  return reached;
}

// Calls visit(guest's lengths, host's) for all shapes of from..to nodes with more axes in the
// guest, each once whatever the order of its axes.
template <class Visit>
void ForEachLowering(int from, int to, Visit visit) {
  for (int size = from; size <= to; ++size) {
    std::vector<Lengths> shapes;
    Lengths shape;
    const std::function<void(int, int)> grow = [&](int left, int least) {
      if (left == 1) shapes.push_back(shape);
      for (int length = least; length <= left; ++length) {
        if (left % length != 0) continue;
        shape.push_back(length);
        grow(left / length, length);
        shape.pop_back();
      }
    };
    grow(size, 2);
    for (const Lengths& guest : shapes) {
      for (const Lengths& host : shapes) {
        if (guest.size() > host.size()) visit(guest, host);
      }
    }
  }
}

bool IsChain(const Construction& construction) {
  return std::ranges::any_of(construction.steps,
                             [](const auto& step) { return step.source == kChainSource; });
}

// Counts over all chains of a range of sizes.
struct Seen {
  int pairs = 0;    // with more axes in the guest, torus and mesh counted once
  int reached = 0;  // by spreading one axis after the other
  int chains = 0;   // all kinds
  int unequal = 0;  // chains with a bend into unequal parts
};

bool BendsUnequally(const routing::Trip& trip) {
  return trip.segments.size() == 2 && trip.segments[0].length != trip.segments[1].length;
}

// A chain is a bijection with the predicted cost, and in step it moves every permutation set in as
// many steps as the dilation. The lemmas cover it unless a route bends into unequal parts.
void ExpectChainHolds(const Graph& guest, const Graph& host, const Construction& construction,
                      Seen& seen) {
  ++seen.chains;
  const Mapping mapping(guest, host, construction);
  ASSERT_TRUE(RanksPartitionTheGuest(guest, host, mapping)) << PairText(guest, host);
  ASSERT_EQ(MeasuredDilation(guest, host, mapping), construction.dilation) << PairText(guest, host);
  const auto embedding = Embedding::Create(EmbeddingKind::kTao, guest, host, BitOrder::kBlock);
  const auto trips = routing::AllTrips(*embedding);
  ASSERT_TRUE(trips.ok()) << PairText(guest, host);
  const routing::Strategy strategy = routing::InStep(*embedding, *trips);
  ASSERT_EQ(Steps(strategy, routing::LinkMode::kBothWays), construction.dilation);
  for (const routing::LinkMode mode : routing::kModes) {
    ASSERT_EQ(FirstFault(*embedding, strategy, *trips, mode, strategy.holds_for), "")
        << PairText(guest, host);
  }
  const bool unequal = std::ranges::any_of(*trips, BendsUnequally);
  const auto thesis = routing::RoutingOfThesis(*embedding, *construction.dilation);
  const auto by_lemmas = ByLemmas(*embedding, *trips, thesis.vector);
  ASSERT_EQ(by_lemmas.ok(), !unequal) << PairText(guest, host);
  if (by_lemmas) {
    ASSERT_LE(Steps(*by_lemmas, routing::LinkMode::kBothWays), thesis.bound);
    ASSERT_EQ(FirstFault(*embedding, *by_lemmas, *trips, routing::LinkMode::kBothWays,
                         by_lemmas->holds_for),
              "");
  }
  const bool by_theorem = thesis.source == "Tao Theorem 4.5.5";
  ASSERT_TRUE(by_theorem || thesis.source == "routing.md RO2.7") << thesis.source;
  ASSERT_EQ(thesis.bound, (by_theorem ? 1 : 2) * *construction.dilation);
  seen.unequal += unequal ? 1 : 0;
}

Seen LookAt(int from, int to) {
  Seen seen;
  ForEachLowering(from, to, [&](const Lengths& small, const Lengths& large) {
    ++seen.pairs;
    const bool reached = Reached(small, large.size()).contains(large);
    seen.reached += reached ? 1 : 0;
    ForEachKind(small, large, [&](const Graph& guest, const Graph& host) {
      const auto construction = Construct(guest, host);
      ASSERT_TRUE(construction.ok() || !reached) << PairText(guest, host);
      if (construction && IsChain(*construction))
        ExpectChainHolds(guest, host, *construction, seen);
    });
  });
  return seen;
}

TEST(TaoChains, NoPairUpTo150NodesIsRefusedThatReductionsReach) {
  const Seen seen = LookAt(2, 150);
  EXPECT_EQ(seen.pairs, 1829);
  EXPECT_EQ(seen.reached, 1617);
  EXPECT_EQ(seen.chains, 32);
  EXPECT_EQ(seen.unequal, 6);
}

TEST(TaoChains, NorUpTo300) {
  const Seen seen = LookAt(151, 300);
  EXPECT_EQ(seen.pairs, 5115);
  EXPECT_EQ(seen.reached, 4180);
  EXPECT_EQ(seen.chains, 380);
  EXPECT_EQ(seen.unequal, 57);
}

// A torus's bases are rings on a torus and laid flat first on a mesh; every kind of walk spreads.
TEST(TaoChains, LargeOnesCostWhatIsPredicted) {
  const auto cost = [](std::string_view from, std::string_view to) {
    const Graph guest = Graph::Parse(from).value();
    const Graph host = Graph::Parse(to).value();
    const auto construction = Construct(guest, host);
    EXPECT_TRUE(construction.ok() && IsChain(*construction)) << PairText(guest, host);
    EXPECT_EQ(MeasuredDilation(guest, host, Mapping(guest, host, *construction)),
              construction->dilation);
    return *construction->dilation;
  };
  EXPECT_EQ(cost("mesh:5x5x6x6", "mesh:20x45"), 9);
  EXPECT_EQ(cost("torus:5x5x6x6", "torus:20x45"), 9);
  EXPECT_EQ(cost("torus:5x5x6x6", "mesh:20x45"), 18);
  EXPECT_EQ(cost("torus:5x7x15x15", "mesh:45x175"), 50);
  EXPECT_EQ(cost("mesh:5x5x6x6x7", "mesh:20x45x7"), 9);
}

}  // namespace
}  // namespace toroid::tao::tao_chains_test
