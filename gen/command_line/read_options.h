// The options' values as they stand, each on its own, into a Spec. What depends on several of them
// is spec.cc's.
#pragma once

#include <optional>

#include "gen/command_line/spec.h"
#include "gen/command_line/values.h"

namespace toroid {

// What --traffic and its options ask for; nothing if it is not there.
std::optional<TrafficRequest> TrafficOf(const Values& values);

// Fills in all of `spec` but command, embedding, plan, traffic and has_schedule. A value that was
// refused counts as its default.
void ReadOptions(const Values& values, Spec& spec);

}  // namespace toroid
