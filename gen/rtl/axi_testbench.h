// The testbench of a network with AXI4 endpoints: random managers and memories at its ports
// (docs/spec/generated.md, G1.11).
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Hand-written modules of rtl_templates/bench that the testbench instantiates:
// "axi_random_manager".
std::vector<std::string> AxiBenchModules(const Plan& plan);

// Values of the templates without "banner".
Values AxiTestbenchValues(const Plan& plan, const Layers& layers);
Values AxiCocotbValues(const Plan& plan, const Layers& layers);  // requests, in Python
Values AxiWavesValues(const Plan& plan);                         // signals that GTKWave shows

}  // namespace toroid::rtl
