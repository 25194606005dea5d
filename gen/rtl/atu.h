// The address translation units: between physical addresses (host coordinates) and logical ones (guest nodes).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// A field of an address, from the most significant one down. Codes of `length` and above lie outside the shape.
struct AddressField {
  std::string meaning;  // "axis 0", "cube dimension 3"
  int index = 0;        // the axis or cube dimension
  int lsb = 0;
  int bits = 1;
  int length = 2;
};
std::vector<AddressField> PhysicalFields(const Plan& plan);
// The guest's coordinates; for a hypercube the process number in binary. Requires an embedding.
std::vector<AddressField> LogicalFields(const Plan& plan);

// The logical address of each host node. Requires an embedding.
std::vector<std::uint32_t> LogicalAddresses(const Plan& plan);

// One unit, ready for its template ("banner" is still missing).
struct AddressUnit {
  std::string part;           // "atu_forward" or "atu_inverse"
  std::string template_file;  // rows of xors, or a table
  std::vector<ModulePort> ports;
  Values values;
};
// Both units; none without an embedding.
std::vector<AddressUnit> AddressUnits(const Plan& plan);

}  // namespace toroid::rtl
