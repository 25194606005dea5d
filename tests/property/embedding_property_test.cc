// Every power-of-two host up to 2^10 nodes against the papers' formulas, written out as printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

#include "gen/embedding/embedding.h"
#include "tests/oracle/oracle.h"

namespace toroid::embedding_property_test {
namespace {

constexpr int kLengths[] = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

Graph Cube(int d) {
  return Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(d), 2)).value();
}

int Log2(int length) { return std::countr_zero(static_cast<unsigned>(length)); }

int Dimensions(const std::vector<int>& shape) {
  int d = 0;
  for (const int length : shape) d += Log2(length);
  return d;
}

// Xor paper II.C: p_i = (n mod k_1 ... k_i) div k_1 ... k_(i-1).
Coordinates StandardByFormula(const std::vector<int>& k, std::uint32_t n) {
  Coordinates p;
  std::uint32_t before = 1;
  for (const int length : k) {
    const std::uint32_t through = before * static_cast<std::uint32_t>(length);
    p.push_back(static_cast<int>(n % through / before));
    before = through;
  }
  return p;
}

// Xor paper III.B: m_j(i) = n(i + K_j), but m_j(d_j - 2) = n(K_(j+1) - 1) xor n(K_(j+1) - 2). With
// d_j = 1 the bit is kept.
Coordinates XorByFormula(const std::vector<int>& k, std::uint32_t n) {
  const auto bit = [n](int i) { return static_cast<int>((n >> i) & 1); };
  Coordinates m;
  int start = 0;
  for (const int length : k) {
    const int bits = Log2(length);
    int coordinate = 0;
    for (int i = 0; i < bits; ++i) {
      coordinate |= (i == bits - 2 ? bit(start + bits - 1) ^ bit(start + bits - 2) : bit(start + i))
                    << i;
    }
    m.push_back(coordinate);
    start += bits;
  }
  return m;
}

// CALMANT 2.3, equal lengths: m_(j,l) = n_(j + l c).
Coordinates CyclicByFormula(const std::vector<int>& k, std::uint32_t n) {
  const int c = static_cast<int>(k.size());
  Coordinates m(k.size(), 0);
  for (int j = 0; j < c; ++j) {
    for (int l = 0; l < Log2(k[0]); ++l)
      m[static_cast<std::size_t>(j)] |= static_cast<int>((n >> (j + l * c)) & 1) << l;
  }
  return m;
}

template <class Visit>
int ForEachHost(const std::vector<std::vector<int>>& shapes, Visit visit) {
  int hosts = 0;
  for (const auto& shape : shapes) {
    for (const Kind kind : {Kind::kTorus, Kind::kMesh}) {
      visit(Graph::Create(kind, shape).value());
      ++hosts;
    }
  }
  return hosts;
}

TEST(EmbeddingProperty, BlockOrderFollowsTheXorPaper) {
  std::uint64_t nodes = 0;
  const int hosts = ForEachHost(oracle::AllShapes(4, 1024, kLengths), [&](const Graph& host) {
    const auto standard = Embedding::Create(
        EmbeddingKind::kStandard, Cube(Dimensions(host.lengths())), host, BitOrder::kBlock);
    const auto twisted = Embedding::Create(EmbeddingKind::kXor, Cube(Dimensions(host.lengths())),
                                           host, BitOrder::kBlock);
    ASSERT_TRUE(standard.ok() && twisted.ok()) << host.ToString();
    for (std::uint32_t n = 0; n < host.size(); ++n, ++nodes) {
      ASSERT_EQ(host.CoordinatesOf(standard->HostOf(NodeId{n})),
                StandardByFormula(host.lengths(), n))
          << host.ToString() << " " << n;
      ASSERT_EQ(host.CoordinatesOf(twisted->HostOf(NodeId{n})), XorByFormula(host.lengths(), n))
          << host.ToString() << " " << n;
    }
  });
  EXPECT_GT(hosts, 400);
  EXPECT_GT(nodes, 100000U);
}

TEST(EmbeddingProperty, CyclicOrderOnEqualLengthsFollowsCalmant) {
  std::vector<std::vector<int>> equal;
  for (const auto& shape : oracle::AllShapes(10, 1024, kLengths)) {
    if (std::ranges::count(shape, shape.front()) == std::ssize(shape)) equal.push_back(shape);
  }
  const int hosts = ForEachHost(equal, [](const Graph& host) {
    const auto embedding = Embedding::Create(
        EmbeddingKind::kStandard, Cube(Dimensions(host.lengths())), host, BitOrder::kCyclic);
    ASSERT_TRUE(embedding.ok());
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      ASSERT_EQ(host.CoordinatesOf(embedding->HostOf(NodeId{n})),
                CyclicByFormula(host.lengths(), n))
          << host.ToString() << " " << n;
    }
  });
  EXPECT_GE(hosts, 54);
}

TEST(EmbeddingProperty, EveryEmbeddingIsABijectionWithItsInverse) {
  std::uint64_t nodes = 0;
  ForEachHost(oracle::AllShapes(6, 256, kLengths), [&](const Graph& host) {
    for (const auto kind :
         {EmbeddingKind::kStandard, EmbeddingKind::kXor, EmbeddingKind::kByWeight}) {
      for (const auto order : {BitOrder::kBlock, BitOrder::kCyclic}) {
        const auto embedding =
            Embedding::Create(kind, Cube(Dimensions(host.lengths())), host, order);
        if (kind == EmbeddingKind::kByWeight && (host.axes() > 1 || host.kind() != Kind::kMesh)) {
          ASSERT_FALSE(embedding.ok());
          continue;
        }
        ASSERT_TRUE(embedding.ok());
        std::vector<bool> taken(host.size(), false);
        for (std::uint32_t n = 0; n < host.size(); ++n, ++nodes) {
          const NodeId image = embedding->HostOf(NodeId{n});
          ASSERT_FALSE(taken[image.index()]) << host.ToString() << " " << n;
          taken[image.index()] = true;
          ASSERT_EQ(embedding->GuestOf(image), NodeId{n});
        }
      }
    }
  });
  EXPECT_GT(nodes, 100000U);
}

// places() names the axis of every cube dimension, and each level of each axis once; a flip of the
// dimension moves on that axis alone.
TEST(EmbeddingProperty, ACubeDimensionMovesOnItsOwnAxisOnly) {
  std::uint64_t edges = 0;
  ForEachHost(oracle::AllShapes(4, 256, kLengths), [&](const Graph& host) {
    const int d = Dimensions(host.lengths());
    for (const auto kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
      for (const auto order : {BitOrder::kBlock, BitOrder::kCyclic}) {
        const Embedding embedding = Embedding::Create(kind, Cube(d), host, order).value();
        ASSERT_EQ(std::ssize(embedding.places()), d);
        for (int i = 0; i < d; ++i) {
          const BitPlace place = embedding.places()[static_cast<std::size_t>(i)];
          ASSERT_EQ(std::ranges::count(embedding.places(), place), 1);
          for (std::uint32_t n = 0; n < host.size(); ++n, ++edges) {
            Coordinates here = host.CoordinatesOf(embedding.HostOf(NodeId{n}));
            const Coordinates there = host.CoordinatesOf(embedding.HostOf(NodeId{n ^ (1U << i)}));
            ASSERT_EQ((here[place.axis.index()] ^ there[place.axis.index()]) >> place.level, 1)
                << host.ToString();
            here[place.axis.index()] = there[place.axis.index()];
            ASSERT_EQ(here, there) << host.ToString() << " dimension " << i;
          }
        }
      }
    }
  });
  EXPECT_GT(edges, 500000U);
}

TEST(EmbeddingProperty, ByWeightIsSortedByWeightThenDescending) {
  for (int d = 1; d <= 12; ++d) {
    const Graph line = Graph::Create(Kind::kMesh, {1 << d}).value();
    const Embedding embedding =
        Embedding::Create(EmbeddingKind::kByWeight, Cube(d), line, BitOrder::kBlock).value();
    std::vector<NodeId> sorted = embedding.inverse();
    std::ranges::sort(sorted, {},
                      [](NodeId n) { return std::tuple(std::popcount(n.value()), ~n.value()); });
    EXPECT_EQ(embedding.inverse(), sorted) << d;
  }
}

}  // namespace
}  // namespace toroid::embedding_property_test
