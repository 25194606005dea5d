// A circuit as Verilog: the texts for a module's template.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gen/logic/circuit.h"

namespace toroid::logic {

struct VerilogRegister {
  std::string range;  // "[6:0] "; "" for one bit
  std::string name;
  std::string before;  // the expression that it takes at each clock edge
};
struct VerilogWire {
  std::string declaration;  // "[6:0] step1_sum"
  std::string expression;
  std::vector<VerilogRegister> registers;  // registers that hold it
};
struct VerilogSection {
  std::string what;
  std::vector<VerilogWire> wires;
};
struct VerilogFunction {
  std::string name;
  std::string input_range;
  std::string output_range;
  std::vector<std::pair<std::string, std::string>> entries;  // code, value
  std::string otherwise;                                     // the value of any other code
};
struct VerilogOutput {
  std::string port;
  std::string expression;
};
struct Verilog {
  std::vector<VerilogFunction> functions;  // by name
  std::vector<VerilogRegister> inputs;     // registers that hold inputs
  std::vector<VerilogSection> sections;
  std::vector<VerilogOutput> outputs;
};

// The Verilog of a pruned circuit.
Verilog ToVerilog(const Circuit& circuit);

// The expression of one wire, or output.
std::string ExpressionOf(const Circuit& circuit, const Wire& wire);

// "[6:0]" or "[3]", the part of `wire` that an operand reads; "" if it reads the whole wire.
std::string PartText(const Operand& operand, const Wire& wire);

}  // namespace toroid::logic
