// Which packets are under way to each node.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/packets/packet_table.h"

namespace toroid {

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
