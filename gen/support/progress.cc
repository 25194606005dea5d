// Idea: a tick must cost almost nothing, yet the watcher must be asked every few milliseconds,
// whether a loop's iteration takes a nanosecond or a second. So a stage counts ticks down and reads
// the clock only when the count is over; if too little time has passed since the last look the next
// count is doubled, if too much it is cut down accordingly.
//
// Example: rounds of 10 nanoseconds. The counts are 1, 2, 4, ... until 2 milliseconds lie between
// two looks, after 18 doublings. If rounds then take a millisecond, the next look comes late, once,
// and the count falls to what fits again. A watcher in a hurry (a signal has come) is asked at the
// next tick.
#include "gen/support/progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace toroid {
namespace {

// Bounds of the time between two looks at the watcher, and of the ticks between them.
constexpr std::chrono::milliseconds kShortest(2);
constexpr std::chrono::milliseconds kLongest(8);
constexpr std::uint64_t kMostTicks = 1 << 20;

constexpr std::sig_atomic_t kNever = 0;  // the hurry of a stage without a watcher

}  // namespace

const volatile std::sig_atomic_t& Watcher::hurry() const { return kNever; }

Stage::Stage(const Progress& progress, std::string what, std::uint64_t total, Detail detail)
    : watcher_(progress.watcher()),
      hurry_(watcher_ != nullptr ? &watcher_->hurry() : &kNever),
      what_(std::move(what)),
      total_(total),
      detail_(std::move(detail)) {
  if (watcher_ == nullptr) return;
  ticks_left_ = 1;
  begin_ = last_look_ = Clock::now();
}

Stage::~Stage() {
  if (watcher_ != nullptr) watcher_->Ended(*this);
}

// The stride, ticks between two looks, is doubled or cut so that looks are a few milliseconds
// apart, whatever a tick costs. Throws Interrupted if the watcher wants the stage to stop.
void Stage::Look() {
  if (watcher_ == nullptr) return;
  const Clock::time_point now = Clock::now();
  const Clock::duration since = now - std::exchange(last_look_, now);
  if (since < kShortest) stride_ = std::min(2 * stride_, kMostTicks);
  if (since > kLongest)
    stride_ =
        std::max<std::uint64_t>(1, stride_ / static_cast<std::uint64_t>(2 * since / kLongest));
  ticks_left_ = stride_;
  if (watcher_->GoesOn(*this)) return;
  std::string where = "while " + what_;
  if (const auto part = fraction())
    where += fmt::format(", {} % done", static_cast<int>(100 * *part));
  throw Interrupted{where};
}

bool Stage::Cancelled() const { return watcher_ != nullptr && !watcher_->GoesOn(*this); }

std::optional<double> Stage::fraction() const {
  if (total_ == 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
}

double Stage::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

}  // namespace toroid
