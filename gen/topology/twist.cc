// The idea. A twisted torus is the grid of all integer vectors, where two are the same node if they
// differ by whole rounds: a round of axis a is its length on a, less the shifts of its wrap. So to
// go from x to y is to go by y - x plus any rounds, and the shortest of these vectors is the way.
// No twisted axis is one that another moves along, so rounds of twisted axes are tried, a few each,
// and on the others the nearest of all rounds is taken.
//
// Example: twisted:4x8, from (0,0) to (2,5). No round: 2 links and -3. A round back on axis 0 is
// (-4,+4): (2,5) + (-4,4) = (-2,9), on axis 1 one link. So the distance is 3, where torus:4x8
// has 5.
//
// Does not apply to twists with a shortest vector that goes further on an axis than its length:
// then a route could cross a wrap twice, and two channels of a link would not do. They are refused.
//
// Source: J. M. Camara, M. Moreto, E. Vallejo, R. Beivide, J. Miguel-Alonso, C. Martinez, J.
// Navaridas, "Twisted torus topologies for enhanced interconnection networks", IEEE TPDS 21(12),
// 2010. Departure: any number of axes, and any shifts that pass the check.
#include "gen/topology/twist.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

int LengthOf(const Coordinates& vector) {
  return std::accumulate(vector.begin(), vector.end(), 0,
                         [](int sum, int links) { return sum + std::abs(links); });
}

bool IsTwistedAxis(const std::vector<Twist>& twists, int axis) {
  return std::ranges::any_of(twists, [&](const Twist& t) { return t.axis == Axis{axis}; });
}

// The vectors that lead as far as a given one and may be shortest. On twisted axes they go up to
// `reach` times the length; on others they take the nearest round, or both that are equally near.
class Ways {
 public:
  Ways(const std::vector<int>& lengths, const std::vector<Twist>& twists, int reach)
      : lengths_(lengths), twists_(twists), reach_(reach) {}

  // Calls visit(vector) for each.
  template <class Visit>
  void ForEach(Coordinates vector, Visit visit) const {
    Choose(vector, 0, true, visit);
  }

 private:
  // The rounds of the axis and those behind it: first of twisted axes, which move along the others.
  template <class Visit>
  void Choose(Coordinates& vector, std::size_t axis, bool twisted, Visit& visit) const {
    if (axis == lengths_.size()) {
      if (!twisted) return visit(std::as_const(vector));
      return Choose(vector, 0, false, visit);
    }
    if (IsTwistedAxis(twists_, static_cast<int>(axis)) != twisted || lengths_[axis] == 2)
      return Choose(vector, axis + 1, twisted, visit);
    const int length = lengths_[axis];
    const int most = twisted ? reach_ * length : length / 2;
    const Coordinates before = vector;
    const int first = ((vector[axis] + most) % length + length) % length - most;
    for (int links = first; links <= most; links += length) {
      vector = before;
      Move(vector, axis, (links - vector[axis]) / length);
      Choose(vector, axis + 1, twisted, visit);
    }
  }

  void Move(Coordinates& vector, std::size_t axis, int rounds) const {
    vector[axis] += rounds * lengths_[axis];
    for (const Twist& twist : twists_)
      if (twist.axis.index() == axis) vector[twist.along.index()] -= rounds * twist.shift;
  }

  const std::vector<int>& lengths_;
  const std::vector<Twist>& twists_;
  int reach_;
};

// An axis on which some shortest vector goes further than the axis is long.
std::optional<int> AxisGoneTooFar(const std::vector<int>& lengths,
                                  const std::vector<Twist>& twists) {
  Coordinates to(lengths.size(), 0);
  const auto next = [&] {  // counts through all nodes
    for (std::size_t a = lengths.size(); a-- > 0; to[a] = 0)
      if (++to[a] < lengths[a]) return true;
    return false;
  };
  while (next()) {
    int least = std::numeric_limits<int>::max();
    int least_far = std::numeric_limits<int>::max();
    int far = 0;
    Ways(lengths, twists, 2).ForEach(to, [&](const Coordinates& vector) {
      least = std::min(least, LengthOf(vector));
      for (std::size_t a = 0; a < lengths.size(); ++a) {
        if (std::abs(vector[a]) <= lengths[a] || LengthOf(vector) >= least_far) continue;
        least_far = LengthOf(vector);
        far = static_cast<int>(a);
      }
    });
    if (least_far <= least) return far;
  }
  return std::nullopt;
}

std::string TextOf(const Twist& twist) {
  return fmt::format("{}:{}:{}", twist.axis.value(), twist.along.value(), twist.shift);
}

// What is wrong with one twist, and what is allowed; the first is empty if nothing is.
std::pair<std::string, std::string> FaultOf(const std::vector<int>& lengths,
                                            const std::vector<Twist>& twists, std::size_t number) {
  const Twist& twist = twists[number];
  const auto& [axis, along, shift] = twist;
  const auto axes = static_cast<int>(lengths.size());
  for (const Axis named : {axis, along}) {
    if (named.value() < 0 || named.value() >= axes)
      return {fmt::format("there is no axis {}", named.value()),
              fmt::format("axes are 0 to {}", axes - 1)};
    if (lengths[named.index()] < 3)
      return {fmt::format("axis {} has length {} and does not wrap", named.value(),
                          lengths[named.index()]),
              "twisted are axes of length 3 or more, along such axes"};
  }
  if (axis == along) return {"an axis cannot be twisted along itself", "name two different axes"};
  const int length = lengths[along.index()];
  if (shift < 1 || shift >= length)
    return {fmt::format("{} is not a shift along an axis of length {}", shift, length),
            fmt::format("allowed are 1 to {}", length - 1)};
  if (IsTwistedAxis(twists, along.value()))
    return {fmt::format("axis {} is twisted itself", along.value()),
            "a wrap moves along axes that have no twist"};
  const bool again =
      std::any_of(twists.begin(), twists.begin() + static_cast<std::ptrdiff_t>(number),
                  [&](const Twist& t) { return t.axis == twist.axis && t.along == twist.along; });
  if (again) return {"the same two axes are named before", "name each pair of axes once"};
  return {};
}

}  // namespace

std::vector<Twist> UsualTwists(const std::vector<int>& lengths) {
  if (lengths.empty()) return {};
  const int n = std::ranges::min(lengths);
  if (n < 3 || n > static_cast<int>(Graph::kMostTwistedNodes) ||
      !std::ranges::all_of(lengths, [n](int l) { return l == n || l == 2 * n; }))
    return {};
  std::vector<Twist> twists;
  for (int a = 0; a < static_cast<int>(lengths.size()); ++a)
    for (int b = 0; b < static_cast<int>(lengths.size()); ++b)
      if (lengths[static_cast<std::size_t>(a)] == n && lengths[static_cast<std::size_t>(b)] > n)
        twists.push_back({Axis{a}, Axis{b}, n});
  return twists;
}

std::optional<std::vector<Twist>> ParseTwists(std::string_view text) {
  std::vector<Twist> twists;
  for (const std::string_view word : SplitAt(text, '/')) {
    const auto parts = SplitAt(word, ':');
    if (parts.size() != 3) return std::nullopt;
    const auto axis = NumberIn<int>(parts[0]);
    const auto along = NumberIn<int>(parts[1]);
    const auto shift = NumberIn<int>(parts[2]);
    if (!axis || !along || !shift) return std::nullopt;
    twists.push_back({Axis{*axis}, Axis{*along}, *shift});
  }
  return twists;
}

std::string ToString(const std::vector<Twist>& twists) {
  std::vector<std::string> words;
  for (const Twist& twist : twists) words.push_back(TextOf(twist));
  return Joined(words, "/");
}

Diagnostics DiagnosticsOf(const std::vector<int>& lengths, const std::vector<Twist>& twists,
                          const std::string& field, const std::string& value) {
  if (twists.empty())
    return {
        {field, value, "is not twisted unless it says how",
         "without twists allowed are lengths n and 2n, n at least 3, such as twisted:4x8; others "
         "name axis, axis and shift, such as twisted:4x16/0:1:8"}};
  Diagnostics found;
  for (std::size_t i = 0; i < twists.size(); ++i) {
    auto [what, allowed] = FaultOf(lengths, twists, i);
    if (!what.empty())
      found.push_back(
          {field, value, fmt::format("twist {}: {}", TextOf(twists[i]), what), std::move(allowed)});
  }
  if (!found.empty()) return found;
  const auto size = std::accumulate(
      lengths.begin(), lengths.end(), std::uint64_t{1},
      [](std::uint64_t nodes, int l) { return nodes * static_cast<std::uint64_t>(l); });
  if (size > Graph::kMostTwistedNodes)
    return {{field, value, fmt::format("has {} nodes", size),
             fmt::format("a twisted torus has at most {}, because its routers read tables",
                         Graph::kMostTwistedNodes)}};
  if (const auto axis = AxisGoneTooFar(lengths, twists))
    return {
        {field, value,
         fmt::format("has shortest routes that cross the wrap of axis {} twice", *axis),
         "take other shifts; half the length of the axis along which a wrap moves always does"}};
  return {};
}

void Graph::ThrowTwisted() {
  throw std::logic_error("a twisted torus has no routes of dimension order");
}

std::vector<Coordinates> Graph::ShortestVectors(NodeId from, NodeId to) const {
  Coordinates straight = CoordinatesOf(to);
  for (int a = 0; a < axes(); ++a)
    straight[static_cast<std::size_t>(a)] -= Coordinate(from, Axis{a});
  std::vector<Coordinates> shortest;
  int least = std::numeric_limits<int>::max();
  Ways(lengths_, twists_, 1).ForEach(straight, [&](const Coordinates& vector) {
    const int length = LengthOf(vector);
    if (length > least) return;
    if (length < least) shortest.clear();
    least = length;
    shortest.push_back(vector);
  });
  std::ranges::sort(shortest);
  shortest.erase(std::unique(shortest.begin(), shortest.end()), shortest.end());
  return shortest;
}

}  // namespace toroid
