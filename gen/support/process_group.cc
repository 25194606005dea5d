// Idea: a compiler starts processes of its own, which a signal to the compiler alone does not
// reach, and which lose their parent when it dies. So all of them are in one process group, whose
// leader does nothing but read a pipe that only this program holds open. However this program ends,
// the kernel closes the pipe, the leader's read returns, and it signals its group: first SIGTERM,
// two seconds later SIGKILL.
//
// A group lasts as long as one of its members, and its number is free again only when the last one
// has been waited for. This program becomes the reaper of orphans while it waits
// (PR_SET_CHILD_SUBREAPER), so it can wait for grandchildren too, and the number cannot come to
// mean another group meanwhile.
//
// Linux only: process groups are POSIX, child subreapers are not.
#include "gen/support/process_group.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

namespace toroid {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kGrace = 2s;           // from SIGTERM to SIGKILL
constexpr auto kBetweenLooks = 10ms;  // at processes that were signalled to end

// The leader's code: only calls that are safe in the fork of a process with several threads. It
// blocks all signals, including the one to the group, and keeps no descriptor of the parent open.
[[noreturn]] void Lead(int lifeline) {
  setpgid(0, 0);
  dup2(lifeline, 0);
  closefrom(1);
  char nothing = 0;
  if (read(0, &nothing, 1) == 0) kill(0, SIGTERM);
  sleep(static_cast<unsigned>(kGrace.count()));
  kill(0, SIGKILL);
  _exit(0);
}

}  // namespace

Parenthood::Parenthood() {
  prctl(PR_GET_CHILD_SUBREAPER, &adopted_);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &usual, &heard_);
}

Parenthood::~Parenthood() {
  sigaction(SIGCHLD, &heard_, nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, adopted_);
}

ProcessGroup::ProcessGroup() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const Descriptor watched(ends[0]);
  lifeline_ = Descriptor(ends[1]);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  leader_ = fork();
  if (leader_ == 0) Lead(watched.number());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (leader_ > 0) setpgid(leader_, leader_);  // whichever of the two comes first
}

ProcessGroup::~ProcessGroup() {
  if (leader_ <= 0) return;
  if (!over_) kill(-leader_, SIGTERM);
  kill(leader_, SIGKILL);
  if (!over_) WaitForAll();
  while (waitpid(leader_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ProcessGroup::WaitForAll() const {
  const auto kill_at = Clock::now() + kGrace;
  for (pid_t gone = 0; gone >= 0 || errno == EINTR;) {
    gone = waitpid(-leader_, nullptr, WNOHANG);
    if (gone != 0) continue;
    if (Clock::now() >= kill_at) kill(-leader_, SIGKILL);
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

}  // namespace toroid
