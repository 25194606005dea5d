// Translation tables: for each host node, where the guest neighbours of the guest node that it
// holds are.
#pragma once

#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/routing/strategy.h"
#include "gen/support/result.h"

namespace toroid::routing {

struct Translation {
  NodeId guest;  // a neighbour of the guest node held here
  NodeId host;   // who holds it
  bool operator==(const Translation&) const = default;
};

// By host node, ascending by guest node; as many entries as the guest node held there has
// neighbours.
using TranslationTables = std::vector<std::vector<Translation>>;

// Each node computes its own table: which guest node it holds by the inverse, and where the
// neighbours are by the embedding. Requires a bijection. Source: Tao 4.4, Method 1.
TranslationTables ComputedTables(const Embedding& embedding);

struct ExchangedTables {
  TranslationTables tables;
  int steps;  // of the exchange
};

// Each node sends what it holds to all neighbours on the host, and keeps of what it gets the guest
// neighbours of what it holds: one step in mode 1, two in mode 2, and two for each host axis in
// mode 3. Diagnostics name --embedding: a guest edge longer than one link, more than one guest node
// to a host node. Source: Tao 4.4, Method 2.
Result<ExchangedTables> ExchangeTables(const Embedding& embedding, LinkMode mode);

}  // namespace toroid::routing
