#include "gen/rtl/translation.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>

#include "gen/plan/translation.h"
#include "gen/rtl/partition.h"

namespace toroid::rtl {
namespace {

// The router's local ports that are the table's while tables are exchanged.
constexpr std::string_view kTakenPorts[] = {"s_valid", "s_ready",   "s_data",  "s_last",
                                            "s_dest",  "s_dest_ok", "m_valid", "m_ready"};

std::string Number(int value) { return std::to_string(value); }

bool Exchanged(const Plan& plan) { return plan.hardware().translation == TableMethod::kExchanged; }

int EntryBits(const Plan& plan) {
  return std::max(1, BitsFor(static_cast<std::uint32_t>(TableEntries(plan))));
}

// The node's logical address, and whether it has one, as other layers have computed them.
std::string OwnAddress(const Plan& plan) {
  if (plan.partition()) return "logical";
  if (!IsLogical(plan)) return "own";
  return plan.logical_bits() == plan.address_bits() ? "source"
                                                    : "source" + PartAt(0, plan.logical_bits());
}
// Physical addresses need no inverse unit, but tables do.
std::vector<Values> OwnGuest(const Plan& plan) {
  if (plan.partition() || IsLogical(plan)) return {};
  const std::string holder = HolderWire(plan);
  return {{.text = {{"logical_range", Range(plan.logical_bits())},
                    {"own_valid", holder.empty() ? "unused_own_valid" : holder},
                    {"inverse", ModuleName(plan, "atu_inverse")},
                    {"here", "coordinates"}},
           .rows = {}}};
}

// The parameters that both methods have.
Values CommonRow(const Plan& plan, const std::string& unit) {
  const Graph& guest = plan.embedding()->guest();
  const std::string holder = HolderWire(plan);
  Values row;
  row.text = {{"unit", ModuleName(plan, unit)},
              {"guest_axes", Number(guest.axes())},
              {"guest_lengths", LengthsConstant(guest)},
              {"guest_wraps", WrapsConstant(guest)},
              {"cube", guest.kind() == Kind::kHypercube ? "1" : "0"},
              {"logical_bits", Number(plan.logical_bits())},
              {"entries", Number(TableEntries(plan))},
              {"entry_bits", Number(EntryBits(plan))},
              {"physical_bits", Number(plan.physical_bits())},
              {"holds", holder.empty() ? "1'b1" : holder},
              {"own", OwnAddress(plan)}};
  return row;
}

Values ComputedRow(const Plan& plan) {
  Values row = CommonRow(plan, "translation_computed");
  row.text["logical_range"] = Range(plan.logical_bits());
  row.text["place_range"] = Range(plan.place_bits());
  row.text["forward"] = ModuleName(plan, "atu_forward");
  row.text["place"] = plan.partition() ? MovedByBase(plan, "table_place") : "table_place";
  return row;
}

Values ExchangedRow(const Plan& plan) {
  Values row = CommonRow(plan, "translation_exchanged");
  row.text["source_logical"] = IsLogical(plan) ? "1" : "0";
  row.text["physical_part"] =
      plan.physical_bits() == plan.address_bits() ? "" : PartAt(0, plan.physical_bits());
  const int local = plan.local_ports();
  const int bits = plan.hardware().ports == Ports::kOne ? 0 : local;
  const auto wire = [&](const char* name, int width) {
    row.rows["wires"].push_back(
        {.text = {{"range", Range(width)}, {"wire", std::string("table_") + name}}, .rows = {}});
  };
  for (const char* name : {"s_valid", "s_ready", "s_last", "s_dest_ok", "m_valid", "m_ready"})
    wire(name, bits);
  wire("s_data", local * plan.hardware().flit_width);
  wire("s_dest", local * plan.address_bits());
  return row;
}

std::vector<Values> RowIf(bool present, const std::function<Values()>& row) {
  return present ? std::vector{row()} : std::vector<Values>{};
}

}  // namespace

std::vector<ModulePort> TablePorts(const Plan& plan, int nodes) {
  if (!plan.hardware().translation) return {};
  const int bit = nodes == 1 ? 0 : nodes;
  const std::string quiet = Exchanged(plan) ? ", while the network is empty" : "";
  return {
      {"table_start", true, 0, "a pulse: tables are made" + quiet},
      {"table_entry", true, nodes * EntryBits(plan),
       "which guest neighbour: + and - on each axis, or the cube dimension"},
      {"table_valid", false, bit, "it exists, and the table is ready"},
      {"table_logical", false, nodes * plan.logical_bits(), "its address"},
      {"table_physical", false, nodes * plan.physical_bits(), "and that of the node that holds it"},
      {"table_ready", false, bit, "the table is complete"}};
}

void AddTable(const Plan& plan, Values& values) {
  const bool tables = plan.hardware().translation.has_value();
  const bool exchanged = tables && Exchanged(plan);
  values.rows["own_guest"] = tables ? OwnGuest(plan) : std::vector<Values>{};
  values.rows["table"] = RowIf(tables, [] { return Values{}; });
  values.rows["computed"] = RowIf(tables && !exchanged, [&] { return ComputedRow(plan); });
  values.rows["exchanged"] = RowIf(exchanged, [&] { return ExchangedRow(plan); });
}

bool ExchangeTakes(const Plan& plan, std::string_view router_port) {
  const auto& taken = kTakenPorts;
  return plan.hardware().translation && Exchanged(plan) &&
         std::ranges::find(taken, router_port) != std::end(taken);
}

std::vector<Values> TableConnection(const Plan& plan, NodeId node) {
  if (!plan.hardware().translation) return {};
  const int index = static_cast<int>(node.value());
  return {{.text = {{"bit_slice", Slice(index, 0, true)},
                    {"entry_slice", Slice(index, EntryBits(plan), false)},
                    {"logical_slice", Slice(index, plan.logical_bits(), false)},
                    {"physical_slice", Slice(index, plan.physical_bits(), false)}},
           .rows = {}}};
}

bool IsOfTables(const Plan& plan, std::string_view module) {
  return module.starts_with(ModuleName(plan, "translation"));
}

bool TablesNeed(const Plan& plan, std::string_view module) {
  if (!plan.hardware().translation) return false;
  const std::string method = "translation_" + std::string(ToString(*plan.hardware().translation));
  return module == ModuleName(plan, method) ||
         module == ModuleName(plan, "translation_neighbours") ||
         module == ModuleName(plan, "translation_read");
}

}  // namespace toroid::rtl
