// A Gray code is the xor of neighbouring bits; its inverse is the xor of all bits from one up.
// Direct meshes and planes are tables of their own few bits. Example: 3x5 has a table of five bits,
// two and three, to four.
//
// Tables need no bound: hosts in hardware have at most ten axes, so a plane has at most 1024 nodes
// and, because Gray codes do not fit, eleven bits. Source: docs/spec/gray.md, Y2.1, Y3.1, Y4.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/address_units/gray_unit.h"
#include "gen/gray/compose.h"
#include "gen/support/integers.h"

namespace toroid::address_units {
namespace {

using gray::Factor;
using gray::FactorKind;

int GrayBits(const Factor& factor, std::size_t axis) {
  return gray::CubeBits(static_cast<std::uint64_t>(factor.lengths[axis]));
}

std::string LengthsOf(const Factor& factor) {
  std::vector<int> lengths;
  for (const std::size_t axis : AxesOf(factor)) lengths.push_back(factor.lengths[axis]);
  return gray::LengthsText(lengths);
}

// The digits' Gray codes side by side.
Signal GrayField(Builder& build, const Factor& factor, const Signals& digits) {
  Signals codes;
  for (const std::size_t axis : AxesOf(factor)) {
    build.SetPlace(fmt::format("axis{}", axis));
    codes.push_back(build.GrayCode(digits[codes.size()], GrayBits(factor, axis)));
  }
  build.SetPlace("");
  return build.Join("field", TopCode(factor.dimensions), codes);
}

// Every field is the code of some digits. Digits past the end of an axis are found where digits are
// combined.
FieldDigits GrayDigits(Builder& build, const Factor& factor, const Signal& field) {
  Signals digits;
  int low = factor.dimensions;
  for (const std::size_t axis : AxesOf(factor)) {
    build.SetPlace(fmt::format("axis{}", axis));
    low -= GrayBits(factor, axis);
    digits.push_back(build.FromGrayCode(build.Field(field, low, GrayBits(factor, axis))));
  }
  return {std::move(digits), True()};
}

// The cube node of a factor's mesh node, by its digits.
Signal TableField(Builder& build, const Factor& factor, const std::string& name,
                  const Signals& digits) {
  const std::vector<NodeId> map = gray::EmbedFactor(factor).map;
  const std::vector<std::size_t> axes = AxesOf(factor);
  const auto field = [&](const std::vector<int>& at) {
    std::size_t node = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      node = node * static_cast<std::size_t>(factor.lengths[axes[i]]) +
             static_cast<std::size_t>(at[i]);
    }
    return std::vector{static_cast<int>(map[node].value())};
  };
  return build.LookUp(name + "_place", digits, {TopCode(factor.dimensions)}, field)[0];
}

// A table from the field to the digits, and whether any digits have the field.
FieldDigits TableDigits(Builder& build, const Factor& factor, const std::string& name,
                        const Signal& field) {
  const std::vector<NodeId> map = gray::EmbedFactor(factor).map;
  std::vector<int> maxima;
  for (const std::size_t axis : AxesOf(factor)) maxima.push_back(factor.lengths[axis] - 1);
  const std::size_t digits = maxima.size();
  maxima.push_back(1);  // whether any digits have the field
  std::vector<std::vector<int>> rows(std::size_t{1} << factor.dimensions,
                                     std::vector<int>(maxima.size(), 0));
  for (std::uint32_t n = 0; n < map.size(); ++n) {
    std::vector<int>& row = rows[map[n].index()];
    int rest = static_cast<int>(n);
    for (std::size_t i = digits; i-- > 0; rest /= maxima[i] + 1) row[i] = rest % (maxima[i] + 1);
    row.back() = 1;
  }
  const auto row_at = [&](const std::vector<int>& in) {
    return rows[static_cast<std::size_t>(in[0])];
  };
  Signals found = build.LookUp(name + "_digits", {field}, maxima, row_at);
  const Signal held = found.back();
  found.pop_back();
  return {std::move(found), map.size() == rows.size() ? True() : held};
}

}  // namespace

std::vector<std::size_t> AxesOf(const Factor& factor) {
  std::vector<std::size_t> axes;
  for (std::size_t a = 0; a < factor.lengths.size(); ++a) {
    if (factor.lengths[a] > 1) axes.push_back(a);
  }
  return axes;
}

std::string FactorTitle(const Factor& factor) {
  switch (factor.kind) {
    case FactorKind::kGrayCode: return "Gray codes on " + LengthsOf(factor);
    case FactorKind::kPlane: return "plane " + LengthsOf(factor);
    case FactorKind::kDirect: return "table of " + LengthsOf(factor);
  }
  return "";
}

Signal FieldLogic(Builder& build, const Factor& factor, const std::string& name,
                  const Signals& digits) {
  return factor.kind == FactorKind::kGrayCode ? GrayField(build, factor, digits)
                                              : TableField(build, factor, name, digits);
}

FieldDigits FieldDigitsLogic(Builder& build, const Factor& factor, const std::string& name,
                             const Signal& field) {
  return factor.kind == FactorKind::kGrayCode ? GrayDigits(build, factor, field)
                                              : TableDigits(build, factor, name, field);
}

// The idea: a ring goes along row 0 of its columns and comes back through the other rows, one
// column after the other from the last to the first. With two rows the way back is a subtraction.
// With four, the rest of the ring's number after row 0 is divided by 3: the quotient is the column,
// counted from the last, and the remainder the row, every second column upwards. Places that the
// ring leaves out are at the beginning of the way back, so their number is added before, and
// subtracted after. One exception: the last of three is number 4, and only places from there on
// shift for it.
//
// Through one copy a ring goes out over the even columns and back over the odd ones, so whether it
// is on its way back is the lowest bit of the column.
//
// Example: a ring of 5 in 2 columns of 4 leaves out places 0, 1 and 4 of the way back. Node 3 is
// number 1 of the way back, so place 3: the column before the last, its rows upwards, so row 3.
//
// Source: gray::RingPlaces; docs/spec/gray.md, Y6.1 and Y6.7.

namespace {

struct Ring {
  int length;
  int fold;
  int columns = CeilDiv(length, fold);
  int missing = columns * fold - length;

  std::string Name(const std::string& what) const {
    return fmt::format("{}_of_{}_by_{}", what, length, fold);
  }
  std::vector<int> PlaceMaxima() const { return {columns - 1, fold - 1}; }
  // The number to add on the way back for the places left out at its beginning.
  int Gap() const { return std::min(missing, 2); }
};

// x + offset; the offset may be negative.
Signal Moved(Builder& build, const Signal& x, int offset) {
  return offset < 0 ? build.Minus(x, -offset) : build.Plus(x, offset);
}

// The Gray code of 1, 2, 3, which is also its inverse; 0 stays.
Signal RowCode(Builder& build, const Signal& row) { return build.GrayCode(row, 2); }

// From the number to {column, 0}.
Signals Line(Builder& build, const Ring& ring, const Signal& node) {
  const int out = (ring.length + 1) / 2;
  const Signal back = build.AtLeast(node, out);
  const Signal half = build.Choose(back, build.SubtractFrom(ring.length - 1, node, out - 1),
                                   build.Low(node, out - 1));
  return {build.Low(build.MultiplyAdd(half, 2, back), ring.length - 1), {}};
}

// From the number to {column, row}.
Signals TwoRows(Builder& build, const Ring& ring, const Signal& node) {
  const Signal back = build.AtLeast(node, ring.columns);
  const Signal there = build.Low(node, ring.columns - 1);
  return {build.Choose(back, build.SubtractFrom(ring.length - 1, node, ring.columns - 1), there),
          back};
}

// From the number to {column, Gray code of the row}. The way back is divided by 3 as in the example
// above: the quotient is the column from the last, the remainder the row, reversed in every second
// column.
Signals FourRows(Builder& build, const Ring& ring, const Signal& node) {
  const Signal back = build.AtLeast(node, ring.columns);
  Signal place = Moved(build, node, ring.Gap() - ring.columns);
  if (ring.missing == 3) {
    const Signal next = build.Plus(place, 1);
    place = build.Choose(build.AtLeast(place, 4), next, place);
  }
  place = build.Low(place, 3 * ring.columns - 1);
  const auto [from_last, step] = build.Divide(place, 3);
  const Signal row = build.Plus(build.FlipIf(build.LowBits(from_last, 1), step, 2), 1);
  const Signal there = build.Low(node, ring.columns - 1);
  const Signal column =
      build.Choose(back, build.SubtractFrom(ring.columns - 1, from_last, ring.columns - 1), there);
  return {column, build.Choose(back, RowCode(build, row), {})};
}

// From the column to the number; there always is a node.
Signals LineBack(Builder& build, const Ring& ring, const Signal& column) {
  return {build.FlipIf(build.LowBits(column, 1), build.ShiftRight(column, 1), ring.length - 1),
          True()};
}

// From {column, row} to the number, and whether there is a node.
Signals TwoRowsBack(Builder& build, const Ring& ring, const RingCode& place) {
  const Signal node = build.FlipIf(place.row, place.column, ring.length - 1);
  if (ring.missing == 0) return {node, True()};
  if (ring.columns == 1) return {node, build.Not(place.row)};
  return {node, build.Not(build.All({place.row, build.Equals(place.column, ring.columns - 1)}))};
}

// The inverse of FourRows. A place that the ring leaves out is known by its number on the way back.
Signals FourRowsBack(Builder& build, const Ring& ring, const RingCode& place) {
  const Signal row = build.FromGrayCode(place.row);
  const Signal out = build.Equals(row, 0);
  const Signal from_last = build.SubtractFrom(ring.columns - 1, place.column, ring.columns - 1);
  const Signal row_back = build.Low(build.Minus(row, 1), 2);
  const Signal step = build.FlipIf(build.LowBits(from_last, 1), row_back, 2);
  const Signal back = build.MultiplyAdd(from_last, 3, step);
  Signal number = Moved(build, back, ring.columns - ring.Gap());
  Signals found;
  if (ring.Gap() > 0) found.push_back(build.AtLeast(back, ring.Gap()));
  if (ring.missing == 3 && back.max >= 4) {
    const Signal behind_gap = Moved(build, back, ring.columns - 3);
    number = build.Choose(build.AtLeast(back, 5), behind_gap, number);
    found.push_back(build.Not(build.Equals(back, 4)));
  }
  const Signal node = build.Low(build.Choose(out, place.column, number), ring.length - 1);
  return {node, found.empty() ? True() : build.Choose(out, True(), build.All(found))};
}

}  // namespace

// By formula or by table, whichever is estimated smaller.
RingCode RingPlaceLogic(Builder& build, int length, int fold, const Signal& node) {
  const Ring ring{length, fold};
  const std::vector<gray::RingPlace> places = gray::RingPlaces(length, fold);
  const auto function = [&](const std::vector<int>& in) {
    const gray::RingPlace& place = places[static_cast<std::size_t>(in[0])];
    return std::vector{
        place.column, static_cast<int>(gray::GrayFromIndex(static_cast<std::uint32_t>(place.row)))};
  };
  const auto formula = [&] {
    if (fold == 1) return Line(build, ring, node);
    return fold == 2 ? TwoRows(build, ring, node) : FourRows(build, ring, node);
  };
  const Signals found =
      build.Cheaper(ring.Name("ring_place"), {node}, ring.PlaceMaxima(), function, formula);
  return {found[0], found[1]};
}

// The table has {0, 0} for places without a node.
RingNode RingNodeLogic(Builder& build, int length, int fold, const RingCode& place) {
  const Ring ring{length, fold};
  const std::vector<gray::RingPlace> places = gray::RingPlaces(length, fold);
  const auto function = [&](const std::vector<int>& in) {
    const auto at = std::ranges::find_if(places, [&](const gray::RingPlace& p) {
      return p.column == in[0] &&
             static_cast<int>(gray::GrayFromIndex(static_cast<std::uint32_t>(p.row))) == in[1];
    });
    return at == places.end() ? std::vector{0, 0}
                              : std::vector{static_cast<int>(at - places.begin()), 1};
  };
  const auto formula = [&] {
    if (fold == 1) return LineBack(build, ring, place.column);
    return fold == 2 ? TwoRowsBack(build, ring, place) : FourRowsBack(build, ring, place);
  };
  const Signals found = build.Cheaper(ring.Name("ring_node"), {place.column, place.row},
                                      {length - 1, 1}, function, formula);
  return {found[0], ring.missing == 0 ? True() : found[1]};
}

}  // namespace toroid::address_units
