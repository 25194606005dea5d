// Values that appear in several places of manifest.json. Fields: docs/spec/generated.md, section 6.
#pragma once

#include <cstdint>

#include "gen/plan/plan.h"
#include "gen/support/json.h"

namespace toroid::rtl {

// Lists of the guest nodes that each node holds are left out where the guest has more.
inline constexpr std::uint32_t kMaxListedGuests = 16384;

// {"kind": "torus", "shape": [8, 8], "size": 64} of a guest or host.
Json GraphJson(const Graph& graph);
// The node's logical address; with a many-to-one embedding a list, by rank. Null at an empty node,
// and where the lists would be too long.
Json LogicalAddressJson(const Plan& plan, NodeId node);

}  // namespace toroid::rtl
