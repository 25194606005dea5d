// Plays the operations of a program in time: which start, and when each ends.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "gen/program/program.h"
#include "gen/support/waiters.h"

namespace toroid {

// Start and end of an operation, and the last event that it waited for.
struct StartAndEnd {
  Cycle start = -1;  // -1: it did not start
  Cycle end = -1;
  std::optional<Event> cause;  // none: it waited for its cycle alone
};
using OperationTimes = std::vector<StartAndEnd>;  // by operation

// The caller is the network: it says, in the order of time, when a message has left its node, and
// when it has arrived. Requires that every message is a send with a receive.
class Play {
 public:
  // A message may go on its way in cycle `now`. Returns the cycle in which it does, no earlier.
  using Send = std::function<Cycle(std::uint32_t number, Cycle now)>;

  // The program outlives this.
  explicit Play(const Program& program);

  // The program starts in this cycle, for the first time or anew.
  void Begin(Cycle start);
  // Starts and ends what is due by cycle `now`. Calls send for each message that crosses a link.
  void Advance(Cycle now, const Send& send);
  // Its last flit has entered the network before cycle `when`, which is this one or the next.
  void Left(std::uint32_t send, Cycle when) { End(send, when); }
  // Its last flit was taken from the network in this cycle.
  void Arrived(std::uint32_t send, Cycle when);

  bool IsOver() const { return ended_ == program_.operations.size(); }
  std::size_t ended() const { return ended_; }
  Cycle last_end() const { return last_end_; }
  // The cycle of the next start or end that does not wait for a message; none if all do.
  std::optional<Cycle> NextDue() const;
  const OperationTimes& times() const { return times_; }

 private:
  // A start that is due, or the end of a calculation. Ends come first: they make room for starts.
  struct Due {
    Cycle cycle = 0;
    std::uint32_t operation = 0;
    bool ends = false;
    bool sent = false;                       // a message whose cycle was decided
    bool operator<(const Due& other) const;  // the queue's first is the greatest
  };

  // One calculation at a time; the others wait in the order in which they were due.
  struct Cpu {
    bool busy = false;
    std::deque<std::uint32_t> waiting;
  };

  const Operation& At(std::uint32_t number) const { return program_.operations[number]; }
  void PutStart(std::uint32_t number, Cycle when);
  void Start(const Due& due, const Send& send);
  void MarkStart(std::uint32_t number);
  void StartCalculation(std::uint32_t number);
  void EndCalculation(std::uint32_t number);
  void End(std::uint32_t number, Cycle when);
  void Happened(Event event, Cycle when);

  const Program& program_;
  Waiters waiters_;  // operations, for events
  Cycle start_ = 0;
  Cycle now_ = 0;
  std::vector<std::uint32_t> left_;  // by operation: events that it still comes after
  std::priority_queue<Due> queue_;
  std::vector<bool> arrived_;  // by operation: of a receive, that its message is there
  OperationTimes times_;
  std::map<std::pair<Process, std::uint32_t>, Cpu> cpus_;  // by process and number
  std::size_t ended_ = 0;
  Cycle last_end_ = 0;
};

}  // namespace toroid
