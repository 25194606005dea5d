// How many paths of an embedding cross each host node and link.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/embedding/embedding.h"

namespace toroid {

struct Loads {
  // By host node: guest edges whose path crosses it without starting or ending there. One shortest path an edge, from its lower end.
  std::vector<std::uint32_t> node;
  // Most messages over one directed link, both messages of every guest edge on the real routes (Graph::Route).
  std::uint64_t link_max = 0;
};

Loads MeasureLoads(const Embedding& embedding);

}  // namespace toroid
