// Ctrl-C while compiling, while waiting for another run's compiler, and while simulating.
#include <chrono>
#include <csignal>
#include <regex>
#include <thread>

#include "tests/robustness/small_run.h"

namespace toroid::interrupt_test {
namespace {

using namespace std::chrono_literals;

TEST(Interrupt, WhileCompilingLeavesNoBrokenCache) {
  const Scratch scratch;
  Running run(OwnCache(scratch, SlowCompiler(scratch, "60")) + "exec " + kSmallRun);
  ASSERT_TRUE(run.WaitForError(kCompiling));
  std::this_thread::sleep_for(200ms);
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(
      Has(outcome.err, "toroid: interrupted while compiling the hardware, before cycle 0\n"))
      << outcome.err;
  EXPECT_FALSE(Has(outcome.err, "error")) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(InCache(scratch, "dut-", ".part").empty());
  EXPECT_EQ(CachedLibrary(scratch), "");
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
}

TEST(Interrupt, ARequestToTerminateIsAnsweredTheSame) {
  const Scratch scratch;
  Running run(OwnCache(scratch, SlowCompiler(scratch, "60")) + "exec " + kSmallRun + " --wave '" +
              scratch.Path("w.fst") + "'");
  ASSERT_TRUE(run.WaitForError("toroid: compiling"));
  std::this_thread::sleep_for(200ms);
  run.Signal(SIGTERM);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 143);
  EXPECT_TRUE(Has(outcome.err, "toroid: interrupted while compiling")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(scratch.Path("w.fst")));
}

// Results that take seconds to read, compare and print.
TEST(Interrupt, OfResultsThatAreReadEndsAtOnceAndLeavesNothing) {
  const Scratch scratch;
  std::string text = "{\"schema_version\":1,\"command\":\"map\",\"links\":{\"all\":[[1,2,3]";
  for (int i = 0; i < 4000000; ++i) text += ",[1,2,3]";
  const std::string file = "'" + scratch.Write("a.json", text + "]}}") + "' ";
  const std::string page = scratch.Path("page.html");
  for (const std::string& command :
       {"compare " + file + file, "report " + file + "--out '" + page + "'"}) {
    Running run("exec \"$TOROID\" " + command);
    ASSERT_TRUE(run.WaitForHandler(SIGINT));
    std::this_thread::sleep_for(300ms);
    const auto start = std::chrono::steady_clock::now();
    run.Signal(SIGINT);
    const Outcome outcome = run.Wait();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms) << command;
    EXPECT_EQ(outcome.code, 130) << command;
    EXPECT_EQ(outcome.err, "toroid: interrupted before the result was complete\n");
  }
  const std::filesystem::directory_iterator left(scratch.Path(""));
  EXPECT_EQ(std::distance(begin(left), end(left)), 1);  // a.json
}

TEST(Interrupt, WhileAnotherRunCompilesEndsAtOnce) {
  const Scratch scratch;
  const std::string command = OwnCache(scratch, SlowCompiler(scratch, "60")) + "exec " + kSmallRun;
  Running builder(command);
  ASSERT_TRUE(builder.WaitForError(kCompiling));
  Running waiter(command);
  ASSERT_TRUE(waiter.WaitForError("toroid: waiting for another run that compiles the same"));
  waiter.Signal(SIGINT);
  const Outcome outcome = waiter.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(Has(outcome.err, "toroid: interrupted")) << outcome.err;
  EXPECT_FALSE(builder.Over());
}

// The first number that the expression finds, or -1.
long long NumberIn(const std::string& text, const std::string& expression) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(expression)) ? std::stoll(found[1]) : -1;
}

class InterruptedSimulation : public testing::TestWithParam<const char*> {};

TEST_P(InterruptedSimulation, SaysHowFarItCameAndTheNextRunWorks) {
  ExpectPassed(RunShell(kSmallRun));  // now it is in the cache
  Running run(std::string("exec \"$TOROID\" ") + kSmall + "1000000000 " + GetParam());
  ASSERT_TRUE(run.WaitForError("toroid: simulating: "));
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_GT(
      NumberIn(outcome.err, "toroid: interrupted in cycle ([0-9]+), [0-9]+ messages delivered\n"),
      0)
      << outcome.err;
  EXPECT_GT(
      NumberIn(outcome.err, "toroid: interrupted in cycle [0-9]+, ([0-9]+) messages delivered\n"),
      0)
      << outcome.err;
  ExpectPassed(RunShell(kSmallRun));
}

INSTANTIATE_TEST_SUITE_P(Engines, InterruptedSimulation,
                         testing::Values("--rtl nodes", "--engine rtl --rtl nodes",
                                         "--engine model"));

// An unsolved schedule; the search itself prints nothing.
constexpr const char* kLongSearch =
    " --host line:64 --guest hypercube:6 --embedding xor --task 0,6 --schedule exact --time-limit ";

bool BuiltWithSolver() {
  return !Has(RunToroid(std::string("schedule") + kLongSearch + "0").err,
              "this build has no solver");
}

TEST(Interrupt, OfASimulationThatLooksForAScheduleSaysSo) {
  if (!BuiltWithSolver()) GTEST_SKIP() << "built without the solver";
  for (const int signal : {SIGINT, SIGTERM}) {
    Running run(std::string("exec \"$TOROID\" simulate --quiet --traffic task --engine model") +
                kLongSearch + "1000");
    ASSERT_TRUE(run.WaitForHandler(signal));
    std::this_thread::sleep_for(600ms);
    EXPECT_FALSE(run.Over());
    run.Signal(signal);
    const Outcome outcome = run.Wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "toroid: interrupted while looking for a schedule, before cycle 0\n");
  }
}

TEST(Interrupt, EndsTheSearchForASchedule) {
  if (!BuiltWithSolver()) GTEST_SKIP() << "built without the solver";
  for (const char* command : {"schedule", "check"}) {
    Running run(std::string("exec \"$TOROID\" ") + command + " --quiet" + kLongSearch + "1000");
    ASSERT_TRUE(run.WaitForHandler(SIGINT));
    std::this_thread::sleep_for(600ms);
    EXPECT_FALSE(run.Over()) << command;
    run.Signal(SIGINT);
    const Outcome outcome = run.Wait();
    EXPECT_EQ(outcome.code, 130) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_EQ(outcome.err, "toroid: interrupted while looking for a schedule\n") << command;
  }
}

// Files are in place when the run has ended, and not before.
TEST(Interrupt, WhileExportingOrRunningLeavesNoFiles) {
  const char* of_ring = "ring:512 --method bucket --elements 512";
  for (const auto& [file, program] :
       {std::pair("x.et", of_ring), std::pair("x.goal", of_ring),
        std::pair("x.xml", "torus:32x32 --method whole --elements 512")}) {
    for (const auto delay : {0ms, 300ms, 900ms}) {
      const Scratch scratch;
      Running run(
          "exec \"$TOROID\" simulate --quiet --engine model --no-baseline --traffic "
          "all-reduce --host " +
          std::string(program) + " --export '" + scratch.Path(file) + "'");
      ASSERT_TRUE(run.WaitForHandler(SIGINT));
      std::this_thread::sleep_for(delay);
      EXPECT_FALSE(run.Over());
      run.Signal(SIGINT);
      const auto signalled = std::chrono::steady_clock::now();
      const Outcome outcome = run.Wait();
      EXPECT_LT(std::chrono::steady_clock::now() - signalled, 5s);
      EXPECT_EQ(outcome.code, 130) << outcome.err;
      EXPECT_TRUE(std::filesystem::is_empty(scratch.Path("")));
    }
  }
}

TEST(Interrupt, OfAScheduledRunCountsTheIterations) {
  Running run(
      "exec \"$TOROID\" simulate --engine model --host torus:4x4 --guest hypercube:4 --embedding "
      "xor --traffic cc-cube "
      "--elements 16000000 --pipelining 1000 --schedule offset");
  ASSERT_TRUE(run.WaitForHandler(SIGINT));
  std::this_thread::sleep_for(600ms);
  run.Signal(SIGINT);
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(NumberIn(outcome.err, " of ([0-9]+) iterations done\n"), 1000 + 4 - 1) << outcome.err;
}

}  // namespace
}  // namespace toroid::interrupt_test
