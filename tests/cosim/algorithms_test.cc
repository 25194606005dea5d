// Algorithms on the hardware: data cross the RTL, computed values are sent on, and the result
// equals that of a serial computation.
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

struct Case {
  std::string name;
  std::string host;
  int d;
  std::string traffic;  // with its options
  std::string schedule;
  std::uint64_t elements;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Algorithms : public testing::TestWithParam<Case> {};

TEST_P(Algorithms, ComputeOnTheHardwareWhatASerialProgramComputes) {
  const Case& c = GetParam();
  const Simulated run = Simulate(Network(c.host, c.d) + "--no-baseline --traffic " + c.traffic +
                                 " --schedule " + c.schedule);
  ExpectRight(run, c.traffic.substr(0, c.traffic.find(' ')), c.elements);
  if (c.schedule.starts_with("none")) return;
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
}

const std::string kExchange = "complete-exchange --block-flits 2 --pipelining ";
INSTANTIATE_TEST_SUITE_P(
    Hardware, Algorithms,
    testing::Values(
        Case{"ExchangeTorusWhole", "torus:4x4", 4, kExchange + "1", "offset", 480},
        Case{"ExchangeTorusShallow", "torus:4x4", 4, kExchange + "2", "offset", 480},
        Case{"ExchangeTorusDeep", "torus:4x4", 4, kExchange + "16", "offset", 480},
        Case{"ExchangeTorusUnscheduled", "torus:4x4", 4, kExchange + "8", "none", 480},
        Case{"ExchangeTorusAllPorts", "torus:4x4", 4, kExchange + "4 --ports all", "stream", 480},
        Case{"ExchangeTorusSlowSinks", "torus:4x4", 4, kExchange + "4 --sink-ready 0.5", "none",
             480},
        Case{"ExchangeMeshWhole", "mesh:4x4", 4, kExchange + "1", "calmant", 480},
        Case{"ExchangeMeshDeep", "mesh:4x4", 4, kExchange + "8", "calmant", 480},
        Case{"ExchangeMeshUnscheduled", "mesh:4x4", 4, kExchange + "4", "none", 480},
        Case{"ExchangeMeshAllPorts", "mesh:4x4", 4, kExchange + "8 --ports all", "stream", 480},
        Case{"ExchangeRing", "ring:8", 3, kExchange + "4", "offset", 112},
        Case{"ExchangeRingStream", "ring:8", 3, kExchange + "2", "stream", 112},
        Case{"FftTorus", "torus:4x4", 4, "fft --elements 16 --pipelining 4 --flit-width 64",
             "offset", 256},
        Case{"FftLine", "line:8", 3, "fft --elements 32 --pipelining 8 --flit-width 64", "calmant",
             256},
        Case{"ExchangeTorusRagged", "torus:4x4", 4, kExchange + "5", "offset", 480},
        Case{"FftLineRagged", "line:8", 3, "fft --elements 32 --pipelining 7 --flit-width 64",
             "calmant", 256},
        Case{"ReduceRingRagged", "ring:8", 3, "all-reduce --elements 11 --pipelining 7", "offset",
             88},
        Case{"SortMesh", "mesh:4x4", 4, "bitonic-sort --elements 12", "calmant", 192},
        Case{"SortMeshUnscheduled", "mesh:4x4", 4, "bitonic-sort --elements 12", "none", 192},
        Case{"ReduceRing", "ring:8", 3, "all-reduce --elements 12 --pipelining 3", "offset", 96},
        Case{"ReduceRingWide", "ring:8", 3,
             "all-reduce --elements 6 --pipelining 2 --flit-width 136", "stream", 48},
        Case{"ReduceUnequalTorus", "torus:4x2x2", 4, "all-reduce --elements 8 --pipelining 1",
             "none", 128},
        Case{"GatherRing", "ring:8", 3, "all-gather --elements 3", "offset", 168},
        Case{"GatherUnequalTorus", "torus:4x2x2", 4, "all-gather --elements 2", "none", 480}),
    [](const auto& test) { return test.param.name; });

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

// The bound by hand: each node receives 15 * 4 flits over 4 links.
TEST(TaskBound, IsReportedBesideThatOfTheMessages) {
  const std::string base = Network("torus:4x4", 4) + "--engine model --no-baseline --ports all ";
  const Simulated run = Simulate(base + "--traffic all-gather --elements 4");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto& bound = run.report["task_bound"];
  EXPECT_EQ(bound["cycles"], 15);
  EXPECT_EQ(bound["reason"], "a node's links or port");
  EXPECT_DOUBLE_EQ(bound["ratio"].get<double>(), run.report["reference_cycles"].get<double>() / 15);
  EXPECT_GT(run.report["cycle_lower_bound"], 15);
  const Simulated exchange = Simulate(base + "--traffic complete-exchange --block-flits 1");
  EXPECT_EQ(exchange.report["task_bound"]["cycles"], 8);
  EXPECT_TRUE(Simulate(base + "--traffic cc-cube").report["task_bound"].is_null());
}

TEST(Rounds, ThatFollowNoCubeDimensionHaveNoTask) {
  const Simulated run =
      Simulate(Network("ring:8", 3) + "--traffic complete-exchange --method ring --block-flits 2");
  ExpectRight(run, "complete-exchange", 112);
  ASSERT_EQ(run.report["iterations"].size(), 7U);
  for (const auto& iteration : run.report["iterations"]) {
    EXPECT_EQ(iteration["phase"], "round");
    EXPECT_TRUE(iteration["task"].is_null());
  }
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
