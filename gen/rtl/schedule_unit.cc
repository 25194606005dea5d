// The schedule unit in the emitted node, and its timer in the top (docs/spec/schedule-unit.md,
// section 6) or, beside scheduled routers, in the node (docs/spec/scheduled-router.md, section 7).
// A scheduled router also has the ports of its faults (section 6).

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/plan/schedule_rows.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/tables.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

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

// Whether cube dimension k is on axis c-1-k: a process' number is its node's address.
bool IsReversed(const Plan& plan) { return plan.embedding()->kind() == EmbeddingKind::kIdentity; }

std::string TaskText(Task task) {
  return "<" + std::to_string(task.first) + "," + std::to_string(task.count) + ">";
}

// The parameters of a schedule unit.
Values UnitValues(const Plan& plan, const std::string& module) {
  const UnitTask& wanted = *plan.hardware().schedule_unit.task;
  Values values;
  values.text = {{"unit", ModuleName(plan, module)},
                 {"kind", std::to_string(KindNumber(wanted.schedule))},
                 {"schedule", std::string(ToString(wanted.schedule))},
                 {"axes", std::to_string(plan.host().axes())},
                 {"levels", std::to_string(BitsOf(plan.host(), Axis{0}))},
                 {"rings", OnRings(plan) ? "1" : "0"},
                 {"first", std::to_string(wanted.task.first)},
                 {"count", std::to_string(wanted.task.count)},
                 {"task", TaskText(wanted.task)},
                 {"message_flits", std::to_string(wanted.message_flits)},
                 {"hop_cycles", std::to_string(plan.hop_cycles())},
                 {"time_bits", std::to_string(plan.schedule_unit()->time_bits)},
                 {"ports_all", plan.hardware().ports == Ports::kAll ? "1" : "0"}};
  return values;
}

bool IsProgram(const Plan& plan) { return plan.hardware().schedule_unit.task->pipelining > 0; }

std::string LastCount(const Plan& plan) {
  return std::to_string(plan.schedule_unit()->time_bits) + "'d" +
         std::to_string(plan.schedule_unit()->last_count);
}

// The constants of the messages of a scheduled router's node, except send_at, which is a port.
std::vector<Values> ConstantRows(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  const int locals = plan.local_ports();
  std::vector<Values> rows;
  for (const auto& [name, width] : {std::pair("send_port", unit.sends * locals),
                                    std::pair("arrive_at", unit.arrivals * unit.time_bits),
                                    std::pair("arrive_port", unit.arrivals * locals)})
    rows.push_back({.text = {{"declaration", Range(width) + name}}});
  return rows;
}

// The values shared by programs and tasks by formula.
Values FormulaValues(const Plan& plan, const std::string& module) {
  Values values = UnitValues(plan, module);
  values.text["local_ports"] = std::to_string(plan.local_ports());
  values.text["check_arrivals"] = plan.hardware().schedule_unit.check_arrivals ? "1" : "0";
  values.text["reversed"] = IsReversed(plan) ? "1" : "0";
  values.rows["constants"] = ConstantRows(plan);
  return values;
}

Part FormulaInNode(const Plan& plan) {
  return {"node_task.v.tpl#formula", FormulaValues(plan, "task_formula")};
}

// A parameter with a number for each phase, that of the last first.
template <class Get>
std::string OfPhases(const Plan& plan, int width, Get get) {
  std::vector<std::string> numbers;
  for (const UnitPhase& phase : plan.schedule_unit()->phases)
    numbers.insert(numbers.begin(), fmt::format("{}'d{}", width, get(phase)));
  return "{" + Joined(numbers, ", ") + "}";
}

Part ProgramInNode(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  std::int64_t iterations = 0;
  for (const UnitPhase& phase : unit.phases) iterations += phase.times;
  Values values = FormulaValues(plan, "task_program");
  for (const char* of_a_task : {"first", "count", "task"}) values.text.erase(of_a_task);
  values.text["time_range"] = Range(unit.time_bits);
  values.text["phases"] = std::to_string(static_cast<int>(unit.phases.size()));
  values.text["iterations"] = std::to_string(iterations);
  values.text["firsts"] = OfPhases(plan, 32, [](const UnitPhase& p) { return p.task.first; });
  values.text["counts"] = OfPhases(plan, 32, [](const UnitPhase& p) { return p.task.count; });
  values.text["times"] = OfPhases(plan, 32, [](const UnitPhase& p) { return p.times; });
  values.text["lasts"] =
      OfPhases(plan, unit.time_bits, [](const UnitPhase& p) { return p.last_count; });
  return {"node_task.v.tpl#program", values};
}

Part TableInNode(const Plan& plan) {
  Values values{.text = {{"table", ModuleName(plan, "schedule_table")}}};
  values.rows["constants"] = ConstantRows(plan);
  return {"node_task.v.tpl#table", values};
}

Part LoadedTableInNode(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  const bool arrivals = plan.hardware().schedule_unit.check_arrivals;
  Values values{.text = {{"table", ModuleName(plan, "loaded_register")},
                         {"time_range", Range(unit.time_bits)},
                         {"row_bits", std::to_string(LoadedRowBits(plan))},
                         {"row", arrivals ? "last, arrive_port, arrive_at, send_port, send_at"
                                          : "last, send_port, send_at"}}};
  values.rows["constants"] = ConstantRows(plan);
  values.rows["absent"] = {};
  if (arrivals) return {"node_task.v.tpl#loaded_table", values};
  for (const auto& [name, width] : {std::pair("arrive_at", unit.arrivals * unit.time_bits),
                                    std::pair("arrive_port", unit.arrivals * plan.local_ports())})
    values.rows["absent"].push_back({.text = {{"name", name}, {"zeros", Zeros(width)}}});
  return {"node_task.v.tpl#loaded_table", values};
}

// Declarations of wires that are used before they are driven.
Part DeclarationsInNode(const Plan& plan) {
  return {"node_task.v.tpl#wires", {.text = {{"over", IsProgram(plan) ? "over" : "unused_over"}}}};
}

// The start condition: a node does not start before its table is loaded.
std::string BeginsText(const Plan& plan) {
  const std::string pulse = StartInNode(plan);
  return plan.hardware().load.tables ? "(" + pulse + ") & loaded" : pulse;
}

// The timer, and the wires that the router checks.
Part TaskInNode(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  Values values;
  values.text = {
      {"unit", ModuleName(plan, "task_starts")},
      {"begins", BeginsText(plan)},
      {"sends", std::to_string(unit.sends)},
      {"arrivals", std::to_string(unit.arrivals)},
      {"time_bits", std::to_string(unit.time_bits)},
      {"last", IsProgram(plan) || plan.hardware().load.tables ? "last" : LastCount(plan)},
      {"over", IsProgram(plan) ? "over" : "unused_over"},
      {"local_ports", std::to_string(plan.local_ports())},
      {"loaded", plan.hardware().load.tables ? "1" : "0"},
      {"local_range", Range(OneBitWidth(plan))}};
  return {"node_task.v.tpl#starts", values};
}

// The barrier releases all nodes in one cycle, so node 0 tells when.
Part TimerInTop(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  const std::string bits = std::to_string(unit.time_bits);
  Values values;
  values.text = {{"timer", ModuleName(plan, "network_timer")},
                 {"now_range", Range(unit.time_bits)},
                 {"time_bits", bits},
                 {"start", plan.hardware().barrier ? "start | barrier_release[0]" : "start"},
                 {"last", LastCount(plan)}};
  return {"node_schedule.v.tpl#timer_in_top", values};
}

std::vector<LayerPort> ScheduleUnitPorts(const Plan& plan) {
  const int messages = plan.schedule_unit()->sends;
  const int bits = plan.schedule_unit()->time_bits;
  const std::string what =
      plan.hardware().schedule_unit.task->task.count > 0 ? "cube dimension of the task" : "message";
  const ModulePort start = {"start", true, 0, "a pulse: the task starts in this cycle"};
  std::vector<LayerPort> ports = {{start, InTop::kShared}};
  if (HasCredits(plan)) {
    ports = {{start, InTop::kOnly},
             {{"running", true, 0, "the task runs; from the timer"}, InTop::kWire},
             {{"now", true, bits, "cycles since the start pulse"}, InTop::kWire}};
  }
  ports.insert(
      ports.end(),
      {{{"send", false, messages, "offer this message in this cycle, a bit for each " + what},
        InTop::kPerNode,
        "offer a message in this cycle, a bit for each " + what + " at each node"},
       {{"send_at", false, messages * bits, "the cycle of each, constant"}, InTop::kOpen}});
  if (plan.hardware().load.tables)
    ports.push_back({{"loaded", false, 0, "this node has its table, and may start"},
                     InTop::kPerNode,
                     "a node has its table, and may start"});
  return ports;
}

Json ScheduleJson(const Plan& plan) {
  const UnitTask& wanted = *plan.hardware().schedule_unit.task;
  const bool task = wanted.task.count > 0;
  Json json = {{"kind", ToString(wanted.schedule)}, {"task", nullptr}};
  if (task) json["task"] = {wanted.task.first, wanted.task.count};
  if (IsProgram(plan)) json["pipelining"] = wanted.pipelining;
  json["message_flits"] = wanted.message_flits;
  json["last_send"] = plan.schedule_unit()->last_send;
  json["time_bits"] = plan.schedule_unit()->time_bits;
  if (plan.schedule_unit()->table) json["sends"] = TableJson(plan);
  return json;
}

}  // namespace

std::optional<Layer> ScheduleLayer(const Plan& plan) {
  if (!plan.schedule_unit()) return std::nullopt;
  Layer layer{.name = "schedule"};
  layer.ports = ScheduleUnitPorts(plan);
  const bool table = plan.schedule_unit()->table != nullptr;
  if (!table) {
    layer.modules = {"schedule_unit", "send_calmant", "send_modulo", "send_offset",
                     "send_step",     "send_stream",  "send_turn"};
  }
  if (HasCredits(plan)) {
    layer.modules.emplace_back("network_timer");
    layer.place = Place::kBehindRouter;
    layer.in_node = {{"node_schedule.v.tpl#unit", UnitValues(plan, "schedule_unit")}};
    layer.in_top = {TimerInTop(plan)};
  } else {
    layer.modules.insert(layer.modules.end(), {"task_starts", "node_timer"});
    if (!table) layer.modules.emplace_back("task_formula");
    const bool loaded = plan.hardware().load.tables;
    if (table && !loaded) layer.modules.emplace_back("schedule_table");
    if (IsProgram(plan)) layer.modules.emplace_back("task_program");
    const Part constants = loaded            ? LoadedTableInNode(plan)
                           : table           ? TableInNode(plan)
                           : IsProgram(plan) ? ProgramInNode(plan)
                                             : FormulaInNode(plan);
    layer.in_node = {DeclarationsInNode(plan), constants, TaskInNode(plan)};
  }
  layer.manifest = [&plan] { return ScheduleJson(plan); };
  return layer;
}

namespace {

std::string CausesText(const Plan& plan) {
  std::string text = "faults since reset, from bit 0 up: collision, sink, refused";
  if (plan.hardware().schedule_unit.task) text += ", slot";
  if (plan.hardware().schedule_unit.check_arrivals) text += ", arrival";
  if (plan.Joins()) text += ", none, none, join";
  return text;
}

Part NothingDue(const Plan& plan) {
  const std::vector<bool> none(static_cast<std::size_t>(plan.local_ports()), false);
  return {"node_task.v.tpl#none",
          {.text = {{"local_range", Range(OneBitWidth(plan))}, {"none", MaskConstant(none)}}}};
}

}  // namespace

std::optional<Layer> FaultLayer(const Plan& plan) {
  if (HasCredits(plan)) return std::nullopt;
  Layer layer{.name = "faults"};
  layer.ports = {{{"error", false, 0, "any fault"}, InTop::kPerNode, "a bit for each node"},
                 {{"faults", false, plan.fault_bits(), CausesText(plan)}, InTop::kPerNode}};
  if (!plan.schedule_unit()) layer.in_node = {NothingDue(plan)};
  layer.summary = "scheduled routers";
  return layer;
}

}  // namespace toroid::rtl
