// The idea. On its way a message holds an injector, channels and an ejector, one after another, and
// in the end the sink of its destination. There it stays until the messages that the node sends
// after it have entered the network, so who holds a sink waits for an injector. If these waits
// close no circle, then in an order of all resources each waits for a later one alone, and nothing
// waits for ever. A sink without a limit takes everything, so nobody waits for it.
//
// Example: ring:4 where node 0 asks node 1, and node 1 asks node 0. Questions fill the sink of 1;
// its answers wait for the injector, the link to 0, the ejector and the sink of 0, which is full of
// questions whose answers wait for the sink of 1. If the sink of 0 had no limit, its questions
// would never wait, and the waits would end there.
//
// Where a message comes after several, the first that arrives waits in the sink for the others, and
// so for all that they, and those before them, may hold.
//
// Source: W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor
// interconnection networks", IEEE Trans. Computers C-36(5), 1987, theorem 1. Departure: injectors,
// ejectors and sinks are resources like channels, and only the routes of the flows count.
#include "gen/check/flows.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "gen/support/random.h"

namespace toroid {
namespace {

using Held = Resource::Kind;

class WaitFinder {
 public:
  WaitFinder(const Plan& plan, const Workload& flows)
      : plan_(plan), flows_(flows), ways_(flows.operations.size()) {}

  std::vector<Wait> Find(const Progress& progress) {
    Stage stage(progress, "following the flows", flows_.operations.size());
    for (std::uint32_t i = 0; i < flows_.operations.size(); ++i) {
      stage.Tick();
      const Operation& one = flows_.operations[i];
      if (one.kind != OperationKind::kSend || flows_.IsLocal(one)) continue;
      const std::vector<Resource>& way = WayOf(i);
      for (std::size_t r = 0; r + 1 < way.size(); ++r) waits_.push_back({way[r], way[r + 1], i});
      AddWaitsInSinks(i);
    }
    std::ranges::sort(waits_);
    waits_.erase(std::unique(waits_.begin(), waits_.end()), waits_.end());
    return std::move(waits_);
  }

 private:
  // The messages that this one comes after.
  std::vector<std::uint32_t> CausesOf(std::uint32_t message) const {
    std::vector<std::uint32_t> causes;
    for (const Event event : flows_.AfterOf(flows_.operations[message]))
      causes.push_back(flows_.operations[event.operation()].match);
    return causes;
  }

  // What the causes of a message to its sender wait for in that sink.
  void AddWaitsInSinks(std::uint32_t message) {
    const std::vector<std::uint32_t> causes = CausesOf(message);
    for (const std::uint32_t held : causes) {
      const std::optional<Resource> sink = SinkOf(held);
      if (!sink || flows_.operations[held].to != flows_.operations[message].from) continue;
      waits_.push_back({*sink, WayOf(message).front(), held});
      for (const std::uint32_t other : causes)
        if (other != held) AddWaitsForArrival(*sink, held, other);
    }
  }

  // For a message, and for those before it.
  void AddWaitsForArrival(const Resource& sink, std::uint32_t held, std::uint32_t awaited) {
    std::vector<std::uint32_t> open = {awaited};
    std::set<std::uint32_t> seen = {awaited};
    while (!open.empty()) {
      const std::uint32_t message = open.back();
      open.pop_back();
      for (const Resource& wanted : WayOf(message)) waits_.push_back({sink, wanted, held});
      for (const std::uint32_t cause : CausesOf(message))
        if (seen.insert(cause).second) open.push_back(cause);
    }
  }

  std::optional<Resource> SinkOf(std::uint32_t message) const {
    const Process to = flows_.operations[message].to;
    if (flows_.sink_flits.empty() || flows_.sink_flits[to] == 0) return std::nullopt;
    return Resource{.kind = Held::kSink, .node = flows_.NodeOf(to)};
  }

  const std::vector<Resource>& WayOf(std::uint32_t message) {
    std::vector<Resource>& way = ways_[message];
    if (!way.empty()) return way;
    const NodeId from = flows_.NodeOf(flows_.operations[message].from);
    const NodeId to = flows_.NodeOf(flows_.operations[message].to);
    way.push_back(
        {.kind = Held::kInjector, .node = from, .port = plan_.InjectorOf(from, to), .to = from});
    const std::vector<Hop> route = plan_.RouteOf(from, to);
    for (const Hop& hop : route) way.push_back(ChannelOf(hop, from, to));
    const int last = plan_.LinkPortOf(route.back().axis, route.back().direction);
    way.push_back({.kind = Held::kEjector,
                   .node = to,
                   .port = plan_.hardware().ports == Ports::kOne ? 0 : last,
                   .to = to});
    if (const auto sink = SinkOf(message)) way.push_back(*sink);
    return way;
  }

  // R3.2, or as the tables say.
  Resource ChannelOf(const Hop& hop, NodeId from, NodeId to) const {
    const Graph& host = plan_.host();
    const NodeId next = *host.Neighbour(hop.node, hop.axis, hop.direction);
    Resource channel{.kind = Held::kChannel,
                     .node = hop.node,
                     .port = plan_.LinkPortOf(hop.axis, hop.direction),
                     .to = next};
    if (plan_.routes()) {
      channel.channel = plan_.routes()->tables.At(hop.node, to).channel;
      return channel;
    }
    const int entry = host.Coordinate(from, hop.axis);
    const int reached = host.Coordinate(next, hop.axis);
    const bool crossed = hop.direction == Direction::kPlus ? reached < entry : reached > entry;
    channel.channel = crossed && host.Wraps(hop.axis) ? 1 : 0;
    return channel;
  }

  const Plan& plan_;
  const Workload& flows_;
  std::vector<std::vector<Resource>> ways_;  // by operation; empty: not looked at yet
  std::vector<Wait> waits_;
};

// The waits of a resource, which are side by side.
std::span<const Wait> WaitsOf(const std::vector<Wait>& waits, const Resource& held) {
  const auto first = std::ranges::lower_bound(waits, held, {}, &Wait::held);
  const auto last = std::ranges::upper_bound(waits, held, {}, &Wait::held);
  return std::span(waits).subspan(static_cast<std::size_t>(first - waits.begin()),
                                  static_cast<std::size_t>(last - first));
}

}  // namespace

FlowGraph::FlowGraph(const Plan& plan, const Workload& flows, const Progress& progress)
    : waits_(WaitFinder(plan, flows).Find(progress)) {
  for (const Wait& wait : waits_) {
    resources_.push_back(wait.held);
    resources_.push_back(wait.wanted);
  }
  std::ranges::sort(resources_);
  resources_.erase(std::unique(resources_.begin(), resources_.end()), resources_.end());
  for (std::size_t i = 0; i < waits_.size(); ++i)
    if (i == 0 || std::pair(waits_[i].held, waits_[i].wanted) !=
                      std::pair(waits_[i - 1].held, waits_[i - 1].wanted))
      ++dependencies_;
  FindCircular();
}

// Strongly connected components (Tarjan), with a stack of its own, as chains may be long. A wait is
// in some circle if both its ends are in one component.
void FlowGraph::FindCircular() {
  const auto number = [&](const Resource& resource) {
    return static_cast<std::size_t>(std::ranges::lower_bound(resources_, resource) -
                                    resources_.begin());
  };
  const std::size_t count = resources_.size();
  std::vector<std::size_t> order(count, 0);  // 0: not seen
  std::vector<std::size_t> low(count, 0);
  std::vector<std::size_t> component(count, 0);  // 0: none yet
  std::vector<std::size_t> open;
  std::vector<std::pair<std::size_t, std::span<const Wait>>> way;
  std::size_t seen = 0;
  std::size_t components = 0;
  const auto enter = [&](std::size_t at) {
    order[at] = low[at] = ++seen;
    open.push_back(at);
    way.emplace_back(at, WaitsOf(waits_, resources_[at]));
  };
  const auto leave = [&](std::size_t at) {
    if (low[at] == order[at]) {
      ++components;
      for (std::size_t member = count; member != at; open.pop_back())
        component[member = open.back()] = components;
    }
    way.pop_back();
    if (!way.empty()) low[way.back().first] = std::min(low[way.back().first], low[at]);
  };
  for (std::size_t start = 0; start < count; ++start) {
    if (order[start] == 0) enter(start);
    while (!way.empty()) {
      auto& [at, left] = way.back();
      if (left.empty()) {
        leave(at);
        continue;
      }
      const std::size_t next = number(left.front().wanted);
      left = left.subspan(1);
      if (order[next] == 0) {
        enter(next);
      } else if (component[next] == 0) {
        low[at] = std::min(low[at], order[next]);
      }
    }
  }
  for (const Wait& wait : waits_)
    if (component[number(wait.held)] == component[number(wait.wanted)]) circular_.push_back(wait);
}

// Breadth first from each sink in turn, as every circle goes through one.
std::vector<Wait> FlowGraph::ShortCircle(const MayUse& may_use) const {
  std::vector<Wait> best;
  for (const Resource& start : resources_) {
    if (start.kind != Held::kSink) continue;
    std::vector<std::pair<Wait, std::size_t>> reached;  // with the place of the wait before
    std::set<Resource> seen;
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    const auto add = [&](const Resource& from, std::size_t before) {
      for (const Wait& wait : WaitsOf(circular_, from))
        if (may_use(wait) && seen.insert(wait.wanted).second) reached.emplace_back(wait, before);
    };
    add(start, kNone);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i].first.wanted != start) {
        add(Resource(reached[i].first.wanted), i);
        continue;
      }
      std::vector<Wait> circle;
      for (std::size_t at = i; at != kNone; at = reached[at].second)
        circle.push_back(reached[at].first);
      std::ranges::reverse(circle);
      if (best.empty() || circle.size() < best.size()) best = std::move(circle);
      break;
    }
  }
  return best;
}

// Wanders until it comes back to a resource.
std::vector<Wait> FlowGraph::RandomCircle(std::uint64_t seed) const {
  Random random(seed);
  std::vector<Wait> way = {circular_[random.Below(circular_.size())]};
  while (true) {
    const Resource at = way.back().wanted;
    const auto met = std::ranges::find(way, at, &Wait::held);
    if (met != way.end()) return {met, way.end()};
    const auto next = WaitsOf(circular_, at);
    way.push_back(next[random.Below(next.size())]);
  }
}

std::string ResourceText(const Plan& plan, const Resource& resource) {
  const std::string node = plan.host().NodeText(resource.node);
  const std::string port =
      plan.hardware().ports == Ports::kOne ? "" : fmt::format(" {}", resource.port);
  switch (resource.kind) {
    case Held::kInjector: return fmt::format("injector{} of {}", port, node);
    case Held::kEjector: return fmt::format("ejector{} of {}", port, node);
    case Held::kSink: return fmt::format("sink of {}", node);
    case Held::kChannel: break;
  }
  return fmt::format("link {} to {} in channel {}", node, plan.host().NodeText(resource.to),
                     resource.channel);
}

std::string CircleText(const Plan& plan, const Workload& flows, const std::vector<Wait>& circle) {
  std::string text;
  for (const Wait& wait : circle)
    text +=
        fmt::format("{} (holds {}) -> ", ResourceText(plan, wait.held), flows.NameOf(wait.message));
  return text + ResourceText(plan, circle.front().held);
}

}  // namespace toroid
