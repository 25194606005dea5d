// Idea: count the flits that must cross a set of links, and divide by the number of links; each
// carries a flit in each cycle. Example, all-gather of blocks of 256 on torus:8x8: each node must
// receive 63 * 256 flits over its 4 links, so nothing takes less than 4032 cycles.
#include "gen/collective/bound.h"

#include <algorithm>
#include <array>
#include <utility>

namespace toroid {
namespace {

// The flits of all processes over all links may exceed 2^63.
__extension__ using Wide = __int128;

// The cycles of `flits` flits over `links` links.
Cycle Shared(Wide flits, std::int64_t links) {
  return static_cast<Cycle>((flits + links - 1) / links);
}

class Bounds {
 public:
  Bounds(const CollectiveTask& task, const Graph& host, Ports ports)
      : task_(task), host_(host), one_port_(ports == Ports::kOne) {}

  // Corners have the fewest links, and node 0 is one. If blocks have unequal sizes (CL1.3) it has
  // one of the smallest.
  Cycle Node() const {
    const NodeId node = HasRoot() && !AllReceive() ? task_.root : NodeId{0};
    const std::int64_t links = one_port_ ? 1 : LinksOf(node);
    switch (task_.kind) {
      case Collective::kReduceScatter: return Shared(flits() - flits() / size(), links);
      case Collective::kAllGather:
      case Collective::kGather:
      case Collective::kScatterBlocks:
      case Collective::kExchange: return Shared((size() - 1) * flits(), links);
      case Collective::kAllReduce:
      case Collective::kBroadcast:
      case Collective::kReduce: return Shared(flits(), links);
    }
    return 0;
  }

  // For each element of a sum all processes except one send something, and for each result all
  // except one receive something.
  Cycle Total() const {
    const std::int64_t resources = one_port_ ? size() : AllLinks();
    const std::int64_t once = (size() - 1) * flits();
    switch (task_.kind) {
      case Collective::kReduceScatter:
      case Collective::kBroadcast:
      case Collective::kReduce: return Shared(once, resources);
      case Collective::kAllReduce: return Shared(2 * once, resources);
      case Collective::kAllGather: return one_port_ ? once : Shared(Wide{size()} * once, resources);
      case Collective::kGather:
      case Collective::kScatterBlocks:
      case Collective::kExchange: return 0;  // never above the bound of a node, or of an axis
    }
    return 0;
  }

  // At best a block goes straight to its destination, so its links on each axis are known.
  Cycle OfAxis(Axis axis) const {
    if (task_.kind != Collective::kExchange) return 0;
    const std::int64_t l = host_.length(axis);
    const std::int64_t rows = size() / l;
    if (host_.Wraps(axis)) return Shared(Wide{rows * (l * l / 4)} * flits(), 2);
    return Shared(Wide{size() * (l + 1)} * flits(), 6);
  }

  // The cut with the first `near` nodes of the axis on one side.
  Cycle OfCut(Axis axis, std::int64_t near) const {
    const std::int64_t l = host_.length(axis);
    const std::int64_t rows = size() / l;
    const std::int64_t links = rows * (host_.Wraps(axis) ? 2 : 1);
    const std::int64_t far = l - near;
    const std::int64_t larger = std::max(near, far);
    switch (task_.kind) {
      case Collective::kReduceScatter: return Shared(larger * rows * (flits() / size()), links);
      case Collective::kAllGather: return Shared(larger * rows * flits(), links);
      case Collective::kAllReduce:
      case Collective::kBroadcast:
      case Collective::kReduce: return Shared(flits(), links);
      case Collective::kGather:
      case Collective::kScatterBlocks:
        return Shared(RootlessSide(axis, near) * rows * flits(), links);
      case Collective::kExchange:
        return Shared(Wide{near * far * rows} * flits(), host_.Wraps(axis) ? 2 : 1);
    }
    return 0;
  }

  Cycle Distance() const {
    Cycle links = 0;
    for (int a = 0; a < host_.axes(); ++a) {
      const Cycle l = host_.length(Axis{a});
      const Cycle x = HasRoot() ? host_.Coordinate(task_.root, Axis{a}) : 0;
      links += host_.Wraps(Axis{a}) ? l / 2 : std::max(x, l - 1 - x);
    }
    return links;
  }

 private:
  std::int64_t size() const { return host_.size(); }
  std::int64_t flits() const { return task_.flits; }
  bool HasRoot() const { return toroid::HasRoot(task_.kind); }
  // Whether all nodes receive, or all send, so that the node with the fewest links counts.
  bool AllReceive() const {
    return task_.kind == Collective::kBroadcast || task_.kind == Collective::kReduce;
  }

  std::int64_t LinksOf(NodeId node) const {
    std::int64_t links = 0;
    for (int a = 0; a < host_.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus})
        links += host_.Neighbour(node, Axis{a}, direction).has_value() ? 1 : 0;
    }
    return links;
  }

  std::int64_t AllLinks() const {
    std::int64_t links = 0;
    for (int a = 0; a < host_.axes(); ++a) {
      const std::int64_t l = host_.length(Axis{a});
      links += 2 * (size() / l) * (host_.Wraps(Axis{a}) ? l : l - 1);
    }
    return links;
  }

  // Nodes of the axis on the side without the root. On a ring a cut may be anywhere.
  std::int64_t RootlessSide(Axis axis, std::int64_t near) const {
    const std::int64_t l = host_.length(axis);
    if (host_.Wraps(axis)) return std::max(near, l - near);
    return host_.Coordinate(task_.root, axis) < near ? l - near : near;
  }

  const CollectiveTask& task_;
  const Graph& host_;
  bool one_port_;
};

// The bounds with their names; the first of equal ones counts.
std::array<std::pair<Cycle, std::string_view>, 5> NamedBounds(const TaskBound& bound) {
  return {{{bound.node, "a node's links or port"},
           {bound.total, "all links or ports"},
           {bound.axis, "the links of an axis"},
           {bound.cut, "a cut"},
           {bound.latency, "latency"}}};
}

}  // namespace

Cycle TaskBound::cycles() const {
  Cycle most = 0;
  for (const auto& [cycles, name] : NamedBounds(*this)) most = std::max(most, cycles);
  return most;
}

std::string_view TaskBound::reason() const {
  const auto all = NamedBounds(*this);
  return std::ranges::max_element(all, {}, &std::pair<Cycle, std::string_view>::first)->second;
}

TaskBound BoundOf(const CollectiveTask& task, const Graph& host, Ports ports, Cycle interface,
                  bool in_network) {
  const Bounds bounds(task, host, ports);
  TaskBound bound{.node = bounds.Node(),
                  .total = in_network ? Bounds(task, host, Ports::kAll).Total() : bounds.Total(),
                  .latency = bounds.Distance() + interface};
  for (int a = 0; a < host.axes(); ++a) {
    bound.axis = std::max(bound.axis, bounds.OfAxis(Axis{a}));
    for (int near = 1; near < host.length(Axis{a}); ++near)
      bound.cut = std::max(bound.cut, bounds.OfCut(Axis{a}, near));
  }
  return bound;
}

}  // namespace toroid
