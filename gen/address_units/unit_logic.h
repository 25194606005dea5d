// The logic of the address units of a plan: between physical addresses (host coordinates) and
// logical ones (guest nodes).
//
// The folder's idea: an embedding is a composition of small maps, and its unit is their logic in
// the same order, written with gen/logic's builder: Tao's steps (tao_unit.h) of walks
// (walk_logic.h), Gray embeddings (gray_unit.h) of blocks, rings and factors. An embedding that is
// linear over xor becomes xors, whatever its formula. An embedding with neither steps nor xors
// becomes a table (map_unit.h). Nothing here depends on Verilog or files.
#pragma once

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

}  // namespace toroid::address_units
