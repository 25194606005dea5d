// The fields of physical addresses (host coordinates) and logical ones (guest nodes).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid::address_units {

// A field of an address, listed from the most significant one down. Codes of `length` and above are
// outside the shape.
struct AddressField {
  std::string meaning;  // "axis 0", "cube dimension 3"
  int index = 0;        // the axis or cube dimension
  int lsb = 0;
  int bits = 1;
  int length = 2;
};
using AddressFields = std::vector<AddressField>;
AddressFields PhysicalFields(const Plan& plan);
// The fields on the address units' physical side: within the partition if there is one, else
// PhysicalFields.
AddressFields PlaceFields(const Plan& plan);
// The guest's coordinates; for a hypercube the process number in binary. Requires an embedding.
AddressFields LogicalFields(const Plan& plan);

// The logical addresses of the guest nodes that a host node holds, by rank. Requires an
// embedding.
std::vector<std::uint32_t> LogicalAddresses(const Plan& plan, NodeId host);

}  // namespace toroid::address_units
