// Source: docs/spec/in-network.md, sections 3 and 4.
#include <utility>

#include "sim/model/scheduled_network.h"

namespace toroid::model {

bool ScheduledNetwork::ComesFromParent(std::uint32_t node, std::uint32_t port) const {
  return tree_->ParentPort(NodeId{node}) == static_cast<int>(port);
}

// With `multicast` nothing comes from children (IN3.4).
bool ScheduledNetwork::ComesFromChild(std::uint32_t node, std::uint32_t port) const {
  return joins && joins->IsChild(node, port);
}

void ScheduledNetwork::Fork(ScheduledBlock& block, std::uint32_t node, std::uint32_t port,
                            const LinkFlit& flit) {
  for (const auto& child : tree_->ChildrenOf(NodeId{node})) {
    const auto output = static_cast<std::uint32_t>(child.port);
    const int position =
        output == port ? Claim::kStraight : Claim::kTurning + static_cast<int>(port);
    block.claims.push_back({node * ports + output, position, flit});
  }
}

void ScheduledNetwork::SendDown(std::uint32_t node, const ChainWord& word) {
  for (const auto& child : tree_->ChildrenOf(NodeId{node}))
    BlockOf(node).claims.push_back({node * ports + static_cast<std::uint32_t>(child.port),
                                    Claim::kInjected,
                                    {.flit = word.flit, .tree = true, .odd = word.odd}});
}

void ScheduledNetwork::SendUp(std::uint32_t node, const ChainWord& word) {
  const auto from_parent = static_cast<std::uint32_t>(*tree_->ParentPort(NodeId{node}));
  BlockOf(node).claims.push_back({node * ports + routes.port(from_parent).opposite,
                                  Claim::kInjected,
                                  {.flit = word.flit, .tree = true, .odd = word.odd}});
}

bool ScheduledNetwork::EnterTree(std::uint32_t node, FlitRef flit) {
  if (tree_ == nullptr || !tree_->Has(NodeId{node})) return false;
  if (tree_->ChildrenOf(tree_->root()).empty()) return false;
  const bool root = NodeId{node} == tree_->root();
  if (!joins) {
    if (root) SendDown(node, {.flit = flit});
    return root;
  }
  const ChainWord word = joins->Own(node, flit);
  if (root || !tree_->ChildrenOf(NodeId{node}).empty()) {
    joins->Offer(node, word);
  } else {
    SendUp(node, word);
  }
  return true;
}

// IN4.5: words in last registers are sent in the cycle that ends, with those that now move on.
Joins::Outcome ScheduledNetwork::Join() {
  for (ScheduledBlock& block : blocks) {
    for (const auto& [link, flit] : std::exchange(block.rising, {}))
      joins->Arrive(End(link), link % ports, {.flit = flit.flit, .odd = flit.odd});
  }
  const std::uint32_t root = tree_->root().value();
  bool root_sends = false;
  joins->ForEachWithWords([&](std::uint32_t node) {
    const ChainWord* sent = joins->Sent(node);
    if (sent == nullptr) return;
    if (node != root) return SendUp(node, *sent);
    root_sends = true;
    if (sent->answer) SendDown(node, *sent);
  });
  Joins::Outcome outcome = joins->EndCycle();
  if (outcome.broadcast && root_sends) {
    displaced.emplace_back(root, outcome.broadcast->flit);
  } else if (outcome.broadcast) {
    SendDown(root, *outcome.broadcast);
  }
  return outcome;
}

// It wants the ejector alone, as a flit from a further input would.
void ScheduledNetwork::LeaveAtRoot() {
  const std::uint32_t root = tree_->root().value();
  if (const ChainWord* sent = joins->Sent(root))
    BlockOf(root).leaving.push_back(
        {root * locals, Claim::kTurning + static_cast<int>(ports), {.flit = sent->flit}});
}

}  // namespace toroid::model
