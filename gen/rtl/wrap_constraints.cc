// Timing constraints of the wrap. Only its queues have paths from one clock to another, so the
// constraints name clocks and no cells, whose names differ from tool to tool.

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/wrap.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {
namespace {

// The ports that go one way, as SDC lists them.
class PortNames {
 public:
  void Add(const ModulePort& port, const std::string& name) {
    std::string& list = port.input ? inputs_ : outputs_;
    list += (list.empty() ? "" : " ") + name + (port.width == 0 ? "" : "[*]");
  }
  void Take(const std::string& clock, const TakeRow& take) const {
    for (const auto& [way, list] : {std::pair{"input", &inputs_}, std::pair{"output", &outputs_}}) {
      if (!list->empty()) take({.text = {{"way", way}, {"clock", clock}, {"ports", *list}}});
    }
  }

 private:
  std::string inputs_;
  std::string outputs_;
};

// The ports of no stream; an asynchronous reset has no constraint, and neither have bits of several
// clocks.
PortNames OtherNames(const Plan& plan, const WrapPorts& wrap) {
  PortNames names;
  for (const ModulePort& port : wrap.OtherPorts()) {
    const bool free = port.name == wrap.ResetPort() && HasAsyncReset(plan.hardware().wrap);
    const bool clocked = port.name.starts_with("axi_") && HasOwnClocks(plan.hardware().wrap);
    if (!port.name.ends_with("clk") && !free && !clocked) names.Add(port, port.name);
  }
  return names;
}

void TakeStream(const WrapPorts& wrap, Stream stream, const TakeRow& take) {
  PortNames in;
  PortNames out;
  PortNames error;
  for (const ModulePort& port : wrap.stream_ports()) {
    PortNames& names = port.name == "error" ? error : port.name[0] == 's' ? in : out;
    names.Add(port, wrap.NameOf(port, stream));
  }
  in.Take(wrap.ClockOf(stream, 's'), take);
  out.Take(wrap.ClockOf(stream, 'm'), take);
  error.Take("clk", take);
}

// The ports of endpoints, node by node.
void TakeEndpointPorts(const Plan& plan, const WrapPorts& wrap, const TakeRow& take) {
  std::vector<PortNames> names(plan.host().size());
  for (const EndpointPort& port : EndpointPorts(plan))
    names[port.node.index()].Add(port.port, port.port.name);
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const NodeId node{n};
    names[n].Take(wrap.HasOwnClock(node) ? wrap.ClockName(node) : "clk", take);
  }
}

}  // namespace

Values WrapConstraints(const Plan& plan, const Layers& layers, Stage& stage) {
  const WrapPorts wrap(plan, layers);
  Values values{.text = {{"module", ModuleName(plan, "wrap")}},
                .rows = {{"clocks", {}}, {"crossings", {}}, {"asynchronous", {}}}};
  for (const NodeId node : wrap.OwnClocks())
    values.rows["clocks"].push_back({.text = {{"clock", wrap.ClockName(node)}}});
  values.rows["crossed"] = values.rows["clocks"];
  if (!values.rows["clocks"].empty()) values.rows["crossings"].emplace_back();
  if (HasAsyncReset(plan.hardware().wrap))
    values.rows["asynchronous"].push_back({.text = {{"reset", wrap.ResetPort()}}});
  values.made["delays"] = [&plan, &layers, &stage](const TakeRow& take) {
    const WrapPorts here(plan, layers);
    OtherNames(plan, here).Take("clk", take);
    if (plan.hardware().wrap.axi) return TakeEndpointPorts(plan, here, take);
    for (int i = 0; i < here.classes() * here.streams(); ++i) {
      TakeStream(here, {i / here.streams(), i % here.streams()}, take);
      if (i < here.streams() && (i + 1) % plan.local_ports() == 0) stage.Tick();
    }
  };
  return values;
}

}  // namespace toroid::rtl
