// Watches a command: catches Ctrl-C and requests to terminate, and shows its progress.
#pragma once

#include <chrono>
#include <csignal>
#include <ostream>
#include <string>
#include <vector>

#include "gen/support/progress.h"

namespace toroid {

// Display of progress on standard error.
enum class Display {
  kNothing,
  kLines,    // a line now and then, with growing intervals
  kOneLine,  // one line, rewritten; for terminals
};

// The program has one. While it exists, SIGINT, SIGTERM and SIGHUP end the watched work and not the
// program, unless they were ignored before. If the work does not notice the signal within 0.4
// seconds of processor time, or has not ended when another comes two seconds later, the program
// ends at once.
class CommandWatcher : public Watcher {
 public:
  // Notes and progress go to `err`, progress from the third second on. `prints_to_terminal`: the
  // result goes to a terminal, so no progress appears between its lines.
  CommandWatcher(std::ostream& err, Display display, bool prints_to_terminal);
  ~CommandWatcher() override;
  CommandWatcher(const CommandWatcher&) = delete;
  CommandWatcher& operator=(const CommandWatcher&) = delete;

  Progress progress() { return Progress(*this); }
  // Prints the progress of an interrupted command, and returns the exit code: 128 + signal.
  int Explain(const Interrupted& interrupted);

  const volatile std::sig_atomic_t& hurry() const override;
  bool GoesOn(const Stage& stage) override;
  void Ended(const Stage& stage) override;
  void Note(const std::string& text) override;
  // From now on a signal ends the program at once.
  void StartPrinting() override;

 private:
  using Clock = std::chrono::steady_clock;

  void Show(const Stage& stage);
  void Erase();

  std::ostream& err_;
  Display display_;
  bool prints_to_terminal_;
  Clock::time_point due_;  // next time to show progress
  Clock::duration gap_;    // interval between lines
  bool shown_ = false;     // a line must be erased
  struct Handler {
    int signal;
    struct sigaction before;
  };
  std::vector<Handler> handlers_;
};

// Progress of a stage after that time: "measuring dilations: 45 %, about 12 s left", or without an
// estimate "looking for a schedule: 12 s".
std::string ProgressText(const Stage& stage, double seconds);

}  // namespace toroid
