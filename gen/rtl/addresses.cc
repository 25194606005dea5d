// The addresses of a node's packets: the destination as the router takes it, and the source as the
// receiver reads it. Physical addresses are wires; address units translate logical ones
// (docs/spec/generated.md, section 5).
#include "gen/rtl/layer.h"
#include "gen/rtl/partition.h"

namespace toroid::rtl {
namespace {

Part Assign(const std::string& wire, const std::string& value) {
  return {"node_addresses.v.tpl#assign", {.text = {{"wire", wire}, {"value", value}}}};
}

Part PhysicalInNode(const Plan& plan) {
  const std::vector<bool> all(static_cast<std::size_t>(plan.local_ports()), true);
  return {"node_addresses.v.tpl#physical", {.text = {{"all_ok", MaskConstant(all)}}}};
}

// The slice of the low `bits` of a vector of `width` bits; "" if that is all.
std::string PartBelow(int bits, int width) { return bits == width ? "" : PartAt(0, bits); }
// The slice above the low `bits` of field number `field` in a vector of fields of `width` bits.
std::string PartAbove(int bits, int width, int field) {
  return PartAt(field * width + bits, width - bits);
}

// Assigns zeros to that slice, if it is not empty.
void PadAbove(const std::string& vector, int bits, int width, int field, std::vector<Part>& parts) {
  if (bits < width)
    parts.push_back(Assign(vector + PartAbove(bits, width, field), Zeros(width - bits)));
}

// The node's own address as its packets' source: the partition's output, or an inverse unit's.
void AddSource(const Plan& plan, std::vector<Part>& parts) {
  const int address = plan.address_bits();
  const int logical = plan.logical_bits();
  if (plan.partition()) {
    const std::string own = "logical";
    return parts.push_back(Assign(
        "source", logical == address ? own : "{" + Zeros(address - logical) + ", " + own + "}"));
  }
  const std::string holder = HolderWire(plan);
  if (!holder.empty()) parts.push_back({"node_addresses.v.tpl#empty_nodes"});
  parts.push_back({"node_addresses.v.tpl#source",
                   {.text = {{"inverse", ModuleName(plan, "atu_inverse")},
                             {"physical_part", PartBelow(plan.physical_bits(), address)},
                             {"logical_part", PartBelow(logical, address)},
                             {"valid", holder.empty() ? "unused_source_valid" : holder}}}});
  PadAbove("source", logical, address, 0, parts);
}

// The conditions under which the destination at injector q is valid; `valid` is the forward unit's
// output.
std::string DestinationChecks(const Plan& plan, const std::string& valid, int q) {
  const int logical = plan.logical_bits();
  const int address = plan.address_bits();
  const std::string holder = HolderWire(plan);
  std::string text = holder.empty() ? valid : holder + " && " + valid;
  if (logical < address)
    text += " && s_axis_tdest" + PartAbove(logical, address, q) + " == " + Zeros(address - logical);
  return text;
}

// An answer of a forward unit that is not directly the router's input: `wire` holds it.
Values AnswerRow(const std::string& range, const std::string& wire, const std::string& note,
                 const std::string& to, const std::string& value) {
  return {.text = {{"range", range}, {"wire", wire}, {"note", note}, {"to", to}, {"value", value}}};
}

// The forward unit of injector q, for the destinations that enter there.
void AddDestination(const Plan& plan, int q, std::vector<Part>& parts) {
  const int address = plan.address_bits();
  const std::string number = std::to_string(q);
  std::string physical = "s_dest" + PartAt(q * address, plan.physical_bits());
  std::string valid = "s_dest_ok" + (OneBitWidth(plan) == 0 ? "" : Slice(q, 1, true));
  std::vector<Values> answers;
  if (DestinationChecks(plan, valid, q) != valid) {
    const std::string wire = "atu_forward_" + number + "_valid";
    answers.push_back(AnswerRow("", wire, "", valid, DestinationChecks(plan, wire, q)));
    valid = wire;
  }
  if (plan.partition()) {
    const std::string wire = "place_" + number;
    answers.push_back(AnswerRow(Range(plan.place_bits()), wire, "  // within the partition",
                                physical, MovedByBase(plan, wire)));
    physical = wire;
  }
  parts.push_back({"node_addresses.v.tpl#destination",
                   {.text = {{"forward", ModuleName(plan, "atu_forward")},
                             {"unit", number},
                             {"logical_slice", PartAt(q * address, plan.logical_bits())},
                             {"physical", physical},
                             {"valid", valid}},
                    .rows = {{"answers", answers}}}});
  PadAbove("s_dest", plan.physical_bits(), address, q, parts);
}

}  // namespace

std::optional<Layer> AddressLayer(const Plan& plan) {
  // RankLayer translates, or LoadedUnitLayer
  if (plan.carries_ranks() || plan.hardware().load.address_units) return std::nullopt;
  Layer layer{.name = "addresses"};
  layer.place = Place::kInStreams;
  if (!IsLogical(plan)) {
    layer.in_node = {PhysicalInNode(plan)};
    return layer;
  }
  layer.modules = {"atu_forward"};
  if (!plan.partition()) layer.modules.emplace_back("atu_inverse");
  AddSource(plan, layer.in_node);
  for (int q = 0; q < plan.local_ports(); ++q) AddDestination(plan, q, layer.in_node);
  return layer;
}

}  // namespace toroid::rtl
