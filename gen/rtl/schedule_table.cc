// A node's row has the messages that it sends in the unit's order, and those that it receives in
// the order of arrival. Ports are one-hot, as the node needs them.
//
// Example, torus 4x4 with all ports, node (0,1) sends to (0,2) in cycle 0 and to (1,1) in cycle 3:
// send_at is {2'd3, 2'd0}, send_port {4'b0001, 4'b0100}.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/plan/schedule_rows.h"
#include "gen/rtl/tables.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

// The fields of a row, message 0 last; messages that a node does not have are zeros.
template <class FieldText>
std::string Fields(const std::vector<RowEntry>& entries, int most, int bits, FieldText text) {
  const int missing = most - static_cast<int>(entries.size());
  std::vector<std::string> fields;
  if (missing > 0) fields.push_back(Zeros(missing * bits));
  for (std::size_t i = entries.size(); i-- > 0;) fields.push_back(text(entries[i]));
  return "{" + Joined(fields, ", ") + "}";
}

std::string Times(const Plan& plan, const std::vector<RowEntry>& entries, int most) {
  const int bits = plan.schedule_unit()->time_bits;
  return Fields(entries, most, bits,
                [bits](const RowEntry& entry) { return fmt::format("{}'d{}", bits, entry.cycle); });
}

std::string Locals(const Plan& plan, const std::vector<RowEntry>& entries, int most) {
  const int ports = plan.local_ports();
  return Fields(entries, most, ports, [ports](const RowEntry& entry) {
    std::vector<bool> bits(static_cast<std::size_t>(ports));
    bits[static_cast<std::size_t>(entry.local)] = true;
    return MaskConstant(bits);
  });
}

// "to (0,2), (1,1)"
std::string Others(const Plan& plan, const char* word, const std::vector<RowEntry>& entries) {
  std::string text;
  for (const RowEntry& entry : entries)
    text += (text.empty() ? word : ", ") + plan.host().NodeText(entry.other);
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::vector<ModulePort> TablePorts(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  return {
      {"coordinates", true, plan.link_address_bits(), "the node's physical address, constant"},
      {"send_at", false, unit.sends * unit.time_bits, "the cycle of each message sent"},
      {"send_port", false, unit.sends * plan.local_ports(), "its local port"},
      {"arrive_at", false, unit.arrivals * unit.time_bits, "the cycle of each message received"},
      {"arrive_port", false, unit.arrivals * plan.local_ports(),
       "its local port; 0 if arrivals are not checked"}};
}

Values TableValues(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  const int width = (unit.sends + unit.arrivals) * (unit.time_bits + plan.local_ports());
  Values values{.text = {{"module", ModuleName(plan, "schedule_table")},
                         {"address_range", Range(plan.link_address_bits())},
                         {"row_range", Range(width)},
                         {"nothing", Zeros(width)}}};
  values.rows["ports"] = PortRows(TablePorts(plan));
  auto& nodes = values.rows["nodes"];
  const std::vector<ScheduleRow> rows = ScheduleRowsOf(plan);
  for (std::uint32_t n = 0; n < rows.size(); ++n) {
    const auto& [sends, arrivals] = rows[n];
    if (sends.empty() && arrivals.empty()) continue;
    nodes.push_back({.text = {{"place", AddressConstant(plan, NodeId{n})},
                              {"arrive_port", Locals(plan, arrivals, unit.arrivals)},
                              {"arrive_at", Times(plan, arrivals, unit.arrivals)},
                              {"from", Others(plan, "from ", arrivals)},
                              {"send_port", Locals(plan, sends, unit.sends)},
                              {"send_at", Times(plan, sends, unit.sends)},
                              {"to", Others(plan, "to ", sends)}}});
  }
  return values;
}

Json TableJson(const Plan& plan) {
  auto nodes = Json::array();
  for (const ScheduleRow& row : ScheduleRowsOf(plan)) {
    auto sends = Json::array();
    for (const RowEntry& entry : row.sends)
      sends.push_back({{"to", plan.AddressOf(entry.other)}, {"cycle", entry.cycle}});
    nodes.push_back(std::move(sends));
  }
  return nodes;
}

}  // namespace toroid::rtl
