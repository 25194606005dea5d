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

// The twin: units that send some messages a cycle off are noticed.
TEST(ScheduledNetwork, WithAWrongScheduleUnitHasFaults) {
  EmittedFiles files = FilesOf(Streams());
  std::string& unit = files.at("rtl/net_schedule_stream.v");
  const std::string right = "assign send_at = half;";
  const auto at = unit.find(right);
  ASSERT_NE(at, std::string::npos);
  unit.replace(at, right.size(), "assign send_at = coordinate[0] ? half : half ^ 1'b1;");
  const std::string output = OutputOf(files);
  EXPECT_TRUE(output.starts_with("FAIL: ")) << output;
}

}  // namespace
}  // namespace toroid::test
