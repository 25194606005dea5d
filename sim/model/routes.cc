// Idea: a flit's next output depends only on its node, its input and its destination (R2.4), so it
// is looked up and not computed. The destination's coordinates are bit fields of one word, like the
// node's own. The lowest bit in which the two differ, found by counting zeros, is in the field of
// the first axis to correct. A table gives the port from the difference of the two coordinates and
// the parity of the node's own (the tie rule, R2.3); a flit that came along that axis goes straight
// on.
//
// The wrap links that leave a node are a bit mask, from which the channel follows (R3.2).
//
// Example: torus:8x8, fields of 3 bits. Node (1,6) is 110001, destination (3,1) 001011: the lowest
// difference is in the first field, axis 0. Difference 2: "+".
//
// Source: docs/spec/router.md, sections 2 and 3, and docs/spec/copies.md, section 2, alone: neither
// Graph::Route nor the RTL is used, so a mistake here would show as a mismatch.
#include "sim/model/routes.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace toroid::model {
namespace {

// Numbers of ports, link channels and targets fit into a byte of these tables.
std::uint8_t InByte(std::size_t value) {
  assert(value < 256);
  return static_cast<std::uint8_t>(value);
}

// Largest useful size in bytes of a table of all routes: a larger one would evict other needed data
// from the cache.
constexpr std::uint64_t kMostKnown = 1 << 16;

// R2.2 and R2.3: the direction of a packet that enters an axis of length l at `entry` and leaves it
// at `exit`.
Direction DirectionOf(bool wraps, int l, int entry, int exit) {
  if (!wraps) return exit > entry ? Direction::kPlus : Direction::kMinus;
  const int e = ((exit - entry) % l + l) % l;
  if (2 * e == l) return entry % 2 == 0 ? Direction::kPlus : Direction::kMinus;
  return 2 * e < l ? Direction::kPlus : Direction::kMinus;
}

}  // namespace

Routes::Routes(const Plan& plan, const Slab& slab)
    : host_(plan.host()), by_tables_(plan.routes() != nullptr), first_(slab.begin()) {
  NumberPorts(plan);
  NumberEnds(plan);
  NumberFields(plan.host());
  PlaceNodes(plan.host(), slab);
  TabulateExits(plan);
  if (plan.routes()) ReadTables(*plan.routes());
  const bool whole = nodes() == plan.host().size() && !plan.routes();
  if (whole && std::uint64_t{nodes()} << address_bits_ <= kMostKnown) TabulateTargets();
}

std::uint32_t Routes::AddressOutside(NodeId node) const {
  std::uint32_t address = 0;
  for (int a = 0; a < host_.axes(); ++a) {
    const auto x = static_cast<std::uint32_t>(host_.Coordinate(node, Axis{a}));
    address |= x << fields_[Axis{a}.index()].shift;
  }
  return address;
}

// Ports axis by axis, "+" before "-"; link channels are the output channels, those of a port
// together.
void Routes::NumberPorts(const Plan& plan) {
  const Graph& host = plan.host();
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const int channels = plan.routes() || host.Wraps(axis) ? 2 : 1;  // R3.1, DG2.1
    const std::size_t first = ports_.size();
    const auto directions = static_cast<std::size_t>(LinkPortsOn(host, axis));  // R1.5
    for (std::size_t d = 0; d < directions; ++d) {
      ports_.push_back({InByte(axis.index()), InByte(link_channels_),
                        InByte(static_cast<std::size_t>(channels)),
                        InByte(first + directions - 1 - d)});
      link_channels_ += static_cast<std::uint32_t>(channels);
    }
  }
  assert(ports_.size() == plan.link_ports().size());
  port_count_ = static_cast<std::uint32_t>(ports_.size());
}

// Sources: a buffer for each input channel, then the injectors. Targets: each output link
// channel, then the ejectors. Positions are those of R5.4.
void Routes::NumberEnds(const Plan& plan) {
  const bool one = plan.hardware().ports == Ports::kOne;
  locals_ = static_cast<std::uint32_t>(plan.local_ports());
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    for (std::uint8_t v = 0; v < ports_[p].channels; ++v) {
      sources_.push_back({InByte(p), ports_[p].axis, v, InByte(p + 1),
                          InByte(link_channels_ + (one ? 0 : p)), ports_[p].opposite});
      targets_.push_back({InByte(p), v});
    }
  }
  for (std::size_t j = 0; j < locals_; ++j) {
    sources_.push_back({InByte(j), kNoAxis, 0, InByte(ports_.size() + 1), 0, 0});
    targets_.push_back({InByte(ports_.size() + j), 0});
  }
  // bit masks of sources and positions; kBody is above all targets
  assert(sources_.size() <= 64 && ports_.size() + 2 <= 32);
}

// The fields of the axes in an address.
void Routes::NumberFields(const Graph& host) {
  std::uint32_t bits = 0;
  for (std::size_t a = 0; a < static_cast<std::size_t>(host.axes()); ++a) {
    const auto length = static_cast<std::uint32_t>(host.lengths()[a]);
    const auto width = static_cast<std::uint32_t>(std::bit_width(length - 1));
    fields_.push_back({bits, (1U << width) - 1, 0});
    assert(bits + width < axis_of_bit_.size());
    for (const std::uint32_t end = bits + width; bits < end; ++bits) axis_of_bit_[bits] = InByte(a);
  }
  address_bits_ = bits;
  axis_of_bit_.back() = InByte(fields_.size());
  fields_.push_back({0, 0, 0});
}

// Each node's address, neighbours and wrap links.
void Routes::PlaceNodes(const Graph& host, const Slab& slab) {
  places_.resize(slab.size());
  next_.assign(slab.size() * ports_.size(), kNoNode);
  for (std::uint32_t n = 0; n < slab.size(); ++n) {
    const NodeId node = slab.NodeOf(n);
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      const Axis axis{ports_[p].axis};
      const auto x = static_cast<std::uint32_t>(host.Coordinate(node, axis));
      const auto last = static_cast<std::uint32_t>(host.length(axis) - 1);
      // The single port of a length-2 axis leads up from 0 and down from 1.
      const bool plus = ports_[p].opposite == p ? x == 0 : ports_[p].opposite > p;
      if (const auto next =
              host.Neighbour(node, axis, plus ? Direction::kPlus : Direction::kMinus)) {
        next_[n * ports_.size() + p] = slab.NumberOf(*next).value();
      }
      // once per axis
      places_[n].address |= ports_[p].opposite >= p ? x << fields_[axis.index()].shift : 0;
      if (ports_[p].channels == 2 && x == (plus ? last : 0)) places_[n].wraps |= 1U << p;
    }
  }
}

// The port by axis, difference of the coordinates (-l .. l-1) and parity of the own one.
void Routes::TabulateExits(const Plan& plan) {
  const Graph& host = plan.host();
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const int l = host.length(axis);
    fields_[axis.index()].middle =
        static_cast<std::uint32_t>(exits_.size()) + 2 * static_cast<std::uint32_t>(l);
    for (int difference = -l; difference < l; ++difference) {
      for (int parity = 0; parity < 2; ++parity) {
        const auto port = static_cast<std::size_t>(
            plan.LinkPortOf(axis, DirectionOf(host.Wraps(axis), l, parity, parity + difference)));
        exits_.push_back({InByte(port), ports_[port].link_channel});
      }
    }
  }
}

// A flit that came by a link requests what one injected there would, but it stays in channel 1 of
// its axis (R3.2). Addresses of no node never occur.
void Routes::TabulateTargets() {
  const Steering steering = this->steering();
  const auto work_out = [&](std::uint32_t node, std::uint32_t source, std::uint32_t address) {
    return static_cast<std::uint8_t>(steering.WorkOut(node, source, address));
  };
  known_.assign(std::size_t{nodes()} << address_bits_, Steering::kHere);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    for (const Place& there : places_) {
      if (there.address != Address(node))
        known_[node << address_bits_ | there.address] =
            work_out(node, link_channels_, there.address);
    }
  }
  for (std::uint32_t s = 0; s < sources_.size(); ++s) {
    const Source& from = sources_[s];
    for (std::uint32_t value = 0; value < Steering::kValues; ++value) {
      const bool keeps = value < link_channels_ && from.axis == ports_[targets_[value].output].axis;
      after_.push_back(
          value == Steering::kHere ? from.ejector
          : keeps && from.channel == 1
              ? static_cast<std::uint8_t>(ports_[targets_[value].output].link_channel + 1)
              : static_cast<std::uint8_t>(value));
    }
  }
}

// A flit requests what the table says, wherever it came from. What cannot be reached is never asked
// for.
void Routes::ReadTables(const RoutedHost& routes) {
  known_.assign(std::size_t{nodes()} << address_bits_, Steering::kHere);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    for (const NodeId to : routes.host.survivors()) {
      const degraded::Entry entry = routes.tables.At(NodeOf(node), to);
      if (!entry.there()) continue;
      const auto port = static_cast<std::size_t>(entry.port);
      known_[node << address_bits_ | AddressOf(to)] =
          InByte(ports_[port].link_channel + static_cast<std::size_t>(entry.channel));
    }
  }
  for (const Source& from : sources_) {
    for (std::uint32_t value = 0; value < Steering::kValues; ++value)
      after_.push_back(value == Steering::kHere ? from.ejector : static_cast<std::uint8_t>(value));
  }
}

// BC2.3: whether a copy that came by the port's axis and direction goes on by it.
bool Routes::CopyGoesOn(std::uint32_t node, std::uint32_t p, std::uint32_t root) const {
  const Port& port = ports_[p];
  if (port.opposite == p) return false;  // a length-2 axis ends here
  if (port.channels == 1) return true;   // if there is an output
  const Field& field = fields_[port.axis];
  const auto length = static_cast<std::uint32_t>(host_.length(Axis{port.axis}));
  const std::uint32_t here = places_[node].address >> field.shift & field.mask;
  const std::uint32_t start = root >> field.shift & field.mask;
  const bool plus = p < port.opposite;
  const std::uint32_t hops = plus ? length / 2 : length - (length - 1) / 2;
  return here != (start + hops) % length;
}

// BC2.1, BC2.2 and BC2.5.
std::uint64_t Routes::CopiesOf(std::uint32_t node, std::uint32_t source, std::uint32_t root) const {
  const Source& from = sources_[source];
  const bool injected = from.axis == kNoAxis;
  std::uint64_t targets = injected ? 0 : std::uint64_t{1} << from.ejector;
  for (std::uint32_t p = 0; p < ports_.size(); ++p) {
    if (Next(node, p) == kNoNode) continue;
    const bool turns = injected || ports_[p].axis > from.axis;
    const bool straight = !injected && p == from.port && CopyGoesOn(node, p, root);
    if (!turns && !straight) continue;
    const std::uint32_t channel = (places_[node].wraps >> p & 1) | Pick(straight, from.channel, 0);
    targets |= std::uint64_t{1} << (ports_[p].link_channel + channel);
  }
  return targets;
}

// R6.4 by a sorted list of the existing addresses. The testbench decides by its own rule which
// packets must be refused, independently of this list.
Refusals::Refusals(const Plan& plan, const Routes& routes) : plan_(plan), routes_(routes) {
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    if (!plan.IsAddressable(NodeId{n})) continue;
    for (std::uint32_t rank = 0; rank < plan.GuestsAt(NodeId{n}); ++rank)
      nodes_.emplace_back(plan.WireAddressOf(NodeId{n}, rank), n);
  }
  std::ranges::sort(nodes_);
}

std::optional<std::uint32_t> Refusals::NodeAt(std::uint32_t address) const {
  const auto found = std::ranges::lower_bound(nodes_, std::pair(address, 0U));
  if (found == nodes_.end() || found->first != address) return std::nullopt;
  return found->second;
}

std::optional<NodeId> Refusals::Destination(std::uint32_t local, std::uint32_t address,
                                            std::uint32_t id) const {
  const NodeId here = routes_.NodeOf(local / routes_.locals());
  const std::optional<std::uint32_t> there = NodeAt(address);
  if (!there || (NodeId{*there} == here && !plan_.Copies())) return std::nullopt;  // BC1.1
  if (!plan_.IsAddressable(here) || id >= plan_.GuestsAt(here)) return std::nullopt;
  if (routes_.locals() > 1) {
    const std::uint32_t target = routes_.TargetOf(local / routes_.locals(), routes_.link_channels(),
                                                  routes_.AddressOf(NodeId{*there}));
    if (routes_.target(target).output != local % routes_.locals()) return std::nullopt;
  }
  return NodeId{*there};
}

}  // namespace toroid::model
