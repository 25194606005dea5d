// The estimated cost of logic on an FPGA with look-up tables of four inputs. It only decides
// between tables and arithmetic, and where registers go.
#pragma once

#include <cstddef>

#include "gen/logic/circuit.h"

namespace toroid::logic {

struct Cost {
  int luts = 0;    // look-up tables
  int levels = 0;  // of look-up tables, one behind the other
};
// The cost of one operator. Rules: docs/spec/generated.md, G5.6.
Cost CostOf(const Circuit& circuit, const Wire& wire);

// The look-up tables of all wires from number `first` on, needed or not.
int LutsFrom(const Circuit& circuit, std::size_t first);

// The look-up tables of one output bit that depends on `inputs` bits; and those of a table, whose
// output bits share none.
int LutsOfBit(int inputs);
int LutsOf(const Table& table);

}  // namespace toroid::logic
