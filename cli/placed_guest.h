// The guest of `toroid map` on a host of which something is dead (docs/spec/degraded.md, DG10).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/embedding/embedding.h"
#include "gen/metrics/loads.h"
#include "gen/metrics/metrics.h"
#include "gen/plan/routes.h"
#include "gen/support/json.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/symmetry/guest_place.h"

namespace toroid {

struct PlacedGuest {
  Embedding embedding;  // as it is moved
  degraded::DegradedHost host;
  symmetry::GuestPlace place;
  // What its edges take; none if no edge goes round, or the host has too many nodes for tables.
  std::shared_ptr<const RoutedHost> routes = nullptr;
  std::vector<int> extra_links = {};  // by edge that goes round, if there are routes
  int ExtraLinks() const;             // of all of them
};

// Diagnostics: every symmetry puts guest nodes on dead nodes; or no tables are found.
Result<PlacedGuest> PlaceGuest(const Embedding& guest, const degraded::DegradedHost& host,
                               const Progress& progress);

// What messages between guest neighbours put on links; edges that go round take their tables.
LinkLoads LoadsOf(const PlacedGuest& placed);

// `edges`: of the guest.
void Print(const PlacedGuest& placed, std::uint64_t edges, std::ostream& out);
Json ToJson(const PlacedGuest& placed);

}  // namespace toroid
