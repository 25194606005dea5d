// What the ranks of a simulation tell each other, once a cycle.
//
// Each rank has a testbench around a slab of the network: the drivers and checks of its nodes.
// Within it nodes and local ports are numbered as in the slab; packets name nodes of the host, and
// so does all that is printed or sent. In each cycle, when sinks and injectors have done what they
// do, the ranks meet: they tell how much is under way and whether anything moved, which flits
// entered for nodes of others, and what nodes next to the border show. So all of them know in the
// same cycle that the run is over, and each knows what its nodes are to receive.
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

// What becomes known of all ranks' cycle together.
struct CycleSums {
  std::int64_t live = 0;        // packets offered and not ended
  std::uint64_t crossings = 0;  // of links
  std::uint64_t moved = 0;      // ranks in which a packet's flit entered or left
  std::uint64_t strays = 0;     // beats that were no packet's
  int signal = 0;               // that has come to a rank, for all to stop
};

// A flit that an injector of another rank took in this cycle, of a packet for a node of this one.
struct EnteredFlit {
  std::uint32_t injector = 0;  // local port, of the host
  bool head = false;
  bool tail = false;
  Packet packet;
};

class Together {
 public:
  // The ranks must outlive this. Of a plan whose host has as many nodes as there are ranks.
  Together(const Plan& plan, Ranks& ranks);

  const Slab& slab() const { return slab_; }
  Ranks& ranks() { return ranks_; }
  // Numbers of the host's.
  std::uint32_t first_node() const { return slab_.begin(); }
  std::uint32_t first_local() const { return slab_.begin() * local_ports_; }
  // Whether another rank's node is to receive it.
  bool GoesAway(const Packet& packet) const {
    return !packet.misaddressed && !slab_.Has(packet.destination);
  }

  // ---- during a cycle
  // Of this rank's cycle; crossings are told by the network.
  CycleSums& own() { return own_; }
  // The nodes that are busy, of the slab, once everything is delivered.
  void SayBusy(const std::vector<std::uint32_t>& nodes);
  void SayEntered(const EnteredFlit& flit) {
    entered_[static_cast<std::size_t>(slab_.PartOf(flit.packet.destination))].push_back(flit);
  }

  // ---- at its end, by the network: what it puts into the messages by rank, and takes from them
  Message& To(int rank) { return messages_[static_cast<std::size_t>(rank)]; }
  Message& From(int rank) { return messages_[static_cast<std::size_t>(rank)]; }
  void Begin(std::uint64_t crossings);
  void Meet();

  // ---- after it
  const CycleSums& all() const { return all_; }
  // Nodes of the host, ascending.
  const std::vector<std::uint32_t>& busy() const { return all_busy_; }
  const std::vector<EnteredFlit>& coming() const { return coming_; }

  // ---- at any time
  // The lines of all ranks, by rank.
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
