#include "gen/plan/relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "gen/routing/relay.h"

namespace toroid {

Result<std::optional<RelayUnit>> MakeRelay(const std::optional<Embedding>& embedding, Ports ports) {
  Diagnostics found;
  if (ports == Ports::kOne) {
    found.push_back(
        {"--relay", "",
         "a message waits where others pass, which takes an injector and an ejector for each link",
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
                     "where messages halt is worked out for guests that fill the host"});
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
         fmt::format("up to {} messages of one set would halt behind one link", relaying.places),
         "a relay has a place for one; ways that bend must all have legs of one length"});
  }
  if (!found.empty()) return found;
  if (relaying.places == 0) return std::optional<RelayUnit>{};
  return std::optional(RelayUnit{.first = relaying.first, .second = relaying.second});
}

bool Halts(const RelayUnit& relay, const Graph& host, NodeId from, NodeId to) {
  assert(from != to);
  int a = 0;
  while (host.Coordinate(from, Axis{a}) == host.Coordinate(to, Axis{a})) ++a;
  const int leg =
      host.AxisDistance(Axis{a}, host.Coordinate(from, Axis{a}), host.Coordinate(to, Axis{a}));
  return std::min(relay.first, leg) < host.Distance(from, to);
}

}  // namespace toroid
