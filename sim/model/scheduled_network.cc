// Source: docs/spec/scheduled-router.md, sections 3 and 4.
#include "sim/model/scheduled_network.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace toroid::model {
namespace {

struct Segment {
  std::uint32_t links = 0;
  bool minus = false;
};

// The links from coordinate `entry` to `exit` on an axis of l nodes: R2.2, and R2.3 where it wraps.
Segment SegmentOn(bool wraps, int l, int entry, int exit) {
  if (!wraps) {
    const int up = exit - entry;
    return {static_cast<std::uint32_t>(up < 0 ? -up : up), up < 0};
  }
  const int up = (exit - entry + l) % l;
  const bool minus = 2 * up > l || (2 * up == l && entry % 2 != 0);
  return {static_cast<std::uint32_t>(minus ? l - up : up), minus};
}

}  // namespace

FlitPaths::FlitPaths(const Plan& plan) : plan_(plan) {
  for (int p = 0; p < static_cast<int>(plan.link_ports().size()); ++p)
    fields_.push_back(FieldsOfLink(plan, p));
}

int FlitPaths::PortOf(int axis, bool minus) const {
  return plan_.LinkPortOf(Axis{axis}, minus ? Direction::kMinus : Direction::kPlus);
}

void FlitPaths::Direct(LinkFlit& flit, int axis) const {
  flit.ahead = flit.left > 0;
  flit.turn = LinkFlit::kNoTurn;
  for (int b = axis + 1; b < plan_.host().axes() && !flit.ahead; ++b) {
    if ((flit.go >> b & 1) == 0) continue;
    flit.turn = PortOf(b, (flit.minus >> b & 1) != 0);
    return;
  }
}

FlitPaths::Entry FlitPaths::Enter(NodeId from, NodeId to, FlitRef flit) const {
  assert(from != to);
  const Graph& host = plan_.host();
  LinkFlit outside{.flit = flit};
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const Segment segment = SegmentOn(host.Wraps(axis), host.length(axis),
                                      host.Coordinate(from, axis), host.Coordinate(to, axis));
    if (segment.links == 0) continue;
    outside.go |= 1U << a;
    outside.minus |= static_cast<std::uint32_t>(segment.minus) << a;
    outside.left_on[axis.index()] = segment.links - 1;
  }
  Direct(outside, -1);
  return {outside.turn, Turned(outside)};
}

LinkFlit FlitPaths::Straight(LinkFlit flit, int port) const {
  assert(flit.ahead);
  --flit.left;
  Direct(flit, plan_.link_ports()[static_cast<std::size_t>(port)].axis.value());
  return flit;
}

LinkFlit FlitPaths::Turned(LinkFlit flit) const {
  assert(!flit.ahead && flit.turn != LinkFlit::kNoTurn);
  const Axis axis = plan_.link_ports()[static_cast<std::size_t>(flit.turn)].axis;
  flit.left = flit.left_on[axis.index()];
  flit.left_on[axis.index()] = 0;
  flit.go &= ~(1U << axis.value());
  flit.minus &= ~(1U << axis.value());
  Direct(flit, axis.value());
  return flit;
}

bool FlitPaths::HasTurns(Entry entry) const {
  auto& [port, flit] = entry;
  for (;;) {
    while (flit.ahead) flit = Straight(flit, port);
    if (flit.turn == LinkFlit::kNoTurn) return true;
    if (!plan_.turns().Has(port, flit.turn)) return false;
    port = flit.turn;
    flit = Turned(flit);
  }
}

std::uint64_t FlitPaths::ControlBits(const LinkFlit& flit, int port) const {
  if (flit.tree) return kOfTree | (flit.odd ? 1 : 0);
  const LinkFields& link = fields_[static_cast<std::size_t>(port)];
  const LinkField& source = *link.Find(LinkField::Kind::kSource);
  std::uint64_t bits = 0;
  for (const LinkField& field : link.fields) {
    std::uint64_t value = 0;
    switch (field.kind) {
      case LinkField::Kind::kAhead: value = flit.ahead ? 1 : 0; break;
      case LinkField::Kind::kTurn: value = flit.turn == field.of ? 1 : 0; break;
      case LinkField::Kind::kLeft:
        value = field.of < 0 ? flit.left : flit.left_on[static_cast<std::size_t>(field.of)];
        break;
      case LinkField::Kind::kGo: value = flit.go >> field.of & 1; break;
      case LinkField::Kind::kMinus: value = flit.minus >> field.of & 1; break;
      case LinkField::Kind::kTail:
      case LinkField::Kind::kSource:
      case LinkField::Kind::kTree:
      case LinkField::Kind::kOdd:
      case LinkField::Kind::kPayload: continue;
    }
    bits |= value << (field.offset - source.offset - source.width);
  }
  return bits;
}

namespace {

// The winner among the sorted claims of one output; their number if there is none (N4.3).
std::size_t WinnerOf(std::span<const Claim> some) {
  const bool contested = some.size() > 1 && some.front().position != Claim::kStraight &&
                         some[1].position < Claim::kInjected;  // several flits turn, or arrive
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

ScheduledNetwork::ScheduledNetwork(const Plan& plan, std::uint32_t most_blocks, Joins::Adder add)
    : routes(plan),
      paths(plan),
      ports(routes.ports()),
      locals(routes.locals()),
      valid(std::size_t{routes.nodes()} * ports),
      registers(std::size_t{routes.nodes()} * ports),
      heads(std::size_t{routes.nodes()} * locals),
      blocks(Dealt<ScheduledBlock>(routes.nodes(), most_blocks)),
      tree_(plan.in_network() ? &*plan.in_network() : nullptr),
      block_of_word_(BlockOfWords(blocks)) {
  if (plan.Joins()) joins.emplace(*tree_, routes, plan.hardware().join.latency(), std::move(add));
  for (ScheduledBlock& block : blocks)
    block.stages.resize(static_cast<std::size_t>(plan.hardware().links.stages));
}

bool ScheduledNetwork::Enter(std::uint32_t local, FlitRef flit, NodeId destination) {
  const std::uint32_t node = local / locals;
  const FlitPaths::Entry entry = paths.Enter(NodeId{node}, destination, flit);
  assert(locals == 1 || entry.port == static_cast<int>(local % locals));
  if (!paths.HasTurns(entry)) return false;
  if (joins && joins->Sent(node) != nullptr) {
    displaced.emplace_back(node, flit);
    return true;
  }
  BlockOf(node).claims.push_back(
      {node * ports + static_cast<std::uint32_t>(entry.port), Claim::kInjected, entry.flit});
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
  });
  ForEachArriving(block, [&](std::uint32_t link, const LinkFlit& flit) {
    const std::uint32_t port = link % ports;
    const std::uint32_t next = End(link);
    assert(next != kNoNode);
    if (flit.tree) {
      if (ComesFromParent(next, port)) Fork(block, next, port, flit);
      if (ComesFromChild(next, port)) block.rising.push_back({link, flit});
    } else if (flit.ahead) {
      block.claims.push_back(
          {next * ports + port, Claim::kStraight, paths.Straight(flit, static_cast<int>(port))});
    } else if (flit.turn != LinkFlit::kNoTurn) {
      block.claims.push_back({next * ports + static_cast<std::uint32_t>(flit.turn),
                              Claim::kTurning + static_cast<int>(port), paths.Turned(flit)});
    }
  });
}

// N2.5: at the end of a cycle each stage takes what is before it.
void ScheduledNetwork::PassOn(ScheduledBlock& block) {
  if (block.stages.empty()) return;
  std::vector<OnLink> first = std::move(block.stages.back());
  block.stages.pop_back();
  first.clear();
  ForEachOnLinks(block, [&](std::uint32_t link) { first.push_back({link, registers[link]}); });
  block.stages.push_front(std::move(first));
}

// N4.3, N4.4.
void ScheduledNetwork::Fill(ScheduledBlock& block) {
  PassOn(block);
  ForEachOnLinks(block, [&](std::uint32_t link) { valid.EraseIf(true, link); });
  Grant(blocks, &ScheduledBlock::claims, block, ports, [this](const Claim& claim) {
    valid.Insert(claim.target);
    registers[claim.target] = claim.flit;
  });
  block.leaving.clear();
  ForEachArriving(block, [&](std::uint32_t link, const LinkFlit& flit) {
    if (flit.ahead || flit.turn != LinkFlit::kNoTurn) return;
    const std::uint32_t port = link % ports;
    if (flit.tree && ComesFromChild(End(link), port)) return;
    const std::uint32_t local = End(link) * locals + (locals == 1 ? 0 : port);
    block.leaving.push_back({local, Claim::kTurning + static_cast<int>(port), flit});
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
