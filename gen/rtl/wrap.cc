// The top's ports are vectors with a bit, or field, for each stream. The wrap declares the streams
// one by one and joins them to the vectors by concatenation, highest first; with several classes of
// messages it does so for each class's network. Queues between clocks and resets are written only
// if the options ask for them.
#include "gen/rtl/wrap.h"

#include <fmt/core.h>

#include "gen/rtl/banner.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {
namespace {

Values Line(std::string text) { return {.text = {{"line", std::move(text)}}}; }

// A line of the part between ports and network; it may be empty.
Values Between(const std::string& text) { return Line(text.empty() ? "" : "  " + text); }

// One port of one stream.
struct PortPlace {
  Stream stream;
  const ModulePort* port = nullptr;
  bool first = false;  // the first of its stream
  bool last = false;   // the last of all
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

// Calls visit for each port of all streams.
template <class Visit>
void ForEachPort(const Plan& plan, const WrapPorts& wrap, Stage& stage, Visit visit) {
  ForEachStream(plan, wrap, stage, [&](Stream stream) {
    const bool last_stream =
        stream.of_class + 1 == wrap.classes() && stream.number + 1 == wrap.streams();
    for (const ModulePort& port : wrap.stream_ports()) {
      const bool last = last_stream && &port == &wrap.stream_ports().back();
      visit(PortPlace{stream, &port, &port == &wrap.stream_ports().front(), last});
    }
  });
}

std::string Declaration(const ModulePort& port, const std::string& name) {
  return fmt::format("{} wire {}{}", port.input ? "input" : "output", Range(port), name);
}

// The prefix of a stream's signals at the network: "near_" behind a queue.
std::string NetworkEnd(const WrapPorts& wrap, const ModulePort& port, int stream) {
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
          const std::string end = NetworkEnd(wrap, port, stream);
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
  QueueEnd at_node = {WrapPorts::ClockName(node), WrapPorts::ResetName(node), "", "", ""};
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
  TakeReset(plan, wrap, WrapPorts::ClockName(node), WrapPorts::ResetName(node), take);
  for (int c = 0; c < wrap.classes(); ++c) {
    for (int p = 0; p < plan.local_ports(); ++p) {
      const int number = static_cast<int>(node.value()) * plan.local_ports() + p;
      for (const char way : {'s', 'm'}) {
        if (wrap.Crosses(number, way)) TakeCrossing(plan, wrap, {c, number}, way, take);
      }
    }
  }
}

// The rows between the wrap's ports and the networks.
MakeRows RowsBetween(const Plan& plan, const Layers& layers) {
  return [&plan, &layers](const TakeRow& take) {
    const WrapPorts wrap(plan, layers);
    const WrapOptions& options = plan.hardware().wrap;
    const int spare = SpareBits(options, plan.data_width());
    for (int i = 0; spare > 0 && i < wrap.classes() * wrap.streams(); ++i) {
      const std::string name = wrap.SpareName({i / wrap.streams(), i % wrap.streams()});
      take(Between(fmt::format("wire {}{};", Range(spare), name)));
    }
    if (HasAsyncReset(options)) TakeReset(plan, wrap, "clk", wrap.NetworkReset(), take);
    for (const NodeId node : wrap.OwnClocks()) TakeNode(plan, wrap, node, take);
    if (spare > 0 || HasAsyncReset(options)) take(Between(""));
  };
}

// Remarks on the wrap beside its ports, a line each.
std::vector<Values> Remarks(const Plan& plan) {
  const WrapOptions& options = plan.hardware().wrap;
  std::vector<Values> rows;
  const auto say = [&rows](const char* text) { rows.push_back({.text = {{"remark", text}}}); };
  if (!HasAsyncReset(options)) say("Only wires.");
  if (SideBits(options, plan.data_width()) > 0)
    say("A flit's payload holds, from the top bit down, spare bits, user bits, tkeep, tdata.");
  if (HasAsyncReset(options)) say("The reset is asserted at once, and released with each clock.");
  if (HasOwnClocks(options)) {
    say("Streams of nodes with per-node clocks pass through queues to the network's clock;");
    say("error and busy use clk.");
  }
  return rows;
}

}  // namespace

std::vector<std::string> WrapModules(const Plan& plan) {
  const WrapOptions& options = plan.hardware().wrap;
  std::vector<std::string> modules;
  if (HasOwnClocks(options)) modules = {"crossing", "synchroniser"};
  if (HasAsyncReset(options)) modules.emplace_back("reset");
  return modules;
}

Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const WrapPorts wrap(plan, layers);
  std::string what = fmt::format("{} for a design to instantiate.", ModuleName(plan, "top"));
  if (wrap.classes() > 1)
    what =
        fmt::format("{} networks, {} each, for classes of messages that never wait for each other.",
                    wrap.classes(), ModuleName(plan, "top"));
  Values values{.text = {{"module", ModuleName(plan, "wrap")},
                         {"parameters", DeclarationList(ParametersOfWrap(plan))},
                         {"classes", wrap.classes() > 1 ? "c<k>_" : ""}}};
  for (std::string& line : Wrapped(what, kBannerColumns - 3))
    values.rows["what"].push_back(Line(std::move(line)));
  values.rows["remarks"] = Remarks(plan);
  for (const ModulePort& port : wrap.OtherPorts())
    values.rows["others"].push_back(
        {.text = {{"declaration", Declaration(port, port.name)}, {"what", port.what}}});
  values.made = {{"streams",
                  [&plan, &layers, &stage](const TakeRow& take) {
                    const WrapPorts here(plan, layers);
                    ForEachPort(plan, here, stage, [&](const PortPlace& place) {
                      const int stream = place.stream.number;
                      if (place.first)
                        take(Line(fmt::format("// stream {}: {}", stream, here.PlaceOf(stream))));
                      take(Line(Declaration(*place.port, here.NameOf(*place.port, place.stream)) +
                                (place.last ? "" : ",")));
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
                         {"instance", plan.hardware().name}}};
  for (const ModulePort& port : wrap.OtherPorts())
    values.rows["others"].push_back({.text = {{"port", port.name}}});
  values.made = {{"streams", [&plan, &layers, &stage](const TakeRow& take) {
                    const WrapPorts here(plan, layers);
                    ForEachPort(plan, here, stage, [&](const PortPlace& place) {
                      if (place.first) take(Line("// " + here.PlaceOf(place.stream.number)));
                      const std::string name = here.NameOf(*place.port, place.stream);
                      take(Line(fmt::format(".{0}({0}){1}", name, place.last ? "" : ",")));
                    });
                  }}};
  return values;
}

}  // namespace toroid::rtl
