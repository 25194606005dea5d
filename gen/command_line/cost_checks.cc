#include "gen/command_line/cost_checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "gen/collective/comparison.h"
#include "gen/collective/methods.h"

namespace toroid {
namespace {

// Of all nodes' vectors, or blocks, together.
constexpr std::int64_t kMostElementsProved = 1 << 24;

// DG11.1: one method for each task.
void CheckDegraded(const Spec& spec, SpecDiagnostics& found) {
  const CollectiveTask task = {*spec.cost.collective, 1,
                               NodeId{static_cast<std::uint32_t>(spec.cost.root)}};
  const CollectiveMethod method = MethodOnDegraded(task.kind);
  auto why = WhyNotOn(*spec.degraded, task, method);
  if (!why) return;
  if (why->field == "--method")
    return found.Add("--collective", fmt::format("by method {}: {}", ToString(method), why->what),
                     why->allowed);
  found.AddAll({*why});
}

void CheckRoot(const Spec& spec, SpecDiagnostics& found) {
  const Graph& host = *spec.host;
  if (HasRoot(*spec.cost.collective) && static_cast<std::uint32_t>(spec.cost.root) >= host.size())
    found.Add("--root", "is no node of host " + host.ToString(),
              fmt::format("its nodes are 0 to {}", host.size() - 1));
}

void CheckCollective(const Spec& spec, SpecDiagnostics& found) {
  const Graph& host = *spec.host;
  if (std::ranges::max(host.lengths()) > kLongestComparedAxis)
    found.Add(
        "--host", "has an axis that is too long to plan for",
        fmt::format("beside --collective lengths up to {} are allowed", kLongestComparedAxis));
  CheckRoot(spec, found);
  const double startup = spec.cost.startup;
  if (startup > kMostStartup || std::floor(startup) != startup)
    found.Add(
        "--startup", "is no number of cycles that messages could be delayed by",
        fmt::format("beside --collective allowed are whole numbers from 0 to {}", kMostStartup));
  if (spec.degraded && !found.any()) CheckDegraded(spec, found);
}

}  // namespace

void CheckCost(const Spec& spec, SpecDiagnostics& found) {
  const CostRequest& cost = spec.cost;
  if (cost.collective) return CheckCollective(spec, found);
  if (cost.pipelining && !cost.by_block)
    found.AddAll(PacketDiagnostics(*cost.pipelining, cost.elements));
}

void CheckProvedCollective(const Spec& spec, SpecDiagnostics& found) {
  const std::int64_t nodes = spec.host->size();
  const bool blocks = IsOfBlocks(*spec.cost.collective);
  const std::int64_t most = kMostElementsProved / (blocks ? nodes * nodes : nodes);
  if (spec.cost.elements > most)
    found.Add("--elements", "is too much for each step to be followed",
              fmt::format("on host {} allowed are up to {}", spec.host->ToString(), most));
  CheckRoot(spec, found);
  if (!spec.degraded || found.any()) return;
  if (*spec.cost.collective == Collective::kExchange)
    return found.Add("--collective", "among survivors goes by the tables of buffered routers",
                     "leave out what is dead");
  CheckDegraded(spec, found);
}

}  // namespace toroid
