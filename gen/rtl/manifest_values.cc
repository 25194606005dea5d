// Parts of manifest.json that the manifest and a layer's own value share.
#include "gen/rtl/manifest_values.h"

#include <nlohmann/json.hpp>

#include "gen/address_units/unit_logic.h"

namespace toroid::rtl {

Json GraphJson(const Graph& graph) {
  return {{"kind", ToString(graph.kind())}, {"shape", graph.lengths()}, {"size", graph.size()}};
}

Json LogicalAddressJson(const Plan& plan, NodeId node) {
  if (!plan.embedding() || plan.embedding()->guest().size() > kMaxListedGuests) return nullptr;
  const std::vector<std::uint32_t> addresses = address_units::LogicalAddresses(plan, node);
  if (addresses.empty()) return nullptr;
  return plan.rank_bits() > 0 ? Json(addresses) : Json(addresses.front());
}

}  // namespace toroid::rtl
