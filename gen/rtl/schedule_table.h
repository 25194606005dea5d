// The table of all sends and receives, for schedules that no formula computes
// (docs/spec/scheduled-router.md N7.8).
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"
#include "gen/support/json.h"

namespace toroid::rtl {

// These functions require a plan whose schedule unit has a table.
std::vector<ModulePort> TablePorts(const Plan& plan);
Values TableValues(const Plan& plan);
// The manifest's table: for each node the address and cycle of each message that it sends.
Json TableJson(const Plan& plan);

}  // namespace toroid::rtl
