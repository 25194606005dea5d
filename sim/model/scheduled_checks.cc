// Source: docs/spec/scheduled-router.md, section 7.
#include "sim/model/scheduled_checks.h"

#include <algorithm>
#include <cassert>

#include "gen/schedule/schedule.h"

namespace toroid {
namespace {

// The ejector of the last link of the route: with all ports, that of the last axis on which the
// nodes differ, in the direction of travel (N1.2).
std::uint32_t EjectorOf(const Plan& plan, NodeId from, NodeId to) {
  if (plan.local_ports() == 1) return 0;
  int last = plan.host().axes() - 1;
  while (plan.host().Coordinate(from, Axis{last}) == plan.host().Coordinate(to, Axis{last})) --last;
  const Axis axis{last};
  const Direction way = plan.host().RouteDirection(axis, plan.host().Coordinate(from, axis),
                                                   plan.host().Coordinate(to, axis));
  return static_cast<std::uint32_t>(plan.LinkPortOf(axis, way));
}

// Messages of the table, or of the schedule that formulas compute.
std::vector<ScheduledMessage> MessagesOf(const Plan& plan, Task of_phase) {
  if (const auto& table = plan.schedule_unit()->table) return table->messages;
  const UnitTask& task = *plan.hardware().schedule_unit.task;
  auto schedule = MakeScheduleOn(plan.message_routes(), task.schedule, *plan.embedding(), of_phase,
                                 plan.hardware().ports, task.message_flits);
  assert(schedule);
  return std::move(schedule).value().messages;
}

}  // namespace

ScheduleTimes TimesOf(const Plan& plan, std::size_t phase) {
  ScheduleTimes times;
  if (!plan.schedule_unit()) return times;
  const auto locals = static_cast<std::uint32_t>(plan.local_ports());
  const Task task = plan.schedule_unit()->phases[phase].task;
  for (const ScheduledMessage& message : MessagesOf(plan, task)) {
    const auto injector = static_cast<std::uint32_t>(plan.InjectorOf(message.node, message.to));
    times.sends.push_back({message.cycle, message.node.value() * locals + injector});
    if (!plan.hardware().schedule_unit.check_arrivals) continue;
    times.arrivals.push_back(
        {message.cycle + plan.LatencyOver(plan.host().Distance(message.node, message.to)),
         message.to.value() * locals + EjectorOf(plan, message.node, message.to)});
  }
  std::ranges::sort(times.sends);
  std::ranges::sort(times.arrivals);
  return times;
}

std::vector<ScheduleTimes> ProgramTimesOf(const Plan& plan) {
  std::vector<ScheduleTimes> times;
  const std::size_t phases = plan.schedule_unit() ? plan.schedule_unit()->phases.size() : 0;
  for (std::size_t phase = 0; phase < phases; ++phase) times.push_back(TimesOf(plan, phase));
  return times;
}

namespace model {

void ScheduleTimer::EndCycle() {
  const std::optional<Cycle> at = now();
  starting_ = false;
  running_ = at && *at < phases_[phase_].last_count;
  if (running_) {
    count_ = *at + 1;
  } else if (at) {
    EndIteration();
  }
}

void ScheduleTimer::EndIteration() {
  if (++done_ < phases_[phase_].times) return;
  done_ = 0;
  phase_ = (phase_ + 1) % phases_.size();
}

DueChecks::DueChecks(std::vector<std::vector<DueStart>> starts, std::size_t locals,
                     int message_flits)
    : starts_(std::move(starts)), message_flits_(message_flits), ports_(locals) {
  for ([[maybe_unused]] const auto& of_phase : starts_) assert(std::ranges::is_sorted(of_phase));
}

DueChecks::Port& DueChecks::Touch(std::uint32_t local) {
  Port& port = ports_[local];
  if (!port.touched) touched_.push_back(local);
  port.touched = true;
  return port;
}

bool DueChecks::IsFault(const Port& port) const {
  const bool due = port.starts > 0 || port.due > 0;
  if (due != port.seen) return true;
  if (port.starts > 1 || (port.starts > 0 && port.due > 0)) return true;
  const bool last = (port.starts > 0 ? message_flits_ : port.due) == 1;
  return due && port.tail != last;
}

void DueChecks::EndCycle(std::optional<Cycle> now, std::size_t phase,
                         std::vector<std::uint32_t>& faults) {
  touched_.clear();
  for (const std::uint32_t local : waiting_) Touch(local);
  if (now) {
    const std::vector<DueStart>& starts = starts_[phase];
    for (auto start = std::ranges::lower_bound(starts, *now, {}, &DueStart::cycle);
         start != starts.end() && start->cycle == *now; ++start)
      ++Touch(start->local).starts;
  }
  for (const auto& [local, tail] : seen_) {
    Touch(local).seen = true;
    ports_[local].tail = tail;
  }
  seen_.clear();
  waiting_.clear();
  for (const std::uint32_t local : touched_) {
    Port& port = ports_[local];
    if (IsFault(port)) faults.push_back(local);
    port = {.due = port.starts > 0 ? message_flits_ - 1 : std::max(port.due - 1, 0)};
    if (port.due > 0) waiting_.push_back(local);
  }
}

}  // namespace model
}  // namespace toroid
