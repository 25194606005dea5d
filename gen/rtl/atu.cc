// Address units as files: the logic of gen/address_units, printed for one of four templates. Xors
// and tables have their own templates, where they read best; all units with registers share one.
#include "gen/rtl/atu.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <utility>

#include "gen/address_units/unit_logic.h"
#include "gen/logic/passes.h"
#include "gen/logic/verilog.h"

namespace toroid::rtl {
namespace {

using address_units::AddressField;
using address_units::AddressFields;
using address_units::LogicalFields;
using address_units::PlaceFields;
using address_units::UnitForm;
using address_units::UnitKind;
using address_units::UnitLogic;
using logic::Circuit;
using logic::Verilog;
using logic::VerilogRegister;

// ---- templates of circuits ----

// The tables, each as a function with a case.
std::vector<Values> FunctionRows(const Verilog& verilog) {
  std::vector<Values> rows;
  for (const logic::VerilogFunction& function : verilog.functions) {
    Values row{.text = {{"function", function.name},
                        {"output_range", function.output_range},
                        {"input_range", function.input_range},
                        {"nothing", function.otherwise}},
               .rows = {{"entries", {}}}};
    for (const auto& [code, value] : function.entries)
      row.rows["entries"].push_back({.text = {{"code", code}, {"value", value}}, .rows = {}});
    rows.push_back(std::move(row));
  }
  return rows;
}

// Rows of registers behind a wire, or behind the inputs.
std::vector<Values> RegisterRows(const std::vector<VerilogRegister>& registers) {
  std::vector<Values> rows;
  for (const VerilogRegister& one : registers) {
    rows.push_back({.text = {{"range", one.range}, {"register", one.name}, {"before", one.before}},
                    .rows = {}});
  }
  return rows;
}

// Rows of the stages. `registers`: the template has rows for registers.
std::vector<Values> StageRows(const Verilog& verilog, bool registers) {
  std::vector<Values> rows;
  for (const logic::VerilogSection& section : verilog.sections) {
    Values row{.text = {{"what", section.what}}, .rows = {{"wires", {}}}};
    for (const logic::VerilogWire& wire : section.wires) {
      Values wire_row{.text = {{"declaration", wire.declaration}, {"expression", wire.expression}},
                      .rows = {}};
      if (registers) wire_row.rows["registers"] = RegisterRows(wire.registers);
      row.rows["wires"].push_back(std::move(wire_row));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Values OutputRow(const logic::VerilogOutput& output) {
  return {.text = {{"output", output.port}, {"expression", output.expression}}, .rows = {}};
}

// Values of atu_steps.v.tpl.
Values Steps(const Circuit& circuit) {
  const Verilog verilog = ToVerilog(circuit);
  Values values;
  values.rows["functions"] = FunctionRows(verilog);
  values.rows["stages"] = StageRows(verilog, false);
  for (const logic::VerilogOutput& output : verilog.outputs)
    values.rows["outputs"].push_back(OutputRow(output));
  return values;
}

// Values of atu_pipeline.v.tpl, with the outputs in the order of the ports.
Values Staged(const Circuit& circuit, const std::vector<ModulePort>& ports, int registers) {
  const Verilog verilog = ToVerilog(logic::Pipelined(circuit, registers));
  Values values{.text = {{"cycles", std::to_string(registers)}}, .rows = {}};
  values.rows["functions"] = FunctionRows(verilog);
  values.rows["inputs"] = RegisterRows(verilog.inputs);
  values.rows["stages"] = StageRows(verilog, true);
  for (const ModulePort& port : ports) {
    if (port.input) continue;
    const auto output = std::ranges::find(verilog.outputs, port.name, &logic::VerilogOutput::port);
    values.rows["outputs"].push_back(OutputRow(*output));
  }
  return values;
}

// ---- templates of their own ----

// "axis 1, bit 2": the output bit of a row of xors.
std::string BitMeaning(const AddressFields& fields, int bit) {
  for (const AddressField& field : fields) {
    if (bit < field.lsb || bit >= field.lsb + field.bits) continue;
    return field.bits == 1 ? field.meaning
                           : fmt::format("{}, bit {}", field.meaning, bit - field.lsb);
  }
  assert(false && "a bit of an address belongs to a field");
  return "";
}

// Whether every field of `address` is below its length, as an expression.
std::string InsideShape(const std::string& address, const AddressFields& fields) {
  std::string text;
  for (const AddressField& field : fields) {
    if (std::has_single_bit(static_cast<unsigned>(field.length))) continue;
    const std::string bits = std::to_string(field.bits);
    if (!text.empty()) text += " && ";
    text += fmt::format("({}[{} +: {}] < {}'d{})", address, field.lsb, bits, bits, field.length);
  }
  return text.empty() ? "1'b1" : text;
}

// Values of atu_rows.v.tpl: the first output's bits, which are wires of the circuit.
Values Xors(const Circuit& circuit, const std::string& from, const AddressFields& from_fields,
            const AddressFields& to_fields) {
  Values values{.text = {{"valid", InsideShape(from, from_fields)}}, .rows = {}};
  const auto& bits = circuit.outputs[0].value.operands;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const int bit = static_cast<int>(bits.size() - 1 - i);
    values.rows["bits"].push_back(
        {.text = {{"bit", std::to_string(bit)},
                  {"terms", ExpressionOf(circuit, circuit.at(*bits[i].wire))},
                  {"meaning", BitMeaning(to_fields, bit)}},
         .rows = {}});
  }
  return values;
}

// Values of atu_table.v.tpl, whose entries are {valid, address}.
Values Table(const Circuit& circuit) {
  const logic::VerilogFunction table = ToVerilog(circuit).functions.at(0);
  const int bits = circuit.tables[0].output_bits + 1;
  const MakeRows entries = [entries = table.entries](const TakeRow& take) {
    for (const auto& [code, value] : entries)
      take({.text = {{"code", code}, {"value", "{1'b1, " + value + "}"}}, .rows = {}});
  };
  return {.text = {{"address_range", Range(bits)}, {"nothing", fmt::format("{}'d0", bits)}},
          .rows = {},
          .made = {{"entries", entries}}};
}

// ---- units ----

// The unit's ports (G5.1, G5.8); `clk` only with registers.
std::vector<ModulePort> Ports(const Plan& plan, bool forward) {
  const ModulePort logical{"logical", forward, plan.logical_bits(), "guest node"};
  const std::string coordinates =
      plan.partition() ? "coordinates within the partition" : "host coordinates";
  const ModulePort physical{"physical", !forward, plan.place_bits(),
                            coordinates + ", the first in the most significant bits"};
  std::vector<ModulePort> ports;
  if (plan.hardware().atu_stages > 0) ports.push_back({"clk", true, 0, "rising edge"});
  ports.push_back(forward ? logical : physical);
  ports.back().what = "a code outside the shape answers valid low";
  if (plan.rank_bits() > 0)
    ports.push_back(
        {"member", !forward, plan.rank_bits(), "rank of the guest node on its host node"});
  ports.push_back(forward ? physical : logical);
  if (plan.rank_bits() > 0 && !forward)
    ports.push_back(
        {"count", false, plan.count_bits(), "how many guest nodes the host node holds"});
  ports.push_back({"valid", false, 0,
                   plan.rank_bits() > 0 && !forward ? "there is a guest node of this rank"
                                                    : "the code is a node's"});
  return ports;
}

std::string TemplateOf(const Plan& plan, UnitForm form) {
  if (plan.hardware().atu_stages > 0) return "atu_pipeline.v.tpl";
  switch (form) {
    case UnitForm::kXors: return "atu_rows.v.tpl";
    case UnitForm::kSteps: return "atu_steps.v.tpl";
    case UnitForm::kTable: return "atu_table.v.tpl";
  }
  return "";
}

Values ValuesOf(const Plan& plan, bool forward, const UnitLogic& unit,
                const std::vector<ModulePort>& ports) {
  const int registers = plan.hardware().atu_stages;
  if (registers > 0) return Staged(unit.circuit, ports, registers);
  switch (unit.form) {
    case UnitForm::kXors:
      return forward ? Xors(unit.circuit, "logical", LogicalFields(plan), PlaceFields(plan))
                     : Xors(unit.circuit, "physical", PlaceFields(plan), LogicalFields(plan));
    case UnitForm::kSteps: return Steps(unit.circuit);
    case UnitForm::kTable: return Table(unit.circuit);
  }
  return {};
}

// The circuit with its registers, printed, and its ports.
AddressUnit Unit(const Plan& plan, bool forward) {
  const UnitLogic logic = LogicOf(plan, forward ? UnitKind::kForward : UnitKind::kInverse);
  AddressUnit unit;
  unit.part = forward ? "atu_forward" : "atu_inverse";
  unit.template_file = TemplateOf(plan, logic.form);
  unit.ports = Ports(plan, forward);
  unit.values = ValuesOf(plan, forward, logic, unit.ports);
  unit.values.text.merge(std::map<std::string, std::string>{
      {"module", ModuleName(plan, unit.part)},
      {"from", forward ? "logical" : "physical"},
      {"to", forward ? "physical" : "logical"},
      {"embedding", std::string(ToString(plan.unit_embedding()->kind()))}});
  unit.values.rows["ports"] = PortRows(unit.ports);
  return unit;
}

}  // namespace

std::vector<AddressUnit> AddressUnits(const Plan& plan) {
  if (!plan.embedding() || plan.hardware().load.address_units) return {};
  return {Unit(plan, true), Unit(plan, false)};
}

}  // namespace toroid::rtl
