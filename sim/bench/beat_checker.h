// Checks the beats that sinks receive from the hardware against everything that was sent: payload,
// source, guest destination and order in each source-destination pair of host nodes; no packet
// lost, duplicated, corrupted or misrouted. It knows every packet and no routes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "gen/topology/slab.h"
#include "sim/bench/event_log.h"
#include "sim/bench/interfaces.h"
#include "sim/packets/in_flight.h"
#include "sim/packets/packet_table.h"

namespace toroid {

// Number of packet faults by kind.
struct Faults {
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t corrupted = 0;
  std::uint64_t misrouted = 0;
  std::uint64_t out_of_order = 0;
  void Add(const Faults& more);
  bool any() const { return lost + duplicated + corrupted + misrouted + out_of_order > 0; }
};
// "1 duplicated, 3 corrupted": the counts that are not 0.
std::string ToString(const Faults& faults);

class BeatChecker {
 public:
  // `slab`: checks the local ports of the slab; null: all.
  BeatChecker(const Plan& plan, const PacketTable& table, std::uint64_t seed,
              const Slab* slab = nullptr);

  // An injector accepted the packet's head, or it is to come of copies: it is in flight, behind the
  // earlier packets of its pair.
  void Sent(std::uint32_t slot);
  // A sink took the beat. Returns true if it belongs to a packet in flight to this node, and sets
  // `flit`. Otherwise counts the fault.
  bool Arrived(std::uint32_t local, const EjectedBeat& beat, FlitRef& flit);
  // An ejector offered a beat that was not taken: it must stay the same until it is.
  void Withheld(std::uint32_t local, const EjectedBeat& beat);
  // The packet was delivered.
  void Forget(std::uint32_t slot);

  const Faults& faults() const { return faults_; }

 private:
  struct Arrival {  // the packet an ejector is receiving
    std::uint32_t slot = PacketTable::kNone;
    std::uint32_t index = 0;
    bool swallow = false;  // unknown packet: ignore beats up to its last
    bool faulty = false;   // already counted
  };
  struct Delivery {
    std::uint64_t key = UINT64_MAX;
    std::uint32_t sequence = 0;
    std::uint32_t flits = 0;  // 0: it brought data, which is gone
    std::uint64_t head = 0;   // digest of its first payload otherwise
    std::uint64_t tail = 0;   // digest of its last
  };

  std::uint64_t Key(NodeId source, NodeId destination) const {
    return static_cast<std::uint64_t>(source.value()) << 32 | destination.value();
  }
  // Whether the packet's flits come as copies, each by itself (BC1.4).
  bool IsCopied(const Packet& packet) const { return copies_ && !packet.enters; }
  bool WasIn(const Delivery& delivery, std::uint64_t beat) const;
  std::uint64_t DigestOf(const EjectedBeat& beat) const;
  void CheckUnchanged(std::uint32_t local, const EjectedBeat& beat);
  enum Which { kNextEnding, kNext, kAny };
  std::uint32_t Take(std::uint32_t node, std::uint32_t source, const EjectedBeat& beat,
                     Which which);
  std::uint32_t TakeHead(std::uint32_t node, std::uint32_t source, const EjectedBeat& beat);
  void CountStranger(std::uint32_t node, std::uint32_t source, const std::uint32_t* payload);

  const PacketTable& table_;
  PayloadMaker payload_;
  bool copies_;
  std::uint32_t local_ports_;
  std::uint32_t first_node_;
  InFlight in_flight_;
  std::vector<Arrival> arrivals_;  // by local port
  // by local port: the digest of a beat that was offered and not taken
  std::vector<std::optional<std::uint64_t>> withheld_;
  WireAddresses addresses_;
  // the last deliveries, to recognise a packet, or its last beat, that arrives twice
  std::vector<Delivery> recent_;
  std::uint64_t delivered_ = 0;
  Faults faults_;
};

}  // namespace toroid
