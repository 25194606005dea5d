// The number of guest edges on each undirected cube edge: congestion, edge by edge. A cube of n
// dimensions has 2^(n-1) edges along each; node 5 (101) and dimension 1 is the edge 101-111, which
// is at place 11 of that dimension, the node without the bit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

class EdgeLoads {
 public:
  explicit EdgeLoads(int dimensions)
      : half_(dimensions == 0 ? 0 : std::size_t{1} << (dimensions - 1)),
        loads_(half_ * static_cast<std::size_t>(dimensions)) {}

  // The load of the edge that leaves `node` along `dimension`.
  int& At(std::uint32_t node, int dimension) {
    const std::uint32_t low = node & ((1U << dimension) - 1);
    const std::uint32_t high = node >> dimension >> 1;
    return loads_[half_ * static_cast<std::size_t>(dimension) +
                  (std::size_t{high} << dimension | low)];
  }
  // Adds a guest edge, or `amount` of them, along the path that begins at `from`.
  void Add(NodeId from, const CubePath& path, int amount = 1) {
    std::uint32_t here = from.value();
    for (int step = 0; step < path.length(); ++step) {
      At(here, path.dimension(step)) += amount;
      here ^= 1U << path.dimension(step);
    }
  }
  // Adds the loads of another part, for the same cube.
  void AddAll(const EdgeLoads& other) {
    std::ranges::transform(loads_, other.loads_, loads_.begin(), std::plus<>());
  }
  // The total load of the edges of the path.
  int Sum(NodeId from, const CubePath& path) {
    int sum = 0;
    std::uint32_t here = from.value();
    for (int step = 0; step < path.length(); ++step) {
      sum += At(here, path.dimension(step));
      here ^= 1U << path.dimension(step);
    }
    return sum;
  }
  int Largest() const { return loads_.empty() ? 0 : *std::ranges::max_element(loads_); }

 private:
  std::size_t half_;        // edges along each dimension
  std::vector<int> loads_;  // by dimension, then by the node without that dimension's bit
};

}  // namespace toroid::gray
