// The idea: every wire has a depth by estimate. For a given period in levels, each wire goes into
// the earliest stage in which it fits behind its operands, and registers carry the values that
// later stages need. The least period for which the stages suffice is found by trying one after the
// other. Registers that are not needed are at the end.
//
// Example: wires of 2, 3 and 2 levels, each needing the one before, with one register: a period of
// 4 needs three stages, of 5 two, (2 + 3) and (2). Does not cut within a wire, so a period is never
// less than the deepest wire: an adder, a table. Units that are wires, xors or one table have
// registers at their outputs alone.
//
// Source: the greedy assignment of operations to time steps as soon as possible (ASAP scheduling
// with chaining), as in high-level synthesis.
#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <compare>
#include <map>
#include <string>
#include <utility>

#include "gen/logic/cost.h"
#include "gen/logic/passes.h"
#include "gen/logic/verilog.h"

namespace toroid::logic {
namespace {

// When a value is ready: the number of registers before it, and of levels after the last of them.
struct Time {
  int stage = 0;
  int level = 0;
  auto operator<=>(const Time&) const = default;
};
using Times = std::vector<Time>;  // by wire

// The circuit with its outputs as wires of an additional section.
Circuit WithAnswers(Circuit circuit) {
  const SectionId section{static_cast<int>(circuit.sections.size())};
  circuit.sections.push_back({"answer", "the answer"});
  for (Output& output : circuit.outputs) {
    const WireId id{static_cast<int>(circuit.wires.size())};
    const int bits = output.value.bits();
    circuit.wires.push_back(output.value);
    circuit.wires.back().name = "answer_" + output.port;
    circuit.wires.back().section = section;
    output.value = {.op = Operator::kBits,
                    .max = TopCode(bits),
                    .operands = {{.wire = id, .bits = bits, .width = bits}}};
  }
  return circuit;
}

// When each wire is ready if no stage is deeper than `period`, which is at least the deepest wire's
// depth.
Times Assigned(const Circuit& circuit, const std::vector<int>& levels, int period) {
  Times times(circuit.wires.size());
  for (std::size_t i = 0; i < circuit.wires.size(); ++i) {
    Time at;
    for (const Operand& operand : circuit.wires[i].operands) {
      if (operand.wire) at = std::max(at, times[operand.wire->index()]);
    }
    if (at.level + levels[i] > period) at = {at.stage + 1, 0};
    times[i] = {at.stage, at.level + levels[i]};
  }
  return times;
}

// The shortest period, in levels, for which all wires fit into registers + 1 stages. Found by
// trying periods from the longest single wire up; each try is one pass.
Times Schedule(const Circuit& circuit, int registers) {
  std::vector<int> levels;
  for (const Wire& wire : circuit.wires) levels.push_back(CostOf(circuit, wire).levels);
  for (int period = *std::ranges::max_element(levels);; ++period) {
    Times times = Assigned(circuit, levels, period);
    if (std::ranges::max(times).stage <= registers) return times;
  }
}

// A part of a wire, the last stage that needs it, and the first register that keeps it. Each part
// has its own registers, so that none carries unused bits.
struct Carried {
  int low = 0;
  int bits = 0;
  int last = 0;
  WireId first = {};
};
using CarriedParts = std::map<std::string, Carried>;  // by the part's text in Verilog

// "x_at_2" behind register 2, "x_part_6_0_at_2" for its bits 6 to 0. Wires have names like "x_2"
// too, but none with "_part" or "_at".
std::string RegisterName(const std::string& wire, const std::string& part, int stage) {
  std::string name = wire + (part.empty() ? "" : "_part");
  for (const char c : part) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) name += c;
    if (c == '[' || c == ':') name += '_';
  }
  return fmt::format("{}_at_{}", name, stage);
}

class Pipeline {
 public:
  Pipeline(const Circuit& circuit, int registers)
      : circuit_(circuit),
        times_(Schedule(circuit, registers)),
        carried_(circuit.wires.size()),
        places_(circuit.wires.size()) {
    for (std::size_t i = 0; i < circuit.wires.size(); ++i)
      NoteParts(circuit.wires[i], times_[i].stage);
    for (const Output& output : circuit.outputs) NoteParts(output.value, registers);
    result_.sections = circuit.sections;
    result_.tables = circuit.tables;
    PlaceInputs();
    for (std::size_t i = 0; i < circuit.wires.size(); ++i) {
      if (circuit.wires[i].op == Operator::kInput) continue;
      Place(i);
      AddRegisters(i);
    }
    for (const Output& output : circuit.outputs)
      result_.outputs.push_back({output.port, Moved(output.value, registers)});
  }

  Circuit result() && { return std::move(result_); }

 private:
  std::string PartOf(const Operand& operand) const {
    return PartText(operand, circuit_.at(*operand.wire));
  }

  // Notes that the operands of a wire in `stage` must be carried that far.
  void NoteParts(const Wire& wire, int stage) {
    for (const Operand& operand : wire.operands) {
      if (!operand.wire) continue;
      Carried& carried = carried_[operand.wire->index()][PartOf(operand)];
      carried.low = operand.low;
      carried.bits = operand.bits;
      carried.last = std::max(carried.last, stage);
    }
  }

  // A wire of `stage`, with its operands as they are in that stage.
  Wire Moved(Wire wire, int stage) const {
    for (Operand& operand : wire.operands) {
      if (!operand.wire) continue;
      const std::size_t from = operand.wire->index();
      const int late = stage - times_[from].stage;
      assert(late >= 0);
      if (late == 0) {
        operand.wire = places_[from];
      } else {
        operand.wire = WireId{carried_[from].at(PartOf(operand)).first.value() + late - 1};
        operand.low = 0;
      }
    }
    return wire;
  }

  void Place(std::size_t i) {
    places_[i] = WireId{static_cast<int>(result_.wires.size())};
    result_.wires.push_back(Moved(circuit_.wires[i], times_[i].stage));
  }

  // A chain of registers for each part of the wire that later stages read.
  void AddRegisters(std::size_t i) {
    for (auto& [part, carried] : carried_[i]) {
      carried.first = WireId{static_cast<int>(result_.wires.size())};
      Operand before{
          .wire = places_[i], .low = carried.low, .bits = carried.bits, .width = carried.bits};
      for (int stage = times_[i].stage + 1; stage <= carried.last; ++stage) {
        const WireId id{static_cast<int>(result_.wires.size())};
        result_.wires.push_back({.op = Operator::kRegister,
                                 .name = RegisterName(circuit_.wires[i].name, part, stage),
                                 .max = TopCode(carried.bits),
                                 .operands = {before},
                                 .section = circuit_.wires[i].section});
        before.wire = id;
        before.low = 0;
      }
    }
  }

  // All inputs, and then their registers by the inputs' names.
  void PlaceInputs() {
    std::map<std::string, std::size_t> inputs;
    for (std::size_t i = 0; i < circuit_.wires.size(); ++i) {
      if (circuit_.wires[i].op != Operator::kInput) continue;
      Place(i);
      inputs[circuit_.wires[i].name] = i;
    }
    for (const auto& [name, i] : inputs) AddRegisters(i);
  }

  const Circuit& circuit_;
  Times times_;
  std::vector<CarriedParts> carried_;  // by wire
  std::vector<WireId> places_;         // where the wires are in the result
  Circuit result_;
};

}  // namespace

Circuit Pipelined(const Circuit& circuit, int registers) {
  assert(registers >= 1);
  const Circuit whole = WithAnswers(circuit);
  return Pipeline(whole, registers).result();
}

}  // namespace toroid::logic
