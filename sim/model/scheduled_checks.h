// The timer and the checks of all nodes: section 7 of docs/spec/scheduled-router.md.
//
// Example, L = 3: a message is due at an injector in cycle 5, so beats are due in cycles 5, 6 and
// 7. One that comes a cycle late is a fault in cycle 5 (a beat is missing), in 7 (its second beat
// comes where the last is due) and in 8 (a beat though none is due).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

// The cycle in which a message's first flit is due at a local port, counted from the start pulse.
struct DueStart {
  Cycle cycle = 0;
  std::uint32_t local = 0;
  auto operator<=>(const DueStart&) const = default;
};

// The times in the schedule units of all nodes. Both lists ascend.
struct ScheduleTimes {
  std::vector<DueStart> sends;     // at injectors (N7.2)
  std::vector<DueStart> arrivals;  // at ejectors (N7.5); empty if these are not checked
};
// The times of a phase of the plan's unit, from its schedule; empty without a unit.
ScheduleTimes TimesOf(const Plan& plan, std::size_t phase = 0);
// The times of all phases.
std::vector<ScheduleTimes> ProgramTimesOf(const Plan& plan);

namespace model {

// N7.1, and the number of a program's iteration (N7.12).
class ScheduleTimer {
 public:
  explicit ScheduleTimer(std::vector<UnitPhase> phases) : phases_(std::move(phases)) {}
  std::size_t phase() const { return phase_; }
  void Start() { starting_ = true; }  // the start pulse in this cycle
  // `now` of this cycle, if the task runs.
  std::optional<Cycle> now() const {
    if (starting_) return 0;
    return running_ ? std::optional(count_) : std::nullopt;
  }
  // Whether its registers say that it runs.
  bool busy() const { return running_; }
  void EndCycle();

 private:
  void EndIteration();

  std::vector<UnitPhase> phases_;
  std::size_t phase_ = 0;
  std::int64_t done_ = 0;  // iterations of the phase completed
  Cycle count_ = 0;
  bool starting_ = false;
  bool running_ = false;
};

// N7.3 and N7.4 for injectors, N7.6 for ejectors.
class DueChecks {
 public:
  // By phase; each list ascends.
  DueChecks(std::vector<std::vector<DueStart>> starts, std::size_t locals, int message_flits);

  // A beat is present in this cycle; call at most once for each local port.
  void See(std::uint32_t local, bool tail) { seen_.push_back({local, tail}); }
  // Appends the local ports with a fault in this cycle, in no order.
  void EndCycle(std::optional<Cycle> now, std::size_t phase, std::vector<std::uint32_t>& faults);
  // The local ports that wait for beats at the start of this cycle, in no order.
  const std::vector<std::uint32_t>& waiting() const { return waiting_; }

 private:
  struct Seen {
    std::uint32_t local;
    bool tail;
  };
  // A local port's state in one cycle.
  struct Port {
    int starts = 0;
    bool seen = false;
    bool tail = false;
    bool touched = false;  // in touched_
    int due = 0;           // beats still due at the cycle's start
  };
  Port& Touch(std::uint32_t local);
  bool IsFault(const Port& port) const;

  std::vector<std::vector<DueStart>> starts_;
  int message_flits_;
  std::vector<Port> ports_;
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> waiting_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace model
}  // namespace toroid
