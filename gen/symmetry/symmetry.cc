// A symmetry's number is written in mixed radix, a digit for each choice.
#include "gen/symmetry/symmetry.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "gen/support/text.h"

namespace toroid::symmetry {
namespace {

int Mirrored(bool mirrored, int x, int length) { return mirrored ? length - 1 - x : x; }

void Append(std::string& text, const std::string& part) {
  text += (text.empty() ? "" : ", ") + part;
}

}  // namespace

bool Symmetry::IsIdentity() const {
  for (std::size_t a = 0; a < from.size(); ++a) {
    if (from[a].index() != a || mirrored[a] || shift[a] != 0) return false;
  }
  return true;
}

NodeId Symmetry::Move(const Graph& host, NodeId node) const {
  Coordinates moved(from.size());
  for (std::size_t a = 0; a < from.size(); ++a) {
    const int length = host.lengths()[a];
    moved[a] = (shift[a] + Mirrored(mirrored[a], host.Coordinate(node, from[a]), length)) % length;
  }
  return host.NodeAt(moved);
}

// From y = t + x follows x = -t + y, and from y = t + (l - 1 - x) follows x = t + (l - 1 - y).
Symmetry Symmetry::Inverse(const Graph& host) const {
  Symmetry inverse = *this;
  for (std::size_t a = 0; a < from.size(); ++a) {
    const std::size_t back = from[a].index();
    const int length = host.lengths()[a];
    inverse.from[back] = Axis{static_cast<int>(a)};
    inverse.mirrored[back] = mirrored[a];
    inverse.shift[back] = mirrored[a] ? shift[a] : (length - shift[a]) % length;
  }
  return inverse;
}

std::string Symmetry::Text() const {
  std::string text;
  std::vector<std::string> turned, flipped;
  for (std::size_t a = 0; a < from.size(); ++a) {
    if (from[a].index() != a) turned.push_back(fmt::format("axis {} takes {}", a, from[a].index()));
    if (mirrored[a]) flipped.push_back(fmt::format("{}", a));
  }
  if (turned.size() == 2) {
    const auto first = std::ranges::find_if(from, [&](const Axis& axis) {
      return axis.index() != static_cast<std::size_t>(&axis - from.data());
    });
    Append(text, fmt::format("axes {} and {} exchanged", first - from.begin(), first->index()));
  } else if (!turned.empty()) {
    Append(text, "axes exchanged (" + Joined(turned, ", ") + ")");
  }
  if (!flipped.empty())
    Append(text, fmt::format("mirrored along {} {}", flipped.size() == 1 ? "axis" : "axes",
                             Joined(flipped, ", ")));
  std::vector<std::string> shifted;
  for (std::size_t a = 0; a < shift.size(); ++a) {
    if (shift[a] != 0) shifted.push_back(fmt::format("by {} along axis {}", shift[a], a));
  }
  if (!shifted.empty()) Append(text, "shifted " + Joined(shifted, " and "));
  return text.empty() ? "none" : text;
}

Symmetries::Symmetries(const Graph& host) : host_(host) {
  const int axes = host.axes();
  for (int a = 0; a < axes; ++a) {
    std::uint64_t alike = 0;  // this axis and those after it, of which it takes one
    for (int b = a; b < axes; ++b) alike += AreAlike(Axis{a}, Axis{b}) ? 1 : 0;
    choices_.push_back(alike);
  }
  choices_.insert(choices_.end(), static_cast<std::size_t>(axes), 2);
  for (int a = 0; a < axes; ++a)
    choices_.push_back(host.Wraps(Axis{a}) ? static_cast<std::uint64_t>(host.length(Axis{a})) : 1);
  for (const std::uint64_t choices : choices_)
    count_ = count_ >= kUncounted / choices ? kUncounted : count_ * choices;
}

Symmetry Symmetries::At(std::uint64_t number) const {
  const auto axes = static_cast<std::size_t>(host_.axes());
  std::vector<std::uint64_t> digits(choices_.size());
  for (std::size_t i = choices_.size(); i-- > 0;) {
    digits[i] = number % choices_[i];
    number /= choices_[i];
  }
  Symmetry symmetry{{}, std::vector<bool>(axes), Coordinates(axes)};
  std::vector<bool> taken(axes);
  for (std::size_t a = 0; a < axes; ++a) {
    std::uint64_t left = digits[a];
    std::size_t b = 0;
    // the digit counts the axes of its kind that are still there
    while (taken[b] || !AreAlike(Axis{static_cast<int>(a)}, Axis{static_cast<int>(b)}) ||
           left-- > 0)
      ++b;
    taken[b] = true;
    symmetry.from.push_back(Axis{static_cast<int>(b)});
    symmetry.mirrored[a] = digits[axes + a] == 1;
    symmetry.shift[a] = static_cast<int>(digits[2 * axes + a]);
  }
  return symmetry;
}

}  // namespace toroid::symmetry
