// A process group whose members all end with their purpose. Only process.cc includes this.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include "gen/support/descriptor.h"

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

}  // namespace toroid
