// Bounds of collectives against exhaustive search: every set of nodes of small hosts, and the data
// that must leave it over its links.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "gen/collective/bound.h"
#include "tests/oracle/oracle.h"

namespace toroid::collective_bound_test {
namespace {

constexpr Cycle kInterface = 2;
constexpr std::array kAll = {Collective::kReduceScatter, Collective::kAllGather,
                             Collective::kAllReduce,     Collective::kBroadcast,
                             Collective::kReduce,        Collective::kGather,
                             Collective::kScatterBlocks, Collective::kExchange};

Cycle CeilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Size of node n's block of the vector's N flits.
std::int64_t BlockOf(std::int64_t flits, std::uint32_t n, std::uint32_t nodes) {
  return flits * (n + 1) / nodes - flits * n / nodes;
}

class SlowBound {
 public:
  SlowBound(const CollectiveTask& task, const Graph& host, Ports ports)
      : task_(task), host_(host), ports_(ports), near_(oracle::Adjacency(host)) {}

  Cycle Cycles() const { return std::max({OfSets(), OfAllLinks(), OfAxes(), Latency()}); }

 private:
  bool Holds(unsigned set, std::uint32_t node) const { return (set >> node & 1) != 0; }

  // Data that must go from the nodes of the set to the others.
  std::int64_t Leaving(unsigned set) const {
    const std::int64_t inside = std::popcount(set);
    const std::int64_t outside = host_.size() - inside;
    const bool rooted = Holds(set, task_.root.value());
    std::int64_t of_others = 0;
    for (std::uint32_t n = 0; n < host_.size(); ++n)
      of_others += Holds(set, n) ? 0 : BlockOf(task_.flits, n, host_.size());
    switch (task_.kind) {
      case Collective::kReduceScatter: return of_others;
      case Collective::kAllGather: return inside * task_.flits;
      case Collective::kAllReduce: return task_.flits;
      case Collective::kBroadcast: return rooted ? task_.flits : 0;
      case Collective::kReduce: return rooted ? 0 : task_.flits;
      case Collective::kGather: return rooted ? 0 : inside * task_.flits;
      case Collective::kScatterBlocks: return rooted ? outside * task_.flits : 0;
      case Collective::kExchange: return inside * outside * task_.flits;
    }
    return 0;
  }

  Cycle OfSets() const {
    Cycle most = 0;
    for (unsigned set = 1; set + 1 < 1U << host_.size(); ++set) {
      std::int64_t links = 0;
      for (std::uint32_t n = 0; n < host_.size(); ++n) {
        for (const std::uint32_t m : near_[n]) links += Holds(set, n) && !Holds(set, m) ? 1 : 0;
      }
      const std::int64_t inside = std::popcount(set);
      if (ports_ == Ports::kOne) links = std::min({links, inside, host_.size() - inside});
      most = std::max(most, CeilDiv(Leaving(set), links));
    }
    return most;
  }

  // Every element of a sum is sent by all but one, every result received by all but one.
  Cycle OfAllLinks() const {
    std::int64_t links = 0;
    for (const auto& neighbours : near_) links += static_cast<std::int64_t>(neighbours.size());
    if (ports_ == Ports::kOne) links = host_.size();
    const std::int64_t once = (host_.size() - 1) * task_.flits;
    const bool twice = task_.kind == Collective::kAllReduce;
    const bool of_blocks =
        task_.kind == Collective::kGather || task_.kind == Collective::kScatterBlocks ||
        task_.kind == Collective::kExchange || task_.kind == Collective::kAllGather;
    return of_blocks ? 0 : CeilDiv(once * (twice ? 2 : 1), links);
  }

  // The hops of an exchange on each axis, over the links there are.
  Cycle OfAxes() const {
    if (task_.kind != Collective::kExchange) return 0;
    std::vector<std::int64_t> hops(static_cast<std::size_t>(host_.axes()), 0);
    std::vector<std::int64_t> links(hops.size(), 0);
    const auto axis_between = [&](std::uint32_t n, std::uint32_t m) {
      std::size_t axis = 0;
      while (host_.Coordinate(NodeId{n}, Axis{static_cast<int>(axis)}) ==
             host_.Coordinate(NodeId{m}, Axis{static_cast<int>(axis)}))
        ++axis;
      return axis;
    };
    for (std::uint32_t n = 0; n < host_.size(); ++n) {
      for (const std::uint32_t m : near_[n]) ++links[axis_between(n, m)];
      for (std::uint32_t m = 0; m < host_.size(); ++m) {
        const auto path = oracle::WalkPath(host_, n, m, oracle::Tie::kParity);
        for (std::size_t i = 1; i < path.size(); ++i) ++hops[axis_between(path[i - 1], path[i])];
      }
    }
    Cycle most = 0;
    for (std::size_t a = 0; a < hops.size(); ++a)
      most = std::max(most, CeilDiv(hops[a] * task_.flits, links[a]));
    return most;
  }

  Cycle Latency() const {
    const bool rooted = task_.kind == Collective::kBroadcast || task_.kind == Collective::kReduce ||
                        task_.kind == Collective::kGather ||
                        task_.kind == Collective::kScatterBlocks;
    Cycle longest = 0;
    for (std::uint32_t n = 0; n < host_.size(); ++n) {
      if (rooted && n != task_.root.value()) continue;
      for (const int links : oracle::BfsDistances(near_, n))
        longest = std::max(longest, Cycle{links});
    }
    return longest + kInterface;
  }

  const CollectiveTask& task_;
  const Graph& host_;
  Ports ports_;
  std::vector<std::vector<std::uint32_t>> near_;
};

class CollectiveBounds : public testing::TestWithParam<const char*> {};

TEST_P(CollectiveBounds, AreThoseOfTheWorstOfAllSetsOfNodes) {
  const Graph host = *Graph::Parse(GetParam());
  for (const Collective kind : kAll) {
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 2, 5, 12, 60, 64}) {
        for (std::uint32_t root = 0; root < host.size(); ++root) {
          const CollectiveTask task{.kind = kind, .flits = flits, .root = NodeId{root}};
          ASSERT_EQ(BoundOf(task, host, ports, kInterface).cycles(),
                    SlowBound(task, host, ports).Cycles())
              << ToString(kind) << " of " << flits << " flits, root " << root << ", "
              << ToString(ports);
          const bool rootless = kind == Collective::kReduceScatter ||
                                kind == Collective::kAllGather || kind == Collective::kAllReduce ||
                                kind == Collective::kExchange;
          if (rootless) break;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SmallHosts, CollectiveBounds,
                         testing::Values("line:2", "ring:3", "line:3", "ring:4", "ring:5", "line:6",
                                         "ring:7", "torus:2x2", "mesh:2x3", "torus:2x3",
                                         "torus:3x3", "mesh:3x3", "torus:2x4", "torus:4x2",
                                         "mesh:2x4", "hypercube:3", "torus:2x5", "mesh:2x5"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, ':', '_');
                           return name;
                         });

// The largest of the bounds that are worked out by hand.
TEST(CollectiveBound, NamesWhatItFollowsFrom) {
  const auto bound = [](const char* host, Collective kind, std::int64_t flits, Ports ports) {
    return BoundOf({.kind = kind, .flits = flits}, *Graph::Parse(host), ports, kInterface);
  };
  EXPECT_EQ(bound("torus:8x8", Collective::kAllReduce, 4096, Ports::kAll).cycles(), 2016);
  EXPECT_EQ(bound("torus:4x4x4", Collective::kAllReduce, 4096, Ports::kAll).cycles(), 1344);
  EXPECT_EQ(bound("torus:8x8", Collective::kAllGather, 256, Ports::kAll).cycles(), 4032);
  EXPECT_EQ(bound("torus:8x8", Collective::kExchange, 64, Ports::kAll).cycles(), 4096);
  // 128 blocks over each link between the halves, though a node's 4 links would do in 16
  const TaskBound rectangle = bound("torus:16x4", Collective::kExchange, 1, Ports::kAll);
  EXPECT_EQ(rectangle.node, 16);
  EXPECT_EQ(rectangle.axis, 128);
  EXPECT_EQ(rectangle.cut, 128);
  EXPECT_EQ(rectangle.reason(), "the links of an axis");
  // a mesh's corners, or all of its links
  EXPECT_EQ(bound("mesh:8x8", Collective::kAllGather, 256, Ports::kAll).reason(),
            "a node's links or port");
  const TaskBound mesh = bound("mesh:8x8", Collective::kAllReduce, 4096, Ports::kAll);
  EXPECT_EQ(mesh.cycles(), 2304);
  EXPECT_EQ(mesh.reason(), "all links or ports");
  EXPECT_EQ(bound("mesh:8x8", Collective::kExchange, 1, Ports::kAll).reason(), "a cut");
  EXPECT_EQ(bound("torus:8x8", Collective::kBroadcast, 1, Ports::kAll).cycles(), 10);
  EXPECT_EQ(bound("torus:8x8", Collective::kBroadcast, 1, Ports::kAll).reason(), "latency");
  // a million nodes, the largest blocks
  EXPECT_EQ(bound("torus:4096x4096", Collective::kExchange, 65536, Ports::kAll).cycles(),
            std::int64_t{1} << (36 + 16 - 3));
}

}  // namespace
}  // namespace toroid::collective_bound_test
