// What messages along the network's tree use, and when (docs/spec/in-network.md, IN6.4).
//
// Every word that enters is followed link by link to the root, and every one that leaves from the
// root to its node. Copies of a word, and words that are added, share a link if they are on it in
// the same cycle. If their cycles differ they are as two messages that meet.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gen/placing/message_routes.h"
#include "gen/program/meetings.h"
#include "gen/program/program.h"
#include "gen/topology/numbering.h"
#include "gen/trees/network_tree.h"

namespace toroid {

// The cycle in which the root sends the first word down: that of its offer, or of the first sum.
Cycle SentDownAt(const Program& program, const MessageRoutes& routes);

class TreeUses {
 public:
  // The routes have a tree. All must outlive this.
  TreeUses(const std::vector<Operation>& messages, const MessageRoutes& routes,
           MeetingSearch& search);

  struct Times {
    Cycle end = 0;  // of the first flit: it is complete at the root, or is ejected
    int links = 0;  // that no message before it shared
  };
  // Adds the uses of a message along the tree. What enters must come before what leaves.
  Times Add(std::uint32_t number, Cycle length);
  // Whether all words are complete at the root in the same cycle.
  bool MeetAtRoot() const { return meet_; }

 private:
  const LinkPort& LinkToParent(NodeId node) const;
  Times Enter(std::uint32_t number, Cycle length);
  Times Leave(std::uint32_t number, Cycle length);
  Cycle Climb(std::uint32_t number, NodeId node, Cycle sent, Cycle length, Times& times);
  // The link between a node and its parent, in the cycle in which it is driven; 1 if nothing along
  // the tree has it then.
  int Cross(NodeId node, bool up, std::uint32_t number, Cycle driven, Cycle length);
  Cycle ChainOf(NodeId node) const;  // from an offer to the last register

  const std::vector<Operation>& messages_;
  const MessageRoutes& routes_;
  const trees::NetworkTree& tree_;
  std::vector<LinkPort> ports_;
  MeetingSearch& search_;
  bool adds_ = false;  // something comes up
  bool root_enters_ = false;
  std::optional<Cycle> at_root_;
  bool meet_ = true;
  std::set<std::pair<std::size_t, Cycle>> shared_;
};

}  // namespace toroid
