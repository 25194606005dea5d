// Several programs on one machine, each in its own box (docs/spec/partition.md, section 4): each
// runs as it does alone, hardware and model agree in every event, and no packet leaves a box.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gen/embedding/partition.h"
#include "tests/cosim/simulate.h"

namespace toroid::programs_test {
namespace {

struct Table {
  std::string options;  // as typed, without partition and base
  std::string partition;
  std::string base;
};

struct Machine {
  std::string name;
  std::string options;  // as typed
  std::vector<Table> programs;
  std::string engine = "";  // engine options as typed
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }

// "--guest ring:6 --no-baseline" as lines of a file.
std::string Lines(const std::string& typed) {
  std::istringstream words(typed);
  std::string text;
  bool valued = true;
  for (std::string word; words >> word;) {
    if (word.starts_with("--")) {
      text += std::string(valued ? "" : "true") + "\n" + word.substr(2) + " = ";
      valued = false;
      continue;
    }
    const bool number = word.find_first_not_of("0123456789.") == std::string::npos;
    text += number ? word : "\"" + word + "\"";
    valued = true;
  }
  return text + (valued ? "" : "true") + "\n";
}

std::string FileOf(const Machine& machine) {
  std::string text = "[simulate]\n" + Lines(machine.options);
  for (const Table& table : machine.programs) {
    text += "[[program]]\n" +
            Lines(table.options + " --partition " + table.partition + " --base " + table.base);
  }
  return text;
}

Simulated SimulateAll(const Machine& machine, const std::string& typed = "") {
  const Scratch scratch;
  return Simulate("--config " + scratch.Write("machine.toml", FileOf(machine)) + " " + typed);
}

Partition BoxOf(const Graph& host, const nlohmann::json& program) {
  return Partition::Create(host, program["partition"].get<std::vector<int>>(),
                           program["base"].get<std::vector<int>>())
      .value();
}

// A program's results, apart from its place.
nlohmann::json Taken(nlohmann::json program) {
  for (const char* key : {"guest", "partition", "base"}) program.erase(key);
  return program;
}

class Shared : public testing::TestWithParam<Machine> {};

TEST_P(Shared, EachProgramTakesWhatItTakesAlone) {
  const Machine& machine = GetParam();
  const Simulated all = SimulateAll(machine, machine.engine);
  ExpectPerfectMatch(all);
  ASSERT_EQ(all.report["programs"].size(), machine.programs.size());
  Cycle last = 0;
  for (std::size_t p = 0; p < machine.programs.size(); ++p) {
    SCOPED_TRACE(machine.programs[p].options);
    const nlohmann::json& program = all.report["programs"][p];
    EXPECT_EQ(program["cycles"], program["reference_cycles"]);
    EXPECT_GT(program["cycles"], 0);
    last = std::max<Cycle>(last, program["cycles"]);
    // without other programs
    const Simulated one =
        SimulateAll({machine.name, machine.options, {machine.programs[p]}}, "--engine model");
    ASSERT_EQ(one.code, 0) << one.err;
    nlohmann::json alone = Taken(one.report["programs"][0]);
    alone["cycles"] = program["cycles"];  // there is no hardware
    for (std::size_t i = 0; i < alone["iterations"].size(); ++i)
      alone["iterations"][i]["cycles"] = program["iterations"][i]["cycles"];
    EXPECT_EQ(Taken(program), alone);
    // and without a file, except scheduled routers, which do not support such a partition
    if (machine.options.find("scheduled") != std::string::npos) continue;
    const Table& table = machine.programs[p];
    const Simulated typed =
        Simulate(machine.options + " " + table.options + " --partition " + table.partition +
                 " --base " + table.base + " --address physical --engine model");
    ASSERT_EQ(typed.code, 0) << typed.err;
    EXPECT_EQ(typed.report["reference_cycles"], program["reference_cycles"]);
    EXPECT_EQ(typed.report["result"], program["result"]);
    EXPECT_EQ(typed.report["conflicts"], program["conflicts"]);
    EXPECT_EQ(typed.report["predicted_cycles"], program["predicted_cycles"]);
  }
  EXPECT_EQ(all.report["cycles"], last);
}

TEST_P(Shared, NothingLeavesABox) {
  const Simulated all = SimulateAll(GetParam(), "--engine model --no-baseline");
  ASSERT_EQ(all.code, 0) << all.err;
  std::string text = GetParam().options.substr(std::string("--host ").size());
  const Graph host = *Graph::Parse(text.substr(0, text.find(' ')));
  std::set<std::size_t> used;
  for (const auto& load : all.report["links"]["loads"]) {
    const NodeId from{load[0].get<std::uint32_t>()};
    const NodeId to{load[1].get<std::uint32_t>()};
    std::size_t boxes = 0;
    for (std::size_t p = 0; p < all.report["programs"].size(); ++p) {
      const Partition box = BoxOf(host, all.report["programs"][p]);
      if (!box.NodeAt(from) || !box.NodeAt(to)) continue;
      ++boxes;
      used.insert(p);
    }
    EXPECT_EQ(boxes, 1U) << load;
  }
  EXPECT_EQ(used.size(), all.report["programs"].size());
}

INSTANTIATE_TEST_SUITE_P(
    Machines, Shared,
    testing::Values(
        Machine{"Torus",
                "--host torus:8x8 --flit-width 64",
                {{"--guest hypercube:4 --embedding standard --traffic fft --elements 8 "
                  "--schedule calmant",
                  "4x4", "0,0"},
                 {"--guest hypercube:4 --embedding standard --traffic cc-cube --elements 8 "
                  "--pipelining 4 --schedule calmant --release order --startup 3",
                  "4x4", "0,4"},
                 {"--guest hypercube:5 --embedding standard --traffic bitonic-sort --elements 4 "
                  "--schedule list",
                  "4x8", "4,0"}}},
        Machine{
            "OddMeshWithAllPorts",
            "--host mesh:5x6 --ports all --flit-width 16",
            {{"--guest ring:9 --embedding tao --traffic permutation --schedule list", "3x3", "2,1"},
             {"--guest ring:6 --embedding tao --traffic scatter --message-flits 3", "2x3", "0,0"},
             {"--guest hypercube:2 --embedding xor --traffic task --task 0,2 --message-flits 7 "
              "--schedule stream",
              "2x2", "0,3"},
             {"--guest line:5 --embedding tao --traffic exchange", "5x1", "0,5"},
             {"--guest hypercube:1 --embedding standard --traffic cc-cube --elements 9 "
              "--pipelining 2",
              "2x1", "3,4"}}},
        Machine{"RingWithSlowSinks",
                "--host ring:9 --sink-ready 0.6 --seed 5",
                {{"--guest hypercube:2 --embedding by-weight --traffic all-gather --method "
                  "doubling --elements 3 --barrier-cycles 60",
                  "4", "5"},
                 {"--guest ring:5 --embedding tao --traffic exchange --sets 3 --message-flits 4",
                  "5", "0"}},
                "--rtl flat"},
        Machine{"Hypercube",
                "--host hypercube:5 --no-baseline",
                {{"--guest hypercube:3 --embedding identity --traffic all-reduce --method doubling "
                  "--elements 8 --pipelining 4 --schedule offset",
                  "2x1x2x2x1", "0,0,0,0,0"},
                 {"--guest mesh:2x3 --embedding gray --traffic exchange --schedule list",
                  "2x1x2x2x1", "0,1,0,0,0"},
                 {"--guest hypercube:4 --embedding identity --traffic complete-exchange --method "
                  "direct --block-flits 2 --schedule list",
                  "2x2x2x2x1", "0,0,0,0,1"}}},
        Machine{"TorusOfProcesses",
                "--host torus:8x4 --flit-width 64",
                {{"--guest hypercube:6 --embedding standard --traffic fft --elements 8 "
                  "--schedule list",
                  "2x4", "1,0"},
                 {"--guest hypercube:3 --embedding standard --traffic bitonic-sort --elements 6 "
                  "--schedule list",
                  "2x4", "3,0"},
                 {"--guest torus:4x12 --embedding tao --traffic exchange --message-flits 3", "3x4",
                  "5,0"}}},
        Machine{
            "OddMeshOfProcessesWithAllPorts",
            "--host mesh:6x7 --ports all --flit-width 16 --sink-ready 0.7",
            {{"--guest mesh:9x10 --embedding tao --traffic exchange --schedule list", "3x5", "0,1"},
             {"--guest ring:15 --embedding tao --traffic permutation", "3x5", "3,2"},
             {"--guest hypercube:3 --embedding tao --traffic all-reduce --method doubling "
              "--elements 4 --pipelining 2",
              "2x1", "4,0"}},
            "--rtl flat"},
        Machine{"ScheduledRouters",
                "--host torus:6x4 --router scheduled --no-baseline",
                {{"--guest hypercube:3 --embedding xor --traffic task --task 0,3 --message-flits 4 "
                  "--schedule list",
                  "2x4", "1,0"},
                 {"--guest ring:12 --embedding tao --traffic exchange --message-flits 2 "
                  "--schedule list",
                  "3x4", "3,0"}}}),
    [](const auto& test) { return test.param.name; });

// A program from a file beside a stencil; one report has both.
TEST(SharedWithATrace, HasItsRanksAndItsResult) {
  const Scratch scratch;
  const std::string goal = scratch.Write(
      "two.goal", "num_ranks 2\nrank 0 {\na: send 8b to 1\n}\nrank 1 {\nb: recv 8b from 0\n}\n");
  const Simulated run = SimulateAll(
      {"",
       "--host mesh:3x4 --engine model",
       {{"--guest line:3 --embedding tao --traffic trace --trace " + goal, "1x3", "1,1"},
        {"--guest ring:4 --embedding tao --traffic exchange "
         "--message-flits 30",
         "1x4", "2,0"}}});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["programs"][0]["trace"]["ranks"].size(), 2U);
  const auto cycles = [&](std::size_t p) { return run.report["programs"][p]["reference_cycles"]; };
  EXPECT_LT(cycles(0), cycles(1));
  EXPECT_EQ(run.report["reference_cycles"], cycles(1));
}

TEST(SharedHardware, IsThatOfTheMachineAlone) {
  const Simulated two =
      SimulateAll({"",
                   "--host mesh:3x4 --engine model",
                   {{"--guest line:3 --embedding tao --traffic exchange", "3x1", "0,3"},
                    {"--guest ring:4 --embedding tao --traffic exchange", "2x2", "0,0"}}});
  const Simulated none = Simulate("--host mesh:3x4 --traffic uniform --engine model");
  EXPECT_EQ(two.report["hardware_hash"], none.report["hardware_hash"]);
}

TEST(SharedHardware, HasATidForTheProcessesOfTheProgramWithTheMost) {
  const Simulated two =
      SimulateAll({"",
                   "--host mesh:3x4 --engine model",
                   {{"--guest line:9 --embedding tao --traffic exchange", "3x1", "0,3"},
                    {"--guest ring:4 --embedding tao --traffic exchange", "2x2", "0,0"}}});
  const Simulated none = Simulate("--host mesh:3x4 --traffic uniform --engine model --processes 3");
  EXPECT_EQ(two.report["hardware_hash"], none.report["hardware_hash"]);
}

TEST(SharedText, SaysWhatEachDidAndWhatAllDid) {
  const Scratch scratch;
  const std::string file = scratch.Write(
      "machine.toml", FileOf({"",
                              "--host mesh:3x4 --engine model --no-baseline",
                              {{"--guest line:3 --embedding tao --traffic exchange", "3x1", "0,3"},
                               {"--guest hypercube:2 --embedding standard --traffic all-gather "
                                "--method doubling --schedule list",
                                "2x2", "1,0"}}}));
  const std::string text = RunToroid("simulate --config " + file).out;
  for (const char* line :
       {"program 1: 8 messages would meet others", "program 2: by its schedule this will",
        "\n2 programs, each in its box\n", "\nprogram 1: line:3 (tao) in its box 3x1 at 0,3\n",
        "\nprogram 2: hypercube:2 (standard, cyclic) in its box 2x2 at 1,0\nall-gather, ",
        "  result       all-gather: ", "\ntogether\n  cycles ", "\n  passed\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

}  // namespace
}  // namespace toroid::programs_test
