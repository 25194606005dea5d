// Stimulus: which packet is offered where and when. A traffic is asked once a cycle and told what
// was injected and delivered; the same seed and the same answers give the same packets, so model
// and hardware each get a traffic of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gen/collective/methods.h"
#include "gen/plan/plan.h"
#include "gen/schedule/schedule.h"
#include "gen/topology/slab.h"
#include "sim/algorithm/algorithm.h"
#include "sim/algorithm/collective_data.h"
#include "sim/trace/trace.h"
#include "sim/traffic/iteration_log.h"
#include "sim/traffic/workload.h"

namespace toroid {

class Traffic {
 public:
  virtual ~Traffic() = default;
  // Appends the packets offered in cycle `now`. Called once a cycle, after this cycle's deliveries.
  virtual void Offer(Cycle now, std::vector<Packet>& packets) = 0;
  // Whether what was offered last begins a set, so that relays get their start pulse with it.
  virtual bool Starts() const { return false; }
  // Of networks with a barrier in hardware: whether all nodes arrive at it in the cycle of the last
  // Offer, and whether it is to release them then.
  virtual bool Arrives() const { return false; }
  virtual bool Leaves() const { return false; }
  // its head was accepted by an injector
  virtual void Injected(const Packet& packet, Cycle now) = 0;
  // its tail was
  virtual void Sent(const Packet& /*packet*/, Cycle /*now*/) {}
  // Flit `index` of a packet that has `words` was accepted by a sink with this payload; valid
  // during the call.
  virtual void Received(const Packet& /*packet*/, std::uint32_t /*index*/,
                        const std::uint32_t* /*words*/) {}
  // Links were crossed in this cycle; `relayed`: by messages that had halted before.
  virtual void Crossed(Cycle /*now*/, bool /*relayed*/) {}
  // Its tail was accepted by a sink; `stalled` if one of its flits waited inside the network.
  virtual void Delivered(const Packet& packet, Cycle now, bool stalled) = 0;
  // Nothing will be offered any more.
  virtual bool Exhausted() const = 0;
  // If nothing is under way, the cycle before which nothing will be offered; 0 if that is not
  // known.
  virtual Cycle NextOffer() const { return 0; }
  // Something is still to be offered, and the hardware decides when.
  virtual bool AwaitsHardware() const { return false; }
  // Those that are over.
  virtual const IterationLog& iterations() const { return no_iterations_; }
  // What the algorithm computed, once exhausted; none if the traffic runs no algorithm.
  virtual std::optional<AlgorithmResult> result() const { return std::nullopt; }
  // How many there will be in all; 0 if the traffic has none.
  virtual std::uint64_t planned_iterations() const { return 0; }
  // Operations of a file's program: how many there are, and how many have ended. 0 for other
  // traffic.
  virtual std::uint64_t planned_operations() const { return 0; }
  virtual std::uint64_t ended_operations() const { return 0; }
  // When each operation of a file's program was done; null for other traffic.
  virtual const WorkloadTimes* times() const { return nullptr; }

 private:
  IterationLog no_iterations_;
};

// A planned iteration: its schedule and how it is called.
struct PlannedIteration {
  Phase phase = Phase::kTask;
  std::shared_ptr<const Schedule> schedule;
  std::uint64_t times = 1;  // that it is done, one after another
  int set = 0;              // of sets: its number, from 1 on
  int subset = 0;           // which part of a set that is split, from 1 on
};
std::uint64_t CountIterations(const std::vector<PlannedIteration>& planned);

// The schedule units of the hardware that the traffic goes to.
class ScheduleUnits {
 public:
  virtual ~ScheduleUnits() = default;
  virtual void Start() = 0;  // the start pulse, in this cycle
  // The messages they send in this cycle, node * messages of the task + place in the task,
  // ascending.
  virtual std::span<const std::uint32_t> Sending() = 0;
};

// What scheduled traffic may go by besides its schedules.
struct TrafficSources {
  // What the packets carry; null: hashes. The iterations are its rounds, and the plan has an
  // embedding, which places its processes. An iteration's messages are computed at its start pulse
  // from what arrived before, and what its flits bring is handed to the algorithm when all have
  // come.
  std::unique_ptr<Algorithm> algorithm;
  // When a message is offered, whatever its cycle in the schedule; null: as the schedule says. Must
  // be for the tasks of all iterations, in their order.
  std::unique_ptr<ScheduleUnits> units;
  // What a message waits for, if not for its cycle, and how long its source then idles.
  Release release = Release::kCycle;
  Cycle startup = 0;  // 0 with `cycle`
};

// Runs the iterations one after another. Each starts `barrier_cycles` after the last eject of the
// one before it; one without messages is over in the cycle in which it starts.
std::unique_ptr<Traffic> MakeScheduledTraffic(
    const Plan& plan, std::shared_ptr<const std::vector<PlannedIteration>> iterations,
    Cycle barrier_cycles, TrafficSources sources = {});

// A collective program, and what is known of it.
struct PlannedProgram {
  std::shared_ptr<const CollectiveProgram> program;
  ProgramForecast forecast;
  std::vector<MethodForecast> tried = {};  // by `auto`
};

// Runs it with data, as one iteration. A message is offered in its cycle, or as soon as all that it
// comes after has happened, whichever is later. Its processes are the host's nodes.
std::unique_ptr<Traffic> MakeProgramTraffic(const Plan& plan, PlannedProgram planned,
                                            std::uint64_t seed);

// Runs a program that came from a file, as one iteration. Its packets carry hashes.
std::unique_ptr<Traffic> MakeWorkloadTraffic(const Plan& plan, PlannedWorkload planned);

struct PatternOptions {
  // Where each node sends; one that sends to itself is silent. Empty: to any other, with equal
  // chance.
  std::vector<NodeId> destinations = {};
  double followed = 1;  // share of packets that go there, 0 to 1; the others go to any other node
  double rate = 0.1;    // flits per node and cycle, 0 to 1
  std::uint32_t packet_flits = 1;
  std::uint32_t burst = 0;  // mean packets of a burst; 0: no bursts
  Cycle cycles = 1000;      // of injection
  double refused = 0;       // share of packets that must be refused, 0 to 1
  std::uint64_t seed = 1;
};

// When nodes send: docs/spec/patterns.md, 1. Where a host node
// holds several guest nodes they take turns: its packet number i is from its rank i mod how many
// it has, and for rank i mod how many the destination has. With a share of refused packets those
// between nodes without an address must be refused too; without one all nodes must have one.
// Of a slab, or null: of all nodes.
std::unique_ptr<Traffic> MakePatternTraffic(const Plan& plan, PatternOptions options,
                                            const Slab* slab = nullptr);

}  // namespace toroid
