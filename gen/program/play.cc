// Idea: an operation starts when its cycle has come, and when all that it comes after has happened,
// whichever is last. What is due waits in a queue by cycle, as do the ends of calculations; each
// cycle takes from it all whose time has come, which may put in more for the same cycle.
// docs/spec/traces.md, sections 2 and 3.
//
// Example: a calculation of 5 cycles that is due in cycle 3 starts then and ends in 8, where the
// send that comes after it starts; its 2 flits enter the network in cycles 8 and 9, so it ends in
// 10.
#include "gen/program/play.h"

#include <algorithm>
#include <tuple>

namespace toroid {

bool Play::Due::operator<(const Due& other) const {
  return std::tuple(other.cycle, !other.ends, other.operation) <
         std::tuple(cycle, !ends, operation);
}

Play::Play(const Program& program)
    : program_(program),
      waiters_(program.operations.size(), 2 * program.operations.size(), [&](auto visit) {
        for (std::size_t i = 0; i < program.operations.size(); ++i)
          for (const Event event : program.AfterOf(program.operations[i])) visit(i, event.number());
      }) {}

void Play::Begin(Cycle start) {
  const std::size_t count = program_.operations.size();
  start_ = now_ = last_end_ = start;
  ended_ = 0;
  left_ = waiters_.counts();
  times_.assign(count, {});
  arrived_.assign(count, false);
  cpus_.clear();
  for (std::uint32_t i = 0; i < count; ++i)
    if (left_[i] == 0) PutStart(i, start);
}

void Play::Advance(Cycle now, const Send& send) {
  now_ = now;
  while (!queue_.empty() && queue_.top().cycle <= now) {
    const Due due = queue_.top();
    queue_.pop();
    if (due.ends) {
      EndCalculation(due.operation);
    } else {
      Start(due, send);
    }
  }
}

void Play::Arrived(std::uint32_t send, Cycle when) {
  const std::uint32_t receive = At(send).match;
  arrived_[receive] = true;
  if (times_[receive].start >= 0) End(receive, when);
}

std::optional<Cycle> Play::NextDue() const {
  return queue_.empty() ? std::nullopt : std::optional(queue_.top().cycle);
}

// The operation comes after nothing that has not happened by cycle `when`.
void Play::PutStart(std::uint32_t number, Cycle when) {
  const Operation& operation = At(number);
  const Cycle counted = operation.clock == kNoOperation ? start_ : times_[operation.clock].end;
  queue_.push({.cycle = std::max(when + operation.delay, counted + operation.not_before),
               .operation = number});
}

void Play::Start(const Due& due, const Send& send) {
  const std::uint32_t number = due.operation;
  const Operation& operation = At(number);
  if (operation.kind == OperationKind::kCalculate) return StartCalculation(number);
  const bool crosses = operation.is_message() && !program_.IsLocal(operation);
  if (crosses && !due.sent) {
    const Cycle cycle = send(number, now_);
    if (cycle > now_) return queue_.push({.cycle = cycle, .operation = number, .sent = true});
  }
  MarkStart(number);
  if (operation.kind == OperationKind::kJoin) {
    End(number, now_);
  } else if (operation.kind == OperationKind::kReceive) {
    if (arrived_[number]) End(number, now_);
  } else if (!crosses) {
    End(number, now_);
    Arrived(number, now_);
  }
}

void Play::MarkStart(std::uint32_t number) {
  times_[number].start = now_;
  Happened(Event::StartOf(number), now_);
}

void Play::StartCalculation(std::uint32_t number) {
  const Operation& operation = At(number);
  Cpu& cpu = cpus_[{operation.from, operation.cpu}];
  if (cpu.busy) return cpu.waiting.push_back(number);
  cpu.busy = true;
  MarkStart(number);
  queue_.push({.cycle = now_ + operation.cycles, .operation = number, .ends = true});
}

void Play::EndCalculation(std::uint32_t number) {
  const Operation& operation = At(number);
  Cpu& cpu = cpus_[{operation.from, operation.cpu}];
  cpu.busy = false;
  End(number, now_);
  if (cpu.waiting.empty()) return;
  const std::uint32_t next = cpu.waiting.front();
  cpu.waiting.pop_front();
  times_[next].cause = Event::EndOf(number);
  StartCalculation(next);
}

void Play::End(std::uint32_t number, Cycle when) {
  ++ended_;
  last_end_ = std::max(last_end_, when);
  times_[number].end = when;
  Happened(Event::EndOf(number), when);
}

// The event happened at the beginning of cycle `when`.
void Play::Happened(Event event, Cycle when) {
  waiters_.Happened(event.number(), left_, [&](std::uint32_t waiter) {
    times_[waiter].cause = event;
    PutStart(waiter, when);
  });
}

}  // namespace toroid
