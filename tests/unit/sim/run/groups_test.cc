// Groups of ranks as boxes of a host, and how much communication is hidden behind calculations.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "gen/workload/builder.h"
#include "sim/run/group_programs.h"
#include "sim/run/trace.h"

namespace toroid::sim_run_groups_test {
namespace {

// "2x2 mesh:2x2 at 1,1", or nothing.
std::string Box(const char* host, const std::vector<std::uint32_t>& nodes) {
  std::vector<NodeId> ids;
  for (const std::uint32_t node : nodes) ids.push_back(NodeId{node});
  const auto box = BoxOf(*Graph::Parse(host), ids);
  if (!box) return "";
  return box->ToString() + " " + box->shape().ToString() + " at " + CoordinatesText(box->base());
}

TEST(BoxesOfGroups, AreWholeAndInAnyOrder) {
  EXPECT_EQ(Box("torus:4x4", {5, 10, 9, 6}), "2x2 mesh:2x2 at 1,1");
  EXPECT_EQ(Box("torus:4x4", {7, 4, 6, 5}), "1x4 torus:4 at 1,0");
  EXPECT_EQ(Box("torus:4x4", {1, 5, 9}), "3x1 mesh:3 at 0,1");
  EXPECT_EQ(Box("mesh:2x2", {0, 1, 2, 3}), "2x2 mesh:2x2 at 0,0");
  EXPECT_EQ(Box("torus:4x4", {0, 5}), "");
  EXPECT_EQ(Box("torus:4x4", {0, 2}), "");
  EXPECT_EQ(Box("torus:4x4", {0, 3}), "");  // neighbours around the ring
  EXPECT_EQ(Box("torus:4x4", {0, 0}), "");  // two ranks of a node
  EXPECT_EQ(Box("torus:4x4", {7}), "");
}

// Rank 0 calculates in cycles 10 to 29 and 25 to 39, sends in 0 to 14 and 35 to 49, and has posted
// a receive since cycle 0 whose message is under way from 100 to 119.
TEST(Overlaps, AreOfJoinedSpans) {
  WorkloadBuilder builder(2);
  const auto add = [&](OperationKind kind, std::uint32_t rank) {
    builder.Add({.kind = kind,
                 .from = kind == OperationKind::kReceive ? 1 - rank : rank,
                 .to = kind == OperationKind::kReceive ? rank : 1 - rank},
                {});
  };
  for (int i = 0; i < 2; ++i) add(OperationKind::kCalculate, 0);
  for (int i = 0; i < 2; ++i) add(OperationKind::kSend, 0);
  add(OperationKind::kReceive, 0);
  add(OperationKind::kJoin, 0);
  add(OperationKind::kSend, 1);
  Workload workload = std::move(builder).Finish();
  workload.operations[4].match = 6;
  const auto time = [](Cycle start, Cycle end) {
    StartAndEnd times;
    times.start = start;
    times.end = end;
    return times;
  };
  const std::vector<Overlap> overlaps =
      OverlapsOf(workload, {time(10, 30), time(25, 40), time(0, 15), time(35, 50), time(0, 120),
                            time(7, 7), time(100, 110)});
  ASSERT_EQ(overlaps.size(), 2U);
  EXPECT_EQ(overlaps[0].communicated, 15 + 15 + 20);
  EXPECT_EQ(overlaps[0].hidden, 5 + 5);
  EXPECT_EQ(overlaps[1].communicated, 10);
  EXPECT_EQ(overlaps[1].hidden, 0);
  // 120 windows of one cycle, or 61 of two
  for (const Cycle end : {120, 121}) {
    const TraceReport::Windows windows = WindowsOf(overlaps, end);
    EXPECT_EQ(windows.width, end - 119);
    ASSERT_EQ(windows.sending.size(), 2U);
    EXPECT_EQ(windows.sending[0].size(), end == 120 ? 120U : 61U);
    const auto sum = [](const std::vector<Cycle>& cycles) {
      return std::accumulate(cycles.begin(), cycles.end(), Cycle{0});
    };
    EXPECT_EQ(sum(windows.calculating[0]), 30);
    EXPECT_EQ(sum(windows.sending[0]), 50 - 10);
    EXPECT_EQ(sum(windows.calculating[1]), 0);
    EXPECT_EQ(sum(windows.sending[1]), 10);
    const auto at = static_cast<std::size_t>(36 / windows.width);
    EXPECT_EQ(windows.calculating[0][at], windows.width);
    EXPECT_EQ(windows.sending[0][at], 0);
  }
}

}  // namespace
}  // namespace toroid::sim_run_groups_test
