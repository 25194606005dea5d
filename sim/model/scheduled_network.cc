// Source: docs/spec/scheduled-router.md, sections 3 and 4.
#include "sim/model/scheduled_network.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace toroid::model {
namespace {

constexpr int kStraight = 0;
constexpr int kTurning = 1;
constexpr int kInjected = 1000;

// The winner among the sorted claims of one output; their number if there is none (N4.3).
std::size_t WinnerOf(std::span<const Claim> some) {
  const bool contested = some.size() > 1 && some.front().position != kStraight &&
                         some[1].position < kInjected;  // several flits turn, or arrive
  return contested ? some.size() : 0;
}

// Gives each target of the block, with `per_node` targets a node, to the winner of its claims, by
// ascending target; the others collide.
template <class Take>
void Grant(const std::vector<ScheduledBlock>& blocks, std::vector<Claim> ScheduledBlock::*list,
           ScheduledBlock& block, std::uint32_t per_node, Take take) {
  std::vector<Claim>& some = block.sorted;
  some.clear();
  for (const ScheduledBlock& other : blocks) {
    std::ranges::copy_if(other.*list, std::back_inserter(some), [&](const Claim& claim) {
      return block.range.Has(claim.target / per_node);
    });
  }
  std::ranges::sort(some, {},
                    [](const Claim& claim) { return std::pair(claim.target, claim.position); });
  block.collided.clear();
  for (std::size_t begin = 0, end = 0; begin < some.size(); begin = end) {
    while (end < some.size() && some[end].target == some[begin].target) ++end;
    const std::size_t winner = begin + WinnerOf(std::span(some).subspan(begin, end - begin));
    if (winner < end) take(some[winner]);
    for (std::size_t c = begin; c < end; ++c) {
      if (c != winner)
        block.collided.emplace_back(some[begin].target / per_node, some[c].flit.flit);
    }
  }
}

}  // namespace

ScheduledNetwork::ScheduledNetwork(const Plan& plan, std::uint32_t most_blocks)
    : routes(plan),
      paths(plan),
      ports(routes.ports()),
      locals(routes.locals()),
      valid(std::size_t{routes.nodes()} * ports),
      registers(std::size_t{routes.nodes()} * ports),
      heads(std::size_t{routes.nodes()} * locals),
      blocks(Dealt<ScheduledBlock>(routes.nodes(), most_blocks)),
      block_of_word_(BlockOfWords(blocks)) {}

bool ScheduledNetwork::Enter(std::uint32_t local, FlitRef flit, NodeId destination) {
  const std::uint32_t node = local / locals;
  const FlitPaths::Entry entry = paths.Enter(NodeId{node}, destination, flit);
  assert(locals == 1 || entry.port == static_cast<int>(local % locals));
  if (!paths.HasTurns(entry)) return false;
  blocks[block_of_word_[node / 64]].claims.push_back(
      {node * ports + static_cast<std::uint32_t>(entry.port), kInjected, entry.flit});
  return true;
}

// N4.1: the claims of the flits on links, unless they leave.
void ScheduledNetwork::Move(ScheduledBlock& block) {
  block.hops.clear();
  block.controls.clear();
  ForEachOnLinks(block, [&](std::uint32_t link) {
    const LinkFlit& flit = registers[link];
    const std::uint32_t port = link % ports;
    block.hops.push_back({.node = link / ports,
                          .port = static_cast<std::uint8_t>(port),
                          .channel = 0,
                          .flit = flit.flit});
    block.controls.push_back(paths.ControlBits(flit, static_cast<int>(port)));
    const std::uint32_t next = routes.Next(link / ports, port);
    assert(next != kNoNode);
    if (flit.ahead) {
      block.claims.push_back(
          {next * ports + port, kStraight, paths.Straight(flit, static_cast<int>(port))});
    } else if (flit.turn != LinkFlit::kNoTurn) {
      block.claims.push_back({next * ports + static_cast<std::uint32_t>(flit.turn),
                              kTurning + static_cast<int>(port), paths.Turned(flit)});
    }
  });
}

// N4.3, N4.4.
void ScheduledNetwork::Fill(ScheduledBlock& block) {
  ForEachOnLinks(block, [&](std::uint32_t link) { valid.EraseIf(true, link); });
  Grant(blocks, &ScheduledBlock::claims, block, ports, [this](const Claim& claim) {
    valid.Insert(claim.target);
    registers[claim.target] = claim.flit;
  });
  block.leaving.clear();
  ForEachOnLinks(block, [&](std::uint32_t link) {
    const LinkFlit& flit = registers[link];
    if (flit.ahead || flit.turn != LinkFlit::kNoTurn) return;
    const std::uint32_t port = link % ports;
    const std::uint32_t local = routes.Next(link / ports, port) * locals + (locals == 1 ? 0 : port);
    block.leaving.push_back({local, kTurning + static_cast<int>(port), flit});
  });
}

// N4.1, N4.5: the flits on m_axis in the cycle that begins.
void ScheduledNetwork::Eject(ScheduledBlock& block) {
  block.claims.clear();  // all blocks have taken theirs
  block.ejecting.clear();
  Grant(blocks, &ScheduledBlock::leaving, block, locals, [&](const Claim& claim) {
    block.ejecting.push_back(claim.target);
    heads[claim.target] = claim.flit.flit;
  });
}

}  // namespace toroid::model
