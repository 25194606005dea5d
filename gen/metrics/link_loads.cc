// As in loads.cc each axis records a route only at its two ends: its weight where it starts, and
// minus that weight behind its end. Prefix sums along the lines turn these notes into loads.
#include "gen/metrics/link_loads.h"

#include <cassert>
#include <utility>

namespace toroid {

LinkLoads::LinkLoads(const Graph& host)
    : host_(host), strides_(host.lengths().size(), 1), notes_(host.LinkIndexBound(), 0) {
  assert(host.size() <= kMostNodes);
  if (host.size() <= kMostCounted) pairs_.resize(std::size_t{host.size()} * host.size());
  for (std::size_t a = strides_.size() - 1; a > 0; --a)
    strides_[a - 1] = strides_[a] * static_cast<std::uint32_t>(host.lengths()[a]);
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (const int x : host.CoordinatesOf(NodeId{n})) coordinates_.push_back(x);
  }
}

LinkLoads::LinkLoads(const Graph& host, OtherRoutes routes) : LinkLoads(host) {
  routes_ = std::move(routes);
  pairs_.resize(std::size_t{host.size()} * host.size());
}

// On an axis the route leaves the nodes of coordinates first, ..., end - 1, around a wrap if need
// be; one that runs by "-" leaves those above its end up to its start.
void LinkLoads::Note(Notes& notes, std::uint32_t from, std::uint32_t to,
                     std::uint64_t weight) const {
  const auto more = static_cast<std::int64_t>(weight);
  const std::size_t axes = strides_.size();
  std::uint32_t node = from;
  for (std::size_t a = 0; a < axes; ++a) {
    const int x = coordinates_[from * axes + a];
    const int y = coordinates_[to * axes + a];
    if (x == y) continue;
    const Axis axis{static_cast<int>(a)};
    const Direction direction = host_.RouteDirection(axis, x, y);
    const bool plus = direction == Direction::kPlus;
    const int length = host_.length(axis);
    const int first = plus ? x : (y + 1) % length;
    const int end = plus ? y : (x + 1) % length;
    const std::uint32_t line = node - static_cast<std::uint32_t>(x) * strides_[a];
    const auto note = [&](int coordinate, std::int64_t change) {
      const std::uint32_t at = line + static_cast<std::uint32_t>(coordinate) * strides_[a];
      notes[At(at, a, static_cast<std::size_t>(direction))] += change;
    };
    note(first, more);
    if (end < first) note(0, more);
    if (end < first || end > first) note(end, -more);
    node = line + static_cast<std::uint32_t>(y) * strides_[a];
  }
}

std::vector<LinkLoad> LinkLoads::LoadedByRoutes() const {
  std::vector<std::uint64_t> loads(host_.LinkIndexBound());
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (pairs_[pair] == 0) continue;
    const NodeId from{static_cast<std::uint32_t>(pair / host_.size())};
    const NodeId to{static_cast<std::uint32_t>(pair % host_.size())};
    for (const Hop& hop : routes_->route(from, to)) loads[host_.LinkIndex(hop)] += pairs_[pair];
  }
  std::vector<LinkLoad> loaded;
  for (std::uint32_t n = 0; n < host_.size(); ++n) {
    for (int a = 0; a < host_.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const std::uint64_t load = loads[host_.LinkIndex({NodeId{n}, Axis{a}, direction})];
        if (load > 0)
          loaded.push_back({NodeId{n}, *host_.Neighbour(NodeId{n}, Axis{a}, direction), load});
      }
    }
  }
  return loaded;
}

std::vector<LinkLoad> LinkLoads::Loaded() const {
  if (routes_) return LoadedByRoutes();
  Notes loads = notes_;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (pairs_[pair] == 0) continue;
    Note(loads, static_cast<std::uint32_t>(pair / host_.size()),
         static_cast<std::uint32_t>(pair % host_.size()), pairs_[pair]);
  }
  std::vector<LinkLoad> loaded;
  loaded.reserve(links());
  for (std::uint32_t n = 0; n < host_.size(); ++n) {
    for (std::size_t a = 0; a < strides_.size(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const std::size_t at = At(n, a, static_cast<std::size_t>(direction));
        if (coordinates_[n * strides_.size() + a] > 0)
          loads[at] += loads[at - strides_[a] * strides_.size() * 2];
        if (loads[at] == 0) continue;
        const auto to = host_.Neighbour(NodeId{n}, Axis{static_cast<int>(a)}, direction);
        assert(to);
        loaded.push_back({NodeId{n}, *to, static_cast<std::uint64_t>(loads[at])});
      }
    }
  }
  return loaded;
}

std::uint64_t LinkLoads::links() const {
  if (routes_) return routes_->links;
  std::uint64_t links = 0;
  for (int a = 0; a < host_.axes(); ++a) {
    const auto length = static_cast<std::uint64_t>(host_.length(Axis{a}));
    links += 2 * (host_.size() / length) * (host_.Wraps(Axis{a}) ? length : length - 1);
  }
  return links;
}

}  // namespace toroid
