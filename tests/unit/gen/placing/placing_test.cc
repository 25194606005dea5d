// Which links and ports a message uses, and where it is placed, compared with a table of every
// cycle.
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "gen/placing/placer.h"
#include "gen/placing/uses.h"
#include "gen/support/random.h"

namespace toroid::gen_placing_test {
namespace {

TEST(Uses, AreLinksACycleApartAndWithOnePortInjectorAndEjector) {
  const Graph host = Graph::Parse("line:4").value();
  std::vector<Use> uses;
  FindUses(host, Ports::kAll, NodeId{0}, NodeId{3}, uses);
  ASSERT_EQ(uses.size(), 3U);
  for (std::size_t e = 0; e < 3; ++e) EXPECT_EQ(uses[e].delay, static_cast<Cycle>(e));
  FindUses(host, Ports::kOne, NodeId{0}, NodeId{3}, uses);
  ASSERT_EQ(uses.size(), 5U);
  EXPECT_EQ(uses[3].delay, 0);
  EXPECT_EQ(uses[4].delay, 2);
  std::set<std::size_t> resources;
  for (const Use& use : uses) {
    EXPECT_LT(use.resource, ResourceBound(host));
    resources.insert(use.resource);
  }
  EXPECT_EQ(resources.size(), 5U);
}

TEST(Placer, MovesAMessageUntilAllOfItFits) {  // the example of placer.cc
  Placer placer(2);
  placer.Take(0, std::vector<Use>{{0, 0}}, 3);
  placer.Take(5, std::vector<Use>{{1, 0}}, 1);
  const std::vector<Use> both = {{0, 0}, {1, 1}};
  EXPECT_EQ(placer.EarliestFrom(0, both, 2), 5);
  placer.Take(5, both, 2);
  EXPECT_EQ(placer.EarliestFrom(0, std::vector<Use>{{0, 0}}, 2), 3);
  EXPECT_EQ(placer.EarliestFrom(0, std::vector<Use>{{1, 0}}, 6), 8);
  placer.Clear();
  EXPECT_EQ(placer.EarliestFrom(0, both, 2), 0);
}

TEST(Placer, FindsTheFirstCycleThatATableOfAllCyclesFinds) {
  Random random(1);
  const auto below = [&](std::uint64_t n) { return static_cast<Cycle>(random.Below(n)); };
  for (int trial = 0; trial < 200; ++trial) {
    constexpr std::size_t kResources = 4;
    Placer placer(kResources);
    std::set<std::pair<std::size_t, Cycle>> taken;
    for (int message = 0; message < 30; ++message) {
      std::vector<Use> uses;
      for (std::size_t r = 0; r < kResources; ++r)
        if (uses.empty() || random.Below(2) == 0) uses.push_back({r, below(5)});
      const Cycle length = 1 + below(4);
      const Cycle ready = below(20);
      const auto fits = [&](Cycle cycle) {
        for (const Use& use : uses)
          for (Cycle c = 0; c < length; ++c)
            if (taken.contains({use.resource, cycle + use.delay + c})) return false;
        return true;
      };
      Cycle expected = ready;
      while (!fits(expected)) ++expected;
      ASSERT_EQ(placer.EarliestFrom(ready, uses, length), expected) << trial << ' ' << message;
      placer.Take(expected, uses, length);
      for (const Use& use : uses)
        for (Cycle c = 0; c < length; ++c) taken.emplace(use.resource, expected + use.delay + c);
    }
  }
}

}  // namespace
}  // namespace toroid::gen_placing_test
