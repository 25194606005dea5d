#include "gen/program/tree_uses.h"

#include <algorithm>

namespace toroid {

TreeUses::TreeUses(const std::vector<Operation>& messages, const MessageRoutes& routes,
                   MeetingSearch& search)
    : messages_(messages),
      routes_(routes),
      tree_(*routes.tree()),
      ports_(LinkPortsOf(routes.host())),
      search_(search) {
  for (const Operation& message : messages) {
    if (message.leaves) continue;
    const bool root = NodeId{message.from} == tree_.root();
    (root ? root_enters_ : adds_) = true;
  }
}

Cycle SentDownAt(const Program& program, const MessageRoutes& routes) {
  const std::uint32_t root = routes.tree()->root().value();
  const bool adds = std::ranges::any_of(program.operations, [&](const Operation& message) {
    return !message.leaves && message.from != root;
  });
  return adds ? routes.tree()->SumAt(routes.hop_cycles(), routes.join_cycles()) : 0;
}

TreeUses::Times TreeUses::Add(std::uint32_t number, Cycle length) {
  return messages_[number].enters ? Enter(number, length) : Leave(number, length);
}

Cycle TreeUses::ChainOf(NodeId node) const {
  return adds_ ? static_cast<Cycle>(tree_.ChildrenOf(node).size()) * routes_.join_cycles() : 0;
}

// The injector is a node's own from its first beat to the last word of its chain, which takes the
// place of beats (IN4.6).
TreeUses::Times TreeUses::Enter(std::uint32_t number, Cycle length) {
  const NodeId node{messages_[number].from};
  const Cycle offered = messages_[number].not_before;
  search_.AddInjector(node, number, offered, length + ChainOf(node));
  Times times;
  times.end = Climb(number, node, offered + ChainOf(node), length, times);
  meet_ = meet_ && at_root_.value_or(times.end) == times.end;
  at_root_ = times.end;
  return times;
}

// From a node's last register, or without one from its offer, to the root's last register: IN4.2,
// IN4.5.
Cycle TreeUses::Climb(std::uint32_t number, NodeId node, Cycle sent, Cycle length, Times& times) {
  while (node != tree_.root()) {
    const NodeId parent = *tree_.ParentOf(node);
    times.links += Cross(node, true, number, sent + 1, length);
    const auto& children = tree_.ChildrenOf(parent);
    const auto place = std::ranges::find(children, node, &trees::NetworkTree::Child::node);
    sent += routes_.hop_cycles() + (children.end() - place) * routes_.join_cycles();
    node = parent;
  }
  return sent;
}

// IN3.5, and IN4.7 for a root that only takes.
TreeUses::Times TreeUses::Leave(std::uint32_t number, Cycle length) {
  const NodeId to{messages_[number].to};
  const Cycle sent = at_root_.value_or(messages_[number].not_before);
  Times times{.end = sent + tree_.DepthOf(to) * routes_.hop_cycles()};
  for (NodeId node = to; node != tree_.root(); node = *tree_.ParentOf(node)) {
    const NodeId parent = *tree_.ParentOf(node);
    const Cycle driven = sent + 1 + tree_.DepthOf(parent) * routes_.hop_cycles();
    times.links += Cross(node, false, number, driven, length);
  }
  if (to == tree_.root() && !root_enters_) search_.AddInjector(to, number, sent, length);
  search_.AddEjector(to, number, times.end, length);
  return times;
}

int TreeUses::Cross(NodeId node, bool up, std::uint32_t number, Cycle driven, Cycle length) {
  const Graph& host = routes_.host();
  const LinkPort& down = LinkToParent(node);
  const NodeId from = up ? node : *tree_.ParentOf(node);
  const Direction direction = DirectionOf(host, from, down);
  const bool against = up && down.direction;
  const std::size_t link =
      host.LinkIndex({from, down.axis, against ? Opposite(direction) : direction});
  if (!shared_.emplace(link, driven).second) return 0;
  search_.AddLink(link, number, driven, length);
  return 1;
}

const LinkPort& TreeUses::LinkToParent(NodeId node) const {
  return ports_[static_cast<std::size_t>(*tree_.ParentPort(node))];
}

}  // namespace toroid
