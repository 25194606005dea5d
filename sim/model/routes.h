// Where flits go: sections 1 to 3 of docs/spec/router.md as tables, read once for each buffer a
// flit enters.
//
// The model's numbers, the same at every node:
//   port      Plan::LinkPortOf; output port p of a node leads to input port p of the neighbour
//   lane      a channel of a port. Channel v of port p is lane ports[p].lane + v, for the output
//             and the input alike, so the flit that leaves by output lane q fills the neighbour's
//             input buffer q
//   source    what a flit can leave from: input buffer q is source q, the inject queue of local
//             port j is source lanes + j
//   target    an output that a flit can request: output lane q is target q, the ejector of local
//             port j is target lanes + j
// Torus 8x8: ports 0 to 3, lanes 0 to 7, source 8 the inject queue, target 8 the ejector.
//
// An address is a node's coordinates side by side, the first in the lowest bits: then the first
// axis that needs correcting (R2.1) is the one that holds the lowest bit in which the addresses of
// flit and node differ.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/model/pick.h"

namespace toroid::model {

inline constexpr std::uint32_t kNoNode = ~0U;
inline constexpr std::uint8_t kNoAxis = 255;

// Where a local port is.
struct LocalPort {
  std::uint32_t node;
  std::uint32_t port;
};

struct Port {
  std::uint8_t axis;
  std::uint8_t lane;      // of channel 0
  std::uint8_t channels;  // 1 or 2
  std::uint8_t opposite;  // the port in the other direction; itself on a length-2 axis
};

struct Source {
  std::uint8_t port;            // input link; of an injector: its local port
  std::uint8_t axis;            // kNoAxis: an injector
  std::uint8_t channel;         // 0 for an injector
  std::uint8_t turning;         // position of a flit that does not go straight on
  std::uint8_t ejector;         // target of a flit that has arrived (R4.5); unused for an injector
  std::uint8_t opposite;        // of the port; unused for an injector
  std::uint8_t unused[2] = {};  // a power of two is quicker to find
};

struct Target {
  std::uint8_t output;   // output port; ports + local port for an ejector
  std::uint8_t channel;  // 0 for an ejector
};

// What a flit requests, as pointers into the tables below.
class Steering {
 public:
  // Of a flit for `address` in `source` of `node` (R5.1, R2.4, R3.2). An injected flit's address is
  // not the node's. A flit on its way along an axis has come nearer, and is told the port by which
  // it went (R2.2, R2.3).
  std::uint32_t TargetOf(std::uint32_t node, std::uint32_t source, std::uint32_t address) const {
    if (known_ == nullptr) return WorkOut(node, source, address);
    return after_[source * kValues + known_[node << address_bits_ | address]];
  }

 private:
  friend class Routes;
  static constexpr std::uint32_t kValues = 128;
  static constexpr std::uint32_t kHere = kValues - 1;  // no target has that number

  std::uint32_t WorkOut(std::uint32_t node, std::uint32_t source, std::uint32_t address) const {
    const Place& here = places_[node];
    const Source& from = sources_[source];
    const std::uint32_t differing = here.address ^ address;
    const std::uint8_t axis = AxisToCorrect(differing);
    const bool straight = axis == from.axis;
    const Exit& exit = ExitTo(axis, here.address, address);
    // R3.2: this hop crosses the wrap link, or on this axis an earlier one did.
    const std::uint32_t channel = (here.wraps >> exit.port & 1) | Pick(straight, from.channel, 0);
    return Pick(differing == 0, from.ejector, exit.lane + channel);
  }

  struct Place {
    std::uint32_t address;
    std::uint32_t wraps;  // bit p: output port p is the wrap link (between l-1 and 0) of its axis
  };
  struct Exit {
    std::uint8_t port;
    std::uint8_t lane;  // of its channel 0
  };
  struct Field {  // an axis in an address
    std::uint32_t shift;
    std::uint32_t mask;
    std::uint32_t middle;  // exit for difference 0, even coordinate
  };
  // The axis of the lowest bit that differs. A bit above all others spares the case of none.
  std::uint8_t AxisToCorrect(std::uint32_t differing) const {
    return axis_of_bit_[std::countr_zero(differing | std::uint64_t{1} << 32)];
  }
  // By which a packet leaves that is to go along an axis (R2.2, R2.3): a matter of the difference
  // and, in a tie, of the parity of the entry coordinate.
  const Exit& ExitTo(std::uint8_t axis, std::uint32_t here, std::uint32_t there) const {
    const Field& field = fields_[axis];
    const std::uint32_t entry = here >> field.shift & field.mask;
    const std::uint32_t exit = there >> field.shift & field.mask;
    return exits_[field.middle + (exit - entry) * 2 + (entry & 1)];
  }

  const Place* places_;
  const Source* sources_;
  const Field* fields_;  // one more than axes: of that no bit differs
  // by the lowest bit that differs; at 32, of none, the axis behind the last
  const std::uint8_t* axis_of_bit_;
  const Exit* exits_;  // for each axis: (destination - entry + length) * 2 + entry % 2

  // By node and address: what a flit requests that is injected there, or kHere if it has arrived.
  // Null if the table would be too large, or has not all nodes.
  const std::uint8_t* known_;
  // By source and such a value: what a flit in that source requests.
  const std::uint8_t* after_;
  std::uint32_t address_bits_;
};

// The tables, for one plan; read in every cycle, never changed. Nodes are those of a slab, by their
// numbers in it; only as a neighbour can a node be the halo's.
class Routes {
 public:
  Routes(const Plan& plan, const Slab& slab);
  explicit Routes(const Plan& plan) : Routes(plan, Slab(plan.host())) {}

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t ports() const { return static_cast<std::uint32_t>(ports_.size()); }
  std::uint32_t lanes() const { return lanes_; }
  std::uint32_t locals() const { return locals_; }
  const Port& port(std::uint32_t p) const { return ports_[p]; }
  const Source& source(std::uint32_t s) const { return sources_[s]; }
  const Target& target(std::uint32_t t) const { return targets_[t]; }

  // Of a local port of the network. A division takes as long as all that is done for a flit at it.
  LocalPort LocalAt(std::uint32_t local) const {
    if (locals_ == 1) return {local, 0};
    return {local / locals_, local % locals_};
  }

  std::uint32_t Address(std::uint32_t node) const { return places_[node].address; }
  // The node's number in the host.
  NodeId NodeOf(std::uint32_t node) const { return NodeId{first_ + node}; }
  // Of any node of the host.
  std::uint32_t AddressOf(NodeId node) const {
    const std::uint32_t number = node.value() - first_;
    return number < places_.size() ? places_[number].address : AddressOutside(node);
  }
  // The node that output `port` of `node` leads to, or kNoNode. By R1.4 input `port` comes from
  // Next(node, port(port).opposite).
  std::uint32_t Next(std::uint32_t node, std::uint32_t port) const {
    return next_[std::size_t{node} * port_count_ + port];
  }

  // Valid as long as these are.
  Steering steering() const {
    Steering steering;
    steering.places_ = places_.data();
    steering.sources_ = sources_.data();
    steering.fields_ = fields_.data();
    steering.axis_of_bit_ = axis_of_bit_.data();
    steering.exits_ = exits_.data();
    steering.known_ = known_.empty() ? nullptr : known_.data();
    steering.after_ = after_.data();
    steering.address_bits_ = address_bits_;
    return steering;
  }
  std::uint32_t TargetOf(std::uint32_t node, std::uint32_t source, std::uint32_t address) const {
    return steering().TargetOf(node, source, address);
  }
  // Among the contenders for the target's output, see arbiter.h.
  std::uint32_t PositionOf(std::uint32_t s, std::uint32_t t) const {
    const bool straight = t < lanes_ && port(target(t).output).axis == source(s).axis;
    return straight ? 0 : source(s).turning;
  }

  std::size_t bytes_per_node() const {
    return sizeof(Place) + ports_.size() * sizeof(std::uint32_t) + known_.size() / nodes();
  }

 private:
  using Place = Steering::Place;
  using Exit = Steering::Exit;
  using Field = Steering::Field;
  void NumberPorts(const Plan& plan);                    // ports_, and where an axis begins
  void NumberEnds(const Plan& plan);                     // sources_ and targets_
  void NumberFields(const Graph& host);                  // fields_ and axis_of_bit_
  void PlaceNodes(const Graph& host, const Slab& slab);  // places_ and next_
  void TabulateExits(const Plan& plan);                  // exits_
  void TabulateTargets();                                // known_ and after_

  std::uint32_t AddressOutside(NodeId node) const;

  const Graph& host_;
  std::uint32_t first_;  // number in the host of the slab's first node
  std::uint32_t lanes_ = 0;
  std::uint32_t locals_ = 0;
  std::uint32_t port_count_ = 0;
  std::vector<Port> ports_;
  std::vector<Source> sources_;
  std::vector<Target> targets_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> next_;  // node * ports + port
  std::vector<Field> fields_;        // one more than axes: of that no bit differs
  // by the lowest bit that differs; at 32, of none, the axis behind the last
  std::array<std::uint8_t, 33> axis_of_bit_{};
  // for each axis: (destination - entry + length) * 2 + entry % 2
  std::vector<Exit> exits_;
  std::uint32_t address_bits_ = 0;
  std::vector<std::uint8_t> known_;  // node, then address
  std::vector<std::uint8_t> after_;  // source, then value
};

}  // namespace toroid::model
