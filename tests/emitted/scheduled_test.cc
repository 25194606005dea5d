// An emitted network of scheduled routers in Icarus Verilog, run by its own schedule units;
// scheduled_tb.v lists the checks.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "gen/plan/link_fields.h"
#include "gen/rtl/names.h"
#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::scheduled_test {
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
  std::ifstream bench(Checkout("tests/emitted/scheduled_tb.v"));
  files["scheduled_tb.v"] = {std::istreambuf_iterator<char>(bench),
                             std::istreambuf_iterator<char>()};
  const EmittedFolder folder(files);
  const std::string bench_command =
      "iverilog -g2005 -s scheduled_tb -o tb scheduled_tb.v -c net.f && vvp -n tb";
  return folder.Run(bench_command).output;
}

// Two nodes that send to each other in cycle 0: their rows {last, send_port, send_at} are both
// {1, 1, 0}, so they share an image, whose header has kind 1 and the addresses 0 and 1.
TEST(LoadedTables, AreWrittenAsTheWordsThatTheHostSends) {
  const Network line = {.host = "line:2",
                        .embedding = "standard",
                        .guest = "hypercube:1",
                        .unit_task = UnitTask{ScheduleKind::kList, {0, 1}, 1},
                        .router = RouterKind::kScheduled,
                        .loaded_tables = true};
  EXPECT_EQ(FilesOf(line).at("net_tables.hex"), "080000000\n000000001\n100000006\n");
}

TEST(ScheduledNetwork, RunsByItsScheduleUnitsWithoutAFault) {
  EXPECT_EQ(OutputOf(FilesOf(Streams())), "PASS: 191 flits\n");
}

TEST(ScheduledNetwork, RunsByItsTablesWithoutAFault) {
  Network tables = Streams();
  tables.unit_task->schedule = ScheduleKind::kList;
  EXPECT_EQ(OutputOf(FilesOf(tables)), "PASS: 191 flits\n");
}

// Twin: where one node's unit sends nothing, the node offers nothing either, so no slot is missed,
// but its four neighbours miss the due messages.
TEST(ScheduledNetwork, WithOneSilentScheduleUnitHasFaults) {
  EmittedFiles files = FilesOf(Streams());
  std::string& node = files.at("rtl/net_node.v");
  // of the task, not of its formula
  const std::string right =
      ".send_port(send_port),\n    .arrive_at(arrive_at),\n    .arrive_port(arrive_port),\n";
  const auto at = node.find(right);
  ASSERT_NE(at, std::string::npos);
  node.insert(at + right.find("),"), " & {16{coordinates != 5}}");
  const std::string output = OutputOf(files);
  EXPECT_TRUE(output.starts_with("FAIL: ")) << output;
}

// ---- N8.1: payload reaches no control signal ----

// Bit by bit, as splitnets names them: "axis0_plus_out_flit_40_".
std::string BitsOf(const std::string& kind, const std::string& port, int from, int to) {
  std::string names;
  for (int bit = from; bit < to; ++bit) names += fmt::format(" {}:{}_{}_", kind, port, bit);
  return names;
}

// A Yosys script that fails if a payload bit, at a local port or on a link, is in the fan-in of an
// output of the node that is neither payload nor its source, through any number of flip-flops.
std::string NoWayFromPayload(const Plan& plan) {
  const int width = plan.hardware().flit_width;
  std::string payload = BitsOf("i", "s_axis_tdata", 0, width * plan.local_ports());
  std::string control =
      " o:*_out_valid o:s_axis_tready* o:m_axis_tvalid* o:m_axis_tlast* o:busy o:error o:faults*";
  if (plan.schedule_unit()) control += " o:send*";
  for (int port = 0; port < static_cast<int>(plan.link_ports().size()); ++port) {
    const std::string name = rtl::PortName(plan.link_ports()[static_cast<std::size_t>(port)]);
    const LinkFields fields = FieldsOfLink(plan, port);
    const LinkField& source = *fields.Find(LinkField::Kind::kSource);
    payload += BitsOf("i", name + "_in_flit", 0, width);
    control += BitsOf("o", name + "_out_flit", source.offset + source.width, fields.width);
  }
  return "hierarchy -top net_node; proc; flatten; opt_clean; techmap; opt_clean; "
         "splitnets -ports -format __; cd net_node; select -set payload" +
         payload + "; select -assert-min 1 @payload; select -set control" + control +
         "; select -assert-min 1 @control; select -assert-none @control %ci* @payload %i";
}

class PayloadOfScheduledRouters : public testing::TestWithParam<Network> {};

TEST_P(PayloadOfScheduledRouters, ReachesNoControlSignal) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const Outcome outcome = folder.Run(Yosys(NoWayFromPayload(PlanOf(GetParam()))));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

// Twin: the payload decides whether a flit goes straight on.
TEST(PayloadOfWrongRouters, ReachesControlSignals) {
  const Network network = {.host = "ring:8", .router = RouterKind::kScheduled};
  EmittedFiles files = FilesOf(network);
  std::string& fields = files.at("rtl/net_flit_reader.v");
  const std::string right = "assign straight = flit[AHEAD];";
  const auto at = fields.find(right);
  ASSERT_NE(at, std::string::npos);
  fields.replace(at, right.size(), "assign straight = flit[AHEAD] & ~&flit[3:0];");
  const Outcome outcome = EmittedFolder(files).Run(Yosys(NoWayFromPayload(PlanOf(network))));
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("ssertion failed"), std::string::npos) << outcome.output;
}

INSTANTIATE_TEST_SUITE_P(
    Networks, PayloadOfScheduledRouters,
    testing::Values(
        Streams(), Network{.host = "torus:8x8", .router = RouterKind::kScheduled},
        Network{.host = "mesh:3x5x2", .ports = Ports::kAll, .router = RouterKind::kScheduled}),
    TestName);

}  // namespace
}  // namespace toroid::test::scheduled_test
