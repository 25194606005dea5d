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
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
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

}  // namespace toroid
