// The reference model in slabs, each of which has only its own nodes: together they equal the whole
// model. A thread stands for each process.
#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

#include "gen/support/random.h"
#include "sim/model/model.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_slabs_test {
namespace {

using Seen = std::tuple<Cycle, std::uint32_t, int, int, std::uint32_t, std::uint32_t>;

// The exchange between slabs in each cycle. Nodes are the host's.
struct Meeting {
  explicit Meeting(int parts) : lists(static_cast<std::size_t>(parts)), all(parts) {}
  std::vector<model::OnLinks> lists;  // values leaving each slab
  std::barrier<> all;
};

class Crossroads : public model::Border {
 public:
  Crossroads(Meeting& meeting, const Slab& slab, int number)
      : meeting_(meeting), slab_(slab), number_(static_cast<std::size_t>(number)) {}
  void Cross(const std::vector<const model::OnLinks*>& leaving, std::size_t,
             model::OnLinks& coming) override {
    model::OnLinks& own = meeting_.lists[number_];
    own = {};
    for (const model::OnLinks* list : leaving) {
      for (model::Arrival arrival : list->arrivals) {
        arrival.node = slab_.NodeOf(arrival.node).value();
        own.arrivals.push_back(arrival);
      }
      for (const model::Credit& credit : list->credits)
        own.credits.push_back({slab_.NodeOf(credit.node).value(), credit.link_channel});
    }
    meeting_.all.arrive_and_wait();
    for (const model::OnLinks& list : meeting_.lists) {
      for (model::Arrival arrival : list.arrivals) {
        if (!slab_.Has(NodeId{arrival.node})) continue;
        arrival.node -= slab_.begin();
        coming.arrivals.push_back(arrival);
      }
      for (const model::Credit& credit : list.credits)
        if (slab_.Has(NodeId{credit.node}))
          coming.credits.push_back({credit.node - slab_.begin(), credit.link_channel});
    }
    meeting_.all.arrive_and_wait();
  }

 private:
  Meeting& meeting_;
  const Slab& slab_;
  std::size_t number_;
};

// Packets of up to three flits between random nodes, drawn separately for each injector, so that
// every slab can draw its own. Returns the hops, by the host's nodes, and then the nodes that are
// busy at the end.
std::vector<Seen> RunSlab(const Plan& plan, const Slab& slab, model::Border* border, int threads) {
  Model model(plan, threads, slab, border);
  const auto locals = static_cast<std::uint32_t>(plan.local_ports());
  std::vector<Seen> seen;
  struct Entering {
    FlitRef flit;
    NodeId to;
    std::uint32_t left = 0;
  };
  std::vector<Entering> injectors(slab.size() * locals);
  std::vector<HopEvent> hops;
  for (Cycle cycle = 0; cycle < 160; ++cycle) {
    for (const std::uint32_t local : model.Ejecting())
      if (Mix(local + slab.begin() * locals, static_cast<std::uint64_t>(cycle)) % 4 != 0)
        model.Accept(local);
    for (std::uint32_t n = 0; n < slab.size(); ++n) {
      const NodeId from = slab.NodeOf(n);
      const std::uint64_t draw = Mix(Mix(7, from.value()), static_cast<std::uint64_t>(cycle));
      auto to = static_cast<std::uint32_t>(draw % (plan.host().size() - 1));
      if (to >= from.value()) ++to;
      const std::uint32_t local =
          n * locals + static_cast<std::uint32_t>(plan.InjectorOf(from, NodeId{to}));
      if (!model.InjectReady(local)) continue;
      Entering& entering = injectors[local];
      if (entering.left == 0) {
        if (cycle >= 110) continue;
        entering = {{static_cast<std::uint32_t>(Mix(draw)), 0, false},
                    NodeId{to},
                    1 + static_cast<std::uint32_t>(draw >> 40) % 3};
      }
      entering.flit.tail = --entering.left == 0;
      model.Inject(local, entering.flit, entering.to);
      ++entering.flit.index;
    }
    hops.clear();
    model.Step(hops);
    for (const HopEvent& hop : hops)
      seen.emplace_back(cycle, slab.NodeOf(hop.node).value(), hop.port, hop.channel, hop.flit.slot,
                        hop.flit.index);
    for (const std::uint32_t node : model.BusyNodes())
      seen.emplace_back(cycle, slab.NodeOf(node).value(), -1, 0, 0, 0);
  }
  for (const Model::Blocked& blocked : model.BlockedFlits())
    seen.emplace_back(160, slab.NodeOf(blocked.node).value(), blocked.port, blocked.channel,
                      blocked.flit.slot, blocked.flit.index);
  return seen;
}

std::vector<Seen> RunInSlabs(const Plan& plan, int parts, int threads) {
  Meeting meeting(parts);
  std::vector<std::vector<Seen>> seen(static_cast<std::size_t>(parts));
  std::vector<std::thread> processes;
  for (int number = 0; number < parts; ++number) {
    processes.emplace_back([&, number] {
      const Slab slab(plan.host(), number, parts);
      Crossroads border(meeting, slab, number);
      seen[static_cast<std::size_t>(number)] = RunSlab(plan, slab, &border, threads);
    });
  }
  for (std::thread& process : processes) process.join();
  std::vector<Seen> all;
  for (const auto& part : seen) all.insert(all.end(), part.begin(), part.end());
  return all;
}

struct Shape {
  const char* host;
  HardwareOptions hardware = {};
};
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.host; }

class ModelSlabs : public testing::TestWithParam<Shape> {};

TEST_P(ModelSlabs, TogetherAreTheWhole) {
  const Plan plan = PlanOf(GetParam().host, GetParam().hardware);
  std::vector<Seen> whole = RunSlab(plan, Slab(plan.host()), nullptr, 1);
  const auto in_order = [](std::vector<Seen> seen) {
    std::ranges::sort(seen);
    return seen;
  };
  whole = in_order(std::move(whole));
  EXPECT_GT(whole.size(), 1000U);
  for (const int parts : {2, 3, 4, 5})
    EXPECT_TRUE(in_order(RunInSlabs(plan, parts, parts == 2 ? 3 : 1)) == whole) << parts;
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ModelSlabs,
    testing::Values(Shape{"torus:8x8"}, Shape{"mesh:3x5"}, Shape{"ring:11"},
                    Shape{"torus:13x17", {.buffered = {.depth = 2}}},
                    Shape{"torus:3x5x4", {.buffered = {.depth = 5}, .links = {.stages = 3}}},
                    Shape{"torus:2x8", {.links = {.stages = 1}}},
                    Shape{"mesh:4x6", {.ports = Ports::kAll}},
                    Shape{"hypercube:6",
                          {.ports = Ports::kAll, .buffered = {.arbiter = Arbiter::kRoundRobin}}}));

}  // namespace
}  // namespace toroid::sim_model_slabs_test
