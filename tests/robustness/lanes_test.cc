// The lanes engine without Yosys, and with a netlist that is not the node's.
#include "tests/robustness/small_run.h"

namespace toroid::lanes_test {
namespace {

const std::string kLanesRun = kSmallRun + " --rtl lanes";

// A Yosys that edits the netlist it is about to write.
std::string YosysThatChanges(const Scratch& scratch, const std::string& pattern,
                             const std::string& replacement) {
  return WriteScript(scratch, "yosys",
                     "PATH=${PATH#*:}\n[ \"$1\" = -V ] && exec yosys -V\nyosys \"$@\" || exit 4\n"
                     "sed -i 's/" +
                         pattern + "/" + replacement + "/' netlist.json\n");
}

// Whether a library of lanes was kept.
bool IsKept(const Scratch& scratch) {
  for (const auto& path : InCache(scratch, "lanes-", ""))
    if (exists(path / "dut.so")) return true;
  return false;
}

TEST(Lanes, MissingYosysIsNamedAndTheOtherEnginesRemain) {
  const Scratch scratch;
  WriteScript(scratch, "yosys", "exit 127\n");
  const std::string here = "PATH='" + scratch.Path("") + ":'\"$PATH\" ";
  ExpectFailed(
      RunShell(here + kLanesRun), "yosys: ",
      "is not installed or does not start; install the package yosys, or take --rtl nodes");
  ExpectPassed(RunShell(here + kSmallRun));
}

TEST(Lanes, FailingYosysIsQuotedAndLeavesNothing) {
  const Scratch scratch;
  WriteScript(scratch, "yosys", "[ \"$1\" = -V ] || { echo internal trouble >&2; exit 4; }\n");
  const Outcome outcome =
      RunShell(OwnCache(scratch) + "PATH='" + scratch.Path("") + ":'\"$PATH\" " + kLanesRun);
  ExpectFailed(outcome, "yosys: ", "internal trouble");
  EXPECT_FALSE(IsKept(scratch));
}

// A netlist with another gate than the node's is found out before any run uses it.
TEST(Lanes, ANetlistThatDiffersFromTheNodeIsRefused) {
  const Scratch scratch;
  YosysThatChanges(scratch, "\\$_XOR_", "$_XNOR_");
  const Outcome outcome =
      RunShell(OwnCache(scratch) + "PATH='" + scratch.Path("") + ":'\"$PATH\" " + kLanesRun);
  ExpectFailed(outcome, "--rtl: lanes: ", "the netlist differs from Verilator's node: cycle ");
  EXPECT_FALSE(IsKept(scratch));
  ExpectPassed(RunShell(OwnCache(scratch) + kLanesRun));
  EXPECT_TRUE(IsKept(scratch));
}

}  // namespace
}  // namespace toroid::lanes_test
