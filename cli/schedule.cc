// `toroid schedule`: a schedule's messages with their cycles, the lower bound, and an independent
// check.
#include "gen/schedule/schedule.h"

#include <fmt/core.h>

#include <cassert>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/placed_guest.h"
#include "gen/degraded/check.h"
#include "gen/placing/message_routes.h"
#include "gen/schedule/space_time.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Results of both checks; `list` has no steps to check.
struct Proof {
  Verification steps;
  Verification flits;
  std::uint64_t conflicts() const { return steps.conflicts + flits.conflicts; }
  std::uint64_t links_checked() const { return steps.links_checked + flits.links_checked; }
};

// Routes by tables, around what is dead or on a twisted torus (docs/spec/degraded.md, section 12),
// and what the check of the tables found.
struct AroundDead {
  std::shared_ptr<const RoutedHost> routed;
  degraded::TableCheck check;
  std::uint64_t messages = 0;     // that take more links than the distance
  std::uint64_t extra_links = 0;  // of all of them
};

// What is scheduled, and over which routes.
struct Scheduled {
  const Embedding& embedding;
  Schedule schedule;
  Proof proof;
  MessageRoutes routes;
  std::optional<AroundDead> around;  // none if routes are those of dimension order
};

AroundDead AroundDeadOf(const std::shared_ptr<const RoutedHost>& routed, const Schedule& schedule,
                        const Progress& progress) {
  AroundDead around{routed, degraded::CheckTables(routed->tables, routed->host, progress)};
  for (const ScheduledMessage& message : schedule.messages) {
    const int extra = routed->Links(message.node, message.to) -
                      routed->host.host().Distance(message.node, message.to);
    around.messages += extra > 0 ? 1 : 0;
    around.extra_links += static_cast<std::uint64_t>(extra);
  }
  return around;
}

// Whether every message begins as early as it can, without steps.
bool IsStepless(const Schedule& schedule) {
  return schedule.kind == ScheduleKind::kStream || schedule.kind == ScheduleKind::kList;
}

// Cycles of all step windows, or of the whole stream or list; nothing for `none`.
std::optional<Cycle> CyclesOf(const Schedule& schedule) {
  if (IsStepless(schedule)) return schedule.makespan;
  if (schedule.steps.empty()) return std::nullopt;
  return schedule.steps.back().start + schedule.steps.back().length;
}

Json MessageJson(const ScheduledMessage& message, const Embedding& embedding) {
  const NodeId process = embedding.GuestsOf(message.node)[message.from_rank];
  return {{"node", message.node.value()},
          {"process", process.value()},
          {"cube_dimension", message.cube_dimension.value()},
          {"to", message.to.value()},
          {"axis", message.axis.value()},
          {"direction", std::string(1, Sign(message.direction))},
          {"step", message.step.value_or(0)},
          {"cycle", message.cycle}};
}

Json LinksJson(const Scheduled& scheduled) {
  const Graph& host = scheduled.embedding.host();
  if (host.size() > LinkLoads::kMostNodes) return nullptr;
  LinkLoads loads = LinkLoadsBy(scheduled.around ? scheduled.around->routed : nullptr, host);
  const Schedule& schedule = scheduled.schedule;
  for (const ScheduledMessage& message : schedule.messages)
    loads.Add(message.node, message.to, static_cast<std::uint64_t>(schedule.message_flits));
  return ToJson(LinksReportOf(loads));
}

Json HostJson(const Scheduled& scheduled) {
  Json json = GraphJson(scheduled.embedding.host());
  json["dead"] = scheduled.around ? DeadJson(scheduled.around->routed->host.dead()) : Json(nullptr);
  return json;
}

Json AroundJson(const std::optional<AroundDead>& around) {
  if (!around) return nullptr;
  return {{"routes_checked", around->check.routes},
          {"longer_messages", around->messages},
          {"extra_links", around->extra_links}};
}

// A writer is a JsonPrinter or a JsonKeeper.
template <class Writer>
void Write(const Scheduled& scheduled, Writer& json, const Progress& progress) {
  const auto& [embedding, schedule, proof, routes, around] = scheduled;
  const std::optional<Cycle> cycles = CyclesOf(schedule);
  const std::vector<LinkUse> uses = LinkUses(schedule, routes, progress);
  Stage stage(progress, "printing the schedule", schedule.messages.size() + uses.size());
  json.Member("guest", GraphJson(embedding.guest()));
  json.Member("host", HostJson(scheduled));
  json.Member("embedding", ToString(embedding.kind()));
  json.Member("bit_order",
              embedding.HasBitOrder() ? Json(ToString(embedding.bit_order())) : Json(nullptr));
  json.Member("task", {schedule.task.first, schedule.task.count});
  json.Member("schedule", ToString(schedule.kind));
  json.Member("ports", ToString(schedule.ports));
  json.Member("message_flits", schedule.message_flits);
  json.Member("steps", schedule.steps.empty() ? Json(nullptr) : Json(schedule.steps.size()));
  json.Member("cycles", cycles ? Json(*cycles) : Json(nullptr));
  json.Member("lower_bound", schedule.lower_bound);
  json.Member("origin", schedule.origin ? Json(ToString(*schedule.origin)) : Json(nullptr));
  json.Member("conflicts", proof.conflicts());
  json.Member("messages_checked", proof.flits.messages_checked);
  json.Member("local_messages", schedule.local.size());
  json.Member("links_checked", proof.links_checked());
  json.Member("degraded", AroundJson(around));
  json.List("messages", schedule.messages.size(), stage, [&](std::size_t m) {
    return MessageJson(scheduled.schedule.messages[m], scheduled.embedding);
  });
  json.List("uses", uses.size(), stage, [&](std::size_t u) {
    return Json{uses[u].message, uses[u].from.value(), uses[u].to.value(), uses[u].cycle};
  });
  json.Member("links", LinksJson(scheduled));
}

void PrintJson(const Scheduled& scheduled, const Console& console) {
  JsonPrinter json(console.out, Command::kSchedule);
  Write(scheduled, json, console.progress);
  json.End();
}

// A stream has slots where other schedules have steps. Processes are named if a node may have
// several.
void PrintMessages(const Schedule& schedule, const Embedding& embedding, std::ostream& out,
                   Stage& stage) {
  const Graph& host = embedding.host();
  const auto process_column = [&](const std::string& text) {
    return embedding.IsInjective() ? "" : fmt::format("{:<8} ", text);
  };
  out << fmt::format("\n{:<6} {:<8} {}{:<8} {:<13} {:<8} {:<13} {:<5} {}\n",
                     schedule.kind == ScheduleKind::kStream ? "slot" : "step", "cycle",
                     process_column("process"), "node", "", "to", "", "cube", "link");
  for (const ScheduledMessage& m : schedule.messages) {
    const NodeId process = embedding.GuestsOf(m.node)[m.from_rank];
    out << fmt::format("{:<6} {:<8} {}{:<8} {:<13} {:<8} {:<13} {:<5} axis {} {}\n",
                       m.step.value_or(0), m.cycle, process_column(std::to_string(process.value())),
                       m.node.value(), host.NodeText(m.node), m.to.value(), host.NodeText(m.to),
                       m.cube_dimension.value(), m.axis.value(), Sign(m.direction));
    stage.Tick();
  }
}

std::string Uses(std::uint64_t uses) { return Counted(uses, "use of a link", "uses of links"); }

void PrintText(const Scheduled& scheduled, const Console& console) {
  const auto& [embedding, schedule, proof, routes, around] = scheduled;
  const Graph& host = embedding.host();
  std::ostream& out = console.out;
  Stage stage(console.progress, "printing the schedule", schedule.messages.size());
  out << fmt::format("task         {},{}\n", schedule.task.first, schedule.task.count);
  out << fmt::format("schedule     {}, ports {}, {} a message\n", ToString(schedule.kind),
                     ToString(schedule.ports), Counted(schedule.message_flits, "flit"));
  if (around) {
    if (!around->routed->host.IsWhole())
      out << fmt::format("dead        {}\n", around->routed->host.Options());
    out << fmt::format(
        "routes       {} by tables arrive over live links without a deadlock; {} longer than the "
        "distance, by {} in all\n",
        around->check.routes,
        Counted(around->messages, "message takes a route", "messages take routes"),
        Counted(around->extra_links, "link"));
  }
  if (!schedule.local.empty()) {
    out << fmt::format("local        {} between processes of one node\n",
                       Counted(schedule.local.size(), "message"));
  }
  const std::optional<Cycle> cycles = CyclesOf(schedule);
  if (IsStepless(schedule)) {
    out << fmt::format(
        "steps        none: messages follow each other as closely as their links and ports permit, "
        "{}\n",
        Counted(*cycles, "cycle"));
  } else if (cycles) {
    out << fmt::format("steps        {} in {}\n", schedule.steps.size(), Counted(*cycles, "cycle"));
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
  PrintMessages(schedule, embedding, out, stage);
}

}  // namespace

int RunSchedule(const Spec& spec, const Console& console) {
  assert(spec.embedding && spec.has_schedule);
  const std::shared_ptr<const RoutedHost>& routed = spec.hardware.routes;
  const MessageRoutes routes = MessageRoutesBy(routed, *spec.host);
  Result<Schedule> made =
      MakeSchedule(spec.task, routes, *spec.embedding, spec.hardware.ports, console.progress);
  if (!made)
    return PrintDiagnostics(made.diagnostics(), console.err, ExitCodeOf(made.diagnostics()));
  const bool has_steps = made->kind != ScheduleKind::kList;
  const Proof proof = {
      has_steps ? VerifyStepsOn(routes, *made, *spec.embedding, console.progress) : Verification{},
      VerifyFlitsOn(routes, *made, *spec.embedding, console.progress)};
  Scheduled scheduled{*spec.embedding, std::move(made).value(), proof, routes, std::nullopt};
  const Schedule& schedule = scheduled.schedule;
  if (routed) scheduled.around.emplace(AroundDeadOf(routed, schedule, console.progress));
  const std::string table =
      spec.format == Format::kCsv ? SpaceTimeCsv(schedule, routes, console.progress) : "";
  console.progress.StartPrinting();
  switch (spec.format) {
    case Format::kText: PrintText(scheduled, console); break;
    case Format::kJson: PrintJson(scheduled, console); break;
    case Format::kCsv: console.out << table; break;
  }
  const bool broken = (schedule.claims_conflict_free() && proof.conflicts() > 0) ||
                      (scheduled.around && !scheduled.around->check.holds());
  return ReportIfAsked(spec, console, broken ? kViolation : kDone, [&] {
    JsonKeeper keeper(Command::kSchedule);
    Write(scheduled, keeper, console.progress);
    return keeper.json();
  });
}

}  // namespace toroid
