#include "sim/bench/copied_beats.h"

namespace toroid {

CopiedBeats::CopiedBeats(const Plan& plan, const PayloadMaker& payload)
    : plan_(plan), payload_(payload) {}

FlitRef CopiedBeats::Add(const Packet& packet, std::uint32_t index) {
  if (free_.empty()) {
    free_.push_back(kFirst + static_cast<std::uint32_t>(beats_.size()));
    beats_.emplace_back();
    words_.resize(beats_.size() * static_cast<std::size_t>(payload_.words()));
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  beats_[slot - kFirst] = {packet.source, plan_.host().size() - 1};
  payload_.Write(packet, index, &words_[PlaceOf(slot)]);
  return {slot, 0, true};
}

EjectedBeat CopiedBeats::Wires(const FlitRef& flit) const {
  return {.source = plan_.WireAddressOf(RootOf(flit)),
          .last = true,
          .payload = &words_[PlaceOf(flit.slot)]};
}

WireRecord CopiedBeats::Record(const FlitRef& flit, NodeId from, Axis axis) const {
  const Graph& host = plan_.host();
  const NodeId root = RootOf(flit);
  Coordinates destination = host.CoordinatesOf(root);
  for (int a = 0; a < axis.value(); ++a)
    destination[Axis{a}.index()] = host.Coordinate(from, Axis{a});
  if (host.length(axis) == 2) destination[axis.index()] = 1 - host.Coordinate(from, axis);
  return {.head_tail = 3,
          .source = plan_.AddressOf(root),
          .destination = plan_.AddressOf(host.NodeAt(destination)),
          .payload = PayloadMaker::Digest(&words_[PlaceOf(flit.slot)], payload_.words()),
          .added = kOfTree};
}

void CopiedBeats::Take(const FlitRef& flit) {
  if (--beats_[flit.slot - kFirst].left == 0) free_.push_back(flit.slot);
}

}  // namespace toroid
