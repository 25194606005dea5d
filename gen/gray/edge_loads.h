// How many guest edges use each undirected cube edge.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

class EdgeLoads {
 public:
  explicit EdgeLoads(int dimensions)
      : dimensions_(static_cast<std::size_t>(dimensions)), loads_(static_cast<std::size_t>(dimensions) << dimensions) {}

  // The load of the edge that leaves `node` along `dimension`.
  int& At(std::uint32_t node, int dimension) {
    return loads_[std::size_t{node & ~(1U << dimension)} * dimensions_ + static_cast<std::size_t>(dimension)];
  }
  void Add(NodeId from, const CubePath& path, int amount = 1) {
    std::uint32_t here = from.value();
    for (int step = 0; step < path.length(); ++step) {
      At(here, path.dimension(step)) += amount;
      here ^= 1U << path.dimension(step);
    }
  }
  void AddAll(const EdgeLoads& other) { std::ranges::transform(loads_, other.loads_, loads_.begin(), std::plus<>()); }
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
  std::size_t dimensions_;
  std::vector<int> loads_;  // by lower node * dimensions + dimension
};

}  // namespace toroid::gray
