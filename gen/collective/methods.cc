// What each method needs of a host, and `auto`: it makes the program of every method that the host
// supports and keeps the one with the earliest predicted end.
#include "gen/collective/methods.h"

#include <cassert>
#include <limits>
#include <string>
#include <utility>

#include "gen/collective/makers.h"
#include "gen/trees/link_graph.h"

namespace toroid {
namespace {

// `trees`, also on whole hosts where there is no root.
CollectiveProgram ProgramOfTrees(const CollectiveTask& task, const degraded::DegradedHost& host,
                                 Ports ports, const Timing& timing) {
  if (HasRoot(task.kind)) return RootedProgram(task, host, ports, timing);
  if (task.kind != Collective::kAllReduce) return SpreadProgram(task, host, ports, timing);
  CollectiveProgram packed = PackedProgram(task, host, ports, timing);
  // on whole hosts other methods do what SpreadProgram does
  if (ports == Ports::kAll || host.IsPlain() || host.survivors().size() > kMostSpread)
    return packed;
  return Shorter(std::move(packed), SpreadProgram(task, host, ports, timing), host.host(), ports,
                 timing);
}

CollectiveProgram ProgramBy(CollectiveMethod method, const CollectiveTask& task,
                            const MessageRoutes& routes, Ports ports, const Timing& timing,
                            const Progress& progress) {
  const Graph& host = routes.host();
  if (method == CollectiveMethod::kInNetwork)
    return InNetworkProgram(task, degraded::DegradedHost(host), routes);
  if (task.kind == Collective::kExchange) {
    return method == CollectiveMethod::kLines
               ? LineExchangeProgram(task.flits, host, ports, timing, progress)
               : ExchangeProgram(task.flits, host, ports, timing, progress);
  }
  if (method == CollectiveMethod::kBucket) return BucketProgram(task, host, ports, timing);
  switch (method) {
    case CollectiveMethod::kTrees:
      if (!HasRoot(task.kind))
        return ProgramOfTrees(task, degraded::DegradedHost(host), ports, timing);
      return RootedProgram(RootedBy::kTrees, task, host, ports, timing);
    case CollectiveMethod::kLines:
      return RootedProgram(RootedBy::kLines, task, host, ports, timing);
    case CollectiveMethod::kBine: return RootedProgram(RootedBy::kBine, task, host, ports, timing);
    default: break;
  }
  if (method == CollectiveMethod::kForest) return ForestProgram(task, host, ports, timing);
  if (method == CollectiveMethod::kWhole) return WholeProgram(task, host, ports, timing);
  const Partners partners = method == CollectiveMethod::kSwing ? Partners::kSwing : Partners::kCube;
  return HalvingProgram(partners, task, host, ports, timing);
}

// Contents by node and stage, and the trees that a link may join, grow with the square of the
// nodes; threads of blocks with the product of nodes and trees.
std::uint32_t MostNodesOf(CollectiveMethod method, Collective task) {
  switch (method) {
    case CollectiveMethod::kTrees:
      if (task == Collective::kAllReduce) return kMostNodesPacked;
      if (!HasRoot(task)) return kMostSpread;
      return IsOfBlocks(task) ? kMostNodesOfBlocks : kMostNodesOfHalving;
    case CollectiveMethod::kLines:
      if (task == Collective::kExchange) return kMostNodesOfBlocks;
      break;
    case CollectiveMethod::kHalving:
    case CollectiveMethod::kSwing:
    case CollectiveMethod::kForest: return kMostNodesOfHalving;
    default: break;
  }
  return std::numeric_limits<std::uint32_t>::max();
}

std::optional<Diagnostic> TooLarge(std::uint32_t nodes, Collective task, CollectiveMethod method) {
  const std::uint32_t most = MostNodesOf(method, task);
  if (nodes <= most) return std::nullopt;
  return Diagnostic{"--method", std::string(ToString(method)),
                    "keeps too much of " + std::to_string(nodes) + " nodes",
                    "it takes up to " + std::to_string(most)};
}

// In cycles for these links, with its forecast.
MadeProgram Forecasted(CollectiveProgram program, const MessageRoutes& routes, Ports ports,
                       const Timing& timing) {
  const bool in_network = program.operations.front().is_in_network();  // made for these links
  if (routes.hop_cycles() > 1 && !in_network)
    program = PlacedAgain(std::move(program), routes, ports, timing);
  MadeProgram made;
  made.forecast = ForecastOf(program, routes, ports, timing);
  made.program = std::move(program);
  return made;
}

// Among survivors.
CollectiveProgram ProgramBy(CollectiveMethod method, const CollectiveTask& task,
                            const degraded::DegradedHost& host, const MessageRoutes& routes,
                            Ports ports, const Timing& timing, const Progress& progress) {
  if (method == CollectiveMethod::kInNetwork) return InNetworkProgram(task, host, routes);
  return MethodOnDegraded(task.kind) == CollectiveMethod::kPhases
             ? ExchangeProgram(task.flits, host, routes, ports, timing, progress)
             : ProgramOfTrees(task, host, ports, timing);
}

// The program that ends first, the first of equal ones. make(method): a MadeProgram.
template <class Make>
MadeProgram Least(const std::vector<CollectiveMethod>& candidates, const Make& make,
                  const Progress& progress) {
  Stage stage(progress, "choosing a method", candidates.size());
  std::optional<MadeProgram> best;
  std::vector<MethodForecast> tried;
  for (const CollectiveMethod candidate : candidates) {
    MadeProgram made = make(candidate);
    tried.push_back({candidate, made.forecast.end});
    if (!best || made.forecast.end < best->forecast.end) best = std::move(made);
    stage.Tick();
  }
  best->tried = std::move(tried);
  return std::move(*best);
}

}  // namespace

std::vector<CollectiveMethod> CubeMethodsOf(Collective task) {
  switch (task) {
    case Collective::kExchange:
      return {CollectiveMethod::kCcCube, CollectiveMethod::kDirect, CollectiveMethod::kRing,
              CollectiveMethod::kBinary};
    case Collective::kAllGather:
    case Collective::kAllReduce: return {CollectiveMethod::kDoubling};
    default: return {};
  }
}

std::vector<CollectiveMethod> MethodsOf(Collective task) {
  if (task == Collective::kExchange) return {CollectiveMethod::kPhases, CollectiveMethod::kLines};
  if (HasRoot(task))
    return {CollectiveMethod::kTrees, CollectiveMethod::kLines, CollectiveMethod::kBine};
  std::vector<CollectiveMethod> methods = {CollectiveMethod::kBucket, CollectiveMethod::kSwing,
                                           CollectiveMethod::kHalving};
  if (task == Collective::kAllReduce) {
    methods.push_back(CollectiveMethod::kWhole);
    methods.push_back(CollectiveMethod::kForest);
  }
  methods.push_back(CollectiveMethod::kTrees);
  return methods;
}

bool IsInNetwork(Collective task) {
  return task == Collective::kBroadcast || task == Collective::kReduce ||
         task == Collective::kAllReduce;
}

std::vector<CollectiveMethod> MethodsOf(Collective task, const MessageRoutes& routes) {
  std::vector<CollectiveMethod> methods = MethodsOf(task);
  if (IsInNetwork(task) &&
      !WhyNotInNetwork(task, routes.tree() != nullptr, routes.join_cycles() > 0))
    methods.insert(methods.begin(), CollectiveMethod::kInNetwork);
  return methods;
}

std::optional<Diagnostic> WhyNotInNetwork(Collective task, bool copies, bool adds) {
  const bool broadcast = task == Collective::kBroadcast;
  if (adds || (copies && broadcast)) return std::nullopt;
  return Diagnostic{
      "--method", "in-network",
      broadcast ? "needs routers that copy along a tree" : "needs routers that add along a tree",
      broadcast ? "give --in-network multicast" : "give --router scheduled --in-network reduction"};
}

std::optional<Diagnostic> WhyNotOn(const Graph& host, Collective task, CollectiveMethod method) {
  const bool swing = method == CollectiveMethod::kSwing || method == CollectiveMethod::kBine;
  const bool whole = method == CollectiveMethod::kWhole;
  const bool forest = method == CollectiveMethod::kForest;
  const bool has_partners = swing || whole || method == CollectiveMethod::kHalving;
  const std::string name(ToString(method));
  if ((whole || forest) && task != Collective::kAllReduce) {
    return Diagnostic{"--method", name, "does no " + std::string(ToString(task)),
                      "it goes with all-reduce"};
  }
  if (forest && host.kind() != Kind::kMesh) {
    return Diagnostic{"--method", name, "is longer than others on host " + host.ToString(),
                      "it takes meshes"};
  }
  if (has_partners && !HavePartners(swing ? Partners::kSwing : Partners::kCube, host)) {
    return Diagnostic{"--method", name, "does not exist on host " + host.ToString(),
                      swing ? "it takes tori and hypercubes whose lengths are even"
                            : "it takes hosts whose lengths are powers of two"};
  }
  return TooLarge(host.size(), task, method);
}

CollectiveMethod MethodOnDegraded(Collective task) {
  return task == Collective::kExchange ? CollectiveMethod::kPhases : CollectiveMethod::kTrees;
}

std::vector<CollectiveMethod> MethodsOnDegraded(Collective task, const MessageRoutes& routes) {
  std::vector<CollectiveMethod> methods = MethodsOf(task, routes);
  std::erase_if(methods, [&](CollectiveMethod method) {
    return method != MethodOnDegraded(task) && method != CollectiveMethod::kInNetwork;
  });
  return methods;
}

std::optional<Diagnostic> WhyNotOn(const degraded::DegradedHost& host, const CollectiveTask& task,
                                   CollectiveMethod method) {
  if (host.IsPlain()) return WhyNotOn(host.host(), task.kind, method);
  const std::string name(ToString(method));
  const CollectiveMethod taken = MethodOnDegraded(task.kind);
  const bool in_network = method == CollectiveMethod::kInNetwork;
  if (method != taken && !in_network && method != CollectiveMethod::kAuto)
    return Diagnostic{"--method", name, "needs dimension order, and the routers read tables",
                      "with dead links or nodes, or on a twisted torus, allowed are " +
                          std::string(ToString(taken)) + ", auto"};
  if (taken == CollectiveMethod::kPhases) return std::nullopt;
  if (HasRoot(task.kind) && !host.IsAlive(task.root))
    return Diagnostic{"--root", std::to_string(task.root.value()), "is a dead node",
                      "give a node that is alive"};
  if (!trees::IsConnected(trees::LinksOf(host)))
    return Diagnostic{"--method", name, "goes over links that are alive in both directions",
                      "such links must join all nodes that are alive"};
  return TooLarge(static_cast<std::uint32_t>(host.survivors().size()), task.kind,
                  in_network ? method : CollectiveMethod::kTrees);
}

MadeProgram MakeProgram(CollectiveMethod method, const CollectiveTask& task,
                        const MessageRoutes& routes, Ports ports, const Timing& timing,
                        const Progress& progress) {
  const Graph& host = routes.host();
  assert(!IsOfCube(method) && !WhyNotOn(host, task.kind, method));
  const auto make = [&](CollectiveMethod by) {
    return Forecasted(ProgramBy(by, task, routes, ports, timing, progress), routes, ports, timing);
  };
  if (method != CollectiveMethod::kAuto) return make(method);
  std::vector<CollectiveMethod> candidates = MethodsOf(task.kind, routes);
  std::erase_if(candidates,
                [&](CollectiveMethod one) { return WhyNotOn(host, task.kind, one).has_value(); });
  return Least(candidates, make, progress);
}

MadeProgram MakeProgram(CollectiveMethod method, const CollectiveTask& task,
                        const degraded::DegradedHost& host, Ports ports, const Timing& timing,
                        const MessageRoutes& routes, const Progress& progress) {
  if (host.IsPlain()) return MakeProgram(method, task, routes, ports, timing, progress);
  assert(!WhyNotOn(host, task, method));
  const auto make = [&](CollectiveMethod by) {
    return Forecasted(ProgramBy(by, task, host, routes, ports, timing, progress), routes, ports,
                      timing);
  };
  if (method != CollectiveMethod::kAuto) return make(method);
  return Least(MethodsOnDegraded(task.kind, routes), make, progress);
}

}  // namespace toroid
