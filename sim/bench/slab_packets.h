// Packets that have flits in a slab of the model. The model's flits name a packet by its slot, and
// each rank has its own slots, so packets are renumbered at the border.
//
// The head carries its packet across the border. The flits behind it follow through the same
// buffer, one packet after another, which identifies their packet.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/bench/packet_table.h"
#include "sim/bench/rank_sync.h"
#include "sim/model/border.h"

namespace toroid {

class SlabPackets : public model::Border {
 public:
  SlabPackets(const Plan& plan, RankSync& rank_sync);

  const PacketTable& packets() const { return packets_; }
  // A flit that enters at a local port of the slab, with the slot of this rank.
  FlitRef Enter(std::uint32_t local, const Packet& packet, FlitRef flit);
  // A sink took the packet's last flit.
  void Leave(std::uint32_t slot) { ended_.push_back(slot); }
  // Returns, and clears, the slots of packets that have entered the slab since, by a link or an
  // injector.
  std::vector<std::uint32_t> TakeNew();
  // The slots of packets that have left may be used again.
  void Forget();

  // Border.
  void Cross(const std::vector<const model::OnLinks*>& leaving, std::size_t crossings,
             model::OnLinks& coming) override;

 private:
  // A flit as it crosses the border; nodes are the host's.
  struct Flit {
    std::uint32_t node;
    std::uint32_t lane;
    std::uint32_t index;
    std::uint32_t address;
    std::uint16_t tail;
    Packet packet;  // heads only
  };
  struct Credit {
    std::uint32_t node;
    std::uint32_t lane;
  };
  std::uint32_t Add(const Packet& packet);
  void Put(const model::Arrival& arrival);
  void Take(Message& message, model::OnLinks& coming);

  RankSync& rank_sync_;
  std::uint32_t lanes_bound_;
  PacketTable packets_;
  std::vector<std::uint32_t> entering_;  // by local port: slot of the entering packet
  std::unordered_map<std::uint64_t, std::uint32_t> arriving_;  // likewise, by node and lane
  std::vector<std::uint32_t> new_, ended_;
  std::vector<std::vector<Flit>> flits_;  // leaving flits, by rank
  std::vector<std::vector<Credit>> credits_;
};

}  // namespace toroid
