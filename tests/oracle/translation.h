// Translation tables: for each host node, the host nodes of the guest neighbours of the guest node
// that it holds.
#pragma once

#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/routing/strategy.h"
#include "gen/support/result.h"

namespace toroid::routing {

struct Translation {
  NodeId guest;  // a neighbour of the guest node held here
  NodeId host;   // the host node that holds it
  bool operator==(const Translation&) const = default;
};

// By host node, ascending by guest node; an entry for each neighbour of the guest node held there.
using TranslationTables = std::vector<std::vector<Translation>>;

// Each node computes its own table: its guest node by the inverse, and the neighbours' host nodes
// by the embedding. Requires a bijection. Source: Tao 4.4, Method 1.
TranslationTables ComputedTables(const Embedding& embedding);

struct ExchangedTables {
  TranslationTables tables;
  int steps;  // steps of the exchange
};

// Each node sends its guest node to all neighbours on the host, and keeps those that it receives
// which are guest neighbours of its own: one step in mode 1, two in mode 2, and two for each host
// axis in mode 3. Diagnostics name --embedding: a guest edge longer than one link, more than one
// guest node to a host node. Source: Tao 4.4, Method 2.
Result<ExchangedTables> ExchangeTables(const Embedding& embedding, LinkMode mode);

}  // namespace toroid::routing
