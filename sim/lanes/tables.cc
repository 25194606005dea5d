// The adaptor around the lanes is the same source for every node. These constants tell it which
// slot of the state is which wire: one table for each kind of port, one row for each port, one
// entry for each wire.
#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "sim/lanes/layout.h"

namespace toroid::lanes {
namespace {

using Rows = std::vector<std::vector<Signal>>;

// The slot, or the code of a constant; a wire without reader or driver reads as low.
std::string SlotNumber(Signal signal, const Layout& layout) {
  if (signal == kOne) return "-2";
  const auto slot = layout.slots.find(signal);
  return slot == layout.slots.end() ? "-1" : std::to_string(slot->second);
}

// A constant array of slots; shorter rows are padded with 0, which is never read.
std::string Table(const std::string& name, const Rows& rows, const Layout& layout) {
  std::size_t widest = 1;
  for (const auto& row : rows) widest = std::max(widest, row.size());
  std::string text = fmt::format("constexpr int {}[{}][{}] = {{\n", name, rows.size(), widest);
  for (const auto& row : rows) {
    text += "    {";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += (i > 0 ? ", " : "") + SlotNumber(row[i], layout);
    text += "},\n";
  }
  return text + "};\n";
}

std::vector<Signal> SignalsOf(const PortMap& ports, const std::vector<PortBit>& wires) {
  std::vector<Signal> signals;
  for (const PortBit& wire : wires) signals.push_back(SignalOf(ports, wire));
  return signals;
}

// A port's bits as a table of one row; always low if there is no such port.
std::string List(const std::string& name, const PortMap& ports, const std::string& port,
                 const Layout& layout) {
  const auto found = ports.find(port);
  return Table(name, {found == ports.end() ? std::vector<Signal>{kZero} : found->second}, layout);
}

}  // namespace

std::string TablesText(const Program& program, const NodePorts& ports, const Layout& layout) {
  const Netlist& netlist = program.netlist;
  Rows link_in;
  Rows local_in;
  Rows local_out;
  for (const NodePorts::Link& link : ports.links)
    link_in.push_back(SignalsOf(netlist.inputs, LinkWires(ports, link, true)));
  for (int q = 0; q < ports.local_ports; ++q) {
    local_in.push_back(SignalsOf(netlist.inputs, LocalWires(ports, q, true)));
    local_out.push_back(SignalsOf(netlist.outputs, LocalWires(ports, q, false)));
  }
  std::ostringstream text;
  text << "constexpr unsigned kLinkPorts = " << ports.links.size()
       << ", kLocalPorts = " << ports.local_ports << ", kPayloadBits = " << ports.payload_bits
       << ", kFlitBits = " << ports.flit_bits
       << ",\n                   kAddressBits = " << ports.address_bits
       << ", kMemberBits = " << ports.rank_bits << ", kMessages = " << ports.messages << ";\n"
       << fmt::format(
              "constexpr unsigned kFaultBits = {}, kBarrierBits = {}, kBroadcastBits = {};\n",
              ports.fault_bits, ports.barrier ? 1 : 0, ports.broadcast_bits)
       << fmt::format("constexpr bool kRelay = {}, kTables = {}, kByEntry = {}, kCounters = {};\n",
                      ports.relay, ports.table_entry_bits > 0, ports.by_entry,
                      ports.counter_bits > 0)
       << "constexpr unsigned kSlots = " << layout.slots.size()
       << ", kPlain = " << program.plain.size() << ", kRows = " << layout.rows << ";\n"
       << Table("kLinkIn", link_in, layout) << Table("kLocalIn", local_in, layout)
       << Table("kLocalOut", local_out, layout) << List("kReset", netlist.inputs, "rst", layout)
       << List("kCoordinates", netlist.inputs, "coordinates", layout)
       << List("kBase", netlist.inputs, "base", layout)
       << List("kStart", netlist.inputs, "start", layout)
       << List("kRunning", netlist.inputs, "running", layout)
       << List("kNow", netlist.inputs, "now", layout)
       << List("kSend", netlist.outputs, "send", layout)
       << List("kFaults", netlist.outputs, "faults", layout)
       << List("kArrive", netlist.inputs, "barrier_arrive", layout)
       << List("kReleased", netlist.outputs, "barrier_release", layout)
       << List("kHostValid", netlist.inputs, "host_axis_tvalid", layout)
       << List("kHostLast", netlist.inputs, "host_axis_tlast", layout)
       << List("kHostWord", netlist.inputs, "host_axis_tdata", layout)
       << List("kLoaded", netlist.outputs, "loaded", layout)
       << List("kTableStart", netlist.inputs, "table_start", layout)
       << List("kTableEntry", netlist.inputs, "table_entry", layout)
       << List("kTableRank", netlist.inputs, "table_rank", layout)
       << List("kTableReady", netlist.outputs, "table_ready", layout)
       << List("kTableValid", netlist.outputs, "table_valid", layout)
       << List("kTableLogical", netlist.outputs, "table_logical", layout)
       << List("kTablePhysical", netlist.outputs, "table_physical", layout)
       << List("kTableNeighbourRank", netlist.outputs, "table_neighbour_rank", layout)
       << List("kCounterSelect", netlist.inputs, "counter_select", layout)
       << List("kCounterValue", netlist.outputs, "counter_value", layout)
       << List("kBusy", netlist.outputs, "busy", layout)
       << List("kHoldsGuest", netlist.outputs, "holds_guest", layout)
       << List("kLogical", netlist.outputs, "logical", layout);
  return text.str();
}

std::string BlockText(const Program& program, const Layout& layout) {
  std::ostringstream text;
  text << "struct Block {\n  V s[kSlots] = {};     // signals\n"
          "  V next[kPlain + 1] = {};  // of plain registers\n  PayloadArray d["
       << std::max<std::size_t>(1, program.payload.registers.size())
       << "] = {};  // payload registers\n"
          "  PayloadArray shared["
       << std::max<std::size_t>(1, program.shared_payloads.size())
       << "] = {};  // read by several\n"
          "  PayloadArray in[kLinkPorts + kLocalPorts] = {};\n"
          "  PayloadArray ejected[kLocalPorts] = {};\n";
  for (std::size_t m = 0; m < program.netlist.memories.size(); ++m) {
    const Memory& memory = program.netlist.memories[m];
    text << "  Queue<" << memory.size << ", " << memory.read_address.size() << ", "
         << ControlColumns(memory, layout).size() << ", "
         << (PayloadOf(program.payload, m) ? "true" : "false") << "> m" << m << ";\n";
  }
  text << "};\n\n";
  return text.str();
}

std::vector<std::size_t> ControlColumns(const Memory& memory, const Layout& layout) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < memory.read_data.size(); ++c)
    if (layout.slots.contains(memory.read_data[c])) columns.push_back(c);
  return columns;
}

const PayloadMemory* PayloadOf(const Payload& payload, std::size_t memory) {
  const auto part = std::ranges::find(payload.memories, memory, &PayloadMemory::memory);
  return part == payload.memories.end() ? nullptr : &*part;
}

}  // namespace toroid::lanes
