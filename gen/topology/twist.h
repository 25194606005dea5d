// Twists of a torus: which are allowed, and how they are written (docs/spec/topology.md, TO3).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// The twists that "twisted:4x8" means: the wrap of each axis of length n moves by n along each axis
// of length 2n. None if the lengths are not n and 2n, or n is below 3.
std::vector<Twist> UsualTwists(const std::vector<int>& lengths);

// "0:1:8/1:2:4", each an axis, the axis along which its wrap moves, and by how much; nothing if any
// has another form.
std::optional<std::vector<Twist>> ParseTwists(std::string_view text);
std::string ToString(const std::vector<Twist>& twists);

// Everything wrong with the twists of a torus of these lengths, which are valid (TO3.3). `value` is
// how the user wrote it.
Diagnostics DiagnosticsOf(const std::vector<int>& lengths, const std::vector<Twist>& twists,
                          const std::string& field, const std::string& value);

}  // namespace toroid
