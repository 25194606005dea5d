// Idea: wires come after those they read, so one pass from the last to the first finds all that an
// output needs. The others are removed, and the rest is renumbered in its old order. Inputs stay:
// they are ports, read or not.
#include <set>

#include "gen/logic/passes.h"

namespace toroid::logic {
namespace {

// The map from old to new places of kept items.
class Renumbering {
 public:
  explicit Renumbering(std::size_t size) : kept_(size, false), places_(size, 0) {}
  void Keep(std::size_t place) { kept_[place] = true; }
  bool Keeps(std::size_t place) const { return kept_[place]; }
  void Count() {
    int next = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = kept_[i] ? next++ : -1;
  }
  int operator[](std::size_t place) const { return places_[place]; }

 private:
  std::vector<bool> kept_;
  std::vector<int> places_;
};

// Keeps the operands of a kept wire.
void KeepOperands(const Wire& wire, Renumbering& wires) {
  for (const Operand& operand : wire.operands) {
    if (operand.wire) wires.Keep(operand.wire->index());
  }
}

}  // namespace

Circuit Pruned(const Circuit& circuit) {
  Renumbering wires(circuit.wires.size());
  Renumbering sections(circuit.sections.size());
  Renumbering tables(circuit.tables.size());
  for (const Output& output : circuit.outputs) KeepOperands(output.value, wires);
  for (std::size_t i = circuit.wires.size(); i-- > 0;) {
    const Wire& wire = circuit.wires[i];
    if (wire.op == Operator::kInput) wires.Keep(i);
    if (!wires.Keeps(i)) continue;
    KeepOperands(wire, wires);
    if (wire.op != Operator::kInput) sections.Keep(wire.section.index());
    if (wire.table) tables.Keep(wire.table->index());
  }
  wires.Count();
  sections.Count();
  tables.Count();
  const auto renumbered = [&](Wire wire) {
    for (Operand& operand : wire.operands) {
      if (operand.wire) operand.wire = WireId{wires[operand.wire->index()]};
    }
    if (wire.op != Operator::kInput) wire.section = SectionId{sections[wire.section.index()]};
    if (wire.table) wire.table = TableId{tables[wire.table->index()]};
    return wire;
  };
  Circuit result;
  for (std::size_t i = 0; i < circuit.sections.size(); ++i) {
    if (sections.Keeps(i)) result.sections.push_back(circuit.sections[i]);
  }
  for (std::size_t i = 0; i < circuit.tables.size(); ++i) {
    if (tables.Keeps(i)) result.tables.push_back(circuit.tables[i]);
  }
  for (std::size_t i = 0; i < circuit.wires.size(); ++i) {
    if (wires.Keeps(i)) result.wires.push_back(renumbered(circuit.wires[i]));
  }
  for (const Output& output : circuit.outputs)
    result.outputs.push_back({output.port, renumbered(output.value)});
  return result;
}

}  // namespace toroid::logic
