// The schedule unit in the emitted node, and its timer in the top (docs/spec/schedule-unit.md,
// section 6) or, beside scheduled routers, in the node (docs/spec/scheduled-router.md, section 7).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"

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

bool OnRings(const Plan& plan) {
  return plan.embedding()->kind() == EmbeddingKind::kXor && plan.host().Wraps(Axis{0});
}

std::string TaskText(Task task) {
  return "<" + Number(task.first) + "," + Number(task.count) + ">";
}

// The parameters of a schedule unit.
Values UnitValues(const Plan& plan, const std::string& module) {
  const UnitTask& wanted = *plan.hardware().unit_task;
  Values values;
  values.text = {{"unit", ModuleName(plan, module)},
                 {"kind", Number(KindNumber(wanted.schedule))},
                 {"schedule", std::string(ToString(wanted.schedule))},
                 {"axes", Number(plan.host().axes())},
                 {"levels", Number(BitsOf(plan.host(), Axis{0}))},
                 {"rings", OnRings(plan) ? "1" : "0"},
                 {"first", Number(wanted.task.first)},
                 {"count", Number(wanted.task.count)},
                 {"task", TaskText(wanted.task)},
                 {"message_flits", Number(wanted.message_flits)},
                 {"time_bits", Number(plan.schedule_unit()->time_bits)}};
  return values;
}

std::string LastCount(const Plan& plan) {
  return Number(plan.schedule_unit()->time_bits) + "'d" +
         std::to_string(plan.schedule_unit()->last_count);
}

// In a node of a scheduled router, with the timer and what the router checks.
Part TaskInNode(const Plan& plan) {
  Values values = UnitValues(plan, "scheduled_task");
  values.text["last"] = LastCount(plan);
  values.text["ports_all"] = plan.hardware().ports == Ports::kAll ? "1" : "0";
  values.text["local_ports"] = Number(plan.local_ports());
  values.text["local_range"] = Range(OneBitWidth(plan));
  values.text["check_arrivals"] = plan.hardware().check_arrivals ? "1" : "0";
  return {"node_task.v.tpl", values};
}

Part TimerInTop(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  const std::string bits = Number(unit.time_bits);
  Values values;
  values.text = {{"timer", ModuleName(plan, "schedule_timer")},
                 {"now_range", Range(unit.time_bits)},
                 {"time_bits", bits},
                 {"last", LastCount(plan)}};
  return {"top_schedule.v.tpl", values};
}

std::vector<LayerPort> UnitPorts(const Plan& plan) {
  const int messages = plan.hardware().unit_task->task.count;
  const int bits = plan.schedule_unit()->time_bits;
  const ModulePort start = {"start", true, 0, "a pulse: the task starts in this cycle"};
  std::vector<LayerPort> ports = {{start, InTop::kShared}};
  if (HasCredits(plan)) {
    ports = {{start, InTop::kOnly},
             {{"running", true, 0, "the task runs; from the timer"}, InTop::kWire},
             {{"now", true, bits, "cycles since the start pulse"}, InTop::kWire}};
  }
  ports.insert(
      ports.end(),
      {{{"send", false, messages,
         "offer this message in this cycle, a bit for each cube dimension of the task"},
        InTop::kPerNode,
        "offer a message in this cycle, a bit for each cube dimension of the task at each node"},
       {{"send_at", false, messages * bits, "the cycle of each, constant"}, InTop::kOpen}});
  return ports;
}

nlohmann::ordered_json ScheduleJson(const Plan& plan) {
  const UnitTask& wanted = *plan.hardware().unit_task;
  return {{"kind", ToString(wanted.schedule)},
          {"task", {wanted.task.first, wanted.task.count}},
          {"message_flits", wanted.message_flits},
          {"last_send", plan.schedule_unit()->last_send},
          {"time_bits", plan.schedule_unit()->time_bits}};
}

}  // namespace

std::optional<Layer> ScheduleLayer(const Plan& plan) {
  if (!plan.schedule_unit()) return std::nullopt;
  Layer layer{.name = "schedule"};
  layer.modules = {"schedule",        "schedule_calmant", "schedule_modulo",
                   "schedule_offset", "schedule_stream",  "schedule_turn"};
  layer.ports = UnitPorts(plan);
  if (HasCredits(plan)) {
    layer.modules.emplace_back("schedule_timer");
    layer.place = Place::kBehindRouter;
    layer.in_node = {{"node_schedule.v.tpl", UnitValues(plan, "schedule")}};
    layer.in_top = {TimerInTop(plan)};
  } else {
    layer.modules.insert(layer.modules.end(), {"scheduled_task", "scheduled_timer"});
    layer.in_node = {TaskInNode(plan)};
  }
  layer.manifest = [&plan] { return ScheduleJson(plan); };
  return layer;
}

}  // namespace toroid::rtl
