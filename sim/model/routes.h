// Routes of flits: sections 1 to 3 of docs/spec/router.md as tables, read once for each buffer that
// a flit enters.
//
// The model's numbers, the same at every node:
//   port          Plan::LinkPortOf; output port p of a node leads to input port p of the neighbour
//   link channel  a channel of a port. Channel v of port p is link channel ports[p].link_channel +
//                 v, for the output and the input alike, so the flit that leaves by output channel
//                 q fills the neighbour's input buffer q
//   source        what a flit can leave from: input buffer q is source q, the inject queue of local
//                 port j is source link channels + j
//   target        an output that a flit can request: output channel q is target q, the ejector of
//                 local port j is target link channels + j
// Torus 8x8: ports 0 to 3, link channels 0 to 7, source 8 the inject queue, target 8 the ejector.
//
// An address consists of a node's coordinates side by side, the first in the lowest bits: the first
// axis to correct (R2.1) is then the one with the lowest bit in which the addresses of flit and
// node differ.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/model/rows.h"

namespace toroid::model {

inline constexpr std::uint32_t kNoNode = ~0U;
inline constexpr std::uint8_t kNoAxis = 255;

// The node and port of a local port.
struct LocalPort {
  std::uint32_t node;
  std::uint32_t port;
};

struct Port {
  std::uint8_t axis;
  std::uint8_t link_channel;  // channel 0's
  std::uint8_t channels;      // 1 or 2
  std::uint8_t opposite;      // the port in the other direction; itself on a length-2 axis
};

struct Source {
  std::uint8_t port;            // input link; for an injector: its local port
  std::uint8_t axis;            // kNoAxis: an injector
  std::uint8_t channel;         // 0 for an injector
  std::uint8_t turning;         // position of a flit that does not go straight on
  std::uint8_t ejector;         // target of an arrived flit (R4.5); unused for an injector
  std::uint8_t opposite;        // the port's; unused for an injector
  std::uint8_t unused[2] = {};  // pads to a power of two, which is quicker to index
};

struct Target {
  std::uint8_t output;   // output port; ports + local port for an ejector
  std::uint8_t channel;  // 0 for an ejector
};

// Computes the requests of flits, by pointers into the tables below.
class Steering {
 public:
  // Target of a flit for `address` in `source` of `node` (R5.1, R2.4, R3.2). An injected flit's
  // address is not the node's. A flit on its way along an axis has come nearer, and gets the port
  // by which it went (R2.2, R2.3).
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
    // R3.2: this hop, or an earlier one on this axis, crosses the wrap link.
    const std::uint32_t channel = (here.wraps >> exit.port & 1) | Pick(straight, from.channel, 0);
    return Pick(differing == 0, from.ejector, exit.link_channel + channel);
  }

  struct Place {
    std::uint32_t address;
    std::uint32_t wraps;  // bit p: output port p is the wrap link (between l-1 and 0) of its axis
  };
  struct Exit {
    std::uint8_t port;
    std::uint8_t link_channel;  // channel 0's
  };
  struct Field {  // an axis in an address
    std::uint32_t shift;
    std::uint32_t mask;
    std::uint32_t middle;  // exit for difference 0, even coordinate
  };
  // The axis of the lowest bit that differs. A bit above all others avoids the special case of
  // none.
  std::uint8_t AxisToCorrect(std::uint32_t differing) const {
    return axis_of_bit_[std::countr_zero(differing | std::uint64_t{1} << 32)];
  }
  // The port by which a packet leaves to travel along an axis (R2.2, R2.3): depends on the
  // difference and, in a tie, on the parity of the entry coordinate.
  const Exit& ExitTo(std::uint8_t axis, std::uint32_t here, std::uint32_t there) const {
    const Field& field = fields_[axis];
    const std::uint32_t entry = here >> field.shift & field.mask;
    const std::uint32_t exit = there >> field.shift & field.mask;
    return exits_[field.middle + (exit - entry) * 2 + (entry & 1)];
  }

  const Place* places_;
  const Source* sources_;
  const Field* fields_;  // one more than axes, for no differing bit
  // by the lowest bit that differs; entry 32, for none, is the axis behind the last
  const std::uint8_t* axis_of_bit_;
  const Exit* exits_;  // per axis: (destination - entry + length) * 2 + entry % 2

  // By node and address: the request of a flit injected there, or kHere if it has arrived. Null if
  // the table would be too large, or does not have all nodes.
  const std::uint8_t* known_;
  // By source and such a value: the request of a flit in that source.
  const std::uint8_t* after_;
  std::uint32_t address_bits_;
};

// The tables of one plan; read in every cycle, never changed. Nodes are numbered in the slab; only
// a neighbour can be in the halo.
class Routes {
 public:
  Routes(const Plan& plan, const Slab& slab);
  explicit Routes(const Plan& plan) : Routes(plan, Slab(plan.host())) {}

  bool by_tables() const { return by_tables_; }  // not by dimension order
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t ports() const { return static_cast<std::uint32_t>(ports_.size()); }
  std::uint32_t link_channels() const { return link_channels_; }
  std::uint32_t locals() const { return locals_; }
  const Port& port(std::uint32_t p) const { return ports_[p]; }
  const Source& source(std::uint32_t s) const { return sources_[s]; }
  const Target& target(std::uint32_t t) const { return targets_[t]; }

  // The place of a local port. A table, as a division would take as long as all other work for a
  // flit there.
  LocalPort LocalAt(std::uint32_t local) const {
    if (locals_ == 1) return {local, 0};
    return {local / locals_, local % locals_};
  }

  std::uint32_t Address(std::uint32_t node) const { return places_[node].address; }
  // The node's number in the host.
  NodeId NodeOf(std::uint32_t node) const { return NodeId{first_ + node}; }
  // Address of any node of the host.
  std::uint32_t AddressOf(NodeId node) const {
    const std::uint32_t number = node.value() - first_;
    return number < places_.size() ? places_[number].address : AddressOutside(node);
  }
  // The node that output `port` of `node` leads to, or kNoNode. By R1.4 input `port` comes from
  // Next(node, port(port).opposite).
  std::uint32_t Next(std::uint32_t node, std::uint32_t port) const {
    return next_[std::size_t{node} * port_count_ + port];
  }

  // Valid as long as this object.
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
  // Targets of a copied flit in `source` of `node`, as bits (section 2 of docs/spec/copies.md).
  // Requires a plan with copies and the root's address.
  std::uint64_t CopiesOf(std::uint32_t node, std::uint32_t source, std::uint32_t root) const;
  // Position among the contenders for the target's output, see arbiter.h.
  std::uint32_t PositionOf(std::uint32_t s, std::uint32_t t) const {
    const bool straight = t < link_channels_ && port(target(t).output).axis == source(s).axis;
    return straight ? 0 : source(s).turning;
  }

  std::size_t bytes_per_node() const {
    return sizeof(Place) + ports_.size() * sizeof(std::uint32_t) + known_.size() / nodes();
  }

 private:
  using Place = Steering::Place;
  using Exit = Steering::Exit;
  using Field = Steering::Field;
  void NumberPorts(const Plan& plan);                    // ports_, and the first port of each axis
  void NumberEnds(const Plan& plan);                     // sources_ and targets_
  void NumberFields(const Graph& host);                  // fields_ and axis_of_bit_
  void PlaceNodes(const Graph& host, const Slab& slab);  // places_ and next_
  void TabulateExits(const Plan& plan);                  // exits_
  void TabulateTargets();                                // known_ and after_
  void ReadTables(const RoutedHost& routes);             // the same, by routing tables (DG7)

  std::uint32_t AddressOutside(NodeId node) const;
  bool CopyGoesOn(std::uint32_t node, std::uint32_t port, std::uint32_t root) const;

  const Graph& host_;
  bool by_tables_;
  std::uint32_t first_;  // number in the host of the slab's first node
  std::uint32_t link_channels_ = 0;
  std::uint32_t locals_ = 0;
  std::uint32_t port_count_ = 0;
  std::vector<Port> ports_;
  std::vector<Source> sources_;
  std::vector<Target> targets_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> next_;  // node * ports + port
  std::vector<Field> fields_;        // one more than axes, for no differing bit
  // by the lowest bit that differs; entry 32, for none, is the axis behind the last
  std::array<std::uint8_t, 33> axis_of_bit_{};
  // per axis: (destination - entry + length) * 2 + entry % 2
  std::vector<Exit> exits_;
  std::uint32_t address_bits_ = 0;
  std::vector<std::uint8_t> known_;  // node, then address
  std::vector<std::uint8_t> after_;  // source, then value
};

// Decides which packets are refused: R6.4 of docs/spec/router.md, written from that text alone.
class Refusals {
 public:
  // Both must outlive it.
  Refusals(const Plan& plan, const Routes& routes);

  // The host node to which a packet goes that enters at this local port with this tdest and tid (0
  // where ports have none); none if it is refused.
  std::optional<NodeId> Destination(std::uint32_t local, std::uint32_t address,
                                    std::uint32_t id) const;

 private:
  std::optional<std::uint32_t> NodeAt(std::uint32_t address) const;

  const Plan& plan_;
  const Routes& routes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes_;  // (address, node), ascending
};

}  // namespace toroid::model
