// Idea: take messages in a good order, each in the first cycle in which all its links and ports are
// free. On rings of 8 the order consists of phases in which every link is used exactly once. A
// phase of a torus is one phase of each of its axes; all nodes of a row do the same on the other
// axes, so its messages fill the links of these too. On other hosts the longest routes go first,
// because short ones fit into the remaining gaps, and blocks are cut into pieces, which fit into
// more gaps.
//
// Example, a ring of 8, two of the phases: 0 to 1, 1 to 4, 4 to 5, 5 to 0 go round in one direction
// while 2, 3, 6, 7 send in the other; 0 and 4 change places, and so do 1 and 5 in the other
// direction.
//
// Source of the phases: Hinrichs, Kosak, O'Hallaron, Stricker, Take, "An architecture for optimal
// all-to-all personalized communication", SPAA 1994. Sending each message as early as possible, not
// phase by phase, is ours.

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"
#include "gen/support/random.h"

namespace toroid {
namespace {

using Pair = std::pair<NodeId, NodeId>;

// Nodes of a ring of 8 whose messages are arcs that go round once: x sends d links on, then the
// node there sends.
void SendRound(std::vector<int>& to, int first, const std::vector<int>& arcs, int direction) {
  int x = first;
  for (const int arc : arcs) {
    const int next = (x + direction * arc + 16) % 8;
    to[static_cast<std::size_t>(x)] = next;
    x = next;
  }
}

bool HasPhases(const Graph& host) {
  for (int a = 0; a < host.axes(); ++a)
    if (!host.Wraps(Axis{a}) || host.length(Axis{a}) != 8) return false;
  return true;
}

std::vector<Pair> PairsByPhase(const Graph& host) {
  const std::vector<std::vector<int>> phases = PhasesOfRing8();
  std::vector<Pair> pairs;
  // a phase is one phase of each axis, as a node is one coordinate of each
  for (std::uint32_t phase = 0; phase < host.size(); ++phase) {
    const Coordinates of_axis = host.CoordinatesOf(NodeId{phase});
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      Coordinates x = host.CoordinatesOf(NodeId{n});
      for (std::size_t a = 0; a < x.size(); ++a)
        x[a] = phases[static_cast<std::size_t>(of_axis[a])][static_cast<std::size_t>(x[a])];
      if (const NodeId to = host.NodeAt(x); to != NodeId{n}) pairs.emplace_back(NodeId{n}, to);
    }
  }
  return pairs;
}

// Pairs of all nodes offset by offset, the offsets of the longest routes first.
std::vector<Pair> PairsByDistance(const Graph& host) {
  std::vector<std::pair<int, std::uint32_t>> offsets;
  for (std::uint32_t offset = 1; offset < host.size(); ++offset)
    offsets.emplace_back(-host.Distance(NodeId{0}, NodeId{offset}), offset);
  std::ranges::sort(offsets);
  std::vector<Pair> pairs;
  for (const auto& [distance, offset] : offsets) {
    const Coordinates d = host.CoordinatesOf(NodeId{offset});
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      Coordinates x = host.CoordinatesOf(NodeId{n});
      for (std::size_t a = 0; a < x.size(); ++a) x[a] = (x[a] + d[a]) % host.lengths()[a];
      pairs.emplace_back(NodeId{n}, host.NodeAt(x));
    }
  }
  return pairs;
}

// Adds each block in pieces, which are separate messages. A process' buffer has 2 P blocks.
void AddBlocks(CollectiveProgram& program, std::uint32_t nodes, std::uint32_t pieces) {
  const auto flits = static_cast<std::uint64_t>(program.task.flits);
  program.elements = 2 * std::uint64_t{nodes} * flits;
  for (std::uint64_t block = 0; block < 2 * std::uint64_t{nodes}; ++block) {
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      const std::uint64_t first = flits * piece / pieces;
      const auto count = static_cast<std::uint32_t>(flits * (piece + 1) / pieces - first);
      const auto number = static_cast<std::uint32_t>(program.ranges.size());
      program.ranges.push_back({block * flits + first, count});
      program.contents.push_back({.first_range = number, .ranges = 1, .flits = count});
    }
  }
}

// Pairs of survivors with their routes, the longest first, and among equal ones offset by offset.
std::vector<Pair> PairsByRoute(const degraded::DegradedHost& host, const MessageRoutes& routes) {
  const std::vector<NodeId>& nodes = host.survivors();
  std::vector<std::tuple<int, std::size_t, Pair>> found;
  for (std::size_t offset = 1; offset < nodes.size(); ++offset) {
    for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
      const Pair pair{nodes[rank], nodes[(rank + offset) % nodes.size()]};
      found.emplace_back(-routes.Links(pair.first, pair.second), offset, pair);
    }
  }
  std::ranges::sort(found);
  std::vector<Pair> pairs;
  for (const auto& [length, offset, pair] : found) pairs.push_back(pair);
  return pairs;
}

// What blocks are exchanged among, and how.
struct Exchange {
  CollectiveTask task;
  MessageRoutes routes;
  std::vector<NodeId> ranks = {};  // empty: all nodes
  std::vector<Pair> pairs = {};
  Ports ports;
  Timing timing;
};

CollectiveProgram InPieces(const Exchange& exchange, std::uint32_t pieces,
                           const Progress& progress) {
  const Graph& host = exchange.routes.host();
  const auto processes =
      static_cast<std::uint32_t>(exchange.ranks.empty() ? host.size() : exchange.ranks.size());
  std::vector<std::uint32_t> rank_of(host.size());
  for (std::uint32_t r = 0; r < processes; ++r)
    rank_of[exchange.ranks.empty() ? r : exchange.ranks[r].index()] = r;
  CollectiveProgram program;
  program.task = exchange.task;
  program.ranks = exchange.ranks;
  AddBlocks(program, processes, pieces);
  Stage stage(progress, "placing messages", exchange.pairs.size());
  Occupancy occupancy(exchange.routes, exchange.ports, exchange.timing);
  for (const auto& [from, to] : exchange.pairs) {
    stage.Tick();
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      const std::uint32_t content = rank_of[to.index()] * pieces + piece;
      const Cycle flits = program.contents[content].flits;
      program.Add(MessageOf({.from = from,
                             .to = to,
                             .content = content,
                             .to_content = (processes + rank_of[from.index()]) * pieces + piece,
                             .cycle = occupancy.Place(from, to, flits)},
                            program));
    }
  }
  program.SortByCycle();
  return program;
}

constexpr std::uint64_t kRedrawn = 8;  // one of so many groups

// The longest routes first, and among equal ones those that lead equally far on each axis one after
// the other, as they hardly meet. The first draw puts these groups into a random order; each
// further one moves some.
std::vector<Pair> InGroups(const Exchange& exchange, const std::vector<std::uint64_t>& draws) {
  std::vector<std::tuple<std::size_t, std::uint64_t, Pair>> keys;  // links, falling; group; pair
  for (const auto& [from, to] : exchange.pairs) {
    std::vector<int> far(static_cast<std::size_t>(exchange.routes.host().axes()), 0);
    const std::vector<Hop> route = exchange.routes.Route(from, to);
    for (const Hop& hop : route)
      far[hop.axis.index()] += hop.direction == Direction::kPlus ? 1 : -1;
    std::uint64_t group = 0;
    for (const int links : far) group = Mix(group, static_cast<std::uint64_t>(links));
    std::uint64_t place = Mix(draws.front(), group);
    for (const std::uint64_t draw : std::span(draws).subspan(1))
      if (const std::uint64_t drawn = Mix(draw, group); drawn % kRedrawn == 0) place = drawn;
    keys.emplace_back(~route.size(), place, Pair{from, to});
  }
  std::ranges::sort(keys);
  std::vector<Pair> pairs;
  for (const auto& [links, group, pair] : keys) pairs.push_back(pair);
  return pairs;
}

Cycle EndOf(const CollectiveProgram& program, const Exchange& exchange) {
  return ForecastOf(program, exchange.routes, exchange.ports, exchange.timing).end;
}

constexpr std::uint64_t kMostDraws = 16;
constexpr std::uint64_t kMostDrawn = 1 << 21;  // messages of all draws together

// The fastest of this program and of some whose pairs are in groups, in pieces of the same size:
// first groups in any order, then in the best of these with some moved.
CollectiveProgram FastestOfDraws(Exchange exchange, CollectiveProgram best,
                                 const Progress& progress) {
  const std::uint64_t messages = best.operations.size();
  const std::uint64_t pieces = messages / exchange.pairs.size();
  Cycle least = EndOf(best, exchange);
  std::vector<std::uint64_t> best_draws;
  Cycle least_drawn = std::numeric_limits<Cycle>::max();
  const std::uint64_t most = std::min(kMostDraws, kMostDrawn / messages);
  for (std::uint64_t draw = 1; draw <= most; ++draw) {
    std::vector<std::uint64_t> draws = {draw};
    if (2 * draw > most + 1) draws.insert(draws.begin(), best_draws.begin(), best_draws.end());
    exchange.pairs = InGroups(exchange, draws);
    CollectiveProgram program = InPieces(exchange, static_cast<std::uint32_t>(pieces), progress);
    const Cycle end = EndOf(program, exchange);
    if (end < least_drawn) {
      least_drawn = end;
      best_draws = std::move(draws);
    }
    if (end >= least) continue;
    best = std::move(program);
    least = end;
  }
  return best;
}

// The fastest of those with blocks whole and in more and more pieces.
CollectiveProgram Fastest(const Exchange& exchange, const Progress& progress) {
  const auto end_of = [&](const CollectiveProgram& program) { return EndOf(program, exchange); };
  CollectiveProgram best = InPieces(exchange, 1, progress);
  Cycle least = end_of(best);
  for (std::uint32_t pieces = 2;
       pieces <= exchange.task.flits && pieces * exchange.pairs.size() <= kManyMessages;
       pieces *= 2) {
    CollectiveProgram program = InPieces(exchange, pieces, progress);
    const Cycle end = end_of(program);
    if (end >= least) continue;
    best = std::move(program);
    least = end;
  }
  return best;
}

}  // namespace

std::vector<std::vector<int>> PhasesOfRing8() {
  const std::vector<int> itself = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<std::vector<int>> phases(8, itself);
  const auto phase = [&phases](int number) -> std::vector<int>& {
    return phases[static_cast<std::size_t>(number)];
  };
  for (int i = 0; i < 4; ++i) {
    SendRound(phase(i), i, {1, 3, 1, 3}, 1);
    SendRound(phase(i), (i + 3) % 8, {1, 3, 1, 3}, -1);
  }
  for (int i = 0; i < 2; ++i) {
    SendRound(phase(4 + i), i, {2, 2, 2, 2}, 1);
    SendRound(phase(4 + i), 1 - i, {2, 2, 2, 2}, -1);
    SendRound(phase(6 + i), 2 * i, {4, 4}, 1);
    SendRound(phase(6 + i), 2 * i + 1, {4, 4}, -1);
  }
  return phases;
}

CollectiveProgram ExchangeProgram(std::int64_t block_flits, const Graph& host, Ports ports,
                                  const Timing& timing, const Progress& progress) {
  return Fastest({.task = {.kind = Collective::kExchange, .flits = block_flits},
                  .routes = host,
                  .pairs = HasPhases(host) ? PairsByPhase(host) : PairsByDistance(host),
                  .ports = ports,
                  .timing = timing},
                 progress);
}

CollectiveProgram ExchangeProgram(std::int64_t block_flits, const degraded::DegradedHost& host,
                                  const MessageRoutes& routes, Ports ports, const Timing& timing,
                                  const Progress& progress) {
  Exchange exchange{.task = {.kind = Collective::kExchange, .flits = block_flits},
                    .routes = routes,
                    .ranks = host.survivors(),
                    .pairs = PairsByRoute(host, routes),
                    .ports = ports,
                    .timing = timing};
  CollectiveProgram program = Fastest(exchange, progress);
  if (!host.host().IsTwisted()) return program;
  return FastestOfDraws(std::move(exchange), std::move(program), progress);
}

}  // namespace toroid
