// Gray codes, products, planes, direct meshes, contractions and rings against a slow examination of
// every node and edge.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "gen/gray/compose.h"
#include "gen/gray/factors.h"
#include "gen/support/integers.h"
#include "tests/oracle/direct_search.h"
#include "tests/oracle/least_dilation.h"
#include "tests/property/gray_testing.h"

namespace toroid::gray::gray_embedding_test {
namespace {

using gray_testing::Examine;
using gray_testing::Examined;

// Expects a one-to-one embedding within these bounds, and that Measure agrees with the examination.
Examined ExpectOneToOne(const CubeEmbedding& embedding, int dimensions, int dilation,
                        int congestion) {
  const Examined seen = Examine(embedding);
  const std::string name = embedding.guest.ToString();
  EXPECT_EQ(seen.fault, "") << name;
  EXPECT_EQ(seen.load_factor, 1) << name;
  EXPECT_EQ(embedding.dimensions, dimensions) << name;
  EXPECT_LE(seen.dilation, dilation) << name;
  EXPECT_LE(seen.congestion, congestion) << name;
  const Costs costs = Measure(embedding);
  EXPECT_EQ(costs.load_factor, 1U) << name;
  EXPECT_EQ(costs.edges, seen.edges) << name;
  EXPECT_EQ(costs.dilation, seen.dilation) << name;
  EXPECT_EQ(costs.congestion, seen.congestion) << name;
  EXPECT_EQ(costs.axis_congestion, seen.axis_congestion) << name;
  EXPECT_DOUBLE_EQ(costs.average_dilation, seen.AverageDilation()) << name;
  return seen;
}

int Log2Ceil(int length) {
  int bits = 0;
  while (1 << bits < length) ++bits;
  return bits;
}

TEST(GrayCode, SuccessiveNumbersDifferInOneBitAllTheWayRound) {
  for (int bits = 1; bits <= 12; ++bits) {
    const std::uint32_t count = 1U << bits;
    std::set<std::uint32_t> seen;
    for (std::uint32_t i = 0; i < count; ++i) {
      seen.insert(GrayFromIndex(i));
      EXPECT_TRUE(std::has_single_bit(GrayFromIndex(i) ^ GrayFromIndex((i + 1) % count))) << i;
    }
    EXPECT_EQ(seen.size(), count);
    EXPECT_EQ(*seen.rbegin(), count - 1);
  }
}

TEST(GrayCode, MeshesOfPowersOfTwoHaveDilationAndCongestionOne) {
  for (const auto& bits :
       std::vector<std::vector<int>>{{0}, {5}, {2, 3}, {0, 1, 4}, {2, 1, 1, 2}}) {
    const Examined seen =
        ExpectOneToOne(GrayMesh(bits), std::accumulate(bits.begin(), bits.end(), 0), 1, 1);
    EXPECT_EQ(seen.total_dilation, seen.edges);
  }
}

// Whether the rest of a mesh, nodes `next` and up, can be placed so that every edge has length one.
// Exhaustive.
bool HasDilationOne(const std::vector<std::vector<std::uint32_t>>& lower,
                    std::vector<std::uint32_t>& host, int dimensions) {
  const std::size_t next = host.size();
  if (next == lower.size()) return true;
  for (std::uint32_t at = 0; at >> dimensions == 0; ++at) {
    if (std::ranges::count(host, at) > 0) continue;
    const bool near = std::ranges::all_of(
        lower[next], [&](std::uint32_t j) { return std::has_single_bit(host[j] ^ at); });
    if (!near) continue;
    host.push_back(at);
    if (HasDilationOne(lower, host, dimensions)) return true;
    host.pop_back();
    if (next == 0) return false;  // the cube looks alike from all its nodes
  }
  return false;
}

// Theorem 1 (Havel and Moravek), for small meshes by exhaustion: where Gray codes do not fit the
// smallest cube, no map has dilation one.
TEST(GrayCode, NoSmallMeshHasDilationOneWhereGrayCodesNeedALargerCube) {
  int without = 0;
  for (const auto& lengths : std::vector<std::vector<int>>{
           {3, 5}, {5, 6}, {3, 9}, {3, 3, 3}, {2, 3, 5}, {3, 4}, {5, 7}, {3, 7}, {2, 3, 3}}) {
    std::vector<std::vector<std::uint32_t>> lower(NodeCount(lengths));
    gray_testing::ForEachEdge(lengths, false, [&](std::uint32_t from, std::uint32_t to, int) {
      lower[to].push_back(from);
    });
    int gray = 0;
    for (const int length : lengths) gray += Log2Ceil(length);
    std::vector<std::uint32_t> host;
    EXPECT_EQ(HasDilationOne(lower, host, MinimalCube(lengths)), gray == MinimalCube(lengths))
        << LengthsText(lengths);
    without += gray > MinimalCube(lengths);
  }
  EXPECT_EQ(without, 5);
}

TEST(GrayPlane, EveryMeshUpTo640NodesHasDilationTwoAtMostInItsSmallestCube) {
  int planes = 0;
  int beyond_gray = 0;
  for (int rows = 1; rows <= 640; ++rows) {
    for (int columns = 1; rows * columns <= 640; ++columns) {
      const int least = Log2Ceil(rows * columns);
      const bool gray = Log2Ceil(rows) + Log2Ceil(columns) == least;
      if (gray && std::max(rows, columns) > 32) continue;  // Gray codes alone, tried above
      ExpectOneToOne(Plane(rows, columns), least, gray ? 1 : 2, gray ? 1 : 3);
      ++planes;
      beyond_gray += !gray;
    }
  }
  EXPECT_GT(planes, 1400);
  EXPECT_GT(beyond_gray, 700);
}

TEST(GrayPlane, LargeMeshesHaveDilationTwoAndCongestionThreeAtMost) {
  for (const auto& [rows, columns] :
       {std::pair{181, 181}, {363, 361}, {1025, 5}, {5, 1100}, {1448, 22}, {37, 442}}) {
    const CubeEmbedding plane = Plane(rows, columns);
    const Costs costs = Measure(plane);
    EXPECT_EQ(plane.dimensions, Log2Ceil(rows * columns)) << rows << "x" << columns;
    EXPECT_LT(plane.dimensions, Log2Ceil(rows) + Log2Ceil(columns)) << rows << "x" << columns;
    EXPECT_EQ(costs.load_factor, 1U) << rows << "x" << columns;
    EXPECT_EQ(costs.dilation, 2) << rows << "x" << columns;
    EXPECT_LE(costs.congestion, 3) << rows << "x" << columns;
  }
}

TEST(GrayDirect, EveryTableHasDilationTwoInItsSmallestCubeAndTheCongestionItStates) {
  std::vector<std::vector<int>> published;
  for (const DirectMesh& mesh : DirectMeshes()) {
    EXPECT_TRUE(std::ranges::is_sorted(mesh.lengths));
    const Examined seen = ExpectOneToOne(
        Direct(mesh), Log2Ceil(static_cast<int>(NodeCount(mesh.lengths))), 2, mesh.congestion);
    EXPECT_EQ(seen.dilation, 2);
    EXPECT_EQ(seen.congestion, mesh.congestion);
    if (!mesh.published) continue;
    published.push_back(mesh.lengths);
    EXPECT_EQ(mesh.congestion, 2);
  }
  EXPECT_EQ(published,
            (std::vector<std::vector<int>>{{3, 5}, {3, 3, 3}, {3, 3, 7}, {7, 9}, {11, 11}}));
}

TEST(GrayDirect, TheSearchFindsThePublishedTablesAgain) {
  int found = 0;
  for (const DirectMesh& mesh : DirectMeshes()) {
    if (!mesh.published) continue;
    const auto again = SearchDirect(mesh.lengths, mesh.settings);
    ASSERT_TRUE(again) << LengthsText(mesh.lengths);
    const std::vector<NodeId> found_first(mesh.map.begin(), mesh.map.end());
    EXPECT_EQ(again->map, found_first) << LengthsText(mesh.lengths);
    ++found;
  }
  EXPECT_EQ(found, 5);
}

// The most messages on a directed link when both ends of every edge send, and routes cross the
// highest differing dimension first, like the router's; `order` maps each dimension.
int RoutedLoad(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges, int dimensions,
               const std::vector<int>& order) {
  std::vector<int> loads(static_cast<std::size_t>(dimensions) << dimensions);
  int most = 0;
  for (const auto& [from, to] : edges) {
    std::uint32_t at = from;
    while (at != to) {
      int next = -1;  // by target dimension
      for (int i = 0; i < dimensions; ++i) {
        const bool differs = ((at ^ to) >> i & 1) != 0;
        if (differs && (next < 0 ||
                        order[static_cast<std::size_t>(i)] > order[static_cast<std::size_t>(next)]))
          next = i;
      }
      most = std::max(most, ++loads[static_cast<std::size_t>(next) << dimensions | at]);
      at ^= 1U << next;
    }
  }
  return most;
}

// Every order of each table's dimensions is tried.
TEST(GrayDirect, NoOrderOfDimensionsLoadsALinkLess) {
  std::vector<int> loads;
  std::vector<int> before;
  for (const DirectMesh& mesh : DirectMeshes()) {
    const CubeEmbedding embedding = Direct(mesh);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t n = 0; n < embedding.guest.size(); ++n) {
      for (int a = 0; a < embedding.guest.axes(); ++a) {
        const auto next = embedding.guest.Next(NodeId{n}, Axis{a});
        if (!next) continue;
        const std::uint32_t ends[] = {embedding.map[n].value(),
                                      embedding.map[next->index()].value()};
        edges.emplace_back(ends[0], ends[1]);
        edges.emplace_back(ends[1], ends[0]);
      }
    }
    std::vector<int> order(mesh.order.size());
    std::iota(order.begin(), order.end(), 0);
    loads.push_back(RoutedLoad(edges, embedding.dimensions, order));
    std::vector<int> found(order.size());  // undoes the table's order
    for (std::size_t i = 0; i < order.size(); ++i)
      found[static_cast<std::size_t>(mesh.order[i])] = static_cast<int>(i);
    before.push_back(RoutedLoad(edges, embedding.dimensions, found));
    do {
      ASSERT_GE(RoutedLoad(edges, embedding.dimensions, order), loads.back())
          << LengthsText(mesh.lengths);
    } while (std::ranges::next_permutation(order).found);
  }
  EXPECT_EQ(loads, (std::vector{2, 2, 3, 3, 3, 4, 4, 5}));
  EXPECT_EQ(before, (std::vector{2, 3, 4, 3, 3, 6, 5, 6}));
}

TEST(GrayDirect, AnAlteredTableIsSeen) {
  for (const DirectMesh& mesh : DirectMeshes()) {
    CubeEmbedding altered = Direct(mesh);
    std::swap(altered.map.front(), altered.map.back());
    EXPECT_NE(Examine(altered).fault, "") << LengthsText(mesh.lengths);
    altered = Direct(mesh);
    altered.map.front() = altered.map.back();
    EXPECT_EQ(Examine(altered).load_factor, 2) << LengthsText(mesh.lengths);
  }
}

std::vector<CubeEmbedding> SmallEmbeddings() {
  std::vector<CubeEmbedding> all{Plane(3, 5),      Plane(5, 3),      Plane(5, 6), Plane(7, 9),
                                 GrayMesh({1, 2}), GrayMesh({2, 0}), Plane(1, 3), Plane(3, 3)};
  all.push_back(Direct(DirectMeshes().front()));
  return all;
}

TEST(GrayProduct, DimensionsAddUpAndCostsAreTheLargerOnes) {
  for (const CubeEmbedding& outer : SmallEmbeddings()) {
    for (const CubeEmbedding& inner : SmallEmbeddings()) {
      std::vector<int> lengths;
      for (int a = 0; a < 2; ++a)
        lengths.push_back(outer.guest.length(Axis{a}) * inner.guest.length(Axis{a}));
      const Costs one = Measure(outer);
      const Costs two = Measure(inner);
      const CubeEmbedding product = Product(outer, inner, lengths);
      const Examined seen = ExpectOneToOne(product, outer.dimensions + inner.dimensions,
                                           std::max(one.dilation, two.dilation),
                                           std::max(one.congestion, two.congestion));
      EXPECT_EQ(seen.dilation, std::max(one.dilation, two.dilation)) << product.guest.ToString();
      EXPECT_NEAR(Measure(product).expansion, one.expansion * two.expansion, 1e-9);
      // Cut short on both axes it stays an embedding.
      ExpectOneToOne(
          Product(outer, inner, {std::max(1, lengths[0] - 1), std::max(1, lengths[1] - 2)}),
          product.dimensions, seen.dilation, seen.congestion);
    }
  }
}

// The map of section 4.1 as printed (with 0 <= x_i < l_1i).
TEST(GrayProduct, MapsAsThePaperSays) {
  const CubeEmbedding outer = Plane(3, 5);
  for (const auto& bits : {std::vector{1, 2}, {0, 3}, {2, 2}}) {
    const CubeEmbedding product = Product(outer, GrayMesh(bits), {3 << bits[0], 5 << bits[1]});
    for (std::uint32_t node = 0; node < product.map.size(); ++node) {
      std::uint32_t expected = 0;
      std::uint32_t low = 0;
      std::uint32_t y[2];
      for (int a = 0; a < 2; ++a) {
        const int z = product.guest.Coordinate(NodeId{node}, Axis{a});
        const int n = bits[static_cast<std::size_t>(a)];
        const int x = z % (1 << n);
        y[a] = static_cast<std::uint32_t>(z >> n);
        low = low << n |
              GrayFromIndex(static_cast<std::uint32_t>(y[a] % 2 == 0 ? x : (1 << n) - 1 - x));
      }
      expected = outer.map[y[0] * 5 + y[1]].value() << (bits[0] + bits[1]) | low;
      EXPECT_EQ(product.map[node].value(), expected) << node;
    }
  }
}

// Section 4.1, the formula for a product with Gray codes inside: planes and direct meshes outside,
// on two axes and on three.
TEST(GrayProduct, AverageDilationIsAsTheFormulaSays) {
  const auto direct = [](const std::vector<int>& lengths) {
    return Spread(Direct(FindDirect(lengths)), lengths);
  };
  int meshes = 0;
  for (const CubeEmbedding& outer :
       {direct({3, 5}), direct({7, 9}), direct({11, 11}), Plane(5, 6), Plane(3, 21),
        direct({3, 3, 3}), direct({3, 7, 3}), direct({5, 5, 5}), direct({5, 1, 3}),
        Spread(Plane(3, 21), {3, 1, 21})}) {
    const Costs of_outer = Measure(outer);
    const auto axes = static_cast<std::size_t>(outer.guest.axes());
    const std::vector<std::vector<int>> inner =
        axes == 2 ? std::vector<std::vector<int>>{{1, 1}, {0, 3}, {2, 1}}
                  : std::vector<std::vector<int>>{{1, 0, 2}, {0, 1, 1}, {2, 1, 0}};
    for (const auto& n : inner) {
      std::vector<int> lengths;
      double all = 1;    // L
      double codes = 1;  // 2^n
      for (std::size_t i = 0; i < axes; ++i) {
        all *= outer.guest.lengths()[i];
        codes *= std::exp2(n[i]);
        lengths.push_back(outer.guest.lengths()[i] << n[i]);
      }
      double extra = 0;
      double edges = 0;
      for (std::size_t i = 0; i < axes; ++i) {
        const double l = outer.guest.lengths()[i];
        if (l > 1)
          extra += (of_outer.axis_dilation[i] - 1) * codes / std::exp2(n[i]) * (l - 1) * all / l;
        edges += (lengths[i] - 1) * all * codes / lengths[i];
      }
      const Examined seen = Examine(Product(outer, GrayMesh(n), lengths));
      EXPECT_NEAR(seen.AverageDilation(), 1 + extra / edges, 1e-12) << LengthsText(lengths);
      EXPECT_GT(extra, 0) << LengthsText(lengths);
      ++meshes;
    }
  }
  EXPECT_EQ(meshes, 30);
}

// After Theorem 3: a true product graph's averages are weighted by the shares of its edges. The
// printed average congestion leaves out that a part is laid out only once for each node of the
// other mesh, not of the other cube.
TEST(GrayProduct, AveragesOfAProductGraphAreWeighted) {
  const CubeEmbedding one = Plane(3, 5);
  const CubeEmbedding two = Plane(5, 6);
  const Costs of_one = Measure(one);
  const Costs of_two = Measure(two);
  const CubeEmbedding both =
      Product(Spread(one, {3, 5, 1, 1}), Spread(two, {1, 1, 5, 6}), {3, 5, 5, 6});
  const Costs of_both = Measure(both);
  const double edges =
      15.0 * static_cast<double>(of_two.edges) + 30.0 * static_cast<double>(of_one.edges);
  const double alpha = 15.0 * static_cast<double>(of_two.edges) / edges;
  EXPECT_EQ(static_cast<double>(of_both.edges), edges);
  EXPECT_NEAR(of_both.average_dilation,
              alpha * of_two.average_dilation + (1 - alpha) * of_one.average_dilation, 1e-12);
  const double beta = 16.0 * 80 / (16.0 * 80 + 32.0 * 32);  // a 4-cube has 32 edges, a 5-cube 80
  EXPECT_NEAR(of_both.average_congestion,
              beta * of_two.average_congestion / of_one.expansion +
                  (1 - beta) * of_one.average_congestion / of_two.expansion,
              1e-12);
}

TEST(GraySpread, KeepsTheEmbeddingWhateverTheOrderOfAxes) {
  for (const DirectMesh& mesh : DirectMeshes()) {
    std::vector<int> lengths = mesh.lengths;
    lengths.insert(lengths.begin(), 1);
    do {
      const Examined seen =
          ExpectOneToOne(Spread(Direct(mesh), lengths), MinimalCube(lengths), 2, mesh.congestion);
      EXPECT_EQ(seen.total_dilation, Examine(Direct(mesh)).total_dilation);
    } while (std::ranges::next_permutation(lengths).found);
  }
}

// Theorem 4 and Lemma 5, axis by axis.
TEST(GrayContract, LoadAndCongestionGrowAsLemma5Says) {
  for (const CubeEmbedding& outer : SmallEmbeddings()) {
    const Costs costs = Measure(outer);
    for (const auto& blocks : {std::vector{1, 1}, {2, 1}, {1, 3}, {3, 2}, {4, 5}}) {
      std::vector<int> lengths;
      for (int a = 0; a < 2; ++a)
        lengths.push_back(outer.guest.length(Axis{a}) * blocks[static_cast<std::size_t>(a)]);
      const CubeEmbedding contracted = Contract(outer, blocks, lengths);
      const Examined seen = Examine(contracted);
      EXPECT_EQ(seen.fault, "");
      EXPECT_EQ(contracted.dimensions, outer.dimensions);
      EXPECT_EQ(seen.load_factor, blocks[0] * blocks[1]);
      EXPECT_EQ(seen.dilation, costs.dilation);
      EXPECT_EQ(seen.axis_congestion[0], costs.axis_congestion[0] * blocks[1]);
      EXPECT_EQ(seen.axis_congestion[1], costs.axis_congestion[1] * blocks[0]);
    }
  }
}

// Theorem 4 with two contractions: load factors multiply, and the congestion of either part grows
// by the other's load factor.
TEST(GrayContract, ProductsOfContractionsFollowTheorem4) {
  const CubeEmbedding one = Contract(Plane(3, 5), {2, 1}, {6, 5});
  const CubeEmbedding two = Contract(GrayMesh({1, 1}), {1, 3}, {2, 6});
  const CubeEmbedding both =
      Product(Spread(one, {6, 5, 1, 1}), Spread(two, {1, 1, 2, 6}), {6, 5, 2, 6});
  const Examined seen = Examine(both);
  EXPECT_EQ(seen.fault, "");
  EXPECT_EQ(seen.load_factor, 2 * 3);
  EXPECT_EQ(seen.dilation, 2);
  EXPECT_EQ(seen.congestion, std::max(3 * Examine(one).congestion, 2 * Examine(two).congestion));
}

std::vector<std::vector<int>> Pairs(const std::vector<int>& values) {
  std::vector<std::vector<int>> pairs;
  for (const int one : values) {
    for (const int two : values) pairs.push_back({one, two});
  }
  return pairs;
}

TEST(GrayRingPlaces, EveryRingIsClosedAndOneToOne) {
  for (const int fold : {1, 2, 4}) {
    for (int length = 2; length <= 70; ++length) {
      const std::vector<RingPlace> places = RingPlaces(length, fold);
      const int columns = (length + fold - 1) / fold;
      std::set<std::pair<int, int>> seen;
      int both = 0;
      for (int i = 0; i < length; ++i) {
        const RingPlace here = places[static_cast<std::size_t>(i)];
        const RingPlace next = places[static_cast<std::size_t>((i + 1) % length)];
        seen.insert({here.column, here.row});
        EXPECT_TRUE(here.column >= 0 && here.column < columns && here.row >= 0 && here.row < fold);
        const int along = std::abs(here.column - next.column);
        const int across =
            std::min((here.row - next.row + fold) % fold, (next.row - here.row + fold) % fold);
        EXPECT_LE(along, fold == 1 ? 2 : 1) << length << " at " << i;
        EXPECT_TRUE(along + across == 1 || along == 0 || fold <= 2) << length << " at " << i;
        both += along == 1 && across == 1;
      }
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(length));
      EXPECT_EQ(both, fold == 2 && length % 2 == 1 ? 1 : 0) << length;
    }
  }
}

// Lemma 1 for one axis, an even ring in the product of two lines, which are a line where one factor
// is 1.
TEST(GrayWrap, Lemma1NeedsFactorsOfTwoAtLeast) {
  for (int length = 4; length <= 12; length += 2) {
    const Graph ring = Graph::Create(Kind::kTorus, {length}).value();
    for (int rows = 1; rows <= length; ++rows) {
      if (length % rows != 0) continue;
      const bool line = rows == 1 || rows == length;
      const std::vector<int> lengths =
          line ? std::vector{length} : std::vector{rows, length / rows};
      const Graph mesh = Graph::Create(Kind::kMesh, lengths).value();
      EXPECT_EQ(oracle::LeastDilation(ring, mesh), line ? 2 : 1) << mesh.ToString();
    }
  }
}

// Lemmas 3 and 4 and lines for each choice of folds, with the dilation that each axis may have.
TEST(GrayWrap, DilationAndCongestionFollowTheLemmas) {
  int tori = 0;
  for (int rows = 2; rows <= 17; ++rows) {
    for (int columns = 2; columns <= 17; ++columns) {
      for (const auto& folds : Pairs({1, 2, 4})) {
        const CubeEmbedding mesh = Plane(CeilDiv(rows, folds[0]), CeilDiv(columns, folds[1]));
        const Costs costs = Measure(mesh);
        int bound = 0;
        bool lines = false;
        for (const auto& [length, fold] : {std::pair{rows, folds[0]}, {columns, folds[1]}}) {
          const int d = std::max(costs.dilation, 1);
          const int four = std::max(d, length % 4 == 0 ? 1 : 2);
          bound = std::max(bound, fold == 1 ? 2 * d : fold == 2 ? d + length % 2 : four);
          lines |= fold == 1;
        }
        ExpectOneToOne(Wrap(mesh, folds, {}, {rows, columns}),
                       mesh.dimensions + folds[0] / 2 + folds[1] / 2, bound,
                       std::max(costs.congestion, 1) * (lines ? 2 : 1));
        ++tori;
      }
    }
  }
  EXPECT_EQ(tori, 16 * 16 * 9);
}

}  // namespace
}  // namespace toroid::gray::gray_embedding_test
