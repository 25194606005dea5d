// The address translation units: between physical addresses (host coordinates) and logical ones
// (guest nodes).
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// One unit with the values of its template, except "banner".
struct AddressUnit {
  std::string part;           // "atu_forward" or "atu_inverse"
  std::string template_file;  // rows of xors, steps, or a table
  std::vector<ModulePort> ports;
  Values values;
};
// Both units; none without an embedding.
std::vector<AddressUnit> AddressUnits(const Plan& plan);

}  // namespace toroid::rtl
