// The idea. A packet that holds a channel (a link's virtual channel) may wait for the next one of
// its route: a dependency. If no chain of dependencies closes a cycle, no set of packets can wait
// for each other in a circle. A dependency lies either within a line, from one hop to the next on
// the same axis, or at a turn, from an axis to a later one. Turns always lead to a later axis, so a
// cycle, if there is one, lies within a single line; and all lines of an axis are alike. So it is
// enough to sort each axis's line topologically and to count the rest:
//   dependencies = sum over axes a of (lines of a) * (dependencies of a line)
//                + sum over a < b of (nodes with given coordinates on a and b)
//                                    * (last hops on a) * (first hops on b)
// The second sum is exact: a node's coordinates on a and b are independent, and every way to arrive
// on a combines with every way to leave on b.
//
// A copied flit waits for several channels at once, and each is a dependency. On its way along an
// axis it takes hops of routes, and at each node it turns as some route does. So it only adds
// routes: by "+" half way round an even ring, from every coordinate.
//
// Example: ring:5 without the dateline. 0->1 waits for 1->2 (route 0 to 2), 1->2 for 2->3, ...,
// 4->0 for 0->1: a cycle. On ring:4 only even coordinates go two hops "+" (the tie, R2.3): 0->1
// waits for 1->2 and 2->3 for 3->0, but 1->2 for nothing: no cycle even so.
//
// Source: W. J. Dally and C. L. Seitz, "Deadlock-free message routing in multiprocessor
// interconnection networks", IEEE Trans. Computers C-36(5), 1987, theorem 1. Departure: the graph
// of the whole host is never built, so hosts of millions of nodes take no longer.
#include "gen/check/deadlock.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>

#include "gen/support/text.h"

namespace toroid {
namespace {

// One axis: coordinates, and hops that wrap.
class Line {
 public:
  Line(const Graph& host, Axis axis, const WhatIsRouted& what)
      : host_(host), axis_(axis), what_(what), length_(host.length(axis)) {}

  int length() const { return length_; }
  bool wraps() const { return host_.Wraps(axis_); }
  int channels_per_link() const { return wraps() && what_.dateline ? 2 : 1; }

  // The coordinate after a hop; nothing if there is no link.
  std::optional<int> Next(int from, Direction direction) const {
    const int to = from + (direction == Direction::kPlus ? 1 : -1);
    if (to >= 0 && to < length_) return to;
    return wraps() ? std::optional((to + length_) % length_) : std::nullopt;
  }

  // Hops from one coordinate to another in a direction.
  int Ahead(int from, int to, Direction direction) const {
    const int hops = direction == Direction::kPlus ? to - from : from - to;
    return wraps() ? (hops + length_) % length_ : hops;
  }

  // The channel of a hop of a packet that entered the axis at `entry`: 1 once the wrap link is
  // crossed (R3.2).
  LineChannel ChannelOf(int entry, int from, Direction direction) const {
    const int to = *Next(from, direction);
    const bool crossed = direction == Direction::kPlus ? to < entry : to > entry;
    return {from, direction, crossed && channels_per_link() == 2 ? 1 : 0};
  }

  // Whether a packet that enters at `entry` can make a hop from `from` in `direction` and end its
  // way on the axis at `end`.
  bool RouteEndsAfter(int entry, Direction direction, int from, int end) const {
    if (entry == end || Ahead(entry, from, direction) < 0 ||
        Ahead(entry, end, direction) <= Ahead(entry, from, direction))
      return false;
    const bool half = wraps() && 2 * Ahead(entry, end, direction) == length_;
    if (what_.copies && half && direction == Direction::kPlus) return true;  // BC2.3
    return host_.RouteDirection(axis_, entry, end) == direction;
  }

  // The entries to try for a hop from `from`. The nearer the entry, the farther a route can end:
  // entry + l/2 at most, one less where the tie is lost, which never falls as the entry moves on by
  // one. So for each channel the nearest entry stands for all: `from` itself where the wrap link is
  // not crossed yet, the last coordinate before the wrap link where it is.
  std::set<int> Entries(int from, Direction direction) const {
    return {from, direction == Direction::kPlus ? length_ - 1 : 0};
  }

 private:
  const Graph& host_;
  Axis axis_;
  WhatIsRouted what_;
  int length_;
};

// How packets use a hop from `from` in `direction`.
struct HopUse {
  std::set<LineChannel> lasts;
  std::set<LineChannel> firsts;
  std::set<LineDependency> dependencies;
};

// The use of a hop by packets of any entry to the line: the channel in which they hold it, whether
// it is the last of their route on this axis or also the first, and which channel of the next hop
// they wait for while holding it. Only routes as the router takes them count (RouteEndsAfter).
HopUse UseOf(const Line& line, int from, Direction direction) {
  HopUse use;
  const int middle = *line.Next(from, direction);
  const std::optional<int> end = line.Next(middle, direction);
  for (const int entry : line.Entries(from, direction)) {
    const LineChannel held = line.ChannelOf(entry, from, direction);
    if (line.RouteEndsAfter(entry, direction, from, middle)) {
      use.lasts.insert(held);
      if (entry == from) use.firsts.insert(held);
    }
    if (end && line.RouteEndsAfter(entry, direction, from, *end) &&
        line.Ahead(entry, *end, direction) == line.Ahead(entry, from, direction) + 2) {
      use.dependencies.insert({held, line.ChannelOf(entry, middle, direction)});
    }
  }
  return use;
}

// The dependencies of a line by dense channel numbers.
class LineGraph {
 public:
  LineGraph(const LineRoutes& routes, const Progress& progress)
      : routes_(routes),
        stage_(progress, "looking for cyclic dependencies", routes.channels.size()),
        size_(Number(routes.channels.back()) + 1),
        before_(size_),
        first_(size_ + 1) {
    for (const auto& [held, wanted] : routes.dependencies) {
      ++before_[Number(wanted)];
      ++first_[Number(held) + 1];
    }
    for (std::size_t i = 0; i < size_; ++i) first_[i + 1] += first_[i];
  }

  // The channels of a cycle in order, or nothing. Removes channels repeatedly on which no remaining
  // channel depends. Each remaining channel has a predecessor that remains, so walking backwards
  // over these must reach a channel seen before.
  std::vector<LineChannel> FindCycle() {
    if (TakeAwayFree() == routes_.channels.size()) return {};
    std::vector<const LineDependency*> into(size_, nullptr);
    const LineDependency* last = nullptr;
    for (const LineDependency& dependency : routes_.dependencies) {
      if (before_[Number(dependency.held)] == 0 || before_[Number(dependency.wanted)] == 0)
        continue;
      last = into[Number(dependency.wanted)] = &dependency;
    }
    assert(last != nullptr);
    std::vector<bool> seen(size_, false);
    LineChannel at = last->wanted;
    for (; !seen[Number(at)]; at = into[Number(at)]->held) seen[Number(at)] = true;
    std::vector<LineChannel> cycle = {at};
    for (LineChannel back = into[Number(at)]->held; back != at; back = into[Number(back)]->held)
      cycle.push_back(back);
    std::ranges::reverse(cycle);
    return cycle;
  }

 private:
  static std::size_t Number(const LineChannel& channel) {
    return static_cast<std::size_t>(channel.from) * 4 +
           static_cast<std::size_t>(channel.direction) * 2 +
           static_cast<std::size_t>(channel.channel);
  }

  // Returns how many it removed.
  std::size_t TakeAwayFree() {
    std::size_t taken = 0;
    std::vector<std::size_t> free;
    for (const LineChannel& channel : routes_.channels) {
      if (before_[Number(channel)] == 0) free.push_back(Number(channel));
    }
    while (!free.empty()) {
      const std::size_t channel = free.back();
      free.pop_back();
      ++taken;
      stage_.Tick();
      for (std::size_t i = first_[channel]; i < first_[channel + 1]; ++i) {
        const std::size_t next = Number(routes_.dependencies[i].wanted);
        if (--before_[next] == 0) free.push_back(next);
      }
    }
    return taken;
  }

  const LineRoutes& routes_;
  Stage stage_;
  std::size_t size_;
  std::vector<int> before_;         // dependencies on each channel from remaining channels
  std::vector<std::size_t> first_;  // where each channel's dependencies begin
};

// The links of the cycle on the line through node 0: "(0)+ -> (1)+ -> ... -> (0)+".
std::string CycleText(const Graph& host, Axis axis, const std::vector<LineChannel>& cycle) {
  const auto name = [&](const LineChannel& channel) {
    Coordinates at(static_cast<std::size_t>(host.axes()), 0);
    at[axis.index()] = channel.from;
    return host.NodeText(host.NodeAt(at)) + Sign(channel.direction);
  };
  constexpr std::size_t kMostLinks = 16;
  std::string text = fmt::format("links of axis {}, each waiting for the next: ", axis.value());
  for (std::size_t i = 0; i < cycle.size() && i < kMostLinks; ++i) text += name(cycle[i]) + " -> ";
  if (cycle.size() > kMostLinks) text += fmt::format("... ({} links) -> ", cycle.size());
  return text + name(cycle.front());
}

}  // namespace

// All hops of the line, both directions, by UseOf.
LineRoutes RoutesOnLine(const Graph& host, Axis axis, const WhatIsRouted& what,
                        const Progress& progress) {
  const Line line(host, axis, what);
  Stage stage(progress, "following routes", static_cast<std::uint64_t>(line.length()));
  LineRoutes routes;
  for (int from = 0; from < line.length(); ++from) {
    stage.Tick();
    for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
      if (!line.Next(from, direction)) continue;
      for (int channel = 0; channel < line.channels_per_link(); ++channel)
        routes.channels.push_back({from, direction, channel});
      const HopUse use = UseOf(line, from, direction);
      routes.lasts += use.lasts.size();
      routes.firsts += use.firsts.size();
      routes.dependencies.insert(routes.dependencies.end(), use.dependencies.begin(),
                                 use.dependencies.end());
    }
  }
  return routes;
}

// Dependencies between axes lead from lower axes to higher ones and so close no cycle. What is left
// is a cycle within one axis. All lines of an axis are alike, so one is searched and the rest
// counted: host.size() / length lines, and for two axes every last hop on the lower meets every
// first hop on the higher, at each node that they share.
ChannelGraph AnalyseChannels(const Graph& host, const WhatIsRouted& what,
                             const Progress& progress) {
  ChannelGraph graph;
  std::vector<LineRoutes> lines;
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const auto length = static_cast<std::uint64_t>(host.length(axis));
    lines.push_back(RoutesOnLine(host, axis, what, progress));
    graph.examined += lines.back().channels.size() + lines.back().dependencies.size();
    graph.channels += host.size() / length * lines.back().channels.size();
    graph.dependencies += host.size() / length * lines.back().dependencies.size();
    for (int earlier = 0; earlier < a; ++earlier) {
      const LineRoutes& from = lines[static_cast<std::size_t>(earlier)];
      const auto nodes =
          host.size() / (length * static_cast<std::uint64_t>(host.length(Axis{earlier})));
      graph.dependencies += nodes * from.lasts * lines.back().firsts;
    }
    if (graph.cycle.empty()) {
      if (const auto cycle = LineGraph(lines.back(), progress).FindCycle(); !cycle.empty())
        graph.cycle = CycleText(host, axis, cycle);
    }
  }
  return graph;
}

Finding CheckDeadlockFreedom(const Graph& host, const WhatIsRouted& what,
                             const Progress& progress) {
  const ChannelGraph graph = AnalyseChannels(host, what, progress);
  Finding finding;
  finding.what = "deadlock freedom of " + Counted(graph.channels, "channel") + " and " +
                 Counted(graph.dependencies, "dependency", "dependencies") +
                 (what.copies ? ", those of copied flits among them" : "") +
                 " (lines of an axis are alike, one of each is examined; turns lead "
                 "to later axes)";
  finding.holds = graph.cycle.empty();
  finding.items_checked = graph.examined;
  finding.item = "channel or dependency";
  finding.items = "channels and dependencies";
  finding.counterexample = graph.cycle;
  return finding;
}

}  // namespace toroid
