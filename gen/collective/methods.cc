// The words of methods, what each needs of a host, and `auto`: it makes the program of every method
// that the host supports and keeps the one with the earliest predicted end.
#include "gen/collective/methods.h"

#include <array>
#include <cassert>
#include <limits>
#include <string>
#include <utility>

#include "gen/collective/bucket.h"
#include "gen/collective/exchange.h"
#include "gen/collective/forest.h"
#include "gen/collective/halving.h"
#include "gen/collective/line_exchange.h"
#include "gen/collective/rooted.h"
#include "gen/collective/whole.h"

namespace toroid {
namespace {

constexpr std::array kMethods = {CollectiveMethod::kDoubling, CollectiveMethod::kBucket,
                                 CollectiveMethod::kHalving,  CollectiveMethod::kSwing,
                                 CollectiveMethod::kWhole,    CollectiveMethod::kForest,
                                 CollectiveMethod::kAuto};
constexpr std::array kRooted = {CollectiveMethod::kTrees, CollectiveMethod::kLines,
                                CollectiveMethod::kBine, CollectiveMethod::kAuto};

CollectiveProgram ProgramBy(CollectiveMethod method, const CollectiveTask& task, const Graph& host,
                            Ports ports, const Timing& timing, const Progress& progress) {
  if (task.kind == Collective::kExchange) {
    return method == CollectiveMethod::kLines
               ? LineExchangeProgram(task.flits, host, ports, timing, progress)
               : ExchangeProgram(task.flits, host, ports, timing, progress);
  }
  if (method == CollectiveMethod::kBucket) return BucketProgram(task, host, ports, timing);
  switch (method) {
    case CollectiveMethod::kTrees:
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

MadeProgram Forecasted(CollectiveProgram program, const Graph& host, Ports ports,
                       const Timing& timing) {
  MadeProgram made;
  made.forecast = ForecastOf(program, host, ports, timing);
  made.program = std::move(program);
  return made;
}

}  // namespace

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
  return methods;
}

std::string_view ToString(CollectiveMethod method) {
  switch (method) {
    case CollectiveMethod::kDoubling: return "doubling";
    case CollectiveMethod::kBucket: return "bucket";
    case CollectiveMethod::kHalving: return "halving";
    case CollectiveMethod::kSwing: return "swing";
    case CollectiveMethod::kWhole: return "whole";
    case CollectiveMethod::kForest: return "forest";
    case CollectiveMethod::kAuto: return "auto";
    case CollectiveMethod::kTrees: return "trees";
    case CollectiveMethod::kLines: return "lines";
    case CollectiveMethod::kBine: return "bine";
    case CollectiveMethod::kPhases: return "phases";
  }
  return "";
}

std::optional<CollectiveMethod> ParseCollectiveMethod(std::string_view text) {
  for (const CollectiveMethod method : kMethods)
    if (text == ToString(method)) return method;
  return std::nullopt;
}

std::optional<CollectiveMethod> ParseHostMethod(std::string_view text) {
  const auto method = ParseCollectiveMethod(text);
  return method == CollectiveMethod::kDoubling ? std::nullopt : method;
}

std::optional<CollectiveMethod> ParseRootedMethod(std::string_view text) {
  for (const CollectiveMethod method : kRooted)
    if (text == ToString(method)) return method;
  return std::nullopt;
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
  if (const std::uint32_t most = MostNodesOf(method, task); host.size() > most) {
    return Diagnostic{"--method", name,
                      "keeps too much of " + std::to_string(host.size()) + " nodes",
                      "it takes up to " + std::to_string(most)};
  }
  return std::nullopt;
}

MadeProgram MakeProgram(CollectiveMethod method, const CollectiveTask& task, const Graph& host,
                        Ports ports, const Timing& timing, const Progress& progress) {
  assert(method != CollectiveMethod::kDoubling && !WhyNotOn(host, task.kind, method));
  if (method != CollectiveMethod::kAuto)
    return Forecasted(ProgramBy(method, task, host, ports, timing, progress), host, ports, timing);
  const std::vector<CollectiveMethod> candidates = MethodsOf(task.kind);
  Stage stage(progress, "choosing a method", candidates.size());
  std::optional<MadeProgram> best;
  std::vector<MethodForecast> tried;
  for (const CollectiveMethod candidate : candidates) {
    stage.Tick();
    if (WhyNotOn(host, task.kind, candidate)) continue;
    MadeProgram made =
        Forecasted(ProgramBy(candidate, task, host, ports, timing, progress), host, ports, timing);
    tried.push_back({candidate, made.forecast.end});
    if (!best || made.forecast.end < best->forecast.end) best = std::move(made);
  }
  best->tried = std::move(tried);
  return std::move(*best);
}

}  // namespace toroid
