// Cuts the logic of an address unit into stages with registers between them.
#pragma once

#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"
#include "gen/rtl/unit_logic.h"

namespace toroid::rtl {

// The values of atu_pipeline.v.tpl for a unit with these ports that answers `registers` >= 1 cycles
// after the question.
Values Pipelined(const UnitLogic& logic, const std::vector<ModulePort>& ports, int registers);

}  // namespace toroid::rtl
