// The names and numbers of the emitted Verilog, each made in one place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/plan/plan.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// NAME_top, NAME_node, ...
std::string ModuleName(const Plan& plan, std::string_view part);
// "axis0_plus"; "axis1" for the single port of a length-2 axis.
std::string PortName(const LinkPort& port);
// The generate block of a node in the top, by the coordinate on each axis: "axis0[3].axis1[5]".
std::string BlockName(const std::vector<std::string>& coordinates);
std::string InstanceName(const Plan& plan, NodeId node);  // "axis0[3].axis1[5].node"
// "axis0[3].axis1[5].axis0_plus"
std::string WireName(const Plan& plan, NodeId sender, const LinkPort& port);
std::string AddressConstant(
    const Plan& plan, NodeId node);  // "6'b011_101", a group for each axis (and for zeros above)

std::string MaskConstant(const std::vector<bool>& bits);  // "4'b0110", bit 0 last

// The parameters LENGTHS, "{16'd8, 16'd3}" with the last axis first, and WRAPS of the library's
// modules.
std::string LengthsConstant(const Graph& graph);
std::string WrapsConstant(const Graph& graph);
// What Verilator's --unroll-count must be for the top's loops; 64, its default, is enough for 1024
// turns.
std::string UnrollCount(const Plan& plan);
// What those modules are told about each axis, or port: "{32'd0, 32'd3}", the last first.
std::string FieldsConstant(const std::vector<int>& values, int width = 32);

std::string PortAxesConstant(const Plan& plan);  // the axis of each link port

// The values axes, lengths, wraps, link_ports, lowest_bits, first_ports and address_bits: what the
// router and whatever stands beside it know of the host.
Text HostParameters(const Plan& plan);

std::string RouterModule(const Plan& plan);  // "router" or "router_scheduled"
int RouterSpecVersion(const Plan& plan);     // of the document that specifies it
bool HasCredits(const Plan& plan);  // whether links have credits and channels: buffered routers
bool HasChannels(const Plan& plan, const LinkPort& port);  // whether it has two
int CreditWidth(const Plan& plan, const LinkPort& port);   // 0: a plain wire
int LinkWidth(const Plan& plan);  // bits of a flit with its sideband; of buffered routers
// The same of one link, of either router, and of all links of a node together.
int LinkWidth(const Plan& plan, const LinkPort& port);
int LinksWidth(const Plan& plan);
// Of scheduled routers, the parameter TURNS: bit i * P + o for the turn from input i to output o of
// P link ports; and the bits of `faults` (docs/spec/scheduled-router.md, N6.2).
std::string TurnsConstant(const Plan& plan);
int FaultBits(const Plan& plan);
inline constexpr int kBroadcastWires = kBroadcastBits + 2;  // of a word: valid, last and itself
// Whether check wires go with the links (R10.1).
bool IsChecked(const Plan& plan);
// "{x_channel, x_flit}" of one end of a link, or the flit alone where there is no channel.
std::string WithChannel(const std::string& end, bool channels);
int OneBitWidth(const Plan& plan);  // of a bit for each local port of a node; 0: a plain wire
bool IsLogical(const Plan& plan);   // whether tdest and tuser carry logical addresses

// The node's wire that says whether it holds a guest node; "" where every node does. Requires an
// embedding.
std::string HolderWire(const Plan& plan);

// A number of bits that the parameter FLIT_WIDTH decides: so many times that, and some more.
struct Width {
  int payloads = 0;
  int more = 0;
};
std::string BitsText(Width width);           // "2*FLIT_WIDTH+22", "FLIT_WIDTH", "22"
Width CarriedWidth(const Plan& plan);        // of Plan::carried_bits()
std::string CarriedRange(const Plan& plan);  // of as much for each local port of a node
Width FlitWidth(const Plan& plan, const LinkPort& port);  // of LinkWidth()

// A port of an emitted module.
struct ModulePort {
  std::string name;
  bool input = true;
  int width = 0;  // 0: a plain wire, without a range
  std::string what;
  std::optional<Width> parametric = {};  // the same, of a port that FLIT_WIDTH makes wider
};
using PortList = std::vector<ModulePort>;
std::string Range(int width);    // "[7:0] "; "" for 0
std::string Range(Width width);  // "[FLIT_WIDTH+21:0] "
std::string Range(const ModulePort& port);
std::string Slice(int index, int width,
                  bool plain);              // "[15:8]" for index 1, width 8; "[1]" if plain
std::string PartAt(int lsb, int bits);      // "[7:5]" for lsb 5, 3 bits
std::string PartAt(Width lsb, Width bits);  // "[2*FLIT_WIDTH+6+:FLIT_WIDTH]"
std::string Zeros(int width);               // "3'd0"
// Rows declaration, what for a template's port list; the declarations are padded to one width.
std::vector<Values> PortRows(const PortList& ports);

}  // namespace toroid::rtl
