#include "gen/rtl/schedule_unit.h"

namespace toroid::rtl {
namespace {

std::string Number(int value) { return std::to_string(value); }

int KindNumber(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::kOffset: return 1;
    case ScheduleKind::kCalmant: return 2;
    default: return 0;
  }
}

int Messages(const Plan& plan) { return plan.hardware().unit_task->task.count; }

bool OnRings(const Plan& plan) {
  return plan.embedding()->kind() == EmbeddingKind::kXor && plan.host().Wraps(Axis{0});
}

std::string TaskText(Task task) {
  return "<" + Number(task.first) + "," + Number(task.count) + ">";
}

std::string UnusedTimes(const Plan& plan, NodeId node) {
  return "unused_" + PlaceName(plan, node) + "_send_at";
}

}  // namespace

std::vector<ModulePort> UnitPortsOfNode(const Plan& plan) {
  if (!plan.schedule_unit()) return {};
  const int bits = plan.schedule_unit()->time_bits;
  return {{"running", true, 0, "the task runs; from the timer"},
          {"now", true, bits, "cycles since the start pulse"},
          {"send", false, Messages(plan),
           "offer this message in this cycle, a bit for each cube dimension of the task"},
          {"send_at", false, Messages(plan) * bits, "the cycle of each, constant"}};
}

std::vector<ModulePort> UnitPortsOfTop(const Plan& plan) {
  if (!plan.schedule_unit()) return {};
  const int bits = static_cast<int>(plan.host().size()) * Messages(plan);
  return {
      {"start", true, 0, "a pulse: the task starts in this cycle"},
      {"send", false, bits,
       "offer a message in this cycle, a bit for each cube dimension of the task at each node"}};
}

std::vector<Values> UnitInNode(const Plan& plan) {
  if (!plan.schedule_unit()) return {};
  const UnitTask& wanted = *plan.hardware().unit_task;
  Values row;
  row.text = {{"unit", ModuleName(plan, "schedule")},
              {"schedule_kind", Number(KindNumber(wanted.schedule))},
              {"schedule_name", std::string(ToString(wanted.schedule))},
              {"unit_axes", Number(plan.host().axes())},
              {"levels", Number(plan.AxisBits(Axis{0}))},
              {"rings", OnRings(plan) ? "1" : "0"},
              {"first", Number(wanted.task.first)},
              {"count", Number(wanted.task.count)},
              {"task", TaskText(wanted.task)},
              {"message_flits", Number(wanted.message_flits)},
              {"time_bits", Number(plan.schedule_unit()->time_bits)}};
  return {row};
}

std::vector<Values> TimerInTop(const Plan& plan) {
  if (!plan.schedule_unit()) return {};
  const ScheduleUnit& unit = *plan.schedule_unit();
  const std::string bits = Number(unit.time_bits);
  Values row;
  row.text = {{"timer_module", ModuleName(plan, "schedule_timer")},
              {"now_range", Range(unit.time_bits)},
              {"time_bits", bits},
              {"last", bits + "'d" + std::to_string(unit.last_count)},
              {"times_range", Range(Messages(plan) * unit.time_bits)}};
  row.made["unused_times"] = [&plan](const TakeRow& take) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n)
      take({.text = {{"wire", UnusedTimes(plan, NodeId{n})}}, .rows = {}});
  };
  return {row};
}

std::vector<Values> UnitConnection(const Plan& plan, NodeId node) {
  if (!plan.schedule_unit()) return {};
  const std::string slice = Slice(static_cast<int>(node.value()), Messages(plan), false);
  return {{.text = {{"send_slice", slice}, {"times", UnusedTimes(plan, node)}}, .rows = {}}};
}

bool IsOfScheduleUnit(const Plan& plan, std::string_view module) {
  return module.starts_with(ModuleName(plan, "schedule"));
}

}  // namespace toroid::rtl
