// Parameters that a design may set when it instantiates node, top or wrap: FLIT_WIDTH and, if
// routers have buffers, DEPTH. The plan gives their defaults. The hardware's hash and all files
// beside the Verilog (manifest, proofs, testbenches) are for these.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

struct Parameter {
  std::string name;
  int value = 0;  // the default
  int least = 0;  // multiples of `step` between these are allowed
  int most = 0;
  int step = 1;
  std::string what;
};

std::vector<Parameter> ParametersOf(const Plan& plan);

// The wrap's parameters. FLIT_WIDTH is none of them if the payload holds tkeep or user bits,
// because the widths of its ports would not follow.
std::vector<Parameter> ParametersOfWrap(const Plan& plan);

// The text behind a module's name in its declaration: "#(", a line for each parameter, ") ". Empty
// without parameters.
std::string DeclarationList(const std::vector<Parameter>& parameters);
// The text of an instance: "#(.DEPTH(4)) ", or with the surrounding module's parameter of that
// name, "#(.DEPTH(DEPTH)) ".
std::string SettingList(const std::vector<Parameter>& parameters, bool to_defaults);

// The part that refuses values out of their bounds at elaboration, naming parameter and bounds.
Part ParameterCheck(const Plan& plan);

}  // namespace toroid::rtl
