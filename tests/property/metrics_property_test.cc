// Measure against slow walks over the graphs, and the xor paper's closed forms against Measure.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gen/metrics/loads.h"
#include "gen/metrics/metrics.h"
#include "gen/support/random.h"
#include "tests/oracle/oracle.h"

namespace toroid::metrics_property_test {
namespace {

constexpr int kLengths[] = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

Graph Cube(int d) {
  return Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(d), 2)).value();
}

// Distances in the host between the images of any two guest nodes.
class GuestDistances {
 public:
  explicit GuestDistances(const Embedding& embedding) : embedding_(embedding) {
    const auto adjacency = oracle::Adjacency(embedding.host());
    for (std::uint32_t h = 0; h < embedding.host().size(); ++h)
      table_.push_back(oracle::BfsDistances(adjacency, h));
  }
  int operator()(std::uint32_t n, std::uint32_t m) const {
    return table_[embedding_.HostOf(NodeId{n}).index()][embedding_.HostOf(NodeId{m}).index()];
  }

 private:
  const Embedding& embedding_;
  std::vector<std::vector<int>> table_;
};

// Xor paper IV.A (b), with T_(-1) = 0: the recursion as printed.
std::uint64_t Ready(const GuestDistances& distance, int i, std::uint32_t n) {
  if (i < 0) return 0;
  const std::uint32_t partner = n ^ (1U << i);
  return static_cast<std::uint64_t>(distance(n, partner)) +
         std::max(Ready(distance, i - 1, n), Ready(distance, i - 1, partner));
}

void CompareCube(const Embedding& embedding, const GuestDistances& distance,
                 const Metrics& measured) {
  const int d = embedding.guest().axes();
  std::uint64_t time = 0;
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n)
    time = std::max(time, Ready(distance, d - 1, n));
  ASSERT_EQ(measured.communication_time, time);
  std::optional<std::vector<int>> distances = std::vector<int>();
  for (int i = 0; i < d && distances; ++i) {
    distances->push_back(distance(0, 1U << i));
    for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) {
      if (distance(n, n ^ (1U << i)) == distances->back()) continue;
      distances.reset();
      break;
    }
  }
  ASSERT_EQ(measured.distances, distances);
}

void CompareWithOracle(const Embedding& embedding) {
  const Metrics measured = Measure(embedding);
  const GuestDistances distance(embedding);
  std::map<int, std::uint64_t> spectrum;
  std::uint64_t edges = 0;
  std::uint64_t total = 0;
  const auto neighbours = oracle::Adjacency(embedding.guest());
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) {
    for (const std::uint32_t m : neighbours[n]) {
      if (m < n) continue;
      ++edges;
      ++spectrum[distance(n, m)];
      total += static_cast<std::uint64_t>(distance(n, m));
    }
  }
  ASSERT_EQ(measured.edges, edges);
  ASSERT_EQ(measured.spectrum, spectrum);
  ASSERT_EQ(measured.dilation_total, total);
  ASSERT_EQ(measured.dilation_max, spectrum.rbegin()->first);
  ASSERT_DOUBLE_EQ(measured.dilation_average,
                   static_cast<double>(total) / static_cast<double>(edges));
  const auto loads = oracle::NodeLoads(embedding.guest(), embedding.host(), embedding.forward());
  ASSERT_TRUE(std::ranges::equal(
      MeasureLoads(embedding.guest(), embedding.host(), embedding.forward()).node, loads));
  ASSERT_EQ(measured.node_load_max, std::ranges::max(loads));
  ASSERT_EQ(measured.node_load_min, std::ranges::min(loads));
  ASSERT_DOUBLE_EQ(measured.node_load_average,
                   static_cast<double>(total - edges) / static_cast<double>(loads.size()));
  ASSERT_EQ(measured.link_load_max,
            oracle::MaxLinkLoad(embedding.guest(), embedding.host(), embedding.forward()));
  if (embedding.guest().kind() == Kind::kHypercube) CompareCube(embedding, distance, measured);
}

Loads LoadsOf(const Embedding& embedding) {
  return MeasureLoads(embedding.guest(), embedding.host(), embedding.forward());
}

// A seeded shuffle (Fisher-Yates) of the nodes.
std::vector<NodeId> Shuffled(std::uint32_t size, Random& random) {
  std::vector<NodeId> map;
  for (std::uint32_t n = 0; n < size; ++n) map.push_back(NodeId{n});
  for (std::uint32_t n = size; n > 1; --n) std::swap(map[n - 1], map[random.Below(n)]);
  return map;
}

// The embeddings keep each guest edge on one host axis; shuffled maps do not.
TEST(MetricsProperty, LoadsOfShuffledMapsAgreeWithWalking) {
  const std::uint64_t seed = 7;
  Random random(seed);
  int compared = 0;
  for (const char* guest_text : {"hypercube:6", "torus:4x4x4", "mesh:8x8"}) {
    for (const char* host_text : {"torus:8x8", "mesh:8x8", "torus:4x2x8", "torus:2x32",
                                  "mesh:4x4x4", "hypercube:6", "ring:64"}) {
      const Graph guest = Graph::Parse(guest_text).value();
      const Graph host = Graph::Parse(host_text).value();
      for (int round = 0; round < 5; ++round, ++compared) {
        const std::vector<NodeId> map = Shuffled(host.size(), random);
        const Loads loads = MeasureLoads(guest, host, map);
        ASSERT_TRUE(std::ranges::equal(loads.node, oracle::NodeLoads(guest, host, map)))
            << guest_text << " on " << host_text << " seed " << seed;
        ASSERT_EQ(loads.link_max, oracle::MaxLinkLoad(guest, host, map))
            << guest_text << " on " << host_text << " seed " << seed;
      }
    }
  }
  EXPECT_EQ(compared, 105);
}

TEST(MetricsProperty, CubesOnEveryHostUpTo128NodesAgreeWithWalking) {
  int compared = 0;
  for (const auto& shape : oracle::AllShapes(3, 128, kLengths)) {
    for (const Kind kind : {Kind::kTorus, Kind::kMesh}) {
      const Graph host = Graph::Create(kind, shape).value();
      for (const auto embed :
           {EmbeddingKind::kStandard, EmbeddingKind::kXor, EmbeddingKind::kByWeight}) {
        for (const auto order : {BitOrder::kBlock, BitOrder::kCyclic}) {
          const auto embedding = Embedding::Create(embed, Cube(BitsFor(host.size())), host, order);
          if (!embedding.ok()) continue;
          ASSERT_NO_FATAL_FAILURE(CompareWithOracle(*embedding))
              << ToString(embed) << " on " << host.ToString();
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 450);
  RecordProperty("embeddings", compared);
}

TEST(MetricsProperty, IdentitiesBetweenToriAndMeshesAgreeWithWalking) {
  std::vector<int> lengths;
  for (int l = 2; l <= 60; ++l) lengths.push_back(l);
  int compared = 0;
  for (const auto& shape : oracle::AllShapes(3, 60, lengths)) {
    for (const Kind guest : {Kind::kTorus, Kind::kMesh}) {
      for (const Kind host : {Kind::kTorus, Kind::kMesh}) {
        const Embedding embedding =
            Embedding::Create(EmbeddingKind::kIdentity, Graph::Create(guest, shape).value(),
                              Graph::Create(host, shape).value(), BitOrder::kBlock)
                .value();
        ASSERT_NO_FATAL_FAILURE(CompareWithOracle(embedding))
            << embedding.guest().ToString() << " on " << embedding.host().ToString();
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

std::vector<int> BitsOf(const std::vector<int>& shape) {
  std::vector<int> bits;
  for (const int length : shape) bits.push_back(std::countr_zero(static_cast<unsigned>(length)));
  return bits;
}

void CompareForms(EmbeddingKind kind, const Graph& host) {
  const Metrics measured =
      Measure(Embedding::Create(kind, Cube(BitsFor(host.size())), host, BitOrder::kBlock).value());
  const ClosedForms forms = PaperForms(kind, BitsOf(host.lengths()));
  ASSERT_EQ(measured.communication_time, forms.communication_time);
  ASSERT_EQ(measured.spectrum, forms.spectrum);
  ASSERT_EQ(measured.dilation_max, forms.dilation_max);
  ASSERT_EQ(measured.dilation_total, forms.dilation_total);
  ASSERT_EQ(measured.node_load_max, forms.node_load_max);
  ASSERT_EQ(measured.node_load_min, forms.node_load_min);
  ASSERT_DOUBLE_EQ(measured.node_load_average, forms.node_load_average);
}

TEST(MetricsProperty, ClosedFormsHoldOnEveryTorusUpTo1024Nodes) {
  int compared = 0;
  for (const auto& shape : oracle::AllShapes(3, 1024, kLengths)) {
    const Graph host = Graph::Create(Kind::kTorus, shape).value();
    for (const auto kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
      ASSERT_NO_FATAL_FAILURE(CompareForms(kind, host))
          << ToString(kind) << " on " << host.ToString();
      ++compared;
    }
  }
  EXPECT_EQ(compared, 2 * 175);  // 10 + 45 + 120 ways to deal at most 10 bits to 1, 2, 3 axes
}

// Xor paper IV.E.1: load of node n of a ring by the edges of dilation 2^i under standard.
std::uint64_t StandardLoad(int i, std::uint32_t n) {
  const std::uint32_t half = 1U << i;
  const std::uint32_t place = n % (2 * half);
  return place < half ? place : 2 * half - 1 - place;
}

TEST(MetricsProperty, NodeLoadsOnRingsFollowThePaperNodeByNode) {
  std::uint64_t nodes = 0;
  for (int d = 2; d <= 12; ++d) {
    const Graph ring = Graph::Create(Kind::kTorus, {1 << d}).value();
    const Loads standard = LoadsOf(
        Embedding::Create(EmbeddingKind::kStandard, Cube(d), ring, BitOrder::kBlock).value());
    const Loads twisted =
        LoadsOf(Embedding::Create(EmbeddingKind::kXor, Cube(d), ring, BitOrder::kBlock).value());
    for (std::uint32_t n = 0; n < ring.size(); ++n, ++nodes) {
      std::uint64_t below = 0;  // by dilations less than 2^(d-2), where the two agree (IV.E.2)
      for (int i = 0; i < d - 2; ++i) below += StandardLoad(i, n);
      ASSERT_EQ(standard.node[n], below + StandardLoad(d - 2, n) + StandardLoad(d - 1, n))
          << "ring " << ring.size() << " node " << n;
      ASSERT_EQ(twisted.node[n], below + (1U << (d - 2)) - 1)
          << "ring " << ring.size() << " node " << n;
    }
  }
  EXPECT_EQ(nodes, 8188U);
}

TEST(MetricsProperty, ClosedFormsHoldOnLargeTori) {
  for (const std::vector<int>& shape :
       std::vector<std::vector<int>>{{65536}, {256, 256}, {32, 2, 64}, {8, 16, 4, 32}}) {
    const Graph host = Graph::Create(Kind::kTorus, shape).value();
    for (const auto kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
      ASSERT_NO_FATAL_FAILURE(CompareForms(kind, host))
          << ToString(kind) << " on " << host.ToString();
    }
  }
}

TEST(LinkLoads, AreThoseOfTheRoutesOfAllMessages) {
  int links = 0;
  for (const char* shape : {"ring:2", "ring:3", "ring:7", "line:5", "torus:4x4", "torus:2x5x3",
                            "mesh:3x4", "hypercube:4", "torus:8x6", "mesh:17x16", "torus:5x7x9"}) {
    const Graph host = Graph::Parse(shape).value();
    LinkLoads counted(host);
    std::vector<std::uint64_t> walked(host.LinkIndexBound(), 0);
    Random random(7);
    for (std::uint32_t from = 0; from < host.size(); ++from) {
      for (std::uint32_t to = 0; to < host.size(); ++to) {
        const std::uint64_t weight = random.Below(5);
        counted.Add(NodeId{from}, NodeId{to}, weight);
        for (const Hop& hop : host.Route(NodeId{from}, NodeId{to}))
          walked[host.LinkIndex(hop)] += weight;
      }
    }
    std::vector<LinkLoad> expected;
    std::uint64_t all = 0;
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      for (int a = 0; a < host.axes(); ++a) {
        for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
          const auto to = host.Neighbour(NodeId{n}, Axis{a}, direction);
          if (!to) continue;
          ++all;
          const std::uint64_t load = walked[host.LinkIndex({NodeId{n}, Axis{a}, direction})];
          if (load > 0) expected.push_back({NodeId{n}, *to, load});
        }
      }
    }
    EXPECT_EQ(counted.Loaded(), expected) << shape;
    EXPECT_EQ(counted.links(), all) << shape;
    links += static_cast<int>(expected.size());
  }
  EXPECT_GT(links, 300);
}

}  // namespace
}  // namespace toroid::metrics_property_test
