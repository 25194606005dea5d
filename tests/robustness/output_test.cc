// Places that cannot be written: standard output, the wave file, the folder of `generate`.
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/robustness/small_run.h"

namespace toroid::output_test {
namespace {

TEST(Output, ClosedOrFullStandardOutputIsExitCode3) {
  for (const char* where : {" >&-", " >/dev/full", " 2>&1 >/dev/full"}) {
    const Outcome outcome = RunShell(kSmallRun + where);
    EXPECT_EQ(outcome.code, 3) << where;
    EXPECT_TRUE(
        Has(outcome.out + outcome.err, "toroid: error: standard output: could not be written"))
        << where << outcome.err;
  }
}

// Ends like other tools: by SIGPIPE (128 + 13), and without a message.
TEST(Output, PipeClosedByItsReaderEndsTheRunQuietly) {
  const Outcome outcome = RunShell("{ sleep 0.2; " + kSmallRun + "; echo \"code $?\" >&2; } | :");
  EXPECT_TRUE(Has(outcome.err, "code 141\n")) << outcome.err;
  EXPECT_FALSE(Has(outcome.err, "error")) << outcome.err;
}

TEST(Output, ClosedStandardErrorDoesNotMatter) {
  const Scratch scratch;
  const Outcome outcome = RunShell(OwnCache(scratch) + kSmallRun + " 2>&-");
  ExpectPassed(outcome);
  EXPECT_NE(CachedLibrary(scratch), "");
}

TEST(Generate, BadInputLeavesTheFolderAsItWas) {
  const Scratch scratch;
  const std::string folder = scratch.Path("out");
  ASSERT_EQ(RunShell("\"$TOROID\" generate --host ring:4 --out '" + folder + "'").code, 0);
  const std::string listing = "cd '" + folder + "' && find . -type f -exec cksum {} + | sort";
  const std::string before = RunShell(listing).out;
  EXPECT_GT(before.size(), 500U);
  for (const char* bad :
       {"--host torus:1x4", "--host ring:4 --flit-width 7", "--host ring:4 --name module",
        "--host ring:4 --guest hypercube:3", "--host ring:4 --no-such-option"}) {
    const Outcome outcome =
        RunShell(std::string("\"$TOROID\" generate ") + bad + " --out '" + folder + "'");
    EXPECT_EQ(outcome.code, 2) << bad;
    EXPECT_EQ(RunShell(listing).out, before) << bad;
  }
}

TEST(Generate, InterruptedWhileWritingLeavesAWholeFolderOrNone) {
  const Scratch scratch;
  const std::filesystem::path parent = std::filesystem::path(scratch.Path("out")).parent_path();
  const auto aside = [&] {
    std::string found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(parent, none)) {
      if (entry.path().filename().string().starts_with(".out"))
        found = entry.path().filename().string();
    }
    return found;
  };
  Running run("exec \"$TOROID\" generate --host torus:32x32 --out '" + scratch.Path("out") + "'");
  while (aside().empty() && !run.Over()) std::this_thread::sleep_for(std::chrono::microseconds(50));
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  const bool interrupted = outcome.code == 130;
  EXPECT_TRUE(interrupted || outcome.code == 0) << outcome.code << outcome.err;
  EXPECT_EQ(Has(outcome.err, "toroid: interrupted while writing the hardware, "), interrupted);
  EXPECT_EQ(aside(), "");
  EXPECT_EQ(std::filesystem::exists(scratch.Path("out")), !interrupted);
  EXPECT_EQ(std::filesystem::exists(scratch.Path("out")),
            std::filesystem::exists(scratch.Path("out") + "/manifest.json"));
}

// Files that commands write beside standard output, by option and ending.
const std::vector<std::pair<std::string, std::string>> kWritten = {
    {"--report", "html"}, {"--export", "goal"}, {"--export", "svg"}, {"--coverage", "json"}};

std::string WritingRun(const std::string& option, const std::string& file) {
  return "\"$TOROID\" simulate --host torus:4x4 --traffic all-reduce --method bucket --elements "
         "64 --engine model --quiet " +
         option + " '" + file + "' >/dev/null";
}

int CodeOf(const std::string& command) {
  const Outcome outcome = RunShell(command);
  EXPECT_EQ(outcome.err, "");
  return outcome.code;
}

TEST(WrittenFiles, AreWholeOrNotThereAndNothingElseIs) {
  for (const auto& [option, ending] : kWritten) {
    const Scratch scratch;
    const std::string file = scratch.Write("a." + ending, "old");
    scratch.Write("a." + ending + ".part", "the user's");
    const auto entries = [&] {
      return std::distance(std::filesystem::directory_iterator(scratch.Path("")),
                           std::filesystem::directory_iterator());
    };
    const Outcome full = RunShell("ulimit -f 1; " + WritingRun(option, file));
    EXPECT_EQ(full.code, 3);
    EXPECT_TRUE(Has(full.err, ": cannot write " + file + ": File too large; raise the limit on "))
        << full.err;
    EXPECT_EQ(ReadFile(file), "old");
    EXPECT_EQ(entries(), 2) << option;
    EXPECT_EQ(0, CodeOf(WritingRun(option, file)));
    EXPECT_GT(ReadFile(file).size(), 1000U);
    EXPECT_EQ(ReadFile(file + ".part"), "the user's");
    EXPECT_EQ(entries(), 2) << option;
  }
}

TEST(WrittenFiles, OfOneNameByManyRunsAreThatOfOne) {
  const Scratch scratch;
  const std::string run = WritingRun("--report", scratch.Path("a.html"));
  EXPECT_EQ(0, CodeOf("for i in 1 2 3 4; do " + run +
                      " & all=\"$all $!\"; done; for i in $all; do wait $i || exit 1; done"));
  EXPECT_TRUE(Has(ReadFile(scratch.Path("a.html")), "</html>"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.Path("")),
                          std::filesystem::directory_iterator()),
            1);
}

TEST(WrittenFiles, GoThroughLinksAndPipes) {
  for (const auto& [option, ending] : kWritten) {
    const Scratch scratch;
    const std::string real = scratch.Write("real", "old");
    const std::string link = scratch.Path("link." + ending);
    const std::string pipe = scratch.Path("pipe." + ending);
    std::filesystem::create_symlink("real", link);
    EXPECT_EQ(0, CodeOf(WritingRun(option, link)));
    EXPECT_TRUE(std::filesystem::is_symlink(link)) << option;
    EXPECT_GT(ReadFile(real).size(), 1000U) << option;
    EXPECT_EQ(0, CodeOf("mkfifo '" + pipe + "' && { cat '" + pipe + "' > '" + scratch.Path("copy") +
                        "' & } && " + WritingRun(option, pipe) + " && wait"));
    EXPECT_TRUE(std::filesystem::is_fifo(pipe)) << option;
    EXPECT_GT(ReadFile(scratch.Path("copy")).size(), 1000U) << option;
  }
}

TEST(Wave, IsWrittenByTheFlatEngine) {
  const Scratch scratch;
  const Outcome outcome = RunShell(kSmallRun + " --wave '" + scratch.Path("run.fst") + "'");
  ExpectPassed(outcome);
  EXPECT_TRUE(Has(outcome.out, "RTL (flat)")) << outcome.out;
  const std::string wave = ReadFile(scratch.Path("run.fst"));
  EXPECT_GT(wave.size(), 1000U);
  // FST header block: type 0, 329 bytes
  EXPECT_EQ(wave.substr(0, 9), std::string("\0\0\0\0\0\0\0\x01\x49", 9));
  const std::string first = wave;
  // over the old one
  ExpectPassed(RunShell(kSmallRun + " --wave '" + scratch.Path("run.fst") + "'"));
  EXPECT_EQ(ReadFile(scratch.Path("run.fst")).size(), first.size());
}

TEST(Wave, UnwritableIsFoundBeforeAnythingIsCompiled) {
  const Scratch scratch;
  for (const std::string& path : {scratch.Path("no/such/folder/run.fst"),
                                  std::string("/proc/run.fst"), scratch.Path("folder.fst")}) {
    std::filesystem::create_directories(scratch.Path("folder.fst"));
    const Outcome outcome = RunShell(OwnCache(scratch) + kSmallRun + " --wave '" + path + "'");
    ExpectFailed(outcome, "--wave: cannot ", path);
    EXPECT_FALSE(Has(outcome.err, "compiling")) << outcome.err;
  }
}

TEST(Wave, OnAFullDiskIsExitCode3) {
  const Scratch scratch;
  ExpectPassed(RunShell(kSmallRun + " --wave '" + scratch.Path("run.fst") + "'"));
  std::filesystem::create_directory(scratch.Path("small"));
  WriteScript(scratch, "in-small-space",
              "mount -t tmpfs -o size=8k none '" + scratch.Path("small") +
                  "' 2>/dev/null || exit 77\nexec " + kSmallRun + " --wave '" +
                  scratch.Path("small/run.fst") + "'\n");
  const Outcome outcome = RunShell("unshare -m '" + scratch.Path("in-small-space") + "'");
  if (outcome.code == 77 || Has(outcome.err, "unshare")) GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
  EXPECT_TRUE(Has(outcome.err,
                  "toroid: error: --wave: " + scratch.Path("small/run.fst") + ": is incomplete"))
      << outcome.err;
}

TEST(Generate, LeavesForeignFoldersAsTheyAre) {
  const Scratch scratch;
  std::filesystem::create_directories(scratch.Path("mine/deep"));
  scratch.Write("mine/deep/notes", "keep me");
  scratch.Write("mine/manifest.json", "{\"name\": \"somebody else's\"}");
  ExpectFailed(RunToroid("generate --host ring:4 --out '" + scratch.Path("mine") + "'"),
               "--out: " + scratch.Path("mine") + ": ", "is not empty");
  EXPECT_EQ(ReadFile(scratch.Path("mine/deep/notes")), "keep me");
  EXPECT_EQ(ReadFile(scratch.Path("mine/manifest.json")), "{\"name\": \"somebody else's\"}");
  const auto entries = [](const std::string& folder) {
    return std::distance(std::filesystem::directory_iterator(folder),
                         std::filesystem::directory_iterator());
  };
  EXPECT_EQ(entries(scratch.Path("mine")), 2);
  EXPECT_EQ(entries(scratch.Path("")), 1 + 0);
}

TEST(Generate, LeavesNothingWhereItCannotWrite) {
  const Scratch scratch;
  ExpectFailed(RunToroid("generate --host ring:4 --out /proc/net-of-mine"),
               "--out: /proc/net-of-mine: ", "cannot create");
  const std::string out = scratch.Path("a/b/net");
  ExpectFailed(RunShell("ulimit -f 2; \"$TOROID\" generate --host ring:4 --out '" + out + "'"),
               "--out: " + out + ": ", "cannot write");
  EXPECT_TRUE(std::filesystem::is_empty(scratch.Path("")));
}

}  // namespace
}  // namespace toroid::output_test
