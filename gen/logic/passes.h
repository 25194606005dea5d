// Circuits made of circuits: the same answers with less, or later. (Whether arithmetic becomes a
// table is decided as it is built, Builder::Cheaper, since the ranges of what follows depend on
// it.)
#pragma once

#include "gen/logic/circuit.h"

namespace toroid::logic {

// Without the wires, tables and sections that no output needs. All inputs stay.
Circuit Pruned(const Circuit& circuit);

// With registers, of a circuit without any: it answers `registers` >= 1 cycles after the question,
// and takes one in each cycle. Registers follow the wire, or the inputs, whose bits they keep.
Circuit Pipelined(const Circuit& circuit, int registers);

}  // namespace toroid::logic
