#include "gen/rtl/testbench.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/rtl/ports.h"

namespace toroid::rtl {
namespace {

// Of many nodes these take part: the bench keeps numbers for each two of them.
constexpr std::size_t kMostParties = 256;

struct Party {
  NodeId node;
  std::uint32_t rank = 0;
  std::uint32_t address = 0;
};

// Where the node is when its partition begins at the origin.
NodeId FromTheOrigin(const Plan& plan, NodeId node) {
  if (!plan.partition() || !IsLogical(plan)) return node;
  Coordinates place = plan.host().CoordinatesOf(node);
  for (std::size_t axis = 0; axis < place.size(); ++axis)
    place[axis] -= plan.partition()->base()[axis];
  return plan.host().NodeAt(place);
}

// Whoever packets can be sent to, from the first node to the last.
std::vector<Party> Everybody(const Plan& plan) {
  std::vector<Party> parties;
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const NodeId node{n};
    if (!plan.IsAddressable(node)) continue;
    for (std::uint32_t rank = 0; rank < plan.GuestsAt(node); ++rank)
      parties.push_back({FromTheOrigin(plan, node), rank, plan.WireAddressOf(node, rank)});
  }
  return parties;
}

std::vector<Values> PartyRows(const Plan& plan) {
  const std::vector<Party> all = Everybody(plan);
  const std::size_t count = std::min(all.size(), kMostParties);
  std::vector<Values> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const Party& party = all[i * all.size() / count];
    rows.push_back({.text = {{"index", std::to_string(i)},
                             {"node", std::to_string(party.node.value())},
                             {"rank", std::to_string(party.rank)},
                             {"address", std::to_string(party.address)}}});
  }
  return rows;
}

Values Without(const std::string& value, Values row) {
  row.text.erase(value);
  return row;
}

// The top's ports that the template does not name: tid, which the bench drives, a partition's base,
// which is 0, and outputs that nobody reads.
std::vector<Values> OtherRows(const Plan& plan, const Layers& layers) {
  const Layers none;
  const std::vector<ModulePort> named = TopPorts(plan, none);
  std::vector<Values> rows;
  for (const ModulePort& port : TopPorts(plan, layers)) {
    if (std::ranges::find(named, port.name, &ModulePort::name) != named.end()) continue;
    std::string to = port.input ? Zeros(std::max(port.width, 1)) : "";
    if (port.name.ends_with("_axis_tid")) to = port.name;
    rows.push_back({.text = {{"port", port.name}, {"to", to}}});
  }
  return rows;
}

}  // namespace

bool HasTestbench(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  return HasCredits(plan) && !hardware.unit_task && !plan.relay() && !hardware.translation;
}

Values TestbenchValues(const Plan& plan, const Layers& layers) {
  const Text host = HostParameters(plan);
  const std::vector<Values> parties = PartyRows(plan);
  Values values{.text = {{"module", ModuleName(plan, "tb")},
                         {"top", ModuleName(plan, "top")},
                         {"name", plan.hardware().name},
                         {"nodes", std::to_string(plan.host().size())},
                         {"ports", std::to_string(plan.local_ports())},
                         {"flit_width", std::to_string(plan.hardware().flit_width)},
                         {"address_bits", std::to_string(plan.address_bits())},
                         {"rank_bits", std::to_string(std::max(plan.rank_bits(), 1))},
                         {"parties", std::to_string(parties.size())},
                         {"axes", host.at("axes")},
                         {"lengths", host.at("lengths")},
                         {"wraps", host.at("wraps")}}};
  values.rows = {{"party_rows", parties}, {"others", OtherRows(plan, layers)}, {"untied", {}}};
  if (!plan.carries_ranks()) values.rows["untied"].emplace_back();
  return values;
}

Values CocotbValues(const Plan& plan) {
  Values values{.text = {{"wrap", ModuleName(plan, "wrap")},
                         {"ports", std::to_string(plan.local_ports())},
                         {"flit_bytes", std::to_string(plan.hardware().flit_width / 8)}}};
  std::string lengths;
  std::string wraps;
  for (int a = 0; a < plan.host().axes(); ++a) {
    const std::string comma = a == 0 ? "" : ", ";
    lengths += comma + std::to_string(plan.host().length(Axis{a}));
    wraps += comma + (plan.host().Wraps(Axis{a}) ? "True" : "False");
  }
  values.text["lengths"] = lengths;
  values.text["wraps"] = wraps;
  for (const Values& row : PartyRows(plan))
    values.rows["party_rows"].push_back(Without("index", row));
  return values;
}

Values WavesValues(const Plan& plan) {
  const int streams = static_cast<int>(plan.host().size()) * plan.local_ports();
  const auto range = [](int bits) { return bits == 1 ? "" : fmt::format("[{}:0]", bits - 1); };
  return {.text = {{"bench", ModuleName(plan, "tb")},
                   {"name", plan.hardware().name},
                   {"bits", range(streams)},
                   {"nodes", range(static_cast<int>(plan.host().size()))},
                   {"addresses", range(streams * plan.address_bits())},
                   {"data", range(streams * plan.hardware().flit_width)}}};
}

}  // namespace toroid::rtl
