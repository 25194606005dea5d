// The idea: with x a node's coordinate, b the base's, M the box's length and l the host's, the node
// is inside on this axis if x - b < M, where the difference may wrap modulo 2^bits: for x < b it is
// then at least 2^bits - b >= l - b >= M, if the box fits, b <= l - M. So the node needs a
// subtraction, a comparison with a constant, and the comparison b <= l - M, which is the same at
// all nodes. Example: l = 8, M = 3, b = 5: x = 5, 6, 7 give 0, 1, 2 and x = 4 gives 7, which is
// outside; b = 6 does not fit.
//
// Source: Tao 4.3.2.
#include "gen/rtl/partition.h"

#include <fmt/core.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "gen/address_units/unit_logic.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/manifest.h"

namespace toroid::rtl {
namespace {

using address_units::AddressField;

// One axis of the host.
struct BoxAxis {
  AddressField field;  // the axis' field of the physical address
  int length;          // the box's
  int place_bits;      // bits of the coordinate within it; 0 if the box has one place there
  int place_lsb;       // its lowest bit in an address within the box
  std::string Wire() const { return fmt::format("from_base_{}", field.index); }
};

std::vector<BoxAxis> AxesOf(const Plan& plan) {
  const std::vector<AddressField> fields = address_units::PhysicalFields(plan);
  std::vector<BoxAxis> axes;
  int lsb = plan.place_bits();
  for (std::size_t a = 0; a < fields.size(); ++a) {
    const int length = plan.partition()->lengths()[a];
    const int bits = length == 1 ? 0 : BitsFor(static_cast<std::uint32_t>(length));
    lsb -= bits;
    axes.push_back({fields[a], length, bits, lsb});
  }
  return axes;
}

// "[5:3]", the slice of a field in an address.
std::string PartOf(const AddressField& field) {
  return field.bits == 1 ? fmt::format("[{}]", field.lsb) : PartAt(field.lsb, field.bits);
}

// " && name <= most", or nothing if every code passes.
std::string AtMost(const std::string& name, int bits, int most) {
  if (most + 1 >= 1 << bits) return "";
  return fmt::format(" && {}{}{}'d{}", name, most == 0 ? " == " : " <= ", bits, most);
}

std::vector<LayerPort> PartitionPorts(const Plan& plan) {
  return {
      {{"base", true, plan.physical_bits(),
        "the partition's node of smallest coordinates, physical; constant while anything moves"}},
      {{"holds_guest", false, 0, "holds a guest node"},
       InTop::kPerNode,
       "a bit for each node: it holds a guest node"},
      {{"logical", false, plan.logical_bits(),
        plan.rank_bits() > 0 ? "the first guest node; 0 without one"
                             : "the guest node; 0 without one"},
       InTop::kPerNode}};
}

Part PartitionInNode(const Plan& plan) {
  Values values;
  std::string inside;
  for (const BoxAxis& axis : AxesOf(plan)) {
    const int bits = axis.field.bits;
    values.rows["box_axes"].push_back(
        {.text = {{"wire", axis.Wire()}, {"range", Range(bits)}, {"part", PartOf(axis.field)}}});
    inside += AtMost(axis.Wire(), bits, axis.length - 1) +
              AtMost("base" + PartOf(axis.field), bits, axis.field.length - axis.length);
  }
  values.text = {{"box", plan.partition()->ToString()},
                 {"logical_range", Range(plan.logical_bits())},
                 {"inside", inside},
                 {"no_node", Zeros(plan.logical_bits())}};
  return {"node_partition.v.tpl#box", values};
}

// The guest node that the node holds, or the first of them and their number.
Part UnitInNode(const Plan& plan) {
  std::string place;
  for (const BoxAxis& axis : AxesOf(plan)) {
    if (axis.place_bits == 0) continue;
    place += (place.empty() ? "" : ", ") + axis.Wire() +
             (axis.place_bits == axis.field.bits ? "" : PartAt(0, axis.place_bits));
  }
  Values values{
      .text = {{"inverse", ModuleName(plan, "atu_inverse")}, {"place", "{" + place + "}"}}};
  if (plan.rank_bits() == 0) return {"node_partition.v.tpl#one_guest", values};
  values.text.insert(
      {{"own_count", plan.carries_ranks() && IsLogical(plan) ? "own_count" : "unused_own_count"},
       {"count_range", Range(plan.count_bits())},
       {"place_range", Range(plan.place_bits())},
       {"rank_0", Zeros(plan.rank_bits())}});
  return {"node_partition.v.tpl#several_guests", values};
}

// The partition. Its logical addresses are those of its nodes in index order, null without a guest
// node.
Json PartitionJson(const Plan& plan) {
  const Partition& partition = *plan.partition();
  auto addresses = Json::array();
  for (std::uint32_t i = 0; i < partition.shape().size(); ++i)
    addresses.push_back(LogicalAddressJson(plan, partition.HostOf(NodeId{i})));
  return {{"lengths", partition.lengths()},
          {"shape", GraphJson(partition.shape())},
          {"logical_addresses", std::move(addresses)}};
}

}  // namespace

std::optional<Layer> PartitionLayer(const Plan& plan) {
  if (!plan.partition() || plan.hardware().load.address_units) return std::nullopt;
  Layer layer{.name = "partition"};
  layer.modules = {"atu_inverse"};
  layer.ports = PartitionPorts(plan);
  layer.place = Place::kInStreams;
  layer.in_node = {PartitionInNode(plan), UnitInNode(plan)};
  layer.manifest = [&plan] { return PartitionJson(plan); };
  return layer;
}

PlaceInBox PlaceOf(const Plan& plan, const std::string& vector, int lsb, const std::string& name) {
  PlaceInBox found;
  std::string separator = "{";
  for (const BoxAxis& axis : AxesOf(plan)) {
    const int above = axis.field.bits - axis.place_bits;  // bits that are 0 in the box
    const std::string wire = fmt::format("{}_{}", name, axis.field.index);
    const auto declare = [&](const std::string& declared, int bits) {
      found.wires.push_back({.text = {{"range", Range(bits)}, {"wire", declared}}});
    };
    if (axis.place_bits > 0) declare(wire, axis.place_bits);
    if (above > 0) declare("unused_above_" + wire, above);
    const std::string both = axis.place_bits == 0 ? "unused_above_" + wire
                             : above == 0         ? wire
                                                  : "{unused_above_" + wire + ", " + wire + "}";
    const std::string value =
        vector + PartAt(lsb + axis.field.lsb, axis.field.bits) + " - base" + PartOf(axis.field);
    found.assigned.push_back({.text = {{"to", both}, {"value", value}}});
    if (axis.place_bits == 0) continue;
    found.place += separator + wire;
    separator = ", ";
  }
  found.place += "}";
  return found;
}

std::string MovedByBase(const Plan& plan, const std::string& wire) {
  std::string moved;
  for (const BoxAxis& axis : AxesOf(plan)) {
    const int zeros = axis.field.bits - axis.place_bits;
    moved += (moved.empty() ? "base" : ", base") + PartOf(axis.field);
    if (axis.place_bits == 0) continue;
    const std::string place = wire + PartAt(axis.place_lsb, axis.place_bits);
    moved += " + " + (zeros == 0 ? place : fmt::format("{{{}'d0, {}}}", zeros, place));
  }
  return "{" + moved + "}";
}

}  // namespace toroid::rtl
