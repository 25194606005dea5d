// Idea: one reason to refuse is drawn for each packet, and then an address, a tid or an injector,
// until one fits the reason. Some reasons do not exist in some networks: where every code is a
// node's address, or every tid a rank, the packet is addressed to its own node. Networks that copy
// what a node sends to itself may have no reason at all (docs/spec/copies.md, BC1.1).
//
// Everything follows from one number drawn for the packet, so the other packets are the same with
// and without refused ones (docs/spec/testbench.md V2.2).
#include "sim/traffic/misaddressing.h"

namespace toroid {
namespace {

// Number of draws before giving up.
constexpr int kTries = 16;

// Number of codes with `bits` bits.
std::uint64_t Codes(int bits) { return std::uint64_t{1} << bits; }

}  // namespace

// Local ports by which the node can send.
std::vector<std::uint16_t> Misaddressing::InjectorsOf(NodeId node) const {
  if (plan_.local_ports() == 1) return {0};
  std::vector<std::uint16_t> injectors;
  for (std::size_t p = 0; p < plan_.link_ports().size(); ++p) {
    if (SendsTo(plan_.host(), node, plan_.link_ports()[p]))
      injectors.push_back(static_cast<std::uint16_t>(p));
  }
  return injectors;
}

// A node with an address, if one of a few draws is; else the node itself.
NodeId Misaddressing::Other(NodeId node, Random& random) const {
  for (int i = 0; i < kTries; ++i) {
    const NodeId other{static_cast<std::uint32_t>(random.Below(plan_.host().size()))};
    if (other != node && plan_.IsAddressable(other)) return other;
  }
  return node;
}

void Misaddressing::ToItself(Packet& packet, Random& random) const {
  const auto rank = static_cast<std::uint32_t>(random.Below(plan_.GuestsAt(packet.source)));
  packet.address = addresses_.Of(packet.source, rank);
}

// Draws a code that is no node's address; false if none is found.
bool Misaddressing::ToNobody(Packet& packet, Random& random) const {
  for (int i = 0; i < kTries; ++i) {
    packet.address = static_cast<std::uint32_t>(random.Below(Codes(plan_.address_bits())));
    if (!addresses_.NodeOf(packet.address)) return true;
  }
  return false;
}

// Sends to a node whose route begins with another link than this injector's (R4.5).
bool Misaddressing::ByTheWrongInjector(Packet& packet, Random& random) const {
  if (plan_.local_ports() == 1) return false;
  for (int i = 0; i < kTries; ++i) {
    const NodeId other = Other(packet.source, random);
    if (other == packet.source || plan_.InjectorOf(packet.source, other) == packet.injector)
      continue;
    packet.address = addresses_.Of(other, 0);
    return true;
  }
  return false;
}

// Sends from a rank that the node does not have; all else is right.
bool Misaddressing::FromNoRank(Packet& packet, Random& random) const {
  if (!plan_.carries_ranks()) return false;
  const std::uint64_t ranks = plan_.GuestsAt(packet.source);
  const NodeId other = Other(packet.source, random);
  if (ranks == Codes(plan_.tid_bits()) || other == packet.source) return false;
  packet.id = static_cast<std::uint32_t>(ranks + random.Below(Codes(plan_.tid_bits()) - ranks));
  packet.injector = static_cast<std::uint16_t>(plan_.InjectorOf(packet.source, other));
  packet.address = addresses_.Of(other, 0);
  return true;
}

bool Misaddressing::Apply(std::uint64_t draw, Packet& packet) const {
  Random random(draw);
  if (plan_.Copies() && !ToNobody(packet, random)) return false;
  packet.misaddressed = true;
  packet.destination = packet.source;
  if (plan_.Copies()) return true;
  const std::vector<std::uint16_t> injectors = InjectorsOf(packet.source);
  packet.injector = injectors[random.Below(injectors.size())];
  packet.id = packet.source_rank;
  if (!plan_.IsAddressable(packet.source)) {
    packet.address = static_cast<std::uint32_t>(random.Below(Codes(plan_.address_bits())));
    return true;
  }
  const std::uint64_t reason = random.Below(4);
  const bool done = (reason == 1 && ToNobody(packet, random)) ||
                    (reason == 2 && ByTheWrongInjector(packet, random)) ||
                    (reason == 3 && FromNoRank(packet, random));
  if (!done) ToItself(packet, random);
  return true;
}

}  // namespace toroid
