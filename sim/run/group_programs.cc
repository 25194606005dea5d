#include "sim/run/group_programs.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "gen/collective/bucket_plan.h"

namespace toroid {
namespace {

// How many messages the program has at most, roughly: it is asked before one is made.
std::uint64_t MessagesOn(const Graph& graph, Collective kind, Ports ports) {
  const std::uint64_t nodes = graph.size();
  if (kind == Collective::kExchange) return nodes * (nodes - 1);
  return HasRoot(kind) ? nodes - 1
                       : 2 * static_cast<std::uint64_t>(LeastBucketMessages(graph, ports));
}

// "torus:4x4", and of one axis "ring:4".
std::string NameOfBox(const Graph& graph) {
  if (graph.axes() > 1 || graph.kind() == Kind::kHypercube) return graph.ToString();
  return fmt::format("{}:{}", graph.kind() == Kind::kTorus ? "ring" : "line", graph.size());
}

CollectiveMethod FastestOf(const std::vector<MethodForecast>& tried) {
  return std::ranges::min_element(tried, {}, &MethodForecast::cycles)->method;
}

}  // namespace

std::optional<Partition> BoxOf(const Graph& host, const std::vector<NodeId>& nodes) {
  Coordinates low = host.CoordinatesOf(nodes.front()), high = low;
  for (const NodeId node : nodes) {
    const Coordinates at = host.CoordinatesOf(node);
    for (std::size_t a = 0; a < at.size(); ++a) {
      low[a] = std::min(low[a], at[a]);
      high[a] = std::max(high[a], at[a]);
    }
  }
  std::vector<int> lengths;
  std::uint64_t size = 1;
  for (std::size_t a = 0; a < low.size(); ++a) {
    lengths.push_back(high[a] - low[a] + 1);
    size *= static_cast<std::uint64_t>(lengths.back());
  }
  std::vector<NodeId> different = nodes;
  std::ranges::sort(different);
  different.erase(std::unique(different.begin(), different.end()), different.end());
  if (size != nodes.size() || different.size() != nodes.size() || size == 1) return std::nullopt;
  return Partition::Create(host, lengths, low).value();
}

Result<GroupProgram> GroupPrograms::Make(const CollectiveTask& task,
                                         const std::vector<std::uint32_t>& ranks) {
  if (ranks.size() == 1) {
    auto nothing = std::make_shared<CollectiveProgram>();
    nothing->task = task;
    return GroupProgram{.program = nothing, .ranks = ranks, .by = "one rank"};
  }
  std::vector<NodeId> nodes;
  for (const std::uint32_t rank : ranks) nodes.push_back(nodes_[rank]);
  const auto box = BoxOf(plan_.host(), nodes);
  CollectiveTask on_graph = task;
  std::vector<std::uint32_t> by_process = ranks;
  if (box) {
    for (std::size_t i = 0; i < ranks.size(); ++i)
      by_process[box->NodeAt(nodes[i])->index()] = ranks[i];
    if (HasRoot(task.kind)) on_graph.root = *box->NodeAt(nodes[task.root.index()]);
  }
  const auto ring = Graph::Create(Kind::kTorus, {static_cast<int>(ranks.size())});
  auto made = On(box ? box->shape() : *ring, box.has_value(), on_graph);
  if (!made) return made.diagnostics();
  return GroupProgram{.program = made->program, .ranks = by_process, .by = made->by};
}

Result<GroupPrograms::Made> GroupPrograms::On(const Graph& graph, bool box,
                                              const CollectiveTask& task) {
  const auto key = std::tuple(graph.CanonicalText() + (box ? " box" : ""), task.kind, task.flits,
                              task.root.value());
  if (const auto found = made_.find(key); found != made_.end()) return found->second;
  const Ports ports = plan_.hardware().ports;
  if (MessagesOn(graph, task.kind, ports) > kMostOperations / 2)
    return Diagnostic{"pg_name", "", fmt::format("is of {} ranks, too many", graph.size()),
                      fmt::format("at most {} messages are kept", kMostOperations / 2)};
  const std::vector<CollectiveMethod> methods = MethodsOf(task.kind);
  const bool goes =
      box && std::ranges::count(methods, method_) > 0 && !WhyNotOn(graph, task.kind, method_);
  MadeProgram by = MakeProgram(goes ? method_ : CollectiveMethod::kAuto, task, graph, ports,
                               plan_.interface_latency(), progress_);
  const CollectiveMethod chosen = goes ? method_ : FastestOf(by.tried);
  Made made{.program = std::make_shared<const CollectiveProgram>(std::move(by.program)),
            .by = fmt::format("{} on {}", ToString(chosen),
                              box ? NameOfBox(graph) : fmt::format("a ring of {}", graph.size()))};
  return made_.emplace(key, std::move(made)).first->second;
}

}  // namespace toroid
