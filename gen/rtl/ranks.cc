// Several guest nodes on a host node, distinguished by tid (docs/spec/generated.md, G2.8): a packet
// finds one of a node's guest nodes although the router knows only host nodes. Example: ring:12 on
// mesh:2x2, three a node. Guest node 2 is rank 2 of node (1,0), guest node 7 rank 1 of (0,1). A
// packet from 2 to 7 enters at (1,0) with tid 2 and tdest 7; the forward unit answers (0,1) and 1.
// It crosses the links from (1,0) to (0,1) with {1, 2} above its data and leaves with tid 1; the
// inverse unit there computes tuser 2 from (1,0) and 2.
//
// With physical addresses no unit is needed: the packet enters with tid 2 and tdest {1, (0,1)}, and
// leaves with tid 1 and tuser {2, (1,0)}.
//
// tid and tdest are read only on a packet's first beat, so the pair is held for its other beats:
// each flit carries the ranks in its payload.
#include <fmt/core.h>

#include <utility>

#include "gen/rtl/layer.h"
#include "gen/rtl/partition.h"

namespace toroid::rtl {
namespace {

// Field number `q` of vectors whose fields have `width` bits.
std::string Field(int q, int width) { return Slice(q, width, false); }

// Port q's bit in a vector of one bit for each port.
std::string BitSlice(const Plan& plan, int q) {
  return plan.hardware().ports == Ports::kOne ? "" : Slice(q, 0, true);
}

// Place `offset` of port q's field of the carried payloads.
Width InCarried(const Plan& plan, int q, Width offset) {
  return {q + offset.payloads, q * plan.added_bits() + offset.more};
}

// The place of the sender's rank in the payload at port q of the router.
std::string SourceRank(const Plan& plan, int q) {
  return PartAt(InCarried(plan, q, {1, 0}), {0, plan.tid_bits()});
}

// Moves addresses by the base of the partition, if there is one, in both directions.
void PutPlaces(const Plan& plan, int q, Values& row) {
  const std::string to = fmt::format("place_to_{}", q);
  const std::string from = fmt::format("place_from_{}", q);
  row.text["physical_slice"] = Field(q, plan.physical_bits());
  row.text["place_range"] = Range(plan.place_bits());
  PlaceInBox source;
  if (plan.partition()) {
    row.text["moved"] = MovedByBase(plan, to);
    source = PlaceOf(plan, "router_m_source", q * plan.physical_bits(), from);
  } else {
    row.text["moved"] = to;
    source = {
        .wires = {{.text = {{"range", Range(plan.physical_bits())}, {"wire", from}}}},
        .assigned = {{.text = {{"to", from},
                               {"value", "router_m_source" + Field(q, plan.physical_bits())}}}},
        .place = from};
  }
  row.rows["source_wires"] = std::move(source.wires);
  row.rows["source_places"] = std::move(source.assigned);
  row.text["place_from"] = source.place;
}

// The fields of a port's packets above their data.
Values PortRow(const Plan& plan, int q) {
  const int rank = plan.tid_bits();
  const Width payload{1, 0};
  const auto at = [&](Width offset) { return InCarried(plan, q, offset); };
  return {.text = {{"port", std::to_string(q)},
                   {"hold", ModuleName(plan, "first_beat")},
                   {"rank_range", Range(rank)},
                   {"pair_bits", std::to_string(2 * rank)},
                   {"bit_slice", BitSlice(plan, q)},
                   {"rank_slice", Field(q, rank)},
                   {"user_slice", PartAt(Width{q, 0}, payload)},
                   {"data_slice", PartAt(at({0, 0}), payload)},
                   {"destination_slice", PartAt(at({1, rank}), {0, rank})},
                   {"pair_slice", PartAt(at({1, 0}), {0, 2 * rank})}}};
}

// With logical addresses: their translation at the port to ranks and physical addresses, and back.
Values UnitsRow(const Plan& plan, int q) {
  const int rank = plan.rank_bits();
  const std::string tid = "s_axis_tid" + Field(q, rank);
  const int zeros = plan.count_bits() - rank;
  Values row{.text = {{"port", std::to_string(q)},
                      {"forward", ModuleName(plan, "atu_forward")},
                      {"inverse", ModuleName(plan, "atu_inverse")},
                      {"bit_slice", BitSlice(plan, q)},
                      {"count_range", Range(plan.count_bits())},
                      {"logical_slice", Field(q, plan.logical_bits())},
                      {"tid", zeros == 0 ? tid : fmt::format("{{{}'d0, {}}}", zeros, tid)},
                      {"source_slice", SourceRank(plan, q)}}};
  PutPlaces(plan, q, row);
  return row;
}

// With physical addresses: their split into rank and address at the port, and back.
Values FieldsRow(const Plan& plan, int q) {
  const int physical = plan.physical_bits();
  const int address = q * plan.address_bits();
  return {.text = {{"port", std::to_string(q)},
                   {"address_slice", Field(q, plan.address_bits())},
                   {"rank_part", PartAt(address + physical, plan.tid_bits())},
                   {"physical_part", PartAt(address, physical)},
                   {"physical_slice", Field(q, physical)},
                   {"source_slice", SourceRank(plan, q)}}};
}

// The part that computes how many guest nodes the node holds.
Part OwnCount(const Plan& plan) {
  if (plan.partition())
    return {"node_ranks.v.tpl#count_in_box",
            {.text = {{"count_range", Range(plan.count_bits())},
                      {"no_guest", Zeros(plan.count_bits())}}}};
  return {"node_ranks.v.tpl#count",
          {.text = {{"count_range", Range(plan.count_bits())},
                    {"inverse", ModuleName(plan, "atu_inverse")},
                    {"logical_range", Range(plan.logical_bits())},
                    {"rank_0", Zeros(plan.rank_bits())}}}};
}

Part InEachPort(const Plan& plan, const char* template_file, Values (*row)(const Plan&, int),
                Text text = {}) {
  Values values{.text = std::move(text)};
  for (int q = 0; q < plan.local_ports(); ++q) values.rows["rank_ports"].push_back(row(plan, q));
  return {template_file, values};
}

Part RanksInNode(const Plan& plan) {
  return InEachPort(plan, "node_ranks.v.tpl#streams", PortRow,
                    {{"carried_range", CarriedRange(plan)},
                     {"dest_range", Range(plan.local_ports() * plan.link_address_bits())}});
}

// The part without address units. Nodes do not know the number of processes, so every tid is valid.
Part FieldsInNode(const Plan& plan) {
  const std::vector<bool> all(static_cast<std::size_t>(plan.local_ports()), true);
  return InEachPort(plan, "node_ranks.v.tpl#fields", FieldsRow, {{"all_ok", MaskConstant(all)}});
}

}  // namespace

std::optional<Layer> RankLayer(const Plan& plan) {
  if (!plan.carries_ranks()) return std::nullopt;
  const int rank = plan.tid_bits();
  Layer layer{.name = "ranks"};
  layer.modules = {"first_beat"};
  layer.stream_ports = {
      {"s_axis_tid", true, rank, "rank of the sending process; read on a packet's first beat"},
      {"m_axis_tid", false, rank, "rank of the receiving process"}};
  layer.flit_fields = {{"destination_member", rank}, {"source_member", rank}};
  layer.place = Place::kInStreams;
  if (IsLogical(plan)) {
    layer.modules.insert(layer.modules.end(), {"atu_forward", "atu_inverse"});
    layer.in_node = {OwnCount(plan), RanksInNode(plan),
                     InEachPort(plan, "node_ranks.v.tpl#units", UnitsRow)};
  } else {
    layer.in_node = {RanksInNode(plan), FieldsInNode(plan)};
  }
  for (const char* port : {"s_data", "m_data", "m_source"})
    layer.router_ports[port] = std::string("router_") + port;
  return layer;
}

}  // namespace toroid::rtl
