// Method 2 of the thesis turns every incoming message into an entry. That is right if guest and
// host have the same edges. A host node with more links than its guest node has edges, as on a ring
// laid through a torus, would get entries for nodes that are not neighbours. These are dropped.
//
// The exchange is itself a scatter set: all messages of the host embedded in itself. It uses the
// strategy for unit dilation.
#include "tests/oracle/translation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "gen/routing/timetable.h"
#include "tests/oracle/routing.h"

namespace toroid::routing {
namespace {

// Sorts the tables by guest node.
void SortTables(TranslationTables& tables) {
  for (auto& table : tables) std::ranges::sort(table, {}, &Translation::guest);
}

bool AreNeighbours(const Graph& graph, NodeId one, NodeId other) {
  return graph.Distance(one, other) == 1;
}

}  // namespace

TranslationTables ComputedTables(const Embedding& embedding) {
  assert(embedding.IsBijection());
  const Graph& guest = embedding.guest();
  TranslationTables tables(embedding.host().size());
  for (std::uint32_t n = 0; n < tables.size(); ++n) {
    const NodeId held = embedding.GuestOf(NodeId{n});
    for (int a = 0; a < guest.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto next = guest.Neighbour(held, Axis{a}, direction);
        if (next) tables[n].push_back({*next, embedding.HostOf(*next)});
      }
    }
  }
  SortTables(tables);
  return tables;
}

Result<ExchangedTables> ExchangeTables(const Embedding& embedding, LinkMode mode) {
  if (!embedding.IsBijection()) {
    return Diagnostic{"--guest", embedding.guest().ToString(), WhyNoBijection(embedding),
                      "tables are exchanged for guests with as many nodes as the host"};
  }
  const auto trips = AllTrips(embedding);
  if (!trips) return trips.diagnostics();
  if (const int dilation = Dilation(*trips); dilation > 1) {
    return Diagnostic{
        "--embedding", std::string(ToString(embedding.kind())),
        fmt::format(
            "an exchange among neighbours reaches one link, and the embedding has dilation {}",
            dilation),
        "tables are exchanged for embeddings of dilation 1, and computed for all"};
  }
  const Graph& host = embedding.host();
  const auto itself = Embedding::Create(EmbeddingKind::kIdentity, host, host, BitOrder::kBlock);
  const auto exchange = AllTrips(*itself);
  const Timetable timetable = MakeTimetable(*itself, InStep(*itself, *exchange), *exchange, mode);
  ExchangedTables result{TranslationTables(host.size()), LastMove(timetable)};
  for (const auto& moves : timetable) {
    for (const Move& move : moves) {
      const NodeId from = move.hop.node;
      const NodeId to = *host.Neighbour(from, move.hop.axis, move.hop.direction);
      const NodeId sent = embedding.GuestOf(from);
      if (AreNeighbours(embedding.guest(), sent, embedding.GuestOf(to)))
        result.tables[to.index()].push_back({sent, from});
    }
  }
  SortTables(result.tables);
  return result;
}

}  // namespace toroid::routing
