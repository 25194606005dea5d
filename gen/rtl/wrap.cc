// The top's ports are vectors with a bit, or field, for each stream. The wrap declares the streams
// one by one and joins them to the vectors by concatenation, highest first; with several classes of
// messages it does so for a network each.
#include "gen/rtl/wrap.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/rtl/ports.h"

namespace toroid::rtl {
namespace {

using PortList = std::vector<ModulePort>;

Values Line(std::string text) { return {.text = {{"line", std::move(text)}}}; }

// What tells the classes' ports apart: "c1_"; "" of a single class.
std::string ClassPrefix(const Plan& plan, int of_class) {
  return plan.hardware().classes == 1 ? "" : fmt::format("c{}_", of_class);
}

// One port of one stream.
struct StreamPort {
  int of_class = 0;
  int stream = 0;
  const ModulePort* port = nullptr;
  bool first = false;  // of its stream
  bool last = false;   // of all
};

// The streams and ports of a wrap.
class Wrap {
 public:
  Wrap(const Plan& plan, const Layers& layers)
      : plan_(plan), stream_ports_(StreamPorts(plan, layers)) {
    for (const ModulePort& port : TopPorts(plan, layers)) {
      if (std::ranges::find(stream_ports_, port.name, &ModulePort::name) == stream_ports_.end())
        other_ports_.push_back(port);
    }
  }

  int classes() const { return plan_.hardware().classes; }
  int streams() const { return static_cast<int>(plan_.host().size()) * plan_.local_ports(); }
  const PortList& stream_ports() const { return stream_ports_; }

  // "c1_s7_axis_tvalid" for s_axis_tvalid, "c1_s7_error" for error.
  std::string NameOf(const ModulePort& port, int of_class, int stream) const {
    const std::string prefix = ClassPrefix(plan_, of_class);
    if (port.name == "error") return fmt::format("{}s{}_error", prefix, stream);
    return fmt::format("{}{}{}{}", prefix, port.name[0], stream, port.name.substr(1));
  }
  std::string NameOf(const StreamPort& port) const {
    return NameOf(*port.port, port.of_class, port.stream);
  }

  // "node 3 at (0,3)", of several ports "node 3 at (0,3), axis0_plus".
  std::string PlaceOf(int stream) const {
    const int ports = plan_.local_ports();
    const NodeId node{static_cast<std::uint32_t>(stream / ports)};
    std::string text = fmt::format("node {} at {}", node.value(), plan_.host().NodeText(node));
    if (plan_.hardware().ports == Ports::kAll)
      text += ", " + PortName(plan_.link_ports()[static_cast<std::size_t>(stream % ports)]);
    return text;
  }

  // What is no stream's. All networks share the inputs; each has its own outputs.
  struct OtherPort {
    std::string name;
    const ModulePort* port = nullptr;
  };
  std::vector<OtherPort> OtherPorts() const {
    std::vector<OtherPort> others;
    for (const ModulePort& port : other_ports_) {
      if (port.input) others.push_back({port.name, &port});
      for (int c = 0; !port.input && c < classes(); ++c)
        others.push_back({ClassPrefix(plan_, c) + port.name, &port});
    }
    return others;
  }
  std::string OtherName(const ModulePort& port, int of_class) const {
    return port.input ? port.name : ClassPrefix(plan_, of_class) + port.name;
  }
  const PortList& other_ports() const { return other_ports_; }

  // visit(port) for all ports of all streams of all classes.
  template <class Visit>
  void ForEachPort(Stage& stage, Visit visit) const {
    const int all = classes() * streams();
    for (int i = 0; i < all; ++i) {
      for (const ModulePort& port : stream_ports_) {
        const bool first = &port == &stream_ports_.front();
        const bool last = i + 1 == all && &port == &stream_ports_.back();
        visit(StreamPort{i / streams(), i % streams(), &port, first, last});
      }
      if (i < streams() && (i + 1) % plan_.local_ports() == 0) stage.Tick();
    }
  }

 private:
  const Plan& plan_;
  PortList stream_ports_;
  PortList other_ports_;
};

std::string Declaration(const ModulePort& port, const std::string& name) {
  return fmt::format("{} wire {}{}", port.input ? "input" : "output", Range(port.width), name);
}

// The instances of the top. Those ports that streams have take theirs, the highest first.
MakeRows Networks(const Plan& plan, const Layers& layers) {
  return [&plan, &layers](const TakeRow& take) {
    const Wrap wrap(plan, layers);
    for (int c = 0; c < wrap.classes(); ++c) {
      take(Line(fmt::format("{} {}network (", ModuleName(plan, "top"), ClassPrefix(plan, c))));
      for (const ModulePort& port : wrap.other_ports())
        take(Line(fmt::format("  .{}({}),", port.name, wrap.OtherName(port, c))));
      for (const ModulePort& port : wrap.stream_ports()) {
        take(Line("  ." + port.name + "({"));
        for (int stream = wrap.streams() - 1; stream >= 0; --stream)
          take(Line("    " + wrap.NameOf(port, c, stream) + (stream == 0 ? "" : ",")));
        take(Line(&port == &wrap.stream_ports().back() ? "  })" : "  }),"));
      }
      take(Line(");"));
    }
  };
}

}  // namespace

Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const Wrap wrap(plan, layers);
  std::string what = fmt::format("{} with the ports", ModuleName(plan, "top"));
  if (wrap.classes() > 1)
    what = fmt::format(
        "{} networks, {} each, for classes of messages that never wait for each "
        "other, with the ports",
        wrap.classes(), ModuleName(plan, "top"));
  Values values{.text = {{"module", ModuleName(plan, "wrap")},
                         {"what", what},
                         {"classes", wrap.classes() > 1 ? "c<k>_" : ""}}};
  for (const auto& [name, port] : wrap.OtherPorts())
    values.rows["others"].push_back(
        {.text = {{"declaration", Declaration(*port, name)}, {"what", port->what}}});
  values.made = {
      {"streams",
       [&plan, &layers, &stage](const TakeRow& take) {
         const Wrap here(plan, layers);
         here.ForEachPort(stage, [&](const StreamPort& port) {
           if (port.first)
             take(Line(fmt::format("// stream {}: {}", port.stream, here.PlaceOf(port.stream))));
           take(Line(Declaration(*port.port, here.NameOf(port)) + (port.last ? "" : ",")));
         });
       }},
      {"networks", Networks(plan, layers)}};
  return values;
}

Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage) {
  const Wrap wrap(plan, layers);
  Values values{.text = {{"module", ModuleName(plan, "wrap")}, {"instance", plan.hardware().name}}};
  for (const auto& [name, port] : wrap.OtherPorts())
    values.rows["others"].push_back({.text = {{"port", name}}});
  values.made = {{"streams", [&plan, &layers, &stage](const TakeRow& take) {
                    const Wrap here(plan, layers);
                    here.ForEachPort(stage, [&](const StreamPort& port) {
                      if (port.first) take(Line("// " + here.PlaceOf(port.stream)));
                      const std::string name = here.NameOf(port);
                      take(Line(fmt::format(".{0}({0}){1}", name, port.last ? "" : ",")));
                    });
                  }}};
  return values;
}

}  // namespace toroid::rtl
