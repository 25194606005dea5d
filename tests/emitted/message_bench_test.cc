// The testbench generated for networks with schedule units, relays, translation tables and
// scheduled routers: it passes on the network as it is, and reports a planted mistake
// (docs/spec/generated.md, G1.11).
#include <gtest/gtest.h>

#include <string>

#include "tests/emitted/emitted.h"

namespace toroid::test::message_bench_test {
namespace {

constexpr auto kScheduled = RouterKind::kScheduled;
constexpr const char* kFloatAdd = "examples/float32/float_add.v";

UnitTask TaskOf(ScheduleKind schedule, int count, int flits, int pipelining = 0) {
  return {
      .schedule = schedule, .task = {0, count}, .message_flits = flits, .pipelining = pipelining};
}

struct Case {
  Network network;
  const char* said;  // by the bench
};

void PrintTo(const Case& test, std::ostream* out) { *out << NameOf(test.network); }

class MessageBenches : public testing::TestWithParam<Case> {};

TEST_P(MessageBenches, PassOnTheNetworkAsItIs) {
  const EmittedFolder folder(FilesOf(GetParam().network));
  const Outcome run = folder.Run("make -s -C sim");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find(GetParam().said), std::string::npos) << run.output;
}

// 3 rounds of a task; 2 of each of a relay's sets, without the messages that a mesh's edge lacks.
INSTANTIATE_TEST_SUITE_P(
    Networks, MessageBenches,
    testing::Values(
        Case{{.host = "line:4",
              .embedding = "standard",
              .guest = "hypercube:2",
              .unit_task = TaskOf(ScheduleKind::kStream, 2, 16)},
             "PASS: 24 messages of 16 flits in 3 rounds"},
        Case{{.host = "torus:4x4",
              .ports = Ports::kAll,
              .embedding = "xor",
              .guest = "hypercube:4",
              .order = BitOrder::kCyclic,
              .unit_task = TaskOf(ScheduleKind::kStream, 4, 3)},
             "PASS: 192 messages of 3 flits in 3 rounds"},
        Case{{.host = "mesh:4x4",
              .embedding = "standard",
              .guest = "hypercube:4",
              .order = BitOrder::kCyclic,
              .address = Address::kPhysical,
              .unit_task = TaskOf(ScheduleKind::kCalmant, 4, 1),
              .classes = 2,
              .link_stages = 1},
             "PASS: 384 messages of 1 flits in 3 rounds"},
        Case{{.host = "torus:4x4",
              .ports = Ports::kAll,
              .embedding = "xor",
              .guest = "hypercube:4",
              .order = BitOrder::kCyclic,
              .unit_task = TaskOf(ScheduleKind::kStream, 4, 3),
              .router = kScheduled,
              .check_arrivals = true,
              .barrier = true},
             "PASS: 192 messages of 3 flits in 3 rounds"},
        Case{{.host = "ring:8",
              .embedding = "xor",
              .guest = "hypercube:3",
              .order = BitOrder::kCyclic,
              .unit_task = TaskOf(ScheduleKind::kOffset, 3, 2, 4),
              .router = kScheduled,
              .check_arrivals = true,
              .link_stages = 3},
             "PASS: 96 messages of 2 flits in 6 rounds"},
        Case{{.host = "mesh:3x5", .router = kScheduled},
             "PASS: 200 messages of 3 flits in 200 rounds"},
        Case{{.host = "torus:3x2", .ports = Ports::kAll, .router = kScheduled, .link_stages = 2},
             "PASS: 200 messages of 3 flits in 200 rounds"},
        Case{
            {.host = "hypercube:3", .embedding = "gray", .guest = "mesh:2x3", .router = kScheduled},
            "PASS: 200 messages of 3 flits in 200 rounds"},
        Case{{.host = "torus:3x5",
              .router = kScheduled,
              .in_network = InNetwork::kMulticast,
              .root = 7},
             "PASS: 280 words of vectors of 20"},
        Case{{.host = "mesh:2x4x3",
              .router = kScheduled,
              .in_network = InNetwork::kReduction,
              .root = 5,
              .link_stages = 2},
             "PASS: 960 words of vectors of 20"},
        Case{{.host = "torus:4x4",
              .embedding = "xor",
              .guest = "hypercube:4",
              .router = kScheduled,
              .dead_links = "0-1,5-6",
              .dead_nodes = "10",
              .flit_width = 8,
              .in_network = InNetwork::kReduction},
             "PASS: 600 words of vectors of 20"},
        Case{{.host = "torus:2x3",
              .router = kScheduled,
              .wrap = {.keep = true, .user_bits = 3},
              .in_network = InNetwork::kReduction,
              .join = {.by = WordOperator::kMin}},
             "PASS: 240 words of vectors of 20"},
        Case{{.host = "line:4",
              .router = kScheduled,
              .in_network = InNetwork::kReduction,
              .join = {.by = WordOperator::kMax},
              .root = 2},
             "PASS: 160 words of vectors of 20"},
        Case{{.host = "torus:3x5",
              .router = kScheduled,
              .in_network = InNetwork::kReduction,
              .join = ModuleOf(kFloatAdd, 4, WordOperator::kFloat32),
              .root = 7},
             "PASS: 600 words of vectors of 20"},
        Case{{.host = "mesh:2x4",
              .router = kScheduled,
              .in_network = InNetwork::kReduction,
              .join = ModuleOf(kFloatAdd, 4),
              .link_stages = 1},
             "PASS: 320 words of vectors of 20"},
        Case{{.host = "mesh:3x5",
              .ports = Ports::kAll,
              .embedding = "tao",
              .guest = "ring:15",
              .relay = true},
             "PASS: 60 messages of 1 flits in 4 rounds"},
        Case{{.host = "torus:3x2", .ports = Ports::kAll, .barrier = true}, "PASS: 1000 packets of"},
        Case{{.host = "ring:6",
              .embedding = "identity",
              .guest = "ring:6",
              .translation = TableMethod::kComputed},
             "PASS: 1000 packets of"},
        Case{{.host = "torus:3x2",
              .ports = Ports::kAll,
              .embedding = "identity",
              .guest = "torus:3x2",
              .address = Address::kPhysical,
              .translation = TableMethod::kExchanged},
             "PASS: 1000 packets of"},
        Case{{.host = "mesh:2x3",
              .embedding = "tao",
              .guest = "mesh:4x6",
              .translation = TableMethod::kComputed},
             "PASS: 1000 packets of"},
        Case{{.host = "torus:4x4",
              .embedding = "xor",
              .guest = "hypercube:2",
              .partition = {2, 2},
              .translation = TableMethod::kComputed},
             "PASS: 1000 packets of"}),
    [](const auto& test) { return "n" + std::to_string(test.index) + NameOf(test.param.network); });

TEST(MessageBench, RunsUnderVerilatorToo) {
  const EmittedFolder folder(FilesOf({.host = "line:4",
                                      .embedding = "standard",
                                      .guest = "hypercube:2",
                                      .unit_task = TaskOf(ScheduleKind::kStream, 2, 2),
                                      .router = kScheduled}));
  const Outcome run = folder.Run("make -s -C sim verilator ARGS=+rounds=5");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("PASS: 40 messages of 2 flits in 5 rounds"), std::string::npos)
      << run.output;
}

TEST(MessageBench, IsLeftOutWhereAHostMustLoadTheNodesFirst) {
  const EmittedFiles files = FilesOf({.host = "torus:4x4",
                                      .embedding = "xor",
                                      .guest = "hypercube:4",
                                      .order = BitOrder::kCyclic,
                                      .router = kScheduled,
                                      .loaded_units = true});
  EXPECT_TRUE(files.contains("wrap/net_wrap.v"));
  EXPECT_FALSE(files.contains("sim/net_tb.v"));
  EXPECT_FALSE(files.contains("sim/Makefile"));
  EXPECT_EQ(files.at("net.core").find("  sim:\n"), std::string::npos);
}

// Icarus is slow on these; small networks have no such line.
TEST(MessageBench, SendsLessOnManyStreamsAndSaysSo) {
  const EmittedFiles large = FilesOf({.host = "mesh:10x20"});
  EXPECT_NE(large.at("sim/net_tb.v").find("packets)) packets = 200;"), std::string::npos);
  EXPECT_NE(large.at("sim/Makefile").find("200 nodes: Icarus takes"), std::string::npos);
  const EmittedFiles small = FilesOf({.host = "torus:8x8"});
  EXPECT_NE(small.at("sim/net_tb.v").find("packets)) packets = 1000;"), std::string::npos);
  EXPECT_EQ(small.at("sim/Makefile").find("Icarus takes"), std::string::npos);
}

// A mistake and its report; `network` is one of eight.
struct Mistake {
  const char* name;
  int network;
  const char* file;  // a module of the network
  const char* before;
  const char* after;
  const char* said;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class MessageBenchFinds : public testing::TestWithParam<Mistake> {};

TEST_P(MessageBenchFinds, TheMistake) {
  const Network networks[] = {
      {.host = "line:8",
       .embedding = "standard",
       .guest = "hypercube:3",
       .unit_task = TaskOf(ScheduleKind::kStream, 3, 2)},
      {.host = "line:8",
       .embedding = "standard",
       .guest = "hypercube:3",
       .unit_task = TaskOf(ScheduleKind::kStream, 3, 2),
       .router = kScheduled},
      {.host = "mesh:3x5",
       .ports = Ports::kAll,
       .embedding = "tao",
       .guest = "ring:15",
       .relay = true},
      {.host = "ring:6",
       .embedding = "identity",
       .guest = "ring:6",
       .translation = TableMethod::kComputed},
      {.host = "torus:3x2", .barrier = true},
      {.host = "torus:3x3", .router = kScheduled, .in_network = InNetwork::kReduction},
      {.host = "torus:3x3",
       .router = kScheduled,
       .in_network = InNetwork::kReduction,
       .join = {.by = WordOperator::kMin}},
      {.host = "torus:3x3",
       .router = kScheduled,
       .in_network = InNetwork::kReduction,
       .join = ModuleOf(kFloatAdd, 4)}};
  const Mistake& mistake = GetParam();
  EmittedFiles files = FilesOf(networks[mistake.network]);
  std::string& text = files.at(std::string("rtl/net_") + mistake.file + ".v");
  const std::size_t at = text.find(mistake.before);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(mistake.before).size(), mistake.after);
  const Outcome run = EmittedFolder(files).Run("make -s -C sim");
  EXPECT_NE(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find(mistake.said), std::string::npos) << run.output;
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, MessageBenchFinds,
    testing::Values(
        Mistake{"LastSendIsMissing", 0, "schedule_unit", "(now == send_at", "(now == 1 + send_at",
                "FAIL: round 0: of 24 messages "},
        Mistake{"SendIsHighForLong", 0, "schedule_unit", "running & (now == send_at",
                "running & (now >= send_at", "a message is asked for that is not due"},
        Mistake{"NothingArrives", 1, "ejector_scheduled", "|want & ~collision", "1'b0",
                "FAIL: round 0: of 24 messages "},
        Mistake{"EveryBeatIsRefused", 1, "injector_scheduled", "assign refused = s_valid & ~ok;",
                "assign refused = s_valid;", "error is high"},
        Mistake{"ABeatWaits", 1, "router_scheduled", "assign s_ready[p] = ready_q;",
                "assign s_ready[p] = ready_q & ~s_valid[p];", "tready is low"},
        Mistake{"PayloadAltered", 2, "relay_place", "data_q <= in_data;", "data_q <= ~in_data;",
                "not the flit that is due"},
        Mistake{"HaltedMessageIsLost", 2, "relay_place", "keep | (full_q & ~taken)", "1'b0 & keep",
                "FAIL: round "},
        Mistake{"ReleasesComeOneByOne", 4, "barrier", "left_q <= wait_cycles[LEFT_BITS-1:0]",
                "left_q <= wait_cycles[LEFT_BITS-1:0] + (here == 1)", "not all nodes are released"},
        Mistake{"NoCopyTurns", 5, "router_scheduled",
                "turn[i*LINK_PORTS+p] | (arrives[i] & tree_children[p])", "turn[i*LINK_PORTS+p]",
                "no word, and one is due"},
        Mistake{"NoCopyIsEjected", 5, "router_scheduled", "in_valid[p] & ~tree_taken[p]",
                "in_valid[p] & ~tree_taken[p] & ~arrives[p]", "no word, and one is due"},
        Mistake{"AWordIsLeftOut", 5, "join_operator", "assign result = a + b;",
                "assign result = b;", "not the word that is due"},
        Mistake{"TheLargerIsTaken", 6, "join_operator", "a < b ? a : b", "a < b ? b : a",
                "not the word that is due"},
        // what a module computes is unknown, but not that all get the same
        Mistake{"AModuleHasNoResult", 7, "node", ".y(join_result)", ".y()",
                "the root's word is unknown"},
        Mistake{"TheRootGetsAnotherWord", 7, "ejector_scheduled", "flits[i*WIDTH+:WIDTH];",
                "flits[i*WIDTH+:WIDTH] ^ (i == INPUTS - 1);", "not the word that is due"},
        Mistake{"ANodeIsLate", 5, "join", "words[0+:FLIT] = {own_last, odd_q, own_word}",
                "words[0+:FLIT] = {own_last, ~odd_q, own_word}", "error is high"},
        Mistake{"ReducesGoDownToo", 5, "node", "~tree_root | sum_answer : own_sent",
                "1'b1 : own_sent", "a word that is not due"},
        Mistake{"NoEntryIsValid", 3, "translation_computed", "ready_q & holds & there", "1'b0",
                "an entry that is not due, or none"},
        Mistake{"AnotherEntry", 3, "translation_computed", "assign asked = logical;",
                "assign asked = ~logical;", "FAIL: "},
        Mistake{"TableNeverReady", 3, "translation_computed",
                "else if (building_q & last) ready_q <= 1'b1;", "", "a table is not ready"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace toroid::test::message_bench_test
