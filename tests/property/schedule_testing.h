// Short ways to make hypercube embeddings and schedules, and the closed forms that the schedule tests compare with.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "gen/schedule/schedule.h"

namespace toroid::schedule_testing {

// "line:16", "mesh:4x4" with embedding standard; "ring:16", "torus:4x4" as `kind` says; cyclic bit order.
inline Embedding EmbeddingOn(const std::string& host_text, EmbeddingKind kind) {
  const Graph host = Graph::Parse(host_text).value();
  const Graph guest = Graph::Parse("hypercube:" + std::to_string(std::bit_width(host.size()) - 1)).value();
  return Embedding::Create(kind, guest, host, BitOrder::kCyclic).value();
}

// c axes of 2^levels nodes: "mesh:4x4", "torus:8".
inline std::string HostText(const std::string& kind, int c, int levels) {
  std::string text = kind + ":";
  for (int a = 0; a < c; ++a) text += (a ? "x" : "") + std::to_string(1 << levels);
  return text;
}

inline Schedule ScheduleOf(ScheduleKind kind, const Embedding& embedding, Task task, int message_flits = 1) {
  auto made = MakeSchedule(kind, embedding, task, Ports::kOne, message_flits);
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
  return LineLoad({.first = (task.first + (task.count - 1) % c) / c, .count = (task.count + c - 1) / c});
}

// The load of a ring of 2^levels nodes under xor (docs/spec/schedules.md S5.3).
inline int RingLoad(Task task, int levels) {
  const int top = 1 << (levels - 2);
  if (task.first + task.count < levels) return LineLoad(task);
  return task.count == 1 ? top : top + LineLoad({.first = task.first, .count = task.count - 2});
}

inline std::string TaskText(Task task) { return "<" + std::to_string(task.first) + "," + std::to_string(task.count) + ">"; }

// Calls visit(task) for every task of a d-cube; returns how many there were.
template <class Visit>
int ForEachTask(int d, Visit visit) {
  int tasks = 0;
  for (int first = 0; first < d; ++first) {
    for (int count = 1; first + count <= d; ++count, ++tasks) visit(Task{.first = first, .count = count});
  }
  return tasks;
}

}  // namespace toroid::schedule_testing
