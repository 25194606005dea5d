// Buffered routers that copy flits (docs/spec/copies.md): everybody sends to everybody and to all,
// and hardware and model do the same at every link in every cycle.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "gen/support/random.h"
#include "sim/hardware/hardware.h"
#include "sim/run/compare.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/support/print.h"

namespace toroid::copies_test {
namespace {

struct Case {
  std::string host;
  HardwareOptions hardware = {};
  RtlEngine rtl = RtlEngine::kNodes;
  double load = 1;      // share of cycles in which a node offers a packet
  double to_all = 0.1;  // share of its packets that go to all
  double sink_ready = 1;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.host << " " << ToString(c.rtl) << " load " << c.load << " to all " << c.to_all
       << " sinks " << c.sink_ready;
}

// Packets of one to five flits at random.
class Mixture : public Traffic {
 public:
  Mixture(const Plan& plan, const Case& c, Cycle cycles)
      : plan_(plan), case_(c), cycles_(cycles), flit_words_(WordsOf(plan.hardware().flit_width)) {}

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    now_ = now;
    for (std::uint32_t n = 0; n < plan_.host().size() && now < cycles_; ++n) {
      if (!Chance(random_.Next(), case_.load)) continue;
      const auto flits = 1 + static_cast<std::uint32_t>(random_.Below(5));
      if (Chance(random_.Next(), case_.to_all)) {
        SendToAll(NodeId{n}, flits, packets);
      } else {
        packets.push_back({.source = NodeId{n},
                           .destination = OtherThan(n),
                           .flits = flits,
                           .sequence = sequence_++,
                           .created = now});
      }
    }
  }
  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet& packet, Cycle, bool) override {
    if (!packet.enters) ++copies_;
  }
  bool Exhausted() const override { return now_ + 1 >= cycles_; }

  std::uint64_t copies() const { return copies_; }

 private:
  NodeId OtherThan(std::uint32_t n) {
    const auto other = static_cast<std::uint32_t>(random_.Below(plan_.host().size() - 1));
    return NodeId{other < n ? other : other + 1};
  }

  // All packets have the root's words.
  void SendToAll(NodeId root, std::uint32_t flits, std::vector<Packet>& packets) {
    const std::size_t width = flit_words_;
    auto& words = words_.emplace_back(std::make_unique<std::uint32_t[]>(flits * width));
    const int top_bits = (plan_.hardware().flit_width - 1) % 32 + 1;
    for (std::size_t i = 0; i < flits * width; ++i) {
      const auto word = static_cast<std::uint32_t>(random_.Next());
      words[i] = (i + 1) % width == 0 ? word >> (32 - top_bits) : word;
    }
    Packet packet{.source = root,
                  .destination = root,
                  .flits = flits,
                  .sequence = sequence_++,
                  .leaves = false,
                  .created = now_,
                  .words = words.get()};
    packets.push_back(packet);
    packet.enters = false;
    packet.leaves = true;
    for (std::uint32_t n = 0; n < plan_.host().size(); ++n) {
      packet.destination = NodeId{n};
      if (packet.destination != root) packets.push_back(packet);
    }
  }

  const Plan& plan_;
  Case case_;
  Cycle cycles_;
  std::size_t flit_words_;
  Random random_{5};
  std::uint32_t sequence_ = 0;
  std::vector<std::unique_ptr<std::uint32_t[]>> words_;  // kept for ever
  std::uint64_t copies_ = 0;
  Cycle now_ = -1;
};

Plan PlanOf(const Case& c) {
  HardwareOptions hardware = c.hardware;
  hardware.in_network = InNetwork::kMulticast;
  return Plan::Create(*Graph::Parse(c.host), std::nullopt, hardware).value();
}

class Copies : public testing::TestWithParam<Case> {
 protected:
  void Check(const EngineRun& run) {
    const Testbench& bench = run.bench();
    EXPECT_TRUE(bench.done());
    EXPECT_FALSE(bench.faults().any()) << ToString(bench.faults());
    EXPECT_TRUE(bench.Violations().empty()) << bench.Violations().front();
    EXPECT_EQ(bench.totals().sent, bench.totals().delivered);
    EXPECT_GT(bench.totals().stalled_flit_cycles, 0);
  }
};

TEST_P(Copies, AreTheSameInModelAndHardware) {
  const Plan plan = PlanOf(GetParam());
  constexpr Cycle kCycles = 120;
  RunOptions options;
  options.rtl = GetParam().rtl;
  auto hardware = MakeHardware(plan, options);
  ASSERT_TRUE(hardware.ok()) << ToString(hardware.diagnostics().front());
  const TestbenchOptions bench{.sink_ready = GetParam().sink_ready};
  HardwareRun seen(plan, std::make_unique<Mixture>(plan, GetParam(), kCycles), bench,
                   std::move(hardware).value().dut);
  ModelRun expected(plan, std::make_unique<Mixture>(plan, GetParam(), kCycles), bench);
  EventLog log;
  EventLog model_log;
  std::uint64_t compared = 0;
  for (Cycle start = 0; !seen.over() || !expected.over(); start += 500) {
    log.clear();
    model_log.clear();
    seen.Run(500, &log);
    expected.Run(500, &model_log);
    const auto difference = CompareLogs(plan, start, model_log, log, compared);
    if (!difference) continue;
    std::string text;
    for (const auto* lines : {&difference->lines, &difference->expected, &difference->seen})
      for (const std::string& line : *lines) text += line + "\n";
    FAIL() << text;
  }
  EXPECT_GT(compared, 1000U);
  Check(expected);
  Check(seen);
}

// The same without hardware, for longer.
TEST_P(Copies, ArriveOnTheModel) {
  const Plan plan = PlanOf(GetParam());
  auto traffic = std::make_unique<Mixture>(plan, GetParam(), 1000);
  const Mixture& mixture = *traffic;
  ModelRun run(plan, std::move(traffic), {.sink_ready = GetParam().sink_ready});
  while (!run.over()) run.Run(1000, nullptr);
  Check(run);
  EXPECT_GT(mixture.copies(), 100U);
}

constexpr auto kRoundRobin = Arbiter::kRoundRobin;
constexpr auto kThroughFirst = Arbiter::kThroughFirst;

INSTANTIATE_TEST_SUITE_P(
    Shapes, Copies,
    testing::Values(
        Case{"torus:4x4"},
        Case{"torus:4x4", {.buffered = {.depth = 2, .arbiter = kRoundRobin}}, RtlEngine::kLanes},
        Case{
            "mesh:3x5", {.flit_width = 8, .buffered = {.depth = 2}}, RtlEngine::kFlat, 1, 0.2, 0.6},
        Case{"torus:2x8", {.buffered = {.arbiter = kRoundRobin}}, RtlEngine::kFlat, 0.1},
        Case{"ring:5",
             {.links = {.stages = 1, .protect = Protection::kParity}},
             RtlEngine::kNodes,
             1,
             0.5},
        Case{"line:4", {.flit_width = 40, .buffered = {.depth = 2, .arbiter = kThroughFirst}}},
        Case{"torus:3x3x3",
             {.buffered = {.storage = Storage::kLutram}},
             RtlEngine::kLanes,
             0.3,
             0.1,
             0.5}));

}  // namespace
}  // namespace toroid::copies_test
