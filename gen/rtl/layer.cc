// The layers that a plan's nodes have, in the order of their ports, and what follows from all of
// them together. Each layer is made by a function of its own (partition.cc, routes.cc,
// addresses.cc, ranks.cc, translation.cc, trees.cc, loaded_units.cc, schedule_unit.cc, relay.cc,
// links.cc); only the list below knows them all.
#include "gen/rtl/layer.h"

#include <algorithm>

namespace toroid::rtl {
namespace {

// The layers in the order of their ports.
constexpr std::optional<Layer> (*kLayers[])(const Plan&) = {
    PartitionLayer, AddressLayer, RankLayer,      TranslationLayer, FaultLayer,
    StagesLayer,    BarrierLayer, BroadcastLayer, RouteLayer,       LoadedUnitLayer,
    ScheduleLayer,  RelayLayer,   LinkCheckLayer, CountersLayer,    InNetworkLayer};

void Append(const std::vector<Part>& parts, std::vector<Part>& all) {
  all.insert(all.end(), parts.begin(), parts.end());
}

void AppendFrom(const Layers& layers, Place place, std::vector<Part>& parts) {
  for (const Layer& layer : layers) {
    if (layer.place == place) Append(layer.in_node, parts);
  }
}

// The part that computes busy: the node is busy if its router or a layer is. None if no layer has a
// busy wire.
std::vector<Part> BusyPart(const Layers& layers) {
  std::string terms;
  for (const Layer& layer : layers) {
    if (!layer.busy.empty()) terms += " | " + layer.busy;
  }
  if (terms.empty()) return {};
  return {{"node_router.v.tpl#busy", {.text = {{"terms", terms}}}}};
}

}  // namespace

Layers LayersOf(const Plan& plan) {
  Layers layers;
  for (const auto make : kLayers) {
    if (auto layer = make(plan)) layers.push_back(*std::move(layer));
  }
  return layers;
}

namespace {

std::vector<std::string> RouterModulesAlone(const Plan& plan) {
  if (plan.routes()) {
    return {
        "arbiter",      "credit", "ejector", "fifo",        "flit_memory",        "injector",
        "link_input",   "mux",    "mux4",    "round_robin", "link_output_tables", "route_tables",
        "router_tables"};
  }
  if (HasCredits(plan)) {
    return {"arbiter",     "route_axis",  "credit",     "ejector",     "fifo",
            "flit_memory", "injector",    "link_input", "link_output", "mux",
            "mux4",        "round_robin", "route",      "router"};
  }
  return {"route_axis",
          "mux",
          "mux4",
          "ejector_scheduled",
          "fault_bits",
          "flit_reader",
          "flit_writer",
          "injector_scheduled",
          "link_output_scheduled",
          "route_axis_scheduled",
          "task_beats",
          "router_scheduled"};
}

}  // namespace

std::vector<std::string> RouterModules(const Plan& plan) {
  std::vector<std::string> modules = RouterModulesAlone(plan);
  if (HasCredits(plan) && plan.hardware().buffered.storage == Storage::kGated)
    modules.insert(modules.end(), {"clock_gate", "gated_words"});
  return modules;
}

std::vector<Part> PartsBeforeRouter(const Layers& layers) {
  std::vector<Part> parts;
  AppendFrom(layers, Place::kInStreams, parts);
  AppendFrom(layers, Place::kBesideRouter, parts);
  Append(BusyPart(layers), parts);
  return parts;
}

std::vector<Part> PartsBehindRouter(const Layers& layers) {
  std::vector<Part> parts;
  AppendFrom(layers, Place::kBehindRouter, parts);
  return parts;
}

std::vector<Part> PartsOfTop(const Layers& layers) {
  std::vector<Part> parts;
  for (const Layer& layer : layers) Append(layer.in_top, parts);
  return parts;
}

bool NeedModule(const Layers& layers, const std::string& module) {
  return std::ranges::any_of(layers, [&](const Layer& layer) {
    return std::ranges::find(layer.modules, module) != layer.modules.end();
  });
}

}  // namespace toroid::rtl
