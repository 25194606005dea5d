// `toroid check --collective`: a collective operation on scheduled routers, proved on the netlist.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/collective_routes.h"
#include "cli/commands.h"
#include "cli/findings.h"
#include "gen/check/scheduled.h"
#include "gen/collective/methods.h"
#include "gen/program/tree_uses.h"
#include "gen/rtl/rtl.h"
#include "gen/support/text.h"
#include "sim/algorithm/collective_data.h"
#include "sim/proof/scheduled.h"

namespace toroid {
namespace {

Finding DependenciesOf(const MadeProgram& made) {
  return {.what = fmt::format("every message of {} is offered once its data are there",
                              ToString(made.program.task.kind)),
          .holds = made.forecast.early == 0,
          .items_checked = made.program.after.size(),
          .item = "dependency",
          .items = "dependencies",
          .counterexample = made.forecast.early == 0 ? "" : made.forecast.first_fault};
}

// Carries the data message by message: each takes what its sender has in the cycle of its offer,
// and is there when its last flit is. What arrives in a cycle is there for what is offered in it.
Finding ResultOf(const Spec& spec, const CollectiveProgram& program, const MessageRoutes& routes,
                 const Timing& timing) {
  const int bits = spec.hardware.flit_width;
  // Any operator shows whether every word is in the result once; what a module computes is unknown.
  const Operands operands{.by = spec.hardware.join.by.value_or(WordOperator::kSum),
                          .flit_bits = bits};
  CollectiveData data(std::make_shared<const CollectiveProgram>(program), spec.host->size(),
                      operands);
  std::multimap<Cycle, std::pair<std::uint32_t, std::vector<std::uint32_t>>> under_way;
  const auto receive_until = [&](Cycle now) {
    for (; !under_way.empty() && under_way.begin()->first <= now;
         under_way.erase(under_way.begin()))
      data.Receive(under_way.begin()->second.first, under_way.begin()->second.second);
  };
  Cycle end = 0;
  for (std::uint32_t number = 0; number < program.operations.size(); ++number) {
    const Operation& message = program.operations[number];
    receive_until(message.not_before);
    if (!message.leaves) continue;  // its sum leaves
    const Cycle flits = message.flits;
    std::vector<std::uint32_t> words(static_cast<std::size_t>(flits) * WordsOf(bits));
    data.Send(number, words);
    const NodeId from{message.from}, to{message.to};
    const Cycle first =
        message.enters
            ? message.not_before + routes.CyclesOver(from, to) + timing.interface
            : SentDownAt(program, routes) + routes.tree()->DepthOf(to) * routes.hop_cycles();
    const Cycle arrived = first + flits - 1;
    under_way.emplace(arrived, std::pair(number, std::move(words)));
    end = std::max(end, arrived);
  }
  receive_until(end);
  const AlgorithmResult result = data.Check();
  return {
      .what = fmt::format("every process has the result of {} after {}, as if computed serially",
                          ToString(program.task.kind), Counted(end, "cycle")),
      .holds = result.wrong == 0 && result.elements_checked > 0,
      .items_checked = result.elements_checked,
      .item = "element",
      .counterexample =
          result.wrong == 0 ? "" : Counted(result.wrong, "element is wrong", "elements are wrong")};
}

Result<std::vector<Finding>> NetlistFindings(const Spec& spec, const Program& program,
                                             const Progress& progress) {
  const Result<Plan> plan = Plan::Create(*spec.host, std::nullopt, spec.hardware);
  if (!plan) return plan.diagnostics();
  const auto files = RenderRtl(*plan, "toroid check", nullptr, progress);
  if (!files) return files.diagnostics();
  return proof::ProveOnNetlist(*plan, *files, program, progress);
}

}  // namespace

int RunCheckOfCollective(const Spec& spec, const Console& console) {
  const CollectiveTask task{*spec.cost.collective, spec.cost.elements,
                            NodeId{static_cast<std::uint32_t>(spec.cost.root)}};
  const degraded::DegradedHost host = spec.degraded.value_or(degraded::DegradedHost(*spec.host));
  const Ports ports = spec.hardware.ports;
  const Timing timing(InterfaceLatency(spec.hardware.router));
  const CollectiveRoutes of_spec(spec);
  const MessageRoutes& routes = of_spec.get();
  const MadeProgram made =
      MakeProgram(CollectiveMethod::kAuto, task, host, ports, timing, routes, console.progress);
  std::vector<Finding> findings = {DependenciesOf(made),
                                   ResultOf(spec, made.program, routes, timing)};
  std::ranges::move(
      CheckScheduledRouter(made.program, routes, ports, TurnSet::All(*spec.host), console.progress),
      std::back_inserter(findings));
  std::optional<Result<std::vector<Finding>>> netlist;
  if (spec.netlist) netlist = NetlistFindings(spec, made.program, console.progress);
  return Conclude(std::move(findings), netlist, spec.format, console);
}

}  // namespace toroid
