// Theorem 10 of the xor paper, and the optimality of standard on lines that it quotes in II.C, by
// exhaustive search.
//
// An embedding with constant distances is found by choosing the distances D_0 <= D_1 <= ...
// (renaming dimensions changes nothing), then placing process 0, 1, 2, ...: process n lies at
// distance D_i from its partner without bit i, so there are at most two places to try, and every
// other bit of n must agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <string_view>
#include <vector>

#include "gen/metrics/metrics.h"

namespace toroid::metrics_optimality_test {
namespace {

enum class Host { kRing, kLine };

class Search {
 public:
  Search(Host host, std::vector<int> distances)
      : host_(host),
        distances_(std::move(distances)),
        length_(1 << distances_.size()),
        place_(static_cast<std::size_t>(length_)),
        taken_(static_cast<std::size_t>(length_), false) {}

  // Whether some bijection has these distances. A ring looks the same from every place; on a line
  // process 0 may be anywhere.
  bool Exists() {
    const int starts = host_ == Host::kRing ? 1 : length_;
    for (int start = 0; start < starts; ++start) {
      if (Try(0, start)) return true;
    }
    return false;
  }

 private:
  int Distance(int a, int b) const {
    const int straight = std::abs(a - b);
    return host_ == Host::kRing ? std::min(straight, length_ - straight) : straight;
  }

  bool Fits(unsigned n, int place) const {
    if (taken_[static_cast<std::size_t>(place)]) return false;
    for (std::size_t i = 0; i < distances_.size(); ++i) {
      if ((n >> i & 1U) != 0 && Distance(place_[n ^ (1U << i)], place) != distances_[i])
        return false;
    }
    return true;
  }

  bool Try(unsigned n, int place) {
    if (!Fits(n, place)) return false;
    place_[n] = place;
    taken_[static_cast<std::size_t>(place)] = true;
    const bool found = n + 1 == static_cast<unsigned>(length_) || PlaceNext(n + 1);
    taken_[static_cast<std::size_t>(place)] = found;
    return found;
  }

  bool PlaceNext(unsigned n) {
    std::size_t i = 0;
    while ((n >> i & 1U) == 0) ++i;
    const int partner = place_[n ^ (1U << i)];
    for (const int place : {partner + distances_[i], partner - distances_[i]}) {
      if (host_ == Host::kRing ? Try(n, (place + length_) % length_)
                               : place >= 0 && place < length_ && Try(n, place))
        return true;
    }
    return false;
  }

  Host host_;
  std::vector<int> distances_;
  int length_;
  std::vector<int> place_;
  std::vector<bool> taken_;
};

struct Optimum {
  int smallest_sum = 0;
  std::vector<int> distances;
  int tried = 0;  // distance vectors
};

// Extends `distances`, in rising order, to d of them with sums of at most `limit`, and calls visit
// for each.
template <class Visit>
void ForEachVector(std::vector<int>& distances, std::size_t d, int limit, Visit visit) {
  if (distances.size() == d) return visit(distances);
  const int left = static_cast<int>(d - distances.size());
  for (int next = distances.empty() ? 1 : distances.back(); next * left <= limit; ++next) {
    distances.push_back(next);
    ForEachVector(distances, d, limit - next, visit);
    distances.pop_back();
  }
}

// The smallest sum of constant distances, over all vectors with sums of at most `limit`; 0 if there
// is none.
Optimum FindOptimum(Host host, std::size_t d, int limit) {
  Optimum best;
  std::vector<int> start;
  ForEachVector(start, d, limit, [&](const std::vector<int>& distances) {
    ++best.tried;
    const int sum = std::accumulate(distances.begin(), distances.end(), 0);
    if (best.smallest_sum != 0 && sum >= best.smallest_sum) return;
    if (!Search(host, distances).Exists()) return;
    best.smallest_sum = sum;
    best.distances = distances;
  });
  return best;
}

TEST(Theorem10, XorReachesTheBoundOnRings) {
  for (int d = 2; d <= 10; ++d) {
    const Graph ring = Graph::Create(Kind::kTorus, {1 << d}).value();
    const Graph cube =
        Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(d), 2)).value();
    const Metrics metrics =
        Measure(Embedding::Create(EmbeddingKind::kXor, cube, ring, BitOrder::kBlock).value());
    EXPECT_DOUBLE_EQ(metrics.dilation_average, RingAverageDistanceBound(d)) << d;
    ASSERT_TRUE(metrics.distances) << d;
    EXPECT_EQ(std::accumulate(metrics.distances->begin(), metrics.distances->end(), 0),
              3 * (1 << (d - 2)) - 1)
        << d;
    const Metrics standard =
        Measure(Embedding::Create(EmbeddingKind::kStandard, cube, ring, BitOrder::kBlock).value());
    EXPECT_GT(standard.dilation_average, RingAverageDistanceBound(d)) << d;
  }
}

TEST(Theorem10, ExhaustiveSearchOnRingsFindsXorsAverageAndNothingBetter) {
  for (std::size_t d = 2; d <= 6; ++d) {
    // Up to d = 4 every distance vector of a ring; beyond, those with sums up to standard's.
    const int limit = d <= 4 ? static_cast<int>(d) << (d - 1) : (1 << d) - 1;
    const Optimum best = FindOptimum(Host::kRing, d, limit);
    EXPECT_EQ(best.smallest_sum, 3 * (1 << (d - 2)) - 1) << d;
    EXPECT_DOUBLE_EQ(best.smallest_sum / static_cast<double>(d),
                     RingAverageDistanceBound(static_cast<int>(d)));
    EXPECT_GT(best.tried, 2) << d;
    std::cout << "d = " << d << ": " << best.tried << " distance vectors tried\n";
  }
}

TEST(Theorem10, TheSearchRefusesWhatIsImpossible) {
  EXPECT_TRUE(Search(Host::kRing, {1, 2, 2}).Exists());
  EXPECT_TRUE(Search(Host::kRing, {1, 2, 4}).Exists());
  EXPECT_FALSE(Search(Host::kRing, {1, 1, 2}).Exists());
  EXPECT_FALSE(Search(Host::kRing, {2, 2, 4}).Exists());
  EXPECT_FALSE(Search(Host::kLine, {1, 2, 2}).Exists());
}

TEST(XorPaperSectionTwoC, NoConstantDistancesOnALineHaveASmallerSumThanStandards) {
  for (std::size_t d = 1; d <= 4; ++d) {
    const Optimum best = FindOptimum(Host::kLine, d, static_cast<int>(d) << d);
    EXPECT_EQ(best.smallest_sum, (1 << d) - 1) << d;
  }
}

// The search on any host: process n may be at any free node at the right distance from each partner
// placed so far.
class HostSearch {
 public:
  HostSearch(const Graph& host, std::vector<int> distances)
      : host_(host),
        distances_(std::move(distances)),
        place_(host.size(), NodeId{0}),
        taken_(host.size(), false) {}

  // A torus looks the same from every node; elsewhere process 0 may be at any.
  bool Exists() {
    const std::uint32_t starts = host_.kind() == Kind::kTorus ? 1 : host_.size();
    for (std::uint32_t start = 0; start < starts; ++start) {
      if (Try(0, NodeId{start})) return true;
    }
    return false;
  }

 private:
  bool Fits(unsigned n, NodeId place) const {
    if (taken_[place.index()]) return false;
    for (std::size_t i = 0; i < distances_.size(); ++i) {
      if ((n >> i & 1U) != 0 && host_.Distance(place_[n ^ (1U << i)], place) != distances_[i])
        return false;
    }
    return true;
  }

  bool Try(unsigned n, NodeId place) {
    if (!Fits(n, place)) return false;
    place_[n] = place;
    taken_[place.index()] = true;
    bool found = n + 1 == host_.size();
    for (std::uint32_t next = 0; next < host_.size() && !found; ++next)
      found = Try(n + 1, NodeId{next});
    taken_[place.index()] = found;
    return found;
  }

  const Graph& host_;
  std::vector<int> distances_;
  std::vector<NodeId> place_;
  std::vector<bool> taken_;
};

// No constant distances on the host have a smaller sum than this embedding's, which the search
// finds too.
void ExpectLeastSum(std::string_view text, EmbeddingKind kind) {
  const Graph host = Graph::Parse(text).value();
  const auto d = static_cast<std::size_t>(BitsFor(host.size()));
  const Graph cube = Graph::Create(Kind::kHypercube, std::vector<int>(d, 2)).value();
  const auto own =
      Measure(Embedding::Create(kind, cube, host, BitOrder::kCyclic).value()).distances;
  ASSERT_TRUE(own) << text;
  std::vector<int> rising(own->begin(), own->end());
  std::ranges::sort(rising);
  EXPECT_TRUE(HostSearch(host, rising).Exists()) << text;
  const int sum = std::accumulate(rising.begin(), rising.end(), 0);
  std::vector<int> start;
  int tried = 0;
  ForEachVector(start, d, sum - 1, [&](const std::vector<int>& distances) {
    EXPECT_FALSE(HostSearch(host, distances).Exists()) << text;
    ++tried;
  });
  EXPECT_GT(tried, 0) << text;
}

TEST(XorPaperSectionFive, StandardHasTheLeastSumOnMeshesOfSeveralAxesToo) {
  for (const char* host : {"mesh:2x4", "mesh:4x4", "mesh:2x8", "mesh:2x2x4"})
    ExpectLeastSum(host, EmbeddingKind::kStandard);
}

TEST(XorPaperSectionFive, XorHasTheLeastSumOnToriOfSeveralAxesToo) {
  for (const char* host : {"torus:2x8", "torus:4x8", "torus:8x8"})
    ExpectLeastSum(host, EmbeddingKind::kXor);
}

}  // namespace
}  // namespace toroid::metrics_optimality_test
