#include "sim/lanes/node_ports.h"

namespace toroid::lanes {
namespace {

void Append(std::vector<PortBit>& wires, const std::string& port, int first, int bits) {
  for (int bit = 0; bit < bits; ++bit)
    wires.push_back({port, static_cast<std::size_t>(first + bit)});
}

PortRoles::PayloadRole Role(std::string payload, std::size_t first, std::string valid,
                            std::size_t bit) {
  PortRoles::PayloadRole role;
  role.payload.port = std::move(payload);
  role.payload.bit = first;
  role.valid.port = std::move(valid);
  role.valid.bit = bit;
  return role;
}

// Flits pass from links to ejectors (N4.5), and units send in the cycle of the start pulse (N7.1).
void AddPassing(const NodePorts& ports, PortRoles& roles) {
  roles.passing_inputs.emplace_back("rst");
  for (const NodePorts::Link& link : ports.links) {
    roles.passing_inputs.push_back(link.prefix + "_in_valid");
    roles.passing_inputs.push_back(link.prefix + "_in_flit");
  }
  roles.passing_outputs = {"m_axis_tvalid", "m_axis_tdata", "m_axis_tlast", "m_axis_tuser"};
  if (ports.messages == 0) return;
  roles.passing_inputs.emplace_back("start");
  roles.passing_outputs.emplace_back("send");
}

}  // namespace

// Payloads are the lowest bits of flits. Local ports are packed: port q's payload begins at bit q *
// payload_bits.
PortRoles RolesOf(const NodePorts& ports) {
  PortRoles roles;
  for (const NodePorts::Link& link : ports.links) {
    roles.payload_inputs.push_back(Role(link.prefix + "_in_flit", 0, link.prefix + "_in_valid", 0));
    roles.payload_outputs.push_back(
        Role(link.prefix + "_out_flit", 0, link.prefix + "_out_valid", 0));
  }
  for (int q = 0; q < ports.local_ports; ++q) {
    const auto bit = static_cast<std::size_t>(q);
    const auto first = bit * static_cast<std::size_t>(ports.payload_bits);
    roles.payload_inputs.push_back(Role("s_axis_tdata", first, "s_axis_tvalid", bit));
    roles.payload_outputs.push_back(Role("m_axis_tdata", first, "m_axis_tvalid", bit));
  }
  roles.constant_inputs.push_back("coordinates");
  if (ports.base_is_input) {
    roles.constant_inputs.push_back("base");
    roles.constant_outputs = {"holds_guest", "logical"};
  }
  if (ports.messages > 0) {
    roles.unused_outputs.push_back("send_at");
    if (ports.fault_bits == 0) {
      roles.asked_inputs = {"running", "now"};
      roles.asked_outputs = {"send"};
    }
  }
  if (ports.fault_bits > 0) AddPassing(ports, roles);
  if (ports.broadcast_bits > 0)
    roles.unused_outputs.insert(roles.unused_outputs.end(),
                                {"image_valid", "image_data", "image_last"});
  if (ports.table_entry_bits > 0) {
    roles.asked_inputs.insert(roles.asked_inputs.end(), {"table_entry", "table_rank"});
    for (const char* name : {"table_valid", "table_logical", "table_physical"})
      roles.asked_outputs.emplace_back(name);
    if (ports.table_rank_bits > 0) roles.asked_outputs.emplace_back("table_neighbour_rank");
  }
  if (ports.counter_bits > 0) {
    roles.asked_inputs.emplace_back("counter_select");
    roles.asked_outputs.emplace_back("counter_value");
  }
  return roles;
}

// A link's credits run against its flits: an input link's credits are an output, and vice versa.
std::vector<PortBit> LinkWires(const NodePorts& ports, const NodePorts::Link& link, bool in) {
  const std::string flit = link.prefix + (in ? "_in_" : "_out_");
  const std::string credit = link.prefix + (in ? "_out_credit" : "_in_credit");
  std::vector<PortBit> wires = {{flit + "valid"}};
  wires.push_back(link.channels == 2 ? PortBit{flit + "channel"} : PortBit{});
  Append(wires, flit + "flit", ports.payload_bits, link.flit_bits - ports.payload_bits);
  wires.resize(2 + static_cast<std::size_t>(ports.flit_bits - ports.payload_bits));
  wires.push_back(link.channels > 0 ? PortBit{credit, 0} : PortBit{});
  wires.push_back(link.channels == 2 ? PortBit{credit, 1} : PortBit{});
  if (ports.barrier) wires.push_back({flit + "barrier"});
  Append(wires, flit + "broadcast", 0, ports.broadcast_bits);
  return wires;
}

std::vector<PortBit> LocalWires(const NodePorts& ports, int local, bool in) {
  const auto bit = static_cast<std::size_t>(local);
  std::vector<PortBit> wires;
  if (in) {
    wires = {{"s_axis_tvalid", bit}, {"m_axis_tready", bit}, {"s_axis_tlast", bit}};
  } else {
    wires = {{"s_axis_tready", bit}, {"m_axis_tvalid", bit}, {"error", bit}, {"m_axis_tlast", bit}};
  }
  Append(wires, in ? "s_axis_tdest" : "m_axis_tuser", local * ports.address_bits,
         ports.address_bits);
  Append(wires, in ? "s_axis_tid" : "m_axis_tid", local * ports.rank_bits, ports.rank_bits);
  if (in && ports.by_entry) wires.push_back({"s_axis_by_entry", bit});
  return wires;
}

}  // namespace toroid::lanes
