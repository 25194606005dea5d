// How a long computation says how far it is, and is told to stop.
//
// A function that may take long takes a Progress, and makes a Stage of each of its long loops:
//
//   Stage stage(progress, "measuring dilations", edges);
//   for (...) {
//     ...
//     stage.Tick();
//   }
//
// A tick costs an addition, a countdown and a look at a flag. Every few milliseconds, and as soon
// as the flag is set, one of them asks the watcher, which may show how far the stage is; if it
// wants the stage to stop, the tick throws Interrupted. So a function that ticks must be safe
// against exceptions. All of this is for one thread.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace toroid {

class Stage;

// Acts for those who wait for the result; in the program this is cli/command_watcher.h.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // Not 0: the next tick asks the watcher at once. A signal handler may set it.
  virtual const volatile std::sig_atomic_t& hurry() const;
  // Called with the stage's progress; returns false to stop it.
  virtual bool GoesOn(const Stage& stage) = 0;
  // The stage has ended, or an exception left it.
  virtual void Ended(const Stage& stage) = 0;
  // An event to report at once, such as a tool that was started.
  virtual void Note(const std::string& text) = 0;
  // The result is printed from now on. A write may wait for its reader, without a tick.
  virtual void StartPrinting() = 0;
};

class Progress {
 public:
  Progress() = default;  // no watcher
  explicit Progress(Watcher& watcher) : watcher_(&watcher) {}
  Watcher* watcher() const { return watcher_; }
  void Note(const std::string& text) const {
    if (watcher_ != nullptr) watcher_->Note(text);
  }
  void StartPrinting() const {
    if (watcher_ != nullptr) watcher_->StartPrinting();
  }

 private:
  Watcher* watcher_ = nullptr;  // outlives the stages
};

// Thrown out of a computation that is to stop. `where`: how far it came, to be read after
// "interrupted ", e.g. "while measuring dilations, 45 % done".
struct Interrupted {
  std::string where;
};

class Stage {
 public:
  // More about how far it is, e.g. "cycle 900"; made when it is shown.
  using Detail = std::function<std::string()>;

  // `what` it does, e.g. "measuring dilations", to `total` items; 0 if nobody knows how many.
  Stage(const Progress& progress, std::string what, std::uint64_t total = 0,
        Detail detail = nullptr);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // `items` more are done; 0 only shows that the loop is alive.
  void Tick(std::uint64_t items = 1) {
    done_ += items;
    if (--ticks_left_ == 0 || *hurry_ != 0) Look();
  }
  // Asks the watcher now.
  void Look();
  // `done` items are done in all; asks the watcher now. For loops with long iterations.
  void MoveTo(std::uint64_t done) {
    done_ = done;
    Look();
  }
  // Whether the stage is to stop, for code that must not throw; asks the watcher now.
  bool Cancelled() const;

  const std::string& what() const { return what_; }
  // 0 to 1; nothing if the total is not known.
  std::optional<double> fraction() const;
  double seconds() const;  // since it began
  std::string detail() const { return detail_ ? detail_() : ""; }

 private:
  using Clock = std::chrono::steady_clock;

  Watcher* watcher_;
  const volatile std::sig_atomic_t* hurry_;
  std::string what_;
  std::uint64_t total_;
  Detail detail_;
  std::uint64_t done_ = 0;
  std::uint64_t stride_ = 1;  // ticks from one look to the next
  std::uint64_t ticks_left_ = std::numeric_limits<std::uint64_t>::max();  // until the next look
  Clock::time_point begin_;
  Clock::time_point last_look_;
};

// `projection` that also ticks, for sorting many things.
template <class Projection>
auto Ticking(Stage& stage, Projection projection) {
  return [&stage, projection](const auto& value) -> decltype(auto) {
    stage.Tick(0);
    return std::invoke(projection, value);
  };
}

}  // namespace toroid
