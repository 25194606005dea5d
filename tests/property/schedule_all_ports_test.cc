// The lockstep schedules with all ports: every task of every small line, mesh, ring and torus takes
// exactly its load in steps, without conflict, and a torus gains over a mesh in a whole pipelined
// program as the closed form predicts.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "tests/property/schedule_testing.h"

namespace toroid::schedule_all_ports_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

std::vector<EqualAxes> Hosts(const std::string& kind) {
  std::vector<EqualAxes> hosts;
  const int least = kind == "torus" ? 2 : 1;
  for (int levels = least; levels <= 10; ++levels) hosts.push_back({kind, 1, levels});
  for (int levels = least; levels <= 5; ++levels) hosts.push_back({kind, 2, levels});
  for (int levels = least; levels <= 3; ++levels) hosts.push_back({kind, 3, levels});
  return hosts;
}

// The longest distance allowed in each step, from the definition (docs/spec/schedules.md S6.5):
// every axis goes through its levels, paired from the top, lowest first, each pair for as many
// steps as its load.
std::vector<int> ReachOfSteps(const EqualAxes& host, Task task) {
  std::vector<int> reach;
  for (int a = 0; a < host.axes; ++a) {
    std::size_t step = 0;
    for (Task left = LevelsByCount(host, task, a); left.count > 0;) {
      const Task pair{.first = left.first, .count = left.count % 2 == 1 ? 1 : 2};
      const int top = pair.first + pair.count - 1;
      const bool ring = host.host_kind == "torus" && host.levels > 1 && top == host.levels - 1;
      const std::size_t end = step + static_cast<std::size_t>(AxisLoad(host, pair));
      reach.resize(std::max(reach.size(), end), 0);
      for (; step < end; ++step) reach[step] = std::max(reach[step], 1 << (ring ? top - 1 : top));
      left = {.first = top + 1, .count = left.count - pair.count};
    }
  }
  return reach;
}

int LoadByFormula(const EqualAxes& host, Task task) {
  int load = 0;
  for (int a = 0; a < host.axes; ++a)
    load = std::max(load, AxisLoad(host, LevelsByCount(host, task, a)));
  return load;
}

void ExpectStepsOfTheDefinition(const Schedule& schedule, const EqualAxes& host,
                                const std::string& where) {
  const std::vector<int> reach = ReachOfSteps(host, schedule.task);
  ASSERT_EQ(reach.size(), schedule.steps.size()) << where;
  Cycle start = 0;
  for (std::size_t s = 0; s < reach.size(); ++s) {
    EXPECT_EQ(schedule.steps[s].start, start) << where << " step " << s;
    EXPECT_EQ(schedule.steps[s].length, schedule.message_flits + reach[s] - 1)
        << where << " step " << s;
    start += schedule.steps[s].length;
  }
  for (const ScheduledMessage& m : schedule.messages) {
    ASSERT_EQ(m.cycle, schedule.steps[static_cast<std::size_t>(*m.step)].start) << where;
  }
}

void ProveTask(ScheduleKind kind, const EqualAxes& host, const Embedding& embedding, Task task) {
  for (const int flits : {1, 3, 8}) {
    const Schedule schedule = ScheduleOf(kind, embedding, task, flits, Ports::kAll);
    const std::string where =
        host.Host() + " " + TaskText(task) + " flits " + std::to_string(flits);
    EXPECT_EQ(schedule.lambda, static_cast<std::uint64_t>(LoadByFormula(host, task))) << where;
    EXPECT_EQ(schedule.lower_bound, schedule.lambda) << where;
    EXPECT_EQ(schedule.steps.size(), schedule.lambda) << where;
    ExpectStepsOfTheDefinition(schedule, host, where);
    const Verification by_flit = VerifyFlits(schedule, embedding);
    EXPECT_EQ(by_flit.conflicts, 0U) << where << ": " << by_flit.first_conflict;
    EXPECT_EQ(by_flit.messages_checked,
              embedding.host().size() * static_cast<std::uint64_t>(task.count))
        << where;
    if (flits > 1) continue;
    const Verification by_step = VerifySteps(schedule, embedding);
    EXPECT_EQ(by_step.conflicts, 0U) << where << ": " << by_step.first_conflict;
  }
}

int Prove(ScheduleKind kind, const std::vector<EqualAxes>& hosts) {
  int tasks = 0;
  for (const EqualAxes& host : hosts) {
    const Embedding embedding = host.Embed();
    tasks +=
        ForEachTask(host.dimensions(), [&](Task task) { ProveTask(kind, host, embedding, task); });
  }
  return tasks;
}

TEST(ScheduleAllPorts, CalmantTakesItsLoadOnMeshes) {
  EXPECT_EQ(Prove(ScheduleKind::kCalmant, Hosts("mesh")), 220 + 125 + 72);
}

TEST(ScheduleAllPorts, OffsetTakesItsLoadOnMeshes) {
  EXPECT_EQ(Prove(ScheduleKind::kOffset, Hosts("mesh")), 220 + 125 + 72);
}

TEST(ScheduleAllPorts, OffsetTakesItsLoadOnXorTori) {
  EXPECT_EQ(Prove(ScheduleKind::kOffset, Hosts("torus")), 219 + 122 + 66);
}

// Four axes, where calmant with one port refuses tasks, and two nodes an axis.
TEST(ScheduleAllPorts, FourAxesAndLengthTwoTakeTheirLoad) {
  EXPECT_EQ(Prove(ScheduleKind::kCalmant, {{"mesh", 4, 2}, {"mesh", 3, 1}}), 36 + 6);
  EXPECT_EQ(Prove(ScheduleKind::kOffset,
                  {{"mesh", 4, 2}, {"torus", 4, 2}, {"torus", 3, 1}, {"torus", 1, 1}}),
            36 + 36 + 6 + 1);
}

// ---- a whole pipelined program ----

// Steps of all iterations with pipelining degree q.
int PipelinedSteps(const Embedding& embedding, int q, Ports ports,
                   std::vector<std::vector<int>>& steps_of) {
  const int d = embedding.guest().axes();
  int total = 0;
  for (const Iteration& iteration : PipelinedIterations(d, q)) {
    const auto [first, count] = iteration.task;
    int& steps = steps_of[static_cast<std::size_t>(first)][static_cast<std::size_t>(count)];
    if (steps == 0)
      steps = StepCount(ScheduleOf(ScheduleKind::kOffset, embedding, iteration.task, 1, ports));
    total += steps;
  }
  return total;
}

// docs/spec/schedules.md S5.5: exact, for shallow and deep pipelining.
void ExpectTheTorusToGain(int c, int levels, Ports ports, int& compared) {
  const auto size = static_cast<std::size_t>(c * levels) + 1;
  const Embedding mesh = EqualAxes{"mesh", c, levels}.Embed();
  const Embedding torus = EqualAxes{"torus", c, levels}.Embed();
  std::vector<std::vector<int>> mesh_steps(size, std::vector<int>(size, 0));
  std::vector<std::vector<int>> torus_steps = mesh_steps;
  for (int q = 1; q <= 3 * c * levels; ++q, ++compared) {
    const int on_mesh = PipelinedSteps(mesh, q, ports, mesh_steps);
    const int on_torus = PipelinedSteps(torus, q, ports, torus_steps);
    EXPECT_EQ(on_torus, on_mesh - (q + c - 1) * (1 << (levels - 2)))
        << c << " axes of " << levels << " levels, q " << q;
  }
}

TEST(ScheduleAllPorts, ATorusGainsTheClosedFormInEveryPipelinedProgram) {
  int compared = 0;
  for (int levels = 2; levels <= 10; ++levels)
    ExpectTheTorusToGain(1, levels, Ports::kAll, compared);
  for (int levels = 2; levels <= 5; ++levels)
    ExpectTheTorusToGain(2, levels, Ports::kAll, compared);
  for (int levels = 2; levels <= 4; ++levels)
    ExpectTheTorusToGain(3, levels, Ports::kAll, compared);
  ExpectTheTorusToGain(4, 2, Ports::kAll, compared);
  EXPECT_EQ(compared, 3 * (54 + 2 * 14 + 3 * 9 + 8));
}

TEST(ScheduleAllPorts, ARingGainsTheClosedFormWithOnePortToo) {
  int compared = 0;
  for (int levels = 3; levels <= 10; ++levels)
    ExpectTheTorusToGain(1, levels, Ports::kOne, compared);
  EXPECT_EQ(compared, 3 * 52);
}

}  // namespace
}  // namespace toroid::schedule_all_ports_test
