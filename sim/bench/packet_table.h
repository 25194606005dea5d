// The packets in flight. All parts of a testbench name a packet by its slot here.
#pragma once

#include <algorithm>
#include <bit>
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

// The packets in flight to each node, in sending order. A node mostly has few, which share one
// cache line. Which packet comes next is unpredictable, so they are searched and closed up without
// a branch. Where many are in flight to one node, as at a hot spot, each arrival moves up all
// behind it.
class InFlight {
 public:
  struct Entry {
    std::uint32_t source = 0;  // a node
    std::uint32_t slot = 0;
  };

  // Destinations are numbered from 0 to `nodes` - 1.
  explicit InFlight(std::size_t nodes) : rows_(nodes) {}

  void Add(std::uint32_t destination, const Entry& entry) {
    Row& row = rows_[destination];
    if (row.count < kNear) {
      row.near[row.count] = entry;
    } else {
      if (far_.empty()) far_.resize(rows_.size());
      far_[destination].push_back(entry);
    }
    ++row.count;
  }

  // Removes the destination's first entry from that source for which wanted(slot) holds, and
  // returns its slot; kNone if there is none. Calls `wanted` for the entries up to it, in order,
  // and for no others.
  template <class Wanted>
  std::uint32_t TakeFirst(std::uint32_t destination, std::uint32_t source, const Wanted& wanted) {
    Row& row = rows_[destination];
    for (unsigned places = row.PlacesOf(source); places != 0; places &= places - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(places));
      const std::uint32_t slot = row.near[place].slot;
      if (!wanted(slot)) continue;
      row.Close(place);
      if (row.count-- > kNear) row.near[kNear - 1] = TakeFar(destination, 0);
      return slot;
    }
    for (std::uint32_t i = kNear; i < row.count; ++i) {
      const Entry& entry = far_[destination][i - kNear];
      if (entry.source != source || !wanted(entry.slot)) continue;
      --row.count;
      return TakeFar(destination, i - kNear).slot;
    }
    return PacketTable::kNone;
  }

  // Calls visit(entry) for all entries, by destination and in order.
  template <class Visit>
  void ForEach(const Visit& visit) const {
    for (std::size_t destination = 0; destination < rows_.size(); ++destination) {
      const Row& row = rows_[destination];
      std::for_each_n(row.near, std::min(row.count, kNear), visit);
      if (row.count > kNear) std::ranges::for_each(far_[destination], visit);
    }
  }

 private:
  static constexpr std::uint32_t kNear = 7;

  struct alignas(64) Row {
    std::uint32_t count = 0;  // all entries
    Entry near[kNear];        // the first entries

    // Bit i: near[i] is from that source.
    unsigned PlacesOf(std::uint32_t source) const {
      unsigned places = 0;
#pragma GCC unroll 7
      for (unsigned i = 0; i < kNear; ++i)
        places |= static_cast<unsigned>(near[i].source == source && i < count) << i;
      return places;
    }
    // Moves up the entries behind a place.
    void Close(std::uint32_t place) {
#pragma GCC unroll 7
      for (std::uint32_t i = 0; i + 1 < kNear; ++i)
        near[i] = near[i + static_cast<std::uint32_t>(i >= place)];
    }
  };

  Entry TakeFar(std::uint32_t destination, std::size_t place) {
    std::vector<Entry>& far = far_[destination];
    const Entry entry = far[place];
    far.erase(far.begin() + static_cast<std::ptrdiff_t>(place));
    return entry;
  }

  std::vector<Row> rows_;                // by destination
  std::vector<std::vector<Entry>> far_;  // entries behind `near`; empty until a row is full
};

}  // namespace toroid
