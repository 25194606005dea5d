// The pairs of nodes that have packets under way: a hash table without allocation for each entry,
// as every packet enters it and leaves it again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toroid {

class PairTable {
 public:
  static constexpr std::uint64_t kFree = UINT64_MAX;
  struct Pair {
    std::uint64_t key = kFree;  // source and destination
    std::uint32_t first = 0;    // slots of its packets in order
    std::uint32_t last = 0;
  };

  // Null if there is none. Valid until the next call.
  Pair* Find(std::uint64_t key) {
    Pair& pair = pairs_[PlaceOf(key)];
    return pair.key == kFree ? nullptr : &pair;
  }
  // A pair with one packet. Requires that there is no entry of it.
  void Add(std::uint64_t key, std::uint32_t slot) {
    if (4 * ++used_ > pairs_.size()) Grow();
    pairs_[PlaceOf(key)] = {key, slot, slot};
  }
  // Moves up those that had to make way for it, so that no search stops too early.
  void Erase(Pair* pair) {
    --used_;
    auto hole = static_cast<std::size_t>(pair - pairs_.data());
    for (std::size_t at = Next(hole); pairs_[at].key != kFree; at = Next(at)) {
      const std::size_t home = HomeOf(pairs_[at].key);
      if (((at - home) & mask()) < ((at - hole) & mask())) continue;
      pairs_[hole] = pairs_[at];
      hole = at;
    }
    pairs_[hole].key = kFree;
  }

  // All entries, in no particular order, and free ones.
  std::span<const Pair> pairs() const { return pairs_; }

 private:
  std::size_t mask() const { return pairs_.size() - 1; }
  // The upper bits of a product depend on all bits of the key.
  std::size_t HomeOf(std::uint64_t key) const { return key * 0x9e3779b97f4a7c15ULL >> shift_; }
  std::size_t Next(std::size_t place) const { return (place + 1) & mask(); }
  std::size_t PlaceOf(std::uint64_t key) const {
    std::size_t place = HomeOf(key);
    while (pairs_[place].key != kFree && pairs_[place].key != key) place = Next(place);
    return place;
  }
  void Grow() {
    --shift_;
    std::vector<Pair> before(2 * pairs_.size());
    before.swap(pairs_);
    for (const Pair& pair : before)
      if (pair.key != kFree) pairs_[PlaceOf(pair.key)] = pair;
  }

  std::vector<Pair> pairs_ = std::vector<Pair>(64);  // a power of two, at most a quarter used
  unsigned shift_ = 64 - 6;                          // leaves the bits of a place
  std::size_t used_ = 0;
};

}  // namespace toroid
