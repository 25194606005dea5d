// Checks what sinks receive from the hardware against everything that was sent: payload, source,
// which guest node it is for, order in each source-destination pair of host nodes, nothing lost,
// doubled, corrupted or brought to the wrong place. It knows every packet and nothing of routes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "gen/topology/slab.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"
#include "sim/bench/payload.h"
#include "sim/bench/under_way.h"

namespace toroid {

// Faults of packets.
struct Faults {
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t corrupted = 0;
  std::uint64_t misrouted = 0;
  std::uint64_t out_of_order = 0;
  void Add(const Faults& more);
  bool any() const { return lost + duplicated + corrupted + misrouted + out_of_order > 0; }
};
// "1 duplicated, 3 corrupted": those that are not 0.
std::string ToString(const Faults& faults);

class BeatChecker {
 public:
  // Of the local ports of a slab, or null: of all.
  BeatChecker(const Plan& plan, const PacketTable& table, std::uint64_t seed,
              const Slab* slab = nullptr);

  // A packet's head was accepted by an injector: it is under way, behind those of its pair.
  void Sent(std::uint32_t slot);
  // A sink took the beat. True if it belongs to a packet that was on its way here; `flit` says
  // which of its flits. If not, the fault is counted.
  bool Arrived(std::uint32_t local, const Beat& beat, FlitRef& flit);
  // One beat was offered by an ejector and not taken: it must be the same until it is.
  void Withheld(std::uint32_t local, const Beat& beat);
  // The packet was delivered.
  void Forget(std::uint32_t slot);

  const Faults& faults() const { return faults_; }

 private:
  struct Arrival {  // the packet an ejector is receiving
    std::uint32_t slot = PacketTable::kNone;
    std::uint32_t index = 0;
    bool swallow = false;  // it is none of ours: wait for its last beat
    bool faulty = false;   // already counted
  };
  struct Delivery {
    std::uint64_t key = UINT64_MAX;
    std::uint32_t sequence = 0;
    std::uint32_t flits = 0;  // 0: it brought data, which is gone
    std::uint64_t head = 0;   // then the digest of its first payload
    std::uint64_t tail = 0;   // and of its last
  };

  std::uint64_t Key(NodeId source, NodeId destination) const {
    return static_cast<std::uint64_t>(source.value()) << 32 | destination.value();
  }
  bool WasIn(const Delivery& delivery, std::uint64_t beat) const;
  std::uint64_t DigestOf(const Beat& beat) const;
  void CheckUnchanged(std::uint32_t local, const Beat& beat);
  std::uint32_t TakeHead(std::uint32_t node, std::uint32_t source, const std::uint32_t* payload);
  void CountStranger(std::uint32_t node, std::uint32_t source, const std::uint32_t* payload);

  const PacketTable& table_;
  PayloadMaker payload_;
  std::uint32_t local_ports_;
  std::uint32_t first_node_;
  UnderWay under_way_;
  std::vector<Arrival> arrivals_;  // by local port
  // by local port: the digest of a beat that was offered and not taken
  std::vector<std::optional<std::uint64_t>> withheld_;
  WireAddresses addresses_;
  // the last deliveries, to recognise a packet, or its last beat, that comes twice
  std::vector<Delivery> recent_;
  std::uint64_t delivered_ = 0;
  Faults faults_;
};

}  // namespace toroid
