// An emitted network of scheduled routers in Icarus Verilog, run by its own schedule units:
// scheduled_tb.v says what is checked.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/emitted/emitted.h"

namespace toroid::test {
namespace {

Network Streams() {
  return {.host = "torus:4x4",
          .ports = Ports::kAll,
          .embedding = "xor",
          .guest = "hypercube:4",
          .order = BitOrder::kCyclic,
          .address = Address::kPhysical,
          .unit_task = UnitTask{ScheduleKind::kStream, {0, 4}, 3},
          .router = RouterKind::kScheduled,
          .check_arrivals = true};
}

std::string OutputOf(EmittedFiles files) {
  std::ifstream bench(TOROID_TEST_DATA "/../emitted/scheduled_tb.v");
  files["scheduled_tb.v"] = {std::istreambuf_iterator<char>(bench),
                             std::istreambuf_iterator<char>()};
  const EmittedFolder folder(files);
  const std::string bench_command =
      "iverilog -g2005 -s scheduled_tb -o tb scheduled_tb.v -c toroid.f && vvp -n tb";
  return folder.Run(bench_command).output;
}

TEST(ScheduledNetwork, RunsByItsScheduleUnitsWithoutAFault) {
  EXPECT_EQ(OutputOf(FilesOf(Streams())), "PASS: 191 flits\n");
}

// The twin: where one node's unit sends nothing, the node offers nothing either, so no slot is
// missed. But its four neighbours miss what should arrive.
TEST(ScheduledNetwork, WithOneSilentScheduleUnitHasFaults) {
  EmittedFiles files = FilesOf(Streams());
  std::string& task = files.at("rtl/net_scheduled_task.v");
  const std::string right = "assign send[j] = unit_send[j] |";
  const auto at = task.find(right);
  ASSERT_NE(at, std::string::npos);
  task.replace(at, right.size(), "assign send[j] = coordinates == 5 ? 1'b0 : unit_send[j] |");
  const std::string output = OutputOf(files);
  EXPECT_TRUE(output.starts_with("FAIL: ")) << output;
}

}  // namespace
}  // namespace toroid::test
