// Where no more threads can be started, those that there are do all parts, the caller at least.
//
// One word says which parts are free, and of which run. A thread takes a part by compare-and-swap,
// so a thread that was late for one run cannot take a part of it in another. The run is not over
// while a part is taken and not done, so its work still exists.
#include "gen/support/team.h"

#include <bit>
#include <cassert>
#include <new>
#include <system_error>
#include <utility>

namespace toroid {
namespace {

// Looks before a thread sleeps: a cycle of a small network takes less time than waking a thread.
constexpr int kLooks = 2000;
constexpr std::uint64_t kParts = (std::uint64_t{1} << Team::kMost) - 1;
constexpr std::uint64_t kNextRun = kParts + 1;

template <class T>
void WaitWhile(const std::atomic<T>& value, T is) {
  for (int look = 0; look < kLooks; ++look)
    if (value.load(std::memory_order_acquire) != is) return;
  value.wait(is, std::memory_order_acquire);
}

}  // namespace

Team::Team(int parts) : parts_(parts) {
  assert(parts >= 1 && parts <= kMost);
  threads_.reserve(kMost);
  try {
    for (int number = 1; number < parts; ++number)
      threads_.emplace_back([this, number] { Follow(number); });
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
}

Team::~Team() {
  ended_.store(true, std::memory_order_relaxed);
  free_.fetch_add(kNextRun, std::memory_order_release);
  free_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Team::Run(const Work& work) {
  if (parts_ == 1) return work(0);
  work_ = &work;
  unfinished_.store(parts_, std::memory_order_relaxed);
  free_.fetch_add(kNextRun + (kNextRun >> (kMost - parts_)) - 1, std::memory_order_release);
  free_.notify_all();
  DoParts(0);
  while (const int unfinished = unfinished_.load(std::memory_order_acquire))
    WaitWhile(unfinished_, unfinished);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Team::DoPart(int part) {
  try {
    (*work_)(part);
  } catch (...) {
    const std::lock_guard lock(throwing_);
    thrown_ = std::current_exception();
  }
}

std::uint64_t Team::DoParts(int preferred) {
  std::uint64_t seen = free_.load(std::memory_order_acquire);
  while ((seen & kParts) != 0) {
    const bool own = (seen >> preferred & 1) != 0;
    const int part = own ? preferred : std::countr_zero(seen);
    if (!free_.compare_exchange_weak(seen, seen & ~(std::uint64_t{1} << part),
                                     std::memory_order_acquire))
      continue;
    DoPart(part);
    if (unfinished_.fetch_sub(1, std::memory_order_release) == 1) unfinished_.notify_one();
    seen = free_.load(std::memory_order_acquire);
  }
  return seen;
}

void Team::Follow(int number) {
  for (;;) {
    const std::uint64_t seen = DoParts(number);
    // Set before the last change of `free_`, so this thread sees it or that change.
    if (ended_.load(std::memory_order_relaxed)) return;
    WaitWhile(free_, seen);
  }
}

}  // namespace toroid
