// Idea: a spanning tree sums a vector at the rate of one link: upwards over one direction of its
// links, downwards over the other. c trees without a common link do so at the rate of c links, and
// k trees on q copies of each link at that of k/q. More copies use more of the links, but their
// messages wait for one another and chunks are longer, so the best number is tried out.
//
// Example: torus:8x8 without a link has two such trees, which sum 4096 flits in 2048 cycles, and 16
// steps more.

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"
#include "gen/collective/rhythm.h"
#include "gen/collective/trees.h"
#include "gen/support/integers.h"
#include "gen/trees/link_graph.h"
#include "gen/trees/rooted_tree.h"

namespace toroid {
namespace {

constexpr std::uint32_t kMostCopies = 8;
// More copies are not tried if their trees have more nodes together.
constexpr std::size_t kMostTreeNodes = 8192;
// Tries to find a rhythm: of each number of copies and chunks, and of those that are taken.
constexpr int kFewTries = 12;
constexpr int kManyTries = 120;

// The numbers of copies that use more of the links than fewer do, the most first.
std::vector<std::uint32_t> CopiesOf(const trees::LinkGraph& graph) {
  std::vector<std::uint32_t> copies = {1};
  const auto most = [&](std::uint32_t q) { return trees::TreesAtMost(graph, q); };
  for (std::uint32_t q = 2; q <= kMostCopies; ++q)
    if (most(q) * copies.back() > most(copies.back()) * q &&
        std::size_t{most(q)} * graph.size() <= kMostTreeNodes)
      copies.push_back(q);
  std::ranges::reverse(copies);
  return copies;
}

struct PackedTask {
  const CollectiveTask& task;
  const degraded::DegradedHost& host;
  Ports ports;
  const Timing& timing;
};

// Trees with chunks, and when these go.
struct Plan {
  std::vector<SpanningTree> trees;
  std::uint64_t chunks = 0;  // of each tree
  std::int64_t length = 0;   // flits of the longest
  Rhythm rhythm;
  Cycle end() const { return rhythm.EndOf(chunks); }
};

// With the number of chunks that ends first. `shared`: links are in several trees.
Plan PlanOf(const PackedTask& setting, std::vector<SpanningTree> trees, bool shared) {
  const auto flits = static_cast<std::uint64_t>(setting.task.flits);
  const std::uint64_t part = CeilDiv(flits, trees.size());
  const std::uint64_t each = 2 * trees.size() * trees.front().order.size();
  const std::uint64_t most = std::clamp<std::uint64_t>(kManyMessages / each, 1, part);
  Plan plan{.trees = std::move(trees), .rhythm = {}};
  for (std::uint64_t length = CeilDiv(part, most);; length += CeilDiv(length, std::uint64_t{4})) {
    if (shared && length > 1) length += length % 2;  // rhythms count in halves of chunks
    length = std::min(length, part);
    const std::uint64_t chunks = CeilDiv(part, length);
    Rhythm rhythm = RhythmOf(plan.trees, static_cast<std::int64_t>(length), setting.host.host(),
                             setting.ports, setting.timing, kFewTries);
    if (plan.chunks > 0 && rhythm.EndOf(chunks) >= plan.end()) return plan;
    plan.chunks = chunks;
    plan.length = static_cast<std::int64_t>(length);
    plan.rhythm = std::move(rhythm);
    if (length == part) return plan;
  }
}

struct Step {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool adds = false;
  Cycle cycle = 0;  // of the first chunk
};

// The messages of a tree's first chunk, by cycle.
std::vector<Step> StepsOf(const Plan& plan, std::size_t t) {
  const SpanningTree& tree = plan.trees[t];
  const Rhythm& rhythm = plan.rhythm;
  std::vector<Step> steps;
  for (std::size_t i = tree.order.size(); i-- > 0;)
    steps.push_back(
        {tree.order[i], tree.parent[tree.order[i]], true, rhythm.At(t, tree.order[i], false)});
  for (const std::uint32_t node : tree.order)
    steps.push_back({tree.parent[node], node, false, rhythm.At(t, node, true)});
  std::ranges::stable_sort(steps, {}, &Step::cycle);
  return steps;
}

void AddChunk(ProgramBuilder& builder, std::size_t thread, const std::vector<Step>& steps,
              Cycle later, const ElementRange& elements) {
  if (elements.count == 0) return;
  const std::uint32_t content = builder.AddContent({elements});
  for (const Step& step : steps) {
    builder.Send(thread, {.from = NodeId{step.from},
                          .to = NodeId{step.to},
                          .content = content,
                          .to_content = content,
                          .adds = step.adds,
                          .cycle = step.cycle + later});
    builder.EndRound(thread);
  }
}

CollectiveProgram ProgramOf(const PackedTask& setting, const Plan& plan) {
  const auto flits = static_cast<std::uint64_t>(setting.task.flits);
  const std::size_t trees = plan.trees.size();
  ProgramBuilder builder(setting.task, flits, setting.host.host(), SizeOf(trees, plan.chunks),
                         setting.timing);
  std::vector<std::vector<Step>> steps;
  for (std::size_t t = 0; t < trees; ++t) steps.push_back(StepsOf(plan, t));
  for (std::size_t chunk = 0; chunk < plan.chunks; ++chunk) {
    const Cycle later = static_cast<Cycle>(chunk) * plan.rhythm.period;
    for (std::size_t t = 0; t < trees; ++t) {
      const std::uint64_t start = flits * t / trees;
      const std::uint64_t part = flits * (t + 1) / trees - start;
      const std::uint64_t first = part * chunk / plan.chunks;
      const std::uint64_t end = part * (chunk + 1) / plan.chunks;
      AddChunk(builder, chunk * trees + t, steps[t], later,
               {start + first, static_cast<std::uint32_t>(end - first)});
    }
  }
  CollectiveProgram program = builder.Finish();
  if (!setting.host.IsPlain()) program.ranks = setting.host.survivors();
  return program;
}

}  // namespace

CollectiveProgram PackedProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing) {
  assert(task.kind == Collective::kAllReduce);
  const PackedTask setting{task, host, ports, timing};
  const trees::LinkGraph graph = trees::LinksOf(host);
  std::optional<Plan> best;
  const auto helps = [&](std::vector<SpanningTree> trees, bool shared) {
    Plan plan = PlanOf(setting, std::move(trees), shared);
    if (best && plan.end() >= best->end()) return false;
    best = std::move(plan);
    return true;
  };
  for (const std::uint32_t copies : CopiesOf(graph)) {
    std::vector<SpanningTree> trees = OfHost(graph, trees::ShallowTrees(graph, copies), host);
    if (!helps(std::move(trees), copies > 1) && ports == Ports::kAll) break;
  }
  if (ports == Ports::kOne)
    for (std::vector<SpanningTree>& trees : NarrowTrees(graph, host))
      helps(std::move(trees), false);
  best->rhythm = RhythmOf(best->trees, best->length, host.host(), ports, timing, kManyTries);
  return ProgramOf(setting, *best);
}

}  // namespace toroid
