// Small choices at random, the same for the same seed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "gen/support/random.h"

namespace toroid::fuzz {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  // 0 .. bound-1; bound >= 1
  int Below(int bound) {
    return static_cast<int>(random_.Below(static_cast<std::uint64_t>(bound)));
  }
  int Between(int low, int high) { return low + Below(high - low + 1); }
  bool OneIn(int n) { return Below(n) == 0; }
  template <class T>
  const T& Pick(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(Below(static_cast<int>(all.size())))];
  }
  std::string Word(std::initializer_list<const char*> all) {
    return *(all.begin() + Below(static_cast<int>(all.size())));
  }
  template <class T>
  void Shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1], all[static_cast<std::size_t>(Below(static_cast<int>(i)))]);
  }

 private:
  Random random_;
};

}  // namespace toroid::fuzz
