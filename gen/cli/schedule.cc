// `toroid schedule`: who sends what when, the lower bound, and what an independent check found.
#include "gen/schedule/schedule.h"

#include <fmt/format.h>

#include <cassert>

#include "gen/cli/commands.h"
#include "gen/cli/json.h"
#include "gen/schedule/space_time.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Both checks together; `list` has no steps to check.
struct Proof {
  Verification steps;
  Verification flits;
  std::uint64_t conflicts() const { return steps.conflicts + flits.conflicts; }
  std::uint64_t links_checked() const { return steps.links_checked + flits.links_checked; }
};

// Whether every message goes by itself as early as it may.
bool IsStepless(const Schedule& schedule) {
  return schedule.kind == ScheduleKind::kStream || schedule.kind == ScheduleKind::kList;
}

// Cycles of all step windows together, or of the whole stream or list; nothing for `none`.
std::optional<Cycle> CyclesOf(const Schedule& schedule) {
  if (IsStepless(schedule)) return schedule.makespan;
  if (schedule.steps.empty()) return std::nullopt;
  return schedule.steps.back().start + schedule.steps.back().length;
}

Json MessageJson(const ScheduledMessage& message) {
  return {{"node", message.node.value()},
          {"cube_dimension", message.cube_dimension.value()},
          {"to", message.to.value()},
          {"axis", message.axis.value()},
          {"direction", std::string(1, Sign(message.direction))},
          {"step", message.step},
          {"cycle", message.cycle}};
}

Json ScheduleJson(const Schedule& schedule, const Proof& proof) {
  const std::optional<Cycle> cycles = CyclesOf(schedule);
  Json messages = Json::array();
  for (const ScheduledMessage& message : schedule.messages)
    messages.push_back(MessageJson(message));
  Json json;
  json["task"] = {schedule.task.first, schedule.task.count};
  json["schedule"] = ToString(schedule.kind);
  json["ports"] = ToString(schedule.ports);
  json["steps"] = schedule.steps.empty() ? Json(nullptr) : Json(schedule.steps.size());
  json["cycles"] = cycles ? Json(*cycles) : Json(nullptr);
  json["lower_bound"] = schedule.lower_bound;
  json["origin"] = schedule.origin ? Json(ToString(*schedule.origin)) : Json(nullptr);
  json["conflicts"] = proof.conflicts();
  json["messages_checked"] = proof.flits.messages_checked;
  json["links_checked"] = proof.links_checked();
  json["messages"] = std::move(messages);
  return json;
}

void PrintMessages(const Schedule& schedule, const Graph& host, std::ostream& out) {
  out << fmt::format("\n{:<7}{:<9}{:<9}{:<14}{:<9}{:<14}{:<6}{}\n",
                     schedule.kind == ScheduleKind::kStream ? "slot" : "step", "cycle", "node", "",
                     "to", "", "cube", "link");
  for (const ScheduledMessage& m : schedule.messages) {
    out << fmt::format("{:<7}{:<9}{:<9}{:<14}{:<9}{:<14}{:<6}axis {} {}\n", m.step, m.cycle,
                       m.node.value(), host.NodeText(m.node), m.to.value(), host.NodeText(m.to),
                       m.cube_dimension.value(), m.axis.value(), Sign(m.direction));
  }
}

std::string Cycles(Cycle cycles) { return Counted(cycles, "cycle"); }

std::string Uses(std::uint64_t uses) { return Counted(uses, "use of a link", "uses of links"); }

void PrintText(const Schedule& schedule, const Proof& proof, const Graph& host, std::ostream& out) {
  out << fmt::format("task         {},{}\n", schedule.task.first, schedule.task.count);
  out << fmt::format("schedule     {}, ports {}, {} a message\n", ToString(schedule.kind),
                     ToString(schedule.ports), Counted(schedule.message_flits, "flit"));
  const std::optional<Cycle> cycles = CyclesOf(schedule);
  if (IsStepless(schedule)) {
    out << fmt::format(
        "steps        none: messages follow each other as closely as their links and ports permit, "
        "{}\n",
        Cycles(*cycles));
  } else if (cycles) {
    out << fmt::format("steps        {} in {}\n", schedule.steps.size(), Cycles(*cycles));
  } else {
    out << "steps        none: every message is offered at the start pulse\n";
  }
  out << fmt::format("lower bound  {}\n", Counted(schedule.lower_bound, "step"));
  if (schedule.origin) out << fmt::format("origin       {}\n", ToString(*schedule.origin));
  const bool has_steps = schedule.kind != ScheduleKind::kList;
  const std::string by_step =
      has_steps ? Uses(proof.steps.links_checked) + " checked by step and " : "";
  const std::string by_flit = has_steps ? std::to_string(proof.flits.links_checked)
                                        : Uses(proof.flits.links_checked) + " checked";
  out << fmt::format("proof        {} and {}{} by flit, {}\n",
                     Counted(proof.flits.messages_checked, "message"), by_step, by_flit,
                     Counted(proof.conflicts(), "conflict"));
  if (proof.conflicts() > 0) {
    out << fmt::format("first        {}\n", proof.steps.conflicts > 0 ? proof.steps.first_conflict
                                                                      : proof.flits.first_conflict);
  }
  if (CanBeDrawn(schedule, host)) out << "\n" << SpaceTimeDrawing(schedule, host);
  PrintMessages(schedule, host, out);
}

}  // namespace

int RunSchedule(const Spec& spec, std::ostream& out, std::ostream& err) {
  assert(spec.embedding && spec.has_schedule);
  const SimulateOptions& options = spec.simulate;
  const Result<Schedule> made =
      MakeSchedule(options.schedule, *spec.embedding, options.task, spec.hardware.ports,
                   options.message_flits, StreamForm::kSkewed, options.exact);
  if (!made) return Complain(made.diagnostics(), err, ExitCodeOf(made.diagnostics()));
  const Schedule& schedule = *made;
  const bool has_steps = schedule.kind != ScheduleKind::kList;
  const Proof proof = {has_steps ? VerifySteps(schedule, *spec.embedding) : Verification{},
                       VerifyFlits(schedule, *spec.embedding)};
  switch (spec.format) {
    case Format::kText: PrintText(schedule, proof, *spec.host, out); break;
    case Format::kJson: out << JsonText(ScheduleJson(schedule, proof)); break;
    case Format::kCsv: out << SpaceTimeCsv(schedule, *spec.host); break;
  }
  return schedule.claims_conflict_free() && proof.conflicts() > 0 ? kViolation : kDone;
}

}  // namespace toroid
