// Faults planted in networks of scheduled routers, none of which may be silent
// (docs/spec/scheduled-router.md, sections 6 and 7); scheduled_runs.txt has the runs without.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::scheduled_test {
namespace {

constexpr const char* kRouter = " --router scheduled --no-baseline --flit-width 16 ";
const std::string kUnits = " --schedule-units check";

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

const std::string kTree = "in the network";
const std::string kAllReduce =
    "--host torus:4x4 --traffic all-reduce --method in-network --in-network reduction --elements 5";

// Messages of 5 flits, all of which leave in cycle 0 for a neighbour, or a sum along the tree. The
// fault is at node (1,1).
Outcome RunPlanted(const Planted& planted, const std::string& engine) {
  const Scratch scratch;
  return RunShell("TOROID_TEMPLATES=" + Templates(scratch, planted.file, planted.was, planted.is) +
                  " \"$TOROID\" simulate " +
                  (planted.schedule == kTree
                       ? kAllReduce
                       : Task("torus:4x4", 4, planted.schedule, "all", 5) + kUnits) +
                  kRouter + " --watchdog 200 --engine " + engine);
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
                ".last(<%last%>),\n    .send_at(send_at)",
                ".last(<%last%>),\n    .send_at(send_at | (coordinates == 5))",
                {"node (0,1): fault arrival in cycle 1"}},
        Planted{"ATimeAlteredInATable",
                "top/schedule_table.v.tpl",
                "= row_of(coordinates);",
                "= row_of(coordinates) ^ (coordinates == 5);",
                {"node (0,1): fault arrival in cycle 1"},
                "list"},
        Planted{"ASlotAltered",
                "top/node_router.v.tpl",
                ".send_due(send_due)",
                ".send_due(send_due & {4{coordinates != 5}})",
                {"node (1,1): fault slot in cycle 0"}},
        Planted{"ASinkThatStalls",
                "top/node_router.v.tpl",
                ".m_ready(m_axis_tready)",
                ".m_ready(m_axis_tready & {4{coordinates != 5}})",
                {"node (1,1): fault sink in cycle 1"}},
        // Its first word meets none, and the words of its parent and children are others' beats.
        Planted{"ANodeThatAddsLate",
                "top/node_tree.v.tpl",
                "wire tree_own = s_axis_tvalid & s_dest_ok & (s_dest == coordinates)\n      &",
                "reg late;\nalways @(posedge clk) late <= s_axis_tvalid;\n"
                "wire tree_own = (coordinates == 5 ? late : s_axis_tvalid) &",
                {"node (1,1): fault join in cycle 2"},
                kTree},
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
      {"error without a fault", kFaultBits, "error = |faults_q", "error = ~clear", {}}, "rtl");
  EXPECT_EQ(high.code, 1) << high.out;
  EXPECT_NE(
      high.out.find("node (0,0): error is high in cycle 0, though no bit of its faults is set"),
      std::string::npos)
      << high.out;
}

}  // namespace
}  // namespace toroid::scheduled_test
