// The cycle-exact reference model of docs/spec/router.md and, if the plan has relays,
// docs/spec/relay.md. Written from these texts alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/model/border.h"
#include "sim/model/observer.h"
#include "sim/trace/trace.h"

namespace toroid {

// A network in some cycle. Within a cycle: look at InjectReady and EjectHead (functions of the
// state at its start), call Inject and Accept at most once for each local port, then Step, which
// reports the cycle's hops and moves to the next cycle.
//
// Local ports are numbered node * plan.local_ports() + port. Of a network that is shared each has a
// slab: nodes are then those of the slab, by their numbers in it.
class Model {
 public:
  // `threads` share the work of a cycle, as many as the network has words of 64 nodes at most; what
  // happens is the same for any number.
  explicit Model(const Plan& plan, int threads = 1);
  // A slab that is not whole needs a border, which is asked in each Step and must outlive this.
  // Requires a plan without relays.
  Model(const Plan& plan, int threads, const Slab& slab, model::Border* border);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  // Who is shown the state at the start of each cycle, in Step; null: nobody. It must outlive this.
  void Show(model::Observer* observer);

  // s_axis_tready of this cycle.
  bool InjectReady(std::uint32_t local) const;
  // The s_axis handshake: requires InjectReady. The destination is a host node, valid and not the
  // source; it is read for heads only.
  void Inject(std::uint32_t local, FlitRef flit, NodeId destination);
  // The same by what tdest and tid show; these too are read for heads only. A packet that R6.4
  // refuses is swallowed.
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
  // Appends bitmaps, each from a word of its own on, of this cycle: busy of the nodes,
  // s_axis_tready, m_axis_tvalid and error of the local ports.
  void AppendLevels(std::vector<std::uint64_t>& words) const;

  // With relays: the start pulse, in this cycle.
  void Start();

  // Ends the cycle. Appends its hops to `hops`, by ascending (node, port).
  void Step(std::vector<HopEvent>& hops);
  // Without the hops; says how many there were.
  std::size_t Step();
  // Appends a bitmap of the credits that links brought back in the cycle that ended (R5.9): bit 2 *
  // (node * link ports + port) + channel, of the node whose input gave one.
  void AppendCredits(std::vector<std::uint64_t>& words) const;

  // Between which nodes a message is under way, and whether it has halted: after Step, of a flit
  // that has hopped. Without relays it would be between its own ends.
  struct Ends {
    NodeId from;
    NodeId to;
    bool relayed;
  };
  Ends EndsOf(FlitRef flit) const;

  // Whether nothing is under way: no flit in any buffer, queue or place.
  bool Empty() const;
  // Bytes of state per node, for the report.
  std::size_t BytesPerNode() const;

  // ---- for the watchdog ----
  // A buffer whose oldest flit cannot move: where it is, what it waits for.
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
