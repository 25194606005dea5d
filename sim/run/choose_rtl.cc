#include "sim/run/choose_rtl.h"

#include <algorithm>

namespace toroid {
namespace {

// Seconds of one core: torus:8x8 under uniform traffic at 0.02 to 0.4 (bench/run). Larger networks
// cost lanes less, as a word has more of them.
constexpr double kNodesPerEvent = 280e-9;  // a node in which something happens
constexpr double kLanesPerCycle = 26e-9;   // of a node, busy or not
constexpr double kLanesPerEvent = 26e-9;   // most of it the testbench's
constexpr double kLanesBuild = 8;          // beyond what Verilator's node takes

// Hops of a packet to any other node with equal chance, or nearly: a mean over each axis.
double MeanDistance(const Graph& host) {
  double sum = 0;
  for (int a = 0; a < host.axes(); ++a) {
    const double l = host.length(Axis{a});
    sum += host.Wraps(Axis{a}) ? l / 4 : (l * l - 1) / (3 * l);
  }
  return sum;
}

double PatternDistance(const Plan& plan, const SimulateOptions& options) {
  if (options.traffic == TrafficKind::kUniform) return MeanDistance(plan.host());
  const Pattern pattern =
      options.traffic == TrafficKind::kNeighbor ? Pattern::kNeighbor : Pattern::kBitComplement;
  // Every node of a small network, some of a large one.
  const std::uint32_t nodes = plan.host().size();
  const std::uint32_t step = 1 + nodes / 4096;
  double sum = 0;
  double seen = 0;
  for (std::uint32_t n = 0; n < nodes; n += step, ++seen)
    sum += plan.host().Distance(NodeId{n}, PatternDestination(plan.host(), pattern, NodeId{n}));
  return sum / seen;
}

}  // namespace

Work WorkOf(const Plan& plan, const Stimulus& stimulus, const SimulateOptions& options) {
  const double nodes = plan.host().size();
  Work work;
  if (!stimulus.scheduled()) {
    work.node_cycles = nodes * static_cast<double>(options.cycles);
    work.events = work.node_cycles * options.rate * (2 + PatternDistance(plan, options));
    return work;
  }
  for (const PlannedIteration& iteration : stimulus.planned()) {
    const Schedule& schedule = *iteration.schedule;
    const double flits = schedule.message_flits;
    const auto times = static_cast<double>(iteration.times);
    const double least = static_cast<double>(schedule.lower_bound) * flits;
    work.node_cycles += times * nodes * std::max(least, static_cast<double>(schedule.makespan));
    for (const ScheduledMessage& message : schedule.messages)
      work.events += times * flits * (2 + plan.host().Distance(message.node, message.to));
  }
  return work;
}

RtlEngine FasterRtl(const Work& work) {
  const double nodes = work.events * kNodesPerEvent;
  const double lanes =
      kLanesBuild + work.node_cycles * kLanesPerCycle + work.events * kLanesPerEvent;
  return lanes < nodes ? RtlEngine::kLanes : RtlEngine::kNodes;
}

RtlEngine ChosenRtl(const Work& work, const SimulateOptions& options,
                    const std::function<bool()>& has_yosys) {
  if (!options.wave.empty()) return RtlEngine::kFlat;
  if (options.rtl != RtlEngine::kAuto) return options.rtl;
  const RtlEngine faster = FasterRtl(work);
  return faster == RtlEngine::kLanes && !has_yosys() ? RtlEngine::kNodes : faster;
}

}  // namespace toroid
