// The signal handler only notes a signal. Loops that tick see it, and print progress.
#include "cli/command_watcher.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::chrono::seconds kSilence(2);  // shorter commands show no progress
constexpr std::chrono::seconds kFirstGap(5);
constexpr std::chrono::seconds kLongestGap(60);
constexpr std::chrono::milliseconds kRewrite(200);

// Seconds between two signals of which the second ends the program at once.
constexpr std::time_t kPatience = 2;  // seconds
// Processor time that a loop gets, after a signal, to tick.
constexpr itimerval kTimeToTick = {.it_interval = {},
                                   .it_value = {.tv_sec = 0, .tv_usec = 400'000}};
constexpr itimerval kNoLimit = {};

volatile std::sig_atomic_t caught = 0;
volatile std::time_t caught_at = 0;
// Printed by the handler, which then ends the program; null: it does not end it.
const char* volatile last_words = nullptr;
constexpr const char* kLastWords = "toroid: interrupted before the result was complete\n";
constexpr const char* kLastWordsOnLine =
    "\r\x1b[Ktoroid: interrupted before the result was complete\n";

[[noreturn]] void EndAtOnce(const char* words, int signal) {
  [[maybe_unused]] const ssize_t said = write(STDERR_FILENO, words, std::strlen(words));
  _exit(128 + signal);
}

// No loop has ticked since the signal was caught.
void EndLate(int /*signal*/) { EndAtOnce("toroid: interrupted\n", caught); }

// The first signal is noted, and the next tick of a loop ends the run in order. If none comes
// soon, or a second signal at least two seconds later, the program ends at once. While results are
// printed, the handler prints a message and ends the program, as no loop may be ticking.
void Catch(int signal) {
  if (const char* const words = last_words; words != nullptr) EndAtOnce(words, signal);
  const std::time_t now = std::time(nullptr);
  if (caught == 0) {
    caught_at = now;
    caught = signal;
    setitimer(ITIMER_PROF, &kTimeToTick, nullptr);
  } else if (now - caught_at >= kPatience) {
    std::signal(signal, SIG_DFL);
    raise(signal);  // takes effect when this handler returns
  }
}

// "12 s", "5 min", "3 h", "2.5 days".
std::string DurationText(double seconds) {
  constexpr double kDay = 24 * 3600;
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < kDay) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.1f} days", seconds / kDay);
}

// Number of columns of the terminal.
std::size_t Width() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

std::string ProgressText(const Stage& stage, double seconds) {
  const std::optional<double> part = stage.fraction();
  std::string text = stage.what() + ": ";
  if (part && *part > 0 && *part < 1) {
    text += fmt::format("{} %, about {} left", static_cast<int>(100 * *part),
                        DurationText(seconds * (1 - *part) / *part));
  } else {
    text += DurationText(seconds);
  }
  const std::string detail = stage.detail();
  return detail.empty() ? text : text + "; " + detail;
}

// Signals that were ignored when toroid started, for example by nohup, stay ignored.
CommandWatcher::CommandWatcher(std::ostream& err, Display display, bool prints_to_terminal)
    : err_(err),
      display_(display),
      prints_to_terminal_(prints_to_terminal),
      due_(Clock::now() + kSilence),
      gap_(kFirstGap) {
  caught = 0;
  last_words = nullptr;
  for (const int signal : {SIGPROF, SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = signal == SIGPROF ? EndLate : Catch;
    sigaction(signal, &action, nullptr);
    handlers_.push_back({signal, before});
  }
}

CommandWatcher::~CommandWatcher() {
  Erase();
  last_words = nullptr;
  setitimer(ITIMER_PROF, &kNoLimit, nullptr);
  for (const Handler& handler : handlers_) sigaction(handler.signal, &handler.before, nullptr);
}

int CommandWatcher::Explain(const Interrupted& interrupted) {
  Erase();
  err_ << "toroid: interrupted " << interrupted.where << std::endl;
  return 128 + caught;
}

const volatile std::sig_atomic_t& CommandWatcher::hurry() const { return caught; }

bool CommandWatcher::GoesOn(const Stage& stage) {
  if (caught != 0) {  // the run ends in order, however long that takes
    setitimer(ITIMER_PROF, &kNoLimit, nullptr);
    return false;
  }
  if (display_ != Display::kNothing && Clock::now() >= due_) Show(stage);
  return true;
}

void CommandWatcher::Ended(const Stage& /*stage*/) { Erase(); }

void CommandWatcher::Note(const std::string& text) {
  if (display_ == Display::kNothing) return;
  Erase();
  err_ << "toroid: " << Harmless(text) << std::endl;
}

// A progress line would appear between the lines of the result on one terminal.
void CommandWatcher::StartPrinting() {
  Erase();
  if (prints_to_terminal_) display_ = Display::kNothing;
  last_words = display_ == Display::kOneLine ? kLastWordsOnLine : kLastWords;
  if (caught != 0) Catch(caught);
}

// Rewrites the line five times a second on a terminal; elsewhere prints lines in growing intervals.
void CommandWatcher::Show(const Stage& stage) {
  const std::string line = "toroid: " + ProgressText(stage, stage.seconds());
  if (display_ == Display::kLines) {
    err_ << line << std::endl;
    due_ = Clock::now() + gap_;
    gap_ = std::min<Clock::duration>(2 * gap_, kLongestGap);
    return;
  }
  // one column less than the terminal has, so that no line wraps
  err_ << '\r' << line.substr(0, Width() - 1) << "\x1b[K" << std::flush;
  shown_ = true;
  due_ = Clock::now() + kRewrite;
}

void CommandWatcher::Erase() {
  if (!shown_) return;
  err_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace toroid
