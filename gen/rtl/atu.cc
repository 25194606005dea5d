// Address units. An embedding of power-of-two shapes is often linear over xor: each bit of one
// address is the xor of some bits of the other. Example: the xor embedding of a 3-cube on ring:8
// has physical = {l2, l2 ^ l1, l0}, so its unit is one xor gate. The rows are not taken from the
// embedding's formula but found by probing: the image of each address with a single bit set is a
// column, and every address of the shape is then compared with the xor of its columns. Other maps
// of Tao and of Gray codes are computed in steps (gen/rtl/unit_logic.h), and by-weight becomes a
// table.
//
// Addresses with one bit set are always inside the shape: a field of b = ceil(log2 length) bits has
// 2^(b-1) < length. It takes a bijection for each of them to be a node's in both directions.
#include "gen/rtl/atu.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

#include "gen/rtl/address_fields.h"
#include "gen/rtl/pipeline.h"
#include "gen/rtl/unit_logic.h"

namespace toroid::rtl {
namespace {

// One direction of translation: the (input, output) address of every node, ascending by input.
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs ForwardPairs(const Plan& plan) {
  const Embedding& embedding = *plan.unit_embedding();
  Pairs pairs;
  for (std::uint32_t i = 0; i < embedding.guest().size(); ++i) {
    pairs.emplace_back(AddressIn(embedding.guest(), NodeId{i}),
                       AddressIn(embedding.host(), embedding.HostOf(NodeId{i})));
  }
  std::ranges::sort(pairs);
  return pairs;
}

Pairs Inverted(Pairs pairs) {
  for (auto& [input, output] : pairs) std::swap(input, output);
  std::ranges::sort(pairs);
  return pairs;
}

// columns[i]: the image of the address in which only bit i is set. Nothing if the map is not linear
// on the shape.
std::optional<std::vector<std::uint32_t>> Columns(const Pairs& pairs, int from_bits, int to_bits) {
  if (from_bits != to_bits) return std::nullopt;
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(from_bits));
  for (const auto& [input, output] : pairs) {
    if (std::has_single_bit(input))
      columns[static_cast<std::size_t>(std::countr_zero(input))] = output;
  }
  for (const auto& [input, output] : pairs) {
    std::uint32_t sum = 0;
    for (int i = 0; i < from_bits; ++i)
      sum ^= (input >> i & 1U) != 0 ? columns[static_cast<std::size_t>(i)] : 0U;
    if (sum != output) return std::nullopt;
  }
  return columns;
}

std::string BitMeaning(const AddressFields& fields, int bit) {
  for (const AddressField& field : fields) {
    if (bit < field.lsb || bit >= field.lsb + field.bits) continue;
    return field.bits == 1 ? field.meaning
                           : field.meaning + ", bit " + std::to_string(bit - field.lsb);
  }
  assert(false && "a bit of an address belongs to a field");
  return "";
}

std::vector<Values> BitRows(const std::string& from, const std::vector<std::uint32_t>& columns,
                            const AddressFields& to_fields) {
  std::vector<Values> rows;
  for (int bit = static_cast<int>(columns.size()); bit-- > 0;) {
    std::string terms;
    for (std::size_t i = columns.size(); i-- > 0;) {
      if ((columns[i] >> bit & 1U) != 0)
        terms += (terms.empty() ? "" : " ^ ") + from + "[" + std::to_string(i) + "]";
    }
    assert(!terms.empty() && "a bijection has no constant bit");
    rows.push_back({.text = {{"bit", std::to_string(bit)},
                             {"terms", terms},
                             {"meaning", BitMeaning(to_fields, bit)}},
                    .rows = {}});
  }
  return rows;
}

MakeRows TableRows(const Pairs& pairs, int from_bits, int to_bits) {
  const std::string from = std::to_string(from_bits) + "'d";
  const std::string to = std::to_string(to_bits) + "'d";
  return [pairs, from, to](const TakeRow& take) {
    for (const auto& [input, output] : pairs) {
      const std::string value = "{1'b1, " + to + std::to_string(output) + "}";
      take({.text = {{"code", from + std::to_string(input)}, {"value", value}}, .rows = {}});
    }
  };
}

Values Rows(const Plan& plan, bool forward, const std::vector<std::uint32_t>& columns) {
  const std::string from = forward ? "logical" : "physical";
  return {.text = {{"valid", InsideShape(from, forward ? LogicalFields(plan) : PlaceFields(plan))}},
          .rows = {
              {"bits", BitRows(from, columns, forward ? PlaceFields(plan) : LogicalFields(plan))}}};
}

Values Table(const Pairs& pairs, int from_bits, int to_bits) {
  return {.text = {{"address_range", Range(to_bits + 1)},
                   {"nothing", std::to_string(to_bits + 1) + "'d0"}},
          .rows = {},
          .made = {{"entries", TableRows(pairs, from_bits, to_bits)}}};
}

Values Steps(const UnitLogic& logic) {
  std::vector<UnitOutput> all = logic.outputs;
  all.push_back({"valid", logic.valid.name});
  std::string needed;
  std::vector<Values> outputs;
  for (const UnitOutput& output : all) {
    needed += output.expression + " ";
    outputs.push_back(
        {.text = {{"output", output.port}, {"expression", output.expression}}, .rows = {}});
  }
  Values values = logic.path.Rendered(needed);
  values.rows["outputs"] = std::move(outputs);
  return values;
}

// The same two as logic, where registers come after them.
UnitLogic RowsLogic(const Plan& plan, bool forward, const std::vector<std::uint32_t>& columns) {
  const std::string from = forward ? "logical" : "physical";
  UnitLogic logic;
  logic.path.BeginStage("xors", "each bit a wire or an xor of wires");
  Signals bits;
  for (const Values& row :
       BitRows(from, columns, forward ? PlaceFields(plan) : LogicalFields(plan))) {
    const std::string& terms = row.text.at("terms");
    bits.push_back(logic.path.Wire("bit" + row.text.at("bit"), 1, terms,
                                   terms.find('^') == terms.npos ? 0 : 1));
  }
  logic.outputs = {{forward ? "physical" : "logical", Joined(bits)}};
  logic.valid = InsideShape(logic.path, from, forward ? LogicalFields(plan) : PlaceFields(plan));
  return logic;
}

UnitLogic TableLogic(const Pairs& pairs, bool forward, int from_bits, int to_bits) {
  assert(pairs.size() == std::size_t{1} << from_bits &&
         "only by-weight needs a table, and all its codes are nodes");
  UnitLogic logic;
  logic.path.BeginStage("table", "a table");
  const auto function = [&](const std::vector<int>& in) {
    return std::vector{static_cast<int>(pairs[static_cast<std::size_t>(in[0])].second)};
  };
  const Signal input{forward ? "logical" : "physical", (1 << from_bits) - 1};
  const Signal value = logic.path.LookUp("address", {input}, {(1 << to_bits) - 1}, function)[0];
  logic.outputs = {{forward ? "physical" : "logical", value.name}};
  return logic;
}

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
  if (plan.member_bits() > 0)
    ports.push_back(
        {"member", !forward, plan.member_bits(), "which of the host node's guest nodes"});
  ports.push_back(forward ? physical : logical);
  if (plan.member_bits() > 0 && !forward)
    ports.push_back(
        {"count", false, plan.count_bits(), "how many guest nodes the host node holds"});
  ports.push_back(
      {"valid", false, 0,
       plan.member_bits() > 0 && !forward ? "there is such a member" : "the code is a node's"});
  return ports;
}

AddressUnit Unit(const Plan& plan, bool forward) {
  const Embedding& embedding = *plan.unit_embedding();
  const int from_bits = forward ? plan.logical_bits() : plan.place_bits();
  const int to_bits = forward ? plan.place_bits() : plan.logical_bits();
  AddressUnit unit;
  unit.part = forward ? "atu_forward" : "atu_inverse";
  unit.ports = Ports(plan, forward);
  const bool one_to_one = embedding.IsBijection();
  const Pairs pairs = !one_to_one ? Pairs{}
                      : forward   ? ForwardPairs(plan)
                                  : Inverted(ForwardPairs(plan));
  const auto columns = one_to_one ? Columns(pairs, from_bits, to_bits) : std::nullopt;
  const int stages = plan.hardware().atu_stages;
  if (stages > 0) {
    unit.template_file = "atu_pipeline.v.tpl";
    unit.values =
        Pipelined(columns                   ? RowsLogic(plan, forward, *columns)
                  : HasUnitLogic(embedding) ? LogicOf(plan, forward)
                                            : TableLogic(pairs, forward, from_bits, to_bits),
                  unit.ports, stages);
  } else if (columns) {
    unit.template_file = "atu_rows.v.tpl";
    unit.values = Rows(plan, forward, *columns);
  } else if (HasUnitLogic(embedding)) {
    unit.template_file = "atu_steps.v.tpl";
    unit.values = Steps(LogicOf(plan, forward));
  } else {
    unit.template_file = "atu_table.v.tpl";
    unit.values = Table(pairs, from_bits, to_bits);
  }
  unit.values.text.merge(
      std::map<std::string, std::string>{{"module", ModuleName(plan, unit.part)},
                                         {"from", forward ? "logical" : "physical"},
                                         {"to", forward ? "physical" : "logical"},
                                         {"embedding", std::string(ToString(embedding.kind()))}});
  unit.values.rows["ports"] = PortRows(unit.ports);
  return unit;
}

}  // namespace

std::vector<AddressUnit> AddressUnits(const Plan& plan) {
  if (!plan.embedding()) return {};
  return {Unit(plan, true), Unit(plan, false)};
}

}  // namespace toroid::rtl
