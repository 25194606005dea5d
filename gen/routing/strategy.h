// Strategies: which messages move when, so that no set of messages meets on a link.
//
// A strategy is made once for an embedding and holds for every set of messages. The guest's axes
// are in groups, which have their turns one after the other. A turn is one or more phases, and in
// each phase every message of the group moves on along its current segment, at most as many links
// as the phase has steps; a message never begins a second segment in the same phase. So each node
// decides on the message alone when it moves, and needs no word from elsewhere.
//
// Example: a ring of 15 in a 3x5 mesh by the fold walk. An edge is one link long, or two in line,
// or two with a bend. Two phases of one step each: first everyone moves one link, then who is not
// there moves the other. Source and rules: docs/spec/routing.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/routing/trips.h"
#include "gen/support/result.h"

namespace toroid::routing {

// start: messages that have less to go than the phase lasts move at once. end: they wait, and
// arrive as the phase ends.
enum class Align { kStart, kEnd };

struct Phase {
  std::vector<int> steps;  // by host axis; messages on different axes move at the same time
  Align align = Align::kStart;
  int Longest() const;  // steps of the phase in mode 1
};

struct Strategy {
  std::vector<int> group_of;                  // by guest axis; the thesis's routing vector, from 0
  std::vector<std::vector<Phase>> groups;     // the phases of each group's turn
  SetType holds_for = SetType::kPermutation;  // no set of this type meets
};

// How many of a link's two directions, and how many links, work in one step. Source: Tao 4.2, modes
// 1 to 3.
enum class LinkMode {
  kBothWays,    // every link, in both directions
  kOneWay,      // every link, in one direction
  kOneAxisWay,  // the links of one axis, all in one and the same direction
};

// The phases last as long as in mode 1 the longest of their axes; in mode 2 each is done once for
// each direction, in mode 3 once for each axis and direction.
int Steps(const Strategy& strategy, LinkMode mode);

// What the thesis gives for an embedding: the routing vector (group numbers from 0), and a bound on
// the steps in mode 1 as 4.6 lists it.
struct ThesisRouting {
  std::vector<int> vector;
  int bound;
  std::string source;  // "Tao Theorem 4.5.3"
};

// The embedding has this dilation. For those that are not tao's, and tao's of one step that spread
// no axis, the vector is one group.
ThesisRouting RoutingOfThesis(const Embedding& embedding, int dilation);

// The links of the longest route: rho.
int Dilation(std::span<const Trip> trips);

// All below take all trips of the embedding (AllTrips).

// The thesis's phases for a routing vector: one of the longest segment if no route of the group
// bends (Lemma 4.2.1), else two of rho steps if every route is rho or 2 rho in line or rho and rho
// with a bend (Lemma 4.2.2). Diagnostics name --embedding: a group that is neither.
Result<Strategy> ByLemmas(const Embedding& embedding, std::span<const Trip> trips,
                          std::vector<int> vector);

// Tao's scheme as 4.5.1 words it: a message waits after its first segment until all messages of its
// group have finished theirs.
Strategy ByWaiting(const Embedding& embedding, std::span<const Trip> trips,
                   std::vector<int> vector);

// One group and two phases, the first aligned at its start, the second at its end. Takes as many
// steps in mode 1 as the longest route has links if each bent route has two equal segments, as all
// of tao's have, and never more than the two longest segments of bent routes together or the
// longest route without a bend, whichever is more.
Strategy InStep(const Embedding& embedding, std::span<const Trip> trips);

}  // namespace toroid::routing
