// Relays in simulated hardware against the model, event by event, under every full shift set and
// drawn permutation sets of a guest.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"
#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/cosim/simulate.h"
#include "tests/oracle/routing.h"

namespace toroid::relay_test {
namespace {

using MessageSet = std::vector<routing::Message>;

Plan MakePlan(const std::string& guest, const std::string& host, std::optional<tao::Walk> walk,
              HardwareOptions hardware) {
  hardware.ports = Ports::kAll;
  hardware.relay = true;
  const auto embedding = Embedding::Create(EmbeddingKind::kTao, Graph::Parse(guest).value(),
                                           Graph::Parse(host).value(), BitOrder::kBlock, walk)
                             .value();
  return Plan::Create(embedding.host(), embedding, hardware).value();
}

std::unique_ptr<Dut> MakeDut(const Plan& plan, RtlEngine rtl) {
  RunOptions options;
  options.rtl = rtl;
  auto hardware = MakeHardware(plan, options);
  if (!hardware) throw std::runtime_error(ToString(hardware.diagnostics().front()));
  return std::move(hardware).value().dut;
}

// Every full shift of the guest, and some random sets.
std::vector<MessageSet> SetsOf(const Graph& guest, std::uint64_t drawn) {
  std::vector<MessageSet> sets;
  for (int a = 0; a < guest.axes(); ++a) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus})
      sets.push_back(routing::ShiftSet(guest, Axis{a}, direction));
  }
  for (std::uint64_t seed = 1; seed <= drawn; ++seed)
    sets.push_back(routing::RandomPermutationSet(guest, seed));
  return sets;
}

// Sends one set after the other, each as soon as the previous one has arrived. Counts the steps in
// which links are actually crossed.
class SetTraffic : public Traffic {
 public:
  struct Outcome {
    Cycle cycles = 0;  // from the start to the last eject
    Cycle steps = 0;
    bool operator==(const Outcome&) const = default;
  };
  SetTraffic(const Plan& plan, const std::vector<MessageSet>& sets)
      : plan_(plan), sets_(sets), next_sequence_(plan.host().size()) {}

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    starts_ = !Exhausted() && pending_ == 0;
    if (!starts_) return;
    start_ = now;
    pending_ = sets_[outcomes_.size()].size();
    for (const routing::Message& message : sets_[outcomes_.size()]) {
      const NodeId from = plan_.embedding()->HostOf(message.from);
      const NodeId to = plan_.embedding()->HostOf(message.to);
      packets.push_back({.source = from,
                         .destination = to,
                         .sequence = next_sequence_[from.index()]++,
                         .injector = static_cast<std::uint16_t>(plan_.InjectorOf(from, to)),
                         .created = now});
    }
  }
  bool Starts() const override { return starts_; }
  void Injected(const Packet&, Cycle now) override { injected_late_ += now == start_ ? 0 : 1; }
  void Crossed(Cycle now, bool relayed) override {
    const Cycle between_phases = 3;
    steps_ = std::max(steps_, now - start_ - (relayed ? between_phases : 0));
  }
  void Delivered(const Packet&, Cycle now, bool stalled) override {
    stalled_ += stalled ? 1 : 0;
    if (--pending_ > 0) return;
    outcomes_.push_back({now - start_, steps_});
    steps_ = 0;
  }
  bool Exhausted() const override { return outcomes_.size() == sets_.size(); }

  const std::vector<Outcome>& outcomes() const { return outcomes_; }
  int stalled() const { return stalled_; }
  int injected_late() const { return injected_late_; }

 private:
  const Plan& plan_;
  const std::vector<MessageSet>& sets_;
  std::vector<std::uint32_t> next_sequence_;
  std::vector<Outcome> outcomes_;
  bool starts_ = false;
  Cycle start_ = 0;
  std::size_t pending_ = 0;
  Cycle steps_ = 0;
  int stalled_ = 0;
  int injected_late_ = 0;
};

const SetTraffic& TrafficOf(const Testbench& bench) {
  return dynamic_cast<const SetTraffic&>(bench.traffic());
}

struct Case {
  std::string guest, host;
  int dilation;
  int steps;    // both phases
  int printed;  // bound of the thesis
  bool halts;
  std::uint64_t drawn;  // sets
  std::optional<tao::Walk> walk = {};
  HardwareOptions hardware = {.address = Address::kLogical};
  RtlEngine rtl = RtlEngine::kNodes;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.guest << " in " << c.host; }
std::string NameOf(const testing::TestParamInfo<Case>& test) {
  std::string name = test.param.guest + "_in_" + test.param.host;
  if (test.param.walk) name += "_" + std::string(ToString(*test.param.walk));
  if (test.param.rtl == RtlEngine::kFlat) name += "_flat";
  if (test.param.hardware.address == Address::kPhysical) name += "_physical";
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

class Relay : public testing::TestWithParam<Case> {};

// The outcome of a set by L3.3.
SetTraffic::Outcome Predicted(const Plan& plan, const MessageSet& set) {
  SetTraffic::Outcome predicted;
  for (const routing::Message& message : set) {
    const NodeId from = plan.embedding()->HostOf(message.from);
    const NodeId to = plan.embedding()->HostOf(message.to);
    const Cycle distance = plan.host().Distance(from, to);
    const bool halts = plan.relay() && Halts(*plan.relay(), plan.host(), from, to);
    predicted.cycles = std::max(
        predicted.cycles, halts ? plan.relay()->first + plan.relay()->second + 5 : distance + 2);
    predicted.steps =
        std::max(predicted.steps, halts ? plan.relay()->first + plan.relay()->second : distance);
  }
  return predicted;
}

TEST_P(Relay, EachSetTakesThePredictedCycles) {
  const Case& c = GetParam();
  const Plan plan = MakePlan(c.guest, c.host, c.walk, c.hardware);
  ASSERT_EQ(plan.relay().has_value(), c.halts);
  const std::vector<MessageSet> sets = SetsOf(plan.embedding()->guest(), c.drawn);
  ModelRun model(plan, std::make_unique<SetTraffic>(plan, sets), {});
  HardwareRun hardware(plan, std::make_unique<SetTraffic>(plan, sets), {}, MakeDut(plan, c.rtl));
  EventLog expected;
  EventLog seen;
  std::uint64_t compared = 0;
  while (!model.over() || !hardware.over()) {
    const Cycle start = hardware.bench().now();
    model.Run(1000, &expected);
    hardware.Run(1000, &seen);
    const auto mismatch = CompareLogs(plan, start, expected, seen, compared);
    ASSERT_FALSE(mismatch) << mismatch->lines[1] << "\n" << mismatch->lines[2];
    expected.clear();
    seen.clear();
  }
  ASSERT_TRUE(hardware.bench().done()) << hardware.bench().Diagnosis()[0];
  EXPECT_GT(compared, plan.host().size());
  EXPECT_FALSE(hardware.bench().faults().any());
  const SetTraffic& traffic = TrafficOf(hardware.bench());
  EXPECT_EQ(traffic.stalled(), 0);
  EXPECT_EQ(traffic.injected_late(), 0);
  EXPECT_EQ(traffic.outcomes(), TrafficOf(model.bench()).outcomes());
  Cycle most = 0;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const SetTraffic::Outcome predicted = Predicted(plan, sets[s]);
    EXPECT_EQ(traffic.outcomes()[s].cycles, predicted.cycles) << "set " << s;
    EXPECT_EQ(traffic.outcomes()[s].steps, predicted.steps) << "set " << s;
    most = std::max(most, traffic.outcomes()[s].steps);
  }
  EXPECT_EQ(most, c.steps);
  EXPECT_EQ(routing::RoutingOfThesis(*plan.embedding(), c.dilation).bound, c.printed);
}

// The cases of the thesis, the last two as other readings of their shapes; forced walks, for rings
// on which messages turn, three axes, unequal segments and axes of length 2; other hardware.
INSTANTIATE_TEST_SUITE_P(
    Pairs, Relay,
    testing::Values(Case{"ring:15", "mesh:3x5", 2, 2, 2, true, 40},          //
                    Case{"ring:27", "torus:3x3x3", 1, 1, 1, false, 10},      //
                    Case{"mesh:3x3x6", "mesh:6x9", 3, 3, 3, false, 10},      //
                    Case{"torus:6x12", "mesh:6x3x2x2", 1, 1, 1, false, 10},  //
                    Case{"torus:9x9x9", "mesh:27x27", 6, 6, 8, true, 10},    //
                    Case{"torus:9x9x9", "torus:27x27", 3, 3, 5, true, 10},   //
                    Case{"hypercube:6", "torus:4x16", 4, 4, 4, false, 10},   //
                    Case{"torus:4x9", "mesh:6x6", 3, 3, 5, true, 10},        //
                    Case{"torus:4x4x4", "torus:8x8", 2, 2, 2, true, 20, tao::Walk::kFold},
                    Case{"ring:27", "mesh:3x3x3", 2, 2, 2, true, 20, tao::Walk::kFold},
                    Case{"ring:8", "mesh:2x2x2", 2, 2, 2, true, 20, tao::Walk::kFold},
                    Case{"ring:15", "mesh:3x5", 6, 8, 6, true, 10, tao::Walk::kLine},
                    Case{"ring:15",
                         "mesh:3x5",
                         2,
                         2,
                         2,
                         true,
                         10,
                         std::nullopt,
                         {.flit_width = 72,
                          .buffered = {.depth = 2, .arbiter = Arbiter::kRoundRobin},
                          .address = Address::kPhysical}},
                    Case{"ring:15",
                         "mesh:3x5",
                         2,
                         2,
                         2,
                         true,
                         10,
                         std::nullopt,
                         {.address = Address::kLogical},
                         RtlEngine::kFlat}),
    NameOf);

}  // namespace
}  // namespace toroid::relay_test
