// The idea: on one axis a path is a run of neighbouring links. It is noted at its two ends only (+1 where the run starts, -1 behind its
// end), and one sweep along each line of the host turns the notes into loads. So a path costs the same however long it is. Example: the
// runs 1..3 and 2..4 on a line of five are the notes 0 +1 +1 0 -1, hence the loads 0 1 2 2 1.
//
// Source: xor paper IV.E. Departure: for paths that use several axes the paper does not say which shortest path carries the node load; here
// it is the dimension-order one. On each axis a tie goes "+" from the lower end, which is what reproduces Table I.
#include "gen/metrics/loads.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "gen/metrics/edges.h"

namespace toroid {
namespace {

// One host axis, seen from node indices.
struct AxisView {
  const Graph& host;
  Axis axis;
  std::uint32_t stride;  // index step of the axis
  int length;

  int Coordinate(NodeId node) const { return host.Coordinate(node, axis); }
};

AxisView ViewOf(const Graph& host, Axis axis) {
  std::uint32_t stride = 1;
  for (int a = axis.value() + 1; a < host.axes(); ++a) stride *= static_cast<std::uint32_t>(host.length(Axis{a}));
  return {host, axis, stride, host.length(axis)};
}

// The part of a dimension-order path on one axis: `links` links from coordinate `from` in `direction`. `line` is the node index of
// coordinate 0 of the line they are on.
struct Run {
  std::uint32_t line;
  int from;
  int links;
  Direction direction;
};

// When a path comes to an axis, the axes before it are corrected already and those behind it are not.
Run RunOf(const AxisView& view, NodeId from, NodeId to, Direction direction) {
  const std::uint32_t span = view.stride * static_cast<std::uint32_t>(view.length);
  const std::uint32_t line = to.value() / span * span + from.value() % view.stride;
  const int x = view.Coordinate(from);
  return {line, x, view.host.AxisDistance(view.axis, x, view.Coordinate(to)), direction};
}

// The run of a message, as it is routed.
Run MessageRun(const AxisView& view, NodeId from, NodeId to) {
  return RunOf(view, from, to, view.host.RouteDirection(view.axis, view.Coordinate(from), view.Coordinate(to)));
}

// The run that carries an edge's node load; `from` holds the lower guest node.
Run LoadRun(const AxisView& view, NodeId from, NodeId to) {
  const Run run = MessageRun(view, from, to);
  const bool tie = view.host.Wraps(view.axis) && 2 * run.links == view.length;
  return tie ? Run{run.line, run.from, run.links, Direction::kPlus} : run;
}

// Counts on the lines of one axis, one for each host node.
class LineCounts {
 public:
  explicit LineCounts(const AxisView& view) : view_(view), notes_(view.host.size(), 0) {}

  // One more on the `count` coordinates from `first` on, wrapping; first in -length .. length, count in 1 .. length.
  void Add(std::uint32_t line, int first, int count) {
    assert(count >= 1 && count <= view_.length);
    first = (first + view_.length) % view_.length;
    const int end = first + count;
    Note(line, first, 1);
    if (end > view_.length) Note(line, 0, 1);
    if (end != view_.length) Note(line, end % view_.length, -1);
  }

  // Turns the notes into counts. Rising index visits each line from its coordinate 0 on.
  const std::vector<std::int32_t>& Sweep() {
    for (std::uint32_t n = 0; n < notes_.size(); ++n) {
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

// All that is counted on one axis. Links are counted at the node they leave.
struct AxisCounts {
  LineCounts entered;               // nodes entered by the node-load paths, their last ones included
  std::array<LineCounts, 2> links;  // by direction

  explicit AxisCounts(const AxisView& view) : entered(view), links{LineCounts(view), LineCounts(view)} {}

  void AddMessage(const Run& run) {
    if (run.direction == Direction::kPlus) {
      links[0].Add(run.line, run.from, run.links);
    } else {
      links[1].Add(run.line, run.from - run.links + 1, run.links);
    }
  }
  void AddPath(const Run& run) {
    entered.Add(run.line, run.direction == Direction::kPlus ? run.from + 1 : run.from - run.links, run.links);
  }
};

AxisCounts CountAxis(const Embedding& embedding, const AxisView& view) {
  AxisCounts counts(view);
  for (int g = 0; g < embedding.guest().axes(); ++g) {
    ForEachEdge(embedding.guest(), Axis{g}, [&](GuestEdge edge) {
      const NodeId low = embedding.HostOf(edge.low);
      const NodeId high = embedding.HostOf(edge.high);
      if (view.Coordinate(low) == view.Coordinate(high)) return;
      counts.AddPath(LoadRun(view, low, high));
      counts.AddMessage(MessageRun(view, low, high));
      counts.AddMessage(MessageRun(view, high, low));
    });
  }
  return counts;
}

// Takes the paths' last nodes out of the count of entered ones.
void RemoveEnds(const Embedding& embedding, std::vector<std::uint32_t>& node_loads) {
  for (int g = 0; g < embedding.guest().axes(); ++g) {
    ForEachEdge(embedding.guest(), Axis{g}, [&](GuestEdge edge) { --node_loads[embedding.HostOf(edge.high).index()]; });
  }
}

}  // namespace

Loads MeasureLoads(const Embedding& embedding) {
  const Graph& host = embedding.host();
  Loads loads;
  loads.node.assign(host.size(), 0);
  for (int a = 0; a < host.axes(); ++a) {
    AxisCounts counts = CountAxis(embedding, ViewOf(host, Axis{a}));
    const std::vector<std::int32_t>& entered = counts.entered.Sweep();
    for (std::uint32_t n = 0; n < host.size(); ++n) loads.node[n] += static_cast<std::uint32_t>(entered[n]);
    for (LineCounts& links : counts.links) {
      loads.link_max = std::max(loads.link_max, static_cast<std::uint64_t>(std::ranges::max(links.Sweep())));
    }
  }
  RemoveEnds(embedding, loads.node);
  return loads;
}

}  // namespace toroid
