// A small text picture of a network for the top's banner.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid::rtl {

// A line for each axis, then a drawing of the last two axes, the other coordinates at 0. Long axes
// are cut. For torus:3x5:
//
//   axis 0: length 3, wraps
//   axis 1: length 5, wraps
//
//     ~     ~     ~           ~
//   ~(0,0)-(0,1)-(0,2)- ... -(0,4)~
//     |     |     |           |
//   ~(1,0)-(1,1)-(1,2)- ... -(1,4)~
std::vector<std::string> Picture(const Plan& plan);

}  // namespace toroid::rtl
