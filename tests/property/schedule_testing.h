// Short ways to make hypercube embeddings and schedules, and the closed forms that the schedule
// tests compare with.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "gen/program/meetings.h"
#include "gen/schedule/schedule.h"

namespace toroid::schedule_testing {

// "line:16", "mesh:4x4" with embedding standard; "ring:16", "torus:4x4" as `kind` says; cyclic bit
// order.
inline Embedding EmbeddingOn(const std::string& host_text, EmbeddingKind kind) {
  const Graph host = Graph::Parse(host_text).value();
  const Graph guest =
      Graph::Parse("hypercube:" + std::to_string(std::bit_width(host.size()) - 1)).value();
  return Embedding::Create(kind, guest, host, BitOrder::kCyclic).value();
}

// c axes of 2^levels nodes: "mesh:4x4", "torus:8".
inline std::string HostText(const std::string& kind, int c, int levels) {
  std::string text = kind + ":";
  for (int a = 0; a < c; ++a) text += (a ? "x" : "") + std::to_string(1 << levels);
  return text;
}

// c axes of 2^levels nodes under the embedding that has schedules: a mesh under standard, a torus
// under xor.
struct EqualAxes {
  std::string host_kind;
  int axes;
  int levels;
  std::string Host() const { return HostText(host_kind, axes, levels); }
  Embedding Embed() const {
    return EmbeddingOn(Host(),
                       host_kind == "torus" ? EmbeddingKind::kXor : EmbeddingKind::kStandard);
  }
  int dimensions() const { return axes * levels; }
};

inline Schedule ScheduleOf(ScheduleKind kind, const Embedding& embedding, Task task,
                           int message_flits = 1, Ports ports = Ports::kOne) {
  auto made = MakeSchedule(kind, embedding, task, ports, message_flits);
  if (!made.ok()) {
    ADD_FAILURE() << ToString(made.diagnostics().front());
    return {};
  }
  return std::move(made).value();
}

inline int StepCount(const Schedule& schedule) { return static_cast<int>(schedule.steps.size()); }

// The load of a line (CALMANT, Theorem 1); 0 for no message.
inline int LineLoad(Task task) {
  const int high = 1 << (task.first + task.count + 1);
  return (high - (task.count % 2 == 0 ? 2 << task.first : 1 << task.first)) / 3;
}

// The load of a mesh of equal lengths (CALMANT, Theorem 3).
inline int MeshLoad(Task task, int c) {
  return LineLoad(
      {.first = (task.first + (task.count - 1) % c) / c, .count = (task.count + c - 1) / c});
}

// The load of a ring of 2^levels nodes under xor (docs/spec/schedules.md S5.3).
inline int RingLoad(Task task, int levels) {
  const int top = 1 << (levels - 2);
  if (task.first + task.count < levels) return LineLoad(task);
  return task.count == 1 ? top : top + LineLoad({.first = task.first, .count = task.count - 2});
}

// The load of an axis of the host by these formulas, for a task in levels; 0 if it has none.
inline int AxisLoad(const EqualAxes& host, Task levels) {
  if (levels.count == 0) return 0;
  return host.host_kind == "torus" && host.levels > 1 ? RingLoad(levels, host.levels)
                                                      : LineLoad(levels);
}

// The levels of an axis that a task uses, counted one by one.
inline Task LevelsByCount(const EqualAxes& host, Task task, int axis) {
  Task levels;
  for (int k = task.first; k < task.first + task.count; ++k) {
    if (k % host.axes == axis && levels.count++ == 0) levels.first = k / host.axes;
  }
  return levels;
}

inline std::string TaskText(Task task) {
  return "<" + std::to_string(task.first) + "," + std::to_string(task.count) + ">";
}

// Calls visit(task) for every task of a d-cube; returns how many there were.
template <class Visit>
int ForEachTask(int d, Visit visit) {
  int tasks = 0;
  for (int first = 0; first < d; ++first) {
    for (int count = 1; first + count <= d; ++count, ++tasks)
      visit(Task{.first = first, .count = count});
  }
  return tasks;
}

// The forecast of a schedule's messages that enter in turn; its cycles end with the last crossing.
inline ProgramForecast ForecastOfMessages(const MessageRoutes& routes, const Schedule& schedule) {
  return ForecastOf(ProgramOfNodes(schedule), routes, schedule.ports, 0, Entering::kInTurn);
}

}  // namespace toroid::schedule_testing
