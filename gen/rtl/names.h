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
// The port as the router sees what arrives by it: "staged_axis0_plus" behind stages.
std::string InputName(const Plan& plan, const LinkPort& port);
// The generate block of a node in the top, by the coordinate on each axis: "axis0[3].axis1[5]".
std::string BlockName(const std::vector<std::string>& coordinates);
bool HasAbsentNodes(const Plan& plan);
// "axis0[3].axis1[5].node"; among absent nodes "axis0[3].axis1[5].alive.node". Empty if absent.
std::string InstanceName(const Plan& plan, NodeId node);
// "axis0[3].axis1[5].axis0_plus"
std::string WireName(const Plan& plan, NodeId sender, const LinkPort& port);
std::string AddressConstant(
    const Plan& plan, NodeId node);  // "6'b011_101", a group for each axis (and for zeros above)

std::string MaskConstant(const std::vector<bool>& bits);  // "4'b0110", bit 0 last

// The parameters LENGTHS, "{16'd8, 16'd3}" with the last axis first, and WRAPS of the library's
// modules.
std::string LengthsConstant(const Graph& graph);
std::string WrapsConstant(const Graph& graph);
// The --unroll-count that Verilator needs for the top's loops; its default of 64 is enough for 1024
// iterations.
std::string UnrollCount(const Plan& plan);
// A parameter of those modules with a field for each axis, or port: "{32'd0, 32'd3}", the last
// first.
std::string FieldsConstant(const std::vector<int>& values, int width = 32);

std::string PortAxesConstant(const Plan& plan);  // the axis of each link port

// The values axes, lengths, wraps, link_ports, lowest_bits, first_ports and address_bits: the
// host's parameters of the router and the modules beside it.
Text HostParameters(const Plan& plan);

std::string RouterModule(const Plan& plan);  // "router", "router_tables" or "router_scheduled"
int RouterSpecVersion(const Plan& plan);     // version of the document that specifies it
bool HasCredits(const Plan& plan);           // whether links have credits and channels
bool HasChannels(const Plan& plan, const LinkPort& port);  // whether the link has two channels
int CreditWidth(const Plan& plan, const LinkPort& port);   // 0: a plain wire
int LinkWidth(const Plan& plan);  // bits of a flit with its sideband, for buffered routers
// Bits of a flit on one link, for either router, and on all links of a node together.
int LinkWidth(const Plan& plan, const LinkPort& port);
int LinksWidth(const Plan& plan);
// The parameter TURNS of scheduled routers: bit i * P + o for the turn from input i to output o of
// P link ports.
std::string TurnsConstant(const Plan& plan);
// Those of the tree that lead to earlier axes.
std::string TurnsBackConstant(const Plan& plan);
inline constexpr int kBroadcastWires = kBroadcastBits + 2;  // bits of a word, with valid and last
// Whether links have check wires (R10.1).
bool IsChecked(const Plan& plan);
// "{x_channel, x_flit}" for one end of a link, or the flit alone if there is no channel.
std::string WithChannel(const std::string& end, bool channels);
int OneBitWidth(const Plan& plan);  // a bit for each local port; 0: a plain wire
bool IsLogical(const Plan& plan);   // whether tdest and tuser carry logical addresses

// The node's wire that says whether it holds a guest node; "" where every node does. Requires an
// embedding.
std::string HolderWire(const Plan& plan);

// A number of bits that depends on the parameter FLIT_WIDTH: a multiple of it plus a constant.
struct Width {
  int payloads = 0;
  int more = 0;
};
std::string BitsText(Width width);           // "2*FLIT_WIDTH+22", "FLIT_WIDTH", "22"
Width CarriedWidth(const Plan& plan);        // Plan::carried_bits()
std::string CarriedRange(const Plan& plan);  // the range for that of each local port of a node
Width FlitWidth(const Plan& plan, const LinkPort& port);  // LinkWidth()

// A port of an emitted module.
struct ModulePort {
  std::string name;
  bool input = true;
  int width = 0;  // 0: a plain wire, without a range
  std::string what;
  std::optional<Width> parametric = {};  // its width, if that depends on FLIT_WIDTH
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
// Verilog attributes before a clock or reset, which Vivado's block designs read and other tools
// ignore. `buses` are a clock's interfaces, with colons between them; "": none. A reset that ends
// in
// "_n" is active low.
std::string ClockAttributes(const std::string& clock, const std::string& reset,
                            const std::string& buses);
std::string ResetAttributes(const std::string& reset);
// Rows (declaration, what) of a template's port list; the declarations are padded to one width.
std::vector<Values> PortRows(const PortList& ports);

}  // namespace toroid::rtl
