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

#include "gen/metrics/edges.h"

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

// The run of a message, as it is routed.
Run MessageRun(const AxisView& view, const Crossing& c) {
  return {c.line, c.from, view.host.AxisDistance(view.axis, c.from, c.to),
          view.host.RouteDirection(view.axis, c.from, c.to)};
}

// The run that carries an edge's node load, given the run of the message from the lower guest node.
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

// The counts on one axis. Links are counted at the node they leave.
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

}  // namespace toroid
