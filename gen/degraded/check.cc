// The idea. Every route is followed from its source, over live links only, for at most as many hops
// as there are nodes. Two channels that follow each other on a route are a dependency. A
// depth-first search over these finds a cycle if there is one: a dependency on a channel that the
// search has entered and not left.
//
// Source: W. J. Dally and C. L. Seitz, "Deadlock-free message routing in multiprocessor
// interconnection networks", IEEE Trans. Computers C-36(5), 1987, theorem 1.
#include "gen/degraded/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "gen/support/text.h"

namespace toroid::degraded {
namespace {

using Dependencies =
    std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // ascending, no two equal

template <class Item>
void SortWithoutRepeats(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

class Checker {
 public:
  Checker(const RoutingTables& tables, const DegradedHost& host, const Progress& progress)
      : tables_(tables), host_(host), progress_(progress) {}

  TableCheck Check() {
    FollowAll();
    if (!check_.fault.empty()) return check_;
    SortWithoutRepeats(taken_);
    check_.dependencies = taken_.size();
    check_.channels = static_cast<std::uint64_t>(std::ranges::count(used_, true));
    CountTurns();
    check_.cycle = CycleText(FindCycle());
    return check_;
  }

 private:
  std::uint32_t ChannelOf(NodeId node, Entry entry) const {
    return static_cast<std::uint32_t>(host_.LinkNumber(node, entry.port)) * 2 +
           static_cast<std::uint32_t>(entry.channel);
  }
  int PortOf(std::uint32_t channel) const { return static_cast<int>(channel / 2) % host_.ports(); }
  NodeId TailOf(std::uint32_t channel) const {
    return NodeId{channel / 2 / static_cast<std::uint32_t>(host_.ports())};
  }

  void FollowAll() {
    used_.assign(host_.LinkBound() * 2, false);
    Stage stage(progress_, "following routes", host_.size());
    for (std::uint32_t to = 0; to < host_.size(); ++to) {
      stage.Tick();
      for (std::uint32_t from = 0; from < host_.size() && check_.fault.empty(); ++from)
        check_.fault = CheckPair(NodeId{from}, NodeId{to});
    }
  }

  // Empty if the pair has a route that arrives, or should have none and has none.
  std::string CheckPair(NodeId from, NodeId to) {
    const bool pair = from != to && host_.IsAlive(from) && host_.IsAlive(to);
    if (pair) return Follow(from, to);
    if (!tables_.At(from, to).there()) return "";
    return fmt::format("node {} has an entry for node {}, {}", from.value(), to.value(),
                       from == to ? "itself" : "and one of them is dead");
  }

  std::string Follow(NodeId from, NodeId to) {
    const auto fault = [&](const std::string& what) {
      return fmt::format("route from node {} to node {}: {}", from.value(), to.value(), what);
    };
    ++check_.routes;
    NodeId at = from;
    std::uint32_t held = 0;
    for (std::uint32_t hops = 0; at != to; ++hops) {
      if (hops == host_.size()) return fault("it does not arrive");
      const Entry entry = tables_.At(at, to);
      if (!entry.there()) return fault(fmt::format("node {} has no entry", at.value()));
      if (entry.port >= host_.ports() || entry.channel < 0 || entry.channel > 1)
        return fault(fmt::format("node {} has no port {} with a channel {}", at.value(), entry.port,
                                 entry.channel));
      const auto next = host_.Next(at, entry.port);
      if (!next)
        return fault(fmt::format("node {} has no live link at port {}", at.value(), entry.port));
      const std::uint32_t wanted = ChannelOf(at, entry);
      used_[wanted] = true;
      // The second hop's is enough: the rest is that of the next node's route.
      if (hops == 1) taken_.emplace_back(held, wanted);
      held = wanted;
      at = *next;
    }
    return "";
  }

  void CountTurns() {
    std::vector<std::pair<NodeId, int>> turns;  // node, input and output as one number
    for (const auto& [held, wanted] : taken_) {
      if (PortOf(held) == PortOf(wanted)) continue;  // straight on
      turns.emplace_back(TailOf(wanted), PortOf(held) * host_.ports() + PortOf(wanted));
    }
    SortWithoutRepeats(turns);
    check_.turns = turns.size();
    std::vector<std::uint64_t> of_node(host_.size(), 0);
    for (const auto& turn : turns)
      check_.most_turns = std::max(check_.most_turns, ++of_node[turn.first.index()]);
  }

  // The channels of a cycle, each waiting for the next; empty if there is none.
  std::vector<std::uint32_t> FindCycle() const {
    enum : std::uint8_t { kNew, kEntered, kLeft };
    std::vector<std::uint8_t> state(used_.size(), kNew);
    for (std::uint32_t start = 0; start < used_.size(); ++start) {
      if (state[start] != kNew) continue;
      std::vector<std::pair<std::uint32_t, std::size_t>> way = {{start, FirstOf(start)}};
      state[start] = kEntered;
      while (!way.empty()) {
        auto& [channel, next] = way.back();
        if (next == taken_.size() || taken_[next].first != channel) {
          state[channel] = kLeft;
          way.pop_back();
          continue;
        }
        const std::uint32_t wanted = taken_[next++].second;
        if (state[wanted] == kEntered) return CycleOf(way, wanted);
        if (state[wanted] != kNew) continue;
        state[wanted] = kEntered;
        way.emplace_back(wanted, FirstOf(wanted));
      }
    }
    return {};
  }

  std::size_t FirstOf(std::uint32_t channel) const {
    const auto first = std::ranges::lower_bound(taken_, std::pair(channel, std::uint32_t{0}));
    return static_cast<std::size_t>(first - taken_.begin());
  }

  // What of the way begins at the channel that is met again.
  static std::vector<std::uint32_t> CycleOf(
      const std::vector<std::pair<std::uint32_t, std::size_t>>& way, std::uint32_t met) {
    std::vector<std::uint32_t> cycle;
    for (const auto& [channel, next] : way)
      if (!cycle.empty() || channel == met) cycle.push_back(channel);
    return cycle;
  }

  // "channels, each waiting for the next: 0>1 in 0 -> 1>2 in 0 -> 0>1 in 0"
  std::string CycleText(const std::vector<std::uint32_t>& cycle) const {
    if (cycle.empty()) return "";
    constexpr std::size_t kMostNamed = 16;
    const auto name = [&](std::uint32_t channel) {
      return fmt::format("{}>{} in {}", TailOf(channel).value(),
                         host_.Next(TailOf(channel), PortOf(channel))->value(), channel % 2);
    };
    std::string text = "channels, each waiting for the next: ";
    for (std::size_t i = 0; i < cycle.size() && i < kMostNamed; ++i)
      text += name(cycle[i]) + " -> ";
    if (cycle.size() > kMostNamed) text += fmt::format("... ({} channels) -> ", cycle.size());
    return text + name(cycle.front());
  }

  const RoutingTables& tables_;
  const DegradedHost& host_;
  Progress progress_;
  std::vector<bool> used_;  // by channel
  Dependencies taken_;
  TableCheck check_;
};

}  // namespace

TableCheck CheckTables(const RoutingTables& tables, const DegradedHost& host,
                       const Progress& progress) {
  return Checker(tables, host, progress).Check();
}

Figures FiguresOf(const RoutingTables& tables, const DegradedHost& host) {
  Figures figures;
  std::vector<std::uint64_t> routes(host.LinkBound(), 0);  // by link
  for (const NodeId to : host.survivors()) {
    for (const NodeId from : host.survivors()) {
      int hops = 0;
      for (NodeId at = from; at != to; ++hops) {
        const int port = tables.At(at, to).port;
        ++routes[host.LinkNumber(at, port)];
        at = *host.Next(at, port);
      }
      figures.longest_route = std::max(figures.longest_route, hops);
      figures.longest_detour =
          std::max(figures.longest_detour, hops - host.host().Distance(from, to));
    }
  }
  for (const NodeId node : host.survivors()) {
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = host.Next(node, port);
      if (next && tables.At(node, *next).port != port) ++figures.indirect_neighbours;
    }
  }
  figures.busiest = *std::ranges::max_element(routes);
  return figures;
}

double ThroughputShare(const Figures& degraded, const DegradedHost& host, const Figures& healthy) {
  const auto partners = static_cast<double>(host.survivors().size() - 1);
  const auto all_partners = static_cast<double>(host.size() - 1);
  return partners / static_cast<double>(degraded.busiest) /
         (all_partners / static_cast<double>(healthy.busiest));
}

}  // namespace toroid::degraded
