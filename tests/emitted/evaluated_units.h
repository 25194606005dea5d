// The circuits of address units, and their answers in the process.
#pragma once

#include <string>
#include <vector>

#include "gen/address_units/unit_logic.h"
#include "tests/emitted/unit_bench.h"

namespace toroid::test {

// A unit and its circuit, with registers if the network asks for them.
struct UnitCircuit {
  std::string name;  // key in Answers
  bool forward;
  int stages;
  int rank_bits;
  logic::Circuit circuit;
};
std::vector<UnitCircuit> CircuitsOf(const std::vector<Network>& networks);

// Asks every circuit every code, as Simulate does.
Answers Evaluated(const std::vector<UnitCircuit>& units);

}  // namespace toroid::test
