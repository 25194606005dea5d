// The two ways in which the model decides a cycle: node by node, and 64 nodes at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "gen/support/random.h"
#include "sim/model/network.h"
#include "tests/support/print.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_decide_test {
namespace {

using model::Arbiters;
using model::Move;
using model::Network;

constexpr int kAllAtOnce = 0;
constexpr int kOneByOne = 65;

// Packets of one to three flits enter at random, and sinks take at random.
class Users {
 public:
  Users(const Plan& plan, Network& network)
      : plan_(plan), network_(network), entering_(network.ejectors.size()) {}

  void Act() {
    for (std::uint32_t local = 0; local < network_.ejectors.size(); ++local) {
      if (network_.delivered.Has(local) && random_.Below(4) != 0) network_.Accept(local);
    }
    for (std::uint32_t from = 0; from < network_.routes.nodes(); ++from) Send(from);
  }

 private:
  struct Entering {
    FlitRef flit;
    std::uint32_t left = 0;
  };

  // The flits behind a head follow it, whatever destination is drawn.
  void Send(std::uint32_t from) {
    const std::uint32_t nodes = network_.routes.nodes();
    const auto draw = static_cast<std::uint32_t>(random_.Below(nodes - 1));
    const NodeId to{draw < from ? draw : draw + 1};
    const auto port = static_cast<std::uint32_t>(plan_.InjectorOf(NodeId{from}, to));
    const std::uint32_t injector = network_.routes.link_channels() + port;
    if (network_.CountOf(from, injector) == model::kLocalDepth) return;
    Entering& packet = entering_[from * network_.routes.locals() + port];
    if (packet.left == 0) {
      packet.left = 1 + static_cast<std::uint32_t>(random_.Below(3));
      packet.flit = {slots_++, 0, false};
    }
    packet.flit.tail = --packet.left == 0;
    network_.Inject(from * network_.routes.locals() + port, packet.flit, to);
    ++packet.flit.index;
  }

  const Plan& plan_;
  Network& network_;
  std::vector<Entering> entering_;
  Random random_{5};
  std::uint32_t slots_ = 0;
};

std::vector<std::tuple<std::uint32_t, int, int, std::uint32_t, std::uint32_t>> Sorted(
    const std::vector<Move>& moves) {
  std::vector<std::tuple<std::uint32_t, int, int, std::uint32_t, std::uint32_t>> sorted;
  for (const Move& move : moves)
    sorted.emplace_back(move.node, move.source, move.target, move.from, move.to);
  std::ranges::sort(sorted);
  return sorted;
}

// Pointers and guard counts of all outputs.
std::vector<int> NumbersOf(const Network& network, const Arbiters& arbiters) {
  std::vector<int> numbers;
  for (std::uint32_t n = 0; n < network.routes.nodes(); ++n) {
    for (std::uint32_t o = 0; o < network.contenders.outputs().size(); ++o) {
      numbers.push_back(arbiters.pointer.At(n, o));
      numbers.push_back(arbiters.guard.At(n, o));
    }
  }
  return numbers;
}

struct Shape {
  const char* host;
  int depth = 3;
  int stages = 0;
  std::uint32_t blocks = 1;
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.host << " depth " << shape.depth << " stages " << shape.stages << " blocks "
       << shape.blocks;
}

class TwoWays : public testing::TestWithParam<std::tuple<Shape, Arbiter, Ports>> {};

TEST_P(TwoWays, DecideAlike) {
  const auto [shape, arbiter, ports] = GetParam();
  HardwareOptions options;
  options.buffered.arbiter = arbiter;
  options.ports = ports;
  options.buffered.depth = shape.depth;
  options.links.stages = shape.stages;
  const Plan plan = PlanOf(shape.host, options);
  Network network(plan, Slab(plan.host()), shape.blocks);
  ASSERT_EQ(network.blocks.size(), shape.blocks);
  Users users(plan, network);
  std::size_t moved = 0;
  for (int cycle = 0; cycle < 300; ++cycle) {
    users.Act();
    Arbiters of_rows = network.arbiters;
    Arbiters of_nodes = network.arbiters;
    for (model::Block& block : network.blocks) {
      std::vector<Move> node_moves;
      network.Decide(block, of_rows, block.moves, kAllAtOnce);
      network.Decide(block, of_nodes, node_moves, kOneByOne);
      ASSERT_EQ(Sorted(block.moves), Sorted(node_moves)) << "cycle " << cycle;
      moved += node_moves.size();
    }
    ASSERT_EQ(NumbersOf(network, of_rows), NumbersOf(network, of_nodes)) << "cycle " << cycle;
    network.arbiters = of_rows;
    for (model::Block& block : network.blocks) network.Commit(block, false);
    for (const model::Block& block : network.blocks)
      if (network.HasLists()) network.TakeFromLinks(block);
    network.NextCycle();
  }
  EXPECT_GT(moved, 300U * network.routes.nodes() / 4);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, TwoWays,
    testing::Combine(testing::Values(Shape{"torus:8x8"}, Shape{"torus:3x5"}, Shape{"mesh:5x4"},
                                     Shape{"torus:2x8"}, Shape{"torus:2x2x2x2x2x2"},
                                     Shape{"hypercube:4"}, Shape{"ring:70"}, Shape{"line:9"},
                                     Shape{"torus:3x4x5"}, Shape{.host = "torus:8x8", .depth = 2},
                                     Shape{.host = "torus:4x4", .depth = 64},
                                     Shape{.host = "torus:8x9", .depth = 6, .stages = 2},
                                     Shape{.host = "torus:12x12", .blocks = 3}),
                     testing::Values(Arbiter::kThroughFirst, Arbiter::kRoundRobin),
                     testing::Values(Ports::kOne, Ports::kAll)));

}  // namespace
}  // namespace toroid::sim_model_decide_test
