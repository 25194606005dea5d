// Listed has the fields in the order of section 3, from the top bit down; their offsets follow from
// the widths.
#include "gen/plan/link_fields.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace toroid {
namespace {

using FieldKind = LinkField::Kind;

// bits(n) of N1.4.
int BitsToHold(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n))); }

std::string AxisText(Axis axis) { return "axis" + std::to_string(axis.value()); }

std::string PortText(const LinkPort& port) {
  if (!port.direction) return AxisText(port.axis);
  return AxisText(port.axis) + (*port.direction == Direction::kPlus ? "_plus" : "_minus");
}

// The fields of one link, from the top bit down, without offsets.
std::vector<LinkField> Listed(const Plan& plan, int port) {
  const Graph& host = plan.host();
  const TurnSet& turns = plan.turns();
  const Axis axis = plan.link_ports()[static_cast<std::size_t>(port)].axis;
  const int longest = LongestDistance(host, axis);
  std::vector<LinkField> fields;
  const auto add = [&fields](FieldKind kind, int of, int width, std::string name) {
    fields.push_back({.kind = kind, .of = of, .width = width, .name = std::move(name)});
  };
  add(FieldKind::kTail, -1, 1, "tail");
  if (longest >= 2) add(FieldKind::kAhead, -1, 1, "ahead");
  for (int output = static_cast<int>(plan.link_ports().size()) - 1; output >= 0; --output) {
    if (turns.Has(port, output))
      add(FieldKind::kTurn, output, 1,
          "turn_" + PortText(plan.link_ports()[static_cast<std::size_t>(output)]));
  }
  if (longest >= 3) add(FieldKind::kLeft, -1, BitsToHold(longest - 1), "left");
  for (int b = axis.value() + 1; b < host.axes(); ++b) {
    const Axis later{b};
    const int ports = host.length(later) > 2 ? 2 : 1;
    if (!turns.LeadsTo(plan.LinkPortOf(later, Direction::kPlus), ports)) continue;
    add(FieldKind::kGo, b, 1, "go_" + AxisText(later));
    if (ports == 2) add(FieldKind::kMinus, b, 1, "minus_" + AxisText(later));
    const int farthest = LongestDistance(host, later);
    if (farthest >= 2)
      add(FieldKind::kLeft, b, BitsToHold(farthest - 1), "left_" + AxisText(later));
  }
  add(FieldKind::kSource, -1, plan.address_bits(), "source");
  if (plan.in_network()) add(FieldKind::kTree, -1, 1, "tree");
  if (plan.Joins()) add(FieldKind::kOdd, -1, 1, "odd");
  add(FieldKind::kPayload, -1, plan.hardware().flit_width, "payload");
  return fields;
}

}  // namespace

const LinkField* LinkFields::Find(FieldKind kind, int of) const& {
  const auto place = std::ranges::find_if(
      fields, [&](const LinkField& field) { return field.kind == kind && field.of == of; });
  return place == fields.end() ? nullptr : &*place;
}

int LongestDistance(const Graph& host, Axis axis) {
  return host.Wraps(axis) ? host.length(axis) / 2 : host.length(axis) - 1;
}

LinkFields FieldsOfLink(const Plan& plan, int port) {
  assert(plan.hardware().router == RouterKind::kScheduled);
  LinkFields link{.fields = Listed(plan, port)};
  for (auto field = link.fields.rbegin(); field != link.fields.rend(); ++field) {
    field->offset = link.width;
    link.width += field->width;
  }
  return link;
}

}  // namespace toroid
