// Who brings flits and credits from one slab of a network to another.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/network.h"

namespace toroid::model {

class Border {
 public:
  virtual ~Border() = default;
  // What leaves for the halo in this cycle, by nodes of the halo; and how many flits crossed links
  // of this slab in it, those that leave included. What comes is put into `coming`, by nodes of the
  // slab.
  virtual void Cross(const std::vector<const OnLinks*>& leaving, std::size_t crossings,
                     OnLinks& coming) = 0;
};

}  // namespace toroid::model
