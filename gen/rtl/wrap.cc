// The top's ports are vectors with a bit, or field, for each stream. The wrap declares the streams
// one by one and joins them to the vectors by concatenation, highest first; with several classes of
// messages it does so for each class's network. Queues between clocks and resets are written only
// if the options ask for them.
#include "gen/rtl/wrap.h"

#include <fmt/core.h>

#include <cassert>
#include <memory>

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/library.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/rtl.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {
namespace {

// The ports of a stream, or of a node's endpoints, named as in the wrap.
struct PortGroup {
  std::string place;
  int stream = -1;  // -1: of endpoints
  PortList ports;
};

// Calls visit(group, is_last) for the streams of all classes, or for the endpoints of all nodes
// that have some; ticks once for each node.
template <class Visit>
void ForEachGroup(const Plan& plan, const WrapPorts& wrap, Stage& stage, Visit visit) {
  const bool axi = plan.hardware().wrap.axi.has_value();
  const int all = axi ? 0 : wrap.classes() * wrap.streams();
  for (int i = 0; i < all; ++i) {
    const Stream stream{i / wrap.streams(), i % wrap.streams()};
    PortGroup group{wrap.PlaceOf(stream.number), stream.number, wrap.stream_ports()};
    for (ModulePort& port : group.ports) port.name = wrap.NameOf(port, stream);
    visit(group, i + 1 == all);
    if (i < wrap.streams() && (i + 1) % plan.local_ports() == 0) stage.Tick();
  }
  const std::vector<EndpointPort> ports = EndpointPorts(plan);
  for (auto port = ports.begin(); port != ports.end();) {
    PortGroup group{wrap.PlaceOf(port->node), -1, {}};
    for (const NodeId node = port->node; port != ports.end() && port->node == node; ++port)
      group.ports.push_back(port->port);
    visit(group, port == ports.end());
  }
  for (std::uint32_t n = 0; axi && n < plan.host().size(); ++n) stage.Tick();
}

// Rows "groups": title(group), and row_of(port, is_last) for each port.
template <class Title, class PortRow>
MakeRows Groups(const Plan& plan, const Layers& layers, Stage& stage, Title title, PortRow row_of) {
  return [=, &plan, &layers, &stage](const TakeRow& take) {
    ForEachGroup(plan, WrapPorts(plan, layers), stage, [&](const PortGroup& group, bool last) {
      Values row{.text = {{"title", title(group)}}};
      for (const ModulePort& port : group.ports)
        row.rows["ports"].push_back(row_of(port, last && &port == &group.ports.back()));
      take(row);
    });
  };
}

std::string PlaceOnly(const PortGroup& group) { return group.place; }

std::string PlaceAndStream(const PortGroup& group) {
  return group.stream < 0 ? group.place : fmt::format("stream {}: {}", group.stream, group.place);
}

std::string Declaration(const ModulePort& port) {
  return fmt::format("{} wire {}{}", port.input ? "input" : "output", Range(port), port.name);
}

Values DeclarationRow(const ModulePort& port, bool last) {
  return {.text = {{"declaration", Declaration(port)}, {"comma", last ? "" : ","}}};
}

Values WireRow(const std::string& range, const std::string& name) {
  return {.text = {{"range", range}, {"name", name}}};
}

// The prefix of a stream's signals at the network: "near_" behind a queue.
std::string NetworkEnd(const WrapPorts& wrap, const ModulePort& port, Stream stream) {
  const bool stays = port.name == "error";
  return !stays && wrap.Crosses(stream, port.name[0]) ? "near_" : "";
}

// The network of a class. Ports of streams take the streams' signals, the highest first.
Values Network(const Plan& plan, const WrapPorts& wrap, int of_class) {
  Values network{.text = {{"settings", SettingList(ParametersOfWrap(plan), false)},
                          {"class", wrap.ClassPrefix(of_class)}}};
  for (const ModulePort& port : wrap.network_other_ports())
    network.rows["others"].push_back(
        {.text = {{"port", port.name},
                  {"wire",
                   port.name == "rst" ? wrap.NetworkReset() : wrap.OtherNameOf(port, of_class)}}});
  network.made["vectors"] = [&wrap, of_class](const TakeRow& take) {
    for (const ModulePort& port : wrap.network_stream_ports()) {
      const bool last = &port == &wrap.network_stream_ports().back();
      Values vector{.text = {{"port", port.name}, {"comma", last ? "" : ","}}};
      vector.made["streams"] = [&](const TakeRow& take_stream) {
        for (int number = wrap.streams() - 1; number >= 0; --number) {
          const Stream stream{of_class, number};
          const std::string end = NetworkEnd(wrap, port, stream);
          take_stream({.text = {{"wire", wrap.InNetwork(port, stream, end)},
                                {"comma", number == 0 ? "" : ","}}});
        }
      };
      take(vector);
    }
  };
  return network;
}

// The reset of all that `clock` clocks.
Values Reset(const WrapPorts& wrap, const std::string& clock, const std::string& reset) {
  return {.text = {{"reset", reset}, {"clock", clock}, {"asynchronous", wrap.ResetIsHigh()}}};
}

// The queue between the stream's ports that begin with `way`, 's' or 'm', and their near ends. A
// word is all signals but valid and ready, the first of the ports highest.
Values Crossing(const WrapPorts& wrap, Stream stream, char way) {
  const NodeId node = wrap.NodeOf(stream.number);
  Values queue{.text = {{"queue", fmt::format("{}{}{}", wrap.ClassPrefix(stream.of_class), way,
                                              stream.number)}}};
  const std::string at_node = way == 's' ? "in" : "out";
  const std::string near = way == 's' ? "out" : "in";
  queue.text[at_node + "_clk"] = wrap.ClockName(node);
  queue.text[at_node + "_rst"] = WrapPorts::ResetName(node);
  queue.text[at_node + "_end"] = "";
  queue.text[near + "_clk"] = "clk";
  queue.text[near + "_rst"] = wrap.NetworkReset();
  queue.text[near + "_end"] = "near_";
  Width width;
  for (const ModulePort& port : wrap.stream_ports()) {
    if (port.name[0] != way || port.name[1] != '_') continue;
    const std::string name = wrap.NameOf(port, stream);
    queue.rows["wires"].push_back(WireRow(Range(port), name));
    if (port.name.ends_with("_tvalid")) {
      queue.text["valid"] = name;
    } else if (port.name.ends_with("_tready")) {
      queue.text["ready"] = name;
    } else {
      const char* separator = queue.text[at_node + "_word"].empty() ? "" : ", ";
      queue.text[at_node + "_word"] += separator + name;
      queue.text[near + "_word"] += std::string(separator) + "near_" + name;
      const Width bits = port.parametric.value_or(Width{0, BitsOf(port)});
      width = {width.payloads + bits.payloads, width.more + bits.more};
    }
  }
  queue.text["width"] = BitsText(width);
  return queue;
}

// The node's resets and the queues of its streams, of all classes.
Values ClockedNode(const Plan& plan, const WrapPorts& wrap, NodeId node) {
  const std::string clock = wrap.ClockName(node);
  Values row{.text = {{"place", wrap.PlaceOf(node)}}, .rows = {{"queues", {}}}};
  row.rows["resets"] = {Reset(wrap, clock, WrapPorts::ResetName(node))};
  if (plan.hardware().wrap.axi)
    row.rows["resets"].push_back(Reset(wrap, clock, wrap.EndpointReset(node)));
  for (int c = 0; c < wrap.classes(); ++c) {
    for (int p = 0; p < plan.local_ports(); ++p) {
      const Stream stream{c, static_cast<int>(node.value()) * plan.local_ports() + p};
      for (const char way : {'s', 'm'})
        if (wrap.Crosses(stream, way)) row.rows["queues"].push_back(Crossing(wrap, stream, way));
    }
  }
  return row;
}

// Whether any endpoint has the network's clock.
bool HasEndpointsAtClk(const Plan& plan, const WrapPorts& wrap) {
  const auto& axi = plan.hardware().wrap.axi;
  for (std::uint32_t n = 0; axi && n < plan.host().size(); ++n)
    if (axi->nodes[n].role != AxiRole::kNone && !wrap.HasOwnClock(NodeId{n})) return true;
  return false;
}

// Takes a row of the wires of unused bits and the resets of what has the network's clock, if there
// are any.
void TakeWiresBetween(const Plan& plan, const WrapPorts& wrap, const TakeRow& take) {
  const WrapOptions& options = plan.hardware().wrap;
  const int spare = SpareBits(options, plan.data_width());
  Values row{.rows = {{"resets", {}}}};
  if (HasAsyncReset(options)) row.rows["resets"].push_back(Reset(wrap, "clk", wrap.NetworkReset()));
  if (HasOwnClocks(options) && HasEndpointsAtClk(plan, wrap))
    row.rows["resets"].push_back(Reset(wrap, "clk", WrapPorts::kEndpointReset));
  if (spare == 0 && row.rows["resets"].empty()) return;
  row.made["spares"] = [&](const TakeRow& take_spare) {
    for (int i = 0; spare > 0 && i < wrap.classes() * wrap.streams(); ++i)
      take_spare(WireRow(Range(spare), wrap.SpareName({i / wrap.streams(), i % wrap.streams()})));
  };
  take(row);
}

// Rows "wires" of the streams between endpoints and networks.
Values EndpointStreams(const WrapPorts& wrap) {
  return {.made = {{"wires", [&wrap](const TakeRow& take) {
                      for (int c = 0; c < wrap.classes(); ++c)
                        for (int stream = 0; stream < wrap.streams(); ++stream)
                          for (const ModulePort& port : wrap.stream_ports())
                            take(WireRow(Range(port), wrap.NameOf(port, {c, stream})));
                    }}}};
}

Values Endpoints(const Plan& plan, const WrapPorts& wrap, NodeId node) {
  const std::string bit = fmt::format("[{}]", node.value());
  const bool timeouts = HasTimeouts(*plan.hardware().wrap.axi);
  return EndpointsOfNode(plan, wrap, node,
                         {AddressConstant(plan, node), "axi_busy" + bit, "axi_error" + bit,
                          timeouts ? "axi_timeout" + bit : ""});
}

// What block designs read of a clock or reset; "" for other ports. A clock names its buses, which
// are the ports that have a valid and a common beginning.
std::string Attributes(const Plan& plan, const WrapPorts& wrap, const ModulePort& port) {
  if (port.name == wrap.ResetPort()) return ResetAttributes(port.name);
  if (!port.name.ends_with("clk")) return "";
  std::string buses;
  const auto add = [&](const std::string& name, std::string_view valid, const std::string& clock) {
    if (clock == port.name && name.ends_with(valid))
      buses += (buses.empty() ? "" : ":") + name.substr(0, name.size() - valid.size());
  };
  for (const EndpointPort& endpoint : EndpointPorts(plan))
    add(endpoint.port.name, "_awvalid",
        wrap.HasOwnClock(endpoint.node) ? wrap.ClockName(endpoint.node) : "clk");
  const int streams = plan.hardware().wrap.axi ? 0 : wrap.classes() * wrap.streams();
  for (int i = 0; i < streams; ++i) {
    const Stream stream{i / wrap.streams(), i % wrap.streams()};
    for (const ModulePort& of_stream : wrap.stream_ports())
      add(wrap.NameOf(of_stream, stream), "_tvalid", wrap.ClockOf(stream, of_stream.name[0]));
  }
  return ClockAttributes(port.name, wrap.ResetPort(), buses);
}

// Remarks that the template has, each a section that appears or does not.
void AddRemarks(const Plan& plan, Values& values) {
  const WrapOptions& options = plan.hardware().wrap;
  const int classes = plan.hardware().classes;
  const auto add = [&](const char* section, bool appears, Text text = {}) {
    if (appears) values.rows[section].push_back({.text = std::move(text)});
  };
  add("of_one_network", !options.axi && classes == 1);
  add("of_classes", !options.axi && classes > 1, {{"classes", std::to_string(classes)}});
  add("of_endpoints", options.axi.has_value());
  add("of_streams", !options.axi, {{"class", classes > 1 ? "c<k>_" : ""}});
  add("only_wires", !HasAsyncReset(options) && !options.axi);
  add("side_bits", SideBits(options, plan.data_width()) > 0 && !options.axi);
  add("asynchronous_reset", HasAsyncReset(options));
  add("clocks_of_nodes", HasOwnClocks(options));
}

// The wrap's values without any rows.
Values EmptyWrap(const Plan& plan, const std::string& module, const std::string& parameters) {
  Values values{
      .text = {{"name", plan.hardware().name}, {"module", module}, {"parameters", parameters}}};
  for (const char* rows :
       {"of_one_network", "of_classes", "of_endpoints", "of_streams", "only_wires", "side_bits",
        "asynchronous_reset", "clocks_of_nodes", "others", "ranges", "subordinate_bits",
        "map_constants", "endpoint_streams", "wires_between", "clocked_nodes", "endpoints",
        "networks"})
    values.rows[rows];
  return values;
}

// Rows that are made while they are rendered take the place of `name`'s.
void SetMade(Values& values, const char* name, MakeRows make) {
  values.rows.erase(name);
  values.made[name] = std::move(make);
}

}  // namespace

std::vector<std::string> WrapModules(const Plan& plan) {
  const WrapOptions& options = plan.hardware().wrap;
  std::vector<std::string> modules;
  if (HasOwnClocks(options)) modules = {"crossing", "synchroniser"};
  if (HasAsyncReset(options)) modules.emplace_back("reset");
  for (std::string& module : EndpointModules(plan)) modules.push_back(std::move(module));
  return modules;
}

Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const auto wrap = std::make_shared<const WrapPorts>(plan, layers);
  Values values =
      EmptyWrap(plan, ModuleName(plan, "wrap"), DeclarationList(ParametersOfWrap(plan)));
  AddRemarks(plan, values);
  for (const ModulePort& port : wrap->OtherPorts())
    values.rows["others"].push_back(
        {.text = {{"declaration", Attributes(plan, *wrap, port) + Declaration(port)},
                  {"what", port.what}}});
  values.made["groups"] = Groups(plan, layers, stage, PlaceAndStream, DeclarationRow);
  SetMade(values, "wires_between",
          [&plan, wrap](const TakeRow& take) { TakeWiresBetween(plan, *wrap, take); });
  SetMade(values, "clocked_nodes", [&plan, wrap](const TakeRow& take) {
    for (const NodeId node : wrap->OwnClocks()) take(ClockedNode(plan, *wrap, node));
  });
  SetMade(values, "networks", [&plan, wrap](const TakeRow& take) {
    for (int c = 0; c < wrap->classes(); ++c) take(Network(plan, *wrap, c));
  });
  if (!plan.hardware().wrap.axi) return values;
  AddMap(plan, values);
  SetMade(values, "endpoint_streams",
          [wrap](const TakeRow& take) { take(EndpointStreams(*wrap)); });
  SetMade(values, "endpoints", [&plan, wrap](const TakeRow& take) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) take(Endpoints(plan, *wrap, NodeId{n}));
  });
  return values;
}

Result<EndpointsModule> EndpointsModuleOf(const Plan& plan, NodeId node) {
  assert(plan.hardware().wrap.axi && !HasOwnClocks(plan.hardware().wrap));
  const Layers layers = LayersOf(plan);
  const WrapPorts wrap(plan, layers);
  const bool timeouts = HasTimeouts(*plan.hardware().wrap.axi);
  EndpointsModule module = {ModuleName(plan, "axi_endpoints"), "", {}};
  module.ports = {
      {"clk", true, 0, ""}, {"rst", true, 0, ""}, {"here", true, plan.physical_bits(), ""}};
  for (const EndpointPort& endpoint : EndpointPorts(plan))
    if (endpoint.node == node) module.ports.push_back(endpoint.port);
  for (int c = 0; c < wrap.classes(); ++c) {
    for (ModulePort port : wrap.stream_ports()) {
      port.name = wrap.NameOf(port, {c, static_cast<int>(node.value())});
      port.input = !port.input;
      module.ports.push_back(port);
    }
  }
  module.ports.push_back({"busy", false, 0, ""});
  module.ports.push_back({"error", false, 0, ""});
  if (timeouts) module.ports.push_back({"timeout", false, 0, ""});
  Values values = EmptyWrap(plan, module.name, "");
  values.text["banner"] = "// Compiled for simulations alone.";
  values.rows["groups"] = {{.text = {{"title", wrap.PlaceOf(node)}}}};
  for (const ModulePort& port : module.ports)
    values.rows["groups"][0].rows["ports"].push_back(
        DeclarationRow(port, &port == &module.ports.back()));
  AddMap(plan, values);
  values.rows["endpoints"] = {
      EndpointsOfNode(plan, wrap, node, {"here", "busy", "error", timeouts ? "timeout" : ""})};
  const std::filesystem::path file = TemplateRoot() / "top" / "wrap.v.tpl";
  const auto source = ReadText(file);
  if (!source) return source.diagnostics();
  const Diagnostics found =
      Render(file.string(), *source, values, [&](std::string_view text) { module.text += text; });
  if (!found.empty()) return found;
  return module;
}

Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const WrapPorts wrap(plan, layers);
  const auto row = [](const ModulePort& port, bool last) {
    return Values{.text = {{"port", port.name}, {"comma", last ? "" : ","}}};
  };
  Values values{.text = {{"module", ModuleName(plan, "wrap")},
                         {"parameters", SettingList(ParametersOfWrap(plan), true)},
                         {"wires", ModuleName(plan, "wires")},
                         {"instance", plan.hardware().name}}};
  for (const ModulePort& port : wrap.OtherPorts())
    values.rows["others"].push_back({.text = {{"port", port.name}}});
  values.made["groups"] = Groups(plan, layers, stage, PlaceOnly, row);
  return values;
}

Values WiresValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const WrapPorts wrap(plan, layers);
  const auto row = [](const ModulePort& port, bool) {
    return WireRow(Range(port.width), port.name);
  };
  Values values{
      .text = {{"module", ModuleName(plan, "wrap")}, {"instance", ModuleName(plan, "instance")}}};
  for (const ModulePort& port : wrap.OtherPorts())
    if (!port.name.ends_with("clk") && port.name != wrap.ResetPort())
      values.rows["others"].push_back(row(port, false));
  values.made["groups"] = Groups(plan, layers, stage, PlaceOnly, row);
  return values;
}

}  // namespace toroid::rtl
