// Streams come from the node's list of ports, so that the signals that layers add to them (tid) are
// proved too.
#include "gen/rtl/properties.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "gen/rtl/network.h"
#include "gen/topology/numbering.h"

namespace toroid::rtl {
namespace {

constexpr std::string_view kStreamOut = "m_axis_";

// The input ports, with the default widths: the proofs are for these.
PortList InputsOf(const PortList& all) {
  PortList inputs;
  std::ranges::copy_if(all, std::back_inserter(inputs), &ModulePort::input);
  for (ModulePort& port : inputs) port.parametric.reset();
  return inputs;
}

// The node's inputs that a design ties to constants.
bool IsConstant(const ModulePort& port) {
  return port.name == "coordinates" || port.name == "base";
}

Values StreamRow(const PortList& outputs, int stream, int streams) {
  std::string offer;
  int bits = 0;
  for (const ModulePort& port : outputs) {
    if (!port.name.starts_with(kStreamOut) || port.name == "m_axis_tvalid") continue;
    offer += (offer.empty() ? "" : ", ") + PartOf(port, stream, streams);
    bits += std::max(port.width, 1) / streams;
  }
  const ModulePort valid{"m_axis_tvalid", false, streams == 1 ? 0 : streams, ""};
  const ModulePort ready{"m_axis_tready", true, valid.width, ""};
  return {.text = {{"stream", fmt::format("{}", stream)},
                   {"msb", fmt::format("{}", bits - 1)},
                   {"offer", offer},
                   {"valid", PartOf(valid, stream, streams)},
                   {"ready", PartOf(ready, stream, streams)}},
          .rows = {}};
}

// The row of one direction of a link: "axis0_plus_in", the flits that come to this node, or
// "axis0_plus_out", those that go to the next.
class WayRow {
 public:
  WayRow(const Plan& plan, const LinkPort& port, bool in)
      : plan_(plan),
        host_(plan.host()),
        port_(port),
        in_(in),
        way_(PortName(port) + (in ? "_in" : "_out")),
        minus_(port.direction == Direction::kMinus) {}

  Values Row() const {
    const int width = LinkWidth(plan_, port_);
    const int bits = BitsOf(host_, port_.axis);
    Values row{.text = {{"way", way_},
                        {"axis", std::to_string(port_.axis.value())},
                        {"reached", Reached()},
                        {"address_bits", std::to_string(plan_.link_address_bits())},
                        {"address_msb", std::to_string(plan_.link_address_bits() - 1)},
                        {"goal_top", std::to_string(width - 3)},
                        {"tail", std::to_string(width - 1)},
                        {"head", std::to_string(width - 2)},
                        {"pad", std::to_string(32 - bits)},
                        {"bits", std::to_string(bits)},
                        {"lowest", std::to_string(LowestBitsOf(host_)[port_.axis.index()])},
                        {"channel", Channels() == 2 ? way_ + "_channel" : "1'b0"},
                        {"routed", Routed()},
                        {"obeys", in_ ? "assume" : "assert"},
                        {"answers", in_ ? "assert" : "assume"}},
               .rows = {{"wrapping", {}}, {"cover", {}}, {"channels", {}}}};
    if (Wraps()) row.rows["wrapping"].push_back(Wrapping());
    if (!in_) row.rows["cover"].push_back({});
    for (int channel = 0; channel < Channels(); ++channel)
      row.rows["channels"].push_back(Channel(channel));
    return row;
  }

 private:
  int Length() const { return host_.length(port_.axis); }
  bool Wraps() const { return host_.Wraps(port_.axis); }
  int Channels() const { return HasChannels(plan_, port_) ? 2 : 1; }

  // The coordinate that the flit comes to.
  std::string Reached() const {
    const char* place = in_ ? "here" : minus_ ? "minus" : "plus";
    return fmt::format("{}_{}", place, port_.axis.value());
  }

  Values Channel(int number) const {
    const int depth = plan_.hardware().buffered.depth;
    return {.text = {{"number", std::to_string(number)},
                     {"depth", std::to_string(depth)},
                     {"count_msb",
                      std::to_string(
                          static_cast<int>(std::bit_width(static_cast<unsigned>(depth))) - 1)},
                     {"credit",
                      way_ + "_credit" +
                          (CreditWidth(plan_, port_) == 0 ? "" : fmt::format("[{}]", number))}},
            .rows = {}};
  }

  // R2.3 and R3.3 for the entry nearest to the coordinate reached: in channel 0 one link before it,
  // in channel 1 just before the wrap link. There is such an entry if its route may be that long.
  Values Wrapping() const {
    const std::string reached = Reached();
    const std::string ahead = minus_ ? fmt::format("{} - to_{}", reached, way_)
                                     : fmt::format("to_{} - {}", way_, reached);
    const std::string is_past = minus_ ? fmt::format("{} < to_{}", reached, way_)
                                       : fmt::format("to_{} < {}", way_, reached);
    return {.text = {{"left", fmt::format("{} ? {} + {} : {}", is_past, ahead, Length(), ahead)},
                     {"crossed", minus_ ? fmt::format("{} - {}", Length(), reached)
                                        : fmt::format("{} + 1", reached)},
                     {"tie", minus_ ? "odd" : "even"}},
            .rows = {}};
  }

  // R2.2, or R2.3 with the parity of the entry in channel 0. An entry in channel 1 is at the end of
  // the axis, 0 or Length() - 1, where no tie goes this way.
  std::string RoutedHere() const {
    const std::string reached = Reached();
    if (!port_.direction) return fmt::format("to_{} == {}", way_, reached);
    const std::string behind =
        minus_ ? fmt::format("{} < {}", reached, Length() - 1) : fmt::format("{} > 0", reached);
    if (!Wraps())
      return fmt::format("{} & to_{} {} {}", behind, way_, minus_ ? "<=" : ">=", reached);
    const std::string before =
        minus_ ? fmt::format("{} > 0", reached) : fmt::format("{} < {}", reached, Length() - 1);
    // The entry is next to it: even for "+" if the coordinate reached is odd.
    const std::string tie =
        fmt::format("twice_{} == {} & {}{}[0]", way_, Length(), minus_ ? "~" : "", reached);
    return fmt::format("(channel_{0} ? {1} & twice_{0} < {2} : {3} & (twice_{0} < {2} | {4}))",
                       way_, before, Length(), behind, tie);
  }

  // BC2.3, in the channel of BC2.5: the root is not too far behind. On an axis that does not wrap
  // nothing is there to be sent to behind its end.
  std::string CopiedHere() const {
    const std::string reached = Reached();
    if (!port_.direction) return fmt::format("to_{} == {}", way_, reached);
    const std::string behind = fmt::format("to_{} {} {}", way_, minus_ ? ">" : "<", reached);
    if (!Wraps() && in_) return behind;
    if (!Wraps()) return fmt::format("{} | {} == {}", behind, reached, minus_ ? Length() - 1 : 0);
    const std::string from = minus_ ? reached : "to_" + way_;
    const std::string until = minus_ ? "to_" + way_ : reached;
    return fmt::format(
        "{0} != {1} & {1} - {0} + ({1} < {0} ? {2} : 0) <= {3} & channel_{4} == ({1} < {0})", from,
        until, Length(), minus_ ? (Length() - 1) / 2 : Length() / 2, way_);
  }

  // A copied flit is head and tail, and has the root's coordinates on later axes, which are this
  // node's (BC1.1, BC1.3).
  std::string Copied() const {
    const int tail = LinkWidth(plan_, port_) - 1;
    std::string text =
        fmt::format("(({0}) & &{1}_flit[{2}:{3}]", CopiedHere(), way_, tail, tail - 1);
    for (int a = port_.axis.value() + 1; a < host_.axes(); ++a) {
      const std::string field =
          fmt::format("[{}+:{}]", LowestBitsOf(host_)[Axis{a}.index()], BitsOf(host_, Axis{a}));
      text += fmt::format("\n          & goal_{0}{1} == coordinates{1}", way_, field);
    }
    return text + ")";
  }

  // R2.1: on this axis only if the axes before are corrected; and the destination is a node.
  std::string Routed() const {
    std::string text = "(" + RoutedHere() + ")";
    if (plan_.Copies()) {
      text = fmt::format("({0}_flit[{1}] ? {2}\n      : {3})", way_, plan_.hardware().flit_width,
                         Copied(), text);
    }
    for (int a = 0; a < host_.axes(); ++a) {
      const Axis axis{a};
      const int bits = BitsOf(host_, axis);
      const std::string field = fmt::format("[{}+:{}]", LowestBitsOf(host_)[axis.index()], bits);
      if (a < port_.axis.value())
        text += fmt::format("\n      & goal_{0}{1} == coordinates{1}", way_, field);
      text += fmt::format("\n      & goal_{}{} <= {}", way_, field, host_.length(axis) - 1);
    }
    return text;
  }

  const Plan& plan_;
  const Graph& host_;
  LinkPort port_;
  bool in_;
  std::string way_;
  bool minus_;
};

Values AxisRow(const Graph& host, Axis axis) {
  const int bits = BitsOf(host, axis);
  return {.text = {{"axis", std::to_string(axis.value())},
                   {"length", std::to_string(host.length(axis))},
                   {"last", std::to_string(host.length(axis) - 1)},
                   {"bits", std::to_string(bits)},
                   {"pad", std::to_string(32 - bits)},
                   {"lowest", std::to_string(LowestBitsOf(host)[axis.index()])}},
          .rows = {}};
}

}  // namespace

std::string PartOf(const ModulePort& port, int stream, int streams) {
  const int width = std::max(port.width, 1);
  return port.name + (port.width == 0 ? "" : Slice(stream, width / streams, width == streams));
}

Values NodeWithInputs(const Plan& plan, const PortList& ports, const std::string& part) {
  Values values{.text = {{"node", ModuleName(plan, "node")}, {"module", ModuleName(plan, part)}},
                .rows = {{"ports", PortRows(InputsOf(ports))}}};
  for (const ModulePort& port : ports) {
    values.rows["connections"].push_back(
        {.text = {{"port", port.name}, {"comma", port.name == ports.back().name ? "" : ","}},
         .rows = {}});
    const std::string range = port.width == 0 ? "" : Range(port.width);
    if (IsConstant(port))
      values.rows["constants"].push_back(
          {.text = {{"range", range}, {"constant", port.name}}, .rows = {}});
    if (!port.input)
      values.rows["outputs"].push_back(
          {.text = {{"range", range}, {"output", port.name}}, .rows = {}});
  }
  return values;
}

Values AxisProperties(const Plan& plan, const Layers& layers) {
  const PortList ports = NodePorts(plan, layers);
  Values values = NodeWithInputs(plan, ports, "axis_properties");
  PortList outputs;
  std::ranges::copy_if(ports, std::back_inserter(outputs), std::logical_not(), &ModulePort::input);
  for (int stream = 0; stream < plan.local_ports(); ++stream)
    values.rows["streams"].push_back(StreamRow(outputs, stream, plan.local_ports()));
  return values;
}

Values LinkProperties(const Plan& plan, const Layers& layers) {
  Values values = NodeWithInputs(plan, NodePorts(plan, layers), "link_properties");
  values.rows["links_alone"].push_back({});
  values.rows["liveness"] = {};
  for (int a = 0; a < plan.host().axes(); ++a)
    values.rows["axes"].push_back(AxisRow(plan.host(), Axis{a}));
  for (const LinkPort& port : plan.link_ports()) {
    for (const bool in : {true, false}) values.rows["ways"].push_back(WayRow(plan, port, in).Row());
  }
  return values;
}

}  // namespace toroid::rtl
