// Names for the networks of a sweep, for the legends of its page and its plot.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace toroid {

using NetworkOptions = std::vector<std::pair<std::string, std::string>>;  // "host" -> "torus:8x8"

// What differs between the networks: "whole" and "1 dead link, draw 2", or "buffers 4" and "buffers
// 8". Traffic and host if there is only one network.
std::vector<std::string> NetworkLabels(const std::vector<NetworkOptions>& networks);

}  // namespace toroid
