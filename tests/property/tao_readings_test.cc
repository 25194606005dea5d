// Other readings of axes of 2 and 4 (docs/spec/tao.md, O2.9) by brute force: every pair of shapes
// of at most 64 nodes, read in every way, each with every choice that the theorems leave.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/property/tao_brute_force.h"
#include "tests/support/long_run.h"

namespace toroid::tao::tao_readings_test {
namespace {

// Number of pairs of twos read as rings of 4, and of fours read as pairs of twos.
struct Reads {
  int rings = 0;
  int fours = 0;
};

// The steps by which a guest is read, and those that lead back from a host's reading.
struct ReadSteps {
  Sides sides;
  std::vector<Step> there;
  std::vector<Step> back;
};

// Twos that become rings come first, then fours that become twos, then the others.
ReadSteps StepsFor(const Graph& graph, const Reads& reads) {
  std::vector<int> order;
  std::vector<int> others;
  int twos = 2 * reads.rings;
  for (int a = 0; a < graph.axes(); ++a)
    (graph.length(Axis{a}) == 2 && twos-- > 0 ? order : others).push_back(a);
  order.insert(order.end(), others.begin(), others.end());
  std::vector<int> undone(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    undone[static_cast<std::size_t>(order[i])] = static_cast<int>(i);

  const Part two_twos{{2, 2}, Walk::kLine};
  const auto keep = [](int length) { return Part{{length}, Walk::kLine}; };
  ReadSteps steps;
  Expand rings{std::vector(static_cast<std::size_t>(reads.rings), two_twos)};
  Expand fours{std::vector(static_cast<std::size_t>(reads.rings), keep(4))};
  steps.sides.assign(static_cast<std::size_t>(reads.rings), Side{4, true});
  int left = reads.fours;
  for (const int axis : others) {
    const int length = graph.length(Axis{axis});
    const bool read = length == 4 && left-- > 0;
    rings.parts.push_back(keep(length));
    fours.parts.push_back(read ? two_twos : keep(length));
    const Side side{length, graph.kind() == Kind::kTorus};
    steps.sides.insert(steps.sides.end(), read ? 2 : 1, read ? Side{2, false} : side);
  }
  steps.there = {Permute{order}, Gather{rings.parts}, fours};
  steps.back = {Gather{fours.parts}, rings, Permute{undone}};
  return steps;
}

int CountOf(const Graph& graph, int length) {
  return static_cast<int>(std::ranges::count(graph.lengths(), length));
}

template <class Visit>
void ForEachReads(const Graph& graph, Visit visit) {
  for (int rings = 0; rings <= CountOf(graph, 2) / 2; ++rings) {
    for (int fours = 0; fours <= CountOf(graph, 4); ++fours) visit(Reads{rings, fours});
  }
}

// The cheapest, with none but rings of 4 of a host read as twos, and with its twos read as rings
// too.
struct Best {
  int tried = kNone;
  int all = kNone;
};

Best BestOfReadings(const Graph& guest, const Graph& host) {
  Best best;
  ForEachReads(guest, [&](const Reads& guest_reads) {
    const ReadSteps from = StepsFor(guest, guest_reads);
    ForEachReads(host, [&](const Reads& host_reads) {
      // the ends of a line of 4 are not linked, and a mesh with rings is neither mesh nor torus
      if (host.kind() == Kind::kMesh && host_reads.rings + host_reads.fours > 0) return;
      const ReadSteps to = StepsFor(host, host_reads);
      const int cost = BestByTheorems({guest, host, {from.sides, from.there}, {to.sides, to.back}});
      best.all = std::min(best.all, cost);
      if (host_reads.rings == 0) best.tried = std::min(best.tried, cost);
    });
  });
  return best;
}

bool IsSquare(const Graph& graph) {
  return std::ranges::count(graph.lengths(), graph.length(Axis{0})) == graph.axes();
}

TEST(TaoReadings, NoOtherReadingIsCheaperAndEveryOneThatEmbedsIsFound) {
  int cheaper = 0;
  int added = 0;
  int refused = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    if (size > MostNodesOfPairs()) break;
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const Best best = BestOfReadings(guest, host);
          const auto theorems = AsTheyAre(guest, host);
          const auto construction = Construct(guest, host);
          if (best.tried == kNone && IsSquare(guest) && IsSquare(host)) return;
          ASSERT_EQ(construction.ok(), best.tried < kNone) << PairText(guest, host);
          refused += construction.ok() ? 0 : 1;
          if (!construction) return;
          ASSERT_EQ(construction->dilation, best.tried) << PairText(guest, host);
          ASSERT_EQ(best.all, best.tried) << PairText(guest, host);
          added += theorems ? 0 : 1;
          cheaper += theorems && construction->dilation < theorems->dilation ? 1 : 0;
        });
      }
    }
  }
  EXPECT_EQ(cheaper, LongOr(1413, 399));
  EXPECT_EQ(added, LongOr(3142, 770));
  EXPECT_EQ(refused, LongOr(4118, 822));
  std::cout << cheaper << " pairs are cheaper, " << added << " are added, " << refused
            << " are refused\n";
}

}  // namespace
}  // namespace toroid::tao::tao_readings_test
