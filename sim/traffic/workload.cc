// Idea: an operation is due when the last event that it comes after has happened, and its delay is
// over. What is due, and the ends of calculations, wait in one queue by cycle; each cycle takes
// from it all whose time has come, which may put in more for the same cycle. The network adds two
// kinds of events: a message has left its node, and it has arrived. docs/spec/traces.md, section 3.
//
// Example: a calculation of 5 cycles that is due in cycle 3 starts then and ends in 8, where the
// send that requires it starts; its 2 flits enter the network in cycles 8 and 9, so it ends in 10.
#include "sim/traffic/workload.h"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "gen/support/waiters.h"
#include "sim/traffic/message_numbers.h"
#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

class WorkloadTraffic : public Traffic {
 public:
  WorkloadTraffic(const Plan& plan, PlannedWorkload planned)
      : plan_(plan),
        planned_(std::move(planned)),
        waiters_(WaitersOf(*planned_.workload)),
        left_(waiters_.counts()),
        arrived_(Operations().size()),
        times_(Operations().size()),
        numbers_(plan.host().size()) {
    for (std::uint32_t i = 0; i < left_.size(); ++i)
      if (left_[i] == 0)
        Put({.cycle = std::max(Operations()[i].delay, Operations()[i].not_before), .operation = i});
  }

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    now_ = now;
    while (!queue_.empty() && queue_.top().cycle <= now) {
      const Due due = queue_.top();
      queue_.pop();
      if (due.ends) {
        EndCalculation(due.operation);
      } else {
        Start(due.operation);
      }
    }
    std::ranges::sort(sends_);  // a node sends in the order of the file
    for (const std::uint32_t number : sends_) packets.push_back(PacketOf(number));
    sends_.clear();
    if (Exhausted() && log_.size() == 0) Finish();
  }

  void Injected(const Packet&, Cycle) override {}

  // Its buffer is free again from the next cycle on.
  void Sent(const Packet& packet, Cycle now) override { End(numbers_.Of(packet), now + 1); }

  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    if (stalled) ++conflicts_;
    Arrive(numbers_.Of(packet), now);
  }

  bool Exhausted() const override { return ended_ == left_.size(); }
  Cycle NextOffer() const override { return queue_.empty() ? 0 : queue_.top().cycle; }
  std::uint64_t planned_operations() const override { return left_.size(); }
  std::uint64_t ended_operations() const override { return ended_; }
  const IterationLog& iterations() const override { return log_; }
  const WorkloadTimes* times() const override { return &times_; }

 private:
  // A start that is due, or the end of a calculation. Ends come first: they make room for starts.
  struct Due {
    Cycle cycle = 0;
    std::uint32_t operation = 0;
    bool ends = false;
    bool operator<(const Due& other) const {  // the queue's first is the greatest
      return std::tuple(other.cycle, !other.ends, other.operation) <
             std::tuple(cycle, !ends, operation);
    }
  };

  // One calculation at a time; the others wait in the order in which they were due.
  struct Cpu {
    bool busy = false;
    std::deque<std::uint32_t> waiting;
  };

  static Waiters WaitersOf(const Workload& workload) {
    const std::size_t count = workload.operations.size();
    return {count, 2 * count, [&](auto visit) {
              for (std::size_t i = 0; i < count; ++i)
                for (const After& after : workload.AfterOf(workload.operations[i]))
                  visit(i, EventOf(after));
            }};
  }

  const std::vector<Operation>& Operations() const { return planned_.workload->operations; }
  void Put(const Due& due) { queue_.push(due); }

  // The event happened at the beginning of cycle `when`, which is this one or the next.
  void Happened(std::uint32_t operation, bool start, Cycle when) {
    const std::size_t event = EventOf({.operation = operation, .start = start});
    waiters_.Happened(event, left_, [&](std::uint32_t waiter) {
      const Operation& next = Operations()[waiter];
      SetCause(waiter, operation, start);
      const Cycle counted = next.clock == kNoOperation ? 0 : times_[next.clock].end;
      Put({.cycle = std::max(when + next.delay, counted + next.not_before), .operation = waiter});
    });
  }

  void SetCause(std::uint32_t operation, std::uint32_t cause, bool start) {
    times_[operation].cause = cause;
    times_[operation].cause_start = start;
  }

  void Start(std::uint32_t number) {
    const Operation& operation = Operations()[number];
    if (operation.kind == OperationKind::kCalculate) return StartCalculation(number);
    MarkStart(number);
    if (operation.kind == OperationKind::kJoin) {
      End(number, now_);
    } else if (operation.kind == OperationKind::kReceive) {
      if (arrived_[number]) End(number, now_);
    } else if (planned_.IsLocal(operation)) {
      End(number, now_);
      Arrive(number, now_);
    } else {
      sends_.push_back(number);
    }
  }

  void MarkStart(std::uint32_t number) {
    times_[number].start = now_;
    Happened(number, true, now_);
  }

  void StartCalculation(std::uint32_t number) {
    const Operation& operation = Operations()[number];
    Cpu& cpu = cpus_[{operation.rank, operation.cpu}];
    if (cpu.busy) return cpu.waiting.push_back(number);
    cpu.busy = true;
    MarkStart(number);
    Put({.cycle = now_ + operation.cycles, .operation = number, .ends = true});
  }

  void EndCalculation(std::uint32_t number) {
    const Operation& operation = Operations()[number];
    Cpu& cpu = cpus_[{operation.rank, operation.cpu}];
    cpu.busy = false;
    End(number, now_);
    if (cpu.waiting.empty()) return;
    const std::uint32_t next = cpu.waiting.front();
    cpu.waiting.pop_front();
    SetCause(next, number, false);
    StartCalculation(next);
  }

  void End(std::uint32_t number, Cycle when) {
    times_[number].end = when;
    ++ended_;
    Happened(number, false, when);
  }

  // The message of this send arrives.
  void Arrive(std::uint32_t send, Cycle now) {
    const std::uint32_t receive = Operations()[send].match;
    arrived_[receive] = true;
    if (times_[receive].start >= 0) End(receive, now);
  }

  Packet PacketOf(std::uint32_t number) {
    const Operation& send = Operations()[number];
    const RankPlace& from = planned_.places[send.rank];
    const RankPlace& to = planned_.places[send.partner];
    return {.source = from.node,
            .destination = to.node,
            .flits = send.flits,
            .sequence = numbers_.Add(from.node, number),
            .injector = static_cast<std::uint16_t>(plan_.InjectorOf(from.node, to.node)),
            .source_rank = from.guest_rank,
            .destination_rank = to.guest_rank,
            .created = now_};
  }

  void Finish() {
    Cycle end = 0;
    for (const OperationTimes& times : times_) end = std::max(end, times.end);
    log_.Add({.phase = Phase::kRound,
              .task = {},
              .steps = {},
              .lower_bound = planned_.cycle_lower_bound,
              .cycle_lower_bound = planned_.cycle_lower_bound,
              .cycles = end,
              .conflicts = conflicts_});
  }

  const Plan& plan_;
  PlannedWorkload planned_;
  Waiters waiters_;                  // operations, for events
  std::vector<std::uint32_t> left_;  // by operation: events that it still comes after
  std::vector<bool> arrived_;        // by operation: of a receive, that its message is there
  WorkloadTimes times_;
  std::priority_queue<Due> queue_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cpu> cpus_;  // by rank and number
  std::vector<std::uint32_t> sends_;                             // that started in this cycle
  MessageNumbers numbers_;
  Cycle now_ = 0;
  std::size_t ended_ = 0;
  std::uint64_t conflicts_ = 0;  // messages with a stalled flit
  IterationLog log_;
};

}  // namespace

std::unique_ptr<Traffic> MakeWorkloadTraffic(const Plan& plan, PlannedWorkload planned) {
  return std::make_unique<WorkloadTraffic>(plan, std::move(planned));
}

}  // namespace toroid
