// A packet belongs to the program at its source. Programs are independent: none has a packet at
// another's node, so each sees in a cycle what it would see alone.
#include "sim/traffic/shared.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace toroid {

SharedTraffic::SharedTraffic(std::uint32_t nodes, std::vector<TrafficOnNodes> programs)
    : programs_(std::move(programs)),
      counts_(programs_.size()),
      program_at_(nodes, static_cast<std::uint32_t>(programs_.size())) {
  for (std::size_t p = 0; p < programs_.size(); ++p) {
    for (const NodeId node : programs_[p].nodes) {
      assert(program_at_[node.index()] == programs_.size());
      program_at_[node.index()] = static_cast<std::uint32_t>(p);
    }
  }
}

std::size_t SharedTraffic::ProgramOf(const Packet& packet) const {
  const std::uint32_t program = program_at_[packet.source.index()];
  assert(program < programs_.size() && program_at_[packet.destination.index()] == program);
  return program;
}

void SharedTraffic::Offer(Cycle now, std::vector<Packet>& packets) {
  for (const TrafficOnNodes& program : programs_) program.traffic->Offer(now, packets);
}

void SharedTraffic::Injected(const Packet& packet, Cycle now) {
  ++counts_[ProgramOf(packet)].sent;
  Of(packet).Injected(packet, now);
}

void SharedTraffic::Sent(const Packet& packet, Cycle now) { Of(packet).Sent(packet, now); }

// Nothing is sent to a node without a program, but broken hardware may deliver something there.
bool SharedTraffic::HasRoom(NodeId node) const {
  const std::uint32_t program = program_at_[node.index()];
  return program == programs_.size() || programs_[program].traffic->HasRoom(node);
}

void SharedTraffic::Arriving(const Packet& packet) { Of(packet).Arriving(packet); }

void SharedTraffic::Received(const Packet& packet, std::uint32_t index,
                             const std::uint32_t* words) {
  Of(packet).Received(packet, index, words);
}

void SharedTraffic::Delivered(const Packet& packet, Cycle now, bool stalled) {
  TrafficCounts& counts = counts_[ProgramOf(packet)];
  ++counts.delivered;
  counts.stalled += stalled ? 1 : 0;
  Of(packet).Delivered(packet, now, stalled);
}

bool SharedTraffic::Exhausted() const {
  return std::ranges::all_of(
      programs_, [](const TrafficOnNodes& program) { return program.traffic->Exhausted(); });
}

Cycle SharedTraffic::NextOffer() const {
  std::optional<Cycle> next;
  for (const TrafficOnNodes& program : programs_) {
    if (program.traffic->Exhausted()) continue;
    const Cycle own = program.traffic->NextOffer();
    next = next ? std::min(*next, own) : own;
  }
  return next.value_or(0);
}

// The sum if all programs have operations, else 0, as it would not measure the whole.
std::uint64_t SharedTraffic::planned_operations() const {
  std::uint64_t sum = 0;
  for (const TrafficOnNodes& program : programs_) {
    const std::uint64_t own = program.traffic->planned_operations();
    if (own == 0) return 0;
    sum += own;
  }
  return sum;
}

std::uint64_t SharedTraffic::ended_operations() const {
  std::uint64_t sum = 0;
  for (const TrafficOnNodes& program : programs_) sum += program.traffic->ended_operations();
  return sum;
}

}  // namespace toroid
