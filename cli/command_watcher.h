// Watches a command: catches Ctrl-C and requests to terminate, and shows how far the command is.
#pragma once

#include <chrono>
#include <csignal>
#include <ostream>
#include <string>
#include <vector>

#include "gen/support/progress.h"

namespace toroid {

// How progress is shown, on standard error.
enum class Display {
  kNothing,
  kLines,    // a line now and then, less and less often
  kOneLine,  // one line that is rewritten; for terminals
};

// There is one in a program. While it lives, SIGINT, SIGTERM and SIGHUP end the work that is
// watched and not the program, unless they were ignored before. If the work has not ended two
// seconds after the first signal, another one ends the program.
class CommandWatcher : public Watcher {
 public:
  // Notes and progress go to `err`, progress from the third second on. `prints_to_terminal`: the
  // result does; then no progress stands between its lines.
  CommandWatcher(std::ostream& err, Display display, bool prints_to_terminal);
  ~CommandWatcher() override;
  CommandWatcher(const CommandWatcher&) = delete;
  CommandWatcher& operator=(const CommandWatcher&) = delete;

  Progress progress() { return Progress(*this); }
  // Says how far an interrupted command came, and returns the exit code: 128 + signal.
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
  Clock::time_point due_;  // when something is shown next
  Clock::duration gap_;    // from one line to the next
  bool shown_ = false;     // there is a line to be erased
  struct Handler {
    int signal;
    struct sigaction before;
  };
  std::vector<Handler> handlers_;
};

// What is shown of a stage after so many seconds: "measuring dilations: 45 %, about 12 s left", or,
// where nothing is known of the rest, "looking for a schedule: 12 s".
std::string ProgressText(const Stage& stage, double seconds);

}  // namespace toroid
