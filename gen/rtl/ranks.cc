// Several guest nodes on a host node, told apart by tid (docs/spec/generated.md, G2.8): how a
// packet finds one of a node's guest nodes with a router that knows host nodes only. Example:
// ring:12 on mesh:2x2, three a node. Guest node 2 is rank 2 of node (1,0), guest node 7 rank 1
// of (0,1). A packet from 2 to 7 enters at (1,0) with tid 2 and tdest 7; the forward unit answers
// (0,1) and 1. It crosses the links from (1,0) to (0,1) with {1, 2} above its data and leaves with
// tid 1; of (1,0) and 2 the inverse unit there makes tuser 2.
//
// tid and tdest are read on a packet's first beat alone, so the pair is held for its other beats:
// each flit carries a payload of its own.
#include <fmt/format.h>

#include <utility>

#include "gen/rtl/layer.h"
#include "gen/rtl/partition.h"

namespace toroid::rtl {
namespace {

// Field number `q` of vectors whose fields have `width` bits.
std::string Field(int q, int width) { return Slice(q, width, false); }

// Addresses within the partition, if there is one, are moved by the base, both ways.
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

Values PortRow(const Plan& plan, int q) {
  const int rank = plan.rank_bits();
  const Width payload{1, 0};
  // Place `offset` of port q's field of the carried payloads.
  const auto at = [&](Width offset) -> Width {
    return {q + offset.payloads, q * plan.added_bits() + offset.more};
  };
  const std::string slice = Field(q, rank);
  const int zeros = plan.count_bits() - rank;
  Values row;
  row.text = {{"port", std::to_string(q)},
              {"forward", ModuleName(plan, "atu_forward")},
              {"inverse", ModuleName(plan, "atu_inverse")},
              {"hold", ModuleName(plan, "packet_hold")},
              {"rank_range", Range(rank)},
              {"pair_bits", std::to_string(2 * rank)},
              {"bit_slice", plan.hardware().ports == Ports::kOne ? "" : Slice(q, 0, true)},
              {"logical_slice", Field(q, plan.logical_bits())},
              {"rank_slice", slice},
              {"user_slice", PartAt(Width{q, 0}, payload)},
              {"tid", zeros == 0 ? "s_axis_tid" + slice
                                 : fmt::format("{{{}'d0, s_axis_tid{}}}", zeros, slice)},
              {"data_slice", PartAt(at({0, 0}), payload)},
              {"source_slice", PartAt(at({1, 0}), {0, rank})},
              {"destination_slice", PartAt(at({1, rank}), {0, rank})},
              {"pair_slice", PartAt(at({1, 0}), {0, 2 * rank})}};
  PutPlaces(plan, q, row);
  return row;
}

// How the node knows how many guest nodes it holds.
Part OwnCount(const Plan& plan) {
  if (plan.partition())
    return {"node_ranks_box.v.tpl",
            {.text = {{"count_range", Range(plan.count_bits())},
                      {"no_guest", Zeros(plan.count_bits())}}}};
  return {"node_ranks_whole.v.tpl",
          {.text = {{"count_range", Range(plan.count_bits())},
                    {"inverse", ModuleName(plan, "atu_inverse")},
                    {"logical_range", Range(plan.logical_bits())},
                    {"rank_0", Zeros(plan.rank_bits())}}}};
}

Part RanksInNode(const Plan& plan) {
  Values values;
  values.text = {{"count_range", Range(plan.count_bits())},
                 {"carried_range", CarriedRange(plan)},
                 {"dest_range", Range(plan.local_ports() * plan.link_address_bits())}};
  for (int q = 0; q < plan.local_ports(); ++q)
    values.rows["rank_ports"].push_back(PortRow(plan, q));
  return {"node_ranks.v.tpl", values};
}

}  // namespace

std::optional<Layer> RankLayer(const Plan& plan) {
  if (!plan.carries_ranks()) return std::nullopt;
  const int rank = plan.rank_bits();
  Layer layer{.name = "ranks"};
  layer.modules = {"atu_forward", "atu_inverse", "packet_hold"};
  layer.stream_ports = {{"s_axis_tid", true, rank,
                         "which of this node's guest nodes sends; read on a packet's first beat"},
                        {"m_axis_tid", false, rank, "which of this node's guest nodes it is for"}};
  layer.flit_fields = {{"destination_member", rank}, {"source_member", rank}};
  layer.place = Place::kInStreams;
  layer.in_node = {OwnCount(plan), RanksInNode(plan)};
  for (const char* port : {"s_data", "m_data", "m_source"})
    layer.router_ports[port] = std::string("router_") + port;
  return layer;
}

}  // namespace toroid::rtl
