// Bucket programs on all small hosts: no messages meet, none comes too early, and the carried data
// add up.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "gen/collective/bound.h"
#include "gen/collective/makers.h"
#include "gen/collective/stages.h"
#include "tests/oracle/oracle.h"
#include "tests/property/collective_testing.h"

namespace toroid::collective_bucket_test {
namespace {

std::vector<Graph> SmallHosts() {
  std::vector<Graph> hosts;
  const std::vector<int> lengths = {2, 3, 4, 5, 7};
  for (const auto& shape : oracle::AllShapes(3, 36, lengths)) {
    hosts.push_back(*Graph::Create(Kind::kTorus, shape));
    hosts.push_back(*Graph::Create(Kind::kMesh, shape));
  }
  hosts.push_back(*Graph::Parse("hypercube:5"));
  hosts.push_back(*Graph::Parse("ring:11"));
  hosts.push_back(*Graph::Parse("line:12"));
  return hosts;
}

void ExpectRight(const CollectiveTask& task, const Graph& host, Ports ports) {
  const std::string name = std::string(ToString(task.kind)) + " of " + std::to_string(task.flits) +
                           " on " + host.ToString() + ", " + std::string(ToString(ports));
  const CollectiveProgram program = BucketProgram(task, host, ports, kInterface);
  for (const Operation& message : program.operations) {
    ASSERT_GT(message.flits, 0U) << name;
    ASSERT_LE(host.Distance(NodeId{message.from}, NodeId{message.to}), 2) << name;
  }
  ExpectRightAndFreeOfConflicts(program, host, ports, "bucket");
}

TEST(Bucket, IsRightAndFreeOfConflictsOnEverySmallHostForAnyLength) {
  std::size_t hosts = 0;
  for (const Graph& host : SmallHosts()) {
    const std::int64_t nodes = host.size();
    for (const Collective kind : kVectorTasks) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const std::int64_t flits : {std::int64_t{1}, nodes - 1, 3 * nodes + 2})
          ExpectRight(
              {.kind = kind, .flits = kind == Collective::kAllGather ? flits % 7 + 1 : flits}, host,
              ports);
      }
    }
    ++hosts;
  }
  EXPECT_GT(hosts, 80U);
}

// Each message carries everything that has arrived so far, so an omitted or early message spoils
// the result.
TEST(Bucket, IsWrongIfAnyMessageIsLeftOut) {
  const Graph host = *Graph::Parse("torus:3x4");
  const CollectiveTask task{.kind = Collective::kAllReduce, .flits = 24};
  const CollectiveProgram program = BucketProgram(task, host, Ports::kAll, kInterface);
  for (std::size_t i = 0; i < program.operations.size(); i += 7) {
    CollectiveProgram less = program;
    less.operations.erase(less.operations.begin() + static_cast<std::ptrdiff_t>(i));
    ProgramMachine machine(less, host);
    machine.Run();
    EXPECT_GT(machine.Wrong(), 0U) << i;
  }
}

// Whether a program has a fault, one flit and one cycle at a time, on routes walked step by step.
bool HasFault(const CollectiveProgram& program, const Graph& host, Ports ports) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, Cycle>> taken;  // link, or port, in a cycle
  std::vector<Cycle> ends;
  bool fault = false;
  const auto take = [&](std::uint32_t from, std::uint32_t to, Cycle cycle) {
    fault |= !taken.emplace(from, to, cycle).second;
  };
  for (const Operation& message : program.operations) {
    const auto path = oracle::WalkPath(host, message.from, message.to, oracle::Tie::kParity);
    for (Cycle flit = 0; flit < message.flits; ++flit) {
      Cycle cycle = message.not_before + flit;
      if (ports == Ports::kOne) take(path.front(), host.size(), cycle);
      for (std::size_t e = 1; e < path.size(); ++e) take(path[e - 1], path[e], ++cycle);
      if (ports == Ports::kOne) take(host.size(), path.back(), cycle + kInterface);
    }
    ends.push_back(message.not_before + message.flits - 1 + static_cast<Cycle>(path.size()) - 1 +
                   kInterface);
  }
  for (const Operation& message : program.operations) {
    for (const Event event : program.AfterOf(message)) {
      const Operation& other = program.operations[event.operation()];
      fault |= message.not_before <
               (other.from == message.from ? other.not_before : ends[event.operation()]);
    }
  }
  return fault;
}

TEST(ProgramForecast, FindsWhatIsWrongWithAProgramWhoseMessagesMove) {
  int wrong = 0;
  int right = 0;
  for (const char* name : {"torus:3x4", "mesh:3x4"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const CollectiveTask task{.kind = Collective::kReduceScatter, .flits = 100};
      const CollectiveProgram program = BucketProgram(task, host, ports, kInterface);
      ASSERT_FALSE(HasFault(program, host, ports)) << name;
      for (std::size_t i = 0; i < program.operations.size(); i += 5) {
        CollectiveProgram moved = program;
        Cycle& cycle = moved.operations[i].not_before;
        cycle = std::max<Cycle>(0, cycle - 2);
        const ProgramForecast forecast = ForecastOf(moved, host, ports, kInterface);
        const bool fault = HasFault(moved, host, ports);
        EXPECT_EQ(forecast.conflicts + forecast.early > 0, fault) << name << ", message " << i;
        EXPECT_EQ(forecast.first_fault.empty(), !fault);
        ++(fault ? wrong : right);
      }
    }
  }
  EXPECT_GT(wrong, 100);
  EXPECT_GT(right, 10);  // messages of equal length
}

// The loads of the axes for their links, and the node's own links, are then the same bound.
TEST(BalancedOrders, KeepTheLinksOfAllAxesEquallyBusy) {
  for (const Graph& host : SmallHosts()) {
    std::vector<double> loads(static_cast<std::size_t>(host.axes()), 0);
    double weights = 0;
    double links = 0;
    for (const WeightedOrder& order : BalancedOrders(host)) {
      ASSERT_GE(order.weight, 0) << host.ToString();
      weights += order.weight;
      const std::vector<double> of_order = LoadsOf(host, order.axes);
      for (std::size_t a = 0; a < loads.size(); ++a) loads[a] += order.weight * of_order[a];
    }
    for (int a = 0; a < host.axes(); ++a) links += host.Wraps(Axis{a}) ? 2 : 1;
    EXPECT_NEAR(weights, 1, 1e-9) << host.ToString();
    for (int a = 0; a < host.axes(); ++a) {
      const double share = (1 - 1.0 / host.size()) * (host.Wraps(Axis{a}) ? 2 : 1) / links;
      EXPECT_NEAR(loads[Axis{a}.index()], share, 0.005) << host.ToString() << ", axis " << a;
    }
  }
}

TEST(BalancedOrders, OfARectangleAreThoseByHand) {
  const auto orders = BalancedOrders(*Graph::Parse("torus:16x4"));
  ASSERT_EQ(orders.size(), 2U);
  EXPECT_EQ(orders[0].axes, (std::vector{Axis{0}, Axis{1}}));
  EXPECT_NEAR(orders[0].weight, 11.0 / 30, 1e-12);
  EXPECT_NEAR(orders[1].weight, 19.0 / 30, 1e-12);
}

struct Figure {
  const char* host;
  double ratio;  // of the cycles to the bound of the task, at most
};
void PrintTo(const Figure& figure, std::ostream* out) { *out << figure.host; }

class BucketFigures : public testing::TestWithParam<Figure> {};

TEST_P(BucketFigures, AreReachedWithAllPorts) {
  const Graph host = *Graph::Parse(GetParam().host);
  for (const Collective kind : kVectorTasks) {
    const CollectiveTask task{.kind = kind, .flits = kind == Collective::kAllGather ? 256 : 4096};
    const CollectiveProgram program = BucketProgram(task, host, Ports::kAll, kInterface);
    const Cycle end = ForecastOf(program, host, Ports::kAll, kInterface).end;
    const Cycle bound = BoundOf(task, host, Ports::kAll, kInterface).cycles();
    EXPECT_LE(static_cast<double>(end), GetParam().ratio * static_cast<double>(bound))
        << ToString(kind);
  }
}

INSTANTIATE_TEST_SUITE_P(Tori, BucketFigures,
                         testing::Values(Figure{"torus:8x8", 1.04}, Figure{"torus:4x4", 1.04},
                                         Figure{"torus:4x4x4", 1.04}, Figure{"torus:16x4", 1.10},
                                         Figure{"torus:5x7", 1.10}, Figure{"torus:6x10", 1.05}));

}  // namespace
}  // namespace toroid::collective_bucket_test
