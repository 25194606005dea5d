// Seeded randomness that is the same on every machine: a keyed mix of integers, no library
// distribution, as those of the standard library differ from one implementation to the next.
//
// Every use has its own seed, mixed from the run's seed and its purpose. So a random value does not
// depend on how many were drawn elsewhere, and model and hardware draw the same ones.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace toroid {

__extension__ using Uint128 = unsigned __int128;

// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014 (SplitMix64).
//
// SplitMix64's finalizer: a bijection of 64-bit integers whose output bits look independent.
constexpr std::uint64_t Mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
constexpr std::uint64_t Mix(std::uint64_t a, std::uint64_t b) { return Mix(Mix(a) ^ b); }

// A sequence of uniform 64-bit values.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(Mix(seed)) {}
  constexpr std::uint64_t Next() { return Mix(state_ += 0x9e3779b97f4a7c15ULL); }
  // Uniform in 0 .. bound-1; bound >= 1. The bias is below bound / 2^64.
  constexpr std::uint64_t Below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<Uint128>(Next()) * bound) >> 64);
  }
  // A place in a list of this size, where a size has fewer bits.
  template <std::same_as<std::size_t> Size>
  constexpr Size Below(Size size) {
    return static_cast<Size>(Below(std::uint64_t{size}));
  }
  // Uniform in (0, 1].
  constexpr double Unit() { return (static_cast<double>(Next() >> 11) + 1.0) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

// True with probability p for a uniform 64-bit value; always for p >= 1.
constexpr bool Chance(std::uint64_t uniform, double p) {
  return static_cast<double>(uniform >> 11) * 0x1p-53 < p;
}

}  // namespace toroid
