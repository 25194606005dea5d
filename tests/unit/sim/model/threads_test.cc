// The reference models with several threads: events equal those with one. The shapes have several
// words of nodes, the last one not full, and links between any two blocks.
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "gen/support/random.h"
#include "sim/model/model.h"
#include "sim/model/scheduled_model.h"
#include "tests/unit/sim/model/rig.h"
#include "tests/unit/sim/model/scheduled_rig.h"

namespace toroid::sim_model_threads_test {
namespace {

// Everything visible of a run: hops, levels, credits and blocked flits.
struct History {
  std::vector<HopEvent> hops;
  std::vector<std::uint64_t> levels;
  std::size_t crossings = 0;
  std::size_t blocked = 0;
  bool empty = false;
  bool operator==(const History&) const = default;
};

// Packets of up to three flits from everywhere to everywhere for 100 cycles, then until all have
// arrived.
History RunWith(const Plan& plan, int threads) {
  Model model(plan, threads);
  History seen;
  const std::uint32_t nodes = plan.host().size();
  const auto locals = static_cast<std::uint32_t>(plan.local_ports());
  std::vector<std::uint32_t> left(nodes * locals);  // flits of the packet that is entering
  std::vector<FlitRef> entering(left.size());
  Random random(7);
  std::uint32_t slots = 0;
  for (int cycle = 0; cycle < 3000 && (cycle < 100 || !model.Empty()); ++cycle) {
    for (const std::uint32_t local : model.Ejecting())
      if (random.Below(4) != 0) model.Accept(local);
    for (std::uint32_t from = 0; from < nodes; ++from) {
      auto to = static_cast<std::uint32_t>(random.Below(nodes - 1));
      if (to >= from) ++to;
      const std::uint32_t local =
          from * locals + static_cast<std::uint32_t>(plan.InjectorOf(NodeId{from}, NodeId{to}));
      if (plan.Copies() && random.Below(64) == 0) to = from;
      if (!model.InjectReady(local)) continue;
      if (left[local] == 0) {
        if (cycle >= 90) continue;
        left[local] = 1 + static_cast<std::uint32_t>(random.Below(3));
        entering[local] = {slots++, 0, false};
      }
      FlitRef& flit = entering[local];
      flit.tail = --left[local] == 0;
      model.Inject(local, flit, NodeId{to});
      ++flit.index;
    }
    model.AppendLevels(seen.levels);
    if (cycle % 7 == 0) {
      seen.crossings += model.Step();
    } else {
      model.Step(seen.hops);
    }
    model.AppendCredits(seen.levels);
    if (cycle == 50) seen.blocked = model.BlockedFlits().size();
  }
  seen.empty = model.Empty();
  return seen;
}

struct Shape {
  const char* host;
  HardwareOptions hardware = {};
};
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.host; }

class ModelThreads : public testing::TestWithParam<Shape> {};

TEST_P(ModelThreads, ChangeNothing) {
  const Plan plan = PlanOf(GetParam().host, GetParam().hardware);
  const History one = RunWith(plan, 1);
  EXPECT_TRUE(one.empty);
  EXPECT_GT(one.hops.size(), 1000U);
  EXPECT_GT(one.crossings, 100U);
  EXPECT_GT(one.blocked, 10U);
  for (const int threads : {2, 3, 4, 64}) EXPECT_TRUE(RunWith(plan, threads) == one) << threads;
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ModelThreads,
    testing::Values(Shape{"torus:17x13"}, Shape{"torus:5x5x7", {.buffered = {.depth = 2}}},
                    Shape{"torus:3x5x11", {.buffered = {.depth = 5}, .links = {.stages = 3}}},
                    Shape{"mesh:9x31", {.ports = Ports::kAll}},
                    Shape{"torus:9x15", {.in_network = InNetwork::kMulticast}},
                    Shape{"hypercube:8", {.buffered = {.arbiter = Arbiter::kRoundRobin}}}));

// Everything visible of a run of scheduled routers: hops with their fields, levels, lost flits and
// the faults that they set, in order.
struct ScheduledHistory {
  std::vector<HopEvent> hops;
  std::vector<std::uint64_t> words;
  std::vector<std::tuple<Cycle, std::uint32_t, NodeFault>> raised;
  std::vector<std::tuple<Cycle, std::uint32_t, NodeFault, std::uint32_t>> lost;
  bool operator==(const ScheduledHistory&) const = default;
};

// Beats from everywhere to everywhere without a schedule, so that many collide.
ScheduledHistory RunScheduledWith(const Plan& plan, int threads) {
  ScheduledModel model(plan, threads);
  ScheduledHistory seen;
  const std::uint32_t nodes = plan.host().size();
  const auto locals = static_cast<std::uint32_t>(plan.local_ports());
  Random random(7);
  std::uint32_t slots = 0;
  for (int cycle = 0; cycle < 60 || !model.Empty(); ++cycle) {
    for (const std::uint32_t local : model.Ejecting())
      if (random.Below(4) != 0) model.Accept(local);
    for (std::uint32_t from = 0; from < nodes && cycle < 60; ++from) {
      auto to = static_cast<std::uint32_t>(random.Below(nodes - 1));
      if (to >= from) ++to;
      if (random.Below(8) != 0) continue;
      const std::uint32_t local =
          from * locals + static_cast<std::uint32_t>(plan.InjectorOf(NodeId{from}, NodeId{to}));
      model.Inject(local, {slots++, 0, true}, NodeId{to});
    }
    model.AppendLevels(seen.words);
    model.Step(seen.hops);
    seen.words.insert(seen.words.end(), model.ControlBits().begin(), model.ControlBits().end());
  }
  for (const ScheduledModel::Raised& fault : model.raised())
    seen.raised.emplace_back(fault.cycle, fault.node.value(), fault.fault);
  for (const ScheduledModel::Lost& lost : model.lost())
    seen.lost.emplace_back(lost.cycle, lost.node.value(), lost.cause, lost.flit.slot);
  return seen;
}

class ScheduledModelThreads : public testing::TestWithParam<Shape> {};

TEST_P(ScheduledModelThreads, ChangeNothing) {
  const Plan plan = ScheduledPlanOf(GetParam().host, GetParam().hardware);
  const ScheduledHistory one = RunScheduledWith(plan, 1);
  EXPECT_GT(one.hops.size(), 1000U);
  EXPECT_GT(one.lost.size(), 100U);
  EXPECT_GT(one.raised.size(), 100U);
  for (const int threads : {2, 3, 4, 64})
    EXPECT_TRUE(RunScheduledWith(plan, threads) == one) << threads;
}

INSTANTIATE_TEST_SUITE_P(Shapes, ScheduledModelThreads,
                         testing::Values(Shape{"torus:17x13"}, Shape{"torus:5x5x7"},
                                         Shape{"mesh:9x31", {.ports = Ports::kAll}},
                                         Shape{"hypercube:8", {.ports = Ports::kAll}}));

}  // namespace
}  // namespace toroid::sim_model_threads_test
