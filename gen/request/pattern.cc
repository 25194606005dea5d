#include "gen/request/pattern.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "gen/support/random.h"
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

// Just short of half way around.
std::vector<NodeId> Tornado(const Graph& host, std::uint64_t /*seed*/) {
  return OnEachAxis(host, [](int length, int x) { return (x + (length - 1) / 2) % length; });
}

bool HasAnAxisOfThree(const Graph& host) {
  return std::ranges::any_of(host.lengths(), [](int length) { return length >= 3; });
}

std::vector<NodeId> Transpose(const Graph& host, std::uint64_t /*seed*/) {
  return Everywhere(host, [](Coordinates node) {
    std::ranges::reverse(node);
    return node;
  });
}

bool IsItsTranspose(const Graph& host) {
  const std::vector<int>& lengths = host.lengths();
  return lengths.size() >= 2 && std::equal(lengths.begin(), lengths.end(), lengths.rbegin());
}

// Every node's destination, by a function of its number and the bits that numbers have.
template <class Function>
std::vector<NodeId> ByNumber(const Graph& host, Function function) {
  const int bits = std::countr_zero(host.size());
  std::vector<NodeId> destinations;
  destinations.reserve(host.size());
  for (std::uint32_t n = 0; n < host.size(); ++n) destinations.emplace_back(function(n, bits));
  return destinations;
}

std::vector<NodeId> BitReverse(const Graph& host, std::uint64_t /*seed*/) {
  return ByNumber(host, [](std::uint32_t n, int bits) {
    std::uint32_t reversed = 0;
    for (int b = 0; b < bits; ++b) reversed |= (n >> b & 1) << (bits - 1 - b);
    return reversed;
  });
}

// A perfect shuffle of all nodes: the number's bits, turned left by one.
std::vector<NodeId> Shuffle(const Graph& host, std::uint64_t /*seed*/) {
  return ByNumber(host, [](std::uint32_t n, int bits) {
    return (n << 1 & ((1U << bits) - 1)) | n >> (bits - 1);
  });
}

bool HasAPowerOfTwoNodes(const Graph& host) {
  return std::has_single_bit(host.size()) && host.size() >= 4;
}

void Permute(std::vector<NodeId>& nodes, Random& random) {
  for (std::size_t left = nodes.size(); left > 1; --left)
    std::swap(nodes[left - 1], nodes[random.Below(left)]);
}

// Drawn again while it is the identity, under which nobody sends.
std::vector<NodeId> RandomPermutation(const Graph& host, std::uint64_t seed) {
  constexpr std::uint64_t kSalt = 0x7065726d75746564;  // apart from what the nodes draw
  Random random(Mix(seed ^ kSalt));
  std::vector<NodeId> own;
  own.reserve(host.size());
  for (std::uint32_t n = 0; n < host.size(); ++n) own.emplace_back(n);
  std::vector<NodeId> destinations = own;
  do {
    Permute(destinations, random);
  } while (destinations == own);
  return destinations;
}

// All to the node in the middle.
std::vector<NodeId> Hotspot(const Graph& host, std::uint64_t /*seed*/) {
  Coordinates middle = host.lengths();
  for (int& x : middle) x /= 2;
  return std::vector<NodeId>(host.size(), host.NodeAt(middle));
}

constexpr std::string_view kPowersOfTwo = "it takes hosts of 4, 8, 16, ... nodes";

constexpr auto kPatterns = std::to_array<Pattern>({
    {"uniform", nullptr},
    {"neighbor", Neighbor},
    {"bit-complement", BitComplement},
    {"transpose", Transpose, IsItsTranspose,
     "it takes hosts of two axes and more whose lengths read the same from both ends"},
    {"bit-reverse", BitReverse, HasAPowerOfTwoNodes, kPowersOfTwo},
    {"shuffle", Shuffle, HasAPowerOfTwoNodes, kPowersOfTwo},
    {"tornado", Tornado, HasAnAxisOfThree, "it takes hosts with an axis of 3 nodes or more"},
    {"random-permutation", RandomPermutation},
    {.name = "hotspot", .destinations = Hotspot, .mixed = true},
});

}  // namespace

std::span<const Pattern> AllPatterns() { return kPatterns; }

Fields PatternRequest::fields() {
  Fields fields = {{"--rate", &rate},
                   {"--packet-flits", &packet_flits},
                   {"--burst", &burst, burst > 0},
                   {"--cycles", &cycles},
                   {"--refused", &refused, refused > 0}};
  if (pattern->mixed) fields.push_back({"--hotspot", &hotspot});
  return fields;
}

std::string PatternRequest::Text(std::uint64_t seed) const {
  std::string text = fmt::format(", {} {} per node and cycle, packets of {}, {}, seed {}",
                                 ShortestText(rate), rate == 1 ? "flit" : "flits",
                                 Counted(packet_flits, "flit"), Counted(cycles, "cycle"), seed);
  if (burst > 0) text += fmt::format(", bursts of {}", Counted(burst, "packet"));
  if (refused > 0) text += ", refused share " + ShortestText(refused);
  if (pattern->mixed) text += ", hotspot share " + ShortestText(hotspot);
  return text;
}

Diagnostics PatternRequest::Check(const Setting& setting) const {
  if (!pattern->suits || pattern->suits(*setting.host)) return {};
  return {{"--host", setting.host->ToString(), "has no shape for traffic " + std::string(name()),
           std::string(pattern->takes)}};
}

}  // namespace toroid
