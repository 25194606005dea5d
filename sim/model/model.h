// The cycle-exact reference model of docs/spec/router.md and, if the plan has relays,
// docs/spec/relay.md. Written from these texts alone; barrier.h has the barrier.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/model/network.h"
#include "sim/trace/trace.h"

namespace toroid {

// A network in some cycle. Within a cycle: read InjectReady and EjectHead (functions of the state
// at its start), call Inject and Accept at most once for each local port, then Step, which reports
// the cycle's hops and moves to the next cycle.
//
// Local ports are numbered node * plan.local_ports() + port. Each process of a shared network has a
// slab: nodes are then numbered in the slab.
class Model {
 public:
  // `threads` share the work of a cycle, at most one for each word of 64 nodes; results do not
  // depend on their number.
  explicit Model(const Plan& plan, int threads = 1);
  // A slab that is not the whole network needs a border, which each Step calls and which must
  // outlive this. Requires a plan without relays.
  Model(const Plan& plan, int threads, const Slab& slab, model::Border* border);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  // Shows the observer the state at the start of each cycle, in Step; null: no observer. It must
  // outlive this.
  void Show(model::Observer* observer);

  // s_axis_tready of this cycle.
  bool InjectReady(std::uint32_t local) const;
  // The s_axis handshake: requires InjectReady. The destination is a valid host node, and is read
  // for heads only. It is the source itself only if the plan copies flits (docs/spec/copies.md):
  // each flit then becomes a copied one, which comes out at all other nodes under its name, as a
  // tail.
  void Inject(std::uint32_t local, FlitRef flit, NodeId destination);
  // The handshake by the values of tdest and tid, which are read for heads only. A packet that R6.4
  // refuses is dropped.
  void Inject(std::uint32_t local, FlitRef flit, std::uint32_t address, std::uint32_t id);

  // The flit on m_axis of this cycle, or null.
  const FlitRef* EjectHead(std::uint32_t local) const;
  // The local ports whose EjectHead is not null, ascending. Valid until Step.
  const std::vector<std::uint32_t>& Ejecting() const;
  // The m_axis handshake: requires EjectHead.
  void Accept(std::uint32_t local);

  // The local ports whose error output is high in this cycle, ascending.
  const std::vector<std::uint32_t>& Errors() const;
  // The nodes that are busy in this cycle, ascending (R8.2).
  std::vector<std::uint32_t> BusyNodes() const;
  // Appends bitmaps of this cycle, each starting a new word: busy of the nodes, s_axis_tready,
  // m_axis_tvalid and error of the local ports; with a barrier barrier_release of the nodes.
  void AppendLevels(std::vector<std::uint64_t>& words) const;

  // With relays: the start pulse in this cycle.
  void Start();
  // All nodes arrive at the barrier in this cycle. Requires one.
  void Arrive();

  // Ends the cycle. Appends its hops to `hops`, by ascending (node, port).
  void Step(std::vector<HopEvent>& hops);
  // Ends the cycle without listing its hops; returns their number.
  std::size_t Step();
  // Appends a bitmap of the credits that links returned in the cycle that ended (R5.9): bit 2 *
  // (node * link ports + port) + channel, of the node whose input returned one.
  void AppendCredits(std::vector<std::uint64_t>& words) const;

  // The two ends of a message in flight and whether it has halted: after Step, for a flit that has
  // hopped. Requires relays; without them the ends would be the packet's own.
  struct Ends {
    NodeId from;
    NodeId to;
    bool relayed;
  };
  Ends EndsOf(FlitRef flit) const;

  // Whether nothing is in flight: no flit in any buffer, queue or place.
  bool Empty() const;
  // Bytes of state per node, for the report.
  std::size_t BytesPerNode() const;

  // ---- for the watchdog ----
  // A buffer whose oldest flit cannot move: its place, and what it waits for. A copied flit none of
  // whose copies can move is listed once for each.
  struct Blocked {
    std::uint32_t node;
    int port;  // input link port, or -1 - local port for an inject queue
    int channel;
    FlitRef flit;
    int wants_port;  // output link port, or -1 - local port for an ejector
    int wants_channel;
    enum class Reason { kNoCredit, kLocked, kEjectorFull, kLostArbitration } reason;
  };
  std::vector<Blocked> BlockedFlits() const;

 private:
  struct State;
  std::size_t EndCycle(bool report);

  std::unique_ptr<State> state_;
};

}  // namespace toroid
