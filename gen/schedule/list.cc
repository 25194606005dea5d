// List scheduling of messages on the routes they have.
//
// The idea: a message offered in cycle t that meets no other occupies the e-th link of its route
// for the L cycles from t + e on. Take the messages in some order, and give each the first t at
// which every link of its route, its injector and its ejector are free for those cycles. Placed
// messages never move, so two messages never meet in any order; the number of cycles depends on the
// order.
//
// Orders, the best result of all kept:
//   in turns      every node's first message, then every node's second, ...
//   alike         the longest routes first, and those of one displacement together: they are never
//                 in each other's way, since at any time all of them are equally far from where
//                 they started (up to ties halfway round a ring)
//   most loaded   messages over the busiest link, injector or ejector first
// Each order is placed in two ways: as it is, and earliest first, which takes the message that can
// go earliest, and among equals the first in the order. Then the messages that arrived in the last
// cycle go before all others, and the placing is repeated, a number of times. It stops at
// LeastMakespan, the lower bound.
//
// Example, line:3, L = 2, messages 0 -> 2 and 1 -> 2. The longest first: 0 -> 2 is offered in cycle
// 0, has the first link in cycles 0 and 1 and the second in 1 and 2, so 1 -> 2 is offered in cycle
// 3, and the schedule ends after 5 cycles. The second link carries 4 flits, so 4 is the least. 1 ->
// 2 was late, so it goes first: cycles 0 and 1; 0 -> 2 is offered in cycle 1, and the schedule ends
// after 4.
//
// Where it does not apply: messages of different lengths. It guarantees only freedom from
// conflicts; docs/spec/sets.md says how often it meets the bound.
//
// Source: greedy list scheduling with reservations, the orders are ours.
#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <queue>

#include "gen/placing/placer.h"
#include "gen/placing/uses.h"
#include "gen/schedule/makers.h"

namespace toroid {
namespace {

// Bounds for each order and placing: repairs, and messages placed in all of them.
constexpr std::size_t kMostRepairs = 64;
constexpr std::size_t kMostPlacements = 1 << 14;
constexpr std::size_t kMostLooks = 1 << 21;  // looks of one try

using Order = std::vector<std::size_t>;  // indices of messages

enum class Placing { kAsItStands, kEarliestFirst };
constexpr std::size_t kOrders = 3;
constexpr std::size_t kPlacings = 2;

class ListScheduler {
 public:
  ListScheduler(const MessageRoutes& routes, const Schedule& schedule, const Progress& progress)
      : routes_(routes),
        host_(routes.host()),
        schedule_(schedule),
        stage_(progress, "placing messages", kOrders * kPlacings * (1 + Repairs()) * count()),
        placer_(ResourceBound(host_)),
        least_(LeastMakespanOf(routes, schedule, progress)) {
    for (const ScheduledMessage& message : schedule.messages)
      link_cycles_.push_back(routes.CyclesOver(message.node, message.to));
  }

  // The offer cycle of each message, and the makespan.
  std::pair<std::vector<Cycle>, Cycle> Best() {
    for (const Order& order : {InTurns(), AlikeTogether(), MostLoadedFirst()}) {
      for (const Placing placing : {Placing::kAsItStands, Placing::kEarliestFirst})
        TryAndRepair(order, placing);
    }
    return {best_, best_makespan_};
  }

 private:
  std::size_t count() const { return schedule_.messages.size(); }
  std::size_t Repairs() const { return std::min(kMostRepairs, kMostPlacements / count()); }

  // After each try the messages that ended last go first, in their order, and all are placed again.
  // Ends early if the bound is met.
  void TryAndRepair(Order order, Placing placing) {
    Try(order, placing);
    for (std::size_t i = 0; i < Repairs() && best_makespan_ > least_; ++i) {
      std::stable_partition(order.begin(), order.end(),
                            [&](std::size_t m) { return EndOf(m) == makespan_; });
      Try(order, placing);
    }
  }

  void Try(const Order& order, Placing placing) {
    if (!best_.empty() && best_makespan_ == least_) return;
    cycles_.assign(count(), 0);
    makespan_ = 0;
    placer_.Clear();
    if (placing == Placing::kAsItStands) {
      for (const std::size_t m : order) Place(m, EarliestOf(m, 0));
    } else {
      PlaceEarliestFirst(order);
    }
    if (!best_.empty() && makespan_ >= best_makespan_) return;
    best_ = cycles_;
    best_makespan_ = makespan_;
  }

  // A message's earliest cycle only grows as others are placed, so the first of the queue that has
  // not moved since its last look is next. After too many looks the first is placed anyway.
  void PlaceEarliestFirst(const Order& order) {
    using Candidate = std::pair<Cycle, std::size_t>;  // earliest cycle, place in the order
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> waiting;
    for (std::size_t i = 0; i < order.size(); ++i) waiting.emplace(0, i);
    for (std::size_t looks = 0; !waiting.empty(); ++looks) {
      const auto [cycle, i] = waiting.top();
      waiting.pop();
      const Cycle earliest = EarliestOf(order[i], cycle);
      if (earliest > cycle && looks < kMostLooks) {
        waiting.emplace(earliest, i);
      } else {
        Place(order[i], earliest);
      }
    }
  }

  // The first cycle from `cycle` on in which all resources of the message are free; stores these in
  // uses_.
  Cycle EarliestOf(std::size_t m, Cycle cycle) {
    stage_.Tick(0);
    FindUsesOf(m);
    return placer_.EarliestFrom(cycle, uses_, schedule_.message_flits);
  }

  // Requires the `cycle` that EarliestOf returned last.
  void Place(std::size_t m, Cycle cycle) {
    placer_.Take(cycle, uses_, schedule_.message_flits);
    stage_.Tick();
    cycles_[m] = cycle;
    makespan_ = std::max(makespan_, EndOf(m));
  }

  void FindUsesOf(std::size_t m) {
    const ScheduledMessage& message = schedule_.messages[m];
    FindUses(routes_, schedule_.ports, message.node, message.to, uses_);
  }
  Cycle LinkCyclesOf(std::size_t m) const { return link_cycles_[m]; }
  // The cycle after the last link crossing.
  Cycle EndOf(std::size_t m) const {
    return cycles_[m] + LinkCyclesOf(m) + schedule_.message_flits - 1;
  }

  Order AsGiven() const {
    Order order(count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
  }

  // One permutation set after another, if all senders list their messages in the same order of
  // directions.
  Order InTurns() {
    std::vector<std::size_t> turns(count());
    std::vector<std::size_t> sent(host_.size(), 0);
    for (std::size_t m = 0; m < count(); ++m) turns[m] = sent[schedule_.messages[m].node.index()]++;
    Order order = AsGiven();
    std::ranges::stable_sort(order, {}, Ticking(stage_, [&](std::size_t m) { return turns[m]; }));
    return order;
  }

  // Signed links along each axis; an axis of two nodes has only one direction.
  std::vector<int> DisplacementOf(std::size_t m) const {
    std::vector<int> displacement(static_cast<std::size_t>(host_.axes()), 0);
    for (const Hop& hop : routes_.Route(schedule_.messages[m].node, schedule_.messages[m].to)) {
      displacement[hop.axis.index()] +=
          hop.direction == Direction::kPlus || host_.length(hop.axis) == 2 ? 1 : -1;
    }
    return displacement;
  }

  Order AlikeTogether() {
    std::vector<std::pair<Cycle, std::vector<int>>> keys;
    for (std::size_t m = 0; m < count(); ++m) {
      keys.emplace_back(-LinkCyclesOf(m), DisplacementOf(m));
      stage_.Tick(0);
    }
    Order order = AsGiven();
    const auto key_of = [&](std::size_t m) -> const auto& { return keys[m]; };
    std::ranges::stable_sort(order, {}, Ticking(stage_, key_of));
    return order;
  }

  Order MostLoadedFirst() {
    std::vector<Cycle> loads(ResourceBound(host_), 0);
    const auto for_uses = [&](std::size_t m, auto visit) {
      stage_.Tick(0);
      FindUsesOf(m);
      for (const Use& use : uses_) visit(loads[use.resource]);
    };
    for (std::size_t m = 0; m < count(); ++m) for_uses(m, [](Cycle& load) { ++load; });
    std::vector<std::pair<Cycle, Cycle>> keys(count());
    for (std::size_t m = 0; m < count(); ++m) {
      Cycle most = 0;
      for_uses(m, [&](Cycle load) { most = std::max(most, load); });
      keys[m] = {-most, -LinkCyclesOf(m)};
    }
    Order order = AsGiven();
    std::ranges::stable_sort(order, {}, Ticking(stage_, [&](std::size_t m) { return keys[m]; }));
    return order;
  }

  const MessageRoutes& routes_;
  const Graph& host_;
  const Schedule& schedule_;
  Stage stage_;
  Placer placer_;
  Cycle least_;
  std::vector<Cycle> link_cycles_;  // by message
  std::vector<Use> uses_;           // scratch
  std::vector<Cycle> cycles_;       // cycles of the last try
  Cycle makespan_ = 0;
  std::vector<Cycle> best_;  // offer cycles; empty before the first try
  Cycle best_makespan_ = 0;
};

}  // namespace

Cycle LeastMakespanOf(const MessageRoutes& routes, const Schedule& schedule,
                      const Progress& progress) {
  LeastMakespan least(routes, schedule.ports);
  std::vector<Use> uses;
  Stage stage(progress, "counting messages on links", schedule.messages.size());
  for (const ScheduledMessage& message : schedule.messages) {
    stage.Tick();
    FindUses(routes, schedule.ports, message.node, message.to, uses);
    least.Add(uses, schedule.message_flits);
  }
  return least.cycles();
}

void PlaceInList(const MessageRoutes& routes, Schedule& schedule, const Progress& progress) {
  assert(!schedule.messages.empty() && schedule.message_flits >= 1);
  const auto [cycles, makespan] = ListScheduler(routes, schedule, progress).Best();
  for (std::size_t m = 0; m < cycles.size(); ++m) schedule.messages[m].cycle = cycles[m];
  schedule.makespan = makespan;
  std::ranges::stable_sort(schedule.messages, {}, &ScheduledMessage::cycle);
}

}  // namespace toroid
