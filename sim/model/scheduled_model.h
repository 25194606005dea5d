// The cycle-exact reference model of docs/spec/scheduled-router.md, written from that text alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/joins.h"
#include "sim/model/scheduled_checks.h"
#include "sim/trace/trace.h"

namespace toroid {

// The bits of a node's `faults` (N6.1, IN5.1).
enum class NodeFault { kCollision, kSink, kRefused, kSlot, kArrival, kJoin };
std::string_view ToString(NodeFault fault);

// A network of scheduled routers in some cycle. Within a cycle: read Ejecting (a function of the
// state at its start), call Inject and Accept at most once for each local port, and Start if the
// task starts, then Step, which reports the cycle's hops and moves to the next cycle.
//
// A beat for a node's own address is for the tree (docs/spec/in-network.md). Nodes that add ask
// `add` for the flit that has the sum of two others: the model knows cycles, no payload.
//
// Local ports are numbered node * plan.local_ports() + port.
class ScheduledModel {
 public:
  // `threads` share the work of a cycle, at most one for each word of 64 nodes; results do not
  // depend on their number.
  explicit ScheduledModel(const Plan& plan, int threads = 1, model::Joins::Adder add = nullptr);
  // With schedule units of one phase that have these times, right or wrong.
  ScheduledModel(const Plan& plan, ScheduleTimes times);
  ~ScheduledModel();
  ScheduledModel(ScheduledModel&&) noexcept;
  ScheduledModel& operator=(ScheduledModel&&) noexcept;

  // s_axis_tready (N5.1): false only at dead ports.
  bool InjectReady(std::uint32_t local) const;
  // The s_axis handshake: requires InjectReady. The destination is read with every beat (N5.2).
  void Inject(std::uint32_t local, FlitRef flit, NodeId destination);
  // The handshake by the value of tdest.
  void Inject(std::uint32_t local, FlitRef flit, std::uint32_t address);

  // The flit on m_axis of this cycle, or null.
  const FlitRef* EjectHead(std::uint32_t local) const;
  // The local ports whose EjectHead is not null, ascending. Valid until Step.
  const std::vector<std::uint32_t>& Ejecting() const;
  // m_axis_tready is high: requires EjectHead. A flit that is not accepted is lost (N5.4).
  void Accept(std::uint32_t local);

  // The start pulse in this cycle; no effect without schedule units.
  void Start();

  // All nodes arrive at the barrier in this cycle; no effect without one.
  void Arrive();

  // Ends the cycle. Appends its hops, by ascending (node, port).
  void Step(std::vector<HopEvent>& hops);
  // The link's fields between `tail` and `source` for each hop of the cycle that ended.
  const std::vector<std::uint64_t>& ControlBits() const;

  // `faults` of a node in this cycle, NodeFault f in bit f.
  std::uint32_t FaultsOf(NodeId node) const;
  // The nodes whose `error` is high, ascending.
  const std::vector<std::uint32_t>& FaultyNodes() const;
  // The set bits of `faults`, with the cycle of the event that set each, in order of time.
  struct Raised {
    Cycle cycle = 0;
    NodeId node;
    NodeFault fault = NodeFault::kCollision;
  };
  const std::vector<Raised>& raised() const;
  // Flits lost so far, in order of time.
  struct Lost {
    Cycle cycle = 0;
    NodeId node;
    NodeFault cause = NodeFault::kCollision;
    FlitRef flit;
  };
  const std::vector<Lost>& lost() const;

  // The nodes that are busy in this cycle, ascending (N6.4).
  std::vector<std::uint32_t> BusyNodes() const;
  // Appends bitmaps of this cycle, each starting a new word: busy of the nodes, s_axis_tready and
  // m_axis_tvalid of the local ports, bit node * plan.fault_bits() + f for the faults, and
  // barrier_release of the nodes, if they have a barrier.
  void AppendLevels(std::vector<std::uint64_t>& words) const;

  bool Empty() const;  // no flit is on a link
  std::size_t BytesPerNode() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace toroid
