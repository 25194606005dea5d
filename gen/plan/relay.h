// Whether a network has relays, and their constants. Rules: docs/spec/relay.md.
#pragma once

#include <optional>

#include "gen/embedding/embedding.h"
#include "gen/schedule/schedule.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kRelaySpecVersion = 1;
// cycles between the last step of the first phase and the first of the second (L3.3)
inline constexpr int kRelayCycles = 3;

struct RelayUnit {
  int first = 1;   // steps of the first phase (L1.2)
  int second = 1;  // steps of the second (L1.4)
};

// Nothing if no message of the embedding halts. Diagnostics name --relay, --ports, --embedding or
// --guest.
Result<std::optional<RelayUnit>> MakeRelay(const std::optional<Embedding>& embedding, Ports ports);

// Whether the message halts before it arrives (L1.3); from != to.
bool Halts(const RelayUnit& relay, const Graph& host, NodeId from, NodeId to);

}  // namespace toroid
