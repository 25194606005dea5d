// `toroid check`: proofs without a simulation.
#include "gen/check/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/check/deadlock.h"
#include "gen/check/scheduled.h"
#include "gen/rtl/rtl.h"
#include "gen/support/text.h"
#include "sim/proof/scheduled.h"

namespace toroid {
namespace {

Json FindingsJson(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back(
        {{"what", finding.what},
         {"holds", finding.holds},
         {"items_checked", finding.items_checked},
         {"counterexample",
          finding.counterexample.empty() ? Json(nullptr) : Json(finding.counterexample)}});
  }
  return list;
}

void PrintText(const std::vector<Finding>& findings, std::ostream& out) {
  for (const Finding& finding : findings) {
    out << fmt::format("{}  {} ({} checked)\n", finding.holds ? "holds " : "BROKEN", finding.what,
                       Counted(finding.items_checked, finding.item, finding.items));
    if (!finding.counterexample.empty()) out << fmt::format("        {}\n", finding.counterexample);
  }
}

// A field of a CSV file, quoted, as sentences contain commas.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void PrintCsv(const std::vector<Finding>& findings, std::ostream& out) {
  out << "what,holds,items_checked,counterexample\n";
  for (const Finding& finding : findings) {
    out << fmt::format("{},{},{},{}\n", Quoted(finding.what), finding.holds, finding.items_checked,
                       Quoted(finding.counterexample));
  }
}

Result<Schedule> ScheduleOf(const Spec& spec, const Progress& progress) {
  return MakeSchedule(spec.task, *spec.embedding, spec.hardware.ports, progress);
}

// The finding that the schedule does not exist, with the reason.
Finding NoSchedule(const Spec& spec, const std::string& why) {
  const std::uint64_t messages =
      std::uint64_t{spec.host->size()} * static_cast<std::uint64_t>(spec.task.task.count);
  return {.what = fmt::format("schedule {} exists for {}", ToString(spec.task.schedule.kind),
                              Counted(messages, "message")),
          .holds = false,
          .items_checked = messages,
          .item = "message",
          .counterexample = why};
}

// Turns of the schedule's network: with schedule units those of the task; all turns otherwise, or
// if the loaded tables are unknown.
TurnSet TurnsFor(const Spec& spec, const Schedule& schedule) {
  const bool units = UnitTaskOf(schedule, *spec.embedding).has_value();
  return units && !spec.hardware.load.tables ? TurnSet::Of(*spec.host, schedule.messages)
                                             : TurnSet::All(*spec.host);
}

// The hardware that `generate` writes for the task, with all its checks.
Result<Plan> PlanFor(const Spec& spec, const Schedule& schedule) {
  HardwareOptions hardware = spec.hardware;
  hardware.address = Address::kLogical;
  hardware.schedule_unit.task = UnitTaskOf(schedule, *spec.embedding);
  hardware.schedule_unit.check_arrivals = hardware.schedule_unit.task.has_value();
  return Plan::Create(*spec.host, spec.embedding, hardware);
}

// Findings about the synthesised hardware under the schedule.
Result<std::vector<Finding>> NetlistFindings(const Spec& spec, const Schedule& schedule,
                                             const Progress& progress) {
  if (spec.host->size() > proof::kMostNodes)
    return Diagnostic{
        "--host", spec.host->CanonicalText(),
        fmt::format("has more than the {} nodes of which a netlist is run", proof::kMostNodes),
        "give --without netlist to do without", Fault::kUnable};
  const Result<Plan> plan = PlanFor(spec, schedule);
  if (!plan) return plan.diagnostics();
  const auto files = RenderRtl(*plan, "toroid check", nullptr, progress);
  if (!files) return files.diagnostics();
  return proof::ProveOnNetlist(*plan, *files, schedule, progress);
}

void Print(const std::vector<Finding>& findings, Format format, std::ostream& out) {
  switch (format) {
    case Format::kText: PrintText(findings, out); break;
    case Format::kJson:
      out << JsonText(ResultJson(Command::kCheck, {{"findings", FindingsJson(findings)}}));
      break;
    case Format::kCsv: PrintCsv(findings, out); break;
  }
}

}  // namespace

int RunCheck(const Spec& spec, const Console& console) {
  std::vector<Finding> findings;
  if (spec.embedding) {
    findings = CheckEmbedding(*spec.embedding, console.progress);
    std::ranges::move(CheckRouting(*spec.embedding, console.progress),
                      std::back_inserter(findings));
  }
  const bool scheduled = spec.hardware.router == RouterKind::kScheduled;
  if (!scheduled)  // otherwise no flit ever waits for another
    findings.push_back(CheckDeadlockFreedom(*spec.host, spec.dateline, console.progress));
  if (spec.has_schedule) {
    const Result<Schedule> schedule = ScheduleOf(spec, console.progress);
    if (!schedule) {
      const Diagnostics& diagnostics = schedule.diagnostics();
      const int code = ExitCodeOf(diagnostics);
      if (code == kFailed)
        Print(findings, spec.format, console.out);  // prints the findings proved so far
      if (code != kViolation) return PrintDiagnostics(diagnostics, console.err, code);
      findings.push_back(NoSchedule(spec, diagnostics.front().what));
    } else {
      std::ranges::move(CheckSchedule(*schedule, *spec.embedding, console.progress),
                        std::back_inserter(findings));
      if (scheduled)
        std::ranges::move(CheckScheduledRouter(*schedule, *spec.host, TurnsFor(spec, *schedule),
                                               console.progress),
                          std::back_inserter(findings));
      if (scheduled && spec.netlist) {
        auto more = NetlistFindings(spec, *schedule, console.progress);
        if (!more) {
          Print(findings, spec.format, console.out);
          return PrintDiagnostics(more.diagnostics(), console.err, kFailed);
        }
        std::ranges::move(*more, std::back_inserter(findings));
      }
    }
  }
  Print(findings, spec.format, console.out);
  return std::ranges::all_of(findings, &Finding::holds) ? kDone : kViolation;
}

}  // namespace toroid
