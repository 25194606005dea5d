// Collective operations among survivors: right for any host, length and root, over live links one
// at a time, near the bound of the task; and bounds beside all sets of nodes. DG6.1, DG6.7 to
// DG6.10.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gen/collective/bound.h"
#include "gen/collective/makers.h"
#include "gen/collective/methods.h"
#include "gen/collective/trees.h"
#include "gen/degraded/routing.h"
#include "gen/trees/link_graph.h"
#include "gen/trees/rooted_tree.h"
#include "tests/property/collective_testing.h"
#include "tests/property/survivor_testing.h"
#include "tests/support/long_run.h"

namespace toroid::survivor_collectives_test {
namespace {

using degraded::DegradedHost;

constexpr std::array kTasks = {Collective::kAllReduce,    Collective::kReduceScatter,
                               Collective::kAllGather,    Collective::kBroadcast,
                               Collective::kReduce,       Collective::kGather,
                               Collective::kScatterBlocks};
constexpr std::array kHosts = {"line:2",    "line:5",    "ring:6",      "torus:3x5",
                               "torus:4x4", "torus:2x8", "mesh:3x4",    "mesh:4x4",
                               "torus:3x3", "mesh:2x3",  "torus:3x2x4", "hypercube:4"};

bool IsAlive(const DegradedHost& host, NodeId from, NodeId to) {
  for (int port = 0; port < host.ports(); ++port)
    if (host.Next(from, port) == to) return true;
  return false;
}

void ExpectLiveLinks(const CollectiveProgram& program, const DegradedHost& host) {
  for (const Operation& message : program.operations) {
    ASSERT_TRUE(IsAlive(host, NodeId{message.from}, NodeId{message.to}));
    ASSERT_TRUE(IsAlive(host, NodeId{message.to}, NodeId{message.from}));
  }
}

TEST(SurvivorCollectives, AreRightAndFreeOfConflictsOverLiveLinks) {
  int compared = 0;
  for (const char* name : kHosts) {
    for (std::uint64_t seed = 0; seed < LongOr<std::uint64_t>(12, 2); ++seed) {
      const auto host = DrawDegraded(name, seed);
      if (!host || !trees::IsConnected(trees::LinksOf(*host))) continue;
      for (const Collective kind : kTasks) {
        for (const Ports ports : {Ports::kOne, Ports::kAll}) {
          for (const std::int64_t flits : {1, 5, 67}) {
            const CollectiveTask task{kind, flits, host->survivors().back()};
            ASSERT_FALSE(WhyNotOn(*host, task, CollectiveMethod::kTrees));
            const MadeProgram made =
                MakeProgram(CollectiveMethod::kTrees, task, *host, ports, kInterface, host->host());
            ExpectRightAndFreeOfConflicts(made.program, *host, ports, "trees" + host->Options());
            if (!HasRoot(kind) || !host->IsWhole()) ExpectLiveLinks(made.program, *host);
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 400);
}

// Every flit of every block once, from and to the right place, and no two in one link, or port, at
// once; routes are walked here.
void ExpectRightExchange(const DegradedHost& host, Ports ports, std::int64_t flits) {
  const auto tables = degraded::ComputeTables(host).value().tables;
  const MessageRoutes routes(host.host(), [&](NodeId from, NodeId to) {
    return degraded::RouteBy(tables, host, from, to);
  });
  const MadeProgram made = MakeProgram(CollectiveMethod::kPhases, {Collective::kExchange, flits},
                                       host, ports, kInterface, routes);
  const CollectiveProgram& program = made.program;
  const std::vector<NodeId>& nodes = host.survivors();
  ASSERT_EQ(program.ranks, nodes);
  std::set<std::tuple<std::string, std::uint64_t, Cycle>> busy;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> sent;
  Cycle end = 0;
  for (const Operation& message : program.operations) {
    const NodeId sender{message.from}, receiver{message.to};
    const auto rank = [&](NodeId node) {
      return static_cast<std::uint32_t>(std::ranges::find(nodes, node) - nodes.begin());
    };
    const auto from = program.RangesOf(program.contents[message.content]);
    const auto to = program.RangesOf(program.contents[message.to_content]);
    ASSERT_EQ(from.size(), 1U);
    ASSERT_EQ(to.size(), 1U);
    ASSERT_EQ(from[0].count, to[0].count);
    const auto block = static_cast<std::uint64_t>(flits);
    for (std::uint32_t i = 0; i < from[0].count; ++i) {
      const std::uint64_t flit = from[0].first + i - rank(receiver) * block;
      ASSERT_LT(flit, block);
      ASSERT_EQ(to[0].first + i, (nodes.size() + rank(sender)) * block + flit);
      ASSERT_TRUE(sent.emplace(rank(sender), rank(receiver), flit).second);
    }
    const auto take = [&](const char* what, std::uint64_t number, Cycle cycle) {
      for (std::uint32_t i = 0; i < from[0].count; ++i)
        ASSERT_TRUE(busy.emplace(what, number, cycle + i).second) << what << number;
    };
    Cycle at = message.not_before;
    if (ports == Ports::kOne) take("injector", sender.value(), at);
    for (NodeId node = sender; node != receiver;) {
      const int port = tables.At(node, receiver).port;
      take("link", host.LinkNumber(node, port), ++at);
      const auto next = host.Next(node, port);
      ASSERT_TRUE(next.has_value());
      node = *next;
    }
    at += kInterface;
    if (ports == Ports::kOne) take("ejector", receiver.value(), at);
    end = std::max(end, at + from[0].count - 1);
  }
  EXPECT_EQ(sent.size(), nodes.size() * (nodes.size() - 1) * static_cast<std::uint64_t>(flits));
  EXPECT_EQ(made.forecast.end, end);
  EXPECT_EQ(made.forecast.conflicts, 0U);
  EXPECT_GE(end, BoundOf(program.task, host, ports, kInterface).cycles());
}

TEST(SurvivorExchange, SendsEveryBlockOnceAlongTheTables) {
  for (const char* name : kHosts) {
    for (std::uint64_t seed = 0; seed < LongOr<std::uint64_t>(12, 2); ++seed) {
      const auto host = DrawDegraded(name, seed);
      if (!host || host->IsWhole()) continue;
      for (const Ports ports : {Ports::kOne, Ports::kAll})
        for (const std::int64_t flits : {1, 6}) ExpectRightExchange(*host, ports, flits);
    }
  }
}

// Two processes beside dead ones, with links one way.
TEST(SurvivorCollectives, AreRefusedWhereTheyCannotBe) {
  const DegradedHost ring =
      Without("ring:4", {{{NodeId{0}, NodeId{1}}, {NodeId{2}, NodeId{3}}}, {}});
  const auto why = [&](const DegradedHost& host, Collective kind, CollectiveMethod method,
                       NodeId root = {}) {
    const auto diagnostic = WhyNotOn(host, {kind, 4, root}, method);
    return diagnostic ? diagnostic->what : "";
  };
  EXPECT_EQ(why(ring, Collective::kAllReduce, CollectiveMethod::kTrees),
            "goes over links that are alive in both directions");
  const DegradedHost torus = Without("torus:4x4", {{}, {NodeId{3}}});
  EXPECT_EQ(why(torus, Collective::kAllReduce, CollectiveMethod::kTrees), "");
  EXPECT_EQ(why(torus, Collective::kAllReduce, CollectiveMethod::kAuto), "");
  EXPECT_EQ(why(torus, Collective::kAllReduce, CollectiveMethod::kBucket),
            "needs dimension order, and the routers read tables");
  EXPECT_EQ(why(torus, Collective::kExchange, CollectiveMethod::kAuto), "");
  EXPECT_EQ(why(torus, Collective::kExchange, CollectiveMethod::kLines),
            "needs dimension order, and the routers read tables");
  EXPECT_EQ(why(torus, Collective::kBroadcast, CollectiveMethod::kTrees, NodeId{3}),
            "is a dead node");
  const DegradedHost large = Without("torus:17x16", {{}, {NodeId{3}}});
  EXPECT_EQ(why(large, Collective::kAllReduce, CollectiveMethod::kTrees), "");
  EXPECT_EQ(why(large, Collective::kAllGather, CollectiveMethod::kTrees),
            "keeps too much of 271 nodes");
}

TEST(SurvivorCollectives, OfTheSameHostAreTheSame) {
  const DegradedHost host = Without("torus:4x4", {{}, {NodeId{3}}});
  for (const Collective kind : kTasks) {
    const auto cycles = [&] {
      std::vector<Cycle> all;
      for (const Operation& message : MakeProgram(CollectiveMethod::kTrees, {kind, 40}, host,
                                                  Ports::kAll, kInterface, host.host())
                                          .program.operations)
        all.push_back(message.not_before + (Cycle{message.from} << 32));
      return all;
    };
    EXPECT_EQ(cycles(), cycles());
  }
}

// As many as the least cut between the root and any node.
TEST(SurvivorCollectives, DisjointTreesAreAsManyAsLinksAllow) {
  const Graph mesh = *Graph::Parse("mesh:4x4");
  const DegradedHost host = Without("mesh:4x4", {{}, {NodeId{1}}});  // next to a corner
  EXPECT_EQ(DisjointTrees(host, NodeId{5}).size(), 1U);
  EXPECT_EQ(DisjointTrees(mesh, NodeId{5}).size(), 2U);
  EXPECT_EQ(DisjointTrees(Without("torus:4x4", {{}, {NodeId{1}}}), NodeId{5}).size(), 3U);
  // two squares that one link joins
  degraded::Dead dead;
  const Graph line = *Graph::Parse("mesh:4x2");
  dead.links = *degraded::ParseDeadLinks("2-4", line);
  EXPECT_EQ(DisjointTrees(DegradedHost::Create(line, dead).value(), NodeId{0}).size(), 1U);
}

struct Figure {
  const char* host;
  const char* links;
  const char* nodes;
  double times;  // at most so many times the bound of the task, for 4096 flits over all ports
};

Cycle EndOf(const CollectiveTask& task, const DegradedHost& host, Ports ports) {
  return MakeProgram(CollectiveMethod::kTrees, task, host, ports, kInterface, host.host())
      .forecast.end;
}

DegradedHost HostOf(const Figure& figure) {
  const Graph host = *Graph::Parse(figure.host);
  degraded::Dead dead;
  if (*figure.links != '\0') dead.links = *degraded::ParseDeadLinks(figure.links, host);
  if (*figure.nodes != '\0') dead.nodes = *degraded::ParseDeadNodes(figure.nodes, host);
  return *DegradedHost::Create(host, dead);
}

TEST(SurvivorCollectives, SumLongVectorsNearTheBound) {
  const Figure figures[] = {{"torus:8x8", "", "", 1.07},
                            {"torus:8x8", "0-1", "", 1.07},
                            {"torus:8x8", "0-1,1-2", "", 1.07},
                            {"torus:8x8", "0-1,27-35", "", 1.07},
                            {"torus:8x8", "", "9", 1.07},
                            {"torus:8x8", "0-1,1-2,3-4,8-16,17-18,29-30,40-41,50-51", "", 1.15},
                            {"torus:4x4x4", "0-1,5-6,7-11", "", 1.07},
                            {"torus:4x4x4", "", "7", 1.07},
                            {"mesh:8x8", "", "", 1.08},
                            {"mesh:8x8", "", "9", 1.04},
                            {"torus:2x8", "", "", 1.02}};
  for (const Figure& figure : figures) {
    const DegradedHost degraded = HostOf(figure);
    const CollectiveTask task{.kind = Collective::kAllReduce, .flits = 4096};
    const Cycle end = EndOf(task, degraded, Ports::kAll);
    const Cycle bound = BoundOf(task, degraded, Ports::kAll, kInterface).cycles();
    EXPECT_LE(static_cast<double>(end), figure.times * static_cast<double>(bound))
        << figure.host << degraded.Options() << ": " << end << " of " << bound;
  }
}

// Ten degraded hosts with a path through all survivors, from the root; each with an all-reduce and
// one more.
TEST(SurvivorCollectives, ComeNearTheBoundWithOnePort) {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 10; ++seed) {
    const auto host =
        DrawDegraded(std::array{"mesh:4x4", "mesh:3x3x3", "torus:5x5", "mesh:3x6"}[seed % 4], seed);
    if (!host || host->IsWhole() || !trees::IsConnected(trees::LinksOf(*host))) continue;
    const auto graph = trees::LinksOf(*host);
    const auto path = trees::NarrowTrees(graph, 2);
    if (path.size() > 1) continue;
    const NodeId root = graph.nodes[path[0].Order().back()];
    for (const Collective kind : {Collective::kAllReduce, kTasks[seed % kTasks.size()]}) {
      const CollectiveTask task{
          kind, IsOfBlocks(kind) || kind == Collective::kAllGather ? 256 : 4096, root};
      const Cycle end = EndOf(task, *host, Ports::kOne);
      const Cycle bound = BoundOf(task, *host, Ports::kOne, kInterface).cycles();
      EXPECT_LE(static_cast<double>(end), 1.2 * static_cast<double>(bound))
          << ToString(kind) << " on " << host->host().ToString() << host->Options();
    }
    ++compared;
  }
}

// A reduce-scatter with an all-gather after it, whichever program would be taken.
TEST(SurvivorCollectives, SumByTheTwoHalves) {
  for (const char* name : {"mesh:4x4", "torus:3x5", "mesh:3x3"}) {
    const DegradedHost host = Without(name, {{}, {NodeId{1}}});
    const Timing timing(kInterface);
    for (const std::int64_t flits : {1, 40, 300})
      ExpectRightAndFreeOfConflicts(
          SpreadProgram({Collective::kAllReduce, flits}, host, Ports::kOne, timing), host,
          Ports::kOne, name);
  }
}

// Long vectors go along a path, short ones along shallow trees; no path holds on mesh:5x5.
TEST(SurvivorCollectives, ChooseByPredictedCyclesWithOnePort) {
  const struct {
    Figure figure;
    Collective kind;
    std::int64_t flits;
    Cycle most;
  } rows[] = {
      {{"mesh:8x8", "0-1", "", 0}, Collective::kAllReduce, 4096, 8942},
      {{"mesh:8x8", "0-1", "", 0}, Collective::kAllReduce, 1, 71},
      {{"mesh:8x8", "0-1", "", 0}, Collective::kBroadcast, 4096, 4346},
      {{"mesh:4x4", "0-1", "", 0}, Collective::kAllReduce, 2048, 4144},
      {{"mesh:3x3x3", "0-9,26-25,7-6,18-21,9-18", "", 0}, Collective::kAllReduce, 2048, 4174},
      {{"mesh:5x5", "", "1", 0}, Collective::kAllReduce, 4096, 9420},
      {{"torus:8x8", "0-1", "", 0}, Collective::kAllReduce, 4096, 8450},
      {{"mesh:12x12", "0-1", "", 0}, Collective::kAllReduce, 4096, 10400},
  };
  for (const auto& [figure, kind, flits, most] : rows)
    EXPECT_LE(EndOf({kind, flits}, HostOf(figure), Ports::kOne), most)
        << figure.host << " " << ToString(kind) << " " << flits;
}

// What the bound should be: all sets of nodes, and the live links out of them.
class SlowBound {
 public:
  SlowBound(const CollectiveTask& task, const DegradedHost& host) : task_(task) {
    for (const NodeId node : host.survivors()) nodes_.push_back(node);
    live_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (std::size_t j = 0; j < nodes_.size(); ++j)
        live_[i].push_back(IsAlive(host, nodes_[i], nodes_[j]));
  }

  // Of a sum, each part but one sends and receives something for each element.
  Cycle OfPartitions() const {
    Cycle most = 0;
    std::vector<std::uint32_t> part(nodes_.size(), 0);
    const auto visit = [&](auto again, std::size_t node, std::uint32_t parts) -> void {
      if (node < nodes_.size()) {
        for (part[node] = 0; part[node] <= parts; ++part[node])
          again(again, node + 1, std::max(parts, part[node] + 1));
        return;
      }
      std::int64_t links = 0;
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (std::size_t j = 0; j < nodes_.size(); ++j)
          links += live_[i][j] && part[i] != part[j] ? 1 : 0;
      if (parts > 1)
        most = std::max(most, (2 * (parts - std::int64_t{1}) * task_.flits + links - 1) / links);
    };
    visit(visit, 0, 0);
    return most;
  }

  Cycle Cycles() const {
    Cycle most = std::max(OfAllLinks(), Latency());
    for (unsigned set = 1; set + 1 < 1U << nodes_.size(); ++set) {
      std::int64_t links = 0;
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (std::size_t j = 0; j < nodes_.size(); ++j)
          links += live_[i][j] && (set >> i & 1) != 0 && (set >> j & 1) == 0 ? 1 : 0;
      most = std::max(most, (Leaving(set) + links - 1) / links);
    }
    return most;
  }

 private:
  std::int64_t Leaving(unsigned set) const {
    const std::int64_t inside = std::popcount(set);
    const auto all = static_cast<std::int64_t>(nodes_.size());
    bool rooted = false;
    std::int64_t of_others = 0;
    for (std::int64_t n = 0; n < all; ++n) {
      const bool holds = (set >> n & 1) != 0;
      rooted |= holds && nodes_[static_cast<std::size_t>(n)] == task_.root;
      if (!holds) of_others += task_.flits * (n + 1) / all - task_.flits * n / all;
    }
    switch (task_.kind) {
      case Collective::kReduceScatter: return of_others;
      case Collective::kAllGather: return inside * task_.flits;
      case Collective::kBroadcast: return rooted ? task_.flits : 0;
      case Collective::kReduce: return rooted ? 0 : task_.flits;
      case Collective::kGather: return rooted ? 0 : inside * task_.flits;
      case Collective::kScatterBlocks: return rooted ? (all - inside) * task_.flits : 0;
      default: return task_.flits;
    }
  }

  Cycle OfAllLinks() const {
    std::int64_t links = 0;
    for (const auto& row : live_) links += std::ranges::count(row, true);
    if (IsOfBlocks(task_.kind)) return 0;
    const std::int64_t once = static_cast<std::int64_t>(nodes_.size() - 1) * task_.flits;
    return (once * (task_.kind == Collective::kAllReduce ? 2 : 1) + links - 1) / links;
  }

  // Warshall's distances.
  Cycle Latency() const {
    const std::size_t all = nodes_.size();
    std::vector<std::vector<Cycle>> far(all, std::vector<Cycle>(all, 1000));
    for (std::size_t i = 0; i < all; ++i)
      for (std::size_t j = 0; j < all; ++j) far[i][j] = i == j ? 0 : live_[i][j] ? 1 : 1000;
    for (std::size_t k = 0; k < all; ++k)
      for (std::size_t i = 0; i < all; ++i)
        for (std::size_t j = 0; j < all; ++j)
          far[i][j] = std::min(far[i][j], far[i][k] + far[k][j]);
    Cycle most = 0;
    const bool to_root = task_.kind == Collective::kReduce || task_.kind == Collective::kGather;
    for (std::size_t i = 0; i < all; ++i) {
      for (std::size_t j = 0; j < all; ++j) {
        const bool counts = !HasRoot(task_.kind) || nodes_[to_root ? j : i] == task_.root;
        if (counts) most = std::max(most, far[i][j]);
      }
    }
    return most + kInterface;
  }

  CollectiveTask task_;
  std::vector<NodeId> nodes_;
  std::vector<std::vector<bool>> live_;  // by place
};

TEST(SurvivorBounds, AreThoseOfTheWorstOfAllSetsOfNodes) {
  int compared = 0;
  for (const char* name : {"ring:6", "line:5", "torus:3x3", "mesh:3x3", "torus:2x4", "mesh:2x5",
                           "hypercube:3", "torus:2x5"}) {
    for (std::uint64_t seed = 1; seed < 10; ++seed) {
      const auto host = DrawDegraded(name, seed);
      if (!host) continue;
      for (const Collective kind : kTasks) {
        for (const std::int64_t flits : {1, 12, 61}) {
          const CollectiveTask task{kind, flits, host->survivors()[host->survivors().size() / 2]};
          SCOPED_TRACE(std::string(ToString(kind)) + " on " + name + host->Options());
          const Cycle bound = BoundOf(task, *host, Ports::kAll, kInterface).cycles();
          const SlowBound slow(task, *host);
          if (kind == Collective::kAllReduce && host->survivors().size() <= 8) {
            ASSERT_GE(bound, slow.Cycles());
            ASSERT_LE(bound, std::max(slow.Cycles(), slow.OfPartitions()));
          } else if (kind != Collective::kAllReduce) {
            ASSERT_EQ(bound, slow.Cycles());
          }
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

// A dead node next to the corner leaves it one link, where it had two.
TEST(SurvivorBounds, CountTheLinksThatAreLeft) {
  const CollectiveTask task{.kind = Collective::kAllGather, .flits = 10};
  const DegradedHost host = Without("mesh:4x4", {{}, {NodeId{1}}});
  EXPECT_EQ(BoundOf(task, host, Ports::kAll, kInterface).cycles(), 140);
  EXPECT_EQ(BoundOf(task, host.host(), Ports::kAll, kInterface).cycles(), 75);
}

// Beside the dead node 9 the corner and its two neighbours have four links, for three sums and as
// many results of each element: 2 * 3 * 4096 flits over eight directed links.
TEST(SurvivorBounds, CountWhatPartsExchange) {
  const CollectiveTask task{.kind = Collective::kAllReduce, .flits = 4096};
  const DegradedHost host = Without("mesh:8x8", {{}, {NodeId{9}}});
  EXPECT_EQ(BoundOf(task, host, Ports::kAll, kInterface).cycles(), 3072);
}

}  // namespace
}  // namespace toroid::survivor_collectives_test
