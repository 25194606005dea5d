// Child processes: their environment, their output, and that none is left running.
#include "gen/support/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/scratch.h"

namespace toroid::gen_support_process_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::Scratch;

ChildCommand Shell(const std::string& script, const fs::path& folder = "/") {
  return {.words = {"sh", "-c", script}, .folder = folder, .setting = {}};
}

bool Never() { return false; }

TEST(Process, KeepsStandardOutputAndErrorApart) {
  const Finished finished = RunOne(Shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(finished.status, 3);
  EXPECT_EQ(finished.out, "out\n");
  EXPECT_EQ(finished.err, "err\n");
  EXPECT_FALSE(finished.ok());
  EXPECT_FALSE(finished.cancelled);
}

TEST(Process, HearsAllOfWhatFillsBothPipes) {
  const Finished finished =
      RunOne(Shell("i=0; while [ $i -lt 3000 ]; do printf '%0100d' $i; printf '%0100d' $i >&2; "
                   "i=$((i + 1)); done"));
  EXPECT_TRUE(finished.ok());
  EXPECT_EQ(finished.out.size(), 300000U);
  EXPECT_EQ(finished.err, finished.out);
}

TEST(Process, RunsInItsFolderWithItsSettingAndNothingToRead) {
  const Scratch scratch;
  setenv("TOROID_TEST_KEPT", "kept", 1);
  setenv("TOROID_TEST_SET", "before", 1);
  ChildCommand command = Shell("pwd; echo $TOROID_TEST_KEPT; env | grep TOROID_TEST_SET; cat");
  command.folder = scratch.path();
  command.setting = {{"TOROID_TEST_SET", "after"}};
  EXPECT_EQ(RunOne(command).out,
            fs::canonical(scratch.path()).string() + "\nkept\nTOROID_TEST_SET=after\n");
}

TEST(Process, WhatCannotBeStartedIsStatus127AndSaysWhy) {
  const Finished finished = RunOne({.words = {"no-such-program"}, .folder = "/", .setting = {}});
  EXPECT_EQ(finished.status, 127);
  EXPECT_EQ(finished.err, "No such file or directory");
}

TEST(Process, ASignalIsToldInTheStatus) { EXPECT_EQ(RunOne(Shell("kill -KILL $$")).status, 137); }

TEST(Process, TheStatusIsHeardWhereSigchldIsIgnored) {
  const auto before = signal(SIGCHLD, SIG_IGN);
  const Finished finished = RunOne(Shell("exit 3"));
  signal(SIGCHLD, before);
  EXPECT_EQ(finished.status, 3);
}

// Whether the process is dead, or a zombie that its parent has not waited for.
bool IsGone(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(stat), {}};
  const auto name_end = text.rfind(')');
  return name_end == std::string::npos || text.substr(name_end, 3) == ") Z";
}

bool WaitUntil(const std::function<bool()>& holds) {
  for (int i = 0; i < 6000 && !holds(); ++i) std::this_thread::sleep_for(10ms);
  return holds();
}

TEST(Process, WhatEndedIsNotWaitedForBecauseOfAChildItLeft) {
  const Finished finished = RunOne(Shell("sleep 600 & echo $!"));
  const pid_t left = std::stoi(finished.out);
  EXPECT_FALSE(IsGone(left));
  kill(left, SIGKILL);
}

// A script that starts two children, notes three process numbers in `noted`, and never ends.
constexpr const char* kFamily =
    "sleep 600 & a=$!; sh -c 'sleep 600; true' & echo $$ $a $! >noting; mv noting noted; wait";

std::vector<pid_t> Noted(const fs::path& folder) {
  std::ifstream in(folder / "noted");
  std::vector<pid_t> all;
  for (pid_t one = 0; in >> one;) all.push_back(one);
  return all;
}

void ExpectCancelledWithAllChildren(const std::string& script) {
  const Scratch scratch;
  const auto noted = [&] { return fs::exists(scratch.path() / "noted"); };
  const Finished finished = RunOne(Shell(script, scratch.path()), noted);
  EXPECT_TRUE(finished.cancelled);
  const auto family = Noted(scratch.path());
  ASSERT_EQ(family.size(), 3U);
  for (const pid_t one : family) EXPECT_TRUE(IsGone(one)) << one;
}

TEST(Process, CancellingEndsItsChildrenToo) { ExpectCancelledWithAllChildren(kFamily); }

TEST(Process, CancellingEndsWhatIgnoresBeingToldSo) {
  ExpectCancelledWithAllChildren(std::string("trap '' TERM; ") + kFamily);
}

TEST(Process, CancellingEndsOrphansThatIgnoreBeingToldSo) {
  ExpectCancelledWithAllChildren(
      "(trap '' TERM; sleep 600 & echo $! >orphan); a=$(cat orphan); sleep 600 & "
      "echo $$ $a $! >noting; mv noting noted; wait");
}

TEST(Process, CancellingEndsNothingElse) {
  const Scratch scratch;
  const pid_t bystander = fork();
  if (bystander == 0) {
    pause();
    _exit(0);
  }
  EXPECT_TRUE(RunOne(Shell("sleep 600"), [] { return true; }).cancelled);
  EXPECT_TRUE(RunOne(Shell(kFamily, scratch.path()), [&] {
                return fs::exists(scratch.path() / "noted");
              }).cancelled);
  EXPECT_EQ(waitpid(bystander, nullptr, WNOHANG), 0);
  kill(bystander, SIGKILL);
  waitpid(bystander, nullptr, 0);
}

class Death : public testing::TestWithParam<int> {};

TEST_P(Death, OfTheCallerEndsWhatItStarted) {
  const Scratch scratch;
  const pid_t caller = fork();
  if (caller == 0) {
    signal(GetParam(), SIG_DFL);
    RunOne(Shell(kFamily, scratch.path()));
    _exit(0);
  }
  ASSERT_TRUE(WaitUntil([&] { return fs::exists(scratch.path() / "noted"); }));
  kill(caller, GetParam());
  int status = 0;
  waitpid(caller, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == GetParam()) << status;
  const auto family = Noted(scratch.path());
  ASSERT_EQ(family.size(), 3U);
  for (const pid_t one : family) EXPECT_TRUE(WaitUntil([&] { return IsGone(one); })) << one;
}

INSTANTIATE_TEST_SUITE_P(Signals, Death, testing::Values(SIGHUP, SIGINT, SIGTERM, SIGKILL),
                         [](const auto& test) { return "Number" + std::to_string(test.param); });

TEST(RunAll, HandsBackTheResultsInOrder) {
  const std::vector<ChildCommand> commands = {Shell("sleep 0.1; echo 0"), Shell("echo 1"),
                                              Shell("echo 2")};
  const auto finished = RunAll(commands, 3, Never);
  ASSERT_EQ(finished.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(finished[i].ok());
    EXPECT_EQ(finished[i].out, std::to_string(i) + "\n");
  }
}

TEST(RunAll, StartsAsManyAtOnceAsItMay) {
  const Scratch scratch;
  const std::vector<ChildCommand> alone(
      3, Shell("mkdir busy && sleep 0.05 && rmdir busy", scratch.path()));
  for (const Finished& one : RunAll(alone, 1, Never)) EXPECT_TRUE(one.ok()) << one.err;
  // a pipe opens once both ends have been opened
  const std::vector<ChildCommand> meeting = {
      Shell("mkfifo pipe && echo met >pipe", scratch.path()),
      Shell("until [ -p pipe ]; do sleep 0.01; done; cat pipe", scratch.path())};
  EXPECT_EQ(RunAll(meeting, 2, Never)[1].out, "met\n");
}

TEST(RunAll, TheFirstFailureCancelsTheOthers) {
  const std::vector<ChildCommand> commands = {Shell("echo done"), Shell("sleep 600"),
                                              Shell("exit 4"), Shell("echo never")};
  const auto finished = RunAll(commands, 2, Never);
  EXPECT_TRUE(finished[0].ok());
  EXPECT_TRUE(finished[1].cancelled);
  EXPECT_EQ(finished[2].status, 4);
  EXPECT_FALSE(finished[2].cancelled);
  EXPECT_TRUE(finished[3].cancelled);
  EXPECT_EQ(finished[3].out, "");
}

TEST(SplitWords, FollowsTheShellWhereOneWordIsOneWord) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(SplitWords("g++"), Words{"g++"});
  EXPECT_EQ(SplitWords("  ccache\tg++ -m64\n"), (Words{"ccache", "g++", "-m64"}));
  EXPECT_EQ(SplitWords("'/my tools/g++' -DA=\"b c\" d\\ e"),
            (Words{"/my tools/g++", "-DA=b c", "d e"}));
  EXPECT_EQ(SplitWords(R"('a\b' "a\"b" '' "'")"), (Words{"a\\b", "a\"b", "", "'"}));
  EXPECT_EQ(SplitWords(" \t"), Words{});
  EXPECT_EQ(SplitWords("g++ '"), std::nullopt);
  EXPECT_EQ(SplitWords("g++ \"a'"), std::nullopt);
}

}  // namespace
}  // namespace toroid::gen_support_process_test
