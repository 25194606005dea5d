// Credits that return to an idle node: the engine "nodes" leaves them on the node's inputs until it
// is active. The network's outputs equal those of evaluating every node in every cycle.
#include <gtest/gtest.h>

#include <vector>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"

namespace toroid::idle_credits_test {
namespace {

constexpr std::uint32_t kDepth = 2;

// Node 0 sends flits to node 1 as long as they are taken.
class Line {
 public:
  explicit Line(bool idle_skip) {
    RunOptions options;
    options.rtl = RtlEngine::kNodes;
    options.idle_skip = idle_skip;
    auto hardware = MakeHardware(plan_, options);
    EXPECT_TRUE(hardware.ok());
    dut_ = std::move(hardware).value().dut;
  }

  // Packets of a flit, one a cycle where there is room.
  void Send(int flits, int cycles) {
    const std::vector<std::uint32_t> payload = {7};
    for (int cycle = 0; cycle < cycles; ++cycle) {
      if (flits > 0 && dut_->Ready(0)) {
        dut_->Inject(0, payload, 1, true);
        --flits;
      }
      Step();
    }
    EXPECT_EQ(flits, 0);
  }
  // Takes the offered flits in each cycle; returns their number.
  int Take(int cycles) {
    int taken = 0;
    for (int cycle = 0; cycle < cycles; ++cycle) {
      for (const std::uint32_t local : dut_->Ejecting()) {
        dut_->Accept(local);
        ++taken;
      }
      Step();
    }
    return taken;
  }

  std::uint64_t evaluations() const { return dut_->evaluations(); }
  const std::vector<std::uint64_t>& seen() const { return seen_; }

 private:
  void Step() {
    for (const auto bits : {dut_->ReadyBits(), dut_->ValidBits(), dut_->BusyBits()})
      seen_.insert(seen_.end(), bits.begin(), bits.end());
    dut_->Step();
    for (const auto bits : {dut_->SendsBits(), dut_->CreditBits()})
      seen_.insert(seen_.end(), bits.begin(), bits.end());
  }

  Plan plan_ = Plan::Create(Graph::Parse("line:3").value(), std::nullopt,
                            {.buffered = {.depth = static_cast<int>(kDepth)}})
                   .value();
  std::unique_ptr<Dut> dut_;
  std::vector<std::uint64_t> seen_;
};

// As many flits as an ejector and a buffer hold: node 0 is idle once they are there. Then only node
// 1 is active while its sink takes them, one a cycle. The second returning credit costs node 0 an
// edge for the first, and no others are needed.
TEST(IdleNodes, LetCreditsWait) {
  Line waiting(true);
  Line evaluated(false);
  constexpr int kFlits = 2 + kDepth;
  for (int round = 0; round < 3; ++round) {
    for (Line* line : {&waiting, &evaluated}) line->Send(kFlits, 20);
    const std::uint64_t before = waiting.evaluations();
    for (Line* line : {&waiting, &evaluated}) EXPECT_EQ(line->Take(20), kFlits);
    EXPECT_EQ(waiting.evaluations() - before, kFlits + 1U);
  }
  EXPECT_EQ(waiting.seen(), evaluated.seen());
}

}  // namespace
}  // namespace toroid::idle_credits_test
