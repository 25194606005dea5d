// The values of the node's and the top's templates, and the ports both declare.
#pragma once

#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

std::vector<ModulePort> NodePorts(const Plan& plan);
std::vector<ModulePort> TopPorts(const Plan& plan);
std::vector<ModulePort> RouterPorts(const Plan& plan);  // as the node sets the router's parameters

// Without "banner".
Values NodeValues(const Plan& plan);
Values TopValues(const Plan& plan);

// "64 nodes on torus:8x8, 32-bit flits, 4 flits of buffer per input and channel, ..."
std::string Summary(const Plan& plan);

}  // namespace toroid::rtl
