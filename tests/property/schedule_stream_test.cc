// The schedule `stream` by brute force: every task of every small line, mesh, ring and torus is
// free of conflicts flit by flit, takes the closed form's time, and fits one port exactly where the
// library says so. Wrong formulas and altered slots are caught.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <tuple>

#include "gen/schedule/stream.h"
#include "tests/property/schedule_testing.h"

namespace toroid::schedule_stream_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)
using Family = EqualAxes;

Schedule StreamOf(const Embedding& embedding, Task task, int message_flits,
                  Ports ports = Ports::kAll) {
  auto made = MakeSchedule(ScheduleKind::kStream, embedding, task, ports, message_flits);
  if (!made.ok()) {
    ADD_FAILURE() << ToString(made.diagnostics().front());
    return {};
  }
  return std::move(made).value();
}

Task FullTask(const Embedding& embedding) {
  return {.first = 0, .count = embedding.guest().axes()};
}

int LastSlot(const Schedule& schedule) {
  return std::ranges::max(schedule.messages, {}, &ScheduledMessage::step).step.value();
}

// ---- free of conflicts ----

struct Checked {
  int schedules = 0;
  int fit_one_port = 0;
  std::uint64_t messages = 0;
  std::uint64_t links = 0;

  void Add(const Verification& verification) {
    messages += verification.messages_checked;
    links += verification.links_checked;
  }
};

// One port: the library predicts whether the messages meet before it has made them; only if they do
// not meet does it use them.
void ExpectOnePortAsStated(const Embedding& embedding, Schedule schedule, const std::string& where,
                           Checked& checked) {
  schedule.ports = Ports::kOne;
  const Verification flits = VerifyFlits(schedule, embedding);
  const bool fits = StreamFitsOnePort(LayoutOf(embedding), schedule.task);
  EXPECT_EQ(flits.conflicts == 0, fits) << where << ": " << flits.first_conflict;
  EXPECT_EQ(VerifySteps(schedule, embedding).conflicts == 0, fits) << where;
  EXPECT_EQ(StreamOf(embedding, schedule.task, schedule.message_flits, Ports::kOne).messages ==
                schedule.messages,
            fits)
      << where;
  checked.fit_one_port += fits;
}

void ProveTask(const Embedding& embedding, Task task, int flits, Checked& checked) {
  const std::string where =
      embedding.host().ToString() + " " + TaskText(task) + " flits " + std::to_string(flits);
  const Schedule schedule = StreamOf(embedding, task, flits);
  const Verification verdict = VerifyFlits(schedule, embedding);
  EXPECT_EQ(verdict.conflicts, 0U) << where << ": " << verdict.first_conflict;
  EXPECT_EQ(verdict.messages_checked,
            embedding.host().size() * static_cast<std::uint64_t>(task.count))
      << where;
  EXPECT_EQ(VerifySteps(schedule, embedding).conflicts, 0U) << where;
  EXPECT_EQ(schedule.makespan, StreamMakespan(LayoutOf(embedding), task, flits)) << where;
  EXPECT_EQ(schedule.messages.front().cycle, 0) << where;
  EXPECT_TRUE(schedule.steps.empty());
  // As many slots as the busiest link has messages: the lower bound of every schedule.
  EXPECT_EQ(schedule.lambda, static_cast<std::uint64_t>(LastSlot(schedule)) + 1) << where;
  EXPECT_EQ(schedule.lower_bound, schedule.lambda) << where;
  checked.Add(verdict);
  ++checked.schedules;
  ExpectOnePortAsStated(embedding, schedule, where, checked);
}

Checked Prove(const std::vector<Family>& families, const std::vector<int>& flits) {
  Checked checked;
  for (const Family& family : families) {
    const Embedding embedding = family.Embed();
    ForEachTask(family.dimensions(), [&](Task task) {
      for (const int length : flits) ProveTask(embedding, task, length, checked);
    });
  }
  std::cout << checked.schedules << " schedules, " << checked.fit_one_port
            << " of them also with one port, " << checked.messages << " messages, " << checked.links
            << " link occupations checked\n";
  return checked;
}

const std::vector<int> kLengths = {1, 2, 3, 5, 8, 16};

std::vector<Family> Families(const std::string& host_kind, int axes, std::vector<int> levels) {
  std::vector<Family> families;
  for (const int count : levels) families.push_back({host_kind, axes, count});
  return families;
}

TEST(ScheduleStream, EveryTaskOnALineIsFreeOfConflictsAlsoWithOnePort) {
  const Checked checked = Prove(Families("mesh", 1, {1, 2, 3, 4, 5, 6, 7, 8}), kLengths);
  EXPECT_EQ(checked.schedules, 120 * 6);
  EXPECT_EQ(checked.fit_one_port, checked.schedules);
}

TEST(ScheduleStream, EveryTaskOnARingIsFreeOfConflictsAndAllButOneWithOnePort) {
  const Checked checked = Prove(Families("torus", 1, {2, 3, 4, 5, 6, 7, 8}), kLengths);
  EXPECT_EQ(checked.schedules, 119 * 6);
  EXPECT_EQ(checked.fit_one_port, 118 * 6);  // <0,2> on the ring of 4 does not
}

TEST(ScheduleStream, EveryTaskOnTwoAxesIsFreeOfConflicts) {
  for (const char* kind : {"mesh", "torus"}) {
    const Checked checked = Prove(Families(kind, 2, {2, 3, 4}), kLengths);
    EXPECT_EQ(checked.schedules, (10 + 21 + 36) * 6) << kind;
    EXPECT_EQ(checked.fit_one_port, (4 + 6 + 8) * 6) << kind;  // tasks of one cube dimension
  }
}

TEST(ScheduleStream, EveryTaskOnThreeAxesIsFreeOfConflicts) {
  for (const char* kind : {"mesh", "torus"}) {
    const Checked checked = Prove(Families(kind, 3, {2, 3}), kLengths);
    EXPECT_EQ(checked.schedules, (21 + 45) * 6) << kind;
    EXPECT_EQ(checked.fit_one_port, (6 + 9) * 6) << kind;
  }
}

// Two nodes an axis: one level, and no wrap link, so a torus is a mesh.
TEST(ScheduleStream, EveryTaskOnAxesOfLengthTwoIsFreeOfConflicts) {
  for (const char* kind : {"mesh", "torus"}) {
    std::vector<Family> families;
    for (int axes = 1; axes <= 5; ++axes) families.push_back({kind, axes, 1});
    const Checked checked = Prove(families, kLengths);
    EXPECT_EQ(checked.schedules, (1 + 3 + 6 + 10 + 15) * 6) << kind;
    EXPECT_EQ(checked.fit_one_port, (1 + 2 + 3 + 4 + 5) * 6) << kind;
  }
}

TEST(ScheduleStream, FourAxesAreFreeOfConflicts) {
  for (const char* kind : {"mesh", "torus"})
    EXPECT_EQ(Prove({{kind, 4, 2}}, {1, 3, 8}).schedules, 36 * 3) << kind;
}

TEST(ScheduleStream, FullTasksOfLargeHostsAreFreeOfConflicts) {
  Checked checked;
  for (const Family& family : std::vector<Family>{{"mesh", 1, 9},
                                                  {"mesh", 1, 10},
                                                  {"torus", 1, 9},
                                                  {"torus", 1, 10},
                                                  {"mesh", 2, 5},
                                                  {"torus", 2, 5}}) {
    const Embedding embedding = family.Embed();
    for (const int flits : {1, 3, 16}) ProveTask(embedding, FullTask(embedding), flits, checked);
  }
  for (const Family& family :
       std::vector<Family>{{"mesh", 3, 4}, {"torus", 3, 4}, {"mesh", 2, 6}, {"torus", 2, 6}}) {
    const Embedding embedding = family.Embed();
    ProveTask(embedding, FullTask(embedding), 4, checked);
  }
  EXPECT_EQ(checked.schedules, 6 * 3 + 4);
  EXPECT_EQ(checked.fit_one_port, 4 * 3);
}

// ---- how long it takes ----

// docs/spec/schedules.md S8.8.
TEST(ScheduleStream, FullTasksTakeTheTabledCycles) {
  struct Row {
    Family family;
    Cycle long_messages;   // L = 16
    Cycle short_messages;  // L = 4
  };
  const std::vector<Row> rows = {{{"mesh", 1, 6}, 718, 214}, {{"torus", 1, 6}, 446, 134},
                                 {{"mesh", 2, 3}, 84, 24},   {{"torus", 2, 3}, 50, 14},
                                 {{"mesh", 2, 4}, 170, 50},  {{"torus", 2, 4}, 102, 30},
                                 {{"mesh", 3, 3}, 84, 24},   {{"torus", 3, 3}, 50, 14}};
  for (const Row& row : rows) {
    const Embedding embedding = row.family.Embed();
    for (const auto& [flits, cycles] :
         {std::pair{16, row.long_messages}, {4, row.short_messages}}) {
      EXPECT_EQ(StreamOf(embedding, FullTask(embedding), flits).makespan, cycles)
          << row.family.Host();
      EXPECT_EQ(StreamMakespan(LayoutOf(embedding), FullTask(embedding), flits), cycles)
          << row.family.Host();
    }
  }
}

// ---- the formula again, straight from docs/spec/schedules.md section 8, and ways to get it wrong
// ----

enum class Slip {
  kNone,
  kHalfNotInverted,        // the upper level's y is the bit, not its inverse
  kCoordinateForPosition,  // "-" is not mirrored
  kPlusMirrored,           // "+" is mirrored instead of "-"
  kSkewOfTheLowerLevel,    // the upper level's skew is its local slot too
  kWindowsFromSlotZero,    // the lower windows' slots are not added
  kGroupsDoubled,          // H is twice as large, the windows' first slots are right
  kWindowsDoubled,         // H is twice as large, and the windows' first slots follow from it
  kPairsFromTheBottom,     // the single level is the highest
};

// The levels from .. to - 1 of a task on an axis of 2^top nodes.
struct AxisTask {
  bool ring = false;
  int top = 0;
  int from = 0;
  int to = 0;
};

struct SlotAndSkew {
  int slot = 0;
  int skew = 0;
};

SlotAndSkew Naive(const AxisTask& axis, int level, int x, Direction direction, Slip slip) {
  const bool mirror = (direction == Direction::kMinus) != (slip == Slip::kPlusMirrored);
  const int p = mirror && slip != Slip::kCoordinateForPosition ? (1 << axis.top) - 1 - x : x;
  int base = 0;
  for (int low = axis.from; low < axis.to;) {
    const int left = axis.to - low;
    const bool single = slip == Slip::kPairsFromTheBottom ? left == 1 : left % 2 == 1;
    const int high = single ? low : low + 1;
    const bool ring = axis.ring && high == axis.top - 1;
    const bool pair = !single && !ring;
    const int right_groups = 1 << (ring ? axis.top - 2 : low);
    const int groups = slip == Slip::kGroupsDoubled || slip == Slip::kWindowsDoubled
                           ? 2 * right_groups
                           : right_groups;
    if (level <= high) {
      const int g = p % groups;
      if (!pair) return {base + g, g};
      const int bit = p >> (level == low ? high : low) & 1;
      const int y = level == low || slip == Slip::kHalfNotInverted ? bit : 1 - bit;
      const int local = y * groups + g;
      return {base + local, level == low || slip == Slip::kSkewOfTheLowerLevel ? local : g};
    }
    const int counted = slip == Slip::kWindowsDoubled ? groups : right_groups;
    if (slip != Slip::kWindowsFromSlotZero) base += pair ? 2 * counted : counted;
    low = high + 1;
  }
  ADD_FAILURE() << "level " << level << " is not in the task";
  return {};
}

// The library's messages, each in the cycle of the naive formula.
Schedule NaiveStream(const Embedding& embedding, Task task, int flits, Slip slip) {
  const Graph& host = embedding.host();
  const int c = host.axes();
  Schedule schedule = StreamOf(embedding, task, flits);
  for (ScheduledMessage& m : schedule.messages) {
    const int top = BitsFor(static_cast<std::uint32_t>(host.length(m.axis)));
    AxisTask axis{.ring = host.Wraps(m.axis), .top = top, .from = top, .to = 0};
    for (int k = task.first; k < task.first + task.count; ++k) {
      if (k % c != m.axis.value()) continue;
      axis.from = std::min(axis.from, k / c);
      axis.to = std::max(axis.to, k / c + 1);
    }
    const SlotAndSkew place = Naive(axis, m.cube_dimension.value() / c,
                                    host.Coordinate(m.node, m.axis), m.direction, slip);
    m.step = place.slot;
    m.cycle = Cycle{flits} * place.slot + place.skew;
  }
  return schedule;
}

TEST(ScheduleStream, IsTheFormulaOfTheDocument) {
  std::size_t compared = 0;
  for (const Family& family : std::vector<Family>{{"mesh", 1, 6},
                                                  {"torus", 1, 6},
                                                  {"mesh", 2, 3},
                                                  {"torus", 2, 3},
                                                  {"torus", 1, 2},
                                                  {"torus", 3, 2},
                                                  {"mesh", 3, 3}}) {
    const Embedding embedding = family.Embed();
    ForEachTask(family.dimensions(), [&](Task task) {
      const Schedule schedule = StreamOf(embedding, task, 5);
      EXPECT_EQ(schedule.messages, NaiveStream(embedding, task, 5, Slip::kNone).messages)
          << family.Host() << TaskText(task);
      compared += schedule.messages.size();
    });
  }
  std::cout << compared << " messages compared\n";
  EXPECT_GT(compared, 50000U);
}

// In how many of the 55 tasks on axes of 4 to 64 nodes a slip makes messages meet, and in how many
// it takes more slots than the busiest link has messages.
struct Damage {
  int conflicts = 0;
  int longer = 0;
};
Damage DamageBy(Slip slip, const std::string& kind) {
  Damage damage;
  int tasks = 0;
  for (int levels = 2; levels <= 6; ++levels) {
    const Embedding embedding = Family{kind, 1, levels}.Embed();
    tasks += ForEachTask(levels, [&](Task task) {
      const Schedule schedule = NaiveStream(embedding, task, 4, slip);
      damage.conflicts += VerifyFlits(schedule, embedding).conflicts > 0;
      damage.longer += LastSlot(schedule) >= static_cast<int>(schedule.lambda);
    });
  }
  EXPECT_EQ(tasks, 55);
  std::cout << "slip " << static_cast<int>(slip) << " on a " << kind
            << " axis: " << damage.conflicts << " tasks with conflicts, " << damage.longer
            << " with too many slots\n";
  return damage;
}

TEST(ScheduleStream, TheFormulaWithoutASlipDoesNoDamage) {
  for (const char* kind : {"mesh", "torus"}) {
    const Damage none = DamageBy(Slip::kNone, kind);
    EXPECT_EQ(none.conflicts, 0);
    EXPECT_EQ(none.longer, 0);
  }
}

TEST(ScheduleStream, SlipsThatMakeMessagesMeetAreCaughtByTheFlitCheck) {
  for (const Slip slip :
       {Slip::kHalfNotInverted, Slip::kCoordinateForPosition, Slip::kPlusMirrored,
        Slip::kSkewOfTheLowerLevel, Slip::kWindowsFromSlotZero, Slip::kGroupsDoubled}) {
    EXPECT_GT(DamageBy(slip, "mesh").conflicts, 0) << static_cast<int>(slip);
    EXPECT_GT(DamageBy(slip, "torus").conflicts, 0) << static_cast<int>(slip);
  }
  EXPECT_GT(DamageBy(Slip::kPairsFromTheBottom, "torus").conflicts, 0);
}

// Two slips give longer schedules that are still free of conflicts; the count of slots reveals
// them.
TEST(ScheduleStream, SlipsThatOnlyLoseTimeAreCaughtByTheCountOfSlots) {
  for (const auto& [slip, kind] : {std::pair{Slip::kWindowsDoubled, "mesh"},
                                   {Slip::kWindowsDoubled, "torus"},
                                   {Slip::kPairsFromTheBottom, "mesh"}}) {
    const Damage damage = DamageBy(slip, kind);
    EXPECT_EQ(damage.conflicts, 0) << static_cast<int>(slip) << " " << kind;
    EXPECT_GT(damage.longer, 0) << static_cast<int>(slip) << " " << kind;
  }
}

// ---- altered slots ----

// Whether two messages request a link, an injector or an ejector in one cycle, by listing every use
// in every cycle.
bool AnythingUsedTwice(const Schedule& schedule, const Graph& host) {
  enum Resource { kLink, kInjector, kEjector };
  std::set<std::tuple<Resource, std::size_t, Cycle>> used;
  for (const ScheduledMessage& m : schedule.messages) {
    const std::vector<Hop> route = host.Route(m.node, m.to);
    const auto hops = static_cast<Cycle>(route.size());
    for (Cycle j = 0; j < schedule.message_flits; ++j) {
      if (!used.emplace(kInjector, host.LinkIndex(route.front()), m.cycle + j).second) return true;
      if (!used.emplace(kEjector, host.LinkIndex(route.back()), m.cycle + j + hops).second)
        return true;
      for (Cycle e = 0; e < hops; ++e) {
        if (!used.emplace(kLink, host.LinkIndex(route[static_cast<std::size_t>(e)]),
                          m.cycle + j + e)
                 .second)
          return true;
      }
    }
  }
  return false;
}

// Moves every message to every other slot, and to the one after the last.
TEST(ScheduleStream, AlteredSlotsAreCaughtAsANaiveCheckCatchesThem) {
  int altered = 0;
  for (const Family& family : std::vector<Family>{{"mesh", 1, 4},
                                                  {"torus", 1, 4},
                                                  {"torus", 1, 5},
                                                  {"mesh", 2, 2},
                                                  {"torus", 2, 2},
                                                  {"mesh", 3, 1}}) {
    const Embedding embedding = family.Embed();
    const Schedule schedule = StreamOf(embedding, FullTask(embedding), 3);
    ASSERT_FALSE(AnythingUsedTwice(schedule, embedding.host())) << family.Host();
    const int slots = static_cast<int>(schedule.lambda);
    int caught = 0;
    Schedule changed = schedule;
    for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
      for (int slot = 0; slot <= slots; ++slot, ++altered) {
        const int moved = slot - *schedule.messages[m].step;
        changed.messages[m].step = slot;
        changed.messages[m].cycle += Cycle{schedule.message_flits} * moved;
        const bool broken = AnythingUsedTwice(changed, embedding.host());
        EXPECT_EQ(VerifyFlits(changed, embedding).conflicts > 0, broken)
            << family.Host() << " message " << m << " slot " << slot;
        caught += broken;
        changed.messages[m] = schedule.messages[m];
      }
    }
    EXPECT_EQ(caught > 0, slots > 1) << family.Host();  // with one slot there is nowhere to collide
  }
  std::cout << altered << " altered schedules compared\n";
  EXPECT_GT(altered, 1000);
}

}  // namespace
}  // namespace toroid::schedule_stream_test
