// Dead links and nodes as texts and values, tables, and the check that they have no cycle.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/degraded/check.h"
#include "gen/degraded/degraded_host.h"
#include "gen/degraded/dependency_graph.h"
#include "gen/degraded/routing.h"
#include "gen/degraded/tables.h"
#include "gen/topology/numbering.h"
#include "tests/unit/gen/command_line/config_file.h"
#include "tests/unit/gen/command_line/spec_testing.h"

namespace toroid::gen_degraded_test {
namespace {

using namespace toroid::degraded;

Graph Host(const std::string& text) { return Graph::Parse(text).value(); }

// The host without links "0-1" and nodes "5", each of them empty where nothing is dead.
Result<DegradedHost> Without(const std::string& host, const std::string& links,
                             const std::string& nodes = "") {
  Dead dead;
  if (!links.empty()) dead.links = ParseDeadLinks(links, Host(host)).value();
  if (!nodes.empty()) dead.nodes = ParseDeadNodes(nodes, Host(host)).value();
  return DegradedHost::Create(Host(host), dead);
}

template <class Value>
std::string Lines(const Result<Value>& result) {
  std::string text;
  if (!result)
    for (const Diagnostic& diagnostic : result.diagnostics())
      text += ToString(diagnostic).substr(15) + "\n";
  return text;
}

// DG1.5.
TEST(DeadParts, AreReadFromTexts) {
  const Graph host = Host("torus:4x4");
  EXPECT_EQ(
      ParseDeadLinks("0-1,4>0", host).value(),
      (std::vector<Link>{{NodeId{0}, NodeId{1}}, {NodeId{1}, NodeId{0}}, {NodeId{4}, NodeId{0}}}));
  EXPECT_EQ(ParseDeadLinks("3-0", host).value().size(), 2U);  // the wrap link
  EXPECT_EQ(ParseDeadLinks("0>1,1>0", host).value().size(), 2U);
  EXPECT_EQ(ParseDeadNodes("5,15", host).value(), (std::vector<NodeId>{NodeId{5}, NodeId{15}}));
}

// DG1.5.
TEST(DeadParts, AreRefusedWithAllThatIsWrong) {
  const Graph host = Host("torus:4x4");
  const std::string links = "--dead-links: 0-1,1>0,0-5,0-99,x,0--1: ";
  const std::string form =
      " is not a link; a link is written 0-1, or 0>1 for the direction from 0 to 1 alone\n";
  EXPECT_EQ(Lines(ParseDeadLinks("0-1,1>0,0-5,0-99,x,0--1", host)),
            links + "'1>0' names a link twice; name each link once\n" + links +
                "'0-5' is not a link of torus:4x4; node 0 has links to 1, 3, 4, 12\n" + links +
                "'0-99' names a node that is not there; nodes of torus:4x4 are 0 to 15\n" + links +
                "'x'" + form + links + "'0--1'" + form);
  const std::string nodes = "--dead-nodes: 5,16,5,: ";
  EXPECT_EQ(Lines(ParseDeadNodes("5,16,5,", host)),
            nodes + "'16' is not a node; nodes of torus:4x4 are 0 to 15\n" + nodes +
                "'5' is named twice; name each node once\n" + nodes +
                "'' is not a node; nodes of torus:4x4 are 0 to 15\n");
  EXPECT_FALSE(ParseDeadLinks("0>0", host).ok());
  EXPECT_FALSE(ParseDeadLinks("", host).ok());
}

// DG1.2, DG1.3.
TEST(DegradedHost, NamesThePartsOfSurvivors) {
  const std::string parts = " in parts between which no live links lead both ways: ";
  const std::string all = "; every survivor must reach every other\n";
  EXPECT_EQ(Lines(Without("line:6", "2-3")),
            "--dead-links: leaves line:6" + parts + "nodes 0-2; nodes 3-5" + all);
  EXPECT_EQ(Lines(Without("line:6", "2>3")),
            "--dead-links: leaves line:6" + parts + "nodes 0-2; nodes 3-5" + all);
  EXPECT_EQ(Lines(Without("line:5", "", "2")),
            "--dead-nodes: leaves line:5" + parts + "nodes 0-1; nodes 3-4" + all);
  EXPECT_EQ(Lines(Without("ring:9", "", "1,3,5,7")),
            "--dead-nodes: leaves ring:9" + parts + "nodes 0, 8; node 2; node 4; node 6" + all);
  EXPECT_EQ(
      Lines(Without("ring:12", "", "1,3,5,7,9")),
      "--dead-nodes: leaves ring:12" + parts + "nodes 0, 10-11; node 2; node 4; node 6; ..." + all);
  EXPECT_EQ(Lines(Without("mesh:2x2", "", "0,1,2")),
            "--dead-nodes: leaves 1 node of mesh:2x2 alive; at least two must be\n");
  // the option whose parts are enough is to blame
  EXPECT_EQ(Lines(Without("line:6", "1-0", "1")),
            "--dead-nodes: leaves line:6" + parts + "node 0; nodes 2-5" + all);
  EXPECT_EQ(Lines(Without("line:6", "2-3", "0")),
            "--dead-links: leaves line:6" + parts + "nodes 1-2; nodes 3-5" + all);
  EXPECT_EQ(Lines(Without("mesh:2x2", "0-1", "0,1,2")),
            "--dead-nodes: leaves 1 node of mesh:2x2 alive; at least two must be\n");
  EXPECT_TRUE(Without("line:6", "", "0").ok());
  EXPECT_TRUE(Without("ring:6", "2-3").ok());
  EXPECT_TRUE(Without("ring:6", "2>3").ok());
}

// DG1.1.
TEST(DegradedHost, OfADeadNodeHasNoneOfItsLinks) {
  const DegradedHost host = Without("torus:4x4", "0-1", "5").value();
  EXPECT_EQ(host.survivors().size(), 15U);
  EXPECT_EQ(host.live_links(), 64U - 2 - 8);
  for (int port = 0; port < host.ports(); ++port) {
    EXPECT_FALSE(host.Next(NodeId{5}, port).has_value());
    for (const NodeId node : host.survivors()) EXPECT_NE(host.Next(node, port), NodeId{5});
  }
  EXPECT_EQ(Without("torus:4x4", "1-5", "5").value().live_links(), 64U - 8);
}

// DG2.3: ports and channels along a ring, where the wrap link is 4-0.
TEST(DimensionOrderTables, HaveChannel1UntilTheWrapLinkIsCrossed) {
  const RoutingTables tables = DimensionOrderTables(Host("ring:5"));
  const auto entry = [&](std::uint32_t from, std::uint32_t to) {
    return tables.At(NodeId{from}, NodeId{to});
  };
  EXPECT_EQ(entry(3, 0), (Entry{0, 1}));
  EXPECT_EQ(entry(4, 0), (Entry{0, 1}));
  EXPECT_EQ(entry(4, 1), (Entry{0, 1}));
  EXPECT_EQ(entry(0, 1), (Entry{0, 0}));
  EXPECT_EQ(entry(0, 4), (Entry{1, 1}));
  EXPECT_EQ(entry(2, 1), (Entry{1, 0}));
  EXPECT_EQ(entry(2, 2), Entry{});
}

// DG3.4, the example of dependency_graph.h and a cycle, over the links 0>1>2>3>0 of a ring.
TEST(DependencyGraph, RefusesTheLastDependencyOfACycle) {
  const DegradedHost ring(Host("ring:4"));
  DependencyGraph graph(ring);
  const auto channel = [&](std::uint32_t from) { return graph.ChannelOf(NodeId{from}, {0, 0}); };
  EXPECT_TRUE(graph.TryAdd(channel(3), channel(0)));
  EXPECT_TRUE(graph.TryAdd(channel(2), channel(3)));
  EXPECT_TRUE(graph.TryAdd(channel(0), channel(1)));
  EXPECT_FALSE(graph.TryAdd(channel(1), channel(2)));
  EXPECT_FALSE(graph.Has(channel(1), channel(2)));
  EXPECT_TRUE(graph.TryAdd(channel(0), channel(1)));  // counted twice
  graph.Remove(channel(0), channel(1));
  EXPECT_FALSE(graph.TryAdd(channel(1), channel(2)));
  graph.Remove(channel(0), channel(1));
  EXPECT_TRUE(graph.TryAdd(channel(1), channel(2)));
  EXPECT_FALSE(graph.TryAdd(channel(0), channel(1)));
}

// All routes of a ring of 3 go one way round, in channel 0.
RoutingTables RoundTheRing() {
  RoutingTables tables(3);
  for (std::uint32_t to = 0; to < 3; ++to)
    for (std::uint32_t from = 0; from < 3; ++from)
      if (from != to) tables.Set(NodeId{from}, NodeId{to}, {0, 0});
  return tables;
}

// DG4.3.
TEST(TableCheck, NamesAPlantedCycle) {
  const DegradedHost ring(Host("ring:3"));
  const TableCheck check = CheckTables(RoundTheRing(), ring);
  EXPECT_EQ(check.fault, "");
  EXPECT_FALSE(check.holds());
  EXPECT_EQ(check.cycle,
            "channels, each waiting for the next: 0>1 in 0 -> 1>2 in 0 -> 2>0 in 0 -> 0>1 in 0");
  EXPECT_EQ(check.routes, 6U);
  EXPECT_EQ(check.channels, 3U);
  EXPECT_EQ(check.dependencies, 3U);
  RoutingTables mended = RoundTheRing();
  mended.Set(NodeId{2}, NodeId{1}, {0, 1});
  EXPECT_TRUE(CheckTables(mended, ring).holds());
}

// DG4.2.
TEST(TableCheck, NamesARouteThatDoesNotArrive) {
  const DegradedHost ring = Without("ring:4", "0-1").value();
  const RoutingTables good = ComputeTables(ring).value().tables;
  EXPECT_TRUE(CheckTables(good, ring).holds());
  const auto fault = [&](std::uint32_t from, std::uint32_t to, Entry entry) {
    RoutingTables tables = good;
    tables.Set(NodeId{from}, NodeId{to}, entry);
    return CheckTables(tables, ring).fault;
  };
  EXPECT_EQ(fault(0, 2, {}), "route from node 0 to node 2: node 0 has no entry");
  EXPECT_EQ(fault(3, 1, {}), "route from node 0 to node 1: node 3 has no entry");
  EXPECT_EQ(fault(0, 2, {0, 0}), "route from node 0 to node 2: node 0 has no live link at port 0");
  EXPECT_EQ(fault(3, 2, {0, 0}), "route from node 0 to node 2: it does not arrive");
  EXPECT_EQ(fault(0, 2, {2, 0}),
            "route from node 0 to node 2: node 0 has no port 2 with a channel 0");
  EXPECT_EQ(fault(0, 2, {1, 2}),
            "route from node 0 to node 2: node 0 has no port 1 with a channel 2");
  EXPECT_EQ(fault(2, 2, {0, 0}), "node 2 has an entry for node 2, itself");
  const DegradedHost dead = Without("ring:4", "", "1").value();
  RoutingTables tables = ComputeTables(dead).value().tables;
  tables.Set(NodeId{0}, NodeId{1}, {0, 0});
  EXPECT_EQ(CheckTables(tables, dead).fault,
            "node 0 has an entry for node 1, and one of them is dead");
}

// DG4.4, DG5.1, DG5.2: a ring of 6 without a link is a line.
TEST(Figures, OfARingWithoutALinkAreThoseOfALine) {
  const DegradedHost ring = Without("ring:6", "5-0").value();
  const RoutingTables tables = ComputeTables(ring).value().tables;
  const TableCheck check = CheckTables(tables, ring);
  // straight on, both ways, at four nodes, each between up to two and two channels
  EXPECT_GE(check.dependencies, 8U);
  EXPECT_LE(check.dependencies, 32U);
  EXPECT_EQ(check.turns, 0U);
  const Figures figures = FiguresOf(tables, ring);
  EXPECT_EQ(figures.longest_route, 5);
  EXPECT_EQ(figures.longest_detour, 4);
  EXPECT_EQ(figures.busiest, 9U);
  EXPECT_EQ(figures.indirect_neighbours, 0U);
  const DegradedHost whole(Host("ring:6"));
  const Figures healthy = FiguresOf(DimensionOrderTables(Host("ring:6")), whole);
  EXPECT_EQ(healthy.busiest, 5U);
  EXPECT_DOUBLE_EQ(ThroughputShare(figures, ring, healthy), 5.0 / 9);
}

// DG4.4: from rows to columns and not back, at each node.
TEST(TableCheck, CountsTheTurnsOfDimensionOrder) {
  const auto turns = [](const std::string& host) {
    const TableCheck check =
        CheckTables(DimensionOrderTables(Host(host)), DegradedHost(Host(host)));
    return std::pair(check.turns, check.most_turns);
  };
  EXPECT_EQ(turns("torus:4x4"), std::pair(std::uint64_t{16 * 4}, std::uint64_t{4}));
  EXPECT_EQ(turns("mesh:2x2"), std::pair(std::uint64_t{4}, std::uint64_t{1}));
}

// DG3.1.
TEST(ComputeTables, IsTheSameForTheSameSeed) {
  const DegradedHost host = Without("torus:5x4", "0-1,7-11", "13").value();
  const RoutingTables tables = ComputeTables(host, 3).value().tables;
  EXPECT_EQ(ComputeTables(host, 3).value().tables, tables);
  EXPECT_NE(ComputeTables(host, 4).value().tables, tables);
}

// DG3.9.
TEST(ComputeTables, RefusesHostsThatAreTooLarge) {
  const Result<Routing> routing = ComputeTables(DegradedHost(Host("hypercube:11")));
  EXPECT_EQ(
      Lines(routing),
      "--host: hypercube:11: has 2048 nodes; tables of next hops are computed for up to 1024\n");
  EXPECT_EQ(ExitCodeOf(routing.diagnostics()), 2);
}

// DG3.7: a ring that goes one way round has tables nevertheless, a drawn torus of such links none.
TEST(ComputeTables, RefusesLinksThatAreAliveOneWayIfItFindsNone) {
  const DegradedHost ring = Without("ring:5", "1>0,2>1,3>2,4>3,0>4").value();
  EXPECT_EQ(ring.live_links(), 5U);
  EXPECT_TRUE(CheckTables(ComputeTables(ring).value().tables, ring).holds());
  const DegradedHost torus =
      Without("torus:4x4",
              "0>4,0>12,0>1,3>0,1>5,13>1,1>2,6>2,14>2,2>3,3>7,3>15,4>8,5>4,4>7,5>9,6>5,6>10,7>6,"
              "11>7,8>12,9>8,8>11,9>13,10>9,14>10,10>11,15>11,12>13,12>15,14>13,15>14")
          .value();
  const Result<Routing> routing = ComputeTables(torus);
  EXPECT_EQ(
      Lines(routing),
      "--dead-links: no tables without a cycle of dependencies were found: links that are "
      "alive both ways do not join all survivors; give links that are dead both ways, such as "
      "0-1\n");
  EXPECT_EQ(ExitCodeOf(routing.diagnostics()), 3);
}

TEST(CommandLine, TakesDeadPartsForRoutes) {
  const auto spec =
      test::Parse(Command::kCheck, "--host torus:4x4 --routes --dead-links 0-1 --dead-nodes 5");
  ASSERT_TRUE(spec.ok());
  ASSERT_TRUE(spec->degraded.has_value());
  EXPECT_EQ(spec->degraded->survivors().size(), 15U);
  EXPECT_FALSE(test::Parse(Command::kCheck, "--host torus:4x4")->degraded.has_value());
  EXPECT_EQ(test::DiagnosticsOf(Command::kCheck, "--host torus:4x4 --dead-nodes 5"),
            "--dead-nodes: 5: is not used by a check of routing; it goes with a check of flows "
            "(--flows), a check of routes "
            "(--routes), a check of a collective operation (--collective)\n");
  EXPECT_EQ(test::DiagnosticsOf(Command::kCheck,
                                "--host torus:4x4 --routes --dead-nodes 77 --dead-links 0-2"),
            "--dead-links: 0-2: '0-2' is not a link of torus:4x4; node 0 has links to 1, 3, 4, 12\n"
            "--dead-nodes: 77: '77' is not a node; nodes of torus:4x4 are 0 to 15\n");
  EXPECT_EQ(test::DiagnosticsOf(Command::kCheck, "--host line:3 --routes --dead-nodes 1"),
            "--dead-nodes: 1: leaves line:3 in parts between which no live links lead both ways: "
            "node 0; node 2; every survivor must reach every other\n");
}

// DG1.6.
TEST(CommandLine, TakesDeadPartsFromTables) {
  const auto spec = test::ParseFile(Command::kCheck,
                                    "host = \"torus:4x4\"\nroutes = true\nguest = \"ring:16\"\n"
                                    "dead-nodes = \"15\"\n[[dead]]\nnode = \"1,1\"\n"
                                    "[[dead]]\nfrom = \"0,0\"\nto = \"0,3\"\n"
                                    "[[dead]]\nfrom = \"2,2\"\nto = \"3,2\"\none-way = true\n");
  ASSERT_TRUE(spec.ok());
  EXPECT_FALSE(spec->guest.has_value());
  EXPECT_EQ(spec->degraded->survivors().size(), 14U);
  EXPECT_EQ(spec->degraded->live_links(), 64U - 2 * 8 - 2 - 1);
  const auto healthy = test::ParseFile(
      Command::kCheck, "host = \"torus:4x4\"\ndead-nodes = \"15\"\n[[dead]]\nnode = \"1,1\"\n");
  ASSERT_TRUE(healthy.ok());
  EXPECT_FALSE(healthy->degraded.has_value());
}

// DG1.6.
TEST(CommandLine, RefusesTablesOfDeadPartsWithTheirPlaces) {
  const std::string found = test::FileDiagnosticsOf(
      Command::kCheck,
      "host = \"torus:4x4\"\nroutes = true\n"
      "[[dead]]\nnode = \"1,4\"\n[[dead]]\nfrom = \"0,0\"\nto = \"1,1\"\n"
      "[[dead]]\nfrom = \"0,0\"\n[[dead]]\nlink = 3\n[[dead]]\nnode = \"1,1,1\"\n"
      "[[dead]]\nnode = \"1,1\"\n[[dead]]\nnode = \"1,1\"\n");
  EXPECT_EQ(
      found,
      "net.toml:4: [[dead]] 1: node: 1,4: is not a node of torus:4x4; coordinates of the last node "
      "are "
      "3,3\n"
      "net.toml:7: [[dead]] 2: to: 1,1: is not a neighbour of (0,0); a link joins neighbours\n"
      "net.toml:8: [[dead]] 3: dead: names neither a node nor a link; write node = \"X,Y,...\", or "
      "from = and to = of a link\n"
      "net.toml:11: [[dead]] 4: link: is not a key of this table; allowed are node, from, to, "
      "one-way\n"
      "net.toml:13: [[dead]] 5: node: 1,1,1: is not a node of torus:4x4; coordinates of the last "
      "node "
      "are 3,3\n"
      "net.toml:17: [[dead]] 7: node: 1,1: is named twice; name each node once\n");
}

}  // namespace
}  // namespace toroid::gen_degraded_test
