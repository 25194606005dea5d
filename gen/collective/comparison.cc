// Idea: if all messages can be placed the forecast is that of the program itself. On larger hosts
// the bucket algorithm is planned for one node, and stages run in lockstep, so the time grows with
// the lengths of the axes, not with nodes or flits.
#include "gen/collective/comparison.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "gen/collective/bucket_plan.h"
#include "gen/collective/lockstep.h"
#include "gen/collective/makers.h"
#include "gen/collective/tree_planner.h"

namespace toroid {
namespace {

ComparedMethod ByBucketPlan(const CollectiveTask& task, const Graph& host, Ports ports,
                            const Timing& timing) {
  const auto elements = static_cast<std::uint64_t>(task.flits) *
                        (task.kind == Collective::kAllGather ? host.size() : 1);
  const BucketPlan plan = PlanBucket(host, ports, elements, timing);
  const int times = task.kind == Collective::kAllReduce ? 2 : 1;
  // by axis, and by direction if parts go round in both
  std::vector<Cycle> loads(2 * static_cast<std::size_t>(host.axes()), 0);
  for (std::size_t p = 0; p < plan.parts.size(); ++p) {
    for (const BucketRound& round : plan.rounds[p]) {
      const Axis axis = plan.parts[p].axes[static_cast<std::size_t>(round.level)];
      const bool minus = host.Wraps(axis) && plan.parts[p].direction == Direction::kMinus;
      loads[ports == Ports::kOne ? 0 : 2 * axis.index() + (minus ? 1 : 0)] += round.flits * times;
    }
  }
  return {CollectiveMethod::kBucket, plan.end * times,
          static_cast<std::uint64_t>(std::ranges::max(loads))};
}

RootedBy RootedByOf(CollectiveMethod method) {
  if (method == CollectiveMethod::kTrees) return RootedBy::kTrees;
  return method == CollectiveMethod::kLines ? RootedBy::kLines : RootedBy::kBine;
}

ComparedMethod ByFormula(CollectiveMethod method, const CollectiveTask& task,
                         const MessageRoutes& routes, Ports ports, const Timing& timing) {
  const Graph& host = routes.host();
  if (method == CollectiveMethod::kInNetwork) {
    const LockstepTime time = InNetworkTime(task, routes, timing);
    return {method, time.cycles, time.load};
  }
  if (method == CollectiveMethod::kBucket) return ByBucketPlan(task, host, ports, timing);
  if (task.kind == Collective::kExchange) {
    const LockstepTime time = LineExchangeInLockstep(task.flits, host, ports, timing);
    return {method, time.cycles, time.load};
  }
  if (HasRoot(task.kind)) {
    const LockstepTime time = PlanRooted(RootedByOf(method), task, host, ports, timing);
    return {method, time.cycles, time.load};
  }
  const Partners partners = method == CollectiveMethod::kSwing ? Partners::kSwing : Partners::kCube;
  const LockstepTime time = method == CollectiveMethod::kWhole
                                ? WholeInLockstep(task, host, ports, timing)
                                : HalvingInLockstep(partners, task, host, ports, timing);
  return {method, time.cycles, time.load};
}

ComparedMethod ByProgram(CollectiveMethod method, const CollectiveTask& task,
                         const MessageRoutes& routes, Ports ports, const Timing& timing) {
  const ProgramForecast forecast = MakeProgram(method, task, routes, ports, timing).forecast;
  return {method, forecast.end, forecast.load};
}

bool CanDo(CollectiveMethod method, const CollectiveTask& task, const Graph& host, Ports ports) {
  if (IsPlaced(host)) return !WhyNotOn(host, task.kind, method);
  if (method == CollectiveMethod::kInNetwork) return true;
  if (HasRoot(task.kind)) return HaveRootedPlan(RootedByOf(method), task, host, ports);
  if (method == CollectiveMethod::kBucket || method == CollectiveMethod::kLines) return true;
  if (method == CollectiveMethod::kPhases) return false;
  if (method == CollectiveMethod::kForest || method == CollectiveMethod::kTrees) return false;
  if (std::ranges::max(host.lengths()) > kLongestPlacedAxis) return false;
  return HavePartners(method == CollectiveMethod::kSwing ? Partners::kSwing : Partners::kCube,
                      host);
}

// The bounds where the farthest node's first flit takes the cycles of each hop.
template <class Host>
TaskBound BoundOn(const CollectiveTask& task, const Host& host, const MessageRoutes& routes,
                  Ports ports, const Timing& timing) {
  TaskBound bound = BoundOf(task, host, ports, 0, routes.tree() != nullptr);
  bound.latency = bound.latency * routes.hop_cycles() + timing.interface;
  return bound;
}

// compare(task): the methods at its length.
template <class Compare>
std::vector<Comparison> ForPowers(CollectiveTask task, const Compare& compare,
                                  const Progress& progress) {
  std::vector<Comparison> rows;
  Stage stage(progress, "comparing methods", 25);
  for (task.flits = 1; task.flits <= kLongestCompared; task.flits *= 2) {
    rows.push_back(compare(task));
    stage.MoveTo(rows.size());
  }
  return rows;
}

template <class Compare>
std::vector<Crossover> Crossovers(const std::vector<Comparison>& rows, CollectiveTask task,
                                  const Compare& compare, const Progress& progress) {
  std::vector<Crossover> crossovers;
  Stage stage(progress, "looking for crossovers", rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    stage.MoveTo(i);
    if (rows[i].Least() == nullptr) continue;
    const CollectiveMethod method = rows[i].Least()->method;
    if (i == 0) crossovers.push_back({rows[i].flits, method});
    if (crossovers.back().method == method) continue;
    std::int64_t before = rows[i - 1].flits;
    std::int64_t from = rows[i].flits;
    while (from - before > 1) {
      task.flits = before + (from - before) / 2;
      (compare(task).Least()->method == method ? from : before) = task.flits;
      stage.Look();
    }
    crossovers.push_back({from, method});
  }
  return crossovers;
}

}  // namespace

const ComparedMethod* Comparison::Least() const {
  const auto least = std::ranges::min_element(methods, {}, &ComparedMethod::cycles);
  return least == methods.end() ? nullptr : &*least;
}

bool IsPlaced(const Graph& host) { return host.size() <= kMostNodesPlaced; }

Comparison CompareMethods(const CollectiveTask& task, const MessageRoutes& routes, Ports ports,
                          const Timing& timing, Cycle barrier) {
  const Graph& host = routes.host();
  assert(IsPlaced(host) || routes.hop_cycles() == 1);
  Comparison row;
  row.flits = task.flits;
  row.bound = BoundOn(task, host, routes, ports, timing);
  for (const CollectiveMethod method : MethodsOf(task.kind, routes)) {
    if (!CanDo(method, task, host, ports)) continue;
    row.methods.push_back(IsPlaced(host) ? ByProgram(method, task, routes, ports, timing)
                                         : ByFormula(method, task, routes, ports, timing));
    row.methods.back().cycles += barrier;
  }
  return row;
}

Comparison CompareMethods(const CollectiveTask& task, const degraded::DegradedHost& host,
                          const MessageRoutes& routes, Ports ports, const Timing& timing,
                          Cycle barrier, const Progress& progress) {
  assert(!host.IsPlain() && !WhyNotOn(host, task, MethodOnDegraded(task.kind)));
  Comparison row;
  row.flits = task.flits;
  row.bound = BoundOn(task, host, routes, ports, timing);
  for (const CollectiveMethod method : MethodsOnDegraded(task.kind, routes)) {
    const ProgramForecast forecast =
        MakeProgram(method, task, host, ports, timing, routes, progress).forecast;
    row.methods.push_back({method, forecast.end + barrier, forecast.load});
  }
  return row;
}

std::vector<Comparison> ComparePowers(CollectiveTask task, const MessageRoutes& routes, Ports ports,
                                      const Timing& timing, Cycle barrier,
                                      const Progress& progress) {
  const auto compare = [&](const CollectiveTask& one) {
    return CompareMethods(one, routes, ports, timing, barrier);
  };
  return ForPowers(task, compare, progress);
}

std::vector<Comparison> ComparePowers(CollectiveTask task, const degraded::DegradedHost& host,
                                      const MessageRoutes& routes, Ports ports,
                                      const Timing& timing, Cycle barrier,
                                      const Progress& progress) {
  const auto compare = [&](const CollectiveTask& one) {
    return CompareMethods(one, host, routes, ports, timing, barrier, progress);
  };
  return ForPowers(task, compare, progress);
}

std::vector<Crossover> CrossoversOf(const std::vector<Comparison>& rows, CollectiveTask task,
                                    const MessageRoutes& routes, Ports ports, const Timing& timing,
                                    const Progress& progress) {
  const auto compare = [&](const CollectiveTask& one) {
    return CompareMethods(one, routes, ports, timing, 0);
  };
  return Crossovers(rows, task, compare, progress);
}

std::vector<Crossover> CrossoversOf(const std::vector<Comparison>& rows, CollectiveTask task,
                                    const degraded::DegradedHost& host, const MessageRoutes& routes,
                                    Ports ports, const Timing& timing, const Progress& progress) {
  const auto compare = [&](const CollectiveTask& one) {
    return CompareMethods(one, host, routes, ports, timing, 0, progress);
  };
  return Crossovers(rows, task, compare, progress);
}

}  // namespace toroid
