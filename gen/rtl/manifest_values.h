// Values that stand in several places of manifest.json. Fields: docs/spec/generated.md, section 6.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "gen/plan/plan.h"

namespace toroid::rtl {

// Lists of the guest nodes that each node holds are left out where the guest has more.
inline constexpr std::uint32_t kMaxListedGuests = 16384;

// {"kind": "torus", "shape": [8, 8], "size": 64} of a guest or host.
nlohmann::ordered_json GraphJson(const Graph& graph);
// Of a many-to-one embedding a list, by rank. Null at an empty node, and where the lists would be
// too long.
nlohmann::ordered_json LogicalAddressJson(const Plan& plan, NodeId node);

}  // namespace toroid::rtl
