// Several programs on one network, each on its own nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/traffic/traffic.h"

namespace toroid {

// A program's traffic, all of whose packets are between its nodes.
struct TrafficOnNodes {
  std::unique_ptr<Traffic> traffic;
  std::vector<NodeId> nodes;
};

// Counts of a program's packets so far.
struct TrafficCounts {
  std::uint64_t sent = 0;       // heads accepted by injectors
  std::uint64_t delivered = 0;  // tails accepted by sinks
  std::uint64_t stalled = 0;    // delivered packets with a flit that waited inside the network
};

// Each program runs as if it were alone. The traffic ends when all programs have; then each has its
// own log and result, and the whole has none. Does not support relays, barriers or schedule units
// of the hardware, which all nodes of a network share.
class SharedTraffic : public Traffic {
 public:
  // No two programs have a node in common; `nodes` is the number of nodes of the host.
  SharedTraffic(std::uint32_t nodes, std::vector<TrafficOnNodes> programs);

  std::size_t size() const { return programs_.size(); }
  const Traffic& program(std::size_t p) const { return *programs_[p].traffic; }
  const TrafficCounts& counts(std::size_t p) const { return counts_[p]; }

  void Offer(Cycle now, std::vector<Packet>& packets) override;
  void Injected(const Packet& packet, Cycle now) override;
  void Sent(const Packet& packet, Cycle now) override;
  bool HasRoom(NodeId node) const override;
  void Arriving(const Packet& packet) override;
  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override;
  void Delivered(const Packet& packet, Cycle now, bool stalled) override;
  bool Exhausted() const override;
  Cycle NextOffer() const override;
  std::uint64_t planned_operations() const override;
  std::uint64_t ended_operations() const override;

 private:
  // Index of the packet's program.
  std::size_t ProgramOf(const Packet& packet) const;
  Traffic& Of(const Packet& packet) { return *programs_[ProgramOf(packet)].traffic; }

  std::vector<TrafficOnNodes> programs_;
  std::vector<TrafficCounts> counts_;
  std::vector<std::uint32_t> program_at_;  // by node; the number of programs where there is none
};

}  // namespace toroid
