// The schedule `stream` with one port on several axes by brute force: every task of every small
// mesh and torus is free of conflicts flit by flit, no step of it can start a cycle earlier, and
// full tasks of tori take the stated cycles.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "gen/schedule/stream.h"
#include "tests/property/schedule_testing.h"

namespace toroid::schedule_one_port_stream_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

Schedule OnePortStream(const Embedding& embedding, Task task, int message_flits) {
  return ScheduleOf(ScheduleKind::kStream, embedding, task, message_flits, Ports::kOne);
}

// The cycle in which each step starts; the messages of a step must agree on it.
std::vector<Cycle> StepStarts(const Schedule& schedule) {
  std::vector<Cycle> starts;
  for (const ScheduledMessage& m : schedule.messages) {
    const auto step = static_cast<std::size_t>(*m.step);
    if (step >= starts.size()) starts.resize(step + 1, m.cycle);
    EXPECT_EQ(starts[step], m.cycle) << "step " << step;
  }
  return starts;
}

// From the first offer to the last use of a link, link by link.
Cycle LastUse(const Schedule& schedule, const Graph& host) {
  Cycle last = 0;
  for (const ScheduledMessage& m : schedule.messages) {
    Cycle tail = m.cycle + schedule.message_flits - 1;
    for (const Hop& hop : host.Route(m.node, m.to)) {
      EXPECT_TRUE(host.Neighbour(hop.node, hop.axis, hop.direction));
      last = std::max(last, tail++);
    }
  }
  return last + 1;
}

void ProveTask(const Embedding& embedding, Task task, int flits) {
  const std::string where =
      embedding.host().ToString() + " " + TaskText(task) + " flits " + std::to_string(flits);
  const Schedule stream = OnePortStream(embedding, task, flits);
  const Verification by_flit = VerifyFlits(stream, embedding);
  EXPECT_EQ(by_flit.conflicts, 0U) << where << ": " << by_flit.first_conflict;
  EXPECT_EQ(by_flit.messages_checked,
            embedding.host().size() * static_cast<std::uint64_t>(task.count))
      << where;
  EXPECT_EQ(VerifySteps(stream, embedding).conflicts, 0U) << where;
  EXPECT_EQ(stream.messages.front().cycle, 0) << where;
  EXPECT_EQ(stream.makespan, LastUse(stream, embedding.host())) << where;
  EXPECT_TRUE(stream.steps.empty()) << where;
  EXPECT_EQ(stream.lower_bound, std::max(stream.lambda, static_cast<std::uint64_t>(task.count)))
      << where;
  EXPECT_GE(stream.makespan, static_cast<Cycle>(stream.lower_bound) * flits) << where;
  // Never later than in lockstep.
  const Schedule offset = ScheduleOf(ScheduleKind::kOffset, embedding, task, flits);
  EXPECT_LE(stream.makespan, offset.makespan) << where;
  if (task.count > 1) {
    EXPECT_EQ(StepStarts(stream).size(), offset.steps.size()) << where;
  }
}

int Prove(const std::vector<EqualAxes>& hosts, const std::vector<int>& flits) {
  int schedules = 0;
  for (const EqualAxes& host : hosts) {
    const Embedding embedding = host.Embed();
    ForEachTask(host.dimensions(), [&](Task task) {
      for (const int length : flits) {
        ProveTask(embedding, task, length);
        ++schedules;
      }
    });
  }
  return schedules;
}

const std::vector<int> kLengths = {1, 2, 3, 5, 8, 16};

TEST(ScheduleOnePortStream, EveryTaskOnToriIsFreeOfConflicts) {
  const std::vector<EqualAxes> tori = {{"torus", 2, 1}, {"torus", 2, 2}, {"torus", 2, 3},
                                       {"torus", 2, 4}, {"torus", 3, 1}, {"torus", 3, 2},
                                       {"torus", 3, 3}, {"torus", 4, 2}, {"torus", 1, 2}};
  EXPECT_EQ(Prove(tori, kLengths), 6 * (3 + 10 + 21 + 36 + 6 + 21 + 45 + 36 + 3));
}

TEST(ScheduleOnePortStream, EveryTaskOnMeshesIsFreeOfConflicts) {
  const std::vector<EqualAxes> meshes = {{"mesh", 2, 1}, {"mesh", 2, 2}, {"mesh", 2, 3},
                                         {"mesh", 2, 4}, {"mesh", 3, 2}, {"mesh", 3, 3}};
  EXPECT_EQ(Prove(meshes, kLengths), 6 * (3 + 10 + 21 + 36 + 21 + 45));
}

TEST(ScheduleOnePortStream, LargerHosts) {
  EXPECT_EQ(Prove({{"torus", 2, 5}, {"mesh", 2, 5}}, {1, 8}), 2 * (55 + 55));
  const EqualAxes large{"torus", 3, 4};
  const Embedding embedding = large.Embed();
  for (const Task task :
       {Task{.first = 0, .count = 12}, {.first = 6, .count = 6}, {.first = 3, .count = 9}})
    ProveTask(embedding, task, 3);
  const EqualAxes four{"torus", 4, 3};
  ProveTask(four.Embed(), {.first = 0, .count = 12}, 5);
  const EqualAxes wide{"torus", 2, 6};
  ProveTask(wide.Embed(), {.first = 8, .count = 4}, 5);
}

// ---- how long it takes: docs/spec/schedules.md S8.14, S8.15 ----

struct Top {
  int axes;
  int levels;
};

// The top two levels of all axes alone.
TEST(ScheduleOnePortStream, TheTopOfATorusTakesTheStatedCycles) {
  for (const auto& [axes, levels] : std::vector<Top>{
           {2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 2}, {3, 3}, {3, 4}, {4, 2}, {4, 3}}) {
    const Embedding embedding = EqualAxes{"torus", axes, levels}.Embed();
    const Task top{.first = axes * (levels - 2), .count = 2 * axes};
    for (const int flits : kLengths) {
      const Cycle reach = Cycle{1} << (levels - 2);
      const Cycle steps = std::max(reach, Cycle{2} * axes);
      const Cycle period = steps >= 2 * reach ? flits : flits + 1;
      EXPECT_EQ(OnePortStream(embedding, top, flits).makespan,
                (steps - 1) * period + flits + reach - 1)
          << axes << " axes of " << levels << " levels, flits " << flits;
    }
  }
}

// Full tasks: the port's bound on 4x4, a cycle more on 8x8 and on 8x8x8.
TEST(ScheduleOnePortStream, FullTasksOfSmallTori) {
  for (const int flits : kLengths) {
    for (int axes = 2; axes <= 4; ++axes) {
      const auto full = [&](int levels) {
        const EqualAxes torus{"torus", axes, levels};
        return OnePortStream(torus.Embed(), {.first = 0, .count = torus.dimensions()}, flits)
            .makespan;
      };
      EXPECT_EQ(full(2), 2 * axes * flits);
      EXPECT_EQ(full(3), 3 * axes * flits + 1);
    }
  }
}

struct Cycles {
  Cycle long_messages;   // L = 16
  Cycle short_messages;  // L = 4
};
struct Row {
  EqualAxes host;
  Cycles offset;
  Cycles stream;
  Cycles bound;
};

TEST(ScheduleOnePortStream, FullTasksTakeTheTabledCycles) {
  const std::vector<Row> rows = {
      {{"torus", 2, 2}, {64, 16}, {64, 16}, {64, 16}},
      {{"torus", 2, 3}, {100, 28}, {97, 25}, {96, 24}},
      {{"torus", 2, 4}, {144, 48}, {136, 40}, {128, 32}},
      {{"torus", 2, 5}, {292, 124}, {248, 80}, {208, 52}},
      {{"torus", 3, 3}, {150, 42}, {145, 37}, {144, 36}},
      {{"mesh", 2, 2}, {68, 20}, {66, 18}, {64, 16}},
      {{"mesh", 2, 3}, {108, 36}, {106, 34}, {96, 24}},
      {{"mesh", 2, 4}, {252, 108}, {229, 85}, {160, 40}},
      {{"mesh", 2, 5}, {604, 340}, {441, 177}, {336, 84}},
      {{"mesh", 3, 3}, {162, 54}, {159, 51}, {144, 36}},
  };
  for (const Row& row : rows) {
    const Embedding embedding = row.host.Embed();
    const Task full{.first = 0, .count = row.host.dimensions()};
    const auto expect = [&](int flits, Cycle of_offset, Cycle of_stream, Cycle bound) {
      const Schedule offset = ScheduleOf(ScheduleKind::kOffset, embedding, full, flits);
      const Schedule stream = OnePortStream(embedding, full, flits);
      EXPECT_EQ(offset.steps.back().start + offset.steps.back().length, of_offset)
          << row.host.Host() << " flits " << flits;
      EXPECT_EQ(stream.makespan, of_stream) << row.host.Host() << " flits " << flits;
      EXPECT_EQ(static_cast<Cycle>(stream.lower_bound) * flits, bound)
          << row.host.Host() << " flits " << flits;
    };
    expect(16, row.offset.long_messages, row.stream.long_messages, row.bound.long_messages);
    expect(4, row.offset.short_messages, row.stream.short_messages, row.bound.short_messages);
  }
}

// ---- as early as possible ----

// With every step from any one on a cycle earlier, two messages meet.
TEST(ScheduleOnePortStream, NoStepCanStartEarlier) {
  int moved = 0;
  for (const EqualAxes& host : std::vector<EqualAxes>{
           {"torus", 2, 3}, {"torus", 2, 4}, {"mesh", 2, 3}, {"mesh", 3, 2}, {"torus", 3, 3}}) {
    const Embedding embedding = host.Embed();
    for (const int flits : {1, 5}) {
      const Schedule stream =
          OnePortStream(embedding, {.first = 0, .count = host.dimensions()}, flits);
      const auto steps = static_cast<int>(StepStarts(stream).size());
      for (int step = 1; step < steps; ++step, ++moved) {
        Schedule early = stream;
        for (ScheduledMessage& m : early.messages) m.cycle -= m.step >= step ? 1 : 0;
        EXPECT_GT(VerifyFlits(early, embedding).conflicts, 0U)
            << host.Host() << " step " << step << " flits " << flits;
      }
    }
  }
  EXPECT_EQ(moved, 2 * (5 + 7 + 5 + 5 + 8));
}

// ---- the orders of whole windows, written again from docs/spec/schedules.md S8.12, and ways to
// get them wrong ----

enum class Slip {
  kNone,
  kOneDirection,    // "-" turns forwards too
  kTurnNotDoubled,  // few groups: S for 2 S
  kGroupsHalved,
  kGroupsDoubled,
  kOffsetsTooClose,    // a for o_a: odd ones among them
  kDirectionsSwapped,  // "+" is ordered as "-" is
  kHalfNotInverted,    // the upper level's y is the bit, not its inverse
};

// A window with two levels of every axis: the top of a torus, or pairs of lines.
struct Pairs {
  EqualAxes host;
  int first;
  Task task() const { return {.first = first, .count = 2 * host.axes}; }
  bool ring() const { return host.host_kind == "torus"; }
  int lower(int axis) const { return LevelsByCount(host, task(), axis).first; }
  int groups(int axis) const { return 1 << (ring() ? host.levels - 2 : lower(axis)); }
  int steps() const {
    int most = 2 * host.axes;
    for (int a = 0; a < host.axes; ++a) most = std::max(most, ring() ? groups(a) : 2 * groups(a));
    return most;
  }
  bool few_groups() const { return ring() && steps() >= 2 * groups(0); }
};

int NaiveStep(const Pairs& pairs, const ScheduledMessage& message, const Coordinates& node,
              Slip slip) {
  const int c = pairs.host.axes;
  const int a = message.axis.value();
  const auto groups_of = [&](int axis) {
    const int groups = pairs.groups(axis);
    return slip == Slip::kGroupsHalved    ? std::max(1, groups / 2)
           : slip == Slip::kGroupsDoubled ? 2 * groups
                                          : groups;
  };
  int sum = 0;
  int fewest = pairs.steps();
  for (int axis = 0; axis < c; ++axis) {
    sum += node[static_cast<std::size_t>(axis)] % groups_of(axis);
    if (!pairs.ring()) fewest = std::min(fewest, pairs.groups(axis));
  }
  const bool minus = (message.direction == Direction::kMinus) != (slip == Slip::kDirectionsSwapped);
  const int minus_one = minus ? 1 : 0;
  if (pairs.few_groups()) {
    const int offset = slip == Slip::kOffsetsTooClose ? a : 2 * a;
    return (offset + minus_one + (slip == Slip::kTurnNotDoubled ? sum : 2 * sum)) % pairs.steps();
  }
  const int offset = slip == Slip::kOffsetsTooClose ? a : a * 2 * (fewest / (2 * c));
  const int turn = minus && slip != Slip::kOneDirection ? groups_of(a) - 1 - sum : sum;
  int half = 0;
  if (!pairs.ring()) {
    const int lower = pairs.lower(a);
    const bool upper = message.cube_dimension.value() / c > lower;
    const int bit = node[static_cast<std::size_t>(a)] >> (upper ? lower : lower + 1) & 1;
    // The bit of the position, which is the complement for "-"; inverted for the upper level.
    half = bit ^ (minus ? 1 : 0) ^ (upper && slip != Slip::kHalfNotInverted ? 1 : 0);
  }
  const int steps = pairs.steps();
  return ((turn + offset + half * groups_of(a)) % steps + steps) % steps;
}

// The library's messages in the steps of the naive formula, a step every `period` cycles.
Schedule NaivePairs(const Pairs& pairs, const Embedding& embedding, int flits, Cycle period,
                    Slip slip) {
  Schedule schedule = OnePortStream(embedding, pairs.task(), flits);
  for (ScheduledMessage& m : schedule.messages) {
    m.step = NaiveStep(pairs, m, embedding.host().CoordinatesOf(m.node), slip);
    m.cycle = period * *m.step;
  }
  return schedule;
}

const std::vector<Pairs>& AllPairs() {
  static const std::vector<Pairs> pairs = {
      {{"torus", 2, 2}, 0}, {{"torus", 2, 3}, 2}, {{"torus", 2, 4}, 4},
      {{"torus", 2, 5}, 6}, {{"torus", 3, 4}, 6}, {{"mesh", 2, 4}, 4},
      {{"mesh", 2, 5}, 4},  {{"mesh", 2, 5}, 5},  {{"mesh", 2, 5}, 6}};
  return pairs;
}

TEST(ScheduleOnePortStream, WholeWindowsHaveTheOrderOfTheDocument) {
  for (const Pairs& pairs : AllPairs()) {
    const Embedding embedding = pairs.host.Embed();
    const Schedule stream = OnePortStream(embedding, pairs.task(), 4);
    const Schedule naive = NaivePairs(pairs, embedding, 4, 1, Slip::kNone);
    for (std::size_t m = 0; m < naive.messages.size(); ++m) {
      ASSERT_EQ(naive.messages[m].step, stream.messages[m].step)
          << pairs.host.Host() << TaskText(pairs.task());
    }
  }
}

// On a torus steps follow every L cycles (few groups) or L + 1; each slip shows in one of the
// windows at least.
TEST(ScheduleOnePortStream, SlipsInTheOrderAreCaught) {
  const auto conflicts = [](const Pairs& pairs, Slip slip) {
    const Embedding embedding = pairs.host.Embed();
    const Cycle period = !pairs.ring() ? 100 : pairs.few_groups() ? 4 : 5;
    return VerifyFlits(NaivePairs(pairs, embedding, 4, period, slip), embedding).conflicts;
  };
  for (const Pairs& pairs : AllPairs())
    EXPECT_EQ(conflicts(pairs, Slip::kNone), 0U) << pairs.host.Host();
  for (const Slip slip :
       {Slip::kOneDirection, Slip::kTurnNotDoubled, Slip::kGroupsHalved, Slip::kGroupsDoubled,
        Slip::kOffsetsTooClose, Slip::kDirectionsSwapped, Slip::kHalfNotInverted}) {
    std::uint64_t most = 0;
    for (const Pairs& pairs : AllPairs()) most = std::max(most, conflicts(pairs, slip));
    std::cout << "slip " << static_cast<int>(slip) << ": up to " << most << " conflicts\n";
    EXPECT_GT(most, 0U) << static_cast<int>(slip);
  }
}

// Two windows of single levels instead of one of pairs: as many steps, never later, and earlier on
// 4x4.
TEST(ScheduleOnePortStream, SinglesWhereTheyTakeNoMoreStepsEndEarlier) {
  int earlier = 0;
  for (const EqualAxes& host : std::vector<EqualAxes>{
           {"mesh", 2, 2}, {"mesh", 2, 3}, {"torus", 2, 4}, {"mesh", 3, 2}, {"torus", 3, 3}}) {
    const Embedding embedding = host.Embed();
    const Layout layout = LayoutOf(embedding);
    ForEachTask(host.dimensions(), [&](Task task) {
      if (task.count == 1) return;
      const Schedule stream = OnePortStream(embedding, task, 4);
      Schedule pairs = stream;
      const std::vector<Window> windows = SplitIntoWindows(embedding, task);
      for (ScheduledMessage& m : pairs.messages) {
        int base = 0;
        for (const Window& window : windows) {
          const int i = m.cube_dimension.value() - window.task.first;
          if (i >= 0 && i < window.task.count) {
            m.step =
                base + OnePortStreamSteps(
                           layout, window,
                           embedding.host().CoordinatesOf(m.node))[static_cast<std::size_t>(i)];
          }
          base += window.LowerBound();
        }
      }
      StartEarly(embedding.host(), pairs);
      EXPECT_EQ(VerifyFlits(pairs, embedding).conflicts, 0U);
      const Cycle end = LastUse(pairs, embedding.host());
      EXPECT_LE(stream.makespan, end) << host.Host() << TaskText(task);
      earlier += stream.makespan < end;
    });
  }
  EXPECT_GT(earlier, 0);
}

}  // namespace
}  // namespace toroid::schedule_one_port_stream_test
