// Small helpers for the JSON that commands print.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gen/topology/graph.h"

namespace toroid {

using Json = nlohmann::ordered_json;

// {"kind": "torus", "shape": [8, 8], "size": 64}
inline Json GraphJson(const Graph& graph) {
  return {{"kind", ToString(graph.kind())}, {"shape", graph.lengths()}, {"size", graph.size()}};
}

// An object with a line for each member, or a list with a line for each element: long, but can be
// read and compared line by line. Bytes that are not UTF-8, of a path for one, become U+FFFD.
std::string JsonText(const Json& json);

}  // namespace toroid
