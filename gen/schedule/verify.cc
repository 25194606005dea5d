// The check of a schedule, from only the message list, the host's routes and the port rule.
//
// The idea: step through time, and let every message take each resource for as long as it uses it;
// taking one that is not free is a conflict. At step level a step is one unit of time and a message
// takes its whole route at once. At flit level a head reaches the next link after the cycles of a
// hop and takes it for the L cycles until the tail has followed. All occupations have equal length,
// so it is enough to store when each resource becomes free.
//
// Example: on a line two messages of L = 3 start in cycle 0, from node 0 to 2 and from node 1 to 2.
// The second takes link 1 for cycles 0 to 2, the first needs it in cycle 1: a conflict, though both
// left on different links in the same cycle.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>

#include "gen/schedule/schedule.h"

namespace toroid {
namespace {

constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

// The last user of each resource, and the cycle from which on it is free.
class Occupancy {
 public:
  explicit Occupancy(std::size_t resources)
      : holders_(resources, {kNobody, std::numeric_limits<Cycle>::min()}) {}
  // Takes the resource for [start, start + length); returns the message that still holds it, or
  // kNobody. Starts never go back.
  std::size_t Take(std::size_t resource, std::size_t message, Cycle start, Cycle length) {
    Holder& holder = holders_[resource];
    const std::size_t before = holder.free_from > start ? holder.message : kNobody;
    holder = {message, start + length};
    return before;
  }

 private:
  struct Holder {
    std::size_t message;
    Cycle free_from;
  };
  std::vector<Holder> holders_;
};

class Verifier {
 public:
  Verifier(const Schedule& schedule, const Embedding& embedding, const MessageRoutes& routes,
           const Progress& progress)
      : schedule_(schedule),
        embedding_(embedding),
        routes_(routes),
        host_(embedding.host()),
        links_(host_.LinkIndexBound()),
        injectors_(host_.LinkIndexBound()),
        ejectors_(host_.LinkIndexBound()),
        stage_(progress, "checking the schedule", 2 * schedule.messages.size()) {
    assert(schedule.message_flits >= 1);
  }

  Verifier& OfTask() {
    CheckTask();
    return *this;
  }
  Verifier& OfPairs(const std::vector<GuestPair>& pairs) {
    CheckPairs(pairs);
    return *this;
  }

  // S7.1: a message holds all its links for the whole step. Requires steps.
  Verification Steps() {
    for (const std::size_t m :
         InOrderOf([](const ScheduledMessage& message) { return Cycle{*message.step}; })) {
      const std::vector<Hop> route = RouteOf(m);
      const Cycle step = *schedule_.messages[m].step;
      if (schedule_.ports == Ports::kOne) Inject(m, route, step, 1);
      for (const Hop& hop : route) Cross(m, hop, step, 1);
      if (schedule_.ports == Ports::kOne) Eject(m, route, step, 1);
      stage_.Tick();
    }
    return Result();
  }

  // S7.2: heads move one link in each cycle, and hold each resource for the flits behind them.
  // Cycles in which nothing moves are skipped.
  Verification Flits() {
    const auto order = InOrderOf([](const ScheduledMessage& message) { return message.cycle; });
    std::vector<Head> heads;  // in the network
    Cycle now = 0;
    for (std::size_t next = 0; next < order.size() || !heads.empty(); ++now) {
      if (heads.empty()) now = schedule_.messages[order[next]].cycle;
      for (; next < order.size() && schedule_.messages[order[next]].cycle == now; ++next) {
        heads.push_back({order[next], now, RouteOf(order[next])});
        Inject(order[next], heads.back().route, now, schedule_.message_flits);
      }
      std::erase_if(heads, [&](const Head& head) { return !Advance(head, now); });
    }
    return Result();
  }

 private:
  struct Head {  // the head of a message
    std::size_t message;
    Cycle start;
    std::vector<Hop> route;
  };

  Verification Result() { return std::move(result_); }

  // Moves a head by one link, or into its ejector; returns whether it is still in the network.
  bool Advance(const Head& head, Cycle now) {
    if ((now - head.start) % routes_.hop_cycles() != 0) return true;
    const auto crossed = static_cast<std::size_t>((now - head.start) / routes_.hop_cycles());
    if (crossed < head.route.size()) {
      Cross(head.message, head.route[crossed], now, schedule_.message_flits);
      stage_.Tick(0);
      return true;
    }
    stage_.Tick();
    Eject(head.message, head.route, now, schedule_.message_flits);
    return false;
  }

  void Cross(std::size_t message, const Hop& hop, Cycle at, Cycle length) {
    ++result_.links_checked;
    Report(links_.Take(host_.LinkIndex(hop), message, at, length), message, at, [&] {
      return fmt::format("link {} axis {} {}", host_.NodeText(hop.node), hop.axis.value(),
                         Sign(hop.direction));
    });
  }

  // Takes injector and ejector: with one port the node's own, with all ports those of the route's
  // first and last link.
  void Inject(std::size_t message, const std::vector<Hop>& route, Cycle at, Cycle length) {
    const std::size_t port = schedule_.ports == Ports::kOne
                                 ? schedule_.messages[message].node.index()
                                 : host_.LinkIndex(route.front());
    Report(injectors_.Take(port, message, at, length), message, at, [&] {
      return "an injector of node " + host_.NodeText(schedule_.messages[message].node);
    });
  }
  void Eject(std::size_t message, const std::vector<Hop>& route, Cycle at, Cycle length) {
    const std::size_t port = schedule_.ports == Ports::kOne ? schedule_.messages[message].to.index()
                                                            : host_.LinkIndex(route.back());
    Report(ejectors_.Take(port, message, at, length), message, at,
           [&] { return "an ejector of node " + host_.NodeText(schedule_.messages[message].to); });
  }

  template <class Where>
  // Two messages on one resource: a conflict.
  void Report(std::size_t holder, std::size_t message, Cycle at, Where where) {
    if (holder == kNobody) return;
    Count([&] {
      return fmt::format("at {}: {} is used by {} and {}", at, where(), MessageText(message),
                         MessageText(holder));
    });
  }

  template <class Text>
  // Counts a conflict; the text is made only for the first.
  void Count(Text text) {
    if (result_.conflicts++ == 0) result_.first_conflict = text();
  }

  std::string MessageText(std::size_t message) const {
    const ScheduledMessage& m = schedule_.messages[message];
    if (schedule_.task.count == 0)
      return "the message from node " + host_.NodeText(m.node) + " to " + host_.NodeText(m.to);
    return fmt::format("cube dimension {} from node {}", m.cube_dimension.value(),
                       host_.NodeText(m.node));
  }

  std::vector<Hop> RouteOf(std::size_t message) const {
    return routes_.Route(schedule_.messages[message].node, schedule_.messages[message].to);
  }

  // Whether a message can be routed; other checks consider only such messages.
  bool IsRoutable(const ScheduledMessage& m) const {
    return m.node.value() < host_.size() && m.to.value() < host_.size() && m.node != m.to;
  }

  // The number of a message in the task: guest nodes first, then cube dimensions.
  std::optional<std::size_t> PlaceInTask(NodeId from, NodeId to) const {
    const std::uint32_t guests = embedding_.guest().size();
    if (from.value() >= guests || to.value() >= guests) return std::nullopt;
    const std::uint32_t differ = from.value() ^ to.value();
    const int i = std::countr_zero(differ) - schedule_.task.first;
    if (!std::has_single_bit(differ) || i < 0 || i >= schedule_.task.count) return std::nullopt;
    return from.index() * static_cast<std::size_t>(schedule_.task.count) +
           static_cast<std::size_t>(i);
  }

  // The guest node of a rank, if there is one.
  std::optional<NodeId> GuestAt(NodeId node, std::uint32_t rank) const {
    if (node.value() >= host_.size() || rank >= embedding_.GuestsOf(node).size())
      return std::nullopt;
    return embedding_.GuestsOf(node)[rank];
  }

  // Nothing if the task does not ask for this message, or not over this link.
  std::optional<std::size_t> PlaceInTask(const ScheduledMessage& m) const {
    const auto from = GuestAt(m.node, m.from_rank);
    const auto to = GuestAt(m.to, m.to_rank);
    if (!IsRoutable(m) || !from || !to) return std::nullopt;
    if ((from->value() ^ to->value()) != 1U << m.cube_dimension.value()) return std::nullopt;
    const Hop first = routes_.Route(m.node, m.to).front();
    if (first.axis != m.axis || first.direction != m.direction) return std::nullopt;
    return PlaceInTask(*from, *to);
  }

  std::optional<std::size_t> PlaceInTask(const GuestPair& local) const {
    const auto place = PlaceInTask(local.first, local.second);
    const bool stays = place && embedding_.HostOf(local.first) == embedding_.HostOf(local.second);
    return stays ? place : std::nullopt;
  }

  // `text` names the message.
  template <class Text>
  void SeeInTask(std::optional<std::size_t> place, std::vector<bool>& seen, Text text) {
    ++result_.messages_checked;
    if (!place) {
      Count([&] { return "a message that is not of the task: " + text(); });
      return;
    }
    if (seen[*place]) Count([&] { return "a message sent twice: " + text(); });
    seen[*place] = true;
  }

  // Checks that every message of the task occurs once, and no other.
  void CheckTask() {
    const auto count = static_cast<std::size_t>(schedule_.task.count);
    std::vector<bool> seen(embedding_.guest().size() * count, false);
    for (const ScheduledMessage& m : schedule_.messages) {
      stage_.Tick();
      SeeInTask(PlaceInTask(m), seen, [&] {
        return fmt::format("cube dimension {}, sender {}", m.cube_dimension.value(),
                           m.node.value());
      });
    }
    for (const GuestPair& local : schedule_.local) {
      SeeInTask(PlaceInTask(local), seen, [&] {
        return fmt::format("from guest node {} to {} within a node", local.first.value(),
                           local.second.value());
      });
    }
    for (std::size_t place = 0; place < seen.size(); ++place) {
      if (seen[place]) continue;
      Count([&] {
        return fmt::format("a message is missing: cube dimension {}, guest node {}",
                           schedule_.task.first + static_cast<int>(place % count), place / count);
      });
    }
  }

  // Checks that every message of the pairs occurs as often as there, and no other.
  void CheckPairs(const std::vector<GuestPair>& pairs) {
    std::vector<std::pair<NodeId, NodeId>> wanted;
    for (const auto& [from, to] : pairs)
      wanted.emplace_back(embedding_.HostOf(from), embedding_.HostOf(to));
    std::vector<std::pair<NodeId, NodeId>> found;
    for (const ScheduledMessage& m : schedule_.messages) found.emplace_back(m.node, m.to);
    for (const auto& [from, to] : schedule_.local)
      found.emplace_back(embedding_.HostOf(from), embedding_.HostOf(to));
    result_.messages_checked = found.size();
    std::ranges::sort(wanted);
    std::ranges::sort(found);
    std::vector<std::pair<NodeId, NodeId>> off;
    std::ranges::set_difference(found, wanted, std::back_inserter(off));
    const std::size_t extra = off.size();
    std::ranges::set_difference(wanted, found, std::back_inserter(off));
    for (std::size_t i = 0; i < off.size(); ++i) {
      Count([&] {
        return fmt::format("{}: from node {} to {}",
                           i < extra ? "a message too many" : "a message is missing",
                           off[i].first.value(), off[i].second.value());
      });
    }
  }

  // The routable messages by ascending time.
  template <class Time>
  std::vector<std::size_t> InOrderOf(Time time) {
    std::vector<std::size_t> order(schedule_.messages.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t m) { return !IsRoutable(schedule_.messages[m]); });
    const auto time_of = [&](std::size_t m) { return time(schedule_.messages[m]); };
    std::ranges::stable_sort(order, {}, Ticking(stage_, time_of));
    return order;
  }

  const Schedule& schedule_;
  const Embedding& embedding_;
  const MessageRoutes routes_;
  const Graph& host_;
  Occupancy links_;
  Occupancy injectors_;  // by node or by link
  Occupancy ejectors_;
  Stage stage_;  // each message twice: as one of the task, and on its route
  Verification result_;
};

}  // namespace

Verification VerifySteps(const Schedule& schedule, const Embedding& embedding,
                         const Progress& progress) {
  return VerifyStepsOn(embedding.host(), schedule, embedding, progress);
}

Verification VerifyFlits(const Schedule& schedule, const Embedding& embedding,
                         const Progress& progress) {
  return VerifyFlitsOn(embedding.host(), schedule, embedding, progress);
}

Verification VerifyStepsOn(const MessageRoutes& routes, const Schedule& schedule,
                           const Embedding& embedding, const Progress& progress) {
  return Verifier(schedule, embedding, routes, progress).OfTask().Steps();
}

Verification VerifyFlitsOn(const MessageRoutes& routes, const Schedule& schedule,
                           const Embedding& embedding, const Progress& progress) {
  return Verifier(schedule, embedding, routes, progress).OfTask().Flits();
}

Verification VerifyPairs(const Schedule& schedule, const Embedding& embedding,
                         const std::vector<GuestPair>& pairs) {
  return Verifier(schedule, embedding, embedding.host(), {}).OfPairs(pairs).Flits();
}

Verification VerifyMeetings(const MessageRoutes& routes, const Schedule& schedule,
                            const Embedding& embedding, const Progress& progress) {
  return Verifier(schedule, embedding, routes, progress).Flits();
}

}  // namespace toroid
