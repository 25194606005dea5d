// A Gray code is the xor of neighbouring bits; its inverse is the xor of all bits from one up.
// Direct meshes and planes are tables of their own few bits. Example: 3x5 has a table of five bits,
// two and three, to four.
//
// Tables need no bound: hosts in hardware have at most ten axes, so a plane has at most 1024 nodes
// and, because Gray codes do not fit, eleven bits. Source: docs/spec/gray.md, Y2.1, Y3.1, Y4.
#include <fmt/core.h>

#include "gen/address_units/gray_unit.h"

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

}  // namespace toroid::address_units
