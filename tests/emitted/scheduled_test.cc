// An emitted network of scheduled routers in Icarus Verilog, run by its own schedule units:
// scheduled_tb.v says what is checked.
#include <gtest/gtest.h>

#include "tests/emitted/emitted.h"

namespace toroid::test {
namespace {

// The command is where the bench is found from; the tests run anywhere.
std::string Bench() {
  return (std::filesystem::path(__FILE__).parent_path() / "scheduled_tb.v").string();
}

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

std::string OutputOf(const EmittedFiles& files) {
  const EmittedFolder folder(files);
  return folder
      .Run("iverilog -g2005 -s scheduled_tb -o bench " + Bench() + " -c toroid.f && vvp -n bench")
      .output;
}

TEST(ScheduledNetwork, RunsByItsScheduleUnitsWithoutAFault) {
  EXPECT_EQ(OutputOf(FilesOf(Streams())), "PASS: 191 flits\n");
}

// The twin: units that send a message of cube dimension 0 too early are noticed.
TEST(ScheduledNetwork, WithAWrongScheduleUnitHasFaults) {
  EmittedFiles files = FilesOf(Streams());
  std::string& unit = files.at("rtl/net_schedule_stream.v");
  const std::string right = "assign send_at = half;";
  const auto at = unit.find(right);
  ASSERT_NE(at, std::string::npos);
  unit.replace(at, right.size(), "assign send_at = coordinate[0] ? half : half ^ 1'b1;");
  EXPECT_TRUE(OutputOf(files).starts_with("FAIL: ")) << OutputOf(files);
}

}  // namespace
}  // namespace toroid::test
