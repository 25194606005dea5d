// `toroid check`: proofs without a simulation.
#include "gen/check/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/findings.h"
#include "gen/check/deadlock.h"
#include "gen/check/scheduled.h"
#include "gen/rtl/rtl.h"
#include "gen/support/text.h"
#include "sim/proof/scheduled.h"

namespace toroid {
namespace {

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
  const Result<Plan> plan = PlanFor(spec, schedule);
  if (!plan) return plan.diagnostics();
  const auto files = RenderRtl(*plan, "toroid check", nullptr, progress);
  if (!files) return files.diagnostics();
  return proof::ProveOnNetlist(*plan, *files, ProgramOfNodes(schedule), progress);
}

}  // namespace

int RunCheck(const Spec& spec, const Console& console) {
  if (!spec.flows.empty()) return RunCheckOfFlows(spec, console);
  if (spec.cost.collective) return RunCheckOfCollective(spec, console);
  if (spec.degraded) return RunCheckOfRoutes(spec, console);
  std::vector<Finding> findings;
  std::optional<Result<std::vector<Finding>>> netlist;
  if (spec.embedding) {
    findings = CheckEmbedding(*spec.embedding, console.progress);
    std::ranges::move(CheckRouting(*spec.embedding, console.progress),
                      std::back_inserter(findings));
  }
  const bool scheduled = spec.hardware.router == RouterKind::kScheduled;
  if (!scheduled)  // otherwise no flit ever waits for another
    findings.push_back(CheckDeadlockFreedom(
        *spec.host, {.dateline = spec.dateline, .copies = spec.hardware.in_network.has_value()},
        console.progress));
  if (spec.has_schedule) {
    const MessageRoutes routes(*spec.host, nullptr, spec.hardware.links.hop_cycles());
    const Result<Schedule> schedule =
        MakeSchedule(spec.task, routes, *spec.embedding, spec.hardware.ports, console.progress);
    if (!schedule) {
      const Diagnostics& diagnostics = schedule.diagnostics();
      const int code = ExitCodeOf(diagnostics);
      if (code == kFailed)
        PrintFindings(findings, spec.format, console.out);  // prints the findings proved so far
      if (code != kViolation) return PrintDiagnostics(diagnostics, console.err, code);
      findings.push_back(NoSchedule(spec, diagnostics.front().what));
    } else {
      std::ranges::move(CheckSchedule(routes, *schedule, *spec.embedding, console.progress),
                        std::back_inserter(findings));
      if (scheduled)
        std::ranges::move(
            CheckScheduledRouter(ProgramOfNodes(*schedule), routes, spec.hardware.ports,
                                 TurnsFor(spec, *schedule), console.progress),
            std::back_inserter(findings));
      if (scheduled && spec.netlist) netlist = NetlistFindings(spec, *schedule, console.progress);
    }
  }
  return Conclude(std::move(findings), netlist, spec.format, console);
}

}  // namespace toroid
