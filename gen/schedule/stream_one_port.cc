// The idea: if one port serves several axes, messages have steps of the whole network, but a step
// need not wait for the end of the one before. It starts as soon as the tails before it have left
// every link and port on the routes of its heads (StartEarly). The time depends on the order:
// behind a message from the next node in line a step starts one cycle late, behind one from further
// back it starts at once; a receiver waits if a short route follows a long one.
//
// Turned order. Every axis keeps the order of its own stream (stream.cc), in which messages of one
// direction follow each other closely, and the other axes turn it: with g_b the coordinate modulo H
// on axis b, by the sum of g_b over b != a, forwards for "+" and backwards for "-". All turns of a
// node's "+" messages are equal, so even offsets o_a separate its axes; H is even, so "-" messages
// are odd where "+" messages are even and the two never take one step. Few groups. At the top of a
// torus with T >= 2H steps, nodes that share a link can be two steps apart: 2 S + 2a + (0 for "+",
// 1 for "-"), S the sum of all g. Then no step starts late.
//
// Example: torus:8x8, <2,4>: H = 2, T = 4, few groups. Node (1,2) has S = 1 + 0, so axis 0 sends
// "+" in step 2 and "-" in step 3, axis 1 in steps 0 and 1. The window takes 4 L + 1 cycles; in
// lockstep 4 (L + 1).
//
// All other windows keep the order of offset.cc; a better one is open. It does not apply to tori
// under standard (a tie at half the ring). Source: our own; docs/spec/schedules.md S8.11 to S8.16.
#include <algorithm>
#include <cassert>

#include "gen/schedule/stream.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

// Whether the window has both top levels of every axis of a torus.
bool IsTopOfTorus(const Layout& layout, const Window& window) {
  const auto [first, count] = window.task;
  return layout.rings && count == 2 * layout.axes && first + count == layout.axes * layout.levels;
}

// The least H of the axes of a window with LINE pairs on all of them.
int FewestGroups(const Layout& layout, const Window& window) {
  return 1 << (window.task.first / layout.axes);
}

// Whether the window has two levels of every axis, none of them the top of a ring, and enough
// groups for distinct even offsets.
bool IsPairsOfLines(const Layout& layout, const Window& window) {
  const auto [first, count] = window.task;
  const bool below_top = !layout.rings || first + count <= layout.axes * (layout.levels - 1);
  return count == 2 * layout.axes && below_top && FewestGroups(layout, window) >= 2 * layout.axes;
}

// The order of few groups; `sum` is S.
int FewGroupsStep(int sum, int axis, bool plus) { return 2 * sum + 2 * axis + (plus ? 0 : 1); }

// In the turned order, o_a = apart * a: even and distinct.
int ApartOffsets(const Layout& layout, const Window& window) {
  const int room =
      IsTopOfTorus(layout, window) ? OffsetStepCount(window) : FewestGroups(layout, window);
  return 2 * (room / (2 * layout.axes));
}

// The turned order, or that of few groups.
std::vector<int> StreamOrder(const Layout& layout, const Window& window, const Coordinates& node) {
  std::vector<StreamWindow> axes;
  std::vector<int> g;
  int sum = 0;
  for (std::size_t a = 0; a < node.size(); ++a) {
    axes.push_back(StreamWindows(layout, window.task, Axis{static_cast<int>(a)}).front());
    g.push_back(node[a] % axes[a].groups);
    sum += g[a];
  }
  const bool ring = IsTopOfTorus(layout, window);
  const int steps = OffsetStepCount(window);
  const bool few_groups = ring && steps >= 2 * axes.front().groups;
  const int apart = ApartOffsets(layout, window);
  std::vector<int> result;
  for (int k = window.task.first; k < window.task.first + window.task.count; ++k) {
    const int axis = k % layout.axes;
    const int level = k / layout.axes;
    const auto a = static_cast<std::size_t>(axis);
    const bool plus = ring ? RingGoesPlus(layout, node[a], level) : BitOf(node[a], level) == 0;
    const int others = sum - g[a];
    const int own =
        PlaceInStream(layout, axes[a], node[a], plus ? Direction::kPlus : Direction::kMinus, level)
            .slot;
    const int turned = own + apart * axis + (plus ? others : -others);
    result.push_back(FloorMod(few_groups ? FewGroupsStep(sum, axis, plus) : turned, steps));
  }
  return result;
}

// The cycle from which on each link, injector and ejector is free.
class Free {
 public:
  explicit Free(const Graph& host)
      : links_(host.LinkIndexBound()),
        injectors_(host.size()),
        ejectors_(host.size()),
        host_(host) {}

  // The first cycle in which a message can be offered without ever waiting.
  Cycle For(const ScheduledMessage& message) const {
    Cycle start =
        std::max(injectors_[message.node.index()],
                 ejectors_[message.to.index()] - host_.Distance(message.node, message.to));
    Cycle hops = 0;
    for (const Hop& hop : host_.Route(message.node, message.to))
      start = std::max(start, links_[host_.LinkIndex(hop)] - hops++);
    return start;
  }
  // Occupies the resources of a message that is offered in its cycle.
  void Take(const ScheduledMessage& message, int message_flits) {
    Cycle end = message.cycle + message_flits;
    injectors_[message.node.index()] = end;
    for (const Hop& hop : host_.Route(message.node, message.to))
      links_[host_.LinkIndex(hop)] = end++;
    ejectors_[message.to.index()] = end;
  }

 private:
  std::vector<Cycle> links_;
  std::vector<Cycle> injectors_;
  std::vector<Cycle> ejectors_;
  const Graph& host_;
};

}  // namespace

std::vector<Window> OnePortStreamWindows(const Embedding& embedding, Task task,
                                         const Progress& progress) {
  const Layout layout = LayoutOf(embedding);
  const auto first_window = [&](int first, int count) {
    return SplitIntoWindows(embedding, {.first = first, .count = count}, Ports::kOne, progress)
        .front();
  };
  std::vector<Window> windows;
  for (const Window& window : SplitIntoWindows(embedding, task, Ports::kOne, progress)) {
    // cube dimensions that are not the highest of their axis
    const int lower = window.task.count - layout.axes;
    if (lower > 0 && !IsTopOfTorus(layout, window)) {
      const Window first = first_window(window.task.first, lower);
      const Window second = first_window(window.task.first + lower, layout.axes);
      if (OffsetStepCount(first) + OffsetStepCount(second) <= OffsetStepCount(window)) {
        windows.insert(windows.end(), {first, second});
        continue;
      }
    }
    windows.push_back(window);
  }
  return windows;
}

std::vector<int> OnePortStreamSteps(const Layout& layout, const Window& window,
                                    const Coordinates& node) {
  const bool ordered = IsTopOfTorus(layout, window) || IsPairsOfLines(layout, window);
  return ordered ? StreamOrder(layout, window, node) : OffsetSteps(layout, window, node);
}

void StartEarly(const Graph& host, Schedule& schedule, const Progress& progress) {
  assert(schedule.ports == Ports::kOne);
  Stage stage(progress, "starting the steps");
  std::ranges::stable_sort(schedule.messages, {}, Ticking(stage, &ScheduledMessage::step));
  Free free(host);
  Cycle start = 0;
  for (auto first = schedule.messages.begin(); first != schedule.messages.end();) {
    const auto last = std::find_if(first, schedule.messages.end(), [&](const ScheduledMessage& m) {
      return m.step != first->step;
    });
    for (auto m = first; m != last; ++m) {
      start = std::max(start, free.For(*m));
      stage.Tick();
    }
    for (auto m = first; m != last; ++m) {
      stage.Tick();
      m->cycle = start;
      free.Take(*m, schedule.message_flits);
    }
    first = last;
  }
}

}  // namespace toroid
