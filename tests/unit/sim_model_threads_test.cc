// The reference model with several threads: what happens is the same as with one. The shapes have
// several words of nodes, the last one not full, and links between any two blocks.
#include <gtest/gtest.h>

#include <vector>

#include "gen/support/random.h"
#include "sim/model/model.h"
#include "tests/unit/sim_model_rig.h"

namespace toroid {
namespace {

// All that can be seen of a run: hops, levels, credits and who is blocked.
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
    testing::Values(Shape{"torus:17x13"}, Shape{"torus:5x5x7", {.buffer_depth = 2}},
                    Shape{"torus:3x5x11", {.buffer_depth = 5, .link_stages = 3}},
                    Shape{"mesh:9x31", {.ports = Ports::kAll}},
                    Shape{"hypercube:8", {.arbiter = Arbiter::kRoundRobin}}));

}  // namespace
}  // namespace toroid
