// Embeddings to route, and a strategy's moves of all messages at once.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gen/routing/strategy.h"
#include "gen/routing/timetable.h"
#include "gen/routing/trips.h"

namespace toroid::routing {

inline constexpr std::array kModes = {LinkMode::kBothWays, LinkMode::kOneWay,
                                      LinkMode::kOneAxisWay};

// Requires a pair that has a construction.
inline Embedding TaoEmbedding(std::string_view guest, std::string_view host) {
  return Embedding::Create(EmbeddingKind::kTao, Graph::Parse(guest).value(),
                           Graph::Parse(host).value(), BitOrder::kBlock)
      .value();
}

// The first violation under the strategy, or "".
inline std::string FirstFault(const Embedding& embedding, const Strategy& strategy,
                              const std::vector<Trip>& trips, LinkMode mode, SetType type) {
  const auto violations =
      Verify(embedding, trips, MakeTimetable(embedding, strategy, trips, mode), mode, type, 1);
  return violations.empty()
             ? ""
             : "step " + std::to_string(violations[0].step) + ": " + violations[0].what;
}

}  // namespace toroid::routing
