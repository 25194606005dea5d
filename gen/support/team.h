// Threads that repeatedly share the parts of one job: fork and join without starting a thread.
//
//   Team team(4);
//   team.Run([&](int part) { ... });  // part 0 to 3 at once; when it returns, all are done
//
// Each thread prefers the part of its own number, whose data is in its cache. The caller is one of
// them, and does the parts that no other thread has taken. So on a busy machine a run does not wait
// for threads without a processor.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace toroid {

class Team {
 public:
  using Work = std::function<void(int part)>;
  static constexpr int kMost = 32;

  // Requires parts from 1 to kMost; 1 starts no thread.
  explicit Team(int parts);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int parts() const { return parts_; }
  // Throws one of the exceptions that the work threw, when all parts have ended.
  void Run(const Work& work);

 private:
  // Does parts until none is left. Returns `free_` as it was then.
  std::uint64_t DoParts(int preferred);
  void DoPart(int part);
  void Follow(int number);

  int parts_;
  const Work* work_ = nullptr;
  // The parts that no thread has taken yet, a bit each, and above them the number of the run.
  std::atomic<std::uint64_t> free_ = 0;
  std::atomic<int> unfinished_ = 0;  // parts of this run
  std::atomic<bool> ended_ = false;
  std::mutex throwing_;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

}  // namespace toroid
