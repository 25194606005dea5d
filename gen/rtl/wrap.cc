// The top's ports are vectors with a bit, or field, for each stream. The wrap declares the streams
// one by one and joins them to the vectors by concatenation, highest first.
#include "gen/rtl/wrap.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/rtl/ports.h"

namespace toroid::rtl {
namespace {

using PortList = std::vector<ModulePort>;

Values Line(std::string text) { return {.text = {{"line", std::move(text)}}}; }

int Streams(const Plan& plan) { return static_cast<int>(plan.host().size()) * plan.local_ports(); }

// "s7_axis_tvalid" for s_axis_tvalid, "s7_error" for error.
std::string StreamName(const std::string& port, int stream) {
  if (port == "error") return fmt::format("s{}_error", stream);
  return fmt::format("{}{}{}", port[0], stream, port.substr(1));
}

// "node 3 at (0,3)", of several ports "node 3 at (0,3), axis0_plus".
std::string PlaceOf(const Plan& plan, int stream) {
  const int ports = plan.local_ports();
  const NodeId node{static_cast<std::uint32_t>(stream / ports)};
  std::string text = fmt::format("node {} at {}", node.value(), plan.host().NodeText(node));
  if (plan.hardware().ports == Ports::kAll)
    text += ", " + PortName(plan.link_ports()[static_cast<std::size_t>(stream % ports)]);
  return text;
}

std::string Declaration(const ModulePort& port, const std::string& name) {
  return fmt::format("{} wire {}{}", port.input ? "input" : "output", Range(port.width), name);
}

// The top's ports that no stream has.
PortList OtherPorts(const Plan& plan, const Layers& layers) {
  PortList ports = TopPorts(plan, layers);
  std::erase_if(ports, [streams = StreamPorts(plan, layers)](const ModulePort& port) {
    return std::ranges::find(streams, port.name, &ModulePort::name) != streams.end();
  });
  return ports;
}

// visit(stream, name of the port, the port) for all ports of all streams.
template <class Visit>
void ForEachStreamPort(const Plan& plan, const PortList& ports, Stage& stage, Visit visit) {
  for (int stream = 0; stream < Streams(plan); ++stream) {
    for (const ModulePort& port : ports) visit(stream, port);
    if ((stream + 1) % plan.local_ports() == 0) stage.Tick();
  }
}

MakeRows Declarations(const Plan& plan, const Layers& layers, Stage& stage) {
  return [&plan, &layers, &stage](const TakeRow& take) {
    const PortList ports = StreamPorts(plan, layers);
    ForEachStreamPort(plan, ports, stage, [&](int stream, const ModulePort& port) {
      const bool first = port.name == ports.front().name;
      const bool last = stream + 1 == Streams(plan) && port.name == ports.back().name;
      if (first) take(Line("// stream " + std::to_string(stream) + ": " + PlaceOf(plan, stream)));
      take(Line(Declaration(port, StreamName(port.name, stream)) + (last ? "" : ",")));
    });
  };
}

// ".s_axis_tvalid({" and the streams' ports, the highest first.
MakeRows Joints(const Plan& plan, const Layers& layers) {
  return [&plan, &layers](const TakeRow& take) {
    const PortList ports = StreamPorts(plan, layers);
    for (const ModulePort& port : ports) {
      take(Line("." + port.name + "({"));
      for (int stream = Streams(plan) - 1; stream >= 0; --stream)
        take(Line("  " + StreamName(port.name, stream) + (stream == 0 ? "" : ",")));
      take(Line(port.name == ports.back().name ? "})" : "}),"));
    }
  };
}

}  // namespace

Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage) {
  Values values{.text = {{"module", ModuleName(plan, "wrap")}, {"top", ModuleName(plan, "top")}}};
  for (const ModulePort& port : OtherPorts(plan, layers)) {
    values.rows["others"].push_back(
        {.text = {{"declaration", Declaration(port, port.name)}, {"what", port.what}}});
    values.rows["passed"].push_back({.text = {{"port", port.name}}});
  }
  values.made = {{"streams", Declarations(plan, layers, stage)}, {"joints", Joints(plan, layers)}};
  return values;
}

Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage) {
  Values values{.text = {{"module", ModuleName(plan, "wrap")}, {"instance", plan.hardware().name}}};
  for (const ModulePort& port : OtherPorts(plan, layers))
    values.rows["others"].push_back({.text = {{"port", port.name}}});
  values.made = {{"streams", [&plan, &layers, &stage](const TakeRow& take) {
                    const PortList ports = StreamPorts(plan, layers);
                    ForEachStreamPort(plan, ports, stage, [&](int stream, const ModulePort& port) {
                      const std::string name = StreamName(port.name, stream);
                      const bool last =
                          stream + 1 == Streams(plan) && port.name == ports.back().name;
                      if (port.name == ports.front().name)
                        take(Line("// " + PlaceOf(plan, stream)));
                      take(Line(fmt::format(".{0}({0}){1}", name, last ? "" : ",")));
                    });
                  }}};
  return values;
}

}  // namespace toroid::rtl
