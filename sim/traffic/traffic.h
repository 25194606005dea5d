// Stimulus: packets with their places and cycles. A traffic is asked once a cycle and told what was
// injected and delivered. Equal seeds and answers give equal packets, so model and hardware each
// get their own traffic.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/program/play.h"
#include "gen/program/program.h"
#include "gen/schedule/schedule.h"
#include "gen/topology/slab.h"
#include "sim/algorithm/algorithm.h"
#include "sim/trace/trace.h"
#include "sim/traffic/iteration_log.h"

namespace toroid {

class Traffic {
 public:
  virtual ~Traffic() = default;
  // Appends the packets offered in cycle `now`. Called once a cycle, after this cycle's deliveries.
  virtual void Offer(Cycle now, std::vector<Packet>& packets) = 0;
  // Whether the last offer begins a set, so that relays get their start pulse with it.
  virtual bool Starts() const { return false; }
  // For networks with a barrier in hardware: Arrives tells whether all nodes arrive at it in the
  // cycle of the last Offer, Leaves whether it must release them then.
  virtual bool Arrives() const { return false; }
  virtual bool Leaves() const { return false; }
  // The packet's head was accepted by an injector.
  virtual void Injected(const Packet& packet, Cycle now) = 0;
  // The packet's tail was accepted by an injector.
  virtual void Sent(const Packet& /*packet*/, Cycle /*now*/) {}
  // Whether the sink of the node has room for one more packet, whichever is offered to it.
  virtual bool HasRoom(NodeId /*node*/) const { return true; }
  // A sink accepted the packet's head.
  virtual void Arriving(const Packet& /*packet*/) {}
  // A sink accepted flit `index` of a packet that has `words`, with this payload, which is valid
  // during the call.
  virtual void Received(const Packet& /*packet*/, std::uint32_t /*index*/,
                        const std::uint32_t* /*words*/) {}
  // Links were crossed in this cycle; `relayed`: by messages sent on by relays.
  virtual void Crossed(Cycle /*now*/, bool /*relayed*/) {}
  // The packet's tail was accepted by a sink; `stalled` if one of its flits waited inside the
  // network.
  virtual void Delivered(const Packet& packet, Cycle now, bool stalled) = 0;
  // No more packets will be offered.
  virtual bool Exhausted() const = 0;
  // If nothing is in flight, the cycle before which nothing will be offered; 0 if unknown.
  virtual Cycle NextOffer() const { return 0; }
  // Messages remain, and the hardware decides when they are offered.
  virtual bool AwaitsHardware() const { return false; }
  // The completed iterations.
  virtual const IterationLog& iterations() const { return no_iterations_; }
  // The result of the algorithm, once exhausted; none if the traffic runs no algorithm.
  virtual std::optional<AlgorithmResult> result() const { return std::nullopt; }
  // Number of iterations in all; 0 if the traffic has none.
  virtual std::uint64_t planned_iterations() const { return 0; }
  // Operations of a file's program: planned, and ended. 0 for other traffic.
  virtual std::uint64_t planned_operations() const { return 0; }
  virtual std::uint64_t ended_operations() const { return 0; }
  // Times of each operation of a file's program; null for other traffic.
  virtual const OperationTimes* times() const { return nullptr; }

 private:
  IterationLog no_iterations_;
};

// A part of a run: a program, done a number of times.
struct Section {
  std::shared_ptr<const Program> program;
  Phase phase = Phase::kRound;
  Task task = {};           // of a task's messages
  std::uint64_t times = 1;  // consecutive repetitions
  int set = 0;              // sets: its number, from 1 on
  int subset = 0;           // part of a split set, from 1 on
};
using Sections = std::shared_ptr<const std::vector<Section>>;
std::uint64_t CountIterations(const std::vector<Section>& sections);

// How a schedule is released, other than by its cycles (docs/spec/schedules.md, section 10).
struct ReleasedBy {
  Release release = Release::kCycle;
  Cycle startup = 0;  // the time that a source idles before each message; 0 with `cycle`
};
// The places of the plan's guest nodes; null if it has none.
ProcessPlaces PlacesOf(const Plan& plan);
// A schedule's messages as a program; `places` are those of the plan.
std::shared_ptr<const Program> ProgramOf(const Plan& plan, ProcessPlaces places,
                                         const Schedule& schedule, const ReleasedBy& by = {});

// The schedule units of the hardware that receives the traffic.
class ScheduleUnits {
 public:
  virtual ~ScheduleUnits() = default;
  virtual void Start() = 0;  // the start pulse in this cycle
  // Messages sent in this cycle, node * messages of the task + place in the task, ascending.
  virtual std::span<const std::uint32_t> Sending() = 0;
};

// What there is to a run besides its programs.
struct ProgramSources {
  std::unique_ptr<MessageData> data = nullptr;  // of packets; null: hashes
  // Decide when messages are offered, whatever their cycles; null: the program decides. Must be for
  // the tasks of all sections, in their order.
  std::unique_ptr<ScheduleUnits> units = nullptr;
  bool of_file = false;  // counts operations and keeps their times
  // By process, which is alone on its node: the flits that its sink holds, 0: any number of them.
  // Empty: all sinks take everything. Only of a file's program.
  std::vector<std::uint32_t> sink_flits = {};
};

// Runs the programs one after another. Each starts `barrier_cycles` after the last eject of the one
// before; one without operations ends in the cycle in which it starts.
std::unique_ptr<Traffic> MakeProgramTraffic(const Plan& plan, Sections sections,
                                            Cycle barrier_cycles, ProgramSources sources = {});

struct PatternOptions {
  // Destination of each node; a node that sends to itself is silent. Empty: any other node with
  // equal probability.
  std::vector<NodeId> destinations = {};
  double followed = 1;  // share of packets that follow the pattern, 0 to 1; others go to any node
  double rate = 0.1;    // flits per node and cycle, 0 to 1
  std::uint32_t packet_flits = 1;
  std::uint32_t burst = 0;  // mean packets of a burst; 0: no bursts
  Cycle cycles = 1000;      // of injection
  double refused = 0;       // share of packets that must be refused, 0 to 1
  std::uint64_t seed = 1;
};

// Sends by docs/spec/patterns.md, 1. Guest nodes that share a host node take turns: packet number i
// is from rank i mod the number of its guest nodes, and for rank i mod that number at the
// destination. With a share of refused packets, those between nodes without an address must be
// refused too; without one, all nodes must have an address. `slab`: the sending nodes; null: all
// nodes.
std::unique_ptr<Traffic> MakePatternTraffic(const Plan& plan, PatternOptions options,
                                            const Slab* slab = nullptr);

}  // namespace toroid
