// One table: an operator's cost by the width of its result, or of its comparison.
//
// The target is a look-up table of four inputs with a carry chain, as in an iCE40. The numbers need
// not be right, only in the right order: they decide between a table and arithmetic, and where
// registers cut. What synthesis makes of the result is measured (docs/spec/generated.md G5.7).
#include "gen/logic/cost.h"

#include <algorithm>
#include <array>
#include <bit>

namespace toroid::logic {
namespace {

// The best of three sets that were tried: docs/spec/generated.md, G5.6.
constexpr std::array kLutsOfBit = {0, 0, 1, 1, 1, 2, 5, 12, 24};

// Levels of look-up tables for a bit that depends on `inputs` bits.
int LevelsOfBit(int inputs) { return inputs <= 4 ? 1 : (inputs + 1) / 2 - 1; }

// Levels of an addition, or a comparison of two numbers: a carry passes several bits in the time of
// one look-up table.
int CarryLevels(int width) { return 1 + (width + 1) / 2; }

// Look-up tables of a comparison of two numbers with `bits` bits together: two numbers of two bits
// fit one.
int CompareLuts(int bits) { return bits <= 4 ? 1 : bits + 1; }

// The low bits of a sum to which nothing is added: the lowest zeros of a constant.
int FreeBits(const Wire& sum) {
  int free = 0;
  for (const Operand& operand : sum.operands) {
    if (operand.negative) return 0;
    if (!operand.wire && operand.value != 0) free = std::countr_zero(operand.value);
  }
  return free;
}

// Operands that are not constants.
int WiresAmong(const std::vector<Operand>& operands) {
  return static_cast<int>(
      std::ranges::count_if(operands, [](const Operand& o) { return o.wire.has_value(); }));
}

}  // namespace

int LutsOfBit(int inputs) {
  const int known = static_cast<int>(kLutsOfBit.size()) - 1;
  return inputs > known ? 2 * LutsOfBit(inputs - 1) : kLutsOfBit[static_cast<std::size_t>(inputs)];
}

// An output bit costs by the inputs that it depends on: it depends on input i if flipping i changes
// it for some code. Codes without a value count as 0.
int LutsOf(const Table& table) {
  const auto value = [&](std::size_t code) { return table.values[code].value_or(0); };
  // by input bit: the output bits that depend on it
  std::vector<std::uint32_t> matters(static_cast<std::size_t>(table.input_bits), 0);
  for (std::size_t code = 0; code < table.values.size(); ++code) {
    for (std::size_t i = 0; i < matters.size(); ++i)
      matters[i] |= value(code) ^ value(code ^ std::size_t{1} << i);
  }
  int luts = 0;
  for (int bit = 0; bit < table.output_bits; ++bit) {
    luts += LutsOfBit(static_cast<int>(
        std::ranges::count_if(matters, [bit](std::uint32_t m) { return (m >> bit & 1U) != 0; })));
  }
  return luts;
}

// Look-up tables of four inputs, and levels of logic between registers. Carry chains cost levels by
// their length; wiring costs nothing. Widths are in bits.
Cost CostOf(const Circuit& circuit, const Wire& wire) {
  const int width = wire.bits();
  const int operands = static_cast<int>(wire.operands.size());
  switch (wire.op) {
    case Operator::kInput:
    case Operator::kRegister:
    case Operator::kBits:
    case Operator::kJoin:
    case Operator::kInvert:
    case Operator::kNot: return {};
    case Operator::kAll: return {(operands + 1) / 3, 1};
    case Operator::kXor: return WiresAmong(wire.operands) > 1 ? Cost{width, 1} : Cost{};
    case Operator::kGrayCode:
    case Operator::kFromGrayCode: return {width - 1, 1};
    case Operator::kEquals: return {(wire.operands[0].width + 2) / 3, 1};
    case Operator::kLess: {
      const int compared = wire.operands[0].width;
      return {CompareLuts(2 * compared), CarryLevels(compared)};
    }
    // A look-up table takes three more bits, which is a third of the cost of a comparison by carry
    // chain.
    case Operator::kAtLeast: return {(operands + 1) / 3, (operands + 1) / 3};
    case Operator::kSum:
      return {(operands - 1) * width, CarryLevels(width - FreeBits(wire)) + operands - 2};
    case Operator::kCount: return {2 * width, 1};
    case Operator::kInvertIf:
    case Operator::kChoose: return {width, 1};
    case Operator::kFlipIf: return {2 * width, CarryLevels(width) + 1};
    case Operator::kSubtractIf: return {width, CarryLevels(width)};
    case Operator::kLookUp: {
      const Table& table = circuit.at(*wire.table);
      const int luts = LutsOf(table);
      return {luts, luts == 0 ? 0 : LevelsOfBit(table.input_bits)};
    }
  }
  return {};
}

int LutsFrom(const Circuit& circuit, std::size_t first) {
  int luts = 0;
  for (std::size_t i = first; i < circuit.wires.size(); ++i)
    luts += CostOf(circuit, circuit.wires[i]).luts;
  return luts;
}

}  // namespace toroid::logic
