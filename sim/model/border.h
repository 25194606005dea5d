// Interface that carries flits and credits from one slab of a network to another.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/network.h"

namespace toroid::model {

class Border {
 public:
  virtual ~Border() = default;
  // `leaving`: values for the halo in this cycle, by nodes of the halo. `crossings`: flits that
  // crossed links of this slab in it, including those that leave. Arrivals are put into `coming`,
  // by nodes of the slab.
  virtual void Cross(const std::vector<const OnLinks*>& leaving, std::size_t crossings,
                     OnLinks& coming) = 0;
};

}  // namespace toroid::model
