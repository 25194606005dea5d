// Source: docs/spec/scheduled-router.md, section 3.
#include "sim/model/scheduled_flit.h"

#include <cassert>

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
      case LinkField::Kind::kPayload: continue;
    }
    bits |= value << (field.offset - source.offset - source.width);
  }
  return bits;
}

}  // namespace toroid::model
