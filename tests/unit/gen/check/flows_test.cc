// The waits of endpoints that answer each other (docs/spec/flows.md, section 3).
#include "gen/check/flows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/flows.h"

namespace toroid::flows_test {
namespace {

const auto kAny = [](const Wait&) { return true; };

// Injector, link, ejector and sink in each direction, and the replies close the circle.
TEST(Flows, OfTwoNodesThatAskEachOtherCloseACircle) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  const FlowGraph graph(plan, flows);
  EXPECT_EQ(graph.resources(), 8U);
  EXPECT_EQ(graph.dependencies(), 8U);
  ASSERT_FALSE(graph.IsFree());
  const std::vector<Wait> circle = graph.ShortCircle(kAny);
  EXPECT_EQ(
      CircleText(plan, flows, circle),
      "sink of (0) (holds ask1) -> injector of (0) (holds ask0) -> link (0) to (1) in channel 0 "
      "(holds ask0) -> ejector of (1) (holds ask0) -> sink of (1) (holds ask0) -> injector of (1) "
      "(holds reply0) -> link (1) to (0) in channel 0 (holds reply0) -> ejector of (0) (holds "
      "reply0) -> sink of (0)");
}

TEST(Flows, WaitForNothingInSinksWithoutALimit) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows =
      FlowsOf(plan,
              "id,source,destination,flits,after,buffer\n"
              "ask0,0,1,1,,4\nreply0,1,0,4,ask0,\nask1,1,0,1,,\nreply1,0,1,4,ask1,\n");
  const FlowGraph graph(plan, flows);
  EXPECT_TRUE(graph.IsFree());
  EXPECT_EQ(graph.resources(), 7U);
  EXPECT_TRUE(graph.ShortCircle(kAny).empty());
}

// Node 1 replies, and nobody waits for what takes the replies: the sink of 0 only receives them.
TEST(Flows, ThatAreAskedInOneDirectionAloneAreFree) {
  const Plan plan = PlanOfFlows("ring:4");
  EXPECT_TRUE(FlowGraph(plan, FlowsOf(plan,
                                      "id,source,destination,flits,after,buffer\n"
                                      "ask,0,1,1,,4\nreply,1,0,4,ask,8\n"))
                  .IsFree());
}

// With a port for each link the reply and the question on from there do not share an injector.
TEST(Flows, ShareAnInjectorOnlyWithOnePort) {
  const std::string table =
      "id,source,destination,flits,after,buffer\n"
      "ask,1,0,1,,4\nreply,0,1,1,ask,\nother,0,3,1,,4\nanswer,3,0,1,other,4\n";
  const Plan one = PlanOfFlows("ring:4");
  const Plan all = PlanOfFlows("ring:4", Ports::kAll);
  EXPECT_FALSE(FlowGraph(one, FlowsOf(one, table)).IsFree());
  EXPECT_TRUE(FlowGraph(all, FlowsOf(all, table)).IsFree());
}

// The first that arrives fills the sink that the second needs.
TEST(Flows, ThatWaitForTwoNeedTheirSinkTwice) {
  const Plan plan = PlanOfFlows("line:3");
  const Workload flows = FlowsOf(plan,
                                 "id,source,destination,flits,after,buffer\n"
                                 "a,0,1,1,,2\nb,2,1,1,,2\nc,1,0,1,a b,\n");
  const FlowGraph graph(plan, flows);
  ASSERT_FALSE(graph.IsFree());
  EXPECT_EQ(CircleText(plan, flows, graph.ShortCircle(kAny)),
            "sink of (1) (holds a) -> sink of (1)");
}

// Resources that wait only for ones that were taken away before are taken away, again and again.
bool IsFreeByTakingAway(const std::set<std::pair<Resource, Resource>>& waits) {
  std::set<std::pair<Resource, Resource>> left = waits;
  while (true) {
    const auto waiting = [&](const Resource& one) {
      return std::ranges::any_of(left, [&](const auto& wait) { return wait.first == one; });
    };
    if (std::erase_if(left, [&](const auto& wait) { return !waiting(wait.second); }) == 0)
      return left.empty();
  }
}

// Waits again, written down message by message from the routes alone.
std::set<std::pair<Resource, Resource>> WaitsAgain(const Plan& plan, const Workload& flows) {
  using Held = Resource::Kind;
  const Graph& host = plan.host();
  std::vector<std::vector<Resource>> ways;
  for (std::size_t i = 0; i < flows.operations.size(); i += 2) {
    const NodeId from{flows.operations[i].from};
    const NodeId to{flows.operations[i].to};
    std::vector<Resource> way = {{Held::kInjector, from, plan.InjectorOf(from, to), 0, from}};
    std::vector<bool> crossed(static_cast<std::size_t>(host.axes()));
    int port = 0;
    for (const Hop& hop : host.Route(from, to)) {
      const NodeId next = *host.Neighbour(hop.node, hop.axis, hop.direction);
      const int here = host.Coordinate(hop.node, hop.axis);
      const int there = host.Coordinate(next, hop.axis);
      if (host.Wraps(hop.axis) && std::abs(here - there) > 1) crossed[hop.axis.index()] = true;
      port = plan.LinkPortOf(hop.axis, hop.direction);
      way.push_back({Held::kChannel, hop.node, port, crossed[hop.axis.index()] ? 1 : 0, next});
    }
    way.push_back({Held::kEjector, to, plan.local_ports() == 1 ? 0 : port, 0, to});
    if (!flows.sink_flits.empty() && flows.sink_flits[to.index()] > 0)
      way.push_back({Held::kSink, to, 0, 0, to});
    ways.push_back(way);
  }
  // By flow: all that is before it, itself included.
  std::vector<std::set<std::size_t>> before(ways.size());
  for (std::size_t f = 0; f < ways.size(); ++f) {
    before[f] = {f};
    for (const Event event : flows.AfterOf(flows.operations[2 * f]))
      before[f].insert(before[event.operation() / 2].begin(), before[event.operation() / 2].end());
  }
  std::set<std::pair<Resource, Resource>> waits;
  for (std::size_t f = 0; f < ways.size(); ++f) {
    for (std::size_t r = 1; r < ways[f].size(); ++r) waits.emplace(ways[f][r - 1], ways[f][r]);
    for (const Event one : flows.AfterOf(flows.operations[2 * f])) {
      const Resource& sink = ways[one.operation() / 2].back();
      if (sink.kind != Held::kSink) continue;
      waits.emplace(sink, ways[f].front());
      for (const Event other : flows.AfterOf(flows.operations[2 * f]))
        if (other != one)
          for (const std::size_t awaited : before[other.operation() / 2])
            for (const Resource& wanted : ways[awaited]) waits.emplace(sink, wanted);
    }
  }
  return waits;
}

TEST(Flows, HaveTheWaitsThatAreWrittenDownAgain) {
  int free = 0;
  for (const char* host : {"ring:4", "ring:6", "line:4", "torus:3x3", "mesh:2x3", "torus:5x4"}) {
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const Plan plan = PlanOfFlows(host, ports);
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Workload flows = FlowsOf(plan, RandomFlows(plan.host().size(), seed));
        const FlowGraph graph(plan, flows);
        const auto waits = WaitsAgain(plan, flows);
        ASSERT_EQ(graph.dependencies(), waits.size()) << host << " seed " << seed;
        ASSERT_EQ(graph.IsFree(), IsFreeByTakingAway(waits)) << host << " seed " << seed;
        free += graph.IsFree() ? 1 : 0;
        if (graph.IsFree()) continue;
        for (const auto& circle : {graph.ShortCircle(kAny), graph.RandomCircle(seed)}) {
          ASSERT_FALSE(circle.empty());
          for (std::size_t i = 0; i < circle.size(); ++i) {
            EXPECT_EQ(circle[i].wanted, circle[(i + 1) % circle.size()].held);
            EXPECT_TRUE(waits.contains({circle[i].held, circle[i].wanted}));
          }
        }
      }
    }
  }
  EXPECT_GT(free, 100);
  EXPECT_LT(free, 500);
}

// Ranks of one node send nothing through the network.
TEST(Flows, WithinANodeWaitForNothing) {
  const Plan plan = PlanOfFlows("ring:4");
  Workload flows = FlowsOf(plan, "id,source,destination,flits,after\na,0,1,1,\nb,1,0,4,a\n");
  flows.places = std::make_shared<const std::vector<ProcessPlace>>(4, ProcessPlace{NodeId{2}});
  const FlowGraph graph(plan, flows);
  EXPECT_TRUE(graph.IsFree());
  EXPECT_EQ(graph.resources(), 0U);
}

}  // namespace
}  // namespace toroid::flows_test
