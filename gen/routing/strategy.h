// Strategies: rules that say when each message moves, so that no messages of a set meet on a link.
//
// A strategy is made once for an embedding and holds for every set of messages. The guest's axes
// are in groups, which have their turns one after the other. A turn is one or more phases, and in
// each phase every message of the group moves on along its current segment, at most as many links
// as the phase has steps; a message never begins a second segment in the same phase. So a node
// decides from the message alone when it moves, without communication.
//
// Example: a ring of 15 in a 3x5 mesh by the fold walk. An edge is one link long, or two in line,
// or two with a bend. Two phases of one step each: first every message moves one link, then those
// that have not arrived move the second. Source and rules: docs/spec/routing.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/routing/trips.h"
#include "gen/support/result.h"

namespace toroid::routing {

// For messages with fewer links to go than the phase has steps: with start they move at once, with
// end they wait, and arrive as the phase ends.
enum class Align { kStart, kEnd };

struct MovePhase {
  std::vector<int> steps;  // by host axis; messages on different axes move at the same time
  Align align = Align::kStart;
  int Longest() const;  // steps of the phase in mode 1
};

struct Strategy {
  std::vector<int> group_of;                   // by guest axis; the thesis's routing vector, from 0
  std::vector<std::vector<MovePhase>> groups;  // the phases of each group's turn
  SetType holds_for = SetType::kPermutation;   // no set of this type meets
};

// Which links work in one step, and in which of their two directions. Source: Tao 4.2, modes 1 to
// 3.
enum class LinkMode {
  kBothWays,    // every link, in both directions
  kOneWay,      // every link, in one direction
  kOneAxisWay,  // the links of one axis, all in one and the same direction
};

// The steps of all phases. In mode 1 a phase lasts as long as its longest axis. In mode 2 it runs
// once for each direction, in mode 3 once for each axis and direction.
int Steps(const Strategy& strategy, LinkMode mode);

// The thesis's results for an embedding: the routing vector (group numbers from 0), and the bound
// of 4.6 on the steps in mode 1.
struct ThesisRouting {
  std::vector<int> vector;
  int bound;
  std::string source;  // "Tao Theorem 4.5.3"
};

// Requires the embedding's dilation. For embeddings other than tao's, and tao's of one step that
// spread no axis, the vector is one group.
ThesisRouting RoutingOfThesis(const Embedding& embedding, int dilation);

// The links of the longest route: rho.
int Dilation(std::span<const Trip> trips);

// All functions below take all trips of the embedding (AllTrips).

// The thesis's phases for a routing vector: one of the longest segment if no route of the group
// bends (Lemma 4.2.1), else two of rho steps if every route is rho or 2 rho in line or rho and rho
// with a bend (Lemma 4.2.2). Diagnostics name --embedding: a group that is neither.
Result<Strategy> ByLemmas(const Embedding& embedding, std::span<const Trip> trips,
                          std::vector<int> vector);

// Tao's scheme of 4.5.1: a message waits after its first segment until all messages of its group
// have finished theirs.
Strategy ByWaiting(const Embedding& embedding, std::span<const Trip> trips,
                   std::vector<int> vector);

// One group and two phases, the first aligned at its start, the second at its end. In mode 1 it
// takes as many steps as the longest route has links if each bent route has two equal segments, as
// all of tao's have. It never takes more than the two longest segments of bent routes together or
// the longest route without a bend, whichever is more.
Strategy InStep(const Embedding& embedding, std::span<const Trip> trips);

// The constants of a relay behind the local ports (docs/spec/relay.md, L1.4 and L3.3), with which
// the hardware moves permutation sets in step (RO2.5): in the first phase every message moves at
// once, takes a store-and-forward turn at its halt, and in the second phase starts so late that all
// arrive together.
struct Relaying {
  int first = 0;   // b, steps of the first phase; all steps if no route bends
  int second = 0;  // p, steps of the second phase; 0: every message arrives in the first
  int places = 0;  // messages that can halt at one node, in one set, coming by one link
  bool operator==(const Relaying&) const = default;
};

// The route of each message by the network's router: dimension order. Requires a bijection.
// Diagnostics as AllTrips.
Result<std::vector<Trip>> RoutedTrips(const Embedding& embedding);

// The links that a message crosses before it halts; all of its route if it does not. `segments` is
// not empty.
int LinksToHalt(const std::vector<Segment>& segments, int first);

// The constants from all routed trips of the embedding.
Relaying RelayingOf(const Embedding& embedding, std::span<const Trip> trips);

}  // namespace toroid::routing
