// Managers and memories have numbers of their own, by node. A manager has slices in each memory, so
// the more managers, the smaller they are.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <string_view>

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/banner.h"
#include "gen/rtl/names.h"
#include "gen/rtl/testbench.h"

namespace toroid::rtl {
namespace {

const AxiOptions& OptionsOf(const Plan& plan) { return *plan.hardware().wrap.axi; }

// The nodes with a manager or, else, with a subordinate.
std::vector<NodeId> NodesWith(const Plan& plan, bool manager) {
  const std::vector<AxiNode>& nodes = OptionsOf(plan).nodes;
  std::vector<NodeId> with;
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    if (manager ? nodes[n].HasManager() : nodes[n].HasSubordinate()) with.emplace_back(n);
  return with;
}

// From the last to the first, as fields of a vector are written.
void CloseList(std::vector<Values>& rows) {
  std::ranges::reverse(rows);
  for (Values& row : rows) row.text["comma"] = &row == &rows.back() ? "" : ",";
}

std::vector<Values> MemoryRows(const Plan& plan) {
  std::vector<Values> rows;
  for (const NodeId node : NodesWith(plan, false))
    rows.push_back({.text = {{"node", std::to_string(node.value())},
                             {"lite", OptionsOf(plan).nodes[node.index()].lite ? "1" : "0"}}});
  CloseList(rows);
  return rows;
}

// "3'b101": a bit for each memory, whether a timeout is before it.
std::string TimeoutBits(const Plan& plan) {
  std::string bits;
  for (const NodeId node : NodesWith(plan, false))
    bits.insert(0, OptionsOf(plan).nodes[node.index()].timeout > 0 ? "1" : "0");
  return fmt::format("{}'b{}", bits.size(), bits);
}

constexpr int kHangs = 2;  // timeouts for which a memory stops now and then

// What managers are told of memories that are given up.
void AddTimeouts(const Plan& plan, Values& values) {
  const bool any = HasTimeouts(OptionsOf(plan));
  for (Values& manager : values.rows["manager_rows"]) {
    const std::string& number = manager.text["number"];
    manager.text["behind"] = any ? TimeoutBits(plan) : "0";
    manager.text["timed_out"] = any ? "timed_out" : "{MEMORIES{1'b0}}";
    manager.text["timeouts"] = any ? fmt::format("timeouts[32*{}+:32]", number) : "";
  }
  int longest = 0;
  for (const AxiNode& node : OptionsOf(plan).nodes) longest = std::max(longest, node.timeout);
  values.text["patience"] = std::to_string(2000 + kHangs * longest);
  values.text["hangs"] = any ? " Memories with a timeout hang now and then." : "";
  values.rows["timeouts"].resize(any ? 1 : 0);
}

// The map's ranges; without any, those of the addresses whose top bits are a node's (AX2.1).
std::vector<Values> RangeRows(const Plan& plan) {
  const AxiOptions& axi = OptionsOf(plan);
  const std::vector<NodeId> memories = NodesWith(plan, false);
  std::vector<Values> rows;
  const auto add = [&](std::uint64_t base, int bits, NodeId node) {
    const auto memory = std::ranges::find(memories, node) - memories.begin();
    rows.push_back({.text = {{"base", fmt::format("{:x}", base)},
                             {"bits", std::to_string(bits)},
                             {"memory", std::to_string(memory)}}});
  };
  for (const AxiRange& range : axi.ranges)
    add(range.base, std::countr_zero(range.size), NodeId{range.node});
  const int low = axi.address_width - plan.physical_bits();
  if (axi.ranges.empty())
    for (const NodeId node : memories) add(std::uint64_t{plan.AddressOf(node)} << low, low, node);
  CloseList(rows);
  return rows;
}

// The connections of a bench's module to the endpoint port of a node: `prefix` of its own names,
// the ports whose names begin with `begin`.
std::vector<Values> Lines(const std::vector<EndpointPort>& ports, const std::string& begin,
                          const std::string& prefix, const std::string& users) {
  std::string list = users;
  for (const EndpointPort& port : ports) {
    if (!port.port.name.starts_with(begin)) continue;
    list += fmt::format("{}.{}{}({})", list.empty() ? "" : ", ", prefix,
                        port.port.name.substr(begin.size()), port.port.name);
  }
  std::vector<Values> rows;
  for (const std::string& line : Wrapped(list + ",", kBannerColumns - 6))
    rows.push_back({.text = {{"line", line.substr(line.find_first_not_of(' '))}}});
  return rows;
}

// The random managers, the memories with AXI4 and those with AXI4-Lite.
void AddParties(const Plan& plan, const WrapPorts& wrap, Values& values) {
  const std::vector<EndpointPort> ports = EndpointPorts(plan);
  const bool user = OptionsOf(plan).user_width > 0;
  const auto add = [&](const char* rows, const char* module, NodeId node, std::size_t number,
                       const std::string& begin, const char* prefix, const char* users) {
    values.rows[rows].push_back({.text = {{"what", ModuleName(plan, module)},
                                          {"node", std::to_string(node.value())},
                                          {"number", std::to_string(number)},
                                          {"clock", ClockOfBench(wrap, node)}},
                                 .rows = {{"lines", Lines(ports, begin, prefix, users)}}});
  };
  for (const char* rows : {"manager_rows", "full_rows", "lite_rows"}) values.rows[rows];
  const std::vector<NodeId> managers = NodesWith(plan, true);
  for (std::size_t i = 0; i < managers.size(); ++i)
    add("manager_rows", "axi_random_manager", managers[i], i, ManagerPrefix(plan, managers[i]),
        "m_axi_", user ? "" : ".m_axi_awuser(), .m_axi_aruser()");
  AddTimeouts(plan, values);
  const std::vector<NodeId> memories = NodesWith(plan, false);
  for (std::size_t i = 0; i < memories.size(); ++i) {
    const bool lite = OptionsOf(plan).nodes[memories[i].index()].lite;
    const char* prefix = lite ? "s_axil_" : "s_axi_";
    add(lite ? "lite_rows" : "full_rows", lite ? "axi_lite_random_memory" : "axi_random_memory",
        memories[i], i, SubordinatePrefix(plan, memories[i]), prefix,
        user || lite ? "" : ".s_axi_awuser(1'b0), .s_axi_aruser(1'b0)");
    const int hang = kHangs * OptionsOf(plan).nodes[memories[i].index()].timeout;
    values.rows[lite ? "lite_rows" : "full_rows"].back().text["hang"] = std::to_string(hang);
  }
}

}  // namespace

std::vector<std::string> AxiBenchModules(const Plan& plan) {
  std::vector<std::string> modules = {"axi_random_manager"};
  const std::vector<AxiNode>& nodes = OptionsOf(plan).nodes;
  const auto has = [&](bool lite) {
    return std::ranges::any_of(
        nodes, [&](const AxiNode& node) { return node.HasSubordinate() && node.lite == lite; });
  };
  if (has(false)) modules.emplace_back("axi_random_memory");
  if (has(true)) modules.emplace_back("axi_lite_random_memory");
  return modules;
}

Values AxiTestbenchValues(const Plan& plan, const Layers& layers) {
  const AxiOptions& axi = OptionsOf(plan);
  const WrapPorts wrap(plan, layers);
  const std::size_t managers = NodesWith(plan, true).size();
  Values values{
      .text = {{"module", ModuleName(plan, "tb")},
               {"wrap", ModuleName(plan, "wrap")},
               {"name", plan.hardware().name},
               {"requests",
                std::to_string(managers <= 4 ? 1000 : std::max<std::size_t>(400, 10 * managers))},
               {"nodes", std::to_string(plan.host().size())},
               {"managers", std::to_string(managers)},
               {"memories", std::to_string(NodesWith(plan, false).size())},
               {"data_width", std::to_string(plan.data_width())},
               {"address_width", std::to_string(axi.address_width)},
               {"id_width", std::to_string(axi.id_width)},
               {"memory_id_width", std::to_string(SubordinateIdBits(plan))},
               {"user_width", std::to_string(axi.user_width)},
               {"max_burst", std::to_string(axi.max_burst)},
               {"out_of_order", axi.ids_by_source ? "1" : "0"},
               {"slices", managers <= 16 ? "4" : "2"},
               {"slice_bits", managers <= 16   ? "10"
                              : managers <= 64 ? "9"
                                               : "8"}}};
  values.rows = {{"others", OtherRows(wrap)},
                 {"range_rows", RangeRows(plan)},
                 {"memory_rows", MemoryRows(plan)}};
  values.text["ranges"] = std::to_string(values.rows["range_rows"].size());
  for (const EndpointPort& port : EndpointPorts(plan))
    values.rows["wires"].push_back(
        {.text = {{"range", Range(port.port.width)}, {"port", port.port.name}}});
  AddParties(plan, wrap, values);
  AddClocks(wrap, values);
  values.rows.erase("clock_rows");
  for (Values& clock : values.rows["clocks"]) clock.text.erase("number");
  return values;
}

Values AxiCocotbValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  Values values{.text = {{"max_burst", std::to_string(OptionsOf(plan).max_burst)},
                         {"word", std::to_string(plan.data_width() / 8)}}};
  AddCocotb(plan, wrap, values);
  const auto clock = [&](NodeId node) {
    return wrap.HasOwnClock(node) ? wrap.ClockName(node) : "clk";
  };
  const auto bus = [](const std::string& prefix) { return prefix.substr(0, prefix.size() - 1); };
  for (const NodeId node : NodesWith(plan, true))
    values.rows["managers"].push_back(
        {.text = {{"bus", bus(ManagerPrefix(plan, node))}, {"clock", clock(node)}}});
  for (const NodeId node : NodesWith(plan, false))
    values.rows["memories"].push_back(
        {.text = {{"bus", bus(SubordinatePrefix(plan, node))},
                  {"lite", OptionsOf(plan).nodes[node.index()].lite ? "True" : "False"},
                  {"clock", clock(node)}}});
  values.rows["ranges"] = RangeRows(plan);
  for (Values& range : values.rows["ranges"]) range.text.erase("comma");
  return values;
}

Values AxiWavesValues(const Plan& plan) {
  const std::size_t nodes = plan.host().size();
  Values values{.text = {{"bench", ModuleName(plan, "tb")},
                         {"name", plan.hardware().name},
                         {"busy", std::to_string(2 * nodes - 1)},
                         {"last", std::to_string(nodes - 1)}}};
  for (const EndpointPort& port : EndpointPorts(plan))
    values.rows["signals"].push_back(
        {.text = {
             {"signal", port.port.name},
             {"bits", port.port.width == 0 ? "" : fmt::format("[{}:0]", port.port.width - 1)}}});
  return values;
}

}  // namespace toroid::rtl
