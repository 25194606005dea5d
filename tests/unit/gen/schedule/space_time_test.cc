// Schedules as drawings and as tables of link uses.
#include "gen/schedule/space_time.h"

#include <gtest/gtest.h>

#include "tests/property/schedule_testing.h"

namespace toroid::gen_schedule_space_time_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

std::string DrawingOf(ScheduleKind kind, const std::string& host, EmbeddingKind embedding_kind,
                      Task task, int flits) {
  const Embedding embedding = EmbeddingOn(host, embedding_kind);
  const Schedule schedule = ScheduleOf(kind, embedding, task, flits);
  EXPECT_TRUE(CanBeDrawn(schedule, embedding.host()));
  return SpaceTimeDrawing(schedule, embedding.host());
}

TEST(SpaceTimeDrawing, IsCalmantsFigureFour) {
  EXPECT_EQ(
      DrawingOf(ScheduleKind::kCalmant, "line:16", EmbeddingKind::kStandard,
                {.first = 1, .count = 2}, 1),
      R"(  step  cycle  0    1    2    3    4    5    6    7    8    9    10   11   12   13   14   15
     0      0  o---------2-------->o----1--->.    .    o---------2-------->o----1--->.    .
               .<---1----o<--------2---------o    .    .<---1----o<--------2---------o    .
     1      4  o----1--->o---------2-------->.    .    o----1--->o---------2-------->.    .
               .<--------2---------o<---1----o    .    .<--------2---------o<---1----o    .
     2      8  .    o---------2-------->o----1--->.    .    o---------2-------->o----1--->.
               .    .<---1----o<--------2---------o    .    .<---1----o<--------2---------o
     3     12  .    o----1--->o---------2-------->.    .    o----1--->o---------2-------->.
               .    .<--------2---------o<---1----o    .    .<--------2---------o<---1----o
)");
}

TEST(SpaceTimeDrawing, OfARingPassesNodeZeroAtBothEnds) {
  EXPECT_EQ(
      DrawingOf(ScheduleKind::kOffset, "ring:8", EmbeddingKind::kXor, {.first = 0, .count = 3}, 4),
      R"(  step  cycle  0    1    2    3    4    5    6    7    0
     0      0  o-0->.    o-0->.    o-0->.    o-0->.    .
               .<-0-o    .<-0-o    .<-0-o    .<-0-o    .
     1      4  o----1--->o----2--->o----1--->o----2--->.
               ---2-o<---1----o<---2----o<---1----o<----
     2      9  ---->o----1--->o----2--->o----1--->o-2---
               .<---1----o<---2----o<---1----o<---2----o
)");
}

TEST(SpaceTimeDrawing, HasOneLineIfOneDirectionIsUsed) {
  EXPECT_EQ(
      DrawingOf(ScheduleKind::kOffset, "ring:4", EmbeddingKind::kXor, {.first = 0, .count = 2}, 2),
      R"(  step  cycle  0    1    2    3    0
     0      0  o-0->o-1->o-0->o-1->.
     1      2  .<-0-o<-1-o<-0-o<-1-o
)");
}

TEST(SpaceTimeDrawing, OfAStreamHasALineForEachSlot) {
  EXPECT_EQ(DrawingOf(ScheduleKind::kStream, "line:4", EmbeddingKind::kStandard,
                      {.first = 0, .count = 2}, 3),
            R"(  slot  cycle  0    1    2    3
     0      0  o-0->o----1--->.
               .<---1----o<-0-o
     1      3  o----1--->o-0->.
               .<-0-o<---1----o
)");
}

TEST(SpaceTimeDrawing, IsForOneAxisAndSixteenNodesAndSchedulesWithoutConflicts) {
  const auto can = [](ScheduleKind kind, const std::string& host) {
    const Embedding embedding = EmbeddingOn(host, EmbeddingKind::kStandard);
    return CanBeDrawn(ScheduleOf(kind, embedding, {.first = 0, .count = 2}), embedding.host());
  };
  EXPECT_TRUE(can(ScheduleKind::kCalmant, "line:16"));
  EXPECT_FALSE(can(ScheduleKind::kCalmant, "line:32"));
  EXPECT_FALSE(can(ScheduleKind::kCalmant, "mesh:4x4"));
  EXPECT_FALSE(can(ScheduleKind::kNone, "line:16"));
}

TEST(SpaceTimeCsv, HasALineForEachUseOfALink) {
  const Embedding ring = EmbeddingOn("ring:4", EmbeddingKind::kXor);
  EXPECT_EQ(
      SpaceTimeCsv(ScheduleOf(ScheduleKind::kOffset, ring, {.first = 1, .count = 1}, 3),
                   ring.host()),
      "cycle,last_cycle,step,from,to,axis,direction,node,cube_dimension,first_flit,last_flit\n"
      "0,2,0,0,3,0,-,0,1,0,2\n"
      "0,2,0,1,2,0,+,1,1,0,2\n"
      "0,2,0,2,1,0,-,2,1,0,2\n"
      "0,2,0,3,0,0,+,3,1,0,2\n");
}

}  // namespace
}  // namespace toroid::gen_schedule_space_time_test
