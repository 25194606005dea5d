// Idea: in a stage all lines of an axis do the same, so one line is placed, message by message, and
// gives the time of the stage. A part's stages are a job, the axes are the machines (with one port
// there is one), and the job whose next stage can begin first goes first.
//
// Example, halving of a part on a torus of 4x4: axis 0, axis 1, axis 0, axis 1; the other part
// begins with axis 1, and never waits for the first.
#include "gen/collective/lockstep.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

struct AxisStage {
  Axis axis;
  int stage = 0;
  std::int64_t flits = 0;
};

class Lockstep {
 public:
  Lockstep(Partners partners, const Graph& host, Ports ports, const Timing& timing)
      : partners_(partners), host_(host), ports_(ports), timing_(timing) {}

  LockstepTime Run(const std::vector<std::vector<AxisStage>>& jobs) {
    std::vector<std::vector<StageOfJob>> stages;
    for (const std::vector<AxisStage>& job : jobs) {
      stages.emplace_back();
      for (const AxisStage& stage : job)
        stages.back().push_back({.machine = MachineOf(stage), .time = TimeOf(stage)});
    }
    return InTurn(stages, static_cast<std::size_t>(host_.axes()));
  }

 private:
  std::size_t MachineOf(const AxisStage& stage) const {
    return ports_ == Ports::kOne ? 0 : stage.axis.index();
  }

  // The time of one line; with Swing over all ports that of the mirrored part too.
  const LockstepTime& TimeOf(const AxisStage& stage) {
    const int l = host_.length(stage.axis);
    const auto key = std::pair(std::pair(l, stage.stage), stage.flits);
    const auto [found, is_new] = times_.try_emplace(key);
    if (!is_new) return found->second;
    const Graph line = *Graph::Create(host_.Wraps(stage.axis) ? Kind::kTorus : Kind::kMesh, {l});
    Occupancy occupancy(line, ports_, timing_);
    std::vector<std::uint64_t> loads(line.LinkIndexBound(), 0);
    LockstepTime& time = found->second;
    if (ports_ == Ports::kOne) time.load = static_cast<std::uint64_t>(stage.flits);
    for (int mirrored = 0; mirrored < (IsTwofold() ? 2 : 1); ++mirrored) {
      for (int x = 0; x < l; ++x) {
        const NodeId from{static_cast<std::uint32_t>(x)};
        const int partner = PartnerOf(partners_, line, Axis{0}, x, stage.stage, mirrored == 1);
        const NodeId to{static_cast<std::uint32_t>(partner)};
        const Cycle cycle = occupancy.Place(from, to, stage.flits);
        time.cycles = std::max(time.cycles, cycle + timing_.Length(stage.flits) - 1 +
                                                line.Distance(from, to) + timing_.interface);
        for (const Hop& hop : line.Route(from, to))
          time.load = std::max(
              time.load, loads[line.LinkIndex(hop)] += static_cast<std::uint64_t>(stage.flits));
      }
    }
    return time;
  }

  bool IsTwofold() const { return partners_ == Partners::kSwing && ports_ == Ports::kAll; }

  Partners partners_;
  const Graph& host_;
  Ports ports_;
  Timing timing_;
  std::map<std::pair<std::pair<int, int>, std::int64_t>, LockstepTime> times_;
};

// The stages of the parts that are not mirrored.
std::vector<std::vector<PartnerStage>> StageOrdersOf(const Graph& host, Ports ports) {
  std::vector<std::vector<PartnerStage>> orders;
  for (const StagePart& part : StagePartsOf(Partners::kCube, host, ports))
    orders.push_back(part.stages);
  return orders;
}

}  // namespace

LockstepTime InTurn(const std::vector<std::vector<StageOfJob>>& jobs, std::size_t machines) {
  std::vector<Cycle> ready(jobs.size(), 0);
  std::vector<Cycle> free(machines, 0);
  std::vector<std::uint64_t> load(machines, 0);
  std::vector<std::size_t> next(jobs.size(), 0);
  LockstepTime time;
  while (true) {
    std::size_t first = jobs.size();
    Cycle begin = 0;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      if (next[j] == jobs[j].size()) continue;
      const Cycle cycle = std::max(ready[j], free[jobs[j][next[j]].machine]);
      if (first == jobs.size() || cycle < begin) {
        first = j;
        begin = cycle;
      }
    }
    if (first == jobs.size()) return time;
    const auto& [machine, stage] = jobs[first][next[first]++];
    ready[first] = free[machine] = begin + stage.cycles;
    load[machine] += stage.load;
    time.cycles = std::max(time.cycles, ready[first]);
    time.load = std::max(time.load, load[machine]);
  }
}

LockstepTime HalvingInLockstep(Partners partners, const CollectiveTask& task, const Graph& host,
                               Ports ports, const Timing& timing) {
  const bool mirrored = partners == Partners::kSwing && ports == Ports::kAll;
  const auto orders = StageOrdersOf(host, ports);
  const std::int64_t parts = static_cast<std::int64_t>(orders.size()) * (mirrored ? 2 : 1);
  const std::int64_t elements =
      task.flits * (task.kind == Collective::kAllGather ? std::int64_t{host.size()} : 1);
  std::vector<std::vector<AxisStage>> jobs;
  for (const std::vector<PartnerStage>& order : orders) {
    std::vector<AxisStage> job;
    for (std::size_t s = 0; s < order.size(); ++s)
      job.push_back({order[s].axis, order[s].number, CeilDiv(elements, parts << (s + 1))});
    const std::vector<AxisStage> scatters = job;
    std::ranges::reverse(job);
    if (task.kind == Collective::kReduceScatter) job = scatters;
    if (task.kind == Collective::kAllReduce)
      job.insert(job.begin(), scatters.begin(), scatters.end());
    jobs.push_back(std::move(job));
    if (static_cast<std::int64_t>(jobs.size()) >= elements) break;  // the other parts are empty
  }
  return Lockstep(partners, host, ports, timing).Run(jobs);
}

LockstepTime WholeInLockstep(const CollectiveTask& task, const Graph& host, Ports ports,
                             const Timing& timing) {
  const auto orders = StageOrdersOf(host, ports);
  const auto parts = static_cast<std::int64_t>(orders.size());
  Lockstep lockstep(Partners::kCube, host, ports, timing);
  LockstepTime best;
  for (std::int64_t chunks = 1; chunks <= kMostChunks; chunks *= 2) {
    const std::int64_t threads = std::min(parts * chunks, task.flits);
    std::vector<std::vector<AxisStage>> jobs;
    for (std::int64_t t = 0; t < threads; ++t) {
      jobs.emplace_back();
      for (const auto& [axis, number] : orders[static_cast<std::size_t>(t % parts)])
        jobs.back().push_back({axis, number, CeilDiv(task.flits, threads)});
    }
    const LockstepTime time = lockstep.Run(jobs);
    if (chunks == 1 || time.cycles < best.cycles) best = time;
    if (threads == task.flits) break;
  }
  return best;
}

}  // namespace toroid
