// Invariants of every circuit, and the answers of one.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gen/logic/circuit.h"
#include "tests/oracle/evaluate.h"

namespace toroid::test {

using logic::Circuit;
using logic::Operand;
using logic::Operator;
using logic::Wire;

// Whether the operands' widths suit the operator.
inline bool HasRightWidths(const Circuit& circuit, const Wire& wire) {
  std::vector<int> found;
  int sum = 0;
  for (const Operand& operand : wire.operands) sum += operand.width;
  for (const Operand& operand : wire.operands) found.push_back(operand.width);
  const int width = wire.bits();
  const auto all = [&](int each) {
    return !found.empty() && found == std::vector<int>(found.size(), each);
  };
  switch (wire.op) {
    case Operator::kInput: return found.empty();
    case Operator::kRegister:
    case Operator::kBits:
    case Operator::kInvert: return found.size() == 1 && all(width);
    case Operator::kJoin: return !found.empty() && sum == width;
    case Operator::kNot: return found.size() == 1 && all(1) && width == 1;
    case Operator::kAll: return found.size() >= 2 && all(1) && width == 1;
    case Operator::kXor: return found.size() >= 2 && all(width);
    case Operator::kInvertIf: return found == std::vector{1, width};
    case Operator::kGrayCode: return found == std::vector{width, width - 1};
    case Operator::kFromGrayCode:
      for (int i = 0; i < width; ++i) {
        if (found.size() != static_cast<std::size_t>(width)) return false;
        if (found[static_cast<std::size_t>(i)] != i + 1) return false;
      }
      return true;
    case Operator::kEquals:
    case Operator::kLess: return found.size() == 2 && all(found[0]) && width == 1;
    case Operator::kAtLeast:
      return all(1) && width == 1 && wire.limit % 2 == 1 && wire.limit < 1 << found.size();
    case Operator::kSum: return found.size() >= 2 && all(width) && !wire.operands[0].negative;
    case Operator::kCount: return found.size() >= 2 && all(width);
    case Operator::kChoose:
    case Operator::kFlipIf: return found == std::vector{1, width, width};
    case Operator::kSubtractIf: return found == std::vector{width, 1, width};
    case Operator::kLookUp: {
      const logic::Table& table = circuit.at(*wire.table);
      return sum == table.input_bits && width == table.output_bits;
    }
  }
  return false;
}

// Whether the operand's source exists and fits its width.
inline bool IsThere(const Circuit& circuit, const Operand& operand, std::size_t before, bool sum) {
  if (operand.bits < 0 || operand.low < 0 || operand.bits + operand.shift > operand.width)
    return false;
  if (!sum && (operand.shift != 0 || operand.negative)) return false;
  if (!operand.wire) return operand.value >> operand.bits == 0;
  return operand.bits > 0 && operand.wire->index() < before &&
         operand.low + operand.bits <= circuit.at(*operand.wire).bits();
}

// The first wire or output that breaks a rule of circuit.h; "" if none does.
inline std::string FaultIn(const Circuit& circuit) {
  std::set<std::string> names;
  const auto is_right = [&](const Wire& wire, std::size_t before) {
    if (wire.max < 1 || !HasRightWidths(circuit, wire)) return false;
    for (const Operand& operand : wire.operands) {
      if (!IsThere(circuit, operand, before, wire.op == Operator::kSum)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < circuit.wires.size(); ++i) {
    const Wire& wire = circuit.wires[i];
    if (!is_right(wire, i) || wire.name.empty() || !names.insert(wire.name).second)
      return "wire " + wire.name;
  }
  for (const logic::Output& output : circuit.outputs) {
    if (!is_right(output.value, circuit.wires.size())) return "output " + output.port;
  }
  return "";
}

// The first wire with a bit that nothing reads, which lint would report; "" if there is none.
// Requires a circuit without unneeded wires.
inline std::string UnreadIn(const Circuit& circuit) {
  std::vector<std::uint32_t> read(circuit.wires.size(), 0);
  const auto note = [&](const Wire& wire) {
    for (const Operand& operand : wire.operands) {
      if (operand.wire) read[operand.wire->index()] |= ((1U << operand.bits) - 1) << operand.low;
    }
  };
  for (const Wire& wire : circuit.wires) note(wire);
  for (const logic::Output& output : circuit.outputs) note(output.value);
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (read[i] != (1U << circuit.wires[i].bits()) - 1) return circuit.wires[i].name;
  }
  return "";
}

// The first output of a circuit without registers.
inline std::uint32_t AnswerOf(const Circuit& circuit, const std::vector<std::uint32_t>& inputs) {
  return logic::Evaluator(circuit).Step(inputs)[0];
}

}  // namespace toroid::test
