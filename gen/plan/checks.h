// What is wrong with the options of a plan.
#pragma once

#include <optional>
#include <string>

#include "gen/plan/plan.h"

namespace toroid {

// All that can be said before anything is computed, as Plan::Create says it.
Diagnostics OptionDiagnostics(const Graph& host, const std::optional<Embedding>& embedding,
                              const HardwareOptions& options);

// Why the name is no prefix of modules (--name); empty: it is one.
Diagnostics NameDiagnostics(const std::string& name);

}  // namespace toroid
