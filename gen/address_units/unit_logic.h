// The logic of the address units of a plan: between physical addresses (host coordinates) and
// logical ones (guest nodes).
//
// The folder's idea: an embedding is a composition of small maps, and its unit is their logic in
// the same order, written with gen/logic's builder: Tao's steps (tao_unit.h) of walks
// (walk_logic.cc), Gray embeddings (gray_unit.h) of blocks, rings and factors. An embedding that is
// linear over xor becomes xors, whatever its formula. An embedding with neither steps nor xors
// becomes a table (map_unit.h). Nothing here depends on Verilog or files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/logic/circuit.h"
#include "gen/plan/plan.h"

namespace toroid::address_units {

enum class UnitForm { kXors, kSteps, kTable };
enum class UnitKind { kForward, kInverse };

struct UnitLogic {
  UnitForm form = UnitForm::kSteps;
  // Inputs and outputs, each in this order. A forward unit: `logical` to `physical`, `rank` (if the
  // plan has rank_bits) and `valid`. An inverse unit: `physical` and `rank` to `logical`, `count`
  // and `valid`. There are no registers.
  logic::Circuit circuit;
};

// Requires a plan with an embedding.
UnitLogic LogicOf(const Plan& plan, UnitKind kind);

// A field of a physical address (host coordinates) or a logical one (guest nodes), listed from the
// most significant one down. Codes of `length` and above are outside the shape.
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
