// The table of who sends and receives what when, for schedules that no formula computes
// (docs/spec/scheduled-router.md N7.8).
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"
#include "gen/support/json.h"

namespace toroid::rtl {

// Of these, a plan whose schedule unit has a table.
std::vector<ModulePort> TablePorts(const Plan& plan);
Values TableValues(const Plan& plan);
// For the manifest: of each node the address and cycle of each message that it sends.
Json TableJson(const Plan& plan);

}  // namespace toroid::rtl
