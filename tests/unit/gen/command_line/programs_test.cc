// [[program]] tables: their requests, and messages about programs that cannot share a machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tests/unit/gen/command_line/config_file.h"

namespace toroid::gen_command_line_programs_test {
namespace {

constexpr const char* kHost = "host = \"torus:6x8\"\n";

// `more` may repeat a key of this text: it comes first.
std::string Table(const std::string& more) {
  std::string text = "[[program]]\n" + more;
  for (const auto& [name, value] : {std::pair{"guest", "ring:6"},
                                    {"embedding", "tao"},
                                    {"partition", "2x3"},
                                    {"base", "0,0"},
                                    {"traffic", "exchange"}}) {
    if (more.find(std::string(name) + " =") == std::string::npos)
      text += std::string(name) + " = \"" + value + "\"\n";
  }
  return text;
}

std::string FileDiagnosticsOf(const std::string& text, const std::string& typed = "") {
  return test::FileDiagnosticsOf(Command::kSimulate, text, typed);
}

TEST(Programs, AreInTheirBoxesOnOneMachine) {
  const Result<Spec> spec = test::ParseFile(
      Command::kSimulate,
      std::string(kHost) + "flit-width = 16\nsimulate.seed = 4\n" + Table("message-flits = 3\n") +
          Table("base = \"2,5\"\ntraffic = \"permutation\"\nschedule = \"list\"\n"));
  ASSERT_TRUE(spec);
  ASSERT_EQ(spec->programs.size(), 2U);
  EXPECT_FALSE(spec->plan->embedding());
  EXPECT_EQ(spec->plan->hardware().address, Address::kPhysical);
  for (const ProgramInBox& program : spec->programs) {
    EXPECT_EQ(program.request.run.seed, 4U);
    EXPECT_EQ(program.plan.hardware().flit_width, 16);
    EXPECT_FALSE(program.plan.partition());
    for (std::uint32_t g = 0; g < 6; ++g)
      EXPECT_TRUE(program.box.NodeAt(program.plan.embedding()->HostOf(NodeId{g})));
  }
  EXPECT_EQ(spec->programs[1].box.base(), (Coordinates{2, 5}));
  EXPECT_EQ(std::get<SetsRequest>(spec->programs[0].request.traffic).message_flits, 3);
  EXPECT_EQ(std::get<SetsRequest>(spec->programs[1].request.traffic).kind, SetKind::kPermutation);
}

TEST(Programs, AreLeftOutByOtherCommands) {
  const std::string file = kHost + Table("") + Table("base = \"4,4\"\n");
  for (const Command command : {Command::kGenerate, Command::kCheck}) {
    const Result<Spec> spec =
        test::ParseFile(command, file, command == Command::kGenerate ? "--out x" : "");
    ASSERT_TRUE(spec);
    EXPECT_FALSE(spec->guest);
    EXPECT_TRUE(spec->programs.empty());
  }
}

TEST(Programs, SayWhichTableIsWrong) {
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("") + Table("base = \"5,0\"\n")),
            "net.toml:9: [[program]] 2: --base: 5,0: leaves the host on axis 0; a box of 2x3 fits "
            "torus:6x8 at bases up to 4,5\n");
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("guest = \"rung:6\"\n") + Table("base = \"2,0\"\n")),
            "net.toml:3: [[program]] 1: --guest: rung:6: is not a graph; did you mean ring:6? "
            "allowed are torus:8x8, "
            "mesh:4x2x3, ring:12, line:12, hypercube:6, twisted:4x8 and the like, lengths >= 2\n");
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("") +
                              "[[program]]\nguest = \"ring:6\"\ntraffic = \"exchange\"\n"),
            "net.toml:8: [[program]] 2: --embedding: is missing; a [[program]] needs --embedding "
            "identity|standard|xor|by-weight|tao|gray\n"
            "net.toml:8: [[program]] 2: --partition: is missing; a [[program]] needs --partition "
            "AxBx...\n");
}

TEST(Programs, HaveNoNodeInCommon) {
  EXPECT_EQ(
      FileDiagnosticsOf(kHost + Table("") + Table("base = \"2,0\"\n") + Table("base = \"1,2\"\n")),
      "net.toml:14: [[program]] 3: --base: 1,2: the box of 2x3 has nodes of that of "
      "[[program]] 1, 2x3 at 0,0; boxes have no node in common\n"
      "net.toml:14: [[program]] 3: --base: 1,2: the box of 2x3 has nodes of that of "
      "[[program]] 2, 2x3 at 2,0; boxes have no node in common\n");
}

TEST(Programs, KeepTheirRoutesInTheBox) {
  const std::string wide = Table("guest = \"line:5\"\npartition = \"5x1\"\nbase = \"1,0\"\n");
  EXPECT_EQ(FileDiagnosticsOf(kHost + wide),
            "net.toml:2: [[program]] 1: --partition: 5x1: routes between its nodes would leave the "
            "box; on axes of torus:6x8 that wrap allowed are the whole length, or at most half of "
            "it, rounded up\n");
  EXPECT_EQ(FileDiagnosticsOf("host = \"mesh:6x8\"\n" + wide), "");
}

TEST(Programs, HaveWhatIsTheirsAndShareTheRest) {
  EXPECT_EQ(
      FileDiagnosticsOf(std::string("guest = \"ring:6\"\n") + kHost + Table("flit-width = 8\n")),
      "net.toml:1: --guest: ring:6: is a program's own; write it in the [[program]] tables\n"
      "net.toml:4: [[program]] 1: --flit-width: 8: is the machine's, which all programs "
      "share; write it above the first [[program]]\n");
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table(""), "--schedule list"),
            "--schedule: list: is a program's own; write it in the [[program]] tables\n");
}

// A fault that is common to all programs is reported once, without a table.
TEST(Programs, AreNotAllBlamedForTheMachine) {
  EXPECT_EQ(FileDiagnosticsOf(std::string("host = \"torus:6x8\"\nflit-width = 12\n") + Table("") +
                              Table("base = \"2,3\"\n")),
            "net.toml:2: --flit-width: 12: is not a multiple of 8; allowed are multiples of 8 from "
            "8 to 640\n");
}

TEST(Programs, HaveNoHardwareOfTheirOwn) {
  const auto first_words = [](const std::string& machine, const std::string& table = "") {
    const std::string lines = FileDiagnosticsOf(kHost + machine + Table(table));
    return lines.substr(0, lines.find(';'));
  };
  EXPECT_EQ(first_words("address = \"logical\"\n"),
            "net.toml:2: --address: logical: each program has an embedding of its own, and the "
            "hardware has none");
  EXPECT_EQ(
      first_words("router = \"scheduled\"\nbarrier = \"hardware\"\n", "schedule = \"list\"\n"),
      "net.toml:3: --barrier: hardware: is not supported with [[program]] tables yet");
  EXPECT_EQ(first_words("", "schedule-units = \"send\"\n"),
            "net.toml:3: [[program]] 1: --schedule-units: send: is not supported with [[program]] "
            "tables yet");
  EXPECT_EQ(
      first_words("simulate.export = \"a.goal\"\n"),
      "net.toml:2: [simulate]: --export: a.goal: is not supported with [[program]] tables yet");
}

// A reported fault leads to no other error.
TEST(Programs, LeaveOutWhatAMachineHasNot) {
  for (const char* line :
       {"relay = true", "export = \"a.goal\"", "moved-from = \"1,1\"", "schedule-units = \"send\"",
        "load = \"tables\"", "address = \"logical\"", "barrier = \"hardware\"",
        "translation = \"computed\""}) {
    for (const bool in_table : {false, true}) {
      const std::string text = std::string(line) + "\n";
      const std::string sets = "traffic = \"permutation\"\n";
      const std::string found = in_table
                                    ? FileDiagnosticsOf(kHost + Table(sets + text))
                                    : FileDiagnosticsOf(kHost + ("simulate." + text + Table(sets)));
      EXPECT_EQ(std::ranges::count(found, '\n'), 1) << found;
      EXPECT_EQ(found.find("[[program]] 1: --") != std::string::npos, in_table) << found;
      EXPECT_NE(found.find("; leave it out; it goes with one program, without [[program]] tables"),
                std::string::npos)
          << found;
    }
  }
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("schedule = \"none\"\n")).find("leave it out"),
            std::string::npos);
}

// A common option goes to the programs whose traffic uses it, not to the others.
TEST(Programs, AreSparedWhatTheirTrafficDoesNotUse) {
  const std::string cube = Table(
      "guest = \"hypercube:2\"\nembedding = \"standard\"\npartition = \"2x2\"\nbase = \"3,3\"\n"
      "traffic = \"cc-cube\"\nschedule = \"list\"\n");
  const std::string machine = std::string(kHost) + "router = \"scheduled\"\n";
  const std::string typed = "--buffer-depth 4";
  EXPECT_EQ(FileDiagnosticsOf(machine + Table("schedule = \"list\"\n") + cube, typed), "");
  EXPECT_EQ(FileDiagnosticsOf(machine + cube, typed), "");  // its default
}

TEST(Programs, SendBetweenTheNodesOfTheirGuests) {
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("traffic = \"uniform\"\n")),
            "net.toml:3: [[program]] 1: --traffic: uniform: is between the nodes of a whole host; "
            "a [[program]] takes traffic between its guest's nodes\n");
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("traffic = \"reduce-scatter\"\n")),
            "net.toml:3: [[program]] 1: --traffic: reduce-scatter: is between the nodes of a whole "
            "host; a [[program]] takes traffic between its guest's nodes, and so methods of a "
            "hypercube guest\n");
}

TEST(Programs, HaveTheProcessesOfTheProgramWithTheMost) {
  const std::string tables = Table("guest = \"ring:12\"\n") + Table("base = \"2,0\"\n") +
                             Table("guest = \"ring:30\"\nbase = \"4,0\"\n");
  const auto spec = test::ParseFile(Command::kSimulate, kHost + tables);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->plan->hardware().processes, 5);
  EXPECT_EQ(spec->plan->tid_bits(), 3);
  for (const ProgramInBox& program : spec->programs) {
    EXPECT_EQ(program.plan.hardware_hash() == spec->plan->hardware_hash(), false)
        << "it has an embedding";
    EXPECT_EQ(program.plan.tid_bits(), 3);
    EXPECT_EQ(program.plan.address_bits(), spec->plan->address_bits());
  }
  const auto more = test::ParseFile(Command::kSimulate, "processes = 9\n" + (kHost + tables));
  ASSERT_TRUE(more);
  EXPECT_EQ(more->plan->tid_bits(), 4);
  EXPECT_EQ(
      FileDiagnosticsOf("processes = 4\n" + (kHost + tables)),
      "net.toml:15: [[program]] 3: --processes: 4: guest ring:30 puts 5 guest nodes on a host "
      "node; allowed are 5 and more, or leave it out\n");
  const auto none = test::ParseFile(Command::kSimulate, kHost + Table(""));
  ASSERT_TRUE(none);
  EXPECT_EQ(none->plan->tid_bits(), 0);
}

TEST(Programs, HaveOneProcessANodeOnScheduledRouters) {
  EXPECT_EQ(
      FileDiagnosticsOf(kHost + ("router = \"scheduled\"\n" +
                                 Table("schedule = \"list\"\nbase = \"2,3\"\n") +
                                 Table("guest = \"ring:12\"\nschedule = \"list\"\n"))),
      "net.toml:10: [[program]] 2: --router: scheduled: guest ring:12 puts 2 guest nodes on a "
      "host node; flits of scheduled routers do not tell them apart; use --router buffered\n");
}

TEST(Programs, SayWhatTheirTrafficDoesNotUse) {
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("task = \"0,1\"\n")),
            "net.toml:3: [[program]] 1: --task: 0,1: is not used by traffic exchange; it goes with "
            "task\n");
  // above the tables it may be for other commands
  EXPECT_EQ(FileDiagnosticsOf(std::string("classes = 2\n") + kHost + Table("")), "");
}

TEST(Programs, AreTablesAndNothingElse) {
  for (const char* text : {"program = 3\n", "[program]\nguest = \"ring:6\"\n", "program = []\n"})
    EXPECT_EQ(
        FileDiagnosticsOf(kHost + std::string(text)).substr(11),
        " --config: program: is not a list of tables; write [[program]] before the options of "
        "each program\n")
        << text;
  EXPECT_EQ(FileDiagnosticsOf(kHost + Table("") + "[program.more]\nx = 1\n"),
            "net.toml:8: [[program]] 1: --config: more: is a table, and allowed are those of "
            "commands, such as [simulate], [[program]], [axi], [[axi.node]], [[axi.map]], "
            "[[dead]], [[stream]]; give a TOML file of name = value lines\n");
}

}  // namespace
}  // namespace toroid::gen_command_line_programs_test
