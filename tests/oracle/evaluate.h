// The outputs of a circuit, computed in the process by Verilog's definition of each operator.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/logic/circuit.h"

namespace toroid::logic {

class Evaluator {
 public:
  // All registers hold 0. The circuit must outlive the evaluator.
  explicit Evaluator(const Circuit& circuit);

  // One cycle: the outputs for these inputs, each in the order of the circuit. The result is valid
  // until the next cycle. For a circuit without registers it is the answer.
  std::span<const std::uint32_t> Step(std::span<const std::uint32_t> inputs);

 private:
  std::uint32_t ValueOf(const Operand& operand) const;
  std::uint32_t ValueOf(const Wire& wire) const;

  const Circuit& circuit_;
  std::vector<std::uint32_t> values_;     // by wire
  std::vector<std::uint32_t> registers_;  // by wire: its value in the next cycle
  std::vector<std::uint32_t> outputs_;
};

}  // namespace toroid::logic
