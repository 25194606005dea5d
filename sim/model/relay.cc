// The rules of docs/spec/relay.md, section 4, one function for each; see relay.h for the idea and
// an example. Written from that text alone.
//
// The end of a cycle finds the halting messages of the next one: it lists the ejectors that show a
// message, and tells which of these messages are home.
#include "sim/model/relay.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace toroid::model {

Relays::Relays(const Plan& plan, Network& network)
    : host_(plan.host()),
      network_(network),
      first_(plan.relay()->first),
      second_(plan.relay()->second),
      places_(network.ejectors.size()),
      claims_(network.ejectors.size(), kNobody) {
  assert(plan.hardware().ports == Ports::kAll);
}

// L1.3, along the axis of the first segment.
NodeId Relays::HaltOf(NodeId source, NodeId destination) const {
  const std::vector<Hop> route = host_.Route(source, destination);
  NodeId at = source;
  for (int i = 0; i < first_ && i < static_cast<int>(route.size()); ++i) {
    const Hop& hop = route[static_cast<std::size_t>(i)];
    if (hop.axis != route.front().axis) break;
    at = *host_.Neighbour(at, hop.axis, hop.direction);
  }
  return at;
}

// L4.6.
NodeId Relays::Send(std::uint32_t local, FlitRef flit, NodeId destination) {
  assert(flit.head() && flit.tail);
  const NodeId source{local / network_.routes.locals()};
  const NodeId halt = HaltOf(source, destination);
  if (carriers_.size() <= flit.slot) carriers_.resize(flit.slot + 1);
  carriers_[flit.slot] = {
      .from = source, .to = halt, .source = source, .destination = destination, .relayed = false};
  return halt;
}

// L4.1.
bool Relays::IsHome(std::uint32_t node, FlitRef flit) const {
  const Carrier& carrier = carriers_[flit.slot];
  return carrier.relayed || carrier.destination.value() == node;
}

const FlitRef& Relays::OldestAt(std::uint32_t local) const {
  const EjectQueue& queue = network_.ejectors[local];
  return queue.flits[queue.first];
}

// L4.2.
void Relays::Keep(std::uint32_t local, FlitRef flit) {
  const NodeId here{local / network_.routes.locals()};
  const NodeId goal = carriers_[flit.slot].destination;
  // any one: the requested output of a flit that enters here
  const std::uint32_t injector = network_.routes.link_channels();
  const std::uint32_t target =
      network_.routes.TargetOf(here.value(), injector, network_.routes.Address(goal.value()));
  const std::uint32_t port = network_.routes.target(target).output;
  const Axis axis{network_.routes.port(port).axis};
  places_[local] = {.full = true,
                    .flit = flit,
                    .injector = here.value() * network_.routes.locals() + port,
                    .links = host_.AxisDistance(axis, host_.Coordinate(here, axis),
                                                host_.Coordinate(goal, axis))};
  network_.Accept(local);
}

// L4.5. Returns true if the message has left.
bool Relays::Release(std::uint32_t local) {
  Place& place = places_[local];
  const std::uint32_t node = local / network_.routes.locals();
  const std::uint32_t source =
      network_.routes.link_channels() + place.injector % network_.routes.locals();
  if (claims_[place.injector] != local || network_.CountOf(node, source) == kLocalDepth)
    return false;
  Carrier& carrier = carriers_[place.flit.slot];
  carrier.from = NodeId{node};
  carrier.to = carrier.destination;
  carrier.relayed = true;
  network_.Inject(place.injector, place.flit, carrier.to);
  place.full = false;
  return true;
}

// L4.3.
void Relays::AppendOverflows(std::vector<std::uint32_t>& locals) const {
  std::ranges::copy_if(halting_, std::back_inserter(locals),
                       [this](std::uint32_t local) { return places_[local].full; });
}

// L4.8.
void Relays::MarkBusy(std::uint64_t* bits) const {
  const auto mark = [bits](std::uint32_t n) { bits[n / 64] |= std::uint64_t{1} << (n % 64); };
  for (std::uint32_t n = 0; count_ > 0 && n < host_.size(); ++n) mark(n);
  for (const std::uint32_t local : full_) mark(local / network_.routes.locals());
}

// Takes before it releases, so that a message is not released in the cycle in which it came.
void Relays::Act() {
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t local : halting_) {
    if (places_[local].full) continue;
    Keep(local, OldestAt(local));
    kept.push_back(local);
  }
  std::erase_if(full_, [this](std::uint32_t local) { return Release(local); });
  const auto middle = full_.insert(full_.end(), kept.begin(), kept.end());
  std::inplace_merge(full_.begin(), middle, full_.end());
}

void Relays::EndCycle() {
  count_ = starting_ ? first_ + second_ + InterfaceLatency(RouterKind::kBuffered)
                     : std::max(count_ - 1, 0);  // L3.1
  starting_ = false;
  std::ranges::fill(claims_, kNobody);
  for (const std::uint32_t local : full_) {
    const Place& place = places_[local];
    if (count_ <= place.links && claims_[place.injector] == kNobody)
      claims_[place.injector] = local;
  }
  homing_.clear();
  halting_.clear();
  network_.delivered.ForEach([&](std::uint32_t local) {
    (IsHome(local / network_.routes.locals(), OldestAt(local)) ? homing_ : halting_)
        .push_back(local);
  });
}

}  // namespace toroid::model
