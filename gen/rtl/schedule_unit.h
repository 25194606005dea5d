// The schedule unit in the emitted node and top (docs/spec/schedule-unit.md, section 6). All of it
// is empty without one.
#pragma once

#include <string_view>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

std::vector<ModulePort> UnitPortsOfNode(const Plan& plan);
std::vector<ModulePort> UnitPortsOfTop(const Plan& plan);

// Rows of the templates' sections: the unit in the node; the timer in the top; how a node is
// connected there.
std::vector<Values> UnitInNode(const Plan& plan);
std::vector<Values> TimerInTop(const Plan& plan);
std::vector<Values> UnitConnection(const Plan& plan, NodeId node);

// Whether a library module, named with the network's prefix, belongs to the schedule unit.
bool IsOfScheduleUnit(const Plan& plan, std::string_view module);

}  // namespace toroid::rtl
