// Certain forecasts hold on the reference model, for thousands of random sets of messages between
// any nodes: exact cycles where no messages meet, a conflict where some do, and never fewer cycles
// than the lower bound. docs/spec/sets.md, SE3; with dead links docs/spec/degraded.md, DG8.2.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/routing.h"
#include "gen/support/random.h"
#include "sim/run/engines.h"

namespace toroid::forecast_test {
namespace {

Plan PlanOf(const std::string& shape, HardwareOptions hardware) {
  const Graph graph = Graph::Parse(shape).value();
  const Embedding identity =
      Embedding::Create(EmbeddingKind::kIdentity, graph, graph, BitOrder::kBlock).value();
  return Plan::Create(graph, identity, std::move(hardware)).value();
}

struct Host {
  std::string shape;
  std::string dead_links = {};
};
void PrintTo(const Host& host, std::ostream* out) { *out << host.shape << " " << host.dead_links; }

// The routing tables beside dead links; none on a whole host.
std::shared_ptr<const RoutedHost> TablesOf(const Host& host) {
  if (host.dead_links.empty()) return nullptr;
  const Graph graph = Graph::Parse(host.shape).value();
  const auto degraded = degraded::DegradedHost::Create(
      graph, {degraded::ParseDeadLinks(host.dead_links, graph).value(), {}});
  return std::make_shared<const RoutedHost>(
      RoutedHost{*degraded, degraded::ComputeTables(*degraded)->tables});
}

std::vector<GuestPair> RandomPairs(std::uint32_t nodes, std::size_t count, Random& random) {
  std::vector<GuestPair> pairs;
  while (pairs.size() < count) {
    const NodeId from{static_cast<std::uint32_t>(random.Below(nodes))};
    const NodeId to{static_cast<std::uint32_t>(random.Below(nodes))};
    if (from != to) pairs.emplace_back(from, to);
  }
  return pairs;
}

IterationResult RunOnModel(const Plan& plan, const std::shared_ptr<const Program>& program) {
  auto sections = std::make_shared<const std::vector<Section>>(1, Section{program});
  ModelRun run(plan, MakeProgramTraffic(plan, std::move(sections), 0), {});
  while (!run.over()) run.Run(1000, nullptr);
  EXPECT_TRUE(run.bench().done());
  EXPECT_EQ(run.bench().traffic().iterations().size(), 1U);
  return run.bench().traffic().iterations().entries().front().result;
}

class ForecastOfRandomSets : public testing::TestWithParam<Host> {};

TEST_P(ForecastOfRandomSets, HoldsOnTheModel) {
  int free = 0;
  int met = 0;
  Random random(11);
  const std::shared_ptr<const RoutedHost> tables = TablesOf(GetParam());
  for (const Ports ports : {Ports::kOne, Ports::kAll}) {
    for (const Arbiter arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
      for (const int depth : {2, 3}) {
        const Plan plan = PlanOf(
            GetParam().shape,
            {.ports = ports, .buffered = {.depth = depth, .arbiter = arbiter}, .routes = tables});
        for (int n = 0; n < 400; ++n) {
          const auto pairs =
              RandomPairs(plan.host().size(), static_cast<std::size_t>(1 + n % 11), random);
          const int flits = 1 + n % 5;
          const ScheduleKind kind = n % 4 == 0 ? ScheduleKind::kList : ScheduleKind::kNone;
          const MessageRoutes routes = plan.message_routes();
          const Schedule schedule =
              SchedulePairsOn(routes, kind, *plan.embedding(), pairs, ports, flits);
          const auto program = ProgramOf(plan, PlacesOf(plan), schedule);
          const ProgramForecast forecast =
              ForecastOf(*program, routes, ports, plan.interface_latency(), Entering::kInTurn);
          const IterationResult result = RunOnModel(plan, program);
          EXPECT_EQ(result.conflicts > 0, forecast.meeting > 0)
              << n << ": " << forecast.first_fault;
          EXPECT_GE(result.cycles, forecast.least_end) << n;
          if (forecast.meeting == 0) {
            EXPECT_EQ(result.cycles, forecast.end) << n;
          }
          if (kind == ScheduleKind::kList) {
            EXPECT_EQ(forecast.meeting, 0U) << n;
          }
          ++(forecast.meeting > 0 ? met : free);
        }
      }
    }
  }
  EXPECT_EQ(free + met, 3200);
  EXPECT_GT(free, 1000);
  EXPECT_GT(met, 400);
}

INSTANTIATE_TEST_SUITE_P(Hosts, ForecastOfRandomSets,
                         testing::Values(Host{"line:7"}, Host{"ring:5"}, Host{"ring:8"},
                                         Host{"mesh:3x4"}, Host{"torus:4x3"}, Host{"torus:5x5"},
                                         Host{"mesh:2x3x2"}, Host{"hypercube:4"},
                                         Host{"torus:6x2x3"}, Host{"ring:8", "2-3"},
                                         Host{"torus:4x4", "0-1,5-6"}, Host{"mesh:3x4", "1-5"},
                                         Host{"torus:3x5", "0>1,7-8"}));

}  // namespace
}  // namespace toroid::forecast_test
