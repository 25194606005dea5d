#include "gen/rtl/testbench.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/rtl/parameters.h"
#include "gen/rtl/wrap_ports.h"

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

// The clocks of the bench for nodes that have one of their own, beside clk, which rises every 30:
// of other periods, and never in the same moment, as all edges lie elsewhere modulo 3.
struct BenchClock {
  const char* name;
  int offset;
  int half;
};
constexpr BenchClock kBenchClocks[] = {{"slower", 1, 21}, {"faster", 2, 12}};

// The number of the node's clock, 0 for clk: the others in turn.
int ClockNumber(NodeId node) { return 1 + static_cast<int>(node.value() % 2); }

void AddClocks(const WrapPorts& wrap, Values& values) {
  values.rows["clock_rows"];
  values.rows["clocks"];
  if (wrap.OwnClocks().empty()) return;
  for (int i = 0; i < 2; ++i)
    values.rows["clocks"].push_back({.text = {{"clock", kBenchClocks[i].name},
                                              {"number", std::to_string(i + 1)},
                                              {"offset", std::to_string(kBenchClocks[i].offset)},
                                              {"half", std::to_string(kBenchClocks[i].half)}}});
  for (const NodeId node : wrap.OwnClocks())
    values.rows["clock_rows"].push_back({.text = {{"node", std::to_string(node.value())},
                                                  {"number", std::to_string(ClockNumber(node))}}});
}

// "s_axis_tdata[96+:32]".
std::string PartOfVector(const std::string& vector, int lsb, int bits) {
  return fmt::format("{}[{}+:{}]", vector, lsb, bits);
}

// "s_axis_tdata[3*FLIT_WIDTH+32+:4]".
std::string PartOfFlit(const std::string& vector, int flit, int lsb, const std::string& bits) {
  return vector + fmt::format("[{}+:{}]", BitsText({flit, lsb}), bits);
}

// What the bench connects to a port of stream `index` of all: its part of the vector of that name.
// tkeep and user bits lie above tdata.
std::string Connection(const Plan& plan, const ModulePort& port, int index) {
  const WrapOptions& options = plan.hardware().wrap;
  const int data = plan.data_width();
  const int keep = options.keep ? data / 8 : 0;
  if (port.width == 0) return fmt::format("{}[{}]", port.name, index);
  const std::string beat = port.name.substr(0, 7) + "tdata";
  if (port.name.ends_with("tdata"))
    return PartOfFlit(beat, index, 0, port.parametric ? "FLIT_WIDTH" : std::to_string(data));
  if (port.name.ends_with("tkeep")) return PartOfFlit(beat, index, data, std::to_string(keep));
  const std::string user = PartOfFlit(beat, index, data + keep, std::to_string(options.user_bits));
  if (port.name == "s_axis_tuser") return user;
  if (port.name == "m_axis_tuser") {
    const int address = port.width - options.user_bits;
    const std::string source = PartOfVector(port.name, index * address, address);
    return options.user_bits == 0 ? source : "{" + user + ", " + source + "}";
  }
  return PartOfVector(port.name, index * port.width, port.width);
}

// The wrap's ports that are no stream's: clocks and reset, which the bench drives, busy, which it
// reads, a partition's base, which is 0, and outputs that nobody reads.
std::vector<Values> OtherRows(const WrapPorts& wrap) {
  std::vector<Values> rows;
  int busy = 0;  // of this class
  for (const ModulePort& port : wrap.OtherPorts()) {
    std::string to = port.input ? Zeros(BitsOf(port)) : "";
    if (port.name == "clk" || port.name == "rst") to = port.name;
    if (port.name == "rst_n") to = "~rst";
    if (port.name.ends_with("_clk")) continue;
    if (port.name.ends_with("busy")) to = PartOfVector("busy", busy++ * BitsOf(port), BitsOf(port));
    rows.push_back({.text = {{"port", port.name}, {"to", to}}});
  }
  for (const NodeId node : wrap.OwnClocks())
    rows.push_back({.text = {{"port", wrap.ClockName(node)},
                             {"to", kBenchClocks[ClockNumber(node) - 1].name}}});
  return rows;
}

// Bits of tdata, tkeep and user bits.
int BenchFlitBits(const Plan& plan) {
  return plan.hardware().flit_width - SpareBits(plan.hardware().wrap, plan.data_width());
}

}  // namespace

bool HasTestbench(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  return HasCredits(plan) && !hardware.unit_task && !plan.relay() && !hardware.translation;
}

Values TestbenchValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  const Text host = HostParameters(plan);
  const std::vector<Values> parties = PartyRows(plan);
  Values values{.text = {{"module", ModuleName(plan, "tb")},
                         {"wrap", ModuleName(plan, "wrap")},
                         {"classes", std::to_string(wrap.classes())},
                         {"name", plan.hardware().name},
                         {"nodes", std::to_string(plan.host().size())},
                         {"ports", std::to_string(plan.local_ports())},
                         {"parameters", DeclarationList(ParametersOfWrap(plan))},
                         {"settings", SettingList(ParametersOfWrap(plan), false)},
                         {"address_bits", std::to_string(plan.address_bits())},
                         {"rank_bits", std::to_string(std::max(plan.tid_bits(), 1))},
                         {"parties", std::to_string(parties.size())},
                         {"axes", host.at("axes")},
                         {"lengths", host.at("lengths")},
                         {"wraps", host.at("wraps")}}};
  values.rows = {
      {"party_rows", parties}, {"others", OtherRows(wrap)}, {"untied", {}}, {"fixed_width", {}}};
  if (SideBits(plan.hardware().wrap, plan.data_width()) > 0)
    values.rows["fixed_width"].push_back(
        {.text = {{"flit_width", std::to_string(BenchFlitBits(plan))}}});
  if (!plan.carries_ranks()) values.rows["untied"].emplace_back();
  AddClocks(wrap, values);
  values.made["streams"] = [&plan, &layers](const TakeRow& take) {
    const WrapPorts here(plan, layers);
    const int all = here.classes() * here.streams();
    for (int i = 0; i < all; ++i) {
      for (const ModulePort& port : here.stream_ports()) {
        const bool last = i + 1 == all && &port == &here.stream_ports().back();
        const std::string name = here.NameOf(port, {i / here.streams(), i % here.streams()});
        take({.text = {{"line", fmt::format(".{}({}){}", name, Connection(plan, port, i),
                                            last ? "" : ",")}}});
      }
    }
  };
  return values;
}

Values CocotbValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  Values values{.text = {{"wrap", ModuleName(plan, "wrap")},
                         {"ports", std::to_string(plan.local_ports())},
                         {"keep", plan.hardware().wrap.keep ? "True" : "False"},
                         {"reset", wrap.ResetPort()},
                         {"reset_level", wrap.ResetPort() == "rst" ? "True" : "False"},
                         {"address_bits", std::to_string(plan.address_bits())},
                         {"flit_bytes", std::to_string(plan.data_width() / 8)}}};
  for (int c = 0; c < wrap.classes(); ++c)
    values.text["prefixes"] += fmt::format("{}\"{}\"", c == 0 ? "" : ", ", wrap.ClassPrefix(c));
  std::string& clocks = values.text["own_clocks"];
  for (const NodeId node : wrap.OwnClocks())
    clocks += fmt::format("{}{}", clocks.empty() ? "" : ", ", node.value());
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
  const int nodes = static_cast<int>(plan.host().size()) * plan.hardware().classes;
  const int streams = nodes * plan.local_ports();
  const auto range = [](int bits) { return bits == 1 ? "" : fmt::format("[{}:0]", bits - 1); };
  return {.text = {{"bench", ModuleName(plan, "tb")},
                   {"name", plan.hardware().name},
                   {"bits", range(streams)},
                   {"nodes", range(nodes)},
                   {"addresses", range(streams * plan.address_bits())},
                   {"data", range(streams * BenchFlitBits(plan))}}};
}

}  // namespace toroid::rtl
