// The top's ports are vectors with a bit, or field, for each stream. The wrap declares the streams
// one by one and joins them to the vectors by concatenation, highest first; with several classes of
// messages it does so for each class's network. Queues between clocks and resets are written only
// if the options ask for them.
#include "gen/rtl/wrap.h"

#include <fmt/core.h>

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/banner.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {
namespace {

Values Line(std::string text) { return {.text = {{"line", std::move(text)}}}; }

// A line of the part between ports and network; it may be empty.
Values Between(const std::string& text) { return Line(text.empty() ? "" : "  " + text); }

// One port of a stream or an endpoint.
struct PortPlace {
  std::string place;  // of the first of a stream or of a node's endpoints, else empty
  int stream = -1;    // -1: an endpoint's
  std::string name;
  const ModulePort* port = nullptr;
  bool last = false;  // the last of all
};

// Calls visit(stream) for all streams of all classes; ticks once for each node.
template <class Visit>
void ForEachStream(const Plan& plan, const WrapPorts& wrap, Stage& stage, Visit visit) {
  const int all = wrap.classes() * wrap.streams();
  for (int i = 0; i < all; ++i) {
    visit(Stream{i / wrap.streams(), i % wrap.streams()});
    if (i < wrap.streams() && (i + 1) % plan.local_ports() == 0) stage.Tick();
  }
}

// Calls visit for each port of all endpoints; ticks once for each node.
template <class Visit>
void ForEachEndpointPort(const Plan& plan, const WrapPorts& wrap, Stage& stage, Visit visit) {
  const std::vector<EndpointPort> ports = EndpointPorts(plan);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const bool first = i == 0 || ports[i].node != ports[i - 1].node;
    visit(PortPlace{.place = first ? wrap.PlaceOf(ports[i].node) : "",
                    .name = ports[i].port.name,
                    .port = &ports[i].port,
                    .last = i + 1 == ports.size()});
  }
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) stage.Tick();
}

// Calls visit for each port of all streams, or of all endpoints.
template <class Visit>
void ForEachPort(const Plan& plan, const WrapPorts& wrap, Stage& stage, Visit visit) {
  if (plan.hardware().wrap.axi) return ForEachEndpointPort(plan, wrap, stage, visit);
  ForEachStream(plan, wrap, stage, [&](Stream stream) {
    const bool last_stream =
        stream.of_class + 1 == wrap.classes() && stream.number + 1 == wrap.streams();
    for (const ModulePort& port : wrap.stream_ports()) {
      const bool first = &port == &wrap.stream_ports().front();
      const bool last = last_stream && &port == &wrap.stream_ports().back();
      visit(PortPlace{first ? wrap.PlaceOf(stream.number) : "", stream.number,
                      wrap.NameOf(port, stream), &port, last});
    }
  });
}

std::string Declaration(const ModulePort& port, const std::string& name) {
  return fmt::format("{} wire {}{}", port.input ? "input" : "output", Range(port), name);
}

// The prefix of a stream's signals at the network: "near_" behind a queue.
std::string NetworkEnd(const WrapPorts& wrap, const ModulePort& port, Stream stream) {
  const bool stays = port.name == "error";
  return !stays && wrap.Crosses(stream, port.name[0]) ? "near_" : "";
}

// The instances of the top. Ports of streams take the streams' signals, the highest first.
MakeRows Networks(const Plan& plan, const Layers& layers) {
  return [&plan, &layers](const TakeRow& take) {
    const WrapPorts wrap(plan, layers);
    for (int c = 0; c < wrap.classes(); ++c) {
      take(Line(fmt::format("{} {}{}network (", ModuleName(plan, "top"),
                            SettingList(ParametersOfWrap(plan), false), wrap.ClassPrefix(c))));
      for (const ModulePort& port : wrap.network_other_ports()) {
        const bool reset = port.name == "rst";
        take(Line(fmt::format("  .{}({}),", port.name,
                              reset ? wrap.NetworkReset() : wrap.OtherNameOf(port, c))));
      }
      for (const ModulePort& port : wrap.network_stream_ports()) {
        take(Line("  ." + port.name + "({"));
        for (int stream = wrap.streams() - 1; stream >= 0; --stream) {
          const std::string end = NetworkEnd(wrap, port, {c, stream});
          take(Line("    " + wrap.InNetwork(port, {c, stream}, end) + (stream == 0 ? "" : ",")));
        }
        take(Line(&port == &wrap.network_stream_ports().back() ? "  })" : "  }),"));
      }
      take(Line(");"));
    }
  };
}

// The reset of all that `clock` clocks.
void TakeReset(const Plan& plan, const WrapPorts& wrap, const std::string& clock,
               const std::string& reset, const TakeRow& take) {
  take(Between(fmt::format("wire {};", reset)));
  take(Between(fmt::format("{} make_{} (.clk({}), .asynchronous({}), .rst({}));",
                           ModuleName(plan, "reset"), reset, clock, wrap.ResetIsHigh(), reset)));
}

// One end of a queue: the wrap's ports of a stream that go one way, or their near ends.
struct QueueEnd {
  std::string clock;
  std::string reset;
  std::string valid;
  std::string ready;
  std::string word;  // all other signals, the first of the ports highest
};

void TakeEnd(const QueueEnd& end, const char* way, bool last, const TakeRow& take) {
  take(Between(fmt::format("  .{0}_clk({1}), .{0}_rst({2}),", way, end.clock, end.reset)));
  take(Between(fmt::format("  .{0}_valid({1}), .{0}_ready({2}),", way, end.valid, end.ready)));
  take(Between(fmt::format("  .{}_word({{{}}}){}", way, end.word, last ? "" : ",")));
}

// The queue between the stream's ports that begin with `way`, 's' or 'm', and their near ends,
// which it declares.
void TakeCrossing(const Plan& plan, const WrapPorts& wrap, Stream stream, char way,
                  const TakeRow& take) {
  const NodeId node = wrap.NodeOf(stream.number);
  QueueEnd at_node = {wrap.ClockName(node), WrapPorts::ResetName(node), "", "", ""};
  QueueEnd near = {"clk", wrap.NetworkReset(), "", "", ""};
  Width width;
  for (const ModulePort& port : wrap.stream_ports()) {
    if (port.name[0] != way || port.name[1] != '_') continue;
    const std::string name = wrap.NameOf(port, stream);
    take(Between(fmt::format("wire {}near_{};", Range(port), name)));
    if (port.name.ends_with("_tvalid")) {
      at_node.valid = name;
    } else if (port.name.ends_with("_tready")) {
      at_node.ready = name;
    } else {
      const bool first = at_node.word.empty();
      at_node.word += (first ? "" : ", ") + name;
      near.word += (first ? "near_" : ", near_") + name;
      const Width bits = port.parametric.value_or(Width{0, BitsOf(port)});
      width = {width.payloads + bits.payloads, width.more + bits.more};
    }
  }
  near.valid = "near_" + at_node.valid;
  near.ready = "near_" + at_node.ready;
  take(
      Between(fmt::format("{} #(.WIDTH({})) {}{}{}_crossing (", ModuleName(plan, "crossing"),
                          BitsText(width), wrap.ClassPrefix(stream.of_class), way, stream.number)));
  TakeEnd(way == 's' ? at_node : near, "in", false, take);
  TakeEnd(way == 's' ? near : at_node, "out", true, take);
  take(Between(");"));
}

// The node's reset and the queues of its streams, of all classes.
void TakeNode(const Plan& plan, const WrapPorts& wrap, NodeId node, const TakeRow& take) {
  take(Between(""));
  take(Between(fmt::format("// {}, with a per-node clock", wrap.PlaceOf(node))));
  const std::string clock = wrap.ClockName(node);
  TakeReset(plan, wrap, clock, WrapPorts::ResetName(node), take);
  if (plan.hardware().wrap.axi) TakeReset(plan, wrap, clock, wrap.EndpointReset(node), take);
  for (int c = 0; c < wrap.classes(); ++c) {
    for (int p = 0; p < plan.local_ports(); ++p) {
      const int number = static_cast<int>(node.value()) * plan.local_ports() + p;
      for (const char way : {'s', 'm'}) {
        if (wrap.Crosses({c, number}, way)) TakeCrossing(plan, wrap, {c, number}, way, take);
      }
    }
  }
}

// Whether any endpoint has the network's clock.
bool HasEndpointsAtClk(const Plan& plan, const WrapPorts& wrap) {
  const auto& axi = plan.hardware().wrap.axi;
  for (std::uint32_t n = 0; axi && n < plan.host().size(); ++n)
    if (axi->nodes[n].role != AxiRole::kNone && !wrap.HasOwnClock(NodeId{n})) return true;
  return false;
}

// The rows between the wrap's ports and the networks.
MakeRows RowsBetween(const Plan& plan, const Layers& layers) {
  return [&plan, &layers](const TakeRow& take) {
    const WrapPorts wrap(plan, layers);
    const WrapOptions& options = plan.hardware().wrap;
    const int spare = SpareBits(options, plan.data_width());
    if (options.axi) {
      TakeMap(plan, take);
      take(Between(""));
      TakeStreamWires(wrap, take);
    }
    for (int i = 0; spare > 0 && i < wrap.classes() * wrap.streams(); ++i) {
      const std::string name = wrap.SpareName({i / wrap.streams(), i % wrap.streams()});
      take(Between(fmt::format("wire {}{};", Range(spare), name)));
    }
    if (HasAsyncReset(options)) TakeReset(plan, wrap, "clk", wrap.NetworkReset(), take);
    if (HasOwnClocks(options) && HasEndpointsAtClk(plan, wrap))
      TakeReset(plan, wrap, "clk", WrapPorts::kEndpointReset, take);
    for (const NodeId node : wrap.OwnClocks()) TakeNode(plan, wrap, node, take);
    if (options.axi) TakeEndpoints(plan, wrap, take);
    if (options.axi || spare > 0 || HasAsyncReset(options)) take(Between(""));
  };
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

// Remarks on the wrap beside its ports, a line each.
std::vector<Values> Remarks(const Plan& plan) {
  const WrapOptions& options = plan.hardware().wrap;
  std::vector<Values> rows;
  const auto say = [&rows](const char* text) { rows.push_back({.text = {{"remark", text}}}); };
  if (!HasAsyncReset(options) && !options.axi) say("Only wires.");
  if (SideBits(options, plan.data_width()) > 0 && !options.axi)
    say("A flit's payload holds, from the top bit down, spare bits, user bits, tkeep, tdata.");
  if (HasAsyncReset(options)) say("The reset is asserted at once, and released with each clock.");
  if (HasOwnClocks(options)) {
    say("Streams of nodes with per-node clocks pass through queues to the network's clock;");
    say("error and busy use clk.");
  }
  rows.push_back(
      {.text = {{"remark", fmt::format("With -F sim/{}_flat.f Verilator compiles equal nodes once.",
                                       plan.hardware().name)}}});
  return rows;
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
  const WrapPorts wrap(plan, layers);
  const bool axi = plan.hardware().wrap.axi.has_value();
  const std::string network = ModuleName(plan, "top");
  std::string what = fmt::format("{} for a design to instantiate.", network);
  if (axi) {
    what = fmt::format(
        "AXI4 endpoints for a design, and two networks between them, {} each: one "
        "of requests, one of replies.",
        network);
  } else if (wrap.classes() > 1) {
    what =
        fmt::format("{} networks, {} each, for classes of messages that never wait for each other.",
                    wrap.classes(), network);
  }
  const std::string of_class = wrap.classes() > 1 ? "c<k>_" : "";
  const std::string ports =
      axi ? "A node's manager is connected to s<i>_axi_*, its subordinate to m<i>_axi_*, or to "
            "m<i>_axil_* if that is AXI4-Lite."
          : fmt::format(
                "Each stream's ports have names of their own: {0}s<i>_axis_* into the "
                "network, {0}m<i>_axis_* out of it.",
                of_class);
  Values values{.text = {{"module", ModuleName(plan, "wrap")},
                         {"parameters", DeclarationList(ParametersOfWrap(plan))}}};
  for (std::string& line : Wrapped(ports, kBannerColumns - 3))
    values.rows["ports"].push_back(Line(std::move(line)));
  for (std::string& line : Wrapped(what, kBannerColumns - 3))
    values.rows["what"].push_back(Line(std::move(line)));
  values.rows["remarks"] = Remarks(plan);
  for (const ModulePort& port : wrap.OtherPorts())
    values.rows["others"].push_back(
        {.text = {{"declaration", Attributes(plan, wrap, port) + Declaration(port, port.name)},
                  {"what", port.what}}});
  values.made = {
      {"streams",
       [&plan, &layers, &stage](const TakeRow& take) {
         const WrapPorts here(plan, layers);
         ForEachPort(plan, here, stage, [&](const PortPlace& place) {
           if (!place.place.empty()) {
             take(Line("// " + (place.stream < 0
                                    ? place.place
                                    : fmt::format("stream {}: {}", place.stream, place.place))));
           }
           take(Line(Declaration(*place.port, place.name) + (place.last ? "" : ",")));
         });
       }},
      {"between", RowsBetween(plan, layers)},
      {"networks", Networks(plan, layers)}};
  return values;
}

Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const WrapPorts wrap(plan, layers);
  Values values{.text = {{"module", ModuleName(plan, "wrap")},
                         {"parameters", SettingList(ParametersOfWrap(plan), true)},
                         {"wires", ModuleName(plan, "wires")},
                         {"instance", plan.hardware().name}}};
  for (const ModulePort& port : wrap.OtherPorts())
    values.rows["others"].push_back({.text = {{"port", port.name}}});
  values.made = {{"streams", [&plan, &layers, &stage](const TakeRow& take) {
                    const WrapPorts here(plan, layers);
                    ForEachPort(plan, here, stage, [&](const PortPlace& place) {
                      if (!place.place.empty()) take(Line("// " + place.place));
                      take(Line(fmt::format(".{0}({0}){1}", place.name, place.last ? "" : ",")));
                    });
                  }}};
  return values;
}

Values WiresValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const WrapPorts wrap(plan, layers);
  const auto wire = [](const ModulePort& port, const std::string& name) {
    return Line(fmt::format("wire {}{};", Range(port.width), name));
  };
  Values values{
      .text = {{"module", ModuleName(plan, "wrap")}, {"instance", ModuleName(plan, "instance")}}};
  for (const ModulePort& port : wrap.OtherPorts())
    if (!port.name.ends_with("clk") && port.name != wrap.ResetPort())
      values.rows["others"].push_back(wire(port, port.name));
  values.made = {{"streams", [&plan, &layers, &stage, wire](const TakeRow& take) {
                    const WrapPorts here(plan, layers);
                    ForEachPort(plan, here, stage, [&](const PortPlace& place) {
                      if (!place.place.empty()) take(Line("// " + place.place));
                      take(wire(*place.port, place.name));
                    });
                  }}};
  return values;
}

}  // namespace toroid::rtl
