// Two estimates in seconds of one core. Engine nodes takes time for each event. Engine lanes takes
// the same time for every node and cycle, and seconds to build unless its library is cached. Where
// neither is clearly faster, the choice hardly matters.
//
// Example: torus:8x8 at rate 0.2 for 100,000 cycles is 6.4 million node-cycles with 7.7 million
// events. Nodes: 2.2 s. Lanes: 8 s to build, then 0.4 s. A run ten times as long goes to lanes.
#include "sim/run/choose_rtl.h"

#include <algorithm>

namespace toroid {
namespace {

// Seconds of one core: torus:8x8 under uniform traffic at 0.02 to 0.4 (bench/run). Larger networks
// take less time a node in lanes, as a word has more of their nodes.
constexpr double kNodesPerEvent = 280e-9;  // a node in which something happens
constexpr double kLanesPerCycle = 26e-9;   // per node, busy or idle
constexpr double kLanesPerEvent = 26e-9;   // mostly the testbench's
constexpr double kLanesBuild = 8;          // in addition to Verilator's node
constexpr double kSkippedFrom = 32;        // cycles at rest run before a jump

// Mean hops of a packet to any other node with (nearly) equal probability, from a mean over each
// axis.
double MeanDistance(const Graph& host) {
  double sum = 0;
  for (int a = 0; a < host.axes(); ++a) {
    const double l = host.length(Axis{a});
    sum += host.Wraps(Axis{a}) ? l / 4 : (l * l - 1) / (3 * l);
  }
  return sum;
}

double PatternDistance(const Graph& host, const PatternRequest& request, std::uint64_t seed) {
  if (!request.pattern->destinations) return MeanDistance(host);
  const std::vector<NodeId> destinations = request.pattern->destinations(host, seed);
  // Every node of a small network, some of a large one.
  const std::uint32_t step = 1 + host.size() / 4096;
  double sum = 0;
  double seen = 0;
  for (std::uint32_t n = 0; n < host.size(); n += step, ++seen)
    sum += host.Distance(NodeId{n}, destinations[n]);
  return request.followed() * sum / seen + (1 - request.followed()) * MeanDistance(host);
}

Work WorkOfPattern(const Graph& host, const PatternRequest& request, std::uint64_t seed) {
  const double node_cycles = static_cast<double>(host.size()) * static_cast<double>(request.cycles);
  const double hops = PatternDistance(host, request, seed);
  return {.node_cycles = node_cycles, .events = node_cycles * request.rate * (2 + hops)};
}

// Assumes the least time. In programs of files, cycles with nothing in flight are skipped; the
// others are at most those of all messages one after another.
Work WorkOf(const Plan& plan, const Program& program, bool of_file) {
  Work work;
  double busy = 0;
  Cycle end = static_cast<Cycle>(program.cycle_lower_bound);
  for (const Operation& one : program.operations) {
    if (!one.is_message() || program.IsLocal(one)) continue;
    const int hops = plan.LinksBetween(program.NodeOf(one.from), program.NodeOf(one.to));
    work.events += one.flits * (2.0 + hops);
    busy += one.flits + kSkippedFrom + hops;
    end = std::max(end, one.not_before + one.flits + hops);
  }
  const double least =
      of_file ? static_cast<double>(program.cycle_lower_bound) : static_cast<double>(end);
  work.node_cycles = plan.host().size() * (of_file ? std::min(busy, least) : least);
  return work;
}

}  // namespace

Work WorkOf(const Plan& plan, const Stimulus& stimulus, const SimulationRequest& request) {
  if (const auto* pattern = std::get_if<PatternRequest>(&request.traffic))
    return WorkOfPattern(plan.host(), *pattern, request.run.seed);
  Work work;
  for (const Section& section : stimulus.sections()) {
    const Work once = WorkOf(plan, *section.program, stimulus.workload() != nullptr);
    work.node_cycles += static_cast<double>(section.times) * once.node_cycles;
    work.events += static_cast<double>(section.times) * once.events;
  }
  return work;
}

RtlEngine FasterRtl(const Work& work) {
  const double nodes = work.events * kNodesPerEvent;
  const double lanes =
      kLanesBuild + work.node_cycles * kLanesPerCycle + work.events * kLanesPerEvent;
  return lanes < nodes ? RtlEngine::kLanes : RtlEngine::kNodes;
}

RtlEngine ChosenRtl(const Work& work, const RunOptions& options,
                    const std::function<bool()>& has_lanes) {
  if (!options.wave.empty()) return RtlEngine::kFlat;
  if (options.rtl != RtlEngine::kAuto) return options.rtl;
  const RtlEngine faster = FasterRtl(work);
  return faster == RtlEngine::kLanes && !has_lanes() ? RtlEngine::kNodes : faster;
}

}  // namespace toroid
