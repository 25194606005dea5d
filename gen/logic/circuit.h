// Logic as a value: a list of wires, each of which is one operator on parts of wires before it.
//
// The folder's idea: hardware arithmetic is written once, with a `Builder` (builder.h), and gives a
// `Circuit`. Everything else is a function of the circuit: its cost (cost.h), whether a table would
// cost less (Builder::Cheaper), the circuit without unused wires or with registers (passes.h), its
// outputs (evaluate.h), and its Verilog (verilog.h). So the circuit simulated in the process is the
// circuit that is printed.
//
// Example: 5 - x for x of 0 .. 5, as output y:
//     Builder build;
//     const Signal x = build.Input("x", 3);
//     build.BeginSection("step", "counted from the end");
//     build.Answer("y", build.SubtractFrom(5, x, 5), 3);
// is a wire `step_back` of operator kSum with the operands 5 and -x, three bits wide.
//
// A number has a range, 0 .. max, and is as wide as its largest value needs. Every operand is
// brought to the width of its expression, so the text is clean under lint, and operators compute
// modulo 2^width, as Verilog's do.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/id.h"

namespace toroid::logic {

struct WireTag;
struct TableTag;
struct SectionTag;
using WireId = Id<WireTag>;    // a wire of its circuit, by its place in the list
using TableId = Id<TableTag>;  // a table of its circuit
using SectionId = Id<SectionTag>;

// The bits that hold the numbers 0 .. max, and the largest number of so many bits.
constexpr int WidthOf(int max) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(max)));
}
constexpr int TopCode(int bits) { return (1 << bits) - 1; }

// The operators, as functions of a wire's operands a, b, c, ...
enum class Operator {
  kInput,         // a port of the circuit; no operands
  kRegister,      // the value of a one cycle ago
  kBits,          // a
  kJoin,          // a, b, ... side by side, the first most significant
  kInvert,        // each bit of a inverted
  kNot,           // whether a, one bit, is 0
  kAll,           // whether a, b, ..., one bit each, are all 1
  kXor,           // a xor b xor ...
  kInvertIf,      // a, one bit, says whether b is inverted
  kGrayCode,      // the Gray code of a; b is a without its lowest bit
  kFromGrayCode,  // the number of a Gray code; a is its highest bit, b its highest two, ...
  kEquals,        // whether a == b
  kLess,          // whether a < b
  kAtLeast,       // whether the number of the bits a, b, ..., the lowest first, is >= limit
  kSum,           // the sum of a, b, ..., each shifted and negative as it says
  kCount,         // how many of a, b, ..., one bit each, are 1
  kChoose,        // b if a, which is one bit, is 1, else c
  kFlipIf,        // b - c if a is 1, else c
  kSubtractIf,    // a - c if b is 1, else a
  kLookUp,        // the table's value for a, b, ... side by side
};

// What an operator reads: some bits of a wire, or a constant.
struct Operand {
  std::optional<WireId> wire = std::nullopt;  // none: the constant `value`
  int low = 0;                                // `bits` bits of the wire are read from this one up
  int bits = 0;   // or the bits of the constant; 0 bits are the number 0
  int width = 0;  // >= bits; the operand is padded to it with zeros
  std::uint32_t value = 0;
  // For a sum: the zeros below the bits, part of `width`, and whether the operand is subtracted.
  int shift = 0;
  bool negative = false;
};

struct Wire {
  Operator op = Operator::kInput;
  std::string name = {};  // no other wire of the circuit has it
  int max = 0;            // >= 1; codes above may occur if the answer is not valid
  std::vector<Operand> operands = {};
  SectionId section = {};  // meaningless for an input
  int limit = 0;           // of kAtLeast: odd, because a comparison begins at its lowest 1
  std::optional<TableId> table = std::nullopt;  // of kLookUp
  int bits() const { return WidthOf(max); }
};

// A function of a number of few bits.
struct Table {
  std::string name;  // no other function of the circuit has it
  int input_bits = 0;
  int output_bits = 0;
  // Values by code, 2^input_bits of them. A code that cannot occur has none, and its answer is 0.
  std::vector<std::optional<std::uint32_t>> values = {};
  bool operator==(const Table&) const = default;
};

// Wires under one comment, with names that begin with the section's.
struct Section {
  std::string name;
  std::string what;
};

// An output port. Its operator is not a wire.
struct Output {
  std::string port;
  Wire value;
};

struct Circuit {
  std::vector<Section> sections = {};
  std::vector<Table> tables = {};
  std::vector<Wire> wires = {};  // each after those that it reads, section by section
  std::vector<Output> outputs = {};

  const Wire& at(WireId id) const { return wires[id.index()]; }
  const Table& at(TableId id) const { return tables[id.index()]; }
};

}  // namespace toroid::logic
