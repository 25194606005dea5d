// A symmetry takes straight routes to straight routes, so it is enough to move the few dead links
// back and to see which guest edges are there. Other routes may become other ones, as dimension
// order knows the axes apart and decides by parity half way round; they are walked anew.
#include "gen/symmetry/guest_place.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

#include "gen/topology/numbering.h"

namespace toroid::symmetry {
namespace {

using degraded::DegradedHost;

struct Ends {
  NodeId low, high;  // host nodes
};

class PlaceFinder {
 public:
  PlaceFinder(const Embedding& guest, const DegradedHost& degraded)
      : guest_(guest), host_(degraded.host()), dead_(host_.LinkIndexBound()) {
    FindDead(degraded);
    FindEdges();
    IndexStraight();
  }

  GuestPlace Find(const Progress& progress) {
    const Symmetries all(host_);
    const std::uint64_t most = std::max<std::uint64_t>(1, kMostRoutes / (2 * loose_.size() + 1));
    const std::uint64_t tries = std::min({all.count(), kMostTried, most});
    Stage stage(progress, "trying symmetries", tries);
    GuestPlace best;
    std::size_t fewest = edges_.size() + 1;  // edges that meet what is dead, of the best one
    for (std::uint64_t number = 0; number < tries; ++number, stage.Tick()) {
      best.tried = number + 1;
      const Symmetry symmetry = all.At(number);
      const std::uint64_t under = DeadUnderGuest(symmetry);
      if (number > 0 && under > best.dead_under_guest) continue;
      if (number == 0 || under < best.dead_under_guest) {
        best.dead_under_guest = under;
        best.number = number;
        fewest = edges_.size() + 1;
      }
      const std::size_t count = under > 0 ? fewest : CountMeeting(symmetry, fewest);
      if (count == fewest) continue;
      best.number = number;
      fewest = count;
      if (count == 0) break;
    }
    best.symmetries = all.count();
    best.symmetry = all.At(best.number);
    CountMeeting(best.symmetry, edges_.size() + 1);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (marked_[e] == mark_) best.meeting.push_back(edges_[e]);
    }
    return best;
  }

 private:
  // A hop into a dead node is over a dead link.
  void FindDead(const DegradedHost& degraded) {
    for (std::uint32_t n = 0; n < host_.size(); ++n) {
      if (!degraded.IsAlive(NodeId{n})) dead_nodes_.push_back(NodeId{n});
      int number = 0;
      for (const LinkPort& port : LinkPortsOf(host_)) {
        const auto to = SendsTo(host_, NodeId{n}, port);
        if (to && !degraded.Next(NodeId{n}, number)) {
          dead_links_.push_back({NodeId{n}, *to});
          dead_[host_.LinkIndex({NodeId{n}, port.axis, DirectionOf(host_, NodeId{n}, port)})] =
              true;
        }
        ++number;
      }
    }
  }

  void FindEdges() {
    for (int axis = 0; axis < guest_.guest().axes(); ++axis) {
      ForEachEdge(guest_.guest(), Axis{axis}, [&](GuestEdge edge) {
        const Ends ends = {guest_.HostOf(edge.low), guest_.HostOf(edge.high)};
        if (ends.low == ends.high) return;
        if (!IsStraight(ends)) loose_.push_back(edges_.size());
        edges_.push_back(edge);
        ends_.push_back(ends);
      });
    }
    marked_.assign(edges_.size(), 0);
  }

  // Whether both routes are along one axis, and in either direction the only shortest ones.
  bool IsStraight(const Ends& ends) const {
    int axes = 0;
    for (int a = 0; a < host_.axes(); ++a) {
      const Axis axis{a};
      const int from = host_.Coordinate(ends.low, axis);
      const int to = host_.Coordinate(ends.high, axis);
      if (from == to) continue;
      ++axes;
      if (host_.Wraps(axis) && 2 * host_.AxisDistance(axis, from, to) == host_.length(axis))
        return false;
    }
    return axes == 1;
  }

  // By link: the straight edges whose routes take it.
  void IndexStraight() {
    std::vector<std::pair<std::size_t, std::size_t>> uses;
    std::size_t next_loose = 0;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (next_loose < loose_.size() && loose_[next_loose] == e) {
        ++next_loose;
        continue;
      }
      const auto [low, high] = ends_[e];
      for (const Hop& hop : host_.Route(low, high)) uses.emplace_back(host_.LinkIndex(hop), e);
      for (const Hop& hop : host_.Route(high, low)) uses.emplace_back(host_.LinkIndex(hop), e);
    }
    std::ranges::sort(uses);
    first_.assign(host_.LinkIndexBound() + 1, 0);
    for (const auto& [link, edge] : uses) {
      ++first_[link + 1];
      straight_.push_back(edge);
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
  }

  std::uint64_t DeadUnderGuest(const Symmetry& symmetry) const {
    if (dead_nodes_.empty()) return 0;
    const Symmetry back = symmetry.Inverse(host_);
    return static_cast<std::uint64_t>(std::ranges::count_if(dead_nodes_, [&](NodeId node) {
      return !guest_.GuestsOf(back.Move(host_, node)).empty();
    }));
  }

  // Marks the edges that meet what is dead, and stops at `limit`, which is not 0.
  std::size_t CountMeeting(const Symmetry& symmetry, std::size_t limit) {
    ++mark_;
    const Symmetry back = symmetry.Inverse(host_);
    std::size_t count = 0;
    for (const auto& [from, to] : dead_links_) {
      const Hop hop = host_.Route(back.Move(host_, from), back.Move(host_, to)).front();
      const std::size_t link = host_.LinkIndex(hop);
      for (std::size_t i = first_[link]; i < first_[link + 1]; ++i) {
        if (marked_[straight_[i]] == mark_) continue;
        marked_[straight_[i]] = mark_;
        if (++count == limit) return count;
      }
    }
    for (const std::size_t edge : loose_) {
      const NodeId low = symmetry.Move(host_, ends_[edge].low);
      const NodeId high = symmetry.Move(host_, ends_[edge].high);
      if (!Meets(low, high) && !Meets(high, low)) continue;
      marked_[edge] = mark_;
      if (++count == limit) return count;
    }
    return count;
  }

  bool Meets(NodeId from, NodeId to) const {
    return std::ranges::any_of(host_.Route(from, to),
                               [&](const Hop& hop) { return dead_[host_.LinkIndex(hop)]; });
  }

  const Embedding& guest_;
  const Graph& host_;
  std::vector<NodeId> dead_nodes_;
  std::vector<degraded::Link> dead_links_;
  std::vector<bool> dead_;                     // by Graph::LinkIndex
  std::vector<GuestEdge> edges_;               // those between two host nodes
  std::vector<Ends> ends_;                     // by edge
  std::vector<std::size_t> loose_;             // edges that are not straight, ascending
  std::vector<std::size_t> first_, straight_;  // straight edges of each link, one after the other
  std::vector<std::uint64_t> marked_;          // by edge: the last mark
  std::uint64_t mark_ = 0;
};

}  // namespace

GuestPlace FindPlace(const Embedding& guest, const DegradedHost& degraded,
                     const Progress& progress) {
  assert(guest.host() == degraded.host() && degraded.size() <= kMostNodes);
  return PlaceFinder(guest, degraded).Find(progress);
}

Embedding Moved(const Embedding& guest, const Symmetry& symmetry) {
  std::vector<NodeId> places;
  for (std::uint32_t n = 0; n < guest.host().size(); ++n)
    places.push_back(symmetry.Move(guest.host(), NodeId{n}));
  return guest.Within(guest.host(), places);
}

DegradedHost MovedBack(const DegradedHost& degraded, const Symmetry& symmetry) {
  const Graph& host = degraded.host();
  const Symmetry back = symmetry.Inverse(host);
  degraded::Dead dead = degraded.dead();
  for (degraded::Link& link : dead.links)
    link = {back.Move(host, link.from), back.Move(host, link.to)};
  for (NodeId& node : dead.nodes) node = back.Move(host, node);
  return *DegradedHost::Create(host, dead);
}

int ExtraLinks(const Embedding& guest, GuestEdge edge, const degraded::RoutingTables& tables,
               const DegradedHost& degraded) {
  const NodeId low = guest.HostOf(edge.low);
  const NodeId high = guest.HostOf(edge.high);
  const auto links = [&](NodeId from, NodeId to) {
    return static_cast<int>(degraded::RouteBy(tables, degraded, from, to).size());
  };
  return links(low, high) + links(high, low) - 2 * degraded.host().Distance(low, high);
}

}  // namespace toroid::symmetry
