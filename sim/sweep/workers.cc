// A child writes its result to a pipe and ends it with kDone, or says what went wrong and ends that
// with kFailed. Without either it was killed.
#include "sim/sweep/workers.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <map>
#include <new>
#include <vector>

#include "gen/support/files.h"
#include "gen/support/result.h"

namespace toroid {
namespace {

constexpr char kDone = '\0';
constexpr char kFailed = '\1';
constexpr int kMilliseconds = 100;          // between checks
constexpr std::size_t kMostWaiting = 1024;  // results of later pieces kept

// Writes the whole text, or as much as the parent reads.
void WriteAll(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    done += static_cast<std::size_t>(count);
  }
}

// A process that does one piece of work. It ends when its parent does.
class Child {
 public:
  Child(std::size_t number, const std::function<std::string(std::size_t)>& work) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) files::Fail("start", "a run", errno);
    pipe_ = Descriptor(ends[0]);
    Descriptor writes(ends[1]);
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) files::Fail("start", "a run", errno);
    if (process_ > 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    try {
      WriteAll(writes.number(), work(number) + kDone);
    } catch (const std::bad_alloc&) {  // the parent notices the missing result
    } catch (...) {
      WriteAll(writes.number(), WhatWasThrown() + kFailed);
    }
    ::_exit(0);  // skips the parent's exit handlers
  }
  ~Child() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool active() const { return pipe_.open(); }
  int descriptor() const { return pipe_.number(); }
  // What the child wrote, once it is no longer active, and whether that is its result.
  const std::string& text() const { return text_; }
  bool done() const { return done_; }

  // Reads the available output.
  void Read() {
    char block[1 << 14];
    const ssize_t count = ::read(pipe_.number(), block, sizeof block);
    if (count < 0 && errno == EINTR) return;
    if (count > 0) {
      text_.append(block, static_cast<std::size_t>(count));
      return;
    }
    pipe_.Close();
    done_ = text_.ends_with(kDone);
    if (done_ || text_.ends_with(kFailed))
      text_.pop_back();
    else
      text_.clear();
  }

 private:
  pid_t process_ = -1;
  Descriptor pipe_;
  std::string text_;
  bool done_ = false;
};

using Children = std::map<std::size_t, Child>;

// Waits briefly for output of some children.
void ReadFrom(Children& children) {
  std::vector<pollfd> waiting;
  std::vector<Child*> who;
  for (auto& [number, child] : children) {
    if (!child.active()) continue;
    waiting.push_back({.fd = child.descriptor(), .events = POLLIN, .revents = 0});
    who.push_back(&child);
  }
  if (::poll(waiting.data(), waiting.size(), kMilliseconds) <= 0) return;
  for (std::size_t i = 0; i < who.size(); ++i)
    if (waiting[i].revents != 0) who[i]->Read();
}

}  // namespace

std::optional<std::string> DoInOrder(std::size_t count, int jobs,
                                     const std::function<std::string(std::size_t)>& work,
                                     const std::function<bool(const std::string&)>& take,
                                     const std::function<void()>& look) {
  Children children;
  std::size_t begun = 0;
  for (std::size_t i = 0; i < count;) {
    const auto active =
        std::ranges::count_if(children, [](const auto& c) { return c.second.active(); });
    if (begun < count && active < jobs && children.size() < kMostWaiting) {
      children.try_emplace(begun, begun, work);
      ++begun;
      continue;
    }
    const Child& first = children.at(i);
    if (first.active()) {
      ReadFrom(children);
      look();
      continue;
    }
    if (!first.done()) return first.text();
    if (!take(first.text())) return std::nullopt;
    children.erase(i++);
    look();
  }
  return std::nullopt;
}

}  // namespace toroid
