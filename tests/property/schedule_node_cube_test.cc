// Tasks of several processes a node (docs/spec/processes.md): node cubes against the map itself,
// and schedules by formula and by list against the checks and a second writing of the turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "gen/embedding/partition.h"
#include "gen/schedule/makers.h"
#include "gen/schedule/window.h"
#include "tests/property/schedule_testing.h"

namespace toroid::schedule_node_cube_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

Embedding Contracted(int d, const std::string& host, EmbeddingKind kind = EmbeddingKind::kTao) {
  return Embedding::Create(kind, Graph::Parse("hypercube:" + std::to_string(d)).value(),
                           Graph::Parse(host).value(), BitOrder::kCyclic)
      .value();
}

Embedding InBox(const Embedding& embedding, const std::string& host, std::vector<int> lengths,
                Coordinates base) {
  return Partition::Create(Graph::Parse(host).value(), std::move(lengths), std::move(base))
      .value()
      .Place(embedding);
}

// Expected values of `lambda` and the bound: messages counted one by one.
struct Counts {
  std::uint64_t link = 0;   // over the busiest
  std::uint64_t port = 0;   // busiest node's
  std::uint64_t local = 0;  // messages
};
Counts CountsOf(const Embedding& embedding, Task task) {
  std::map<std::tuple<std::uint32_t, int, Direction>, std::uint64_t> links;
  std::map<std::uint32_t, std::uint64_t> nodes;
  Counts counts;
  for (std::uint32_t p = 0; p < embedding.guest().size(); ++p) {
    for (int k = task.first; k < task.first + task.count; ++k) {
      const NodeId from = embedding.HostOf(NodeId{p});
      const NodeId to = embedding.HostOf(NodeId{p ^ (1U << k)});
      counts.local += from == to ? 1 : 0;
      if (from != to) counts.port = std::max(counts.port, ++nodes[from.value()]);
      for (const Hop& hop : embedding.host().Route(from, to)) {
        auto& load = links[{hop.node.value(), hop.axis.value(), hop.direction}];
        counts.link = std::max(counts.link, ++load);
      }
    }
  }
  return counts;
}

void ExpectFreeOfConflicts(const Schedule& schedule, const Embedding& embedding) {
  const auto messages = embedding.guest().size() * static_cast<std::uint64_t>(schedule.task.count);
  const Verification flits = VerifyFlits(schedule, embedding);
  EXPECT_EQ(flits.conflicts, 0U) << flits.first_conflict;
  EXPECT_EQ(flits.messages_checked, messages);
  const Counts counts = CountsOf(embedding, schedule.task);
  EXPECT_EQ(schedule.local.size(), counts.local);
  EXPECT_EQ(schedule.lambda, counts.link);
  EXPECT_EQ(schedule.lower_bound,
            schedule.ports == Ports::kOne ? std::max(counts.link, counts.port) : counts.link);
  if (schedule.kind == ScheduleKind::kList) return;
  const Verification steps = VerifySteps(schedule, embedding);
  EXPECT_EQ(steps.conflicts, 0U) << steps.first_conflict;
}

// ---- node cubes ----

TEST(NodeCubes, ExistsWhereEveryNodeHoldsTheSameSubcube) {
  for (const auto& [d, host, inside] :
       {std::tuple{6, "line:8", 7U}, {6, "ring:8", 7U}, {5, "line:2", 15U}, {7, "ring:16", 7U}}) {
    const Embedding embedding = Contracted(d, host);
    const auto cube = NodeCubeOf(embedding);
    ASSERT_TRUE(cube) << host;
    EXPECT_EQ(cube->inside, inside) << host;
    EXPECT_EQ(cube->processes(), embedding.load_factor());
    for (std::uint32_t p = 0; p < embedding.guest().size(); ++p) {
      const NodeId within = cube->embedding.HostOf(NodeId{p / cube->processes()});
      EXPECT_EQ(cube->places[within.index()], embedding.HostOf(NodeId{p}));
    }
  }
}

TEST(NodeCubes, TakeTheDimensionsInsideOutOfATask) {
  const NodeCube cube{.embedding = Contracted(2, "line:4"), .places = {}, .inside = 0b01011};
  EXPECT_EQ(cube.processes(), 8U);
  EXPECT_EQ(cube.TaskOf({0, 5}), (Task{0, 2}));
  EXPECT_EQ(cube.TaskOf({0, 2}).count, 0);
  EXPECT_EQ(cube.TaskOf({2, 2}), (Task{0, 1}));
  EXPECT_EQ(cube.TaskOf({3, 2}), (Task{1, 1}));
  EXPECT_EQ(cube.DimensionOf(0), 2);
  EXPECT_EQ(cube.DimensionOf(1), 4);
}

// In the box the first axis is a whole ring, whose ties go the other way round for some.
TEST(NodeCubes, IsRefusedWhereThereIsNone) {
  const Embedding in_block_order = Contracted(6, "torus:4x4");
  EXPECT_FALSE(NodeCubeOf(in_block_order));
  const Embedding in_a_ring =
      InBox(EmbeddingOn("mesh:4x4", EmbeddingKind::kStandard), "torus:4x6", {4, 4}, {0, 1});
  EXPECT_TRUE(NodeCubeOf(in_a_ring));
  for (const Embedding& embedding : {in_block_order, in_a_ring}) {
    const int d = embedding.guest().axes();
    const auto made =
        MakeSchedule(ScheduleKind::kStream, embedding, {.first = 0, .count = d}, Ports::kAll, 2);
    ASSERT_FALSE(made.ok()) << embedding.host().ToString();
    EXPECT_EQ(made.diagnostics().front().field, "--schedule");
    EXPECT_EQ(made.diagnostics().front().allowed, "--schedule list takes any");
  }
}

// ---- formulas ----

struct Case {
  std::string name;
  Embedding embedding;
  std::vector<ScheduleKind> kinds;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> Cases() {
  const std::vector<ScheduleKind> line = {ScheduleKind::kCalmant, ScheduleKind::kOffset,
                                          ScheduleKind::kStream};
  const std::vector<ScheduleKind> ring = {ScheduleKind::kOffset, ScheduleKind::kStream};
  const Embedding mesh = EmbeddingOn("mesh:4x4", EmbeddingKind::kStandard);
  const Embedding torus = EmbeddingOn("torus:4x4", EmbeddingKind::kXor);
  return {{"Line8", Contracted(6, "line:8"), line},
          {"Line2", Contracted(4, "line:2"), line},
          {"Ring4", Contracted(5, "ring:4"), ring},
          {"Ring16", Contracted(6, "ring:16"), ring},
          {"MeshInMesh", InBox(mesh, "mesh:5x6", {4, 4}, {1, 2}), line},
          {"MeshInTorus", InBox(mesh, "torus:7x8", {4, 4}, {3, 0}), line},
          {"TorusInTorus", InBox(torus, "torus:4x3x4", {4, 1, 4}, {0, 2, 0}), ring},
          {"MeshOfMany", Contracted(6, "mesh:4x4", EmbeddingKind::kStandard), line},
          {"TorusOfMany", Contracted(6, "torus:4x4", EmbeddingKind::kXor), ring},
          {"TwosOfMany", Contracted(5, "torus:2x2x2", EmbeddingKind::kXor), ring},
          {"CubeOfMany", Contracted(6, "hypercube:4", EmbeddingKind::kStandard), line},
          {"CubeOfManyByGray", Contracted(6, "hypercube:4", EmbeddingKind::kGray), line},
          {"CubeInCube",
           InBox(Contracted(3, "hypercube:3", EmbeddingKind::kIdentity), "hypercube:5",
                 {1, 2, 1, 2, 2}, {1, 0, 0, 0, 0}),
           line},
          {"ManyInABox", InBox(Contracted(5, "line:8"), "mesh:3x9", {1, 8}, {2, 1}), line}};
}

class ByTurns : public testing::TestWithParam<Case> {};

TEST_P(ByTurns, TakesAsManyStepsAsItsBoundTimesTheProcesses) {
  const Embedding& embedding = GetParam().embedding;
  int made = 0;
  ForEachTask(embedding.guest().axes(), [&](Task task) {
    for (const ScheduleKind kind : GetParam().kinds) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const int flits : {1, 3}) {
          SCOPED_TRACE(TaskText(task) + std::string(ToString(kind)));
          const Schedule schedule = ScheduleOf(kind, embedding, task, flits, ports);
          ExpectFreeOfConflicts(schedule, embedding);
          made += schedule.messages.empty() ? 0 : 1;
          if (kind == ScheduleKind::kStream || embedding.host().axes() > 1) continue;
          EXPECT_EQ(schedule.steps.size(), schedule.lower_bound);
        }
      }
    }
  });
  EXPECT_GT(made, 0);
}

// PR3.3: each process of a node sends where the node cube's message goes, L cycles after the one
// before it, and there are no other messages.
TEST_P(ByTurns, IsTheNodeCubesWithEachMessageCutIntoTurns) {
  const Embedding& embedding = GetParam().embedding;
  const auto cube = NodeCubeOf(embedding);
  ASSERT_TRUE(cube);
  const auto rho = static_cast<int>(cube->processes());
  const Task task{.first = 0, .count = embedding.guest().axes()};
  const Schedule whole =
      ScheduleOf(GetParam().kinds.back(), cube->embedding, cube->TaskOf(task), 3 * rho);
  const Schedule schedule = ScheduleOf(GetParam().kinds.back(), embedding, task, 3);
  EXPECT_EQ(schedule.makespan, whole.makespan);
  std::vector<std::tuple<Cycle, NodeId, NodeId>> expected;
  std::vector<std::tuple<Cycle, NodeId, NodeId>> found;
  for (const ScheduledMessage& m : whole.messages) {
    for (int turn = 0; turn < rho; ++turn)
      expected.emplace_back(m.cycle + 3 * turn, cube->places[m.node.index()],
                            cube->places[m.to.index()]);
  }
  for (const ScheduledMessage& m : schedule.messages) found.emplace_back(m.cycle, m.node, m.to);
  std::ranges::sort(expected);
  std::ranges::sort(found);
  EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(Networks, ByTurns, testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.name; });

// ---- list ----

TEST(ListOfProcesses, ListTakesAnyContraction) {
  const std::vector<Embedding> embeddings = {
      Contracted(6, "torus:4x4"),
      Contracted(6, "torus:2x8"),
      Contracted(8, "torus:2x2x2x2x2x2"),
      Contracted(5, "mesh:4x4"),
      Contracted(6, "hypercube:4", EmbeddingKind::kGray),
      Contracted(3, "hypercube:5", EmbeddingKind::kGray),
      InBox(Contracted(5, "mesh:2x4"), "mesh:3x5", {2, 4}, {1, 1}),
      InBox(Contracted(4, "line:2"), "mesh:3x5", {2, 1}, {0, 4})};
  for (const Embedding& embedding : embeddings) {
    const int d = embedding.guest().axes();
    for (const Task task : {Task{0, d}, Task{1, d - 1}, Task{d - 1, 1}}) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        SCOPED_TRACE(embedding.host().ToString() + TaskText(task));
        ExpectFreeOfConflicts(ScheduleOf(ScheduleKind::kList, embedding, task, 2, ports),
                              embedding);
      }
    }
  }
}

}  // namespace
}  // namespace toroid::schedule_node_cube_test
