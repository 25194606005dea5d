// The idea: "item x takes step s" is a variable of a satisfiability problem, and a SAT solver
// (CaDiCaL) finds values or proves that there are none. Clauses: each item takes a step; no two
// items of a group take the same. Two more kinds only save work. If a group has as many items as
// there are steps, one of them takes each step. Steps can be renamed, so the items of a largest
// group take the steps 0, 1, 2, ... in order. With followers steps can only be rotated, and one
// item takes step 0.
//
// Example: items 0, 1, 2 with groups {0,1} and {1,2} and two steps. Group {0,1} is in order: item 0
// takes step 0, item 1 step 1. Item 2 may not take step 1, so it takes step 0. A follower has no
// variables: it takes step s if the item before it takes step s - 1. Source: the usual direct
// encoding of graph colouring; docs/spec/schedules.md section 9.
#include "gen/schedule/step_problem.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>

#ifdef TOROID_HAS_CADICAL
#include <cadical.hpp>
#endif

namespace toroid {

int StepProblem::LargestGroup() const {
  std::size_t largest = 0;
  for (const auto& group : groups) largest = std::max(largest, group.size());
  return static_cast<int>(largest);
}

std::uint64_t StepProblem::EnoughSteps() const {
  // how many items share a group with an item, or more
  std::vector<std::uint64_t> others(static_cast<std::size_t>(items), 0);
  for (const auto& group : groups) {
    for (const int item : group) others[static_cast<std::size_t>(item)] += group.size() - 1;
  }
  return others.empty() ? 1 : *std::ranges::max_element(others) + 1;
}

std::uint64_t StepProblem::Clauses() const {
  std::uint64_t pairs = 0;
  for (const auto& group : groups) pairs += group.size() * (group.size() - 1) / 2;
  const std::uint64_t a_step = pairs + static_cast<std::uint64_t>(items);
  const auto count = static_cast<std::uint64_t>(steps);
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
  return a_step > kLargest / count ? kLargest : a_step * count;
}

#ifdef TOROID_HAS_CADICAL
namespace {

constexpr int kSatisfiable = 10;  // IPASIR's codes
constexpr int kUnsatisfiable = 20;

// The solver polls it whether to stop.
class Terminator : public CaDiCaL::Terminator {
 public:
  explicit Terminator(const StepSearch::Stop& stop) : stop_(stop) {}
  bool terminate() override { return stop_(); }

 private:
  const StepSearch::Stop& stop_;
};

}  // namespace

class StepSearch::Encoding {
 public:
  explicit Encoding(const StepProblem& problem)
      : steps_(problem.steps), delays_(static_cast<std::size_t>(problem.items), 0) {
    // the variables are of type int
    assert(std::int64_t{problem.items} * problem.steps < std::numeric_limits<int>::max());
    solver_.set("quiet", 1);
    for (const int follower : problem.followers) delays_[static_cast<std::size_t>(follower)] = 1;
    possible_ = problem.LargestGroup() <= problem.steps;
    if (!possible_) return;  // the solver would take long for it
    for (int item = 0; item < problem.items; ++item) TakeAStep(item);
    for (const std::vector<int>& group : problem.groups) KeepApart(group);
    Fix(problem);
  }

  StepVerdict Continue(int conflicts, const Stop& stop) {
    if (!possible_) return StepVerdict::kNone;
    if (stop()) return StepVerdict::kOpen;
    Terminator terminator(stop);
    solver_.connect_terminator(&terminator);
    solver_.limit("conflicts", conflicts);
    const int status = solver_.solve();
    solver_.disconnect_terminator();
    if (status == kUnsatisfiable) return StepVerdict::kNone;
    return status == kSatisfiable ? StepVerdict::kFound : StepVerdict::kOpen;
  }

  // The clauses allow an item to take several steps; any of them is a solution, if its follower
  // goes along.
  std::vector<int> Steps() {
    std::vector<int> taken;
    for (std::size_t i = 0; i < delays_.size(); ++i) {
      int step = 0;
      while (delays_[i] == 0 && solver_.val(Takes(static_cast<int>(i), step)) < 0) ++step;
      taken.push_back(delays_[i] == 0 ? step : (taken.back() + 1) % steps_);
    }
    return taken;
  }

 private:
  // The variable's number, from 1 on.
  int Takes(int item, int step) const {
    const int delay = delays_[static_cast<std::size_t>(item)];
    return (item - delay) * steps_ + (step + steps_ - delay) % steps_ + 1;
  }

  // One clause: at least one step.
  void TakeAStep(int item) {
    for (int step = 0; step < steps_; ++step) solver_.add(Takes(item, step));
    solver_.add(0);
  }

  // No two of a group are in one step. If the group has as many items as there are steps, every
  // step has one of them; this is implied but helps the solver.
  void KeepApart(const std::vector<int>& group) {
    for (int step = 0; step < steps_; ++step) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          solver_.add(-Takes(group[i], step));
          solver_.add(-Takes(group[j], step));
          solver_.add(0);
        }
      }
      if (static_cast<int>(group.size()) < steps_) continue;
      for (const int item : group) solver_.add(Takes(item, step));
      solver_.add(0);
    }
  }

  // Steps can be renamed, so the steps of one largest group are fixed. With followers steps can
  // only be rotated, so one item is fixed.
  void Fix(const StepProblem& problem) {
    const auto largest = std::ranges::max_element(problem.groups, {},
                                                  [](const auto& group) { return group.size(); });
    if (largest == problem.groups.end() || largest->empty()) return;
    const int fixed = problem.followers.empty() ? static_cast<int>(largest->size()) : 1;
    for (int i = 0; i < fixed; ++i) {
      solver_.add(Takes((*largest)[static_cast<std::size_t>(i)], i));
      solver_.add(0);
    }
  }

  int steps_;
  std::vector<int> delays_;  // 1 for followers
  bool possible_ = true;
  CaDiCaL::Solver solver_;
};

bool HasStepSolver() { return true; }

StepSearch::StepSearch(const StepProblem& problem)
    : encoding_(std::make_unique<Encoding>(problem)) {}
StepVerdict StepSearch::Continue(int conflicts, const Stop& stop) {
  return encoding_->Continue(conflicts, stop);
}
std::vector<int> StepSearch::Steps() const { return encoding_->Steps(); }

#else

class StepSearch::Encoding {};

bool HasStepSolver() { return false; }

StepSearch::StepSearch(const StepProblem&) {}
StepVerdict StepSearch::Continue(int, const Stop&) { return StepVerdict::kOpen; }
std::vector<int> StepSearch::Steps() const { return {}; }

#endif

StepSearch::~StepSearch() = default;

}  // namespace toroid
