// Words of a block, by the slots in the tables of lanes_node.h: -1 is always low, -2 always high.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes_node.h"
#include "lanes_words.h"

namespace toroid_dut {

inline Word Part(const Block& block, int slot, unsigned part) {
  return slot >= 0 ? Parts(&block.s[slot])[part] : slot == -2 ? ~Word{0} : 0;
}
// Whether the slot is high in any lane.
inline bool Holds(const Block& block, int slot) {
  return slot == -2 || (slot >= 0 && Any(block.s[slot]));
}
// The value of a port of several bits in a lane.
template <std::size_t kBits>
std::uint32_t Number(const Block& block, const int (&slots)[kBits], unsigned lane) {
  std::uint32_t number = 0;
  for (std::size_t bit = 0; bit < kBits; ++bit)
    number |= static_cast<std::uint32_t>(Part(block, slots[bit], lane / 64) >> lane % 64 & 1)
              << bit;
  return number;
}
inline void SetAll(Block& block, int slot, bool value) {
  if (slot >= 0) block.s[slot] = value ? kAll : kNone;
}
// Sets a port of several bits to the same number in all lanes.
template <std::size_t kBits>
void SetNumber(Block& block, const int (&slots)[kBits], std::uint64_t number) {
  for (std::size_t bit = 0; bit < kBits; ++bit) SetAll(block, slots[bit], (number >> bit & 1) != 0);
}
inline void Set(Block& block, int slot, unsigned lane, bool value) {
  if (slot >= 0) SetLane(&block.s[slot], lane, value);
}

// Node n is lane n % kLanes of block n / kLanes.
inline std::uint32_t NodeOf(std::size_t block, unsigned lane) {
  return static_cast<std::uint32_t>(block * kLanes + lane);
}

}  // namespace toroid_dut
