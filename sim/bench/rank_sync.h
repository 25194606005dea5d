// Exchange between the ranks of a simulation, once a cycle.
//
// Each rank has a testbench around a slab of the network: the drivers and checks of its nodes.
// Inside it nodes and local ports are numbered within the slab; packets name nodes of the host, and
// so does everything printed or sent. At the end of each cycle the ranks exchange how many packets
// are in flight, whether anything moved, which flits entered for nodes of other ranks, and what
// nodes next to the border show. So all ranks end in the same cycle, and each knows what its nodes
// are to receive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/bench/protocol_checker.h"
#include "sim/dut/dut.h"
#include "sim/model/network.h"
#include "sim/packets/packet_table.h"
#include "sim/ranks/ranks.h"
#include "sim/trace/trace.h"

namespace toroid {

// Sums over a cycle of all ranks.
struct CycleSums {
  std::int64_t live = 0;        // packets offered and not ended
  std::uint64_t crossings = 0;  // link crossings
  std::uint64_t moved = 0;      // ranks in which a packet's flit entered or left
  std::uint64_t strays = 0;     // beats that belong to no packet
  int signal = 0;               // received by a rank, and stops all
};

// A flit that an injector of another rank took in this cycle, for a node of this rank.
struct EnteredFlit {
  std::uint32_t injector = 0;  // local port, of the host
  bool head = false;
  bool tail = false;
  Packet packet;
};

class RankSync {
 public:
  // The ranks must outlive this. The plan's host must have at least as many nodes as there are
  // ranks.
  RankSync(const Plan& plan, Ranks& ranks);

  const Slab& slab() const { return slab_; }
  Ranks& ranks() { return ranks_; }
  // First numbers of the slab in the host.
  std::uint32_t first_node() const { return slab_.begin(); }
  std::uint32_t first_local() const { return slab_.begin() * local_ports_; }
  // Whether another rank's node receives the packet.
  bool GoesAway(const Packet& packet) const {
    return !packet.misaddressed && !slab_.Has(packet.destination);
  }

  // ---- during a cycle
  // This rank's part of the sums; the network sets the crossings.
  CycleSums& own() { return own_; }
  // The busy nodes of the slab, once everything is delivered.
  void ReportBusy(const std::vector<std::uint32_t>& nodes);
  void ReportEntered(const EnteredFlit& flit) {
    entered_[static_cast<std::size_t>(slab_.PartOf(flit.packet.destination))].push_back(flit);
  }

  // ---- at the end of a cycle, by the network: contents of the messages, by rank
  Message& To(int rank) { return messages_[static_cast<std::size_t>(rank)]; }
  Message& From(int rank) { return messages_[static_cast<std::size_t>(rank)]; }
  void Begin(std::uint64_t crossings);
  void Exchange();

  // ---- after it
  const CycleSums& all() const { return all_; }
  // Nodes of the host, ascending.
  const std::vector<std::uint32_t>& busy() const { return all_busy_; }
  const std::vector<EnteredFlit>& coming() const { return coming_; }

  // ---- at any time
  // Concatenates the lines of all ranks, by rank.
  std::vector<std::string> Lines(const std::vector<std::string>& own);

 private:
  Ranks& ranks_;
  Slab slab_;
  std::uint32_t local_ports_;
  CycleSums own_, all_;
  std::vector<std::uint32_t> own_busy_, all_busy_;
  std::vector<std::vector<EnteredFlit>> entered_;  // by rank that receives them
  std::vector<EnteredFlit> coming_;
  std::vector<Message> messages_;
};

// Packets that have flits in a slab of the model. The model's flits name a packet by its slot, and
// each rank has its own slots, so packets are renumbered at the border.
//
// The head carries its packet across the border. The flits behind it follow through the same
// buffer, one packet after another, which identifies their packet.
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
    std::uint32_t link_channel;
    std::uint32_t index;
    std::uint32_t address;
    std::uint16_t tail;
    Packet packet;  // heads only
  };
  struct Credit {
    std::uint32_t node;
    std::uint32_t link_channel;
  };
  std::uint32_t Add(const Packet& packet);
  void Put(const model::Arrival& arrival);
  void Take(Message& message, model::OnLinks& coming);

  RankSync& rank_sync_;
  std::uint32_t link_channel_bound_;
  PacketTable packets_;
  std::vector<std::uint32_t> entering_;  // by local port: slot of the entering packet
  std::unordered_map<std::uint64_t, std::uint32_t> arriving_;  // likewise, by node and link channel
  std::vector<std::uint32_t> new_, ended_;
  std::vector<std::vector<Flit>> flits_;  // leaving flits, by rank
  std::vector<std::vector<Credit>> credits_;
};

// The border of a slab of the hardware: carries the wires' values from rank to rank.
class WireCrossing {
 public:
  // `rank_sync` must outlive this.
  WireCrossing(const Plan& plan, RankSync& rank_sync);

  // Call after a step: sends the values of the next cycle to the other ranks, and theirs to `dut`.
  void Exchange(Dut& dut);
  // Crossings received for the current cycle.
  BorderBits seen() const { return {flits_seen_, credits_seen_}; }

 private:
  // A flit or credits that a node shows to a neighbour; nodes are numbered in the host.
  struct Item {
    ToroidDutShown shown;
    std::uint32_t to;
  };
  struct Items {
    std::vector<Item> items;
    std::vector<std::uint32_t> flits;  // the words of the flits among them
  };
  Items& For(std::uint32_t neighbour);
  void Sort(const Dut& dut);
  void Take(Message& message, std::uint32_t flit_words);
  void See(const ToroidDutShown& shown, std::uint32_t to);

  RankSync& rank_sync_;
  std::uint32_t link_ports_;
  std::vector<Items> leaving_;  // by rank
  // Numbered in the slab, with the words of each.
  std::vector<ToroidDutShown> coming_;
  std::vector<std::uint32_t> coming_flits_;
  std::vector<std::uint32_t> flits_seen_, credits_seen_;  // by buffer
};

}  // namespace toroid
