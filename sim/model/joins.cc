#include "sim/model/joins.h"

#include <algorithm>

namespace toroid::model {

// What a child sends up travels against what comes down to it (IN1.4).
Joins::Joins(const trees::NetworkTree& tree, const Routes& routes, int latency, Adder add)
    : root_(tree.root().value()), add_(std::move(add)), chains_(routes.nodes()) {
  for (std::uint32_t node = 0; node < chains_.size(); ++node) {
    Chain& chain = chains_[node];
    for (const auto& child : tree.ChildrenOf(NodeId{node}))
      chain.inputs.push_back(routes.port(static_cast<std::uint32_t>(child.port)).opposite);
    chain.ways.assign(chain.inputs.size(), std::deque<Slot>(static_cast<std::size_t>(latency)));
    chain.children.resize(chain.inputs.size());
  }
}

ChainWord Joins::Own(std::uint32_t node, const FlitRef& flit) {
  bool& odd = chains_[node].odd;
  const ChainWord word{.flit = flit, .odd = odd};
  odd = !flit.tail && !odd;
  return word;
}

int Joins::PlaceOf(std::uint32_t node, std::uint32_t port) const {
  const auto& inputs = chains_[node].inputs;
  const auto found = std::ranges::find(inputs, port);
  return found == inputs.end() ? -1 : static_cast<int>(found - inputs.begin());
}

void Joins::Arrive(std::uint32_t node, std::uint32_t port, const ChainWord& word) {
  chains_[node].children[static_cast<std::size_t>(PlaceOf(node, port))] = word;
}

const ChainWord* Joins::Sent(std::uint32_t node) const {
  const Chain& chain = chains_[node];
  if (chain.ways.empty()) return nullptr;
  const Slot& last = Held(chain, chain.ways.size());
  return last ? &*last : nullptr;
}

bool Joins::HasWords(const Chain& chain) {
  return std::ranges::any_of(chain.ways, [](const std::deque<Slot>& way) {
    return std::ranges::any_of(way, [](const Slot& slot) { return slot.has_value(); });
  });
}

// IN4.2, IN4.4 and IN5.2: what goes into the operator at this place, from 0 on.
Joins::Slot Joins::Joined(std::uint32_t node, std::size_t place, Outcome& outcome) const {
  const Chain& chain = chains_[node];
  const Slot& word = Held(chain, place);
  const Slot& child = chain.children[place];
  if (word && child) {
    if (word->odd != child->odd || word->flit.tail != child->flit.tail)
      outcome.faulty.push_back(node);
    return ChainWord{.flit = add_(word->flit, child->flit),
                     .odd = child->odd,
                     .answer = place == 0 || word->answer};
  }
  if (!word && !child) return std::nullopt;
  if (node == root_ && place == 0) {
    if (child) return ChainWord{.flit = child->flit, .odd = child->odd};
    outcome.broadcast = word;
    return std::nullopt;
  }
  outcome.faulty.push_back(node);
  outcome.lost.emplace_back(node, (word ? word : child)->flit);
  return std::nullopt;
}

void Joins::Shift(std::uint32_t node, Outcome& outcome) {
  Chain& chain = chains_[node];
  for (std::size_t place = chain.ways.size(); place-- > 0;) {
    chain.ways[place].push_front(Joined(node, place, outcome));
    chain.ways[place].pop_back();
    chain.children[place].reset();
  }
  chain.own.reset();
}

Joins::Outcome Joins::EndCycle() {
  Outcome outcome;
  for (std::uint32_t node = 0; node < chains_.size(); ++node) {
    const Chain& chain = chains_[node];
    if (chain.own || HasWords(chain) ||
        std::ranges::any_of(chain.children, [](const Slot& slot) { return slot.has_value(); }))
      Shift(node, outcome);
  }
  return outcome;
}

}  // namespace toroid::model
