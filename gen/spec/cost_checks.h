// What `cost` demands of its options, beyond each option's own type and range.
#pragma once

#include <array>
#include <string_view>

#include "gen/spec/spec.h"
#include "gen/spec/spec_diagnostics.h"
#include "gen/spec/values.h"

namespace toroid {

// Whether `cost` is of a collective operation, which needs neither guest nor schedule.
bool ComparesMethods(const Values& values);

// Those of `cost` that a collective operation between host nodes has no use for.
inline constexpr std::array<std::string_view, 7> kOptionsOfPrograms = {
    "--guest",      "--embedding", "--bit-order", "--schedule",
    "--pipelining", "--per-flit",  "--by-block"};

// For `cost`. Requires a spec whose options are read.
void CheckCost(const Values& values, const Spec& spec, SpecDiagnostics& found);

}  // namespace toroid
