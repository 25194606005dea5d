// The packets in flight. All that drives a network names a packet by its slot here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/trace/trace.h"

namespace toroid {

// Slots of delivered packets are reused, so memory is that of the packets in flight.
class PacketTable {
 public:
  struct Entry {
    Packet packet;
    std::uint32_t injected = 0;  // flits accepted by the injector
    std::uint32_t ejected = 0;   // flits accepted by the sink
    Cycle balance = 0;           // sum of eject cycles minus sum of inject cycles
    std::uint32_t next = kNone;  // in the injector's source queue
    bool live = true;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Returns the slot of a new packet. Invalidates references to entries.
  std::uint32_t Add(const Packet& packet) {
    const std::uint32_t slot = FreeSlot();
    // Members are assigned one by one: a copied struct would stall on its stores.
    Entry& entry = entries_[slot];
    entry.packet = packet;
    entry.injected = entry.ejected = 0;
    entry.balance = 0;
    entry.next = kNone;
    entry.live = true;
    ++live_;
    return slot;
  }
  // The packet has ended: its slot may be reused at once.
  void Release(std::uint32_t slot) {
    entries_[slot].live = false;
    free_.push_back(slot);
    --live_;
  }
  // Requires a slot that was handed out.
  Entry& operator[](std::uint32_t slot) { return entries_[slot]; }
  const Entry& operator[](std::uint32_t slot) const { return entries_[slot]; }
  // Whether the slot belongs to a packet in flight; accepts any number.
  bool IsLive(std::uint32_t slot) const { return slot < entries_.size() && entries_[slot].live; }
  std::size_t live() const { return live_; }
  std::span<const Entry> entries() const { return entries_; }  // by slot, those not live included

 private:
  std::uint32_t FreeSlot() {
    if (free_.empty()) {
      entries_.emplace_back();
      return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::size_t live_ = 0;
};

}  // namespace toroid
