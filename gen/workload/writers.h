// Writers of programs for other tools. The formats: docs/spec/traces.md, section 6.
#pragma once

#include <functional>
#include <string_view>

#include "gen/workload/workload.h"

namespace toroid {

using WriteText = std::function<void(std::string_view)>;

// Requires operations rank by rank, each after operations of its own rank, and no delays except
// those of calculations. Sizes are bytes.
void WriteGoal(const Workload& workload, const WriteText& write);

}  // namespace toroid
