// What is wrong with the options of a plan.
#pragma once

#include <optional>

#include "gen/plan/plan.h"

namespace toroid {

// All that can be said before anything is computed, as Plan::Create says it.
Diagnostics OptionDiagnostics(const Graph& host, const std::optional<Embedding>& embedding,
                              const HardwareOptions& options);

}  // namespace toroid
