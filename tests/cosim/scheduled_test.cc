// Networks of scheduled routers: the hardware against the model, event by event, in the cycles that
// the schedule's formula says; and faults planted in the hardware, none of which may be silent
// (docs/spec/scheduled-router.md, sections 6 and 7).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cosim/simulate.h"

namespace toroid {
namespace {

constexpr const char* kRouter = " --router scheduled --no-baseline --flit-width 16 ";
constexpr const char* kUnits = " --schedule-unit --check-arrivals";

struct Case {
  std::string options;
  int cycles;  // of the schedule by its formula, to which nothing is added (N5.3); 0: it has none
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

std::string Task(const std::string& host, int d, const std::string& schedule,
                 const std::string& ports, int flits = 16) {
  const std::string cube = std::to_string(d);
  const bool wraps = !host.starts_with("mesh");
  return "--host " + host + " --guest hypercube:" + cube + " --embedding " +
         (wraps ? "xor" : "standard") + " --traffic task --task 0," + cube + " --message-flits " +
         std::to_string(flits) + " --schedule " + schedule + " --ports " + ports;
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
        Case{Task("torus:4x4", 4, "stream", "all", 5) + kUnits + " --rtl flat", 5},
        Case{"--host torus:3x5 --message-flits 4 --ports one " + kExchange, 0},
        Case{"--host mesh:2x8 --guest hypercube:4 --embedding standard --traffic cc-cube "
             "--elements 8 --schedule list --ports all",
             0},
        Case{"--host torus:2x2x2x2x2x2 --guest hypercube:6 --embedding standard --ports all "
             "--traffic task --task 0,6 --message-flits 3 --schedule list",
             3}),
    [](const auto& test) { return TestName(test.param.options); });

TEST(ScheduledPrograms, CarryTheirDataThroughTheHardware) {
  const Simulated run = Simulate(
      "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic fft --elements 16 "
      "--pipelining 4 --schedule stream --ports all --router scheduled --flit-width 64 "
      "--no-baseline --engine rtl");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["result"]["wrong"], 0);
  EXPECT_GT(run.report["result"]["elements_checked"], 0);
}

// ---- planted faults ----

// The folder of templates with one text replaced in one file; nothing replaced if `was` is empty.
std::string Templates(const Scratch& scratch, const std::string& file, const std::string& was,
                      const std::string& is) {
  namespace fs = std::filesystem;
  const fs::path folder = scratch.Path("templates");
  fs::copy(fs::path(TOROID_TEST_DATA) / "../../rtl_templates", folder, fs::copy_options::recursive);
  if (was.empty()) return folder.string();
  std::string text = ReadFile(folder / file);
  const auto at = text.find(was);
  EXPECT_NE(at, std::string::npos) << file << " has no " << was;
  if (at != std::string::npos) text.replace(at, was.size(), is);
  std::ofstream(folder / file) << text;
  return folder.string();
}

struct Planted {
  std::string what;
  std::string file;
  std::string was;
  std::string is;
  std::vector<std::string> reported;  // by the nodes themselves
};
void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.what; }

// Messages of 5 flits, all of which leave in cycle 0 for a neighbour. The fault is of node (1,1).
Outcome RunPlanted(const Planted& planted, const std::string& engine) {
  const Scratch scratch;
  return RunShell("TOROID_TEMPLATES=" + Templates(scratch, planted.file, planted.was, planted.is) +
                  " \"$TOROID\" simulate " + Task("torus:4x4", 4, "stream", "all", 5) + kRouter +
                  kUnits + " --watchdog 200 --engine " + engine);
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

const std::string kLib = "lib/toroid_scheduled_";
const std::string kPulse = "wire pulse = start & ~clear;";
const std::string kSkewed =
    "reg start_q;\nalways @(posedge clk) start_q <= start;\n"
    "wire pulse = (coordinates == 5 ? ";
// The node and those that it exchanges messages with.
const std::vector<std::string> kArrivalsAround = {
    "node (0,1): fault arrival in cycle 1", "node (1,0): fault arrival in cycle 1",
    "node (1,1): fault arrival in cycle 1", "node (1,2): fault arrival in cycle 1",
    "node (2,1): fault arrival in cycle 1"};

INSTANTIATE_TEST_SUITE_P(
    All, PlantedFaults,
    testing::Values(
        // What misleads the sender is seen by the receiver (N7.7).
        Planted{"AMessageACycleLate",
                kLib + "task.v",
                "assign send[j] = unit_send[j] | (pulse & send_at[j*TIME_BITS+:TIME_BITS] == 0);",
                "wire right = unit_send[j] | (pulse & send_at[j*TIME_BITS+:TIME_BITS] == 0);\n"
                "reg late_q;\nalways @(posedge clk) late_q <= right;\n"
                "assign send[j] = coordinates == 5 && j == 0 ? late_q : right;",
                {"node (0,1): fault arrival in cycle 1"}},
        Planted{"ASlotAltered",
                kLib + "task.v",
                "assign send_due[q] = |sends;",
                "reg late_q;\nalways @(posedge clk) late_q <= |sends;\n"
                "assign send_due[q] = coordinates == 5 ? late_q : |sends;",
                {"node (1,1): fault slot in cycle 0"}},
        Planted{"ASinkThatStalls",
                "top/node_scheduled_router.v.tpl",
                ".m_ready(m_axis_tready)",
                ".m_ready(m_axis_tready & {4{coordinates != 5}})",
                {"node (1,1): fault sink in cycle 1"}},
        // It sends late, and waits for what arrives in time; the other way round for early.
        Planted{"ANodeThatStartsLate", kLib + "task.v", kPulse,
                kSkewed + "start_q : start) & ~clear;", kArrivalsAround},
        Planted{"ANodeThatStartsEarly", kLib + "task.v", kPulse,
                kSkewed + "start : start_q) & ~clear;", kArrivalsAround}),
    [](const auto& test) { return test.param.what; });

TEST(ScheduledTemplates, PassWithNothingPlanted) {
  for (const char* engine : {"rtl", "both"})
    EXPECT_EQ(RunPlanted({"nothing", "", "", "", {}}, engine).code, 0) << engine;
}

TEST(ScheduledTemplates, MustReportAnErrorExactlyWithAFault) {
  const Outcome high = RunPlanted(
      {"error without a fault", kLib + "faults.v", "error = |faults_q", "error = ~clear", {}},
      "rtl");
  EXPECT_EQ(high.code, 1) << high.out;
  EXPECT_NE(
      high.out.find("node (0,0): error is high in cycle 0, though no bit of its faults is set"),
      std::string::npos)
      << high.out;
}

}  // namespace
}  // namespace toroid
