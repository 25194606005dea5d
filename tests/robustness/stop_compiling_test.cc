// A run that is stopped while it compiles leaves no compiler behind, and ends nothing that it did
// not start.
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/robustness/small_run.h"
#include "tests/robustness/terminal.h"
#include "tests/support/checkout.h"

namespace toroid::stop_compiling_test {
namespace {

using namespace std::chrono_literals;

// A compiler that never ends and records its process number and that of a child. It runs `first`
// first.
std::string EndlessCompiler(const Scratch& scratch, const std::string& first = "") {
  return WriteScript(scratch, "endless-g++",
                     "[ \"$1\" = --version ] && exec g++ --version\n" + first +
                         "\nsleep 600 &\necho $$ $! >>'" + scratch.Path("started") + "'\nwait\n");
}

// The processes noted, once there are some.
std::vector<pid_t> Started(const Scratch& scratch, const std::string& name = "started") {
  std::vector<pid_t> all;
  for (int i = 0; i < 6000 && all.empty(); ++i) {
    std::this_thread::sleep_for(10ms);
    std::ifstream in(scratch.Path(name));
    for (pid_t one = 0; in >> one;) all.push_back(one);
  }
  return all;
}

// Dead, or a zombie that its parent has not asked after.
bool IsGone(pid_t process) {
  const std::string stat = ReadFile("/proc/" + std::to_string(process) + "/stat");
  const auto name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.substr(name_end, 3) == ") Z";
}

void ExpectAllGone(const std::vector<pid_t>& processes) {
  EXPECT_FALSE(processes.empty());
  for (const pid_t one : processes) EXPECT_TRUE(IsGone(one)) << one;
}

constexpr const char* kStopped =
    "toroid: interrupted while compiling the hardware, before cycle 0\n";

class StoppedBy : public testing::TestWithParam<int> {};

TEST_P(StoppedBy, ASignalToItAloneItEndsTheCompilersAndTheirChildren) {
  const Scratch scratch;
  Running run(OwnCache(scratch, EndlessCompiler(scratch)) + "exec " + kSmallRun);
  const auto compilers = Started(scratch);
  run.SignalFirst(GetParam());
  const Outcome outcome = run.Wait();
  EXPECT_EQ(outcome.code, 128 + GetParam());
  EXPECT_TRUE(Has(outcome.err, kStopped)) << outcome.err;
  ExpectAllGone(compilers);
  EXPECT_TRUE(InCache(scratch, "", ".part").empty());
}

INSTANTIATE_TEST_SUITE_P(Signals, StoppedBy, testing::Values(SIGHUP, SIGINT, SIGTERM),
                         [](const auto& test) { return "Number" + std::to_string(test.param); });

TEST(Stopped, EndsCompilersThatIgnoreBeingToldSo) {
  const Scratch scratch;
  Running run(OwnCache(scratch, EndlessCompiler(scratch, "trap '' TERM")) + "exec " + kSmallRun);
  const auto compilers = Started(scratch);
  run.SignalFirst(SIGTERM);
  EXPECT_EQ(run.Wait().code, 143);
  ExpectAllGone(compilers);
}

TEST(Stopped, EndsNothingElse) {
  const Scratch scratch;
  Running run(OwnCache(scratch, EndlessCompiler(scratch)) + "sleep 600 & echo $! >'" +
              scratch.Path("bystander") + "'; exec " + kSmallRun);
  const auto compilers = Started(scratch);
  run.SignalFirst(SIGTERM);
  EXPECT_EQ(run.Wait().code, 143);
  ExpectAllGone(compilers);
  const auto bystander = Started(scratch, "bystander");
  ASSERT_EQ(bystander.size(), 1U);
  EXPECT_FALSE(IsGone(bystander[0]));
}

TEST(Stopped, KilledItTakesTheCompilersWithIt) {
  const Scratch scratch;
  Running run(OwnCache(scratch, EndlessCompiler(scratch)) + "exec " + kSmallRun);
  const auto compilers = Started(scratch);
  run.SignalFirst(SIGKILL);
  EXPECT_EQ(run.Wait().code, -1);
  for (const pid_t one : compilers) {
    for (int i = 0; i < 6000 && !IsGone(one); ++i) std::this_thread::sleep_for(10ms);
  }
  ExpectAllGone(compilers);
}

TEST(Stopped, ByControlCAtATerminal) {
  if (!HasTerminals()) GTEST_SKIP() << "no pseudo-terminal can be opened here";
  const Scratch scratch;
  const std::string command = OwnCache(scratch, EndlessCompiler(scratch)) + "exec " + kSmallRun;
  int terminal = -1;
  const pid_t run = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (run == 0) {
    signal(SIGINT, SIG_DFL);  // whatever the test inherited
    setenv("TOROID", ToroidExecutable(), 1);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  ASSERT_GT(run, 0);
  const auto compilers = Started(scratch);
  ASSERT_EQ(write(terminal, "\x03", 1), 1);
  int status = 0;
  waitpid(run, &status, 0);
  close(terminal);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
  ExpectAllGone(compilers);
}

TEST(Stopped, NotByTheEndOfTheTerminalUnderNohup) {
  Running run(std::string("trap '' HUP; exec \"$TOROID\" ") + kSmall + "1000000000 --engine model");
  ASSERT_TRUE(run.WaitForHandler(SIGINT));
  run.SignalFirst(SIGHUP);
  std::this_thread::sleep_for(300ms);
  EXPECT_FALSE(run.Over());
  run.SignalFirst(SIGINT);
  EXPECT_EQ(run.Wait().code, 130);
}

}  // namespace
}  // namespace toroid::stop_compiling_test
