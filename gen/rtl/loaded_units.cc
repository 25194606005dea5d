// Address units whose parameters a host loads, in the emitted node: docs/spec/loaded-addresses.md.
// They are behind the broadcast, whose words they take, and replace the partition and the fixed
// units.
#include "gen/plan/loaded_units.h"

#include <nlohmann/json.hpp>

#include "gen/plan/broadcast_tree.h"
#include "gen/rtl/layer.h"

namespace toroid::rtl {
namespace {

Part UnitsInNode(const Plan& plan) {
  const int bits = plan.physical_bits();
  Values values{.text = HostParameters(plan)};
  for (const char* of_links : {"wraps", "link_ports", "first_ports"}) values.text.erase(of_links);
  values.text["register"] = ModuleName(plan, "loaded_register");
  values.text["inverse"] = ModuleName(plan, "loaded_inverse");
  values.text["forward"] = ModuleName(plan, "loaded_forward");
  values.text["matrix_range"] = Range(bits * bits);
  values.text["address_range"] = Range(bits);
  values.text["row_bits"] = std::to_string(UnitParameterBits(plan));
  values.text["no_node"] = Zeros(bits);
  const bool plain = OneBitWidth(plan) == 0;
  for (int q = 0; q < plan.local_ports(); ++q) {
    values.rows["units"].push_back({.text = {{"unit", std::to_string(q)},
                                             {"slice", PartAt(q * bits, bits)},
                                             {"ok", plain ? "" : Slice(q, 1, true)}}});
  }
  return {"node_loaded_units.v.tpl", values};
}

std::vector<LayerPort> LoadedUnitPorts(const Plan& plan) {
  return {
      {{"holds_guest", false, 0, "holds a guest node, as loaded by the host"},
       InTop::kPerNode,
       "a bit for each node: it holds a guest node"},
      {{"logical", false, plan.logical_bits(), "the guest node; 0 without one"}, InTop::kPerNode}};
}

Json UnitsJson(const Plan& plan) {
  const auto words = static_cast<Cycle>(UnitImageOf(plan).words.size());
  return {{"bits", UnitParameterBits(plan)},
          {"words", words},
          {"cycles", BroadcastTreeOf(plan).CyclesOf(words)}};
}

}  // namespace

std::optional<Layer> LoadedUnitLayer(const Plan& plan) {
  if (!plan.hardware().load.address_units) return std::nullopt;
  Layer layer{.name = "loaded_address_units"};
  layer.modules = {"bit_matrix", "loaded_forward", "loaded_inverse"};
  layer.ports = LoadedUnitPorts(plan);
  layer.in_node = {UnitsInNode(plan)};
  layer.summary = "loaded address units";
  layer.manifest = [&plan] { return UnitsJson(plan); };
  return layer;
}

}  // namespace toroid::rtl
