#include "sim/bench/tree_beats.h"

#include <algorithm>
#include <span>
#include <utility>

#include "sim/algorithm/elements.h"

namespace toroid {

// A flit is on no route longer than the host has nodes, and in no chain with more operators than
// ports.
TreeBeats::TreeBeats(const Plan& plan, const PayloadMaker& payload)
    : plan_(plan),
      payload_(payload),
      lifetime_(plan.host().size() * static_cast<std::size_t>(plan.hop_cycles()) +
                plan.link_ports().size() * static_cast<std::size_t>(plan.join_cycles())) {}

FlitRef TreeBeats::Keep(Beat beat, bool tail) {
  beats_.push_back(std::move(beat));
  return {next_++, 0, tail};
}

// Words of the tree are sent on as the root's (IN2.4).
FlitRef TreeBeats::Add(const Packet& packet, const FlitRef& flit) {
  const NodeId source = packet.leaves ? packet.source : plan_.in_network()->root();
  Beat beat{plan_.WireAddressOf(source),
            std::vector<std::uint32_t>(static_cast<std::size_t>(payload_.words()))};
  payload_.Write(packet, flit.index, beat.words.data());
  return Keep(std::move(beat), flit.tail);
}

FlitRef TreeBeats::Join(const FlitRef& word, const FlitRef& child) {
  Beat result = At(word);
  const HardwareOptions& hardware = plan_.hardware();
  Combine(*hardware.join.by, result.words, At(child).words, hardware.flit_width);
  return Keep(std::move(result), child.tail);
}

EjectedBeat TreeBeats::Wires(const FlitRef& flit) const {
  const Beat& beat = At(flit);
  return {.source = beat.source, .last = flit.tail, .payload = beat.words.data()};
}

std::uint64_t TreeBeats::DigestOf(const FlitRef& flit) const {
  return PayloadMaker::Digest(At(flit).words.data(), payload_.words());
}

void TreeBeats::EndCycle() {
  begins_.push_back(next_);
  if (begins_.size() <= lifetime_) return;
  while (first_ != begins_.front()) {
    beats_.pop_front();
    ++first_;
  }
  begins_.pop_front();
}

}  // namespace toroid
