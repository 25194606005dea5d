// The packets that wait at each injector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/support/integers.h"
#include "sim/packets/packet_table.h"

namespace toroid {

// Queues without a limit, by local port, linked through the table that has the packets.
class InjectorQueues {
 public:
  InjectorQueues(PacketTable& packets, std::size_t locals)
      : packets_(packets), queues_(locals), waiting_(BitmapWords(locals)) {}

  std::size_t size() const { return queues_.size(); }
  void Add(std::uint32_t local, std::uint32_t slot) {
    Queue& queue = queues_[local];
    if (queue.first == PacketTable::kNone) {
      queue.first = slot;
      Mark(waiting_.data(), local);
    } else {
      packets_[queue.last].next = slot;
    }
    queue.last = slot;
  }
  // Requires a packet that waits there.
  std::uint32_t First(std::uint32_t local) const { return queues_[local].first; }
  void RemoveFirst(std::uint32_t local) {
    Queue& queue = queues_[local];
    queue.first = packets_[queue.first].next;
    if (queue.first == PacketTable::kNone) Unmark(waiting_.data(), local);
  }
  // visit(local) where a packet waits, ascending. It may remove the first packet there.
  template <class Visit>
  void ForEachWaiting(Visit visit) {
    ForEachBit(waiting_, [&](std::size_t local) { visit(static_cast<std::uint32_t>(local)); });
  }

 private:
  struct Queue {
    std::uint32_t first = PacketTable::kNone;
    std::uint32_t last = PacketTable::kNone;
  };

  PacketTable& packets_;
  std::vector<Queue> queues_;
  std::vector<std::uint64_t> waiting_;  // bitmap of the local ports whose queue is not empty
};

}  // namespace toroid
