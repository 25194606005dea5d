// Messages of a program on the guest, each to a neighbour, and their shortest routes on the host.
//
// The folder computes when such messages move, in a model of its own (docs/spec/routing.md): one
// flit a message, one link a step, any number waiting in a node. trips: what is sent, and by which
// routes. split: any set in as few sets as possible that hosts of several guest nodes a node send
// at one time. strategy: a rule when each message moves, good for every set. timetable: the moves,
// step by step, and their proof. thesis: what Tao's theorems promise. relay: the constants that
// hardware needs to move in the same steps. translation: tables of where the guest neighbours are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid::routing {

// From one guest node to a neighbour, both guest nodes; `axis` is the guest's.
struct Message {
  NodeId from;
  NodeId to;
  Axis axis;
  bool operator==(const Message&) const = default;
};

// The nodes that a message leaves and comes to: guest nodes, or the host nodes that hold them.
struct Ends {
  NodeId from;
  NodeId to;
  auto operator<=>(const Ends&) const = default;
};
Ends EndsOnHost(const Embedding& embedding, const Message& message);

// Sets of messages that are sent at one time. Permutation: each node sends at most one message and
// receives at most one. Scatter: each node sends at most one to each neighbour. Where host nodes
// hold several guest nodes, a set whose ends on the host are so is parallelizable (P6.1 of
// docs/spec/routing.md). Source: Tao 4.2, 5.4.2.
enum class SetType { kPermutation, kScatter };

// One straight part of a route on the host; length, in links, >= 1.
struct Segment {
  Axis axis;
  Direction direction;
  int length;
  bool operator==(const Segment&) const = default;
};

// A message and one of its shortest routes; at most two segments, on different axes of the host.
struct Trip {
  Message message;
  std::vector<Segment> segments;
};

// Both messages of every guest edge: the largest scatter set. By sender, then axis.
std::vector<Message> AllMessages(const Graph& guest);
// Every node's message along `axis` in `direction`, where it has a neighbour there: a permutation
// set.
std::vector<Message> ShiftSet(const Graph& guest, Axis axis, Direction direction);
// A permutation set that no message can be added to; each seed gives one.
std::vector<Message> RandomPermutationSet(const Graph& guest, std::uint64_t seed);
// A scatter set in which every node sends to some of its neighbours, each choice of at least one
// equally likely; by sender, then axis.
std::vector<Message> RandomScatterSet(const Graph& guest, std::uint64_t seed);

// Whether the messages go to neighbours and all of them may be in one set of this type.
bool IsOfType(SetType type, const Graph& guest, std::span<const Message> messages);
// Whether some set of this type has both; no message is in a set with itself.
bool MayMeet(SetType type, const Ends& one, const Ends& other);

// All shortest routes between two host nodes that finish one axis before they begin the next: every
// order of the axes, and on an axis both directions if they are equally long. One route without
// segments for from == to.
std::vector<std::vector<Segment>> ShortestRoutes(const Graph& host, NodeId from, NodeId to);

// Every shortest route of every message between two host nodes: any set with any choice of routes
// is a part of it. Of messages along one guest axis with the same ends on the host, which move
// alike and are in no set together, the first is there for all. Diagnostics name --embedding: guest
// edges that bend more than once.
Result<std::vector<Trip>> AllTrips(const Embedding& embedding);
// One route for each message, drawn by `seed`. Requires that AllTrips has no diagnostic.
std::vector<Trip> DrawTrips(const Embedding& embedding, std::span<const Message> messages,
                            std::uint64_t seed);

}  // namespace toroid::routing
