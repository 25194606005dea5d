// The idea: where one port must serve several axes, messages keep to steps of the whole network, but a step need not wait for the one
// before to end. It starts as soon as each of its heads finds every link and port on its way left by the tail before it (StartEarly). How
// much that gains depends on the order: a message that follows one from further back gains nothing, one that follows from the node next to
// it only costs a cycle, and one from behind none.
//
// On a torus under xor the top two levels of all axes together have such an order. A ring's node sends one of the two "+" and the other
// "-", both over H = 2^(D-2) links; g_a = m_a mod H and S, the sum of g_a over the axes, turn it as in offset.cc. With T = max(H, 2c)
// steps, local step modulo T:
//   T >= 2H:  2S + 2a + (0 for "+", 1 for "-"): the nodes that share a link are two steps apart, and steps follow every L cycles
//   else:     "+" S + 2a, "-" 2a + 1 - S: both follow their direction, steps follow every L + 1 cycles; S and -S differ by an even
//             number, so the two never take the same step of a node (T is even)
// Example: torus:8x8, <2,4>: H = 2, T = 4. Node (1,2) has S = 1 + 0, so axis 0 sends "+" in step 2 and "-" in step 3, axis 1 in steps 0
// and 1. The window takes 4 L + 1 cycles; offset.cc's order, in lockstep, 4 (L + 1).
//
// All other windows keep the order of offset.cc, which goes the same way for "+" and "-" and gains little. A better one for them is open.
// Does not apply to toruses under standard (a tie at half the ring). Source: our own; docs/spec/schedules.md S8.11 to S8.14.
#include <algorithm>
#include <cassert>

#include "gen/schedule/stream.h"

namespace toroid {
namespace {

// Both top levels of every axis of a torus.
bool IsTopOfTorus(const Layout& layout, const Window& window) {
  const auto [first, count] = window.task;
  return layout.rings && count == 2 * layout.axes && first + count == layout.axes * layout.levels;
}

int FloorMod(int a, int b) { return ((a % b) + b) % b; }

std::vector<int> TopOfTorusSteps(const Layout& layout, const Window& window, const Coordinates& node) {
  const int groups = 1 << (layout.levels - 2);
  const int steps = OffsetStepCount(window);
  int sum = 0;
  for (const int coordinate : node) sum += coordinate % groups;
  std::vector<int> result;
  for (int k = window.task.first; k < window.task.first + window.task.count; ++k) {
    const int a = k % layout.axes;
    const bool plus = RingGoesPlus(layout, node[static_cast<std::size_t>(a)], k / layout.axes);
    const int offset = 2 * a + (plus ? 0 : 1);
    const int turn = steps >= 2 * groups ? 2 * sum : plus ? sum : -sum;
    result.push_back(FloorMod(offset + turn, steps));
  }
  return result;
}

// From which cycle on each link, injector and ejector is free.
class Free {
 public:
  explicit Free(const Graph& host) : links_(host.LinkIndexBound()), injectors_(host.size()), ejectors_(host.size()), host_(host) {}

  // The first cycle in which a message can be offered and never waits.
  Cycle For(const ScheduledMessage& message) const {
    Cycle start = std::max(injectors_[message.node.index()], ejectors_[message.to.index()] - host_.Distance(message.node, message.to));
    Cycle hops = 0;
    for (const Hop& hop : host_.Route(message.node, message.to)) start = std::max(start, links_[host_.LinkIndex(hop)] - hops++);
    return start;
  }
  // The message is offered in its cycle.
  void Take(const ScheduledMessage& message, int message_flits) {
    Cycle end = message.cycle + message_flits;
    injectors_[message.node.index()] = end;
    for (const Hop& hop : host_.Route(message.node, message.to)) links_[host_.LinkIndex(hop)] = end++;
    ejectors_[message.to.index()] = end;
  }

 private:
  std::vector<Cycle> links_;
  std::vector<Cycle> injectors_;
  std::vector<Cycle> ejectors_;
  const Graph& host_;
};

}  // namespace

std::vector<int> OnePortStreamSteps(const Layout& layout, const Window& window, const Coordinates& node) {
  return IsTopOfTorus(layout, window) ? TopOfTorusSteps(layout, window, node) : OffsetSteps(layout, window, node);
}

void StartEarly(const Graph& host, Schedule& schedule) {
  assert(schedule.ports == Ports::kOne);
  std::ranges::stable_sort(schedule.messages, {}, &ScheduledMessage::step);
  Free free(host);
  Cycle start = 0;
  for (auto first = schedule.messages.begin(); first != schedule.messages.end();) {
    const auto last = std::find_if(first, schedule.messages.end(), [&](const ScheduledMessage& m) { return m.step != first->step; });
    for (auto m = first; m != last; ++m) start = std::max(start, free.For(*m));
    for (auto m = first; m != last; ++m) {
      m->cycle = start;
      free.Take(*m, schedule.message_flits);
    }
    first = last;
  }
}

}  // namespace toroid
