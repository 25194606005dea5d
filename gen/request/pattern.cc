#include "gen/request/pattern.h"

#include <array>

#include "gen/support/text.h"

namespace toroid {
namespace {

// Every node's destination, by a function of its coordinates.
template <class Function>
std::vector<NodeId> Everywhere(const Graph& host, Function function) {
  std::vector<NodeId> destinations;
  destinations.reserve(host.size());
  for (std::uint32_t n = 0; n < host.size(); ++n)
    destinations.push_back(host.NodeAt(function(host.CoordinatesOf(NodeId{n}))));
  return destinations;
}

// Every node's destination, where each axis is by itself: a function of length and coordinate.
template <class Function>
std::vector<NodeId> OnEachAxis(const Graph& host, Function function) {
  return Everywhere(host, [&](Coordinates node) {
    for (std::size_t a = 0; a < node.size(); ++a)
      node[a] = function(host.length(Axis{static_cast<int>(a)}), node[a]);
    return node;
  });
}

// One step up, by index on meshes too.
std::vector<NodeId> Neighbor(const Graph& host, std::uint64_t /*seed*/) {
  return OnEachAxis(host, [](int length, int x) { return (x + 1) % length; });
}

std::vector<NodeId> BitComplement(const Graph& host, std::uint64_t /*seed*/) {
  return OnEachAxis(host, [](int length, int x) { return length - 1 - x; });
}

constexpr auto kPatterns = std::to_array<Pattern>({
    {"uniform", nullptr},
    {"neighbor", Neighbor},
    {"bit-complement", BitComplement},
});

}  // namespace

std::span<const Pattern> AllPatterns() { return kPatterns; }

std::vector<PatternRequest> PatternRequest::All() {
  std::vector<PatternRequest> all;
  for (const Pattern& pattern : kPatterns) all.emplace_back().pattern = &pattern;
  return all;
}

Fields PatternRequest::fields() {
  return {{"--rate", &rate},
          {"--packet-flits", &packet_flits},
          {"--cycles", &cycles},
          {"--refused", &refused, refused > 0}};
}

std::string PatternRequest::Text(std::uint64_t seed) const {
  std::string text = ", " + ShortestText(rate) + (rate == 1 ? " flit" : " flits") +
                     " per node and cycle, packets of " + Counted(packet_flits, "flit") + ", " +
                     Counted(cycles, "cycle") + ", seed " + std::to_string(seed);
  if (refused > 0) text += ", refused share " + ShortestText(refused);
  return text;
}

Diagnostics PatternRequest::Check(const Setting& /*setting*/) const { return {}; }

}  // namespace toroid
