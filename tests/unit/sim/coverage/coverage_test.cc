// Functional coverage: docs/spec/functional-coverage.md.
#include "sim/coverage/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/degraded/routing.h"
#include "sim/coverage/ways.h"
#include "sim/report/coverage_report.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_coverage_test {
namespace {

struct Bins {
  explicit Bins(const CoverageReport& report) {
    for (const CoverageBin& bin : report.bins) all[bin.name] = bin;
  }
  const CoverageBin& operator[](const std::string& name) const {
    const auto found = all.find(name);
    EXPECT_NE(found, all.end()) << name;
    static const CoverageBin kNone;
    return found == all.end() ? kNone : found->second;
  }
  std::map<std::string, CoverageBin> all;
};

// A plan of routers with tables.
Plan PlanAround(const std::string& host, const std::string& dead_links,
                const std::string& dead_nodes, HardwareOptions options = {}) {
  const Graph graph = Graph::Parse(host).value();
  degraded::Dead dead;
  if (!dead_links.empty()) dead.links = degraded::ParseDeadLinks(dead_links, graph).value();
  if (!dead_nodes.empty()) dead.nodes = degraded::ParseDeadNodes(dead_nodes, graph).value();
  const auto around = degraded::DegradedHost::Create(graph, dead);
  options.routes = std::make_shared<const RoutedHost>(
      RoutedHost{*around, degraded::ComputeTables(*around)->tables});
  return PlanOf(host, std::move(options));
}

// The ways found from all routes, one by one, are those composed axis by axis.
TEST(Coverage, WaysAreThoseOfAllRoutes) {
  std::size_t compared = 0;
  for (const char* host : {"ring:3", "ring:4", "ring:8", "line:4", "torus:3x5", "torus:2x8",
                           "mesh:3x5", "hypercube:3", "torus:4x2x3", "mesh:2x3x2"}) {
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const Plan plan = PlanOf(host, {.ports = ports});
      const Ways ways(plan);
      std::vector<std::vector<std::uint64_t>> expected(plan.host().size(),
                                                       std::vector<std::uint64_t>(ways.places()));
      const auto local = [&](int port) {
        return ways.link_channels() +
               (ports == Ports::kOne ? 0U : static_cast<std::uint32_t>(port));
      };
      const auto link_channel = [&](const Crossing& hop) {
        return ways.FirstLinkChannel(static_cast<std::uint32_t>(hop.port)) +
               static_cast<std::uint32_t>(hop.channel);
      };
      for (std::uint32_t from = 0; from < plan.host().size(); ++from) {
        for (std::uint32_t to = 0; to < plan.host().size(); ++to) {
          if (from == to) continue;
          const std::vector<Crossing> route = ExpectedRoute(plan, from, to);
          std::uint32_t source = local(route.front().port);
          for (const Crossing& hop : route) {
            expected[hop.node][source] |= std::uint64_t{1} << link_channel(hop);
            source = link_channel(hop);
          }
          expected[to][source] |= std::uint64_t{1} << local(route.back().port);
        }
      }
      for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
        ASSERT_EQ(ways.AtNode(NodeId{n}), expected[n]) << host << " node " << n;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 2U * (3 + 4 + 8 + 4 + 15 + 16 + 15 + 8 + 24 + 12));
}

// By tables they are those of all routes, followed from node to node.
TEST(Coverage, WaysAreThoseOfTheTables) {
  std::size_t hops = 0;
  for (const Ports ports : {Ports::kOne, Ports::kAll}) {
    for (const Plan& plan : {PlanAround("torus:4x4", "0-1", "6", {.ports = ports}),
                             PlanAround("mesh:3x5", "1>2", "", {.ports = ports}),
                             PlanAround("torus:2x3x4", "0-1,5-9", "", {.ports = ports}),
                             PlanAround("ring:6", "", "", {.ports = ports})}) {
      const RoutedHost& routes = *plan.routes();
      const std::uint32_t locals = ports == Ports::kOne ? 0 : 1;
      const auto link_channels = static_cast<std::uint32_t>(2 * plan.link_ports().size());
      std::vector<std::vector<std::uint64_t>> expected(
          plan.host().size(), std::vector<std::uint64_t>(Ways(plan).places()));
      for (const NodeId from : routes.host.survivors()) {
        for (const NodeId to : routes.host.survivors()) {
          if (from == to) continue;
          auto port = static_cast<std::uint32_t>(routes.tables.At(from, to).port);
          std::uint32_t source = link_channels + locals * port;
          for (NodeId at = from; at != to; ++hops) {
            const degraded::Entry entry = routes.tables.At(at, to);
            port = static_cast<std::uint32_t>(entry.port);
            const std::uint32_t link_channel = 2 * port + static_cast<std::uint32_t>(entry.channel);
            expected[at.index()][source] |= std::uint64_t{1} << link_channel;
            at = routes.host.Next(at, entry.port).value();
            source = link_channel;
          }
          expected[to.index()][source] |= std::uint64_t{1} << (link_channels + locals * port);
        }
      }
      const Ways ways(plan);
      for (std::uint32_t n = 0; n < plan.host().size(); ++n)
        ASSERT_EQ(ways.AtNode(NodeId{n}), expected[n])
            << plan.host().CanonicalText() << " node " << n;
    }
  }
  EXPECT_GT(hops, 2U * 1000);
}

TEST(Coverage, CountsWhatOneFlitDoes) {
  Rig rig(PlanOf("line:3", {.buffered = {.depth = 4, .arbiter = Arbiter::kRoundRobin}}));
  Coverage coverage(rig.plan);
  rig.model.Show(&coverage);
  rig.Send(0, 0, 2);
  ASSERT_NO_FATAL_FAILURE(rig.RunUntil(6));
  const CoverageReport report = coverage.Report();
  EXPECT_EQ(report.cycles, 6);
  EXPECT_EQ(report.host, "mesh:3");
  EXPECT_EQ(report.Contradictions(), std::vector<std::string>{});
  const Bins bins(report);
  // Injected in cycle 0, it is in the queue in cycle 1, in buffers in 2 and 3, at the ejector in 4.
  EXPECT_EQ(bins["injector = 1"].seen, 1U);
  EXPECT_EQ(bins["injector = 0"].seen, 3U * 6 - 1);
  EXPECT_EQ(bins["I(0,+).0 = 1"].seen, 2U);
  EXPECT_EQ(bins["ejector = 1"].seen, 1U);
  EXPECT_EQ(bins["injector -> O(0,+).0: the only flit moves"].seen, 1U);
  EXPECT_EQ(bins["I(0,+).0 -> O(0,+).0: the only flit moves"].seen, 1U);
  EXPECT_EQ(bins["I(0,+).0 -> ejector: the only flit moves"].seen, 1U);
  EXPECT_EQ(bins["O(0,+).0 at 0: first on the axis"].seen, 1U);
  EXPECT_EQ(bins["O(0,+).0 at 1: after channel 0"].seen, 1U);
  // A credit is used in cycles 1 and 2, back at the end of 2 and of 3 (R5.9).
  EXPECT_EQ(bins["O(0,+).0 = 3"].seen, 2U);
  EXPECT_EQ(bins["O(0,+).0 = 4"].seen, 2U * 6 - 2);
  EXPECT_EQ(bins["O(0,+).0 = 2"].seen, 0U);
  EXPECT_EQ(bins["O(0,+): injector after reset, nobody else waits"].seen, 1U);
  EXPECT_EQ(bins["O(0,+): I(0,+) after reset, nobody else waits"].seen, 1U);
  EXPECT_EQ(bins["ejector: I(0,+) after reset, nobody else waits"].seen, 1U);
  EXPECT_EQ(bins["O(0,+): injector after injector, nobody else waits"].seen, 0U);
}

TEST(Coverage, SaysWhyAFlitWaits) {
  Rig rig(PlanOf("line:3", {.buffered = {.depth = 2, .arbiter = Arbiter::kRoundRobin}}));
  Coverage coverage(rig.plan);
  rig.model.Show(&coverage);
  rig.sink = [](std::uint32_t, Cycle) { return false; };
  rig.Send(0, 0, 2, 5);
  rig.Send(12, 1, 2, 5);  // when all buffers are full
  ASSERT_NO_FATAL_FAILURE(rig.RunUntil(20));
  const Bins bins(coverage.Report());
  EXPECT_GT(bins["I(0,+).0 -> ejector: a later flit waits for room"].seen, 0U);
  EXPECT_GT(bins["injector -> O(0,+).0: a head waits for room"].seen, 0U);
  EXPECT_EQ(bins["injector -> O(0,+).0: a head waits for the lock"].seen, 0U);
  EXPECT_EQ(bins["injector = 2"].seen > 0 && bins["ejector = 2"].seen > 0, true);
  rig.sink = nullptr;
  ASSERT_NO_FATAL_FAILURE(rig.Drain());
  const Bins after(coverage.Report());
  EXPECT_GT(after["injector -> O(0,+).0: a head waits for the lock"].seen, 0U);
  EXPECT_GT(after["injector -> O(0,+).0: a tail moves"].seen, 0U);
}

TEST(Coverage, ExcludesWhatRulesExclude) {
  // No packet takes two hops on a wrapping axis of length 3 (R3.5).
  const Bins ring(Coverage(PlanOf("ring:3")).Report());
  for (const char* name :
       {"I(0,+).0 -> O(0,+).0: a head moves", "O(0,-).1 at 0: after channel 1"}) {
    EXPECT_EQ(ring[name].excluded, "no route does so (R2, R3.2)") << name;
  }
  EXPECT_EQ(ring["O(0,+).1 at 2: first on the axis"].excluded, "");
  EXPECT_EQ(ring["O(0,+).0 at 2: first on the axis"].excluded, "no route does so (R2, R3.2)");
  EXPECT_EQ(ring["injector -> O(0,+).0: a head waits for the lock"].excluded,
            "no other source leads there, so no other packet holds the lock (R5.10)");

  // On longer axes the wrap link is in channel 1, and flits in channel 1 stay there.
  const Plan plan = PlanOf("torus:8x8");
  const Bins torus(Coverage(plan).Report());
  EXPECT_EQ(torus["I(0,+).0 -> O(0,+).1: a head moves"].excluded, "");
  EXPECT_EQ(torus["I(0,+).1 -> O(0,+).0: a head moves"].excluded, "no route does so (R2, R3.2)");
  EXPECT_EQ(torus["O(0,+) guard 15: straight on before others"].excluded,
            "the guard count says otherwise (R5.6)");
  EXPECT_EQ(torus["O(0,+) guard 15: another before straight on"].excluded, "");
  EXPECT_EQ(torus["ejector: I(0,+) after I(0,+), another waits"].excluded,
            "the last winner comes last (R5.5)");
  EXPECT_EQ(torus["I(1,+).0 -> ejector: a later flit waits for another position"].excluded,
            "another position could only want the channel that is locked (R5.2, R5.10)");
  // No flit turns back to an earlier axis: there are no wires for it.
  EXPECT_FALSE(torus.all.contains("I(1,+).0 -> O(0,+).0: a head moves"));
  EXPECT_TRUE(torus.all.contains("I(0,+).0 -> O(1,+).0: a head moves"));
}

TEST(Coverage, ExcludesWhatTablesExclude) {
  const Plan plan = PlanAround("torus:4x4", "0-1", "");
  const CoverageReport report = Coverage(plan).Report();
  ASSERT_TRUE(report.dead.has_value());
  EXPECT_EQ(report.dead->links, "0-1");
  EXPECT_EQ(report.dead->nodes, "");
  const Bins bins(report);
  // DG7.3: turns to earlier axes have wires. DG7.6: each channel of a link has an arbiter.
  EXPECT_TRUE(bins.all.contains("I(1,+).0 -> O(0,+).0: a head moves"));
  EXPECT_TRUE(bins.all.contains("O(0,+).1: injector after reset, another waits"));
  EXPECT_FALSE(bins.all.contains("O(0,+): injector after reset, another waits"));
  EXPECT_FALSE(bins.all.contains("I(1,+).0 -> O(1,-).0: a head moves"));
  EXPECT_FALSE(bins.all.contains("injector -> ejector: a head moves"));
  EXPECT_EQ(bins["injector -> O(0,+).0: a later flit waits for another position"].excluded,
            "another position could only want the channel that is locked (R5.2, R5.10)");
  EXPECT_EQ(bins["injector -> O(0,+).0: a head waits for the other channel of its output"].excluded,
            "");
  // Each turn to the earlier axis that some route takes, and none else, is included.
  const Ways ways(plan);
  std::size_t taken = 0;
  for (std::uint32_t source = 4; source < 8; ++source) {  // on axis 1
    for (std::uint32_t target = 0; target < 4; ++target) {
      std::uint64_t all = 0;
      for (std::uint32_t n = 0; n < 16; ++n) all |= ways.AtNode(NodeId{n})[source];
      const bool some = (all >> target & 1) != 0;
      taken += some ? 1 : 0;
      const std::string name = std::string(source < 6 ? "I(1,+)." : "I(1,-).") +
                               std::to_string(source % 2) +
                               (target < 2 ? " -> O(0,+)." : " -> O(0,-).") +
                               std::to_string(target % 2) + ": a head moves";
      EXPECT_EQ(bins[name].excluded, some ? "" : "no route of the tables does so (DG2.2)") << name;
    }
  }
  EXPECT_GT(taken, 0U);
  EXPECT_LT(taken, 16U);
}

// In a line with tables of dimension order (DG2.3) a node between two others sends both ways, and
// each link in one channel.
TEST(Coverage, KnowsWhatOneChannelAloneCannotDo) {
  const Graph line = Graph::Parse("line:3").value();
  HardwareOptions options;
  options.routes = std::make_shared<const RoutedHost>(
      RoutedHost{degraded::DegradedHost(line), degraded::DimensionOrderTables(line)});
  const Bins bins(Coverage(PlanOf("line:3", std::move(options))).Report());
  for (const char* name : {"O(0,+).1 = 1", "I(0,+).1 = 1", "O(0,+) prefers 0: both are requested",
                           "O(0,+) prefers 0: 1 is requested"})
    EXPECT_EQ(bins[name].excluded, "no route of the tables does so (DG2.2)") << name;
  EXPECT_EQ(bins["O(0,+) prefers 1: 0 is requested"].excluded, "");
  EXPECT_EQ(bins["injector -> O(0,+).0: a head waits for the other channel of its output"].excluded,
            "no other position wants the other channel of this output (DG7.6)");
}

// Some 3000 packets of random ends and lengths, between nodes that are alive.
CoverageReport RandomRun(Rig& rig, std::uint64_t seed) {
  Random random(seed);
  Coverage coverage(rig.plan);
  rig.model.Show(&coverage);
  const std::vector<NodeId> nodes = rig.plan.survivors().survivors();
  for (int i = 0; i < 3000; ++i) {
    const auto from = static_cast<std::size_t>(random.Below(nodes.size()));
    const auto to =
        static_cast<std::size_t>((from + 1 + random.Below(nodes.size() - 1)) % nodes.size());
    rig.Send(static_cast<Cycle>(random.Below(2000)), nodes[from].value(), nodes[to].value(),
             1 + static_cast<std::uint32_t>(random.Below(5)));
  }
  rig.sink = [&](std::uint32_t, Cycle) { return random.Below(4) > 0; };
  rig.Drain();
  rig.model.Show(nullptr);
  return coverage.Report();
}

// The exclusion rules against random runs, a network for each seed.
TEST(Coverage, NothingExcludedIsEverSeen) {
  std::size_t reached = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const char* hosts[] = {"torus:3x5", "mesh:2x2x3",  "torus:2x8",
                           "ring:6",    "hypercube:4", "line:5"};
    Rig rig(PlanOf(
        hosts[seed - 1],
        {.ports = seed % 2 == 0 ? Ports::kAll : Ports::kOne,
         .buffered = {.depth = 2,
                      .arbiter = seed % 3 == 0 ? Arbiter::kRoundRobin : Arbiter::kThroughFirst}}));
    const CoverageReport report = RandomRun(rig, seed);
    EXPECT_EQ(report.Contradictions(), std::vector<std::string>{});
    EXPECT_GT(report.reached(), report.reachable() * 8 / 10) << hosts[seed - 1];
    reached += report.reached();
  }
  EXPECT_GT(reached, 1500U);
}

// The same by tables. All bins but the rare ones of arbiters are reached.
TEST(Coverage, NothingThatTablesExcludeIsEverSeen) {
  const struct {
    const char *host, *dead_links, *dead_nodes;
  } kNetworks[] = {{"torus:4x4", "0-1", ""}, {"mesh:4x4", "", "5"},      {"torus:3x5", "0-1", "7"},
                   {"torus:2x8", "0>8", ""}, {"hypercube:4", "0-1", ""}, {"torus:4x4", "", ""}};
  std::uint64_t seed = 0;
  for (const auto& network : kNetworks) {
    ++seed;
    Rig rig(PlanAround(
        network.host, network.dead_links, network.dead_nodes,
        {.ports = seed % 2 == 0 ? Ports::kAll : Ports::kOne,
         .buffered = {.depth = 2,
                      .arbiter = seed % 3 == 0 ? Arbiter::kThroughFirst : Arbiter::kRoundRobin}}));
    const CoverageReport report = RandomRun(rig, seed);
    EXPECT_EQ(report.Contradictions(), std::vector<std::string>{}) << network.host;
    std::size_t unserved = 0;
    for (const CoverageBin& bin : report.bins) {
      EXPECT_TRUE(bin.group != "hops" || !bin.excluded.empty() || bin.seen > 0)
          << network.host << " " << bin.name;
      unserved += bin.name.ends_with("waits for the other channel of its output") ? bin.seen : 0;
    }
    EXPECT_GT(unserved, 0U) << network.host;
    EXPECT_GT(report.reached(), report.reachable() * 7 / 10) << network.host;
  }
}

TEST(Coverage, ContradictionsNameBinAndRule) {
  CoverageReport report;
  report.bins = {{"hops", "possible", "", 0}, {"hops", "never", "R2 says so", 0}};
  EXPECT_EQ(report.reachable(), 1U);
  EXPECT_EQ(report.reached(), 0U);
  EXPECT_TRUE(report.Contradictions().empty());
  report.bins[1].seen = 2;
  EXPECT_EQ(report.Contradictions(),
            std::vector<std::string>{"coverage: hops: never was seen, but R2 says so"});
  report.bins.resize(11, report.bins[1]);
  ASSERT_EQ(report.Contradictions().size(), 9U);
  EXPECT_EQ(report.Contradictions().back(), "coverage: and 2 such bins more");
}

TEST(Coverage, FilesHaveEachBinOnce) {
  const Plan plan = PlanOf("torus:4x4", {.ports = Ports::kAll});
  const CoverageReport report = Coverage(plan).Report();
  const nlohmann::json file = nlohmann::json::parse(FileText(report));
  EXPECT_EQ(file["format"], "toroid coverage");
  ASSERT_EQ(file["networks"].size(), 1U);
  const auto& network = file["networks"][0];
  EXPECT_EQ(network["network"]["host"], "torus:4x4");
  EXPECT_EQ(network["network"]["ports"], "all");
  EXPECT_EQ(network["runs"], 1);
  std::set<std::pair<std::string, std::string>> names;
  for (const auto& bin : network["bins"]) names.emplace(bin["group"], bin["name"]);
  EXPECT_EQ(names.size(), report.bins.size());
}

}  // namespace
}  // namespace toroid::sim_coverage_test
