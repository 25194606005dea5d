// Several guest nodes on a host node, told apart by tid (docs/spec/generated.md, G2.8). All of it
// is empty where ports have no tid.
#pragma once

#include <string_view>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// The row of the node's section: address units between the user's local ports and the router's, and
// the numbers of members beside the data.
std::vector<Values> RanksInNode(const Plan& plan);

// Whether the router's local port of that name ("s_data") leads there and not to the user.
bool RanksTake(const Plan& plan, std::string_view port);

// Whether a library module, named with the network's prefix, is there for members alone.
bool IsOfRanks(const Plan& plan, std::string_view module);

}  // namespace toroid::rtl
