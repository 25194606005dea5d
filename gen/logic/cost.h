// What logic is estimated to cost on an FPGA with look-up tables of four inputs. The estimate
// decides between tables and arithmetic and where registers go, nothing else.
#pragma once

#include <cstddef>

#include "gen/logic/circuit.h"

namespace toroid::logic {

struct Cost {
  int luts = 0;    // look-up tables
  int levels = 0;  // of them, one behind the other
};
// Of one operator. Rules: docs/spec/generated.md, G5.6.
Cost CostOf(const Circuit& circuit, const Wire& wire);

// The look-up tables of all wires from number `first` on, needed or not.
int LutsFrom(const Circuit& circuit, std::size_t first);

// The look-up tables of one output bit that depends on `inputs` bits; and of a table, none of whose
// output bits shares any.
int LutsOfBit(int inputs);
int LutsOf(const Table& table);

}  // namespace toroid::logic
