// Address units loaded by a host: every node holds its guest node in the cycle that follows from
// the shape, and then hardware and model agree event by event, for every box and embedding
// (docs/spec/loaded-addresses.md). A node that is loaded with something else is reported.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::loaded_units_test {
namespace {

constexpr const char* kLoaded = " --router scheduled --load address-units --no-baseline";
constexpr const char* kTables =
    " --router scheduled --load tables,address-units --schedule-units check --no-baseline";

struct Case {
  std::string options;
  int words;  // in the units' image
  int depth;  // D
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

class LoadedAddressUnits : public testing::TestWithParam<Case> {};

TEST_P(LoadedAddressUnits, AreThereInTheCyclesOfTheFormulaAndRunTheTraffic) {
  const Case& c = GetParam();
  const Simulated run = Simulate(c.options + kLoaded);
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  const std::string network = run.report["network"];
  EXPECT_NE(network.find(fmt::format("address units loaded in {} cycles", c.words + c.depth)),
            std::string::npos)
      << network;
}

std::string InBox(const std::string& box, const std::string& guest, const std::string& embedding) {
  return "--host torus:4x8 --partition " + box + " --guest " + guest + " --embedding " + embedding +
         " --traffic exchange --sets 1 --schedule list --message-flits 3 --ports all";
}

// One node is compiled for all boxes of the same host.
INSTANTIATE_TEST_SUITE_P(
    Shapes, LoadedAddressUnits,
    testing::Values(
        Case{"--host torus:4x4 --guest hypercube:4 --embedding xor --traffic task --task 0,4 "
             "--schedule offset --message-flits 2",
             4, 4},
        Case{"--host line:16 --guest hypercube:4 --embedding standard --traffic fft --elements 8 "
             "--flit-width 64 --schedule calmant",
             4, 8},
        Case{InBox("4x8", "hypercube:5", "xor --bit-order block"), 5, 6},
        Case{InBox("4x4 --base 0,4", "hypercube:4", "xor"), 5, 6},
        Case{InBox("2x8 --base 2,0", "mesh:2x8", "identity"), 5, 6},
        Case{InBox("1x2 --base 3,5", "hypercube:1", "standard --rtl flat"), 5, 6}),
    [](const auto& test) { return TestName(test.param.options); });

// One chip is loaded with address units and tables of one program, then with those of another in
// another box.
TEST(LoadedAddressUnitsAndTables, RunProgramsInBoxes) {
  for (const char* base : {"0,0", "2,4"}) {
    const Simulated run =
        Simulate(InBox("2x4 --base " + std::string(base), "hypercube:3", "xor") + kTables);
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  }
}

// A program runs in one box; then the host moves the box and loads another table, and the program
// runs there.
TEST(LoadedAddressUnitsAndTables, AreLoadedAgainForABoxThatMoves) {
  const std::string options = InBox("2x4 --base 2,4", "hypercube:3", "xor");
  for (const std::string loaded : {kLoaded, kTables}) {
    const Outcome run = RunToroid("simulate --moved-from 1,0 " + options + loaded);
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("note: the box was at 1,0 first, where the traffic took 8 cycles, every "
                           "event equal ("),
              std::string::npos)
        << run.out;
  }
}

// ---- planted faults ----

Outcome RunWith(const std::string& file, const std::string& right, const std::string& wrong) {
  const Scratch scratch;
  const std::string folder = Templates(scratch, file, right, wrong);
  return RunShell("TOROID_TEMPLATES=" + folder +
                  " \"$TOROID\" simulate --host torus:4x4 --guest hypercube:3 --embedding xor "
                  "--partition 2x4 --base 1,0 --traffic exchange --sets 1 --schedule list "
                  "--engine rtl --watchdog 200" +
                  std::string(kLoaded));
}

// Node (1,1), whose address is 5, is at a distance of 2 from the root; the image has four words.
TEST(PlantedFaultsOfLoadedAddressUnits, NodeThatMissesItsImageIsNamedWithTheCycle) {
  const Outcome run = RunWith("lib/host/toroid_loader.v", "assign unit_valid = mine &",
                              "assign unit_valid = mine & here != 5 &");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("FAILED: node (1,1): does not have its guest node in cycle 7 of the load, "
                         "but must have it from cycle 7 on\n"),
            std::string::npos)
      << run.out;
}

// Without the base's first bit the node is outside of the box.
TEST(PlantedFaultsOfLoadedAddressUnits, NodeThatWouldHoldAnotherGuestNodeIsNamed) {
  const Outcome run = RunWith("lib/host/toroid_loaded_inverse.v", "assign place[LOW+:FIELD] = here",
                              "assign place[LOW+:FIELD] = (here == 5 && a == 1) ^ here");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(
      run.out.find("FAILED: node (1,1) shows holds_guest 1 and logical 0 in cycle 0, expected "
                   "1 and 2\n"),
      std::string::npos)
      << run.out;
}

// Node (2,4), the root, has address 20; the image has five words. Its register goes on counting
// from the first image, so the second image is too long.
TEST(PlantedFaultsOfLoadedAddressUnits, NodeThatIsNotLoadedAgainIsNamed) {
  const Scratch scratch;
  const std::string folder =
      Templates(scratch, "lib/host/toroid_loader.v", "assign unit_begins = begins",
                "assign unit_begins = begins & here != 20");
  const Outcome run =
      RunShell("TOROID_TEMPLATES=" + folder + " \"$TOROID\" simulate " +
               InBox("2x4 --base 2,4", "hypercube:3", "xor") + " --moved-from 0,0" + kLoaded);
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("FAILED: node (2,4): does not have its guest node in cycle 6 of the load, "
                         "but must have it from cycle 6 on\n"),
            std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace toroid::loaded_units_test
