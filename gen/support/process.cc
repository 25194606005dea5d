// Idea: commands are started by posix_spawn, all in one process group, and one loop reads what they
// write until each has ended. A pipe that is full would stop a command, so both pipes of every
// command are read whenever there is something, without blocking.
//
// The loop polls for ended commands every 100 milliseconds, and every 5 once a command has closed
// its pipes. It does not wait for a signal: a handler would belong to the whole program.
//
// Where it does not apply: commands that need input, or a terminal.
#include "gen/support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "gen/support/files.h"

namespace toroid {

// Makes this process the parent of its children's orphans while it lives, so that it can wait for
// all of a process group, and learn of each end even if its own parent set SIGCHLD to be ignored.
class Parenthood {
 public:
  Parenthood();
  ~Parenthood();
  Parenthood(const Parenthood&) = delete;
  Parenthood& operator=(const Parenthood&) = delete;

 private:
  int adopted_ = 0;
  struct sigaction heard_ {};
};

// A process group. Its leader is a process that does nothing but wait on a pipe for this one:
// however this one dies, the pipe closes, and the leader ends the group. As long as the
// leader has not been waited for, the group's number cannot be another's.
class ProcessGroup {
 public:
  ProcessGroup();
  // Unless SetOver was called: signals all in the group to end, kills those still running after two
  // seconds, and waits until all are gone. Needs Parenthood.
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  pid_t leader() const { return leader_; }  // not above 0 if the group could not be made
  // All started commands have ended; processes that they left behind may stay.
  void SetOver() { over_ = true; }

 private:
  void WaitForAll() const;

  Descriptor lifeline_;
  pid_t leader_ = -1;
  bool over_ = false;
};

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

extern char** environ;

namespace toroid {
namespace {

// "No such file or directory"
std::string ErrorText(int error) { return std::generic_category().message(error); }

// A child's standard output or error.
class Stream {
 public:
  // The end for the child to write to, or nothing if there is no descriptor left.
  Descriptor Open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    end_ = Descriptor(ends[0]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Descriptor(ends[1]);
  }
  // Appends new output to `text`.
  void Read(std::string& text) {
    std::array<char, 4096> buffer{};
    while (end_.open()) {
      const ssize_t got = read(end_.number(), buffer.data(), buffer.size());
      if (got > 0)
        text.append(buffer.data(), static_cast<std::size_t>(got));
      else if (got < 0 && errno == EAGAIN)
        return;
      else if (got == 0 || errno != EINTR)
        end_.Close();
    }
  }
  const Descriptor& end() const { return end_; }

 private:
  Descriptor end_;
};

// This process's environment with `setting` in it, as exec takes it.
std::vector<std::string> EnvironmentWith(const std::map<std::string, std::string>& setting) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!setting.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : setting) all.push_back(name + "=" + value);
  return all;
}

// The words as exec takes them; they must outlive the pointers.
std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Starts the command in the group. Returns 0 or an error number.
int Spawn(const ChildCommand& command, int out, int err, pid_t group, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, group);
  sigset_t usual;  // this program's mask
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  const auto environment = EnvironmentWith(command.setting);
  const int error = posix_spawnp(&pid, command.words[0].c_str(), &actions, &attributes,
                                 Pointers(command.words).data(), Pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// A running command.
class Child {
 public:
  Child(const ChildCommand& command, const ProcessGroup& group) {
    const Descriptor out = out_.Open();
    const Descriptor err = err_.Open();
    int error = group.leader() > 0 ? EMFILE : EAGAIN;
    if (out.open() && err.open() && group.leader() > 0)
      error = Spawn(command, out.number(), err.number(), group.leader(), pid_);
    running_ = error == 0;
    if (running_) return;
    const bool starved = error == EMFILE || error == ENFILE || error == EAGAIN || error == ENOMEM;
    finished_ = {.status = 127, .out = {}, .err = ErrorText(error), .starved = starved};
  }

  bool running() const { return running_; }
  // Whether it has closed both pipes, so that only its end is still to come.
  bool silent() const { return !out_.end().open() && !err_.end().open(); }

  // Adds its pipes to what poll waits for.
  void Watch(std::vector<pollfd>& watched) const {
    for (const Stream* stream : {&out_, &err_}) {
      if (stream->end().open())
        watched.push_back({.fd = stream->end().number(), .events = POLLIN, .revents = 0});
    }
  }

  // Reads its output, and checks whether it has ended.
  void Look() {
    if (!running_) return;
    int status = 0;
    running_ = waitpid(pid_, &status, WNOHANG) != pid_;
    out_.Read(finished_.out);
    err_.Read(finished_.err);
    if (!running_)
      finished_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  Finished Take() { return std::move(finished_); }

 private:
  pid_t pid_ = -1;
  bool running_ = false;
  Stream out_, err_;
  Finished finished_;
};

using Children = std::map<std::size_t, Child>;  // by place among the commands

// Waits until one of them has written something, or until the next poll: soon if only an end is
// still to come.
void Wait(const Children& children) {
  std::vector<pollfd> watched;
  bool ending = false;
  for (const auto& [place, child] : children) {
    child.Watch(watched);
    ending = ending || child.silent();
  }
  poll(watched.data(), watched.size(), ending ? 5 : 100);  // milliseconds
}

}  // namespace

// Stops at the first failure: running commands end with the group, and those not started count as
// cancelled.
std::vector<Finished> RunAll(std::span<const ChildCommand> commands, int jobs,
                             const Cancelled& cancelled) {
  std::vector<Finished> finished(commands.size());
  for (Finished& one : finished) one.cancelled = true;
  const Parenthood parenthood;
  ProcessGroup group;
  Children running;
  std::size_t next = 0;
  bool failed = false;
  while (!failed && !cancelled()) {
    for (; next < commands.size() && running.size() < static_cast<std::size_t>(jobs); ++next)
      running.try_emplace(next, commands[next], group);
    if (running.empty()) break;
    Wait(running);
    for (auto one = running.begin(); one != running.end();) {
      auto& [place, child] = *one;
      child.Look();
      if (child.running()) {
        ++one;
        continue;
      }
      finished[place] = child.Take();
      failed = failed || !finished[place].ok();
      one = running.erase(one);
    }
  }
  if (running.empty()) group.SetOver();
  return finished;
}

Finished RunOne(const ChildCommand& command, const Cancelled& cancelled) {
  return std::move(RunAll({&command, 1}, 1, cancelled).front());
}

// Splits as a shell does with quotes and backslashes, but without variables, patterns or comments.
// Nothing if a quote is not closed.
std::optional<std::vector<std::string>> SplitWords(const std::string& line) {
  std::vector<std::string> words;
  bool inside = false;  // inside a word
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (!quote && blank) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else if (quote ? c == quote : c == '\'' || c == '"')
      quote = quote ? 0 : c;
    else
      words.back() += c;
  }
  if (quote) return std::nullopt;
  return words;
}

}  // namespace toroid
