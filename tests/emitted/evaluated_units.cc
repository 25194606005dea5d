#include "tests/emitted/evaluated_units.h"

#include <algorithm>

#include "gen/logic/passes.h"
#include "tests/oracle/evaluate.h"

namespace toroid::test {
namespace {

using address_units::LogicOf;
using address_units::UnitKind;
using logic::Operator;
using logic::Wire;

int InputBits(const logic::Circuit& circuit) {
  int bits = 0;
  for (const Wire& wire : circuit.wires) bits += wire.op == Operator::kInput ? wire.bits() : 0;
  return bits;
}

std::size_t OutputCalled(const logic::Circuit& circuit, const std::string& port) {
  const auto found = std::ranges::find(circuit.outputs, port, &logic::Output::port);
  EXPECT_NE(found, circuit.outputs.end()) << port;
  return static_cast<std::size_t>(found - circuit.outputs.begin());
}

// The inputs of a code: of an inverse unit with members {physical, member}.
std::vector<std::uint32_t> InputsOf(const UnitCircuit& unit, std::uint32_t code) {
  if (unit.forward || unit.rank_bits == 0) return {code};
  return {code >> unit.rank_bits, code & ((1U << unit.rank_bits) - 1)};
}

void Ask(const UnitCircuit& unit, Answers& answers) {
  const std::size_t address = OutputCalled(unit.circuit, unit.forward ? "physical" : "logical");
  const std::size_t valid = OutputCalled(unit.circuit, "valid");
  const bool members = unit.rank_bits > 0;
  const std::size_t more =
      members ? OutputCalled(unit.circuit, unit.forward ? "member" : "count") : 0;
  logic::Evaluator evaluator(unit.circuit);
  const std::uint32_t codes = 1U << InputBits(unit.circuit);
  const auto stages = static_cast<std::uint32_t>(unit.stages);
  std::vector<Answer>& found = answers[unit.name];
  for (std::uint32_t i = 0; i < codes + stages; ++i) {
    const auto outputs = evaluator.Step(InputsOf(unit, i < codes ? i : ~i & (codes - 1)));
    if (i < stages) continue;
    const std::uint32_t answer = members && unit.forward
                                     ? outputs[address] << unit.rank_bits | outputs[more]
                                     : outputs[address];
    found.push_back(outputs[valid] == 1 ? Answer(answer) : std::nullopt);
    if (members && !unit.forward) answers[unit.name + "_count"].push_back(outputs[more]);
  }
}

}  // namespace

std::vector<UnitCircuit> CircuitsOf(const std::vector<Network>& networks) {
  std::vector<UnitCircuit> units;
  for (const Network& network : networks) {
    const Plan plan = PlanOf(network);
    for (const UnitKind kind : {UnitKind::kForward, UnitKind::kInverse}) {
      const bool forward = kind == UnitKind::kForward;
      const int stages = network.atu_stages;
      logic::Circuit circuit = LogicOf(plan, kind).circuit;
      units.push_back({network.name + (forward ? "_atu_forward" : "_atu_inverse"), forward, stages,
                       plan.rank_bits(),
                       stages > 0 ? Pipelined(circuit, stages) : std::move(circuit)});
    }
  }
  return units;
}

Answers Evaluated(const std::vector<UnitCircuit>& units) {
  Answers answers;
  for (const UnitCircuit& unit : units) Ask(unit, answers);
  return answers;
}

}  // namespace toroid::test
