// A build without the solver: this executable has its own copy of step_problem.cc, compiled without
// it.
#include <gtest/gtest.h>

#include "gen/schedule/schedule.h"
#include "gen/schedule/step_problem.h"

namespace toroid::no_solver_test {
namespace {

Result<Schedule> Exact(const std::string& host_text, Task task) {
  const Graph host = Graph::Parse(host_text).value();
  const Graph guest = Graph::Parse("hypercube:" + std::to_string(BitsFor(host.size()))).value();
  const Embedding embedding =
      Embedding::Create(EmbeddingKind::kStandard, guest, host, BitOrder::kCyclic).value();
  return MakeSchedule(ScheduleKind::kExact, embedding, task, Ports::kOne, 1);
}

TEST(NoSolver, FormulasAndTablesWork) {
  EXPECT_FALSE(HasStepSolver());
  EXPECT_EQ(Exact("mesh:4x4", {.first = 0, .count = 4})->origin, Origin::kFormula);
  EXPECT_EQ(Exact("mesh:16x16", {.first = 0, .count = 8})->origin, Origin::kTable);
}

TEST(NoSolver, WhatNeedsItSaysSo) {
  const auto refused = Exact("mesh:4x2", {.first = 0, .count = 3});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(ExitCodeOf(refused.diagnostics()), 3);
  EXPECT_EQ(
      ToString(refused.diagnostics().front()),
      "toroid: error: --schedule: exact: no formula and no stored table has 3 steps, and this "
      "build has no solver; build with CaDiCaL (Debian: libcadical-dev), or ask for "
      "--schedule list");
}

TEST(NoSolver, NothingIsDecided) {
  StepSearch search({.items = 1, .steps = 1, .groups = {}, .followers = {}});
  EXPECT_EQ(search.Continue(1000, [] { return false; }), StepVerdict::kOpen);
}

}  // namespace
}  // namespace toroid::no_solver_test
