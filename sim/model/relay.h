// The relays of all nodes: docs/spec/relay.md, written from that text alone.
//
// They stand between the local ports that a testbench sees and those of the network. Before a cycle
// they know which injectors they claim and which ejectors show a message that is home. In the cycle
// they take halting messages and send due ones, by the same lists by which the testbench injects
// and accepts.
//
// Example, a ring of 15 in a 3x5 mesh, b = p = 1: a message that bends is injected in cycle 0,
// crosses a link in cycle 1, is offered by the halt's ejector in cycle 3, lies in its place from
// cycle 4 on, in which the count is 1, and crosses its second link in cycle 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/network.h"

namespace toroid::model {

// The current segment of a message (L2.1, L2.2).
struct Carrier {
  NodeId from;  // its last sender
  NodeId to;    // its current address
  NodeId source;
  NodeId destination;
  bool relayed = false;
};

class Relays {
 public:
  // Requires a plan with relays. The network must outlive them.
  Relays(const Plan& plan, Network& network);

  void Start() { starting_ = true; }
  // Whether a due message requests this injector (L4.5).
  bool Claims(std::uint32_t local) const { return claims_[local] != kNobody; }
  // A user's message enters: returns the node to which it is addressed (L4.6).
  NodeId Send(std::uint32_t local, FlitRef flit, NodeId destination);
  // Whether this flit, in flight and at an ejector of `node`, has arrived (L4.1). Slots are reused
  // once a message was accepted: call before.
  bool IsHome(std::uint32_t node, FlitRef flit) const;
  // The local ports that show a user's message, ascending.
  const std::vector<std::uint32_t>& Homing() const { return homing_; }

  // Call before the network's step: takes and releases.
  void Act();
  // Call after the step: computes the state of the next cycle.
  void EndCycle();

  bool Empty() const { return full_.empty(); }
  // The ejectors that offer a halting message whose place is full in this cycle (L4.3).
  void AppendOverflows(std::vector<std::uint32_t>& locals) const;
  // Sets the bits of the nodes that are busy with relaying (L4.8).
  void MarkBusy(std::uint64_t* bits) const;
  const Carrier& CarrierOf(FlitRef flit) const { return carriers_[flit.slot]; }
  std::size_t bytes_per_local() const { return sizeof(Place) + 2 * sizeof(std::uint32_t); }

 private:
  static constexpr std::uint32_t kNobody = ~0U;
  struct Place {
    bool full = false;
    FlitRef flit;
    std::uint32_t injector = 0;  // local port that it requests
    int links = 0;               // q of its segment there
  };
  NodeId HaltOf(NodeId source, NodeId destination) const;
  void Keep(std::uint32_t local, FlitRef flit);
  bool Release(std::uint32_t local);
  const FlitRef& OldestAt(std::uint32_t local) const;

  const Graph& host_;
  Network& network_;
  int first_;
  int second_;
  int count_ = 0;
  bool starting_ = false;
  std::vector<Place> places_;        // by local port
  std::vector<std::uint32_t> full_;  // the local ports whose place is full, ascending
  // by local port: the place whose message it sends, or kNobody
  std::vector<std::uint32_t> claims_;
  // local ports that show a message that is home in this cycle
  std::vector<std::uint32_t> homing_;
  std::vector<std::uint32_t> halting_;  // local ports that show a halting message
  std::vector<Carrier> carriers_;       // by slot
};

}  // namespace toroid::model
