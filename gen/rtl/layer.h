// What a node has around its router (addresses, ranks, a translation table, a schedule unit, a
// relay), each as one record: a layer. The record holds everything that the layer adds to the
// output. The writers of node, top, library and manifest go through the records and do not ask
// which layer each is.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/rtl/names.h"
#include "gen/rtl/render.h"
#include "gen/support/json.h"

namespace toroid::rtl {

// A piece of a module's text: a template of rtl_templates/top with its values. "FILE#PIECE" is the
// piece of that name, one of several that are read together in one file.
struct Part {
  std::string template_file;
  Values values = {};
};

// How the top connects a port of the node.
enum class InTop {
  kShared,   // to the top's port of that name, one for all nodes
  kPerNode,  // to the node's bit, or field, of the top's port of that name
  kWire,     // to a wire of that name, which the layer's text in the top drives
  kOpen,     // an output that is not used: it has a wire of its own
  kOnly,     // a port of the top that the node does not have
};

struct LayerPort {
  ModulePort port;  // as the node has it
  InTop in_top = InTop::kShared;
  std::string what_in_top = {};  // for kPerNode, if it differs from the node's
};

// A field of a flit's payload, above the user's data.
struct FlitField {
  std::string name;
  int bits = 0;
};

// The place of the layer's text in the node. Verilog needs a wire declared before it is read.
enum class Place {
  kInStreams,     // before the router: between the user's local ports and the router's
  kBesideRouter,  // before the router too, after kInStreams
  kBehindRouter,
};

struct Layer {
  std::string name;  // also the name of its member in the manifest

  // Modules that it instantiates, in the node or the top, and all below them: "relay_halt" for
  // NAME_relay_halt. Library modules and address units.
  std::vector<std::string> modules = {};

  std::vector<LayerPort> ports = {};
  // Additional signals of each local port's two streams; widths are those of one local port.
  std::vector<ModulePort> stream_ports = {};
  std::vector<FlitField> flit_fields = {};  // from the top bit down

  Place place = Place::kBesideRouter;
  std::vector<Part> in_node = {};
  std::vector<Part> in_top = {};
  // The router's local ports ("s_valid") that this layer takes between itself and the user, and the
  // wires that connect them to it. No two layers of a node take the same one.
  std::map<std::string, std::string> router_ports = {};
  std::string busy = {};  // its busy wire; "": nothing waits in this layer

  std::string summary = {};  // "relays", in descriptions of the network
  // Makes the value of the manifest's member when the manifest is written.
  std::function<Json()> manifest = nullptr;
};

using Layers = std::vector<Layer>;

// The layers of the plan's nodes, in the order of their ports. The plan must outlive them.
Layers LayersOf(const Plan& plan);

// Each function makes one layer, or nothing if the plan's nodes do not have it.
std::optional<Layer> PartitionLayer(const Plan& plan);
std::optional<Layer> RouteLayer(const Plan& plan);
std::optional<Layer> AddressLayer(const Plan& plan);
std::optional<Layer> RankLayer(const Plan& plan);
std::optional<Layer> TranslationLayer(const Plan& plan);
std::optional<Layer> BarrierLayer(const Plan& plan);
std::optional<Layer> BroadcastLayer(const Plan& plan);
std::optional<Layer> LoadedUnitLayer(const Plan& plan);
std::optional<Layer> ScheduleLayer(const Plan& plan);
std::optional<Layer> RelayLayer(const Plan& plan);
std::optional<Layer> InNetworkLayer(const Plan& plan);
std::optional<Layer> FaultLayer(const Plan& plan);
std::optional<Layer> StagesLayer(const Plan& plan);
std::optional<Layer> LinkCheckLayer(const Plan& plan);
std::optional<Layer> CountersLayer(const Plan& plan);

// The node's router and the library modules below it, named as in Layer::modules.
std::vector<std::string> RouterModules(const Plan& plan);

// The parts of the node's text before and behind the router, and those of the top, in their order.
std::vector<Part> PartsBeforeRouter(const Layers& layers);
std::vector<Part> PartsBehindRouter(const Layers& layers);
std::vector<Part> PartsOfTop(const Layers& layers);

// What the host sends, and how long that takes (W4.1), as the manifest has it.
Json LoadJson(const Plan& plan, const std::vector<Image>& images);

// What starts a timer or relay in a node: the input `start`, and with a barrier its release
// (BA3.2).
std::string StartInNode(const Plan& plan);

// Whether a layer instantiates the module, directly or below another.
bool NeedModule(const Layers& layers, const std::string& module);

}  // namespace toroid::rtl
