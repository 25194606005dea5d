// How a long computation says how far it is, and is told to stop.
//
// What may take long is handed a Progress, and makes a Stage of each of its long loops:
//
//   Stage stage(progress, "measuring dilations", edges);
//   for (...) {
//     ...
//     stage.Tick();
//   }
//
// A tick costs an addition, a countdown and a look at a flag. Every few milliseconds, and as soon
// as the flag is set, one of them asks the watcher, which may show how far the stage is; if it
// wants an end, the tick throws Interrupted. So a function that ticks must leave nothing behind
// when an exception leaves it. All of this belongs to one thread.
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
  // Not 0: the next tick is to ask, however long ago the last one did. A signal handler may set it.
  virtual const volatile std::sig_atomic_t& hurry() const;
  // How far the stage is; false: it is to stop.
  virtual bool GoesOn(const Stage& stage) = 0;
  // The stage is over, or was left.
  virtual void Ended(const Stage& stage) = 0;
  // A thing worth telling at once, such as a tool that was started.
  virtual void Note(const std::string& text) = 0;
  // The result is printed from now on. A write may wait for its reader, where nothing ticks.
  virtual void StartPrinting() = 0;
};

class Progress {
 public:
  Progress() = default;  // nobody watches
  explicit Progress(Watcher& watcher) : watcher_(&watcher) {}
  Watcher* watcher() const { return watcher_; }
  void Note(const std::string& text) const {
    if (watcher_ != nullptr) watcher_->Note(text);
  }
  void StartPrinting() const {
    if (watcher_ != nullptr) watcher_->StartPrinting();
  }

 private:
  Watcher* watcher_ = nullptr;  // outlives what it watches
};

// Thrown out of a computation that was told to stop. `where`: how far it came, to be read after
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

  // So many more are done; 0 is a sign of life.
  void Tick(std::uint64_t items = 1) {
    done_ += items;
    if (--ticks_left_ == 0 || *hurry_ != 0) Look();
  }
  // Asks the watcher now.
  void Look();
  // So many ticks in all so far; asks the watcher now. For loops whose rounds are long.
  void MoveTo(std::uint64_t done) {
    done_ = done;
    Look();
  }
  // Whether it is to stop, for code that no exception can leave; asks the watcher now.
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

// `projection` with signs of life: for sorting many things.
template <class Projection>
auto Ticking(Stage& stage, Projection projection) {
  return [&stage, projection](const auto& value) -> decltype(auto) {
    stage.Tick(0);
    return std::invoke(projection, value);
  };
}

}  // namespace toroid
