// Idea: a guest edge joins two host nodes. Its shortest routes that finish one axis before the next
// are few: every order of the axes on which the two differ, times two for each axis on which they
// are half a ring apart.
//
// Example: from (0,0) to (2,1) in torus:4x4 there are four: axis 0 first or axis 1 first, and on
// axis 0 two links by "+" or two by "-".
//
// Where it does not apply: embeddings with guest edges along more than two axes. Strategies have
// two segments at most, because no theorem of the thesis bends an edge twice. A forced walk may,
// and is refused.
//
// Source: Tao 4.2 (sets), 4.5.1 (a) (routes: one is drawn there, all are tried here too).
// Departure: sets of random messages are ours. A permutation set is drawn by shuffling all messages
// and taking each that still fits, so no message can be added; sets are not equally likely.
#include "gen/routing/trips.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "gen/support/random.h"

namespace toroid::routing {
namespace {

// The shortest segments between two coordinates of an axis: two if both directions are equally
// long.
std::vector<Segment> SegmentsOn(const Graph& host, Axis axis, int from, int to) {
  const int length = host.AxisDistance(axis, from, to);
  const Direction direct = from < to ? Direction::kPlus : Direction::kMinus;
  const int span = std::abs(to - from);
  std::vector<Segment> segments;
  if (span == length) segments.push_back({axis, direct, length});
  if (host.Wraps(axis) && host.length(axis) - span == length)
    segments.push_back({axis, Opposite(direct), length});
  return segments;
}

Diagnostic BendsTwice(const Embedding& embedding, const Message& message) {
  return {"--embedding", std::string(ToString(embedding.kind())),
          "the edge from guest node " + embedding.guest().NodeText(message.from) + " to " +
              embedding.guest().NodeText(message.to) + " bends more than once on the host",
          "routing takes embeddings whose guest edges leave at most two axes"};
}

}  // namespace

Ends EndsOnHost(const Embedding& embedding, const Message& message) {
  return {embedding.HostOf(message.from), embedding.HostOf(message.to)};
}

std::vector<Message> AllMessages(const Graph& guest) {
  std::vector<Message> messages;
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    for (int a = 0; a < guest.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto to = guest.Neighbour(NodeId{n}, Axis{a}, direction);
        if (to) messages.push_back({NodeId{n}, *to, Axis{a}});
      }
    }
  }
  return messages;
}

// Takes all messages in random order, each if its two ends are free. So no node sends or receives
// twice, and no message can be added; but such sets are not equally likely.
std::vector<Message> RandomPermutationSet(const Graph& guest, std::uint64_t seed) {
  std::vector<Message> all = AllMessages(guest);
  Random random(seed);
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.Below(i)]);
  std::vector<bool> sends(guest.size(), false);
  std::vector<bool> receives(guest.size(), false);
  std::vector<Message> set;
  for (const Message& message : all) {
    if (sends[message.from.index()] || receives[message.to.index()]) continue;
    sends[message.from.index()] = receives[message.to.index()] = true;
    set.push_back(message);
  }
  return set;
}

// Each node sends to a uniformly drawn set of its neighbours that is not empty.
std::vector<Message> RandomScatterSet(const Graph& guest, std::uint64_t seed) {
  const std::vector<Message> all = AllMessages(guest);
  Random random(seed);
  std::vector<Message> set;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    while (end < all.size() && all[end].from == all[first].from) ++end;
    // a bit for each neighbour, not all 0
    const std::uint64_t chosen = 1 + random.Below((std::uint64_t{1} << (end - first)) - 1);
    for (std::size_t i = first; i < end; ++i) {
      if ((chosen >> (i - first) & 1) != 0) set.push_back(all[i]);
    }
  }
  return set;
}

bool MayMeet(SetType type, const Ends& one, const Ends& other) {
  if (type == SetType::kScatter) return !(one.from == other.from && one.to == other.to);
  return one.from != other.from && one.to != other.to;
}

// All orders of the axes that differ, and both directions on an axis where they are equally short.
// With k axes up to k! 2^k routes; embeddings here bend once at most.
std::vector<std::vector<Segment>> ShortestRoutes(const Graph& host, NodeId from, NodeId to) {
  std::vector<int> axes;
  for (int a = 0; a < host.axes(); ++a) {
    if (host.Coordinate(from, Axis{a}) != host.Coordinate(to, Axis{a})) axes.push_back(a);
  }
  std::vector<std::vector<Segment>> routes;
  do {
    // the routes that take the axes in this order, axis by axis
    std::vector<std::vector<Segment>> of_order{{}};
    for (const int a : axes) {
      std::vector<std::vector<Segment>> longer;
      for (const Segment& segment : SegmentsOn(host, Axis{a}, host.Coordinate(from, Axis{a}),
                                               host.Coordinate(to, Axis{a}))) {
        for (const std::vector<Segment>& route : of_order) {
          longer.push_back(route);
          longer.back().push_back(segment);
        }
      }
      of_order = std::move(longer);
    }
    routes.insert(routes.end(), of_order.begin(), of_order.end());
  } while (std::ranges::next_permutation(axes).found);
  return routes;
}

Result<std::vector<Trip>> AllTrips(const Embedding& embedding) {
  std::vector<Trip> trips;
  std::set<std::pair<Axis, Ends>> known;
  for (const Message& message : AllMessages(embedding.guest())) {
    const Ends ends = EndsOnHost(embedding, message);
    if (ends.from == ends.to) continue;
    if (!embedding.IsInjective() && !known.emplace(message.axis, ends).second) continue;
    for (std::vector<Segment>& route : ShortestRoutes(embedding.host(), ends.from, ends.to)) {
      if (route.size() > 2) return BendsTwice(embedding, message);
      trips.push_back({message, std::move(route)});
    }
  }
  return trips;
}

// Scatter: message number k between two nodes is in subset k. The most messages between any two
// nodes is a lower bound.
//
// Permutation: subsets are the colours of the edges of a bipartite graph, with sources on one side,
// destinations on the other, and an edge for each message. The largest number of edges at a node is
// enough colours (König), and fewer are not. Edges are coloured one by one. Let colour a be free at
// the source and b at the destination. The path that begins at the destination and takes edges of
// colours a, b, a, ... in turn reaches sources by a only, so it does not come to this one. It swaps
// its colours, and then a is free at both ends.
//
// Example: x to u has colour 0. Then y to u comes: 0 is free at y, 1 at u. So x to u becomes 1, and
// y to u takes 0.

namespace {

using Colour = std::uint32_t;

class Colouring {
 public:
  explicit Colouring(std::span<const Ends> messages)
      : messages_(messages), colour_of_(messages.size()) {
    std::array<std::vector<std::size_t>, 2> degrees;
    for (const Ends& ends : messages) {
      for (const Side side : {kFrom, kTo}) {
        const std::size_t node = NodeAt(ends, side);
        if (node >= degrees[side].size()) degrees[side].resize(node + 1, 0);
        colours_ = std::max(colours_, ++degrees[side][node]);
      }
    }
    for (const Side side : {kFrom, kTo}) {
      for (const std::size_t degree : degrees[side]) {
        // nodes without messages need no room
        sides_[side].push_back({.edges = std::vector<std::size_t>(degree ? colours_ : 0, kNone)});
      }
    }
  }

  std::vector<Colour> Make() && {
    for (std::size_t m = 0; m < messages_.size(); ++m) {
      const Colour free = FreeAt(m, kFrom);
      const Colour other = FreeAt(m, kTo);
      if (free != other) SwapFrom(m, free, other);
      Give(m, free);
    }
    return std::move(colour_of_);
  }

 private:
  enum Side : std::size_t { kFrom, kTo };
  static constexpr std::size_t kNone = SIZE_MAX;

  struct Node {
    std::vector<std::size_t> edges;  // by colour: the message, or kNone
    Colour lowest = 0;               // all colours below it are taken
  };

  static std::size_t NodeAt(const Ends& ends, Side side) {
    return (side == kFrom ? ends.from : ends.to).index();
  }
  Node& At(std::size_t message, Side side) {
    return sides_[side][NodeAt(messages_[message], side)];
  }

  // The lowest colour that no message there has.
  Colour FreeAt(std::size_t message, Side side) {
    Node& node = At(message, side);
    while (node.edges[node.lowest] != kNone) ++node.lowest;
    return node.lowest;
  }

  void Give(std::size_t message, Colour colour) {
    colour_of_[message] = colour;
    for (const Side side : {kFrom, kTo}) At(message, side).edges[colour] = message;
  }

  void Take(std::size_t message) {
    const Colour colour = colour_of_[message];
    for (const Side side : {kFrom, kTo}) {
      Node& node = At(message, side);
      node.edges[colour] = kNone;
      node.lowest = std::min(node.lowest, colour);
    }
  }

  // Swaps the colours of the path that begins at the message's destination with colour `a`.
  void SwapFrom(std::size_t message, Colour a, Colour b) {
    std::vector<std::size_t> path;
    Side side = kTo;
    Colour next = a;
    for (std::size_t at = message; (at = At(at, side).edges[next]) != kNone;) {
      path.push_back(at);
      side = side == kTo ? kFrom : kTo;
      next = next == a ? b : a;
    }
    for (const std::size_t m : path) Take(m);
    for (const std::size_t m : path) Give(m, colour_of_[m] == a ? b : a);
  }

  std::span<const Ends> messages_;
  std::vector<Colour> colour_of_;
  std::size_t colours_ = 0;
  std::array<std::vector<Node>, 2> sides_;
};

std::vector<std::uint32_t> CountedByEnds(std::span<const Ends> messages) {
  std::map<Ends, std::uint32_t> counts;
  std::vector<std::uint32_t> numbers;
  for (const Ends& ends : messages) numbers.push_back(counts[ends]++);
  return numbers;
}

}  // namespace

std::vector<std::uint32_t> SplitIntoFewest(SetType type, std::span<const Ends> messages) {
  return type == SetType::kScatter ? CountedByEnds(messages) : Colouring(messages).Make();
}

}  // namespace toroid::routing
