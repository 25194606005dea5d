// The cache of compiled simulations: unwritable, full, damaged, killed half-way, used by two at
// once.
#include <csignal>
#include <fstream>

#include "tests/robustness/small_run.h"

namespace toroid::cache_test {
namespace {

// The run explains why, compiles in a temporary folder, and doctor predicts it.
void ExpectLeftAlone(const std::string& setting, const std::string& why) {
  const Outcome outcome = RunShell(setting + kSmallRun);
  ExpectPassed(outcome);
  EXPECT_TRUE(Has(outcome.err, "toroid: the cache is not used: " + why +
                                   "; set XDG_CACHE_HOME to a folder of your own\n"))
      << outcome.err;
  EXPECT_TRUE(Has(outcome.err, std::string(kCompiling) + " (nothing is kept)")) << outcome.err;
  const Outcome doctor = RunShell(setting + "\"$TOROID\" doctor");
  EXPECT_TRUE(Has(doctor.out, "cache            lacking " + why)) << doctor.out;
  EXPECT_TRUE(Has(doctor.out, "nodes: works")) << doctor.out;
}

TEST(Cache, ThatCannotBeWrittenIsLeftAlone) {
  const Scratch scratch;
  const std::string place = scratch.Write("cache", "a file where the folder should be");
  ExpectLeftAlone(OwnCache(scratch), place + "/toroid cannot be written");
  EXPECT_EQ(ReadFile(place), "a file where the folder should be");
  ExpectLeftAlone(OwnCache(scratch) + "export XDG_CACHE_HOME=/proc; ",
                  "/proc/toroid cannot be written");
}

TEST(Cache, WithoutAnyPlaceIsLeftAlone) {
  const Scratch scratch;
  ExpectLeftAlone(OwnCache(scratch) + "unset HOME XDG_CACHE_HOME; ",
                  "neither XDG_CACHE_HOME nor HOME names an absolute path");
}

TEST(Cache, ARelativePlaceIsIgnored) {
  const Scratch scratch;
  const std::string home = scratch.Path("home");
  ExpectPassed(RunShell(OwnCache(scratch) + "mkdir '" + home + "' && cd '" + scratch.Path("") +
                        "' && export HOME='" + home + "' XDG_CACHE_HOME=cache && " + kSmallRun));
  EXPECT_FALSE(std::filesystem::exists(scratch.Path("cache")));
  EXPECT_TRUE(std::filesystem::exists(home + "/.cache/toroid"));
}

TEST(Cache, FirstRunCompilesAndTheNextDoesNot) {
  const Scratch scratch;
  const Outcome first = RunShell(OwnCache(scratch) + kSmallRun);
  ExpectPassed(first);
  EXPECT_TRUE(Has(first.err, kCompiling)) << first.err;
  const Outcome second = RunShell(OwnCache(scratch) + kSmallRun);
  ExpectPassed(second);
  EXPECT_FALSE(Has(second.err, kCompiling)) << second.err;
}

TEST(Cache, FilesCutShortByALimitAreReportedAndNotKept) {
  const Scratch scratch;
  const Outcome outcome = RunShell(OwnCache(scratch) + "ulimit -f 8; " + kSmallRun);
  ExpectFailed(outcome, "cache: ", "cannot be written; free some space");
  EXPECT_TRUE(InCache(scratch, "dut-", ".part").empty());
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
}

class FullDisk : public testing::TestWithParam<const char*> {};

// Sizes at which the sources, Verilator's output and the compiler's do not fit.
TEST_P(FullDisk, IsReportedAndARunWithRoomWorks) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.Path("cache"));
  const std::string size = GetParam();
  WriteScript(scratch, "in-small-space",
              "mount -t tmpfs -o size=" + size + " none '" + scratch.Path("cache") +
                  "' 2>/dev/null || exit 77\n" + kSmallRun +
                  "\necho \"code $?\"\nls -d \"$XDG_CACHE_HOME\"/toroid/*.part 2>/dev/null\nmount "
                  "-o remount,size=100m '" +
                  scratch.Path("cache") + "'\nexec " + kSmallRun + "\n");
  const Outcome outcome =
      RunShell(OwnCache(scratch) + "unshare -m '" + scratch.Path("in-small-space") + "'");
  if (outcome.code == 77 || Has(outcome.err, "unshare")) {
    GTEST_SKIP() << "needs the right to mount; FilesCutShortByALimitAreReportedAndNotKept covers "
                    "the same code";
  }
  EXPECT_TRUE(outcome.out.starts_with("code 3\n")) << outcome.out << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "toroid: error: ")) << outcome.err;
  EXPECT_FALSE(Has(outcome.out, ".part")) << outcome.out;
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "every event equal")) << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Sizes, FullDisk, testing::Values("32k", "160k", "400k"),
                         [](const auto& test) { return std::string(test.param); });

struct Damage {
  const char* name;
  void (*Do)(const std::filesystem::path& library);
};

void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.name; }

class DamagedCache : public testing::TestWithParam<Damage> {};

TEST_P(DamagedCache, IsBuiltAgain) {
  const Scratch scratch;
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
  const std::filesystem::path library = CachedLibrary(scratch);
  ASSERT_NE(library, "");
  GetParam().Do(library);
  const Outcome outcome = RunShell(OwnCache(scratch) + kSmallRun);
  ExpectPassed(outcome);
  EXPECT_TRUE(Has(outcome.err, kCompiling)) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DamagedCache,
    testing::Values(
        Damage{"NotALibrary", [](const auto& library) { std::ofstream(library) << "nonsense"; }},
        Damage{"Empty", [](const auto& library) { resize_file(library, 0); }},
        Damage{"CutInHalf",
               [](const auto& library) { resize_file(library, file_size(library) / 2); }},
        Damage{"OneByteOff",
               [](const auto& library) {
                 std::fstream file(library, std::ios::in | std::ios::out | std::ios::binary);
                 file.seekp(static_cast<std::streamoff>(file_size(library) / 2));
                 file.put(file.peek() == 'x' ? 'y' : 'x');
               }},
        Damage{"LibraryGone", [](const auto& library) { remove(library); }},
        Damage{"SumGone",
               [](const auto& library) { std::filesystem::remove(library.string() + ".sum"); }}),
    [](const auto& test) { return test.param.name; });

TEST(Cache, TwoRunsAtOnceBuildOnce) {
  const Scratch scratch;
  const std::string command = OwnCache(scratch, SlowCompiler(scratch, "0.3")) + "exec " + kSmallRun;
  Running one(command);
  Running two(command);
  const Outcome first = one.Wait();
  const Outcome second = two.Wait();
  ExpectPassed(first);
  ExpectPassed(second);
  EXPECT_NE(Has(first.err, kCompiling), Has(second.err, kCompiling)) << first.err << second.err;
}

TEST(Cache, KilledBuildDoesNotHinderTheNext) {
  const Scratch scratch;
  Running run(OwnCache(scratch, SlowCompiler(scratch, "60")) + "exec " + kSmallRun);
  ASSERT_TRUE(run.WaitForError(kCompiling));
  run.Signal(SIGKILL);
  EXPECT_EQ(run.Wait().code, -1);
  EXPECT_EQ(InCache(scratch, "dut-", ".part").size(), 1U);
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
  EXPECT_TRUE(InCache(scratch, "dut-", ".part").empty());
}

}  // namespace
}  // namespace toroid::cache_test
