// Verilator and the compiler missing, too old, or failing; and what they inherit.
#include <cstdlib>

#include "tests/robustness/small_run.h"

namespace toroid {
namespace {

TEST(Tools, MissingVerilatorIsNamed) {
  const Scratch scratch;
  const Outcome outcome = RunShell(OwnCache(scratch) + "PATH=/nonexistent " + kSmallRun);
  ExpectFailed(outcome, "verilator: ",
               "is not installed or does not start; supported is Verilator 5.006 or later");
  EXPECT_TRUE(InCache(scratch, "", "").empty());
}

class UnsupportedVerilator : public testing::TestWithParam<const char*> {};

TEST_P(UnsupportedVerilator, IsNamedWithTheSupportedVersions) {
  const Scratch scratch;
  WriteScript(scratch, "verilator", std::string("echo '") + GetParam() + "'\n");
  const Outcome outcome =
      RunShell(OwnCache(scratch) + "PATH='" + scratch.Path("") + "' " + kSmallRun);
  ExpectFailed(outcome, std::string("verilator: ") + GetParam(),
               "is not a supported version; supported is Verilator 5.006 or later");
}

INSTANTIATE_TEST_SUITE_P(Versions, UnsupportedVerilator,
                         testing::Values("Verilator 4.038 2020-07-11 rev v4.036-114-g0cd4a57ad",
                                         "Verilator 5.004 2022-12-14", "Verilator 6.000 2030-01-01",
                                         "something else"),
                         [](const auto& test) { return "Number" + std::to_string(test.index); });

TEST(Tools, MissingCompilerIsNamed) {
  const Scratch scratch;
  ExpectFailed(RunShell(OwnCache(scratch, "no-such-compiler") + kSmallRun),
               "compiler: no-such-compiler: ",
               "is not installed or does not start; install g++, or set CXX");
  WriteScript(scratch, "verilator", "echo Verilator 5.006 2023-01-22\n");
  ExpectFailed(
      RunShell(OwnCache(scratch) + "unset CXX; PATH='" + scratch.Path("") + "' " + kSmallRun),
      "compiler: g++: ", "install g++");
}

TEST(Tools, FailingCompilerIsQuotedAndLeavesNothing) {
  const Scratch scratch;
  const std::string compiler = WriteScript(
      scratch, "bad-g++",
      "[ \"$1\" = --version ] && exec g++ --version\necho internal trouble >&2\nexit 4\n");
  const Outcome outcome = RunShell(OwnCache(scratch, compiler) + kSmallRun);
  ExpectFailed(outcome, "compiler: ", "internal trouble");
  EXPECT_TRUE(InCache(scratch, "dut-", ".part").empty());
  EXPECT_EQ(CachedLibrary(scratch), "");
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
}

TEST(Tools, ChildrenDieOfClosedPipesAsUsual) {
  const Scratch scratch;
  const std::string compiler =
      WriteScript(scratch, "g++-that-looks",
                  "grep SigIgn /proc/self/status >'" + scratch.Path("ignored") + "'\nexit 4\n");
  RunShell(OwnCache(scratch, compiler) + kSmallRun);
  const std::string line = ReadFile(scratch.Path("ignored"));
  ASSERT_TRUE(line.starts_with("SigIgn:\t")) << line;
  const unsigned long long ignored = std::strtoull(line.c_str() + 8, nullptr, 16);
  EXPECT_EQ(ignored >> 12 & 1, 0U) << line;  // SIGPIPE is 13
}

}  // namespace
}  // namespace toroid
