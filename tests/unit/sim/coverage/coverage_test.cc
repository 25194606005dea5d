// Functional coverage: docs/spec/functional-coverage.md.
#include "sim/coverage/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
        return ways.lanes() + (ports == Ports::kOne ? 0U : static_cast<std::uint32_t>(port));
      };
      const auto lane = [&](const Crossing& hop) {
        return ways.FirstLane(static_cast<std::uint32_t>(hop.port)) +
               static_cast<std::uint32_t>(hop.channel);
      };
      for (std::uint32_t from = 0; from < plan.host().size(); ++from) {
        for (std::uint32_t to = 0; to < plan.host().size(); ++to) {
          if (from == to) continue;
          const std::vector<Crossing> route = ExpectedRoute(plan, from, to);
          std::uint32_t source = local(route.front().port);
          for (const Crossing& hop : route) {
            expected[hop.node][source] |= std::uint64_t{1} << lane(hop);
            source = lane(hop);
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

// The exclusion rules against random runs, a network for each seed.
TEST(Coverage, NothingExcludedIsEverSeen) {
  std::size_t reached = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const char* hosts[] = {"torus:3x5", "mesh:2x2x3",  "torus:2x8",
                           "ring:6",    "hypercube:4", "line:5"};
    Rig rig(PlanOf(
        hosts[seed - 1],
        {.ports = seed % 2 == 0 ? Ports::kAll : Ports::kOne,
         .buffered = {.depth = 2,
                      .arbiter = seed % 3 == 0 ? Arbiter::kRoundRobin : Arbiter::kThroughFirst}}));
    Coverage coverage(rig.plan);
    rig.model.Show(&coverage);
    const std::uint32_t nodes = rig.plan.host().size();
    for (int i = 0; i < 3000; ++i) {
      const auto from = static_cast<std::uint32_t>(random.Below(nodes));
      const auto to = static_cast<std::uint32_t>((from + 1 + random.Below(nodes - 1)) % nodes);
      rig.Send(static_cast<Cycle>(random.Below(2000)), from, to,
               1 + static_cast<std::uint32_t>(random.Below(5)));
    }
    rig.sink = [&](std::uint32_t, Cycle) { return random.Below(4) > 0; };
    ASSERT_NO_FATAL_FAILURE(rig.Drain());
    const CoverageReport report = coverage.Report();
    EXPECT_EQ(report.Contradictions(), std::vector<std::string>{});
    EXPECT_GT(report.reached(), report.reachable() * 8 / 10) << hosts[seed - 1];
    reached += report.reached();
  }
  EXPECT_GT(reached, 1500U);
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
