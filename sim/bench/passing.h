// The packets of which flits are in a slab of the model, wherever these came from and go to: the
// model's flits name a packet by its slot, and slots are a rank's own.
//
// A packet's head brings the packet along when it comes from another slab. The flits behind it come
// by the same buffer, one packet after another, so that it is known whose they are.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/bench/packet_table.h"
#include "sim/bench/together.h"
#include "sim/model/border.h"

namespace toroid {

class Passing : public model::Border {
 public:
  Passing(const Plan& plan, Together& together);

  const PacketTable& packets() const { return packets_; }
  // A flit that enters at a local port of the slab, as the model is to know it.
  FlitRef Enter(std::uint32_t local, const Packet& packet, FlitRef flit);
  // A packet's last flit was taken by a sink.
  void Leave(std::uint32_t slot) { ended_.push_back(slot); }
  // Slots of packets that have come to the slab since, by a link or by an injector. Clears the
  // list.
  std::vector<std::uint32_t> TakeNew();
  // The slots of packets that have left may be used again.
  void Forget();

  // Border.
  void Cross(const std::vector<const model::OnLinks*>& leaving, std::size_t crossings,
             model::OnLinks& coming) override;

 private:
  // As they cross the border; nodes are the host's.
  struct Flit {
    std::uint32_t node;
    std::uint32_t lane;
    std::uint32_t index;
    std::uint32_t address;
    std::uint16_t tail;
    Packet packet;  // of a head
  };
  struct Credit {
    std::uint32_t node;
    std::uint32_t lane;
  };
  std::uint32_t Add(const Packet& packet);
  void Put(const model::Arrival& arrival);
  void Take(Message& message, model::OnLinks& coming);

  Together& together_;
  std::uint32_t lanes_bound_;
  PacketTable packets_;
  std::vector<std::uint32_t> entering_;  // by local port: slot of the packet that enters
  std::unordered_map<std::uint64_t, std::uint32_t> arriving_;  // likewise, by node and lane
  std::vector<std::uint32_t> new_, ended_;
  std::vector<std::vector<Flit>> flits_;  // that leave, by rank
  std::vector<std::vector<Credit>> credits_;
};

}  // namespace toroid
