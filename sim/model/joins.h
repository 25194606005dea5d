// The nodes' chains, which combine what comes up the tree: section 4 of docs/spec/in-network.md.
//
// Example, a node with two children and an operator of 3 cycles: its own word is there in cycle 5,
// and so is a flit of child 1. Register 1 has their result in cycle 8. If child 2 sends a flit
// then, register 2 has the result of all three in cycle 11, and sends it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "gen/trees/network_tree.h"
#include "sim/model/routes.h"
#include "sim/trace/trace.h"

namespace toroid::model {

// What a register of a chain holds, and what comes to it.
struct ChainWord {
  FlitRef flit;
  bool odd = false;
  bool answer = false;
};

class Joins {
 public:
  // A flit with the result of two words. Its tail is the second's.
  using Adder = std::function<FlitRef(const FlitRef& word, const FlitRef& child)>;

  // An operator takes `latency` cycles, 1 or more.
  Joins(const trees::NetworkTree& tree, const Routes& routes, int latency, Adder add);

  // The node's beat for the tree in this cycle, with its number modulo 2 (IN4.1).
  ChainWord Own(std::uint32_t node, const FlitRef& flit);
  void Offer(std::uint32_t node, const ChainWord& word) { chains_[node].own = word; }
  // Whether a child is behind that input.
  bool IsChild(std::uint32_t node, std::uint32_t port) const { return PlaceOf(node, port) >= 0; }
  // A tree flit of the child there, in this cycle.
  void Arrive(std::uint32_t node, std::uint32_t port, const ChainWord& word);
  // What the node sends in this cycle; null if that is nothing.
  const ChainWord* Sent(std::uint32_t node) const;

  // Ends the cycle.
  struct Outcome {
    std::vector<std::pair<std::uint32_t, FlitRef>> lost;  // words, by the nodes that lose them
    std::vector<std::uint32_t> faulty;                    // nodes with a join fault
    std::optional<ChainWord> broadcast;                   // the root's beat that goes down (IN4.4)
  };
  Outcome EndCycle();

  // Calls visit(node) for the nodes that have a word in a register or an operator.
  template <class Visit>
  void ForEachWithWords(Visit visit) const {
    for (std::uint32_t node = 0; node < chains_.size(); ++node)
      if (HasWords(chains_[node])) visit(node);
  }

 private:
  using Slot = std::optional<ChainWord>;
  struct Chain {
    bool odd = false;                    // of the next beat for the tree
    Slot own;                            // word 0
    std::vector<std::deque<Slot>> ways;  // 1 .. k: into a register, the newest word first
    std::vector<Slot> children;          // 1 .. k
    std::vector<std::uint32_t> inputs;   // by which they come
  };

  static bool HasWords(const Chain& chain);
  // What a register holds, from 1 on; with 0, word 0.
  static const Slot& Held(const Chain& chain, std::size_t place) {
    return place == 0 ? chain.own : chain.ways[place - 1].back();
  }
  int PlaceOf(std::uint32_t node, std::uint32_t port) const;
  void Shift(std::uint32_t node, Outcome& outcome);
  Slot Joined(std::uint32_t node, std::size_t place, Outcome& outcome) const;

  std::uint32_t root_;
  Adder add_;
  std::vector<Chain> chains_;  // by node
};

}  // namespace toroid::model
