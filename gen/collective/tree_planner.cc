// Idea: messages are placed one by one, each as early as its data, links and ports allow, either
// from the root outwards or from the leaves inwards. If the data go the other way the clock runs
// backwards: a message is then as late as its receiver's later messages allow. Messages placed
// first have the choice, so the order matters; both are tried, and the one that ends first is
// taken.
//
// Example, a broadcast along `lines` on torus:8x8: outwards each node sends to its line as soon as
// it can, and the node that was served last ends last. Inwards the nodes that still have others to
// serve are served first.
#include "gen/collective/tree_planner.h"

#include <algorithm>
#include <numeric>

#include "gen/collective/program_builder.h"
#include "gen/support/integers.h"

namespace toroid {

TreePlanner::TreePlanner(const CollectiveTask& task, const degraded::DegradedHost& host,
                         Ports ports, const Timing& timing, std::size_t threads)
    : task_(task),
      survivors_(host),
      host_(host.host()),
      ports_(ports),
      timing_(timing),
      threads_(threads),
      up_(task.kind == Collective::kReduce || task.kind == Collective::kGather) {}

std::uint32_t TreePlanner::AddContent(const std::vector<ElementRange>& ranges) {
  Cycle flits = 0;
  for (const ElementRange& range : ranges) flits += range.count;
  contents_.push_back(ranges);
  flits_.push_back(flits);
  return static_cast<std::uint32_t>(contents_.size() - 1);
}

void TreePlanner::Add(const TreeStep& step) {
  if (flits_[step.content] > 0) steps_.push_back(step);
}

TreePlanner::Plan TreePlanner::PlanFrom(bool leaves) const {
  const TimeDirection direction =
      leaves == up_ ? TimeDirection::kForwards : TimeDirection::kBackwards;
  Occupancy occupancy(host_, ports_, timing_, direction);
  std::vector<Cycle> ready(SizeOf(threads_, host_.size()), 0);  // by thread and node
  Plan plan{.cycles = std::vector<Cycle>(steps_.size())};
  std::vector<Cycle> ends(steps_.size());  // the cycle after the last at the far end
  for (std::size_t done = 0; done < steps_.size(); ++done) {
    const std::size_t i = leaves ? steps_.size() - 1 - done : done;
    const TreeStep& step = steps_[i];
    const Cycle flits = flits_[step.content];
    const std::size_t thread = step.thread * host_.size();
    const Cycle cycle = occupancy.Place(From(step), To(step), flits,
                                        ready[thread + (leaves ? step.child : step.parent)]);
    const Cycle end = cycle + timing_.Length(flits) - 1 + timing_.interface +
                      host_.Distance(From(step), To(step));
    Cycle& other = ready[thread + (leaves ? step.parent : step.child)];
    other = std::max(other, end);
    plan.cycles[i] = cycle;
    ends[i] = end;
    plan.end = std::max(plan.end, end);
  }
  if (direction == TimeDirection::kBackwards)
    for (std::size_t i = 0; i < ends.size(); ++i) plan.cycles[i] = plan.end - ends[i];
  return plan;
}

CollectiveProgram TreePlanner::Make() {
  const Plan outwards = PlanFrom(false);
  const Plan inwards = PlanFrom(true);
  const Plan& plan = inwards.end < outwards.end ? inwards : outwards;
  std::vector<std::size_t> order(steps_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return plan.cycles[i]; });
  const bool blocks = IsOfBlocks(task_.kind);
  const auto elements =
      static_cast<std::uint64_t>(task_.flits) * (blocks ? survivors_.survivors().size() : 1);
  ProgramBuilder builder(task_, elements, host_, threads_, timing_);
  for (const std::vector<ElementRange>& ranges : contents_) builder.AddContent(ranges);
  for (const std::size_t i : order) {
    const TreeStep& step = steps_[i];
    builder.Send(step.thread, {.from = From(step),
                               .to = To(step),
                               .content = step.content,
                               .to_content = step.content,
                               .adds = task_.kind == Collective::kReduce,
                               .cycle = plan.cycles[i]});
    builder.EndRound(step.thread);
  }
  CollectiveProgram program = builder.Finish();
  if (!survivors_.IsPlain()) program.ranks = survivors_.survivors();
  return program;
}

}  // namespace toroid
