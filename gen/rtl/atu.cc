// Address units. An embedding of power-of-two shapes is often linear over xor: each bit of one address is the xor of some bits of the
// other. Example: the xor embedding of a 3-cube on ring:8 has physical = {l2, l2 ^ l1, l0}, so its unit is one xor gate. The rows
// are not taken from the embedding's formula but found by probing: the image of each address with a single bit set is a column, and every
// address of the shape is then compared with the xor of its columns. Of the maps that fail the comparison Tao's embeddings are computed
// step by step (gen/rtl/tao_unit.h), and others (by-weight) become tables.
//
// Addresses with one bit set are always inside the shape: a field of b = ceil(log2 length) bits has 2^(b-1) < length.
#include "gen/rtl/atu.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

#include "gen/rtl/datapath.h"
#include "gen/rtl/tao_unit.h"

namespace toroid::rtl {
namespace {

// One direction of translation: the (input, output) address of every node, ascending by input.
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<AddressField> FieldsOf(const Graph& graph) {
  std::vector<AddressField> fields;
  int lsb = 0;
  for (int a = graph.axes(); a-- > 0;) {
    const int length = graph.length(Axis{a});
    const int bits = BitsFor(static_cast<std::uint32_t>(length));
    const bool cube = graph.kind() == Kind::kHypercube;
    const int index = cube ? lsb : a;
    fields.insert(fields.begin(), {(cube ? "cube dimension " : "axis ") + std::to_string(index), index, lsb, bits, length});
    lsb += bits;
  }
  return fields;
}

std::uint32_t AddressIn(const Graph& graph, NodeId node) {
  std::uint32_t address = 0;
  for (int a = 0; a < graph.axes(); ++a) {
    const Axis axis{a};
    address = address << BitsFor(static_cast<std::uint32_t>(graph.length(axis))) | static_cast<std::uint32_t>(graph.Coordinate(node, axis));
  }
  return address;
}

Pairs ForwardPairs(const Plan& plan) {
  const Graph& guest = plan.embedding()->guest();
  Pairs pairs;
  for (std::uint32_t i = 0; i < guest.size(); ++i) {
    pairs.emplace_back(AddressIn(guest, NodeId{i}), AddressIn(plan.host(), plan.embedding()->HostOf(NodeId{i})));
  }
  std::ranges::sort(pairs);
  return pairs;
}

Pairs Inverted(Pairs pairs) {
  for (auto& [input, output] : pairs) std::swap(input, output);
  std::ranges::sort(pairs);
  return pairs;
}

// columns[i]: the image of the address in which only bit i is set. Nothing if the map is not linear on the shape.
std::optional<std::vector<std::uint32_t>> Columns(const Pairs& pairs, int from_bits, int to_bits) {
  if (from_bits != to_bits) return std::nullopt;
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(from_bits));
  for (const auto& [input, output] : pairs) {
    if (std::has_single_bit(input)) columns[static_cast<std::size_t>(std::countr_zero(input))] = output;
  }
  for (const auto& [input, output] : pairs) {
    std::uint32_t sum = 0;
    for (int i = 0; i < from_bits; ++i) sum ^= (input >> i & 1U) != 0 ? columns[static_cast<std::size_t>(i)] : 0U;
    if (sum != output) return std::nullopt;
  }
  return columns;
}

// Whether every field of `name` is below its length, as an expression.
std::string InsideShape(const std::string& name, const std::vector<AddressField>& fields) {
  std::string text;
  for (const AddressField& field : fields) {
    if (std::has_single_bit(static_cast<unsigned>(field.length))) continue;
    const std::string bits = std::to_string(field.bits);
    if (!text.empty()) text += " && ";
    text += "(" + name + "[" + std::to_string(field.lsb) + " +: " + bits + "] < " + bits + "'d" + std::to_string(field.length) + ")";
  }
  return text.empty() ? "1'b1" : text;
}

std::string BitMeaning(const std::vector<AddressField>& fields, int bit) {
  for (const AddressField& field : fields) {
    if (bit < field.lsb || bit >= field.lsb + field.bits) continue;
    return field.bits == 1 ? field.meaning : field.meaning + ", bit " + std::to_string(bit - field.lsb);
  }
  assert(false && "a bit of an address belongs to a field");
  return "";
}

std::vector<Values> BitRows(const std::string& from, const std::vector<std::uint32_t>& columns,
                            const std::vector<AddressField>& to_fields) {
  std::vector<Values> rows;
  for (int bit = static_cast<int>(columns.size()); bit-- > 0;) {
    std::string terms;
    for (std::size_t i = columns.size(); i-- > 0;) {
      if ((columns[i] >> bit & 1U) != 0) terms += (terms.empty() ? "" : " ^ ") + from + "[" + std::to_string(i) + "]";
    }
    assert(!terms.empty() && "a bijection has no constant bit");
    rows.push_back({.text = {{"bit", std::to_string(bit)}, {"terms", terms}, {"meaning", BitMeaning(to_fields, bit)}}, .rows = {}});
  }
  return rows;
}

std::vector<Values> TableRows(const Pairs& pairs, int from_bits, int to_bits) {
  const std::string from = std::to_string(from_bits) + "'d";
  const std::string to = std::to_string(to_bits) + "'d";
  std::vector<Values> rows;
  for (const auto& [input, output] : pairs) {
    const std::string value = "{1'b1, " + to + std::to_string(output) + "}";
    rows.push_back({.text = {{"code", from + std::to_string(input)}, {"value", value}}, .rows = {}});
  }
  return rows;
}

std::vector<int> CoordinatesAt(const std::vector<AddressField>& fields, std::uint32_t address) {
  std::vector<int> coordinates;
  for (const AddressField& field : fields) coordinates.push_back(static_cast<int>(address >> field.lsb & ((1U << field.bits) - 1)));
  return coordinates;
}

std::uint32_t AddressAt(const std::vector<AddressField>& fields, const std::vector<int>& coordinates) {
  std::uint32_t address = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) address |= static_cast<std::uint32_t>(coordinates[i]) << fields[i].lsb;
  return address;
}

// The values of the template atu_steps.v.tpl, "valid" excepted.
Values Steps(const Plan& plan, bool forward, const std::string& from, const Pairs& pairs, const std::vector<AddressField>& from_fields,
             const std::vector<AddressField>& to_fields) {
  Datapath path;
  path.BeginStage(from, "the fields of the address");
  Signals input;
  for (std::size_t i = 0; i < from_fields.size(); ++i) {
    const AddressField& field = from_fields[i];
    const std::string low = std::to_string(field.lsb);
    const std::string part = field.bits == 1 ? low : std::to_string(field.lsb + field.bits - 1) + ":" + low;
    input.push_back(path.Wire("axis" + std::to_string(i), field.length - 1, from + "[" + part + "]"));
  }
  std::vector<int> maxima;
  for (const AddressField& field : to_fields) maxima.push_back(field.length - 1);
  const auto function = [&](const std::vector<int>& coordinates) {
    const auto pair = std::ranges::lower_bound(pairs, AddressAt(from_fields, coordinates), {}, &Pairs::value_type::first);
    return CoordinatesAt(to_fields, pair->second);
  };
  const tao::Construction& construction = *plan.embedding()->construction();
  const auto formula = [&](Datapath& to) {
    return forward ? TaoForwardLogic(to, construction, input) : TaoInverseLogic(to, construction, input);
  };
  const Signals output = path.Cheaper("coordinate", input, maxima, function, formula);
  std::string result;
  for (std::size_t i = 0; i < output.size(); ++i) result += (i == 0 ? "{" : ", ") + At(output[i], to_fields[i].bits);
  result += "}";
  Values values = path.Rendered(result);
  values.text["result"] = result;
  return values;
}

AddressUnit Unit(const Plan& plan, bool forward) {
  const std::string from = forward ? "logical" : "physical";
  const std::string to = forward ? "physical" : "logical";
  const int from_bits = forward ? plan.logical_bits() : plan.physical_bits();
  const int to_bits = forward ? plan.physical_bits() : plan.logical_bits();
  const Pairs pairs = forward ? ForwardPairs(plan) : Inverted(ForwardPairs(plan));
  const std::vector<AddressField> from_fields = forward ? LogicalFields(plan) : PhysicalFields(plan);
  const std::vector<AddressField> to_fields = forward ? PhysicalFields(plan) : LogicalFields(plan);
  AddressUnit unit;
  unit.part = forward ? "atu_forward" : "atu_inverse";
  unit.ports = {{from, true, from_bits, ""}, {to, false, to_bits, ""}, {"valid", false, 0, ""}};
  unit.ports[0].what = "a code outside the shape answers valid low";
  unit.ports[1].what = forward ? "host coordinates, the first in the most significant bits" : "guest node";
  unit.ports[2].what = "the code is a node's";
  unit.values.text = {
      {"module", ModuleName(plan, unit.part)}, {"from", from}, {"to", to}, {"embedding", std::string(ToString(plan.embedding()->kind()))}};
  unit.values.rows["ports"] = PortRows(unit.ports);
  if (const auto columns = Columns(pairs, from_bits, to_bits)) {
    unit.template_file = "atu_rows.v.tpl";
    unit.values.text["valid"] = InsideShape(from, from_fields);
    unit.values.rows["bits"] = BitRows(from, *columns, to_fields);
  } else if (plan.embedding()->construction()) {
    unit.template_file = "atu_steps.v.tpl";
    unit.values.text["valid"] = InsideShape(from, from_fields);
    Values steps = Steps(plan, forward, from, pairs, from_fields, to_fields);
    unit.values.text.merge(steps.text);
    unit.values.rows.merge(steps.rows);
  } else {
    unit.template_file = "atu_table.v.tpl";
    unit.values.text["address_range"] = Range(to_bits + 1);
    unit.values.text["nothing"] = std::to_string(to_bits + 1) + "'d0";
    unit.values.rows["entries"] = TableRows(pairs, from_bits, to_bits);
  }
  return unit;
}

}  // namespace

std::vector<AddressField> PhysicalFields(const Plan& plan) {
  // A host's coordinates are axes even on a hypercube, where axis 0 is the highest cube dimension.
  std::vector<AddressField> fields = FieldsOf(plan.host());
  for (std::size_t a = 0; a < fields.size(); ++a) {
    fields[a].index = static_cast<int>(a);
    fields[a].meaning = "axis " + std::to_string(a);
  }
  return fields;
}

std::vector<AddressField> LogicalFields(const Plan& plan) { return FieldsOf(plan.embedding()->guest()); }

std::vector<std::uint32_t> LogicalAddresses(const Plan& plan) {
  std::vector<std::uint32_t> addresses;
  for (const NodeId guest : plan.embedding()->inverse()) addresses.push_back(AddressIn(plan.embedding()->guest(), guest));
  return addresses;
}

std::vector<AddressUnit> AddressUnits(const Plan& plan) {
  if (!plan.embedding()) return {};
  return {Unit(plan, true), Unit(plan, false)};
}

}  // namespace toroid::rtl
