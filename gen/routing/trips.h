// Messages of a program on the guest, each to a neighbour, and their shortest routes on the host.
//
// The folder computes when such messages move, in a separate model (docs/spec/routing.md): messages
// of one flit, one link in each step, any number waiting in a node. trips: messages and routes, and
// a set divided into the fewest sets that hosts with several guest nodes on a node can send at one
// time. strategy: a rule when each message moves, valid for every set, and the constants with which
// a relay moves in the same steps. timetable: the moves, step by step, and their proof. thesis: the
// results of Tao's theorems.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid::routing {

// A message from one guest node to a neighbour; `axis` is the guest's.
struct Message {
  NodeId from;
  NodeId to;
  Axis axis;
  bool operator==(const Message&) const = default;
};

// The source and destination of a message: guest nodes, or the host nodes that hold them.
struct Ends {
  NodeId from;
  NodeId to;
  auto operator<=>(const Ends&) const = default;
};
Ends EndsOnHost(const Embedding& embedding, const Message& message);

// Sets of messages that are sent at one time. Permutation: each node sends at most one message and
// receives at most one. Scatter: each node sends at most one to each neighbour. If host nodes hold
// several guest nodes, a set with this property on the host is parallelizable (RO6.1 of
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

// Both messages of every guest edge, by sender, then axis: the largest scatter set.
std::vector<Message> AllMessages(const Graph& guest);
// A maximal permutation set; each seed gives one.
std::vector<Message> RandomPermutationSet(const Graph& guest, std::uint64_t seed);
// A scatter set in which every node sends to some of its neighbours, each choice of at least one
// equally likely; by sender, then axis.
std::vector<Message> RandomScatterSet(const Graph& guest, std::uint64_t seed);

// Whether some set of this type has both messages; no message is in a set with itself.
bool MayMeet(SetType type, const Ends& one, const Ends& other);

// All shortest routes between two host nodes that finish one axis before they begin the next: every
// order of the axes, and on an axis both directions if they are equally long. One route without
// segments for from == to.
std::vector<std::vector<Segment>> ShortestRoutes(const Graph& host, NodeId from, NodeId to);

// Every shortest route of every message between two host nodes: any set with any choice of routes
// is a subset. Messages along one guest axis with the same ends on the host move alike and are in
// no set together, so the first represents all. Diagnostics name --embedding: guest edges that bend
// more than once.
Result<std::vector<Trip>> AllTrips(const Embedding& embedding);

// Divides a set of messages between host nodes into the fewest subsets of one type, which are
// parallelizable if host nodes hold several guest nodes (Tao 5.4.2; docs/spec/routing.md, section
// 6). Returns for each message the number of its subset, from 0 on without a gap. In a subset no
// two messages have one source or one destination (kPermutation), or both (kScatter). A pair of
// nodes may occur several times.
std::vector<std::uint32_t> SplitIntoFewest(SetType type, std::span<const Ends> messages);

}  // namespace toroid::routing
