// One synthesised module as gates, flip-flops and memories, bit by bit, in an order of computation.
//
// Yosys leaves wide bitwise cells and registers as vectors (YosysScript), which keeps its run time
// and output small; here they are split. A register has one meaning whatever cell it was: at the
// clock's rising edge it takes its reset value if `reset` is high, else its input if `enable` is
// high, else it keeps its value.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/result.h"

namespace toroid::lanes {

// A wire of one bit. The first two are the constants.
using Signal = std::uint32_t;
inline constexpr Signal kZero = 0;
inline constexpr Signal kOne = 1;

// kAndNot is a & ~b, kOrNot a | ~b, kMux is select ? b : a.
enum class Op : std::uint8_t { kNot, kAnd, kOr, kXor, kNand, kNor, kXnor, kAndNot, kOrNot, kMux };

struct Gate {
  Op op = Op::kNot;
  Signal out = kZero;
  Signal a = kZero;
  Signal b = kZero;       // unused by kNot
  Signal select = kZero;  // kMux only
  auto operator<=>(const Gate&) const = default;
};

struct Register {
  Signal out = kZero;
  Signal in = kZero;
  Signal enable = kOne;
  Signal reset = kZero;
  bool reset_value = false;
  auto operator<=>(const Register&) const = default;
};

// A memory of equally wide words with one write port, at the clock's edge, and one read port that
// answers in the same cycle.
struct Memory {
  std::uint32_t size = 0;
  std::vector<Signal> read_address, write_address;  // from the lowest bit up
  Signal write_enable = kZero;
  std::vector<Signal> write_data, read_data;  // one per column
  std::strong_ordering operator<=>(const Memory&) const = default;
};

using PortMap = std::map<std::string, std::vector<Signal>, std::less<>>;  // from the lowest bit up

struct PortBit {
  std::string port;
  std::size_t bit = 0;
};

struct Netlist {
  std::uint32_t signals = 2;  // number of signals, and of the next new one
  std::vector<Gate> gates;    // each after its operands
  std::vector<Register> registers;
  std::vector<Memory> memories;
  PortMap inputs, outputs;

  // A new wire without a driver.
  Signal New() { return signals++; }
};

// Reads the output of Yosys' write_json for a design with the module `top`. Undefined bits are 0.
// Rejects unknown cells, clocks other than the rising edge of input `clk`, wires with several
// drivers or none, and combinational loops. Diagnostics have field "yosys" and kUnable.
Result<Netlist> ReadNetlist(std::string_view json, std::string_view top);

// The operands of a gate: three for kMux, one for kNot, otherwise two.
template <class F>
void ForEachOperand(const Gate& gate, F&& visit) {
  visit(gate.a);
  if (gate.op != Op::kNot) visit(gate.b);
  if (gate.op == Op::kMux) visit(gate.select);
}

// Calls `visit` for each signal that registers, memories and outputs read.
template <class F>
void ForEachSink(const Netlist& netlist, F&& visit) {
  for (const auto& [name, bits] : netlist.outputs)
    for (const Signal bit : bits) visit(bit);
  for (const Register& r : netlist.registers) visit(r.in), visit(r.enable), visit(r.reset);
  for (const Memory& memory : netlist.memories) {
    visit(memory.write_enable);
    for (const auto* list : {&memory.read_address, &memory.write_address, &memory.write_data})
      for (const Signal bit : *list) visit(bit);
  }
}

// An equivalent netlist with fewer gates: without constants, copies, double negations, repeated
// gates, and gates that no output needs.
Netlist Simplified(Netlist netlist);

}  // namespace toroid::lanes
