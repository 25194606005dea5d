// Whether the embedding's messages need relays, and the constants if they do. A set of messages can
// move in step only if each link brings at most one message of a set to a halt (docs/spec/relay.md
// L1.6). Following every routed trip checks that; other embeddings are refused.
#include "gen/plan/relay.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "gen/routing/strategy.h"

namespace toroid {

// Computes the routes of all neighbours once, to find the links before and after a halt, and the
// most messages behind one link at a time.
Result<std::optional<RelayUnit>> MakeRelay(const std::optional<Embedding>& embedding, Ports ports) {
  Diagnostics found;
  if (ports == Ports::kOne) {
    found.push_back({"--relay", "", "a relay needs an injector and an ejector for each link",
                     "give --ports all too"});
  }
  if (!embedding) {
    found.push_back({"--relay", "", "no embedding is given, so there are no neighbours to send to",
                     "give --guest and --embedding"});
    return found;
  }
  if (!embedding->IsBijection()) {
    found.push_back({"--relay", "",
                     "guest " + embedding->guest().ToString() + " " + WhyNoBijection(*embedding),
                     "store-and-forward turns are planned for guests that fill the host"});
    return found;
  }
  const auto trips = routing::RoutedTrips(*embedding);
  if (!trips) {
    found.insert(found.end(), trips.diagnostics().begin(), trips.diagnostics().end());
    return found;
  }
  const routing::Relaying relaying = routing::RelayingOf(*embedding, *trips);
  if (relaying.places > 1) {
    found.push_back(
        {"--relay", "",
         fmt::format(
             "up to {} messages of one set would wait behind one link for their second segment",
             relaying.places),
         "a relay stores one; all segments of routes that bend must have the same length"});
  }
  if (!found.empty()) return found;
  if (relaying.places == 0) return std::optional<RelayUnit>{};
  return std::optional(RelayUnit{.first = relaying.first, .second = relaying.second});
}

// Uses only coordinates, as hardware and model do, and computes no route.
bool Halts(const RelayUnit& relay, const Graph& host, NodeId from, NodeId to) {
  assert(from != to);
  int a = 0;
  while (host.Coordinate(from, Axis{a}) == host.Coordinate(to, Axis{a})) ++a;
  const int segment =
      host.AxisDistance(Axis{a}, host.Coordinate(from, Axis{a}), host.Coordinate(to, Axis{a}));
  return std::min(relay.first, segment) < host.Distance(from, to);
}

}  // namespace toroid
