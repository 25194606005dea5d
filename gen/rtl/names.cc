// Names are for a person with a waveform: a node's wires carry its coordinates and the port's
// direction, never a counter. Constants have all their digits, grouped by axis.
#include "gen/rtl/names.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/plan/link_fields.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

// "0110"
std::string Binary(std::uint32_t value, int bits) {
  std::string text;
  for (int i = bits; i-- > 0;) text += (value >> i & 1U) != 0 ? '1' : '0';
  return text;
}

std::string BlockOf(const Plan& plan, NodeId node) {
  std::vector<std::string> place;
  for (const int x : plan.host().CoordinatesOf(node)) place.push_back(std::to_string(x));
  return BlockName(place);
}

}  // namespace

std::string ModuleName(const Plan& plan, std::string_view part) {
  return plan.hardware().name + "_" + std::string(part);
}

std::string PortName(const LinkPort& port) {
  const std::string axis = fmt::format("axis{}", port.axis.value());
  if (!port.direction) return axis;
  return axis + (*port.direction == Direction::kPlus ? "_plus" : "_minus");
}

std::string InputName(const Plan& plan, const LinkPort& port) {
  return (plan.hardware().links.stages > 0 ? "staged_" : "") + PortName(port);
}

std::string BlockName(const std::vector<std::string>& coordinates) {
  std::string text;
  for (std::size_t a = 0; a < coordinates.size(); ++a)
    text += fmt::format("{}axis{}[{}]", a == 0 ? "" : ".", a, coordinates[a]);
  return text;
}

bool HasAbsentNodes(const Plan& plan) {
  return plan.live_nodes() < plan.host().size() && !plan.hardware().load.routes;
}

std::string InstanceName(const Plan& plan, NodeId node) {
  if (!plan.IsPresent(node)) return "";
  return BlockOf(plan, node) + (HasAbsentNodes(plan) ? ".alive.node" : ".node");
}

std::string WireName(const Plan& plan, NodeId sender, const LinkPort& port) {
  return BlockOf(plan, sender) + "." + PortName(port);
}

std::string AddressConstant(const Plan& plan, NodeId node) {
  const int padding = plan.link_address_bits() - plan.physical_bits();
  std::string digits = padding > 0 ? Binary(0, padding) + "_" : "";
  for (int a = 0; a < plan.host().axes(); ++a) {
    const auto x = static_cast<std::uint32_t>(plan.host().Coordinate(node, Axis{a}));
    digits.append(a > 0 ? "_" : "").append(Binary(x, BitsOf(plan.host(), Axis{a})));
  }
  return fmt::format("{}'b{}", plan.link_address_bits(), digits);
}

std::string MaskConstant(const std::vector<bool>& bits) {
  std::string digits;
  for (const bool bit : bits) digits.insert(digits.begin(), bit ? '1' : '0');
  return fmt::format("{}'b{}", bits.size(), digits);
}

std::string LengthsConstant(const Graph& graph) { return FieldsConstant(graph.lengths(), 16); }

std::string UnrollCount(const Plan& plan) {
  return std::to_string(std::max(64, *std::ranges::max_element(plan.host().lengths())));
}

std::string WrapsConstant(const Graph& graph) {
  std::vector<bool> wraps;
  for (int a = 0; a < graph.axes(); ++a) wraps.push_back(graph.Wraps(Axis{a}));
  return MaskConstant(wraps);
}

std::string FieldsConstant(const std::vector<int>& values, int width) {
  std::vector<std::string> fields;
  for (const int value : values) fields.push_back(fmt::format("{}'d{}", width, value));
  std::ranges::reverse(fields);
  return "{" + Joined(fields, ", ") + "}";
}

std::string PortAxesConstant(const Plan& plan) {
  std::vector<int> axes;
  for (const LinkPort& port : plan.link_ports()) axes.push_back(port.axis.value());
  return FieldsConstant(axes);
}

Text HostParameters(const Plan& plan) {
  return {{"axes", std::to_string(plan.host().axes())},
          {"lengths", LengthsConstant(plan.host())},
          {"wraps", WrapsConstant(plan.host())},
          {"link_ports", std::to_string(plan.link_ports().size())},
          {"lowest_bits", FieldsConstant(LowestBitsOf(plan.host()))},
          {"first_ports", FieldsConstant(FirstPortsOf(plan.host()))},
          {"address_bits", std::to_string(plan.link_address_bits())}};
}

std::string RouterModule(const Plan& plan) {
  if (!HasCredits(plan)) return "router_scheduled";
  return plan.routes() ? "router_tables" : "router";
}

int RouterSpecVersion(const Plan& plan) {
  return RouterSpecVersionOf(plan.hardware(), plan.host());
}

bool HasCredits(const Plan& plan) { return plan.hardware().router == RouterKind::kBuffered; }

bool HasChannels(const Plan& plan, const LinkPort& port) {
  return HasCredits(plan) && plan.Channels(port.axis) == 2;
}

bool IsChecked(const Plan& plan) { return plan.hardware().links.protect != Protection::kNone; }

std::string WithChannel(const std::string& end, bool channels) {
  return channels ? fmt::format("{{{0}_channel, {0}_flit}}", end) : end + "_flit";
}

int CreditWidth(const Plan& plan, const LinkPort& port) { return HasChannels(plan, port) ? 2 : 0; }

int LinkWidth(const Plan& plan) { return 2 + 2 * plan.link_address_bits() + plan.carried_bits(); }

int LinkWidth(const Plan& plan, const LinkPort& port) {
  if (HasCredits(plan)) return LinkWidth(plan);
  const Direction direction = port.direction.value_or(Direction::kPlus);
  return FieldsOfLink(plan, plan.LinkPortOf(port.axis, direction)).width;
}

int LinksWidth(const Plan& plan) {
  int width = 0;
  for (const LinkPort& port : plan.link_ports()) width += LinkWidth(plan, port);
  return width;
}

namespace {

// Bit ports * i + o: whether has(i, o).
template <class Has>
std::string PairsConstant(const Plan& plan, const Has& has) {
  const int ports = static_cast<int>(plan.link_ports().size());
  std::vector<bool> pairs;
  for (int input = 0; input < ports; ++input) {
    for (int output = 0; output < ports; ++output) pairs.push_back(has(input, output));
  }
  return MaskConstant(pairs);
}

}  // namespace

std::string TurnsConstant(const Plan& plan) {
  return PairsConstant(plan,
                       [&](int input, int output) { return plan.turns().Has(input, output); });
}

std::string TurnsBackConstant(const Plan& plan) {
  return PairsConstant(plan, [&](int input, int output) {
    const auto axis = [&](int port) {
      return plan.link_ports()[static_cast<std::size_t>(port)].axis.value();
    };
    if (plan.hardware().load.tree) return axis(output) < axis(input);  // any tree may come
    const std::uint32_t outputs = plan.in_network()->turns()[static_cast<std::size_t>(input)];
    return (outputs >> output & 1) != 0 && !plan.turns().Has(input, output);
  });
}

int OneBitWidth(const Plan& plan) {
  return plan.hardware().ports == Ports::kOne ? 0 : plan.local_ports();
}

bool IsLogical(const Plan& plan) { return plan.hardware().address == Address::kLogical; }

std::string HolderWire(const Plan& plan) {
  return !plan.partition() && plan.embedding()->IsBijection() ? "" : "holds_guest";
}

std::string BitsText(Width width) {
  std::string text;
  if (width.payloads > 0) text = "FLIT_WIDTH";
  if (width.payloads > 1) text = fmt::format("{}*FLIT_WIDTH", width.payloads);
  if (width.payloads == 0) return std::to_string(width.more);
  if (width.more != 0) text += fmt::format("{:+}", width.more);
  return text;
}

Width CarriedWidth(const Plan& plan) { return {1, plan.added_bits()}; }

std::string CarriedRange(const Plan& plan) {
  const Width one = CarriedWidth(plan);
  return Range(Width{plan.local_ports() * one.payloads, plan.local_ports() * one.more});
}

Width FlitWidth(const Plan& plan, const LinkPort& port) {
  return {1, LinkWidth(plan, port) - plan.hardware().flit_width};
}

std::string Range(Width width) {
  return fmt::format("[{}:0] ", BitsText({width.payloads, width.more - 1}));
}

std::string Range(const ModulePort& port) {
  return port.parametric ? Range(*port.parametric) : Range(port.width);
}

std::string Range(int width) { return width == 0 ? "" : Slice(0, width, false) + " "; }

std::string Slice(int index, int width, bool plain) {
  std::string text = "[";
  if (!plain) text += fmt::format("{}:", (index + 1) * width - 1);
  return fmt::format("{}{}]", text, plain ? index : index * width);
}

std::string PartAt(int lsb, int bits) { return fmt::format("[{}:{}]", lsb + bits - 1, lsb); }

std::string PartAt(Width lsb, Width bits) {
  return fmt::format("[{}+:{}]", BitsText(lsb), BitsText(bits));
}

std::string Zeros(int width) { return fmt::format("{}'d0", width); }

std::string ClockAttributes(const std::string& clock, const std::string& reset,
                            const std::string& buses) {
  return fmt::format(
      "(* X_INTERFACE_INFO = \"xilinx.com:signal:clock:1.0 {0} CLK\",\n"
      "     X_INTERFACE_PARAMETER = \"{1}{2}ASSOCIATED_RESET {3}\" *)\n  ",
      clock, buses.empty() ? "" : "ASSOCIATED_BUSIF " + buses, buses.empty() ? "" : ", ", reset);
}

std::string ResetAttributes(const std::string& reset) {
  return fmt::format(
      "(* X_INTERFACE_INFO = \"xilinx.com:signal:reset:1.0 {0} RST\",\n"
      "     X_INTERFACE_PARAMETER = \"POLARITY ACTIVE_{1}\" *)\n  ",
      reset, reset.ends_with("_n") ? "LOW" : "HIGH");
}

std::vector<Values> PortRows(const std::vector<ModulePort>& ports) {
  std::size_t range_width = 0;
  std::size_t name_width = 0;
  for (const ModulePort& port : ports) {
    range_width = std::max(range_width, Range(port).size());
    name_width = std::max(name_width, port.name.size() + 1);
  }
  const bool has_reset = std::ranges::count(ports, "rst", &ModulePort::name) > 0;
  std::vector<Values> rows;
  for (const ModulePort& port : ports) {
    std::string range = Range(port);
    std::string name = port.name + (rows.size() + 1 < ports.size() ? "," : "");
    range.resize(range_width, ' ');
    name.resize(name_width, ' ');
    std::string attributes;
    if (port.name == "rst") attributes = ResetAttributes(port.name);
    if (port.name == "clk" && has_reset) attributes = ClockAttributes("clk", "rst", "");
    const std::string declaration =
        attributes + (port.input ? "input  wire " : "output wire ") + range + name;
    rows.push_back({.text = {{"declaration", declaration}, {"what", port.what}}, .rows = {}});
  }
  return rows;
}

}  // namespace toroid::rtl
