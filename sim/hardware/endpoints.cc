#include "sim/hardware/endpoints.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "gen/rtl/rtl.h"
#include "sim/dut/build.h"

namespace toroid {
namespace {

// The plan with endpoints without names, on one clock, with a reset that is active high.
Plan WithOneClock(const Plan& plan) {
  HardwareOptions hardware = plan.options();
  hardware.wrap.active_low = hardware.wrap.async_reset = false;
  hardware.wrap.own_clock.clear();
  for (AxiNode& node : hardware.wrap.axi->nodes) node.name.clear();
  return plan.With(hardware).value();
}

// The library's files that endpoints may need: Verilator takes what it needs.
Result<EmittedFiles> LibraryOf(const Plan& plan, const Progress& progress) {
  const auto wanted = [&](const std::string& path) {
    if (!path.ends_with(".v") || !(path.starts_with("rtl/") || path.starts_with("wrap/")))
      return false;
    const std::string file = path.substr(path.find('/') + 1);
    constexpr std::string_view kOthers[] = {"node", "top", "wrap"};
    return std::ranges::none_of(
        kOthers, [&](std::string_view part) { return file == rtl::ModuleName(plan, part) + ".v"; });
  };
  return RenderRtl(plan, "toroid simulate", wanted, progress);
}

DutSource SourceOf(const EmittedFiles& library, const rtl::EndpointsModule& module) {
  DutSource source;
  source.kind = DutKind::kEndpoints;
  source.module = module.name;
  for (const auto& [path, text] : library) source.files[path.substr(path.rfind('/') + 1)] = text;
  source.files[module.name + ".v"] = module.text;
  for (const rtl::ModulePort& port : module.ports) source.ports.push_back(port.name);
  return source;
}

// Compiles the module of the first of these nodes, and makes one for each.
Diagnostics MakeNodes(const Plan& plan, const EmittedFiles& library,
                      const std::vector<NodeId>& nodes, const Progress& progress,
                      Endpoints& endpoints) {
  auto made = rtl::EndpointsModuleOf(plan, nodes.front());
  if (!made) return made.diagnostics();
  const auto module = std::make_shared<const rtl::EndpointsModule>(*std::move(made));
  Stage stage(progress, "compiling the endpoints");
  const auto built = BuildDut(
      SourceOf(library, *module), [&](const std::string& what) { progress.Note(what); },
      [&] { return stage.Cancelled(); });
  stage.Look();  // cancellation also leaves diagnostics
  if (!built) return built.diagnostics();
  std::vector<int> widths;
  for (const rtl::ModulePort& port : module->ports) widths.push_back(port.width);
  auto loaded = EndpointsDut::Load(built->library, widths, nodes.size());
  if (!loaded) return loaded.diagnostics();
  auto duts = std::move(loaded).value();
  for (std::size_t i = 0; i < nodes.size(); ++i)
    endpoints.nodes[nodes[i].index()] = {module, nodes.front(), std::move(duts[i])};
  endpoints.cpu_seconds += built->cpu_seconds;
  return {};
}

}  // namespace

Result<Endpoints> MakeEndpoints(const Plan& of_wrap, const Progress& progress) {
  const Plan plan = WithOneClock(of_wrap);
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

}  // namespace toroid
