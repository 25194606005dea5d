// A program in a box of a larger machine (docs/spec/partition.md): hardware and model agree event
// by event at several bases, and packets injected at nodes outside are refused.
#include <gtest/gtest.h>

#include <memory>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "tests/cosim/simulate.h"

namespace toroid::partition_test {
namespace {

struct Case {
  std::string options;
  std::vector<std::string> bases;
  std::vector<std::string> traffics;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }
class InABox : public testing::TestWithParam<Case> {};

TEST_P(InABox, GuestNeighboursTalkAsOnTheModelWhereverTheBoxIs) {
  std::string hash;
  for (const std::string& base : GetParam().bases) {
    for (const std::string& traffic : GetParam().traffics) {
      SCOPED_TRACE(base + " " + traffic);
      const Simulated run = Simulate(GetParam().options + " --base " + base + " --traffic " +
                                     traffic + " --no-baseline --flit-width 16");
      ExpectPerfectMatch(run);
      if (hash.empty()) hash = run.report["hardware_hash"];
      EXPECT_EQ(run.report["hardware_hash"], hash);  // one network serves all bases
    }
  }
}

// In the ring of 9 some neighbours under by-weight are more than half the ring apart, so their
// routes leave the box.
INSTANTIATE_TEST_SUITE_P(
    Boxes, InABox,
    testing::Values(
        Case{"--host mesh:5x6 --partition 3x4 --guest ring:12 --embedding tao",
             {"0,0", "2,2", "1,0"},
             {"exchange --schedule none --message-flits 3", "permutation --schedule list"}},
        Case{"--host mesh:5x6 --partition 3x5 --guest ring:15 --embedding tao --ports all --rtl "
             "flat",
             {"0,1", "2,0"},
             {"scatter --schedule none --message-flits 2"}},
        Case{"--host torus:5x3x3 --partition 4x1x2 --guest hypercube:3 --embedding xor --ports all",
             {"0,0,0", "1,2,1"},
             {"exchange --schedule list --message-flits 4"}},
        Case{"--host ring:9 --partition 8 --guest hypercube:3 --embedding by-weight",
             {"0", "1"},
             {"exchange --schedule none --message-flits 2"}},
        Case{"--host mesh:3x7 --partition 2x3 --guest torus:4x6 --embedding tao",
             {"0,0", "1,4"},
             {"exchange --schedule none --message-flits 2", "scatter --schedule list"}},
        Case{"--host torus:5x6 --partition 2x4 --guest hypercube:5 --embedding tao --ports all",
             {"0,0", "3,1"},
             {"all-gather --method doubling --schedule list", "cc-cube --schedule list"}},
        Case{"--host ring:9 --partition 8 --guest hypercube:5 --embedding tao --rtl flat",
             {"0", "1"},
             {"task --task 1,4 --schedule stream --message-flits 3",
              "all-reduce --method doubling --elements 4 --pipelining 2 --schedule calmant"}},
        Case{"--host hypercube:4 --partition 2x1x2x1 --guest mesh:3x3 --embedding gray",
             {"0,1,0,0", "0,0,0,1"},
             {"permutation --schedule list"}}),
    [](const auto& test) { return TestName(test.param.options.substr(7)); });

TEST(ABoxWithPhysicalAddresses, LeavesEveryNodeItsTraffic) {
  ExpectPerfectMatch(
      Simulate("--host mesh:4x4 --partition 2x3 --base 1,1 --guest ring:6 --embedding tao "
               "--address physical --traffic uniform --cycles 200"));
}

TEST(ABoxOfManyGuestNodes, RefusesWhatIsNoGuestNodes) {
  ExpectPerfectMatch(
      Simulate("--host mesh:4x4 --partition 2x3 --base 1,1 --guest ring:12 --embedding tao "
               "--traffic uniform --cycles 200 --refused 0.3"));
}

TEST(ABoxWithoutBase, IsAtTheHostsFirstNode) {
  const std::string run =
      "simulate --host mesh:4x4 --partition 2x3 --guest ring:6 --embedding tao --traffic exchange "
      "--engine model --no-baseline";
  EXPECT_TRUE(RunToroid(run + " --base 1,1")
                  .out.find("mesh:4x4 holding ring:6 (tao) in its box 2x3 at 1,1,") !=
              std::string::npos);
  EXPECT_TRUE(RunToroid(run).out.find("mesh:4x4 holding ring:6 (tao) in its box 2x3 at 0,0,") !=
              std::string::npos);
}

// Every node sends one flit to every logical address but its own, one node after the other.
TEST(NodesOutsideABox, RefuseWhateverIsInjected) {
  const Graph host = *Graph::Parse("mesh:4x4");
  const Partition box = Partition::Create(host, {2, 3}, {1, 0}).value();
  const Embedding within =
      Embedding::Create(EmbeddingKind::kTao, *Graph::Parse("ring:6"), box.shape(), BitOrder::kBlock)
          .value();
  const Plan plan =
      Plan::Create(host, within, {.flit_width = 16, .address = Address::kLogical, .partition = box})
          .value();
  auto hardware = MakeHardware(plan, {});
  ASSERT_TRUE(hardware);
  Dut& dut = *hardware->dut;
  const std::vector<std::uint32_t> payload{42};
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    std::size_t errors = 0;
    std::vector<std::uint32_t> arrived;
    const auto step = [&] {
      errors += dut.Errors().size();
      for (const std::uint32_t at : std::vector(dut.Ejecting().begin(), dut.Ejecting().end())) {
        arrived.push_back(at);
        dut.Accept(at);
      }
      dut.Step();
    };
    for (std::uint32_t guest = 0; guest < 6; ++guest) {
      while (!dut.Ready(n)) step();
      dut.Inject(n, payload, guest, true);
      for (int i = 0; i < 12; ++i) step();
    }
    if (!box.NodeAt(NodeId{n})) {
      EXPECT_EQ(errors, 6U) << n;
      EXPECT_TRUE(arrived.empty()) << n;
      continue;
    }
    std::vector<std::uint32_t> others;
    for (std::uint32_t guest = 0; guest < 6; ++guest) {
      const NodeId at = plan.embedding()->HostOf(NodeId{guest});
      if (at != NodeId{n}) others.push_back(at.value());
    }
    EXPECT_EQ(errors, 1U) << n << ": its own address only";
    EXPECT_EQ(arrived, others) << n;
  }
}

}  // namespace
}  // namespace toroid::partition_test
