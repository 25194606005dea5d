// Translation tables in the emitted node (docs/spec/translation.md).
#include "gen/plan/translation.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"
#include "gen/rtl/partition.h"

namespace toroid::rtl {
namespace {

bool Exchanged(const Plan& plan) { return plan.hardware().translation == TableMethod::kExchanged; }

// Whether host nodes hold several guest nodes.
bool Several(const Plan& plan) { return plan.rank_bits() > 0; }

// The node's logical address, and whether it has one, as other layers have computed them.
std::string OwnAddress(const Plan& plan) {
  if (plan.partition()) return "logical";
  if (!IsLogical(plan)) return "own";
  return plan.logical_bits() == plan.address_bits() ? "source"
                                                    : "source" + PartAt(0, plan.logical_bits());
}

// Whether no layer has computed it; the table then has an inverse unit of its own.
bool LacksOwnAddress(const Plan& plan) { return !plan.partition() && !IsLogical(plan); }

Part OwnAddressInNode(const Plan& plan) {
  const std::string holder = HolderWire(plan);
  return {"node_translation.v.tpl#own_address",
          {.text = {{"logical_range", Range(plan.logical_bits())},
                    {"own_valid", holder.empty() ? "unused_own_valid" : holder},
                    {"inverse", ModuleName(plan, "atu_inverse")}}}};
}

// The lowest address bits by axis, as tables number axes: those of a hypercube are its cube
// dimensions.
std::vector<int> GuestLowestBits(const Graph& guest) {
  std::vector<int> lowest = LowestBitsOf(guest);
  if (guest.kind() == Kind::kHypercube) std::ranges::reverse(lowest);
  return lowest;
}

// Values that both methods use.
Text CommonText(const Plan& plan, const std::string& unit) {
  const Graph& guest = plan.embedding()->guest();
  const std::string holder = HolderWire(plan);
  return {{"unit", ModuleName(plan, unit)},
          {"guest_axes", std::to_string(guest.axes())},
          {"guest_lengths", LengthsConstant(guest)},
          {"guest_wraps", WrapsConstant(guest)},
          {"guest_lowest_bits", FieldsConstant(GuestLowestBits(guest))},
          {"guest_firsts", FieldsConstant(FirstPortsOf(guest))},
          {"logical_bits", std::to_string(plan.logical_bits())},
          {"entries", std::to_string(TableEntries(plan))},
          {"entry_bits", std::to_string(TableEntryBits(plan))},
          {"physical_bits", std::to_string(plan.physical_bits())},
          {"holds", holder.empty() ? "1'b1" : holder},
          {"present", SendsByEntry(plan) ? "table_present" : "unused_table_present"},
          {"places", SendsByEntry(plan) ? "table_places" : "unused_table_places"},
          {"own", OwnAddress(plan)}};
}

Values EntryPort(const Plan& plan, int q) {
  const int address = plan.address_bits();
  const int physical = plan.physical_bits();
  const int above = address - TableEntryBits(plan);
  const std::string port = std::to_string(q);
  const std::string ok = OneBitWidth(plan) == 0 ? "" : Slice(q, 1, true);
  const std::string place = "entry_place_" + port;
  return {
      .text = {{"port", port},
               {"read", ModuleName(plan, "translation_read")},
               {"entries", std::to_string(TableEntries(plan))},
               {"entry_bits", std::to_string(TableEntryBits(plan))},
               {"physical_bits", std::to_string(physical)},
               {"physical_range", Range(physical)},
               {"no_neighbours", Zeros(TableEntries(plan))},
               {"index_slice", PartAt(q * address, TableEntryBits(plan))},
               {"dest_slice", PartAt(q * address, address)},
               {"bit_slice", Slice(q, 1, true)},
               {"ok_slice", ok},
               {"place",
                physical == address ? place : "{" + Zeros(address - physical) + ", " + place + "}"},
               {"is_number", above == 0 ? ""
                                        : " && s_axis_tdest" +
                                              PartAt(q * address + TableEntryBits(plan), above) +
                                              " == " + Zeros(above)}}};
}

// The part between the user's destinations, translated, and the router's, or the exchange's.
Part DestinationsInNode(const Plan& plan) {
  const int local = plan.local_ports();
  Values values{.text = {{"entries_range", Range(TableEntries(plan))},
                         {"places_range", Range(TableEntries(plan) * plan.physical_bits())},
                         {"dest_range", Range(local * plan.address_bits())},
                         {"local_range", Range(OneBitWidth(plan))}}};
  for (int q = 0; q < local; ++q) values.rows["entry_ports"].push_back(EntryPort(plan, q));
  return {"node_translation.v.tpl#destinations", values};
}

// The unit's outputs of its table, where nothing reads them.
std::vector<Values> WiresNotRead(const Plan& plan) {
  if (SendsByEntry(plan)) return {};
  const int entries = TableEntries(plan);
  return {{.text = {{"range", Range(entries)}, {"wire", "unused_table_present"}}},
          {.text = {{"range", Range(entries * plan.physical_bits())},
                    {"wire", "unused_table_places"}}}};
}

Part ComputedInNode(const Plan& plan) {
  Values values{.text = CommonText(plan, "translation_computed")};
  values.text.merge(
      Text{{"logical_range", Range(plan.logical_bits())},
           {"place_range", Range(plan.place_bits())},
           {"forward", ModuleName(plan, "atu_forward")},
           {"place", plan.partition() ? MovedByBase(plan, "table_place") : "table_place"}});
  values.rows["not_read"] = WiresNotRead(plan);
  return {"node_translation.v.tpl#computed", values};
}

// The table of several guest nodes, which also has an inverse unit and asks it for each rank.
Part TranslationOfRanksInNode(const Plan& plan) {
  Values values{.text = CommonText(plan, "translation_ranks")};
  for (const char* unused : {"own", "present", "places"}) values.text.erase(unused);
  values.text.insert_or_assign("holds", plan.partition() ? "holds_guest" : "1'b1");
  values.text.merge(
      Text{{"rank_bits", std::to_string(plan.rank_bits())},
           {"rank_range", Range(plan.rank_bits())},
           {"count_range", Range(plan.count_bits())},
           {"logical_range", Range(plan.logical_bits())},
           {"place_range", Range(plan.place_bits())},
           {"inverse", ModuleName(plan, "atu_inverse")},
           {"forward", ModuleName(plan, "atu_forward")},
           {"here", plan.partition() ? "place" : "coordinates"},
           {"place", plan.partition() ? MovedByBase(plan, "table_place") : "table_place"}});
  return {"node_translation.v.tpl#ranks", values};
}

Part ExchangedInNode(const Plan& plan) {
  const int local = plan.local_ports();
  const bool all = plan.physical_bits() == plan.address_bits();
  Values values{.text = CommonText(plan, "translation_exchanged")};
  values.text.merge(HostParameters(plan));
  values.text.merge(Text{{"local_ports", std::to_string(local)},
                         {"source_logical", IsLogical(plan) ? "1" : "0"},
                         {"physical_part", all ? "" : PartAt(0, plan.physical_bits())},
                         {"local_range", Range(OneBitWidth(plan))},
                         {"data_range", Range(Width{local, 0})},
                         {"dest_range", Range(local * plan.address_bits())}});
  return {"node_translation.v.tpl#exchanged", values};
}

std::vector<LayerPort> TranslationPorts(const Plan& plan) {
  const std::string quiet = Exchanged(plan) ? ", while the network is empty" : "";
  std::vector<LayerPort> ports = {
      {{"table_start", true, 0, "a pulse: nodes make their tables" + quiet}},
      {{"table_entry", true, TableEntryBits(plan),
        "which guest neighbour: + and - on each axis, or the cube dimension"},
       InTop::kPerNode},
      {{"table_valid", false, 0, "it exists, and the table is ready"}, InTop::kPerNode},
      {{"table_logical", false, plan.logical_bits(), "its address"}, InTop::kPerNode},
      {{"table_physical", false, plan.physical_bits(), "address of the host node that holds it"},
       InTop::kPerNode},
      {{"table_ready", false, 0, "the table is complete"}, InTop::kPerNode}};
  if (!Several(plan)) return ports;
  ports.push_back(
      {{"table_rank", true, plan.rank_bits(), "rank of this node's guest node"}, InTop::kPerNode});
  ports.push_back(
      {{"table_neighbour_rank", false, plan.rank_bits(), "rank of the neighbour on its node"},
       InTop::kPerNode});
  return ports;
}

}  // namespace

std::optional<Layer> TranslationLayer(const Plan& plan) {
  if (!plan.hardware().translation) return std::nullopt;
  Layer layer{.name = "translation"};
  layer.modules = {"translation_neighbours"};
  if (!Several(plan)) layer.modules.emplace_back("translation_read");
  layer.ports = TranslationPorts(plan);
  if (LacksOwnAddress(plan) && !Several(plan)) {
    layer.modules.emplace_back("atu_inverse");
    layer.in_node.push_back(OwnAddressInNode(plan));
  }
  if (SendsByEntry(plan)) {
    layer.stream_ports = {{"s_axis_by_entry", true, 1,
                           "s_axis_tdest is the number of a table entry; read on a packet's first "
                           "beat"}};
    layer.in_node.push_back(DestinationsInNode(plan));
    for (const char* port : {"s_dest", "s_dest_ok"})
      layer.router_ports[port] = std::string("entry_") + port;
  }
  if (Several(plan)) {
    layer.modules.insert(layer.modules.end(), {"translation_ranks", "atu_inverse", "atu_forward"});
    layer.in_node.push_back(TranslationOfRanksInNode(plan));
  } else if (Exchanged(plan)) {
    layer.modules.emplace_back("translation_exchanged");
    layer.in_node.push_back(ExchangedInNode(plan));
    // The other ports stay the user's: the exchange reads m_data and m_source.
    for (const char* port :
         {"s_valid", "s_ready", "s_data", "s_last", "s_dest", "s_dest_ok", "m_valid", "m_ready"})
      layer.router_ports[port] = std::string("table_") + port;
  } else {
    layer.modules.insert(layer.modules.end(), {"translation_computed", "atu_forward"});
    layer.in_node.push_back(ComputedInNode(plan));
  }
  layer.busy = "table_busy";
  layer.manifest = [&plan]() -> Json {
    return {{"method", ToString(*plan.hardware().translation)}, {"entries", TableEntries(plan)}};
  };
  return layer;
}

}  // namespace toroid::rtl
