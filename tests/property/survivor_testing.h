// Degraded hosts for tests.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/support/random.h"
#include "gen/topology/numbering.h"

namespace toroid {

inline degraded::DegradedHost Without(const std::string& host, const degraded::Dead& dead) {
  return degraded::DegradedHost::Create(*Graph::Parse(host), dead).value();
}

// Each link of a host, in both directions.
inline std::vector<std::vector<degraded::Link>> LinksBothWays(const std::string& text) {
  const Graph host = *Graph::Parse(text);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t n = 0; n < host.size(); ++n)
    for (const LinkPort& port : LinkPortsOf(host))
      if (const auto to = SendsTo(host, NodeId{n}, port))
        pairs.insert(std::minmax(n, std::uint32_t{to->value()}));
  std::vector<std::vector<degraded::Link>> links;
  for (const auto& [low, high] : pairs)
    links.push_back({{NodeId{low}, NodeId{high}}, {NodeId{high}, NodeId{low}}});
  return links;
}

// Without up to three links, one way or both, and up to two nodes; nothing if the rest does not
// hold together. Seed 0 leaves all alive.
inline std::optional<degraded::DegradedHost> DrawDegraded(const std::string& text,
                                                          std::uint64_t seed) {
  Random random(seed);
  const auto links = LinksBothWays(text);
  degraded::Dead dead;
  for (std::uint64_t i = random.Below(4); seed > 0 && i > 0; --i) {
    const auto& link = links[random.Below(links.size())];
    dead.links.push_back(link.front());
    if (random.Below(3) > 0) dead.links.push_back(link.back());
  }
  const std::uint32_t nodes = Graph::Parse(text)->size();
  for (std::uint64_t i = random.Below(3); seed > 0 && i > 0; --i)
    dead.nodes.emplace_back(static_cast<std::uint32_t>(random.Below(nodes)));
  auto host = degraded::DegradedHost::Create(*Graph::Parse(text), dead);
  if (!host) return std::nullopt;
  return *host;
}

}  // namespace toroid
