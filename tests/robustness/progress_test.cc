// Progress of a long command on standard error, and the end of every command by a signal.
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "tests/robustness/small_run.h"
#include "tests/robustness/terminal.h"
#include "tests/support/checkout.h"

namespace toroid::progress_test {
namespace {

using namespace std::chrono_literals;

// Of processor time that a command may take after a signal: half a second, and what the clock and
// the kernel's clearing up add.
constexpr double kMostSeconds = 0.8;

// A cycle takes milliseconds, so a check every few thousand cycles comes only once a minute.
constexpr const char* kLargeRun =
    "simulate --host torus:256x256 --traffic uniform --rate 0.3 --engine model";

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Progress, IsPlainLinesWhereNoTerminalIs) {
  Running run(std::string("exec \"$TOROID\" ") + kLargeRun);
  ASSERT_TRUE(run.WaitForError("toroid: simulating: "));
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.out, "");
  const std::vector<std::string> lines = LinesOf(outcome.err);
  ASSERT_GE(lines.size(), 2U);
  for (const std::string& line : lines) EXPECT_EQ(line.find("toroid: "), 0U) << line;
  EXPECT_EQ(outcome.err.find_first_of("\r\x1b"), std::string::npos);
  EXPECT_TRUE(Has(lines.front(), " messages delivered")) << lines.front();
  EXPECT_TRUE(Has(lines.back(), "toroid: interrupted in cycle ")) << lines.back();
}

// A command's output on a terminal until `enough` appears; then it gets the signal.
std::string OnATerminal(const std::string& line, const std::string& enough, int signal, int& code) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    setenv("TERM", "xterm", 1);
    execl("/bin/sh", "sh", "-c", ("exec '" + std::string(ToroidExecutable()) + "' " + line).c_str(),
          nullptr);
    _exit(127);
  }
  std::string seen;
  bool told = false;
  char buffer[4096];
  for (ssize_t count = 1; count > 0;) {  // ends with the terminal
    count = read(terminal, buffer, sizeof buffer);
    if (count > 0) seen.append(buffer, static_cast<std::size_t>(count));
    if (!told && Has(seen, enough)) told = kill(child, signal) == 0;
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return seen;
}

TEST(Progress, IsOneLineThatIsRewrittenOnATerminal) {
  if (!HasTerminals()) GTEST_SKIP() << "no pseudo-terminal can be opened here";
  int code = -1;
  const std::string twice = "\x1b[K\rtoroid: simulating: ";  // over the line before
  const std::string seen = OnATerminal(kLargeRun, twice, SIGTERM, code);
  EXPECT_EQ(code, 143);
  EXPECT_EQ(seen.find("\rtoroid: simulating: "), 0U) << seen;
  // the line is erased before the last words
  const std::size_t end = seen.find("\r\x1b[Ktoroid: interrupted in cycle ");
  ASSERT_NE(end, std::string::npos) << seen;
  EXPECT_EQ(seen.substr(0, end).find('\n'), std::string::npos) << seen;
}

TEST(Progress, IsSilencedByQuiet) {
  Running run(std::string("exec \"$TOROID\" ") + kLargeRun + " --quiet");
  ASSERT_TRUE(run.WaitForHandler(SIGINT));
  std::this_thread::sleep_for(4s);
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err.find("toroid: interrupted in cycle "), 0U) << outcome.err;
  EXPECT_EQ(LinesOf(outcome.err).size(), 1U) << outcome.err;
}

TEST(Progress, ShowsHowLongTheHardwareIsBeingCompiled) {
  const Scratch scratch;
  Running run(OwnCache(scratch, SlowCompiler(scratch, "60")) + "exec " + kSmallRun);
  ASSERT_TRUE(run.WaitForError("toroid: compiling the hardware: "));
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(Has(outcome.err, kCompiling)) << outcome.err;
}

TEST(Progress, QuietCompilersAreNotMentioned) {
  const Scratch scratch;
  Running run(OwnCache(scratch, SlowCompiler(scratch, "60")) + "exec " + kSmallRun + " --quiet");
  while (InCache(scratch, "dut-", ".part").empty() && !run.Over()) std::this_thread::sleep_for(5ms);
  std::this_thread::sleep_for(3s);
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "toroid: interrupted while compiling the hardware, before cycle 0\n");
}

struct LongCommand {
  const char* name;
  const char* line;        // its files of input are in $IN
  double seconds = 0;      // of processor time, before the signal
  const char* make = ":";  // a shell command that makes the input
};

void PrintTo(const LongCommand& command, std::ostream* out) { *out << command.name; }

class InterruptedCommand : public testing::TestWithParam<LongCommand> {};

// A run that is over before the signal comes proves nothing, and is repeated.
TEST_P(InterruptedCommand, EndsSoonAndLeavesNothing) {
  constexpr int kAttempts = 10;
  const Scratch input;
  const std::string in = "export IN='" + input.Path("") + "'; ";
  ASSERT_EQ(RunShell(in + GetParam().make).code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    Outcome outcome;
    double before = 0;
    for (int attempt = 0; attempt < kAttempts && outcome.code <= 0; ++attempt) {
      const Scratch scratch;
      Running run(in + "cd '" + scratch.Path("") + "' && exec \"$TOROID\" " + GetParam().line);
      if (!run.WaitForHandler(signal) || !run.WaitForSeconds(GetParam().seconds)) continue;
      before = run.Seconds();
      run.Signal(signal);
      outcome = run.Wait();
      EXPECT_TRUE(outcome.code == 0 || std::filesystem::is_empty(scratch.Path("")));
    }
    EXPECT_EQ(outcome.code, 128 + signal) << outcome.err;
    EXPECT_LT(outcome.seconds - before, kMostSeconds);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(Has(outcome.err, "toroid: interrupted")) << outcome.err;
    EXPECT_FALSE(Has(outcome.err, "error")) << outcome.err;
  }
}

// A result of 600,000 rows.
constexpr const char* kBigResult =
    "awk 'BEGIN { printf \"{\\\"schema_version\\\": 1, \\\"command\\\": \\\"sweep\\\", "
    "\\\"rows\\\": "
    "[\"; for (i = 0; i < 600000; ++i) printf \"%s{\\\"load\\\": %d}\", i ? \",\" : \"\", i; "
    "print \"]}\" }' > \"$IN/r.json\"";
// The results of a sweep, of which one run is there 400,000 times.
constexpr const char* kBigSweep =
    "\"$TOROID\" sweep --quiet --engine model --host ring:4 --traffic uniform --rate 0.1 --seed "
    "1:2 "
    "--cycles 40 --warmup 0 --results \"$IN/r.jsonl\" > \"$IN/out\" && head -2 \"$IN/r.jsonl\" | "
    "awk 'NR == 1; NR == 2 { for (i = 0; i < 400000; ++i) print }' > \"$IN/big.jsonl\"";

INSTANTIATE_TEST_SUITE_P(
    Commands, InterruptedCommand,
    testing::Values(
        LongCommand{"MapOfTao",
                    "map --guest torus:2048x2048 --host mesh:2048x2048 --embedding tao"},
        LongCommand{"MapOfGray",
                    "map --guest mesh:127x127x127 --host hypercube:21 --embedding gray"},
        LongCommand{"CheckOfAnEmbedding",
                    "check --guest hypercube:24 --host torus:4096x4096 --embedding xor"},
        LongCommand{"CheckOfALongRing", "check --host ring:16777216"},
        LongCommand{"ScheduleOfAList",
                    "schedule --guest hypercube:14 --host torus:128x128 --embedding xor --task "
                    "0,14 --schedule list --message-flits 4"},
        LongCommand{"ScheduleBySteps",
                    "schedule --guest hypercube:18 --host torus:512x512 --embedding xor --task "
                    "0,18 --schedule offset"},
        LongCommand{"Cost",
                    "cost --guest hypercube:24 --host torus:4096x4096 --embedding xor --schedule "
                    "offset"},
        LongCommand{"Generate", "generate --host torus:256x256 --out out"},
        LongCommand{"SimulateWhileItPlans",
                    "simulate --engine model --guest torus:256x256 --host torus:256x256 "
                    "--embedding tao --traffic exchange --ports all --schedule list"},
        LongCommand{"SweepOfALongRing", "sweep --engine model --host ring:65536 --traffic uniform"},
        LongCommand{"SweepOfManyNodes",
                    "sweep --engine model --host torus:2048x2048 --traffic uniform,transpose", 0.1},
        LongCommand{
            "SweepOfDraws",
            "sweep --engine model --host torus:32x32 --traffic uniform --dead-links random:1 "
            "--draws 100",
            0.3},
        LongCommand{"MergeOfManyRuns", "sweep --merge \"$IN/big.jsonl\"", 0.3, kBigSweep},
        LongCommand{"CheckOfRoutes", "check --routes --host mesh:32x32 --dead-nodes random:100",
                    0.2},
        LongCommand{"MapOfDraws",
                    "map --host torus:256x256 --guest torus:256x256 --embedding identity "
                    "--dead-links random:100000",
                    0.2},
        LongCommand{"ChooseOfManyNodes", "choose --guest torus:64x64 --nodes 4096", 0.2},
        LongCommand{"CostOfTrees",
                    "cost --collective all-reduce --host torus:32x32 --dead-links random:30", 0.3},
        LongCommand{"CostOfAnExchange",
                    "cost --collective complete-exchange --host torus:32x32 --dead-links random:30",
                    0.5},
        LongCommand{"CheckOfACollective",
                    "check --collective complete-exchange --host torus:16x16 --router scheduled "
                    "--elements 16",
                    0.3},
        LongCommand{
            "SimulateAnExchange",
            "simulate --engine model --host torus:32x32 --traffic complete-exchange --method "
            "phases --block-flits 16",
            0.3},
        LongCommand{"SimulateManyNodes",
                    "simulate --engine model --host torus:2048x2048 --traffic uniform", 0.3},
        LongCommand{"SimulateManyRequests",
                    "simulate --host torus:8x8 --traffic axi --requests 1000000", 0.2},
        LongCommand{"Compare", "compare \"$IN/r.json\" \"$IN/r.json\"", 0.1, kBigResult},
        LongCommand{
            "Report",
            "report \"$IN/r.json\" \"$IN/r.json\" \"$IN/r.json\" \"$IN/r.json\" --out a.html", 0.1,
            kBigResult}),
    [](const auto& test) { return std::string(test.param.name); });

class InterruptedOutput : public testing::TestWithParam<LongCommand> {};

// The results are more than a pipe holds. The pipe is open for reading, too, so that the shell does
// not wait to open it: the first that waits is the command, with its result.
TEST_P(InterruptedOutput, EndsEvenWhereNobodyReadsTheResult) {
  const Scratch scratch;
  const std::string pipe = scratch.Path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Running run("exec \"$TOROID\" " + std::string(GetParam().line) + " 1<>'" + pipe + "'");
  ASSERT_TRUE(run.WaitForHandler(SIGINT));
  ASSERT_TRUE(run.WaitUntilItSleeps());
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "toroid: interrupted before the result was complete\n");
}

INSTANTIATE_TEST_SUITE_P(
    Commands, InterruptedOutput,
    testing::Values(
        LongCommand{"Map",
                    "map --guest hypercube:18 --host torus:512x512 --embedding xor --format csv"},
        LongCommand{"Schedule",
                    "schedule --guest hypercube:12 --host torus:64x64 --embedding xor --task 0,12 "
                    "--schedule offset"},
        LongCommand{"Simulate",
                    "simulate --engine model --host ring:2 --guest hypercube:1 --embedding xor "
                    "--traffic cc-cube --no-baseline --elements 1024 --pipelining 1024 --schedule "
                    "offset --format json"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace toroid::progress_test
