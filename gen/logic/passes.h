// Passes from circuit to circuit: the same answers from fewer wires, or later. (Builder::Cheaper
// decides between arithmetic and a table while a circuit is built, because the ranges of later
// wires depend on it.)
#pragma once

#include "gen/logic/circuit.h"

namespace toroid::logic {

// The circuit without the wires, tables and sections that no output needs. All inputs stay.
Circuit Pruned(const Circuit& circuit);

// The circuit, which has no registers, with registers added: it answers a question after
// `registers` >= 1 cycles, and takes a question in each cycle. Registers follow the wire, or the
// inputs, whose bits they hold.
Circuit Pipelined(const Circuit& circuit, int registers);

}  // namespace toroid::logic
