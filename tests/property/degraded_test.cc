// Routes around dead links and nodes, on many hosts, beside a second writing of the check.
//
// The second writing knows neighbours from the graph's coordinates alone, follows every route hop
// by hop, and takes away channels that wait for none, until none is left.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gen/degraded/attempt.h"
#include "gen/degraded/check.h"
#include "gen/degraded/routing.h"
#include "gen/support/random.h"
#include "gen/topology/graph.h"
#include "tests/support/long_run.h"

namespace toroid::degraded_property_test {
namespace {

using namespace toroid::degraded;

using Node = std::uint32_t;
using Channel = std::tuple<Node, Node, int>;  // from, to, channel

// A host and what is dead, by definition.
class Slow {
 public:
  Slow(const Graph& host, const Dead& dead) : host_(host) {
    for (const Link& link : dead.links) links_.emplace(link.from.value(), link.to.value());
    for (const NodeId node : dead.nodes) nodes_.insert(node.value());
  }

  bool IsAlive(Node node) const { return !nodes_.contains(node); }

  // The node behind a port of the node, if that link is alive: two ports to each axis in turn, "+"
  // first, and one to an axis of length 2.
  std::optional<Node> Next(Node node, int port) const {
    for (int a = 0; a < host_.axes(); ++a) {
      const int length = host_.length(Axis{a});
      const int ports = length == 2 ? 1 : 2;
      if (port >= ports) {
        port -= ports;
        continue;
      }
      Coordinates at = host_.CoordinatesOf(NodeId{node});
      int& x = at[static_cast<std::size_t>(a)];
      x = ports == 1 ? 1 - x : port == 0 ? x + 1 : x - 1;
      const bool outside = x < 0 || x == length;
      if (outside && host_.kind() != Kind::kTorus) return std::nullopt;
      x = (x + length) % length;
      const Node next = host_.NodeAt(at).value();
      const bool dead = links_.contains({node, next}) || !IsAlive(node) || !IsAlive(next);
      return dead ? std::nullopt : std::optional(next);
    }
    return std::nullopt;
  }

  // Whether each survivor reaches each other.
  bool IsConnected() const {
    for (Node from = 0; from < host_.size(); ++from) {
      if (!IsAlive(from)) continue;
      std::set<Node> reached = {from};
      std::vector<Node> open = {from};
      while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        for (int port = 0; port < 2 * host_.axes(); ++port) {
          const auto next = Next(node, port);
          if (next && reached.insert(*next).second) open.push_back(*next);
        }
      }
      if (reached.size() != host_.size() - nodes_.size()) return false;
    }
    return true;
  }

 private:
  const Graph& host_;
  std::set<std::pair<Node, Node>> links_;
  std::set<Node> nodes_;
};

struct Followed {
  std::string fault;
  std::uint64_t routes = 0, dependencies = 0, turns = 0;
  bool has_cycle = false;
};

// Whether dependencies have a cycle: what is left if channels that wait for none are taken away.
bool HasCycle(std::map<Channel, std::set<Channel>> waits) {
  bool changed = true;
  while (changed) {
    changed = false;
    std::set<Channel> waiting;
    for (const auto& [held, wanted] : waits) waiting.insert(held);
    for (auto at = waits.begin(); at != waits.end();) {
      std::erase_if(at->second, [&](const Channel& channel) { return !waiting.contains(channel); });
      const bool free = at->second.empty();
      changed = changed || free;
      at = free ? waits.erase(at) : std::next(at);
    }
  }
  return !waits.empty();
}

Followed Follow(const RoutingTables& tables, const Graph& graph, const Slow& host) {
  Followed followed;
  std::map<Channel, std::set<Channel>> waits;
  std::set<std::tuple<Node, int, int>> turns;
  for (Node from = 0; from < graph.size(); ++from) {
    for (Node to = 0; to < graph.size(); ++to) {
      if (from == to || !host.IsAlive(from) || !host.IsAlive(to)) {
        if (tables.At(NodeId{from}, NodeId{to}).there()) followed.fault = "an entry too many";
        continue;
      }
      ++followed.routes;
      std::optional<Channel> held;
      int arrived_by = -1;
      std::set<Node> seen;
      for (Node at = from; at != to;) {
        const Entry entry = tables.At(NodeId{at}, NodeId{to});
        const auto next = entry.there() ? host.Next(at, entry.port) : std::nullopt;
        if (!next || !seen.insert(at).second) {
          followed.fault = "a route that does not arrive";
          break;
        }
        const Channel wanted{at, *next, entry.channel};
        if (held) {
          waits[*held].insert(wanted);
          if (arrived_by != entry.port) turns.emplace(at, arrived_by, entry.port);
        }
        held = wanted;
        arrived_by = entry.port;
        at = *next;
      }
    }
  }
  for (const auto& [channel, wanted] : waits) followed.dependencies += wanted.size();
  followed.turns = turns.size();
  followed.has_cycle = HasCycle(waits);
  return followed;
}

std::string TextOf(const Dead& dead) {
  std::string text = "links";
  for (const Link& link : dead.links)
    text += " " + std::to_string(link.from.value()) + ">" + std::to_string(link.to.value());
  text += " nodes";
  for (const NodeId node : dead.nodes) text += " " + std::to_string(node.value());
  return text;
}

struct Tally {
  int routed = 0;
  int refused = 0;
  int by_tree = 0;
  Figures figures;  // of the last that was routed
};

// Tables exist and are right, or the host is in parts.
void ExpectRoutes(const Graph& graph, const Dead& dead, Tally& tally, bool search = true) {
  SCOPED_TRACE(graph.ToString() + " without " + TextOf(dead));
  const Slow slow(graph, dead);
  const Result<DegradedHost> host = DegradedHost::Create(graph, dead);
  ASSERT_EQ(host.ok(), slow.IsConnected());
  if (!host) {
    ++tally.refused;
    return;
  }
  const Result<Routing> routing = ComputeTables(*host, 1, search);
  ASSERT_TRUE(routing.ok());
  const TableCheck check = CheckTables(routing->tables, *host);
  const Followed followed = Follow(routing->tables, graph, slow);
  EXPECT_EQ(check.fault, "");
  EXPECT_EQ(check.cycle, "");
  EXPECT_EQ(followed.fault, "");
  EXPECT_FALSE(followed.has_cycle);
  EXPECT_EQ(check.routes, followed.routes);
  EXPECT_EQ(check.dependencies, followed.dependencies);
  EXPECT_EQ(check.turns, followed.turns);
  tally.figures = FiguresOf(routing->tables, *host);
  if (routing->by_tree == 0) {
    EXPECT_EQ(tally.figures.indirect_neighbours, 0U);
  }
  ++tally.routed;
  tally.by_tree += static_cast<int>(routing->by_tree);
}

// All links of the graph, each once, from the lower node.
std::vector<Link> LinksOf(const Graph& graph) {
  std::vector<Link> links;
  for (Node n = 0; n < graph.size(); ++n) {
    for (int a = 0; a < graph.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto next = graph.Neighbour(NodeId{n}, Axis{a}, direction);
        if (next && next->value() > n) links.push_back({NodeId{n}, *next});
      }
    }
  }
  return links;
}

Dead BothWays(const std::vector<Link>& links) {
  Dead dead;
  for (const Link& link : links) {
    dead.links.push_back(link);
    dead.links.push_back({link.to, link.from});
  }
  return dead;
}

// `links` and `nodes` drawn such that the survivors are connected.
Dead Draw(const Graph& graph, std::size_t links, std::size_t nodes, Random& random) {
  const std::vector<Link> all = LinksOf(graph);
  while (true) {
    std::set<std::size_t> drawn;
    while (drawn.size() < links) drawn.insert(random.Below(all.size()));
    std::vector<Link> named;
    for (const std::size_t link : drawn) named.push_back(all[link]);
    Dead dead = BothWays(named);
    std::set<Node> drawn_nodes;
    while (drawn_nodes.size() < nodes)
      drawn_nodes.insert(static_cast<Node>(random.Below(graph.size())));
    for (const Node node : drawn_nodes) dead.nodes.emplace_back(node);
    if (Slow(graph, dead).IsConnected()) return dead;
  }
}

constexpr const char* kHosts[] = {"torus:4x4", "mesh:3x5",    "ring:6",    "line:5",
                                  "line:2",    "hypercube:4", "torus:2x8", "torus:3x3x2"};

// DG2.3.
TEST(DegradedRoutes, OfAWholeHostAreDimensionOrder) {
  int hops = 0;
  for (const char* text : {"torus:4x4", "mesh:3x5", "ring:6", "line:5", "hypercube:4", "torus:2x8",
                           "torus:5x7", "torus:8x8"}) {
    const Graph graph = Graph::Parse(text).value();
    const DegradedHost host(graph);
    const RoutingTables tables = ComputeTables(host).value().tables;
    for (Node from = 0; from < graph.size(); ++from) {
      for (Node to = 0; to < graph.size(); ++to) {
        NodeId at{from};
        for (const Hop& hop : graph.Route(NodeId{from}, NodeId{to})) {
          ASSERT_EQ(at, hop.node);
          at = *host.Next(at, tables.At(at, NodeId{to}).port);
          EXPECT_EQ(at, graph.Neighbour(hop.node, hop.axis, hop.direction));
          ++hops;
        }
      }
    }
    Tally tally;
    ExpectRoutes(graph, {}, tally);
    EXPECT_TRUE(CheckTables(tables, host).holds());
  }
  EXPECT_GT(hops, 10000);
}

// DG1.2, DG3, DG4: each link both ways and one way, each node.
TEST(DegradedRoutes, GoAroundEachDeadLinkAndNode) {
  Tally tally;
  for (const char* text : kHosts) {
    const Graph graph = Graph::Parse(text).value();
    for (const Link& link : LinksOf(graph)) {
      ExpectRoutes(graph, BothWays({link}), tally);
      ExpectRoutes(graph, {{link}, {}}, tally);
      ExpectRoutes(graph, {{{link.to, link.from}}, {}}, tally);
    }
    for (Node n = 0; n < graph.size() && graph.size() > 2; ++n)
      ExpectRoutes(graph, {{}, {NodeId{n}}}, tally);
  }
  EXPECT_GT(tally.routed, 400);
  EXPECT_EQ(tally.refused, 3 * 4 + 3 + 3);  // lines of 5 and of 2; nodes inside of the line of 5
}

// DG3.6: many links and nodes, one way too; hosts are refused where they are in parts.
TEST(DegradedRoutes, ExistOnDrawnHostsThatAreConnected) {
  Random random(5);
  Tally tally;
  for (const char* text : kHosts) {
    const Graph graph = Graph::Parse(text).value();
    if (graph.size() < 3) continue;
    const std::vector<Link> links = LinksOf(graph);
    for (int i = 0; i < LongOr(100, 10); ++i) {
      Dead dead;
      for (const Link& link : links) {
        const auto draw = random.Below(12);
        if (draw < 2 || draw == 2) dead.links.push_back(link);
        if (draw < 2) dead.links.push_back({link.to, link.from});
      }
      if (random.Below(2) == 0) dead.nodes.emplace_back(random.Below(graph.size()));
      // Without both-way links that join all survivors tables may be lacking (DG3.7).
      Dead both = dead;
      for (const Link& link : dead.links) {
        if (std::ranges::find(dead.links, Link{link.to, link.from}) == dead.links.end())
          both.links.push_back({link.to, link.from});
      }
      if (Slow(graph, dead).IsConnected() && !Slow(graph, both).IsConnected()) continue;
      ExpectRoutes(graph, dead, tally);
    }
  }
  EXPECT_GT(tally.routed, 10);
  EXPECT_GT(tally.refused, 10);
}

// DG3.7: each link is alive one way alone.
TEST(DegradedRoutes, OfLinksThatAreAliveOneWayAreRightOrRefused) {
  Random random(4);
  int routed = 0, refused = 0;
  for (const char* text : {"ring:6", "torus:3x3", "torus:4x4", "mesh:3x3", "torus:5x5"}) {
    const Graph graph = Graph::Parse(text).value();
    for (int i = 0; i < LongOr(300, 40); ++i) {
      Dead dead;
      for (const Link& link : LinksOf(graph))
        dead.links.push_back(random.Below(2) == 0 ? link : Link{link.to, link.from});
      const Result<DegradedHost> host = DegradedHost::Create(graph, dead);
      ASSERT_EQ(host.ok(), Slow(graph, dead).IsConnected());
      if (!host) continue;
      const Result<Routing> routing = ComputeTables(*host);
      if (!routing) {
        EXPECT_EQ(ExitCodeOf(routing.diagnostics()), 3);
        ++refused;
        continue;
      }
      const Followed followed = Follow(routing->tables, graph, Slow(graph, dead));
      EXPECT_EQ(followed.fault, "");
      EXPECT_FALSE(followed.has_cycle);
      ++routed;
    }
  }
  EXPECT_GT(routed, 10);
  if (LongRun()) {
    EXPECT_GT(refused, 0);
  }
}

// DG3.6: all destinations along the tree, with its dependencies reserved.
TEST(DegradedRoutes, AlongOneTreeHaveNoCycle) {
  Random random(6);
  for (const char* text : {"torus:4x4", "mesh:3x5", "ring:6", "hypercube:4", "torus:2x8"}) {
    const Graph graph = Graph::Parse(text).value();
    const Dead dead = Draw(graph, 1, 0, random);
    const DegradedHost host = DegradedHost::Create(graph, dead).value();
    const RoutingTables usual = DimensionOrderTables(graph);
    Attempt attempt(host, usual, 1);
    ASSERT_TRUE(attempt.ReserveTree());
    for (const NodeId node : host.survivors()) attempt.FollowTree(node);
    attempt.trees().Free();
    EXPECT_EQ(attempt.by_tree(), graph.size());
    const Followed followed = Follow(attempt.trees().tables(), graph, Slow(graph, dead));
    EXPECT_EQ(followed.fault, "");
    EXPECT_FALSE(followed.has_cycle);
    EXPECT_TRUE(CheckTables(attempt.trees().tables(), host).holds());
  }
}

// The same with the first destinations grown, and the reservation kept.
TEST(DegradedRoutes, GrowBesideAReservedTree) {
  Random random(7);
  for (const char* text : {"torus:4x4", "mesh:3x5", "torus:5x5"}) {
    const Graph graph = Graph::Parse(text).value();
    const DegradedHost host = DegradedHost::Create(graph, Draw(graph, 2, 1, random)).value();
    const RoutingTables usual = DimensionOrderTables(graph);
    Attempt attempt(host, usual, 1);
    Stage stage({}, "routing");
    EXPECT_EQ(attempt.Route(host.survivors(), Begin::kReserved, stage), std::nullopt);
    EXPECT_TRUE(CheckTables(attempt.trees().tables(), host).holds());
  }
}

// The two writings of the check agree on tables with a fault.
TEST(DegradedRoutes, AlteredAreJudgedAlikeByBothChecks) {
  Random random(8);
  const Graph graph = Graph::Parse("torus:4x4").value();
  const Dead dead = Draw(graph, 2, 0, random);
  const DegradedHost host = DegradedHost::Create(graph, dead).value();
  const RoutingTables good = ComputeTables(host).value().tables;
  int faults = 0, cycles = 0;
  for (int i = 0; i < 400; ++i) {
    RoutingTables tables = good;
    for (int altered = 0; altered < 1 + i / 100; ++altered) {
      const NodeId node{static_cast<Node>(random.Below(graph.size()))};
      const NodeId to{static_cast<Node>(random.Below(graph.size()))};
      if (node != to)
        tables.Set(
            node, to,
            {static_cast<std::int8_t>(random.Below(4)), static_cast<std::int8_t>(random.Below(2))});
    }
    const TableCheck check = CheckTables(tables, host);
    const Followed followed = Follow(tables, graph, Slow(graph, dead));
    EXPECT_EQ(check.fault.empty(), followed.fault.empty());
    faults += check.fault.empty() ? 0 : 1;
    if (!check.fault.empty()) continue;
    EXPECT_EQ(!check.cycle.empty(), followed.has_cycle);
    cycles += check.cycle.empty() ? 0 : 1;
  }
  EXPECT_GT(faults, 10);
  EXPECT_GT(cycles, 5);
}

// The share of uniform traffic, for reading: --gtest_filter=DegradedRoutes.Keep*, TOROID_LONG=1.
TEST(DegradedRoutes, KeepMostOfTheThroughputOnDrawnHosts) {
  const struct {
    std::size_t links, nodes;
    double least;
  } cases[] = {{1, 0, 0.85}, {2, 0, 0.75}, {4, 0, 0.6}, {8, 0, 0.45}, {0, 1, 0.85}};
  for (const char* text : {"torus:8x8", "mesh:8x8", "torus:4x4x4", "torus:5x7"}) {
    const Graph graph = Graph::Parse(text).value();
    if (!LongRun() && graph.axes() == 2 && graph.kind() == Kind::kMesh) continue;
    const Figures healthy = FiguresOf(DimensionOrderTables(graph), DegradedHost(graph));
    for (const auto& [links, nodes, least] : cases) {
      Random random(Mix(9, 10 * links + nodes));
      const int draws = LongOr(8, 2);
      double shares = 0;
      for (int i = 0; i < draws; ++i) {
        const Dead dead = Draw(graph, links, nodes, random);
        Tally tally;
        ExpectRoutes(graph, dead, tally);
        const DegradedHost host = DegradedHost::Create(graph, dead).value();
        shares += ThroughputShare(tally.figures, host, healthy);
      }
      if (LongRun())
        std::cout << text << " without " << links << " links, " << nodes
                  << " nodes: " << shares / draws << "\n";
      EXPECT_GT(shares / draws, least) << text << " " << links << " " << nodes;
    }
  }
}

// Proofs: every single link and node of torus:8x8 with the search, every pair of links without.
TEST(ProofDegradedRoutes, GoAroundEachLinkAndNodeOfTorus8x8) {
  const Graph graph = Graph::Parse("torus:8x8").value();
  Tally tally;
  for (const Link& link : LinksOf(graph)) ExpectRoutes(graph, BothWays({link}), tally);
  for (Node n = 0; n < graph.size(); ++n) ExpectRoutes(graph, {{}, {NodeId{n}}}, tally);
  EXPECT_EQ(tally.routed, 128 + 64);
}

void ExpectRoutesAroundPairs(std::size_t step) {
  const Graph graph = Graph::Parse("torus:8x8").value();
  const std::vector<Link> links = LinksOf(graph);
  Tally tally;
  std::size_t pair = 0, tried = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (pair++ % step != 0) continue;
      ++tried;
      ExpectRoutes(graph, BothWays({links[i], links[j]}), tally, false);
    }
  }
  EXPECT_EQ(pair, 8128U);
  EXPECT_EQ(tally.routed, static_cast<int>(tried));
}

TEST(ProofDegradedRoutes, GoAroundEachPairOfLinksOfTorus8x8) { ExpectRoutesAroundPairs(1); }
TEST(DegradedRoutes, GoAroundSomePairsOfLinksOfTorus8x8) { ExpectRoutesAroundPairs(200); }

}  // namespace
}  // namespace toroid::degraded_property_test
