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
#include "gen/routing/split.h"

#include <algorithm>
#include <array>
#include <map>

namespace toroid::routing {
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
