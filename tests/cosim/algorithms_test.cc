// Methods of an exchange agree, and the computation uses the data that arrived; collective_runs.txt
// has the runs of algorithms.
#include <gtest/gtest.h>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/cosim/simulate.h"

namespace toroid::algorithms_test {
namespace {

// "torus:4x4": the cube on it, embedded as the schedules require.
std::string Network(const std::string& host, int d) {
  const bool wraps = host.starts_with("ring") || host.starts_with("torus");
  return "--host " + host + " --guest hypercube:" + std::to_string(d) + " --embedding " +
         (wraps ? "xor " : "standard ");
}

void ExpectRight(const Simulated& run, const std::string& algorithm, std::uint64_t elements) {
  ExpectPerfectMatch(run);
  const auto& result = run.report["result"];
  ASSERT_TRUE(result.is_object()) << run.report.dump(2);
  EXPECT_EQ(result["algorithm"], algorithm);
  EXPECT_EQ(result["elements_checked"], elements);
  EXPECT_EQ(result["wrong"], 0);
  EXPECT_EQ(result["largest_error"].is_null(), algorithm != "fft");
}

TEST(Methods, OfTheExchangeAgreeAndAreComparedWithEachOther) {
  const std::string base =
      Network("mesh:4x4", 4) + "--traffic complete-exchange --block-flits 2 --method ";
  nlohmann::json cycles;
  for (const char* method : {"direct", "ring", "binary"}) {
    const Simulated run = Simulate(base + method);
    ExpectRight(run, "complete-exchange", 480);
    cycles[method] = run.report["cycles"];
    EXPECT_EQ(run.report["method_cycles"][method], run.report["cycles"]);
  }
  const Simulated cube = Simulate(base + "cc-cube --pipelining 8 --schedule calmant");
  ExpectRight(cube, "complete-exchange", 480);
  EXPECT_EQ(cube.report["method_cycles"]["cc-cube"], cube.report["cycles"]);
  const Simulated plain = Simulate(base + "cc-cube --pipelining 1 --engine model --no-baseline");
  EXPECT_TRUE(plain.report["method_cycles"].is_null());
  EXPECT_EQ(Simulate(base + "ring --engine model").report["method_cycles"]["cc-cube"],
            plain.report["reference_cycles"]);
  for (const char* method : {"direct", "ring", "binary"})
    EXPECT_EQ(cube.report["method_cycles"][method], cycles[method]) << method;
}

// ---- twins: the computation uses the data that arrived ----

Plan MakePlan(const std::string& host, int d) {
  const Graph graph = *Graph::Parse(host);
  const Graph guest = *Graph::Parse("hypercube:" + std::to_string(d));
  HardwareOptions hardware;
  hardware.address = Address::kLogical;
  return *Plan::Create(
      graph, *Embedding::Create(EmbeddingKind::kXor, guest, graph, BitOrder::kCyclic), hardware);
}

std::unique_ptr<Traffic> MakeExchange(const Plan& plan) {
  auto algorithm = MakeCubeExchange({.dimensions = 3, .flit_bits = 32, .seed = 1}, 2, 4);
  auto sections = std::make_shared<std::vector<Section>>();
  for (const Round& round : algorithm->rounds()) {
    sections->push_back(
        {ProgramOf(plan, PlacesOf(plan),
                   *MakeSchedule(ScheduleKind::kOffset, *plan.embedding(), round.iteration.task,
                                 Ports::kOne, round.message_flits)),
         round.iteration.phase});
  }
  return MakeProgramTraffic(plan, sections, 0, {.data = std::move(algorithm)});
}

// Changes one bit of one flit on its way from the sink to the traffic.
class OneBitWrong : public Traffic {
 public:
  OneBitWrong(std::unique_ptr<Traffic> inner, int flit) : inner_(std::move(inner)), flit_(flit) {}
  void Offer(Cycle now, std::vector<Packet>& packets) override { inner_->Offer(now, packets); }
  void Injected(const Packet& packet, Cycle now) override { inner_->Injected(packet, now); }
  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    const std::uint32_t changed = words[0] ^ (flit_-- == 0 ? 0x100U : 0U);
    inner_->Received(packet, index, &changed);
  }
  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    inner_->Delivered(packet, now, stalled);
  }
  bool Exhausted() const override { return inner_->Exhausted(); }
  std::optional<AlgorithmResult> result() const override { return inner_->result(); }

 private:
  std::unique_ptr<Traffic> inner_;
  int flit_;
};

TEST(ReceivedWords, AreWhatIsSentOnAndChecked) {
  const Plan plan = MakePlan("ring:8", 3);
  auto hardware = MakeHardware(plan, {});
  ASSERT_TRUE(hardware.ok()) << ToString(hardware.diagnostics().front());
  HardwareRun right(plan, MakeExchange(plan), {}, std::move(hardware).value().dut);
  while (!right.over()) right.Run(1000, nullptr);
  ASSERT_TRUE(right.bench().traffic().result());
  EXPECT_EQ(right.bench().traffic().result()->wrong, 0U);
  EXPECT_EQ(right.bench().traffic().result()->elements_checked, 112U);

  // 8 processes send 8 flits in each of 3 cube dimensions. Each element of the result comes from
  // one flit that arrived.
  for (int flit = 0; flit < 192; ++flit) {
    ModelRun wrong(plan, std::make_unique<OneBitWrong>(MakeExchange(plan), flit), {});
    while (!wrong.over()) wrong.Run(1000, nullptr);
    ASSERT_TRUE(wrong.bench().traffic().result());
    EXPECT_EQ(wrong.bench().traffic().result()->wrong, 1U) << flit;
    EXPECT_EQ(wrong.bench().traffic().result()->first_wrong->seen.size(), 10U);
  }
}

}  // namespace
}  // namespace toroid::algorithms_test
