// Networks of scheduled routers: the hardware against the model, event by event, in the cycles of
// the schedule's formula; and faults planted in the hardware, none of which may be silent
// (docs/spec/scheduled-router.md, sections 6 and 7).
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::scheduled_test {
namespace {

constexpr const char* kRouter = " --router scheduled --no-baseline --flit-width 16 ";
const std::string kUnits = " --schedule-units check";

struct Case {
  std::string options;
  int cycles;  // schedule's cycles by its formula, without additions (N5.3); 0: no formula
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

std::string Task(const std::string& host, int d, const std::string& schedule,
                 const std::string& ports, int flits = 16) {
  const std::string cube = std::to_string(d);
  const std::string embedding = host.starts_with("hypercube") ? "identity"
                                : host.starts_with("mesh")    ? "standard"
                                                              : "xor";
  return "--host " + host + " --guest hypercube:" + cube + " --embedding " + embedding +
         " --traffic task --task 0," + cube + " --message-flits " + std::to_string(flits) +
         " --schedule " + schedule + " --ports " + ports;
}

class ScheduledHardware : public testing::TestWithParam<Case> {};

TEST_P(ScheduledHardware, IsTheModelEventByEvent) {
  const Simulated run = Simulate(GetParam().options + kRouter);
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  if (GetParam().cycles > 0) {
    EXPECT_EQ(run.report["cycles"], GetParam().cycles);
  }
  EXPECT_EQ(run.report["interface_latency"], 0);
}

const std::string kExchange = "--guest ring:15 --embedding tao --traffic exchange --schedule list ";

INSTANTIATE_TEST_SUITE_P(
    All, ScheduledHardware,
    testing::Values(
        Case{Task("ring:64", 6, "stream", "all") + kUnits, 446},
        Case{Task("torus:8x8", 6, "stream", "all") + kUnits, 50},
        Case{Task("torus:8x8x8", 9, "stream", "all") + kUnits, 50},
        Case{Task("torus:8x8", 6, "offset", "one") + kUnits, 100},
        Case{Task("mesh:4x4", 4, "calmant", "one", 3) + kUnits, 16},
        Case{Task("mesh:4x4", 4, "calmant", "all", 3) + " --rtl flat", 8},
        Case{Task("torus:8x8", 6, "offset", "all") + kUnits, 50},
        Case{Task("mesh:8x8", 6, "calmant", "all") + kUnits, 92},
        Case{Task("hypercube:4", 4, "offset", "all") + kUnits, 16},
        Case{Task("hypercube:3", 3, "calmant", "one", 3) + kUnits + " --rtl flat", 9},
        Case{Task("torus:4x4", 4, "stream", "all", 5) + kUnits + " --rtl flat", 5},
        Case{"--host torus:3x5 --message-flits 4 --ports one " + kExchange, 0},
        // By tables.
        Case{"--host torus:3x5 --message-flits 4 --ports one " + kExchange + kUnits, 0},
        Case{"--host mesh:3x5 --message-flits 3 --ports all " + kExchange + kUnits + " --rtl flat",
             0},
        Case{"--host hypercube:6 --guest mesh:5x9 --embedding gray --traffic permutation --sets 1 "
             "--schedule list --message-flits 3 --ports one" +
                 kUnits,
             0},
        Case{"--host mesh:2x8 --guest hypercube:4 --embedding standard --traffic task --task 1,3 "
             "--message-flits 5 --schedule list --ports all" +
                 kUnits,
             0},
        Case{Task("torus:4x4", 4, "exact", "one", 3) + kUnits, 0},
        Case{"--host mesh:2x8 --guest hypercube:4 --embedding standard --traffic cc-cube "
             "--elements 8 --schedule list --ports all",
             0},
        Case{"--host torus:2x2x2x2x2x2 --guest hypercube:6 --embedding standard --ports all "
             "--traffic task --task 0,6 --message-flits 3 --schedule list",
             3}),
    [](const auto& test) { return TestName(test.param.options); });

// Programs with data: each element is compared with that of a serial computation at the end.
class ScheduledPrograms : public testing::TestWithParam<std::string> {};

TEST_P(ScheduledPrograms, CarryTheirDataThroughTheHardware) {
  const Simulated run = Simulate(GetParam() + " --router scheduled --flit-width 64");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  EXPECT_EQ(run.report["result"]["wrong"], 0);
  EXPECT_GT(run.report["result"]["elements_checked"], 0);
}

const std::string kCube = "--host torus:4x4 --guest hypercube:4 --embedding xor --no-baseline ";
const std::string kTorus = "--host torus:4x4 --elements 64 ";

INSTANTIATE_TEST_SUITE_P(
    All, ScheduledPrograms,
    testing::Values(
        kCube + "--traffic fft --elements 16 --pipelining 4 --schedule stream --ports all",
        kCube + "--traffic fft --elements 16 --schedule offset",
        kCube + "--traffic bitonic-sort --elements 16 --schedule offset",
        kCube + "--traffic bitonic-sort --elements 16 --schedule stream --ports all",
        kCube + "--traffic complete-exchange --schedule offset",
        kCube + "--traffic complete-exchange --method direct --schedule list",
        kCube + "--traffic complete-exchange --method ring --schedule list --ports all",
        kCube + "--traffic all-reduce --elements 64 --schedule offset",
        kCube + "--traffic all-gather --elements 4 --schedule stream --ports all",
        kTorus + "--traffic all-reduce --method bucket",
        kTorus + "--traffic all-reduce --method bucket --ports all",
        kTorus + "--traffic all-reduce --method swing --ports all",
        kTorus + "--traffic all-gather --method halving",
        kTorus + "--traffic reduce-scatter --method bucket",
        kTorus + "--traffic reduce-scatter --method swing --ports all",
        kTorus + "--traffic broadcast --ports all", kTorus + "--traffic reduce --root 5",
        kTorus + "--traffic gather --method trees --ports all",
        kTorus + "--traffic scatter-blocks --method lines",
        std::string("--host torus:4x4 --traffic complete-exchange --method phases"),
        std::string("--host torus:4x4 --traffic complete-exchange --method phases --ports all")),
    [](const auto& test) { return TestName(test.param); });

// The cycles of messages of a method between host nodes follow from the network's own latency: the
// run takes the least number of cycles, without a cycle for a router's buffer.
TEST(ScheduledMethods, TakeTheCyclesOfTheirBound) {
  for (const auto& [options, cycles] :
       {std::pair{"--host torus:8x8 --traffic all-reduce --elements 256", 504},
        {"--host torus:8x8 --ports all --traffic all-reduce --elements 256", 126},
        {"--host ring:8 --traffic reduce-scatter --elements 256", 224}}) {
    const Simulated run =
        Simulate(std::string(options) + " --method bucket --router scheduled --engine model");
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.report["reference_cycles"], cycles) << options;
    EXPECT_EQ(run.report["task_bound"]["cycles"], cycles) << options;
  }
}

// ---- planted faults ----

struct Planted {
  std::string what;
  std::string file;
  std::string was;
  std::string is;
  std::vector<std::string> reported;  // by the nodes themselves
  std::string schedule = "stream";
};
void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.what; }

// Messages of 5 flits, all of which leave in cycle 0 for a neighbour. The fault is at node (1,1).
Outcome RunPlanted(const Planted& planted, const std::string& engine) {
  const Scratch scratch;
  return RunShell("TOROID_TEMPLATES=" + Templates(scratch, planted.file, planted.was, planted.is) +
                  " \"$TOROID\" simulate " + Task("torus:4x4", 4, planted.schedule, "all", 5) +
                  kRouter + kUnits + " --watchdog 200 --engine " + engine);
}

class PlantedFaults : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFaults, AreNamedByTheNodesAndSeenByTheModel) {
  const Outcome alone = RunPlanted(GetParam(), "rtl");
  EXPECT_EQ(alone.code, 1) << alone.out << alone.err;
  for (const std::string& line : GetParam().reported)
    EXPECT_NE(alone.out.find("FAILED: " + line + "\n"), std::string::npos) << line << alone.out;
  const Outcome both = RunPlanted(GetParam(), "both");
  EXPECT_EQ(both.code, 1);
  EXPECT_NE(both.out.find("model and hardware differ in cycle"), std::string::npos) << both.out;
}

const std::string kFaultBits = "lib/scheduled_router/toroid_fault_bits.v";
const std::string kTask = "top/node_task.v.tpl";
const std::string kBegins = "wire begins = <%begins%>;";
const std::string kSkewed =
    "reg start_q;\nalways @(posedge clk) start_q <= start;\n"
    "wire begins = coordinates == 5 ? ";
// The node and its communication partners.
const std::vector<std::string> kArrivalsAround = {
    "node (0,1): fault arrival in cycle 1", "node (1,0): fault arrival in cycle 1",
    "node (1,1): fault arrival in cycle 1", "node (1,2): fault arrival in cycle 1",
    "node (2,1): fault arrival in cycle 1"};

INSTANTIATE_TEST_SUITE_P(
    All, PlantedFaults,
    testing::Values(
        // The receiver sees a fault that misleads the sender (N7.7).
        Planted{"AMessageACycleLate",
                kTask,
                ".send_at(send_at)",
                ".send_at(send_at | (coordinates == 5))",
                {"node (0,1): fault arrival in cycle 1"}},
        Planted{"ATimeAlteredInATable",
                "top/schedule_table.v.tpl",
                "= row_of(coordinates);",
                "= row_of(coordinates) ^ (coordinates == 5);",
                {"node (0,1): fault arrival in cycle 1"},
                "list"},
        Planted{"ASlotAltered",
                "top/node_scheduled_router.v.tpl",
                ".send_due(send_due)",
                ".send_due(send_due & {4{coordinates != 5}})",
                {"node (1,1): fault slot in cycle 0"}},
        Planted{"ASinkThatStalls",
                "top/node_scheduled_router.v.tpl",
                ".m_ready(m_axis_tready)",
                ".m_ready(m_axis_tready & {4{coordinates != 5}})",
                {"node (1,1): fault sink in cycle 1"}},
        // It sends late, and waits for messages that arrive in time; vice versa for early.
        Planted{"ANodeThatStartsLate", kTask, kBegins, kSkewed + "start_q : <%begins%>;",
                kArrivalsAround},
        Planted{"ANodeThatStartsEarly", kTask, kBegins, kSkewed + "<%begins%> : start_q;",
                kArrivalsAround}),
    [](const auto& test) { return test.param.what; });

TEST(ScheduledTemplates, PassWithNothingPlanted) {
  for (const char* engine : {"rtl", "both"})
    EXPECT_EQ(RunPlanted({"nothing", "", "", "", {}}, engine).code, 0) << engine;
}

TEST(ScheduledTemplates, MustReportAnErrorExactlyWithAFault) {
  const Outcome high = RunPlanted(
      {"error without a fault", kFaultBits, "error = |faults_q", "error = ~clear", {}},
      "rtl");
  EXPECT_EQ(high.code, 1) << high.out;
  EXPECT_NE(
      high.out.find("node (0,0): error is high in cycle 0, though no bit of its faults is set"),
      std::string::npos)
      << high.out;
}

}  // namespace
}  // namespace toroid::scheduled_test
