// Idea: each operator has one form of Verilog, and each operand is brought to the width of its
// expression, padded with zeros or cut, so that no tool has to extend or truncate anything. The
// text is clean under lint, and readers need not know Verilog's rules of width.
//
// Each table becomes one function with a case, however often it is read. A comparison with a
// constant is written bit by bit, as ands and ors, which takes a third of the look-up tables of a
// carry chain (docs/spec/generated.md G5.5).
//
// Example: 5 - x, three bits, is "3'd5 - x"; x of two bits would be "{1'd0, x}" there.
#include "gen/logic/verilog.h"

#include <fmt/core.h>

#include <algorithm>

namespace toroid::logic {
namespace {

// "4'd11"
std::string Number(std::uint32_t value, int width) { return fmt::format("{}'d{}", width, value); }

// "[2]", "[6:2]"
std::string RangeText(int low, int bits) {
  const std::string last = std::to_string(low);
  return bits == 1 ? "[" + last + "]" : fmt::format("[{}:{}]", low + bits - 1, last);
}

// RangeText from bit 0 up, for a declaration: "" for one bit.
std::string DeclaredRange(int bits) { return bits == 1 ? "" : RangeText(0, bits) + " "; }

// The text of a wire's operands and operator.
class Expression {
 public:
  Expression(const Circuit& circuit, const Wire& wire) : circuit_(circuit), wire_(wire) {}

  std::string Text() const {
    switch (wire_.op) {
      case Operator::kInput: return wire_.name;
      case Operator::kRegister: return Of(0);
      case Operator::kBits: return Of(0);
      case Operator::kJoin: return "{" + Separated(", ") + "}";
      case Operator::kInvert: return "~" + Of(0);
      case Operator::kNot: return "!" + Of(0);
      case Operator::kAll: return Separated(" && ");
      case Operator::kXor: return Separated(" ^ ");
      case Operator::kInvertIf: return fmt::format("{} ^ {{{}{{{}}}}}", Of(1), wire_.bits(), Of(0));
      case Operator::kGrayCode: return Of(0) + " ^ {1'b0, " + Of(1) + "}";
      case Operator::kFromGrayCode: return "{" + Separated(", ^") + "}";
      case Operator::kEquals: return Of(0) + " == " + Of(1);
      case Operator::kLess: return Of(0) + " < " + Of(1);
      case Operator::kAtLeast: return AtLeast();
      case Operator::kSum: return Sum();
      case Operator::kCount: return Separated(" + ");
      case Operator::kChoose: return Of(0) + " ? " + Of(1) + " : " + Of(2);
      case Operator::kFlipIf: return Of(0) + " ? " + Of(1) + " - " + Of(2) + " : " + Of(2);
      case Operator::kSubtractIf:
        return Of(0) + " - (" + Of(1) + " ? " + Of(2) + " : " + Number(0, wire_.bits()) + ")";
      case Operator::kLookUp: return LookUp();
    }
    return "";
  }

 private:
  std::string Of(std::size_t i) const { return TextOf(wire_.operands[i]); }

  // The operand at its width: padded with zeros above, and shifted by zeros below.
  std::string TextOf(const Operand& operand) const {
    const int width = operand.width - operand.shift;
    std::string text;
    if (operand.bits == 0) {
      text = Number(0, width);
    } else {
      text = operand.wire ? NameOf(operand) : Number(operand.value, operand.bits);
      if (operand.bits < width) text = "{" + Number(0, width - operand.bits) + ", " + text + "}";
    }
    return operand.shift == 0 ? text : "{" + text + ", " + Number(0, operand.shift) + "}";
  }

  // A field of an input is written with its range even if it is the whole input.
  std::string NameOf(const Operand& operand) const {
    const Wire& wire = circuit_.at(*operand.wire);
    const bool field = wire_.op == Operator::kBits && wire.op == Operator::kInput;
    return wire.name + (field ? RangeText(operand.low, operand.bits) : PartText(operand, wire));
  }

  std::string Separated(const std::string& separator) const {
    std::string text;
    for (const Operand& operand : wire_.operands)
      text += (text.empty() ? "" : separator) + TextOf(operand);
    return text;
  }

  // Compares bit by bit: if the limit has a 1, the number must have it too; if it has a 0, a 1 of
  // the number is enough.
  std::string AtLeast() const {
    std::string text = Of(0);
    for (std::size_t bit = 1; bit < wire_.operands.size(); ++bit) {
      text = Of(bit) + ((wire_.limit >> bit & 1) != 0 ? " & " : " | ") +
             (bit > 1 ? "(" + text + ")" : text);
    }
    return text;
  }

  std::string Sum() const {
    std::string text;
    for (const Operand& operand : wire_.operands)
      text += (text.empty() ? "" : operand.negative ? " - " : " + ") + TextOf(operand);
    return text;
  }

  std::string LookUp() const {
    const std::string inputs = Separated(", ");
    return circuit_.at(*wire_.table).name + "(" +
           (wire_.operands.size() == 1 ? inputs : "{" + inputs + "}") + ")";
  }

  const Circuit& circuit_;
  const Wire& wire_;
};

// Codes that cannot occur are left to the default, 0.
VerilogFunction FunctionOf(const Table& table) {
  VerilogFunction function{.name = table.name,
                           .input_range = DeclaredRange(table.input_bits),
                           .output_range = DeclaredRange(table.output_bits),
                           .entries = {},
                           .otherwise = Number(0, table.output_bits)};
  for (std::size_t code = 0; code < table.values.size(); ++code) {
    if (table.values[code]) {
      function.entries.emplace_back(Number(static_cast<std::uint32_t>(code), table.input_bits),
                                    Number(*table.values[code], table.output_bits));
    }
  }
  return function;
}

}  // namespace

std::string PartText(const Operand& operand, const Wire& wire) {
  return operand.bits == wire.bits() ? "" : RangeText(operand.low, operand.bits);
}

std::string ExpressionOf(const Circuit& circuit, const Wire& wire) {
  return Expression(circuit, wire).Text();
}

// Registers follow the wire whose value they carry. Functions are sorted by name, so that equal
// circuits give equal text whatever the order in which their tables were asked for.
Verilog ToVerilog(const Circuit& circuit) {
  Verilog verilog;
  for (const Table& table : circuit.tables) verilog.functions.push_back(FunctionOf(table));
  std::ranges::sort(verilog.functions, {}, &VerilogFunction::name);
  for (const Section& section : circuit.sections) verilog.sections.push_back({section.what, {}});
  std::vector<VerilogRegister>* registers = &verilog.inputs;  // of the latest wire
  for (const Wire& wire : circuit.wires) {
    const std::string range = DeclaredRange(wire.bits());
    if (wire.op == Operator::kInput) continue;
    if (wire.op == Operator::kRegister) {
      registers->push_back({range, wire.name, ExpressionOf(circuit, wire)});
      continue;
    }
    auto& wires = verilog.sections[wire.section.index()].wires;
    wires.push_back({range + wire.name, ExpressionOf(circuit, wire), {}});
    registers = &wires.back().registers;
  }
  for (const Output& output : circuit.outputs)
    verilog.outputs.push_back({output.port, ExpressionOf(circuit, output.value)});
  return verilog;
}

}  // namespace toroid::logic
