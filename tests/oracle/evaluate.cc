// Idea: wires come after those they read, so one pass in their order computes them all. Values are
// 32 bits wide and are cut to the wire's width when stored, so every operator is Verilog's:
// arithmetic modulo 2^width.
//
// Registers take their new values after the pass, from the values of this cycle. So an answer comes
// as many cycles later as its path has registers.
//
// Tests compare this with the printed circuit in Icarus and in Verilator.
#include "tests/oracle/evaluate.h"

#include <bit>
#include <cassert>

namespace toroid::logic {
namespace {

// The lowest `bits` bits, of at most 31.
std::uint32_t Mask(int bits) { return (std::uint32_t{1} << bits) - 1; }

}  // namespace

Evaluator::Evaluator(const Circuit& circuit)
    : circuit_(circuit),
      values_(circuit.wires.size(), 0),
      registers_(circuit.wires.size(), 0),
      outputs_(circuit.outputs.size(), 0) {}

std::uint32_t Evaluator::ValueOf(const Operand& operand) const {
  const std::uint32_t bits =
      operand.wire ? values_[operand.wire->index()] >> operand.low : operand.value;
  return (bits & Mask(operand.bits)) << operand.shift;
}

// The value modulo 2^32; the caller cuts it to the wire's width.
std::uint32_t Evaluator::ValueOf(const Wire& wire) const {
  const auto of = [&](std::size_t i) { return ValueOf(wire.operands[i]); };
  std::uint32_t value = 0;
  switch (wire.op) {
    case Operator::kInput:
    case Operator::kRegister: assert(false && "not computed"); return 0;
    case Operator::kBits: return of(0);
    case Operator::kJoin:
    case Operator::kLookUp:
      for (const Operand& operand : wire.operands)
        value = value << operand.width | ValueOf(operand);
      return wire.table ? circuit_.at(*wire.table).values[value].value_or(0) : value;
    case Operator::kInvert: return ~of(0);
    case Operator::kNot: return of(0) == 0 ? 1 : 0;
    case Operator::kAll:
      for (const Operand& operand : wire.operands) {
        if (ValueOf(operand) == 0) return 0;
      }
      return 1;
    case Operator::kXor:
      for (const Operand& operand : wire.operands) value ^= ValueOf(operand);
      return value;
    case Operator::kInvertIf: return of(0) != 0 ? ~of(1) : of(1);
    case Operator::kGrayCode: return of(0) ^ of(1);
    case Operator::kFromGrayCode:
      for (const Operand& operand : wire.operands)
        value = value << 1 | (static_cast<std::uint32_t>(std::popcount(ValueOf(operand))) & 1U);
      return value;
    case Operator::kEquals: return of(0) == of(1) ? 1 : 0;
    case Operator::kLess: return of(0) < of(1) ? 1 : 0;
    case Operator::kAtLeast:
      for (std::size_t bit = 0; bit < wire.operands.size(); ++bit) value |= of(bit) << bit;
      return value >= static_cast<std::uint32_t>(wire.limit) ? 1 : 0;
    case Operator::kSum:
      for (const Operand& operand : wire.operands)
        value = operand.negative ? value - ValueOf(operand) : value + ValueOf(operand);
      return value;
    case Operator::kCount:
      for (const Operand& operand : wire.operands) value += ValueOf(operand);
      return value;
    case Operator::kChoose: return of(0) != 0 ? of(1) : of(2);
    case Operator::kFlipIf: return of(0) != 0 ? of(1) - of(2) : of(2);
    case Operator::kSubtractIf: return of(0) - (of(1) != 0 ? of(2) : 0);
  }
  return value;
}

// One cycle: wires in order, each after those that it reads; then registers take their inputs, so
// this cycle reads their old values. `inputs` are in the order of input wires.
std::span<const std::uint32_t> Evaluator::Step(std::span<const std::uint32_t> inputs) {
  std::size_t input = 0;
  for (std::size_t i = 0; i < circuit_.wires.size(); ++i) {
    const Wire& wire = circuit_.wires[i];
    const std::uint32_t value = wire.op == Operator::kInput      ? inputs[input++]
                                : wire.op == Operator::kRegister ? registers_[i]
                                                                 : ValueOf(wire);
    values_[i] = value & Mask(wire.bits());
  }
  assert(input == inputs.size());
  for (std::size_t i = 0; i < circuit_.wires.size(); ++i) {
    if (circuit_.wires[i].op == Operator::kRegister)
      registers_[i] = ValueOf(circuit_.wires[i].operands[0]);
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Wire& value = circuit_.outputs[i].value;
    outputs_[i] = ValueOf(value) & Mask(value.bits());
  }
  return outputs_;
}

}  // namespace toroid::logic
