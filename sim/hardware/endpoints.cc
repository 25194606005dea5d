#include "sim/hardware/endpoints.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/rtl.h"
#include "sim/dut/build.h"

namespace toroid {
namespace {

// On one clock, with a reset that is active high.
HardwareOptions WithOneClock(HardwareOptions hardware) {
  hardware.wrap.active_low = hardware.wrap.async_reset = false;
  hardware.wrap.own_clock.clear();
  return hardware;
}

Plan WithoutNames(const Plan& plan) {
  HardwareOptions hardware = WithOneClock(plan.options());
  for (AxiNode& node : hardware.wrap.axi->nodes) node.name.clear();
  return plan.With(hardware).value();
}

bool IsVerilog(const std::string& path) {
  return path.ends_with(".v") && (path.starts_with("rtl/") || path.starts_with("wrap/"));
}

// The library's files that endpoints may need: Verilator takes what it needs.
Result<EmittedFiles> LibraryOf(const Plan& plan, const Progress& progress) {
  const auto wanted = [&](const std::string& path) {
    if (!IsVerilog(path)) return false;
    const std::string file = path.substr(path.find('/') + 1);
    constexpr std::string_view kOthers[] = {"node", "top", "wrap"};
    return std::ranges::none_of(
        kOthers, [&](std::string_view part) { return file == rtl::ModuleName(plan, part) + ".v"; });
  };
  return RenderRtl(plan, "toroid simulate", wanted, progress);
}

DutSource SourceOf(const EmittedFiles& files, const std::string& module,
                   const rtl::PortList& ports) {
  DutSource source;
  source.kind = DutKind::kEndpoints;
  source.module = module;
  for (const auto& [path, text] : files) source.files[path.substr(path.rfind('/') + 1)] = text;
  for (const rtl::ModulePort& port : ports) source.ports.push_back(port.name);
  return source;
}

std::vector<int> WidthsOf(const rtl::PortList& ports) {
  std::vector<int> widths;
  for (const rtl::ModulePort& port : ports) widths.push_back(port.width);
  return widths;
}

// Compiles it, or takes it from the cache.
Result<BuiltDut> Built(const DutSource& source, const char* what, const Progress& progress) {
  Stage stage(progress, what);
  auto built = BuildDut(
      source, [&](const std::string& text) { progress.Note(text); },
      [&] { return stage.Cancelled(); });
  stage.Look();  // cancellation also leaves diagnostics
  return built;
}

// Compiles the module of the first of these nodes, and makes one for each.
Diagnostics MakeNodes(const Plan& plan, const EmittedFiles& library,
                      const std::vector<NodeId>& nodes, const Progress& progress,
                      Endpoints& endpoints) {
  auto made = rtl::EndpointsModuleOf(plan, nodes.front());
  if (!made) return made.diagnostics();
  const auto module = std::make_shared<const rtl::EndpointsModule>(*std::move(made));
  DutSource source = SourceOf(library, module->name, module->ports);
  source.files[module->name + ".v"] = module->text;
  const auto built = Built(source, "compiling the endpoints", progress);
  if (!built) return built.diagnostics();
  auto loaded = EndpointsDut::Load(built->library, WidthsOf(module->ports), nodes.size());
  if (!loaded) return loaded.diagnostics();
  auto duts = std::move(loaded).value();
  for (std::size_t i = 0; i < nodes.size(); ++i)
    endpoints.nodes[nodes[i].index()] = {module, nodes.front(), std::move(duts[i])};
  endpoints.cpu_seconds += built->cpu_seconds;
  return {};
}

}  // namespace

Result<Endpoints> MakeEndpoints(const Plan& of_wrap, const Progress& progress) {
  const Plan plan = WithoutNames(of_wrap);
  const auto library = LibraryOf(plan, progress);
  if (!library) return library.diagnostics();
  const std::vector<AxiNode>& kinds = plan.hardware().wrap.axi->nodes;
  Endpoints endpoints{std::vector<NodeEndpoints>(kinds.size())};
  for (std::uint32_t n = 0; n < kinds.size(); ++n) {
    if (endpoints.nodes[n].dut) continue;
    std::vector<NodeId> alike;
    for (std::uint32_t m = n; m < kinds.size(); ++m)
      if (kinds[m] == kinds[n]) alike.emplace_back(m);
    if (const Diagnostics found = MakeNodes(plan, *library, alike, progress, endpoints);
        !found.empty())
      return found;
  }
  return endpoints;
}

// A node's module has clk, rst and `here` before the ports of its endpoints.
Result<Wrap> MakeWrap(const Plan& of_run, const std::string& wave, const Progress& progress) {
  constexpr std::size_t kBeforeEndpoints = 3;
  const Plan plan = of_run.With(WithOneClock(of_run.options())).value();
  const auto files = RenderRtl(plan, "toroid simulate", IsVerilog, progress);
  if (!files) return files.diagnostics();
  rtl::PortList ports = rtl::WrapPorts(plan, rtl::LayersOf(plan)).OtherPorts();
  const std::size_t others = ports.size();
  const std::vector<rtl::EndpointPort> of_nodes = rtl::EndpointPorts(plan);
  for (const rtl::EndpointPort& of_node : of_nodes) ports.push_back(of_node.port);
  DutSource source = SourceOf(*files, rtl::ModuleName(plan, "wrap"), ports);
  source.wave = true;
  source.nodes = plan.host().size();
  const auto built = Built(source, "compiling the hardware", progress);
  if (!built) return built.diagnostics();
  auto loaded = EndpointsDut::Load(built->library, WidthsOf(ports), 1, wave);
  if (!loaded) return loaded.diagnostics();
  Wrap wrap;
  wrap.dut = std::move(std::move(loaded).value().front());
  wrap.cpu_seconds = built->cpu_seconds;
  const auto pin = [&](const char* name) {
    const auto at = std::ranges::find(ports, name, &rtl::ModulePort::name);
    return wrap.dut->PinAt(static_cast<std::size_t>(at - ports.begin()));
  };
  wrap.clk = pin("clk");
  wrap.rst = pin("rst");
  for (std::size_t i = 0, first = 0; i < of_nodes.size(); ++i) {
    const auto& [port, node] = of_nodes[i];
    if (node != of_nodes[first].node) first = i;
    wrap.ports.push_back(
        {wrap.dut->PinAt(others + i), node, kBeforeEndpoints + i - first, port.name});
  }
  return wrap;
}

}  // namespace toroid
