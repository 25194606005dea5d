// Nodes outside a box (docs/spec/partition.md) refuse what is injected; network_runs.txt has
// programs in boxes.
#include <gtest/gtest.h>

#include <memory>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "tests/cosim/simulate.h"

namespace toroid::partition_test {
namespace {

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
