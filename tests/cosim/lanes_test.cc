// The lanes engine against the model, event by event, on nodes of every kind. A library of this
// engine is compared with Verilator's node before its first use, so each first run tests that too.
//
// `make test` runs the kinds that differ most; `make lanes` runs all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/cosim/simulate.h"

namespace toroid::lanes_test {
namespace {

// Options of a run of a pattern: packets of three flits, and sinks that are often not ready.
constexpr const char* kUniform =
    " --traffic uniform --rate 0.5 --packet-flits 3 --sink-ready 0.7 --cycles 400";
// A large mesh takes half an hour to deliver kUniform.
constexpr const char* kSparse =
    " --traffic uniform --rate 0.002 --packet-flits 3 --sink-ready 0.7 --cycles 100";

struct Kind {
  const char* name;
  const char* options;
  bool always = false;  // in `make test` too
  const char* pattern = kUniform;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.options; }

const Kind kKinds[] = {
    {"Torus", "--host torus:8x8"},
    {"OddTorus", "--host torus:3x5", true},
    {"AxisOfTwo", "--host torus:2x8"},
    {"OnlyAxesOfTwo", "--host torus:2x2x2x2x2x2"},
    {"Line", "--host line:5"},
    {"RingOfThree", "--host ring:3 --ports all"},
    {"TwoNodes", "--host line:2 --ports all"},
    {"Mesh", "--host mesh:3x5"},
    {"MeshAllPorts", "--host mesh:3x4 --ports all --arbiter round-robin --buffer-depth 2"},
    {"TorusAllPorts", "--host torus:4x3 --ports all"},
    {"RoundRobin", "--host torus:4x3 --arbiter round-robin"},
    {"DepthTwo", "--host torus:4x3 --buffer-depth 2"},
    {"DepthThree", "--host torus:4x3 --buffer-depth 3"},
    {"DepthFive", "--host torus:4x3 --buffer-depth 5"},
    {"DepthSixteen", "--host torus:4x3 --buffer-depth 16 --flit-width 72"},
    {"DepthSixteenInLine", "--host line:5 --arbiter round-robin --buffer-depth 16 --flit-width 72",
     true},
    {"DepthSixtyFour", "--host mesh:4x3 --buffer-depth 64"},
    {"DistributedMemory", "--host torus:4x3 --storage lutram"},
    {"DeepDistributedMemory",
     "--host mesh:3x4 --storage lutram --ports all --buffer-depth 6 --arbiter round-robin"},
    {"Gated", "--host torus:4x3 --storage gated --ports all", true},
    {"EightBits", "--host mesh:3x3 --flit-width 8"},
    {"FortyBits", "--host mesh:3x3 --flit-width 40"},
    {"WidePayload", "--host mesh:3x3 --flit-width 512"},
    {"WideAndDeep", "--host mesh:3x3 --flit-width 264 --buffer-depth 8"},
    {"ThreeAxes", "--host torus:5x4x5"},
    {"SeveralBlocks", "--host mesh:30x25 --ports all"},
    {"UnevenBlocks", "--host torus:23x29"},
    {"LargerThanIsWritten", "--host mesh:260x260", false, kSparse},
    {"TenAxes", "--host hypercube:10"},
    {"Logical.Identity", "--host torus:4x4 --guest torus:4x4 --embedding identity"},
    {"Logical.Standard", "--host torus:4x4 --guest hypercube:4 --embedding standard"},
    {"Logical.Xor", "--host torus:4x4 --guest hypercube:4 --embedding xor"},
    {"Logical.ByWeight", "--host line:8 --guest hypercube:3 --embedding by-weight"},
    {"Logical.Tao", "--host mesh:3x5 --guest ring:15 --embedding tao"},
    {"Logical.Gray", "--host hypercube:6 --guest mesh:7x9 --embedding gray --address physical"},
    {"Logical.WiderAddresses", "--host mesh:3x3x3 --guest ring:27 --embedding tao"},
};

// Programs.
const Kind kPrograms[] = {
    {"Relay",
     "--host mesh:3x5 --guest ring:15 --embedding tao --ports all --relay --traffic permutation",
     true},
    {"RelayInLine",
     "--host mesh:27x27 --guest torus:9x9x9 --embedding tao --ports all --relay --traffic "
     "permutation --sets 5"},
    {"Members", "--host torus:3x3 --guest torus:6x6 --embedding tao --traffic exchange --sets 3"},
    {"MembersOnRing", "--host ring:3 --guest ring:6 --embedding tao --traffic exchange --sets 3",
     true},
    {"MembersAllPorts",
     "--host torus:8x8 --guest torus:24x24 --embedding tao --ports all --traffic exchange"},
    {"MembersGray",
     "--host hypercube:5 --guest mesh:19x19 --embedding gray --ports all --traffic exchange"},
    {"Partition",
     "--host mesh:6x4 --partition 3x4 --base 2,0 --guest mesh:3x4 --embedding tao "
     "--traffic exchange"},
    {"PartitionOfALine",
     "--host line:6 --partition 4 --base 1 --guest line:4 --embedding tao --traffic exchange",
     true},
    {"UnitStream",
     "--host ring:8 --guest hypercube:3 --embedding xor --ports all --schedule stream --task 0,3 "
     "--message-flits 8 --traffic task --schedule-units send",
     true},
    {"UnitOffset",
     "--host torus:8x8 --guest hypercube:6 --embedding xor --schedule offset --task 0,6 "
     "--message-flits 8 --traffic task --schedule-units send"},
    {"UnitCalmant",
     "--host mesh:8x8 --guest hypercube:6 --embedding standard --schedule calmant --task 0,6 "
     "--message-flits 8 --traffic task --schedule-units send"},
    {"Fft",
     "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic fft --elements 256 "
     "--flit-width 64 --schedule offset"},
};

// Scheduled routers, whose sinks see a flit in the cycle in which it is on a link.
const Kind kScheduled[] = {
    {"Ring",
     "--host ring:64 --guest hypercube:6 --embedding xor --traffic task --task 0,6 "
     "--message-flits 16 --schedule stream --ports all --schedule-units check"},
    {"OnePort",
     "--host torus:8x8 --guest hypercube:6 --embedding xor --traffic task --task 0,6 "
     "--message-flits 16 --schedule offset --schedule-units check"},
    {"Mesh",
     "--host mesh:4x4 --guest hypercube:4 --embedding standard --traffic task --task 0,4 "
     "--message-flits 3 --schedule calmant"},
    {"Barrier",
     "--host torus:3x5 --guest ring:15 --embedding tao --traffic exchange --schedule list "
     "--message-flits 4 --ports all --schedule-units check --barrier hardware",
     true},
    {"BarrierOfACube",
     "--host mesh:2x8 --guest hypercube:4 --embedding standard --traffic cc-cube --elements 6 "
     "--pipelining 2 --schedule list --ports all --barrier hardware"},
    {"LoadedTables",
     "--host torus:3x5 --guest ring:15 --embedding tao --traffic permutation --sets 1 --seed 3 "
     "--schedule list --message-flits 3 --schedule-units check --barrier hardware --load "
     "tables",
     true},
    {"LoadedUnits",
     "--host torus:4x8 --partition 4x4 --base 0,4 --guest hypercube:4 --embedding xor --traffic "
     "exchange --sets 1 --schedule list --message-flits 3 --ports all "
     "--load tables,address-units --schedule-units send"},
    {"Fft",
     "--host line:16 --guest hypercube:4 --embedding standard --traffic fft --elements 8 "
     "--flit-width 64 --schedule calmant --load address-units"},
    {"Gray",
     "--host hypercube:6 --guest mesh:5x9 --embedding gray --traffic permutation --sets 1 "
     "--schedule list --message-flits 3 --schedule-units check"},
    {"UnevenBlocks",
     "--host torus:23x29 --guest torus:23x29 --embedding identity --traffic exchange --schedule "
     "list --message-flits 2 --ports all"},
    {"LargerThanIsWritten",
     "--host mesh:260x260 --guest mesh:260x260 --embedding identity --traffic exchange --sets 1 "
     "--schedule list --ports all"},
    {"TwoNodes",
     "--host line:2 --guest hypercube:1 --embedding identity --traffic task --task 0,1 --schedule "
     "list --ports all"},
};

std::vector<Kind> Chosen(std::span<const Kind> kinds) {
  const char* all = std::getenv("TOROID_LANES_KINDS");
  std::vector<Kind> chosen;
  std::ranges::copy_if(kinds, std::back_inserter(chosen), [&](const Kind& kind) {
    return kind.always || (all && std::string(all) == "all");
  });
  return chosen;
}

class LanesUnderPatterns : public testing::TestWithParam<Kind> {};
TEST_P(LanesUnderPatterns, EveryEventEqualsTheModels) {
  ExpectPerfectMatch(
      Simulate(std::string(GetParam().options) + GetParam().pattern + " --rtl lanes"));
}
INSTANTIATE_TEST_SUITE_P(Kinds, LanesUnderPatterns, testing::ValuesIn(Chosen(kKinds)),
                         [](const auto& test) { return TestName(test.param.name); });

class LanesRunPrograms : public testing::TestWithParam<Kind> {};
TEST_P(LanesRunPrograms, EveryEventEqualsTheModels) {
  ExpectPerfectMatch(Simulate(std::string(GetParam().options) + " --rtl lanes"));
}
INSTANTIATE_TEST_SUITE_P(Kinds, LanesRunPrograms, testing::ValuesIn(Chosen(kPrograms)),
                         [](const auto& test) { return TestName(test.param.name); });

class LanesRunSchedules : public testing::TestWithParam<Kind> {};
TEST_P(LanesRunSchedules, EveryEventEqualsTheModels) {
  ExpectPerfectMatch(
      Simulate(std::string(GetParam().options) + " --router scheduled --no-baseline --rtl lanes"));
}
INSTANTIATE_TEST_SUITE_P(Kinds, LanesRunSchedules, testing::ValuesIn(Chosen(kScheduled)),
                         [](const auto& test) { return TestName(test.param.name); });

// Machines without wide vectors use fewer lanes and compute the same.
TEST(Lanes, NeedNoVectorUnit) {
  for (const char* machine : {"plain", "v3"}) {
    ASSERT_EQ(setenv("TOROID_LANES_MACHINE", machine, 1), 0);
    const Simulated run = Simulate("--host mesh:9x15 --buffer-depth 2 --flit-width 16" +
                                   std::string(kUniform) + " --rtl lanes");
    SCOPED_TRACE(machine);
    ExpectPerfectMatch(run);
  }
  ASSERT_EQ(unsetenv("TOROID_LANES_MACHINE"), 0);
}

// Every engine reports the same last flit of each link.
TEST(Lanes, SayTheSameOfANetworkThatStandsStill) {
  const std::string line =
      "--host torus:3x5 --traffic uniform --rate 0.5 --cycles 300 --sink-ready 0.000001 --watchdog "
      "300 --engine rtl --rtl ";
  const Simulated nodes = Simulate(line + "nodes");
  const Simulated lanes = Simulate(line + "lanes");
  EXPECT_EQ(nodes.code, 1);
  EXPECT_EQ(lanes.code, 1);
  EXPECT_NE(nodes.report["complaints"].dump().find("last carried a packet"), std::string::npos);
  EXPECT_EQ(nodes.report["complaints"], lanes.report["complaints"]);
}

TEST(Lanes, TheReportSaysWhichEngineRan) {
  const std::string line = "--host torus:3x5 --traffic uniform --rate 0.1 --cycles 100 --engine ";
  EXPECT_EQ(Simulate(line + "both").report["speed"]["rtl"], "nodes");
  EXPECT_EQ(Simulate(line + "both --rtl lanes").report["speed"]["rtl"], "lanes");
  EXPECT_EQ(Simulate(line + "model").report["speed"]["rtl"], nullptr);
}

// Blocks of lanes in which nothing can happen are left out, unless all are asked for.
TEST(Lanes, BlocksThatAreLeftOutChangeNothing) {
  ASSERT_EQ(setenv("TOROID_LANES_MACHINE", "plain", 1), 0);
  const std::string line =
      "--host mesh:9x15 --buffer-depth 2 --flit-width 16 --traffic uniform --rate 0.01 "
      "--cycles 500 --rtl lanes";
  Simulated skipping = Simulate(line);
  Simulated plain = Simulate(line + " --without idle-skip");
  ASSERT_EQ(unsetenv("TOROID_LANES_MACHINE"), 0);
  ExpectPerfectMatch(skipping);
  skipping.report.erase("speed");
  plain.report.erase("speed");
  EXPECT_EQ(skipping.report, plain.report);
}

}  // namespace
}  // namespace toroid::lanes_test
