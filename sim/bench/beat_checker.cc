// Idea: packets of one source and destination arrive in the order sent, as they all take one route
// and one sequence of channels (docs/spec/router.md R2.1, R3.2). So the packet that arrives must be
// the first in flight from its source to this node. If it is not, its payload, a hash that no other
// flit has, tells the fault: a later packet of the pair (out of order), one that arrived a while
// ago (duplicated), one for another node (misrouted), or none (corrupted).
//
// Copies of one root arrive in the order sent, too (docs/spec/copies.md, BC3.6), but each flit by
// itself, between packets of others and of the root. So a beat that begins a packet may instead be
// the next flit of a message that the network copies, which stays in flight up to its last.
//
// Limit: short payloads may be equal by chance, so a fault may be counted under another name. That
// there is a fault is certain all the same.
#include "sim/bench/beat_checker.h"

#include <fmt/core.h>

#include <utility>

namespace toroid {
namespace {
constexpr std::uint32_t kNoNode = UINT32_MAX;
constexpr std::size_t kRecent = 1024;  // recent deliveries to search for a duplicate
}  // namespace

// Lists only the kinds that occurred.
std::string ToString(const Faults& faults) {
  const std::pair<std::uint64_t, const char*> counts[] = {{faults.lost, "lost"},
                                                          {faults.duplicated, "duplicated"},
                                                          {faults.corrupted, "corrupted"},
                                                          {faults.misrouted, "misrouted"},
                                                          {faults.out_of_order, "out of order"}};
  std::string text;
  for (const auto& [count, name] : counts) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

void Faults::Add(const Faults& more) {
  lost += more.lost;
  duplicated += more.duplicated;
  corrupted += more.corrupted;
  misrouted += more.misrouted;
  out_of_order += more.out_of_order;
}

BeatChecker::BeatChecker(const Plan& plan, const PacketTable& table, std::uint64_t seed,
                         const Slab* slab)
    : table_(table),
      payload_(plan, seed),
      copies_(plan.Copies()),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      first_node_(slab ? slab->begin() : 0),
      in_flight_(slab ? slab->size() : plan.host().size()),
      arrivals_(static_cast<std::size_t>(slab ? slab->size() : plan.host().size()) * local_ports_),
      withheld_(arrivals_.size()),
      addresses_(plan),
      recent_(kRecent) {}

// Digest of everything on the wires of an ejector.
std::uint64_t BeatChecker::DigestOf(const EjectedBeat& beat) const {
  const std::uint64_t sideband = std::uint64_t{beat.source} << 32 ^ std::uint64_t{beat.id} << 1;
  return Mix(PayloadMaker::Digest(beat.payload, payload_.words()),
             sideband | (beat.last ? 1U : 0U));
}

// V1.3: a beat that was not taken must be offered again unchanged.
void BeatChecker::CheckUnchanged(std::uint32_t local, const EjectedBeat& beat) {
  if (withheld_[local] && *withheld_[local] != DigestOf(beat)) ++faults_.corrupted;
}

void BeatChecker::Withheld(std::uint32_t local, const EjectedBeat& beat) {
  CheckUnchanged(local, beat);
  withheld_[local] = DigestOf(beat);
}

void BeatChecker::Sent(std::uint32_t slot) {
  const Packet& packet = table_[slot].packet;
  in_flight_.Add(packet.destination.value() - first_node_, {packet.source.value(), slot});
}

void BeatChecker::Forget(std::uint32_t slot) {
  const Packet& packet = table_[slot].packet;
  Delivery& delivery = recent_[++delivered_ % recent_.size()];
  delivery.key = Key(packet.source, packet.destination);
  delivery.sequence = packet.sequence;
  delivery.flits = packet.words ? 0 : packet.flits;
  if (!packet.words) return;
  delivery.head = payload_.DigestOf(packet, 0);
  delivery.tail = payload_.DigestOf(packet, packet.flits - 1);
}

// Whether the packet's first or last payload had that digest.
bool BeatChecker::WasIn(const Delivery& delivery, std::uint64_t beat) const {
  if (delivery.flits == 0) return delivery.head == beat || delivery.tail == beat;
  Packet packet;
  packet.source = NodeId{static_cast<std::uint32_t>(delivery.key >> 32)};
  packet.destination = NodeId{static_cast<std::uint32_t>(delivery.key)};
  packet.sequence = delivery.sequence;
  return payload_.DigestOf(packet, 0) == beat ||
         payload_.DigestOf(packet, delivery.flits - 1) == beat;
}

// Classifies a head that matches no packet in flight to this node.
void BeatChecker::CountStranger(std::uint32_t node, std::uint32_t source,
                                const std::uint32_t* payload) {
  const std::uint64_t head = PayloadMaker::Digest(payload, payload_.words());
  for (const Delivery& delivery : recent_) {
    if (delivery.key != Key(NodeId{source}, NodeId{node}) || !WasIn(delivery, head)) continue;
    ++faults_.duplicated;
    return;
  }
  bool elsewhere = false;  // in flight from that source to another node
  bool again = false;      // the last copied flit that came from there
  in_flight_.ForEach([&](const InFlight::Entry& entry) {
    if (entry.source != source) return;
    const auto& [packet, injected, ejected, balance, next, live] = table_[entry.slot];
    const bool begun = ejected > 0 && packet.destination == NodeId{node};
    again |= begun && payload_.Is(packet, ejected - 1, payload);
    elsewhere |= !begun && payload_.Is(packet, 0, payload);
  });
  ++(again ? faults_.duplicated : elsewhere ? faults_.misrouted : faults_.corrupted);
}

// The slot of a packet in flight from the source whose head this is, or whose next copied flit;
// none if there is no such packet. kNext: only of those that may be next, the first that is copied
// and the first of the others. kNextEnding: of these only if `last` is right, as a copied flit may
// have the payload of a longer packet's head. A packet that is not copied, or ends with the beat,
// is in flight no longer.
std::uint32_t BeatChecker::Take(std::uint32_t node, std::uint32_t source, const EjectedBeat& beat,
                                Which which) {
  bool passed[2] = {};  // another one; a copied one
  std::uint32_t found = PacketTable::kNone;
  in_flight_.TakeFirst(node - first_node_, source, [&](std::uint32_t slot) {
    const PacketTable::Entry& entry = table_[slot];
    const bool copied = IsCopied(entry.packet);
    if (found != PacketTable::kNone || (which != kAny && passed[copied ? 1 : 0])) return false;
    passed[copied ? 1 : 0] = true;
    const std::uint32_t index = copied ? entry.ejected : 0;
    const bool ends = index + 1 == entry.packet.flits;
    if (which == kNextEnding && beat.last != (copied || ends)) return false;
    if (!payload_.Is(entry.packet, index, beat.payload)) return false;
    found = slot;
    return !copied || ends;
  });
  return found;
}

// Counts the fault if the packet is not the next, or there is none.
std::uint32_t BeatChecker::TakeHead(std::uint32_t node, std::uint32_t source,
                                    const EjectedBeat& beat) {
  for (const Which which : {kNextEnding, kNext, kAny}) {
    if (which == kNextEnding && !copies_) continue;
    const std::uint32_t slot = Take(node, source, beat, which);
    if (slot == PacketTable::kNone) continue;
    if (which == kAny) ++faults_.out_of_order;
    return slot;
  }
  CountStranger(node, source, beat.payload);
  return PacketTable::kNone;
}

// The first beat finds the packet; the following beats belong to it until its last. An unknown
// packet is counted once, and its beats are ignored.
bool BeatChecker::Arrived(std::uint32_t local, const EjectedBeat& beat, FlitRef& flit) {
  CheckUnchanged(local, beat);
  withheld_[local].reset();
  Arrival& arrival = arrivals_[local];
  const bool begins = arrival.slot == PacketTable::kNone && !arrival.swallow;
  if (begins) {
    arrival.slot = TakeHead(first_node_ + local / local_ports_,
                            addresses_.NodeOf(beat.source).value_or(kNoNode), beat);
    arrival.swallow = arrival.slot == PacketTable::kNone;
    if (!arrival.swallow && IsCopied(table_[arrival.slot].packet))
      arrival.index = table_[arrival.slot].ejected;
  }
  if (arrival.swallow) {
    if (beat.last) arrival = {};
    return false;
  }
  const PacketTable::Entry& entry = table_[arrival.slot];
  const bool tail = arrival.index + 1 >= entry.packet.flits;
  const Packet& packet = entry.packet;
  const bool last = tail || IsCopied(packet);
  const bool names = beat.source == addresses_.Of(packet.source, packet.source_rank) &&
                     beat.id == packet.destination_rank;
  // A head is identified by its payload.
  const bool right =
      names && beat.last == last && (begins || payload_.Is(packet, arrival.index, beat.payload));
  if (!right && !arrival.faulty) {
    ++faults_.corrupted;
    arrival.faulty = true;
  }
  flit = {arrival.slot, arrival.index, tail};
  ++arrival.index;
  if (beat.last || last) arrival = {};
  return true;
}

}  // namespace toroid
