// Theorems 3.3.1 to 3.4.4 of Tao's thesis by brute force: every pair of shapes of at most 64 nodes,
// in all combinations of torus and mesh. The oracle tries every order of the axes, every grouping,
// every factor and every walk, and measures what comes out.
#include <gtest/gtest.h>

#include <iostream>
#include <limits>
#include <optional>

#include "tests/property/tao_testing.h"

namespace toroid::tao {
namespace {

constexpr int kNone = std::numeric_limits<int>::max();
constexpr std::array kWalks = {Walk::kLine, Walk::kFold, Walk::kRing};

// Calls visit(groups) for every way to cut the list into `count` groups of neighbours, none empty.
template <class Visit>
void ForEachCut(const Lengths& list, std::size_t count, std::vector<Lengths> groups, Visit visit) {
  if (count == 1) {
    groups.push_back(list);
    return visit(groups);
  }
  for (std::size_t first = 1; first + count - 1 <= list.size(); ++first) {
    const auto cut = list.begin() + static_cast<std::ptrdiff_t>(first);
    groups.emplace_back(list.begin(), cut);
    ForEachCut(Lengths(cut, list.end()), count - 1, groups, visit);
    groups.pop_back();
  }
}

// Calls visit(order) for every order of n axes.
template <class Visit>
void ForEachOrder(std::size_t n, Visit visit) {
  std::vector<int> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<int>(i);
  do visit(order);
  while (std::ranges::next_permutation(order).found);
}

Lengths InOrder(const Lengths& lengths, const std::vector<int>& order) {
  Lengths permuted;
  for (const int i : order) permuted.push_back(lengths[static_cast<std::size_t>(i)]);
  return permuted;
}

Lengths Products(const std::vector<Lengths>& groups) {
  Lengths products;
  for (const Lengths& group : groups) products.push_back(Product(group));
  return products;
}

int Dilation(const Graph& guest, const Graph& host, std::vector<Step> steps) {
  return MeasuredDilation(guest, host, Mapping(guest, host, std::move(steps)));
}

// The longest edge of a ring or line on a mesh or torus, by the best of the walks.
int BestWalk(Kind guest_kind, Kind host_kind, const Lengths& lengths) {
  const Graph guest = Graph::Create(guest_kind, {Product(lengths)}).value();
  const Graph host = Graph::Create(host_kind, lengths).value();
  int best = kNone;
  for (const Walk walk : kWalks)
    best = std::min(best, Dilation(guest, host, {Expand{{{lengths, walk}}}}));
  return best;
}

// Each axis by itself: edges of different axes have nothing to do with each other.
int BestExpansion(const Graph& guest, const Graph& host) {
  if (guest.axes() > host.axes()) return kNone;
  int best = kNone;
  Lengths lengths = host.lengths();
  std::ranges::sort(lengths);
  do {
    ForEachCut(lengths, guest.lengths().size(), {}, [&](const std::vector<Lengths>& groups) {
      if (Products(groups) != guest.lengths()) return;
      int longest = 0;
      for (const Lengths& group : groups)
        longest = std::max(longest, BestWalk(guest.kind(), host.kind(), group));
      best = std::min(best, longest);
    });
  } while (std::ranges::next_permutation(lengths).found);
  return best;
}

// With and without laying the rings flat.
int BestSimpleReduction(const Graph& guest, const Graph& host) {
  if (guest.axes() <= host.axes()) return kNone;
  int best = kNone;
  ForEachOrder(guest.lengths().size(), [&](const std::vector<int>& order) {
    const Lengths lengths = InOrder(guest.lengths(), order);
    ForEachCut(lengths, host.lengths().size(), {}, [&](const std::vector<Lengths>& groups) {
      if (Products(groups) != host.lengths()) return;
      for (const Walk walk : {Walk::kLine, Walk::kFold}) {
        Expand each;
        for (const int length : lengths) each.parts.push_back({{length}, walk});
        best = std::min(best, Dilation(guest, host, {Permute{order}, each, Join{groups}}));
      }
    });
  });
  return best;
}

// Every way to write the numbers as products of ordered lists of factors above 1, at most `most`
// factors in all.
template <class Visit>
void ForEachFactoring(const Lengths& numbers, std::size_t most, std::vector<Lengths> lists,
                      Visit visit) {
  if (lists.size() == numbers.size()) return visit(lists);
  const auto extend = [&](auto&& self, int left, Lengths list) -> void {
    if (left == 1) {
      lists.push_back(list);
      ForEachFactoring(numbers, most - list.size(), lists, visit);
      lists.pop_back();
      return;
    }
    for (int factor = 2; factor <= left && list.size() < most; ++factor) {
      if (left % factor != 0) continue;
      Lengths longer = list;
      longer.push_back(factor);
      self(self, left / factor, longer);
    }
  };
  extend(extend, numbers[lists.size()], {});
}

// The permutation that makes the host's lengths from these, if there is one.
std::optional<Permute> ToHost(const Lengths& from, const Graph& host) {
  std::optional<Permute> found;
  ForEachOrder(from.size(), [&](const std::vector<int>& order) {
    if (!found && InOrder(from, order) == host.lengths()) found = Permute{order};
  });
  return found;
}

int BestOfOneFactor(const Graph& guest, const Graph& host, const std::vector<int>& order,
                    const Lengths& base, const std::vector<Lengths>& factors) {
  Absorb absorb{base, {}, {}};
  for (const Lengths& factor : factors) absorb.offsets.push_back({factor, Walk::kLine});
  Lengths out = base;
  const Lengths times = absorb.OffsetLengths();
  if (times.size() <= factors.size()) return kNone;  // Definition 3.4.6: d - c < b
  for (std::size_t i = 0; i < times.size(); ++i) out[i] *= times[i];
  const auto permute = ToHost(out, host);
  if (!permute) return kNone;
  int best = kNone;
  for (const bool folded : {false, true}) {
    absorb.folded.assign(base.size(), folded);
    for (const Walk walk : kWalks) {
      for (Part& offset : absorb.offsets) offset.walk = walk;
      best = std::min(best, Dilation(guest, host, {Permute{order}, absorb, *permute}));
    }
  }
  return best;
}

int BestGeneralReduction(const Graph& guest, const Graph& host) {
  const auto c = static_cast<std::ptrdiff_t>(host.axes());
  if (guest.axes() <= host.axes() || guest.axes() >= 2 * host.axes()) return kNone;
  int best = kNone;
  ForEachOrder(guest.lengths().size(), [&](const std::vector<int>& order) {
    const Lengths lengths = InOrder(guest.lengths(), order);
    const Lengths base(lengths.begin(), lengths.begin() + c);
    ForEachFactoring(Lengths(lengths.begin() + c, lengths.end()), base.size(), {},
                     [&](const std::vector<Lengths>& factors) {
                       best = std::min(best, BestOfOneFactor(guest, host, order, base, factors));
                     });
  });
  return best;
}

bool Square(const Graph& graph) {
  return std::ranges::count(graph.lengths(), graph.length(Axis{0})) == graph.axes();
}

TEST(TaoPairs, EveryConstructionIsABijectionWithItsInverseAndCostsWhatWasPredicted) {
  int built = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto construction = Construct(guest, host);
          if (!construction) return;
          const Mapping mapping(guest, host, *construction);
          ASSERT_EQ(mapping.members(), 1U);
          ASSERT_TRUE(MembersPartitionTheGuest(guest, host, mapping)) << PairText(guest, host);
          ASSERT_EQ(MeasuredDilation(guest, host, mapping), construction->dilation)
              << PairText(guest, host);
          ++built;
        });
      }
    }
  }
  EXPECT_GT(built, 20000);
  std::cout << built << " pairs compared\n";
}

// Pairs are refused exactly where no theorem applies, and no choice of factors, order or walk is
// cheaper than the one that is made.
TEST(TaoPairs, NoChoiceIsCheaperAndNoPairIsRefusedForNothing) {
  int refused = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto construction = Construct(guest, host);
          const int best = std::min({BestExpansion(guest, host), BestSimpleReduction(guest, host),
                                     BestGeneralReduction(guest, host)});
          // several steps: tao_square_test.cc
          if (best == kNone && Square(guest) && Square(host)) return;
          ASSERT_EQ(construction.ok(), best < kNone) << PairText(guest, host);
          if (construction) {
            ASSERT_EQ(construction->dilation, best) << PairText(guest, host);
          } else {
            ++refused;
          }
        });
      }
    }
  }
  EXPECT_GT(refused, 1000);
  std::cout << refused << " pairs refused\n";
}

TEST(TaoPairs, AForcedWalkGivesABijectionThatCostsNoMoreThanPredicted) {
  int built = 0;
  int unpredicted = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          for (const Walk walk : kWalks) {
            const auto construction = Construct(guest, host, walk);
            if (!construction) continue;
            const Mapping mapping(guest, host, *construction);
            ASSERT_TRUE(MembersPartitionTheGuest(guest, host, mapping))
                << PairText(guest, host) << " " << ToString(walk);
            ASSERT_LE(MeasuredDilation(guest, host, mapping),
                      construction->dilation.value_or(kNone))
                << PairText(guest, host);
            ++built;
            unpredicted += construction->dilation ? 0 : 1;
          }
        });
      }
    }
  }
  EXPECT_GT(built, 20000);
  EXPECT_LT(unpredicted, built / 4);
}

}  // namespace
}  // namespace toroid::tao
