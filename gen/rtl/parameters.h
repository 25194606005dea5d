// What a design may set when it instantiates node, top or wrap: FLIT_WIDTH and, where routers have
// buffers, DEPTH. The plan gives their defaults, which the hardware's hash and all that is made
// beside the Verilog (manifest, proofs, testbenches) are about.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

struct Parameter {
  std::string name;
  int value = 0;  // by default
  int least = 0;  // allowed are the multiples of `step` between these
  int most = 0;
  int step = 1;
  std::string what;
};

std::vector<Parameter> ParametersOf(const Plan& plan);

// The wrap's: where tkeep or user bits lie in a flit's payload, FLIT_WIDTH is none of them, as the
// widths of its ports would not follow.
std::vector<Parameter> ParametersOfWrap(const Plan& plan);

// What stands behind a module's name where it is declared, with a space at the end: "#(", a line
// for each parameter, ") ". Empty without parameters.
std::string DeclarationList(const std::vector<Parameter>& parameters);
// The same of an instance: "#(.DEPTH(4)) ", or with the parameter of that name that stands around
// it, "#(.DEPTH(DEPTH)) ".
std::string SettingList(const std::vector<Parameter>& parameters, bool to_defaults);

// Refuses values out of their bounds at elaboration, naming parameter and bounds.
Part ParameterCheck(const Plan& plan);

}  // namespace toroid::rtl
