// The idea: on one axis a path is a run of neighbouring links. Only its two ends are noted (+1
// where the run starts, -1 behind its end), and one sweep along each line of the host turns the
// notes into loads. So the time for a path does not depend on its length. Example: the runs 1..3
// and 2..4 on a line of five are the notes 0 +1 +1 0 -1, hence the loads 0 1 2 2 1.
//
// Source: xor paper IV.E. Departure: for paths that use several axes the paper does not say which
// shortest path carries the node load; here it is the dimension-order one. On each axis a tie goes
// "+" from the lower end, which is what reproduces Table I.
#include "gen/metrics/loads.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "gen/metrics/metrics.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

// One host axis in terms of node indices.
struct AxisView {
  const Graph& host;
  Axis axis;
  std::uint32_t stride;  // index step of the axis
  int length;

  int Coordinate(NodeId node) const { return host.Coordinate(node, axis); }
};

// Strides as in Graph: the last axis has 1.
AxisView ViewOf(const Graph& host, Axis axis) {
  std::uint32_t stride = 1;
  for (int a = axis.value() + 1; a < host.axes(); ++a)
    stride *= static_cast<std::uint32_t>(host.length(Axis{a}));
  return {host, axis, stride, host.length(axis)};
}

// The part of a dimension-order path on one axis: `links` links from coordinate `from` in
// `direction`. `line` is the node index of coordinate 0 of the line they are on.
struct Run {
  std::uint32_t line;
  int from;
  int links;
  Direction direction;
};

// Where a path enters and leaves an axis. When it enters, the axes before it are corrected and
// those behind it are not.
struct Crossing {
  std::uint32_t line;
  int from;
  int to;
};

std::uint32_t LineOf(const AxisView& view, NodeId from, NodeId to) {
  const std::uint32_t span = view.stride * static_cast<std::uint32_t>(view.length);
  return to.value() - to.value() % span + from.value() % view.stride;
}

// Returns the run of a message as it is routed.
Run MessageRun(const AxisView& view, const Crossing& c) {
  return {c.line, c.from, view.host.AxisDistance(view.axis, c.from, c.to),
          view.host.RouteDirection(view.axis, c.from, c.to)};
}

// Returns the run that counts for an edge's node load; `run` is the message from the lower end.
Run LoadRun(const AxisView& view, Run run) {
  if (view.host.Wraps(view.axis) && 2 * run.links == view.length) run.direction = Direction::kPlus;
  return run;
}

// Counts on the lines of one axis, one for each host node.
class LineCounts {
 public:
  explicit LineCounts(const AxisView& view) : view_(view), notes_(view.host.size(), 0) {}

  // Adds one to the `count` coordinates from `first` on, wrapping; first in -length .. length,
  // count in 1 .. length.
  void Add(std::uint32_t line, int first, int count) {
    assert(count >= 1 && count <= view_.length);
    if (first < 0) first += view_.length;
    if (first >= view_.length) first -= view_.length;
    const int end = first + count;
    Note(line, first, 1);
    if (end > view_.length) Note(line, 0, 1);
    if (end != view_.length) Note(line, end > view_.length ? end - view_.length : end, -1);
  }

  // Turns the notes into counts. Rising index visits each line from its coordinate 0 on.
  const std::vector<std::int32_t>& Sweep(Stage& stage) {
    for (std::uint32_t n = 0; n < notes_.size(); ++n) {
      stage.Tick(0);
      if (view_.Coordinate(NodeId{n}) > 0) notes_[n] += notes_[n - view_.stride];
    }
    return notes_;
  }

 private:
  void Note(std::uint32_t line, int coordinate, std::int32_t change) {
    notes_[line + static_cast<std::uint32_t>(coordinate) * view_.stride] += change;
  }
  AxisView view_;
  std::vector<std::int32_t> notes_;
};

// The counts on one axis. A link counts at the node that it leaves.
struct AxisCounts {
  // nodes entered by the node-load paths, including their last ones
  LineCounts entered;
  std::array<LineCounts, 2> links;  // by direction

  explicit AxisCounts(const AxisView& view)
      : entered(view), links{LineCounts(view), LineCounts(view)} {}

  // A link is counted at the node it leaves, so a run by "-" begins one node further on.
  void AddMessage(const Run& run) {
    if (run.direction == Direction::kPlus) {
      links[0].Add(run.line, run.from, run.links);
    } else {
      links[1].Add(run.line, run.from - run.links + 1, run.links);
    }
  }
  // Nodes that the path enters: all but its first.
  void AddPath(const Run& run) {
    entered.Add(run.line, run.direction == Direction::kPlus ? run.from + 1 : run.from - run.links,
                run.links);
  }
};

// Every guest edge's part on one host axis.
AxisCounts CountAxis(const Graph& guest, std::span<const NodeId> forward, const AxisView& view,
                     Stage& stage) {
  AxisCounts counts(view);
  for (int g = 0; g < guest.axes(); ++g) {
    ForEachEdge(guest, Axis{g}, stage, [&](GuestEdge edge) {
      const NodeId low = forward[edge.low.index()];
      const NodeId high = forward[edge.high.index()];
      const int x = view.Coordinate(low);
      const int y = view.Coordinate(high);
      if (x == y) return;
      const Run there = MessageRun(view, {LineOf(view, low, high), x, y});
      counts.AddMessage(there);
      counts.AddMessage(MessageRun(view, {LineOf(view, high, low), y, x}));
      counts.AddPath(LoadRun(view, there));
    });
  }
  return counts;
}

// Removes the paths' last nodes from the count of entered ones.
void RemoveEnds(const Graph& guest, std::span<const NodeId> forward,
                std::vector<std::uint32_t>& node_loads, Stage& stage) {
  for (int g = 0; g < guest.axes(); ++g) {
    ForEachEdge(guest, Axis{g}, stage, [&](GuestEdge edge) {
      const NodeId end = forward[edge.high.index()];
      if (forward[edge.low.index()] != end) --node_loads[end.index()];
    });
  }
}

}  // namespace

// For each host axis the paths of all guest edges are counted as beginnings and ends of intervals
// on its lines, and one sweep per line turns these into loads. So time grows with nodes times axes
// of guest and host, not with the paths' lengths.
Loads MeasureLoads(const Graph& guest, const Graph& host, std::span<const NodeId> forward,
                   const Progress& progress) {
  const int rounds = (host.axes() + 1) * guest.axes();
  Stage stage(progress, "measuring loads", static_cast<std::uint64_t>(rounds) * guest.size());
  Loads loads;
  loads.node.assign(host.size(), 0);
  for (int a = 0; a < host.axes(); ++a) {
    AxisCounts counts = CountAxis(guest, forward, ViewOf(host, Axis{a}), stage);
    const std::vector<std::int32_t>& entered = counts.entered.Sweep(stage);
    for (std::uint32_t n = 0; n < host.size(); ++n)
      loads.node[n] += static_cast<std::uint32_t>(entered[n]);
    for (LineCounts& links : counts.links) {
      loads.link_max = std::max(loads.link_max,
                                static_cast<std::uint64_t>(std::ranges::max(links.Sweep(stage))));
    }
  }
  RemoveEnds(guest, forward, loads.node, stage);
  return loads;
}

Loads MeasureLoads(const Graph& guest, const Graph& host, std::span<const NodeId> forward,
                   const OtherRoutes& others) {
  Loads loads;
  loads.node.assign(host.size(), 0);
  std::vector<std::uint64_t> links(host.LinkIndexBound(), 0);
  for (int g = 0; g < guest.axes(); ++g) {
    ForEachEdge(guest, Axis{g}, [&](GuestEdge edge) {
      const NodeId low = forward[edge.low.index()];
      const NodeId high = forward[edge.high.index()];
      for (const Hop& hop : others.route(low, high)) {
        ++links[host.LinkIndex(hop)];
        if (hop.node != low) ++loads.node[hop.node.index()];
      }
      for (const Hop& hop : others.route(high, low)) ++links[host.LinkIndex(hop)];
    });
  }
  loads.link_max = std::ranges::max(links);
  return loads;
}

// As above, each axis records a route only at its two ends: its weight where it starts, and
// minus that weight behind its end. Prefix sums along the lines turn these notes into loads.
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
  loaded.reserve(SizeOf(links()));
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
