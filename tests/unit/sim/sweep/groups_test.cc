// Which runs of a sweep are done side by side.
#include <gtest/gtest.h>

#include "sim/sweep/sweep.h"

namespace toroid::sim_sweep_groups_test {
namespace {

// Sizes of the groups, which must follow each other without a gap.
std::vector<std::size_t> SizesOf(const std::vector<Point>& points, int jobs,
                                 const std::function<std::size_t(const Point&)>& most) {
  std::vector<std::size_t> sizes;
  std::size_t next = 0;
  for (const Group& group : GroupsOf(points, jobs, most)) {
    EXPECT_EQ(group.first, next);
    next = group.end;
    sizes.push_back(group.size());
  }
  EXPECT_EQ(next, points.size());
  return sizes;
}

std::vector<Point> PointsOf(std::size_t network, int loads) {
  std::vector<Point> points;
  for (int load = 1; load <= loads; ++load) points.push_back({network, 0.1 * load, 1});
  return points;
}

using Sizes = std::vector<std::size_t>;
const auto kEight = [](const Point&) { return std::size_t{8}; };

TEST(Groups, FillAWord) { EXPECT_EQ(SizesOf(PointsOf(0, 20), 1, kEight), (Sizes{8, 8, 4})); }

TEST(Groups, LeaveNoJobWithoutWork) {
  EXPECT_EQ(SizesOf(PointsOf(0, 20), 4, kEight), (Sizes{5, 5, 5, 5}));
  EXPECT_EQ(SizesOf(PointsOf(0, 3), 8, kEight), (Sizes{1, 1, 1}));
}

TEST(Groups, HaveOneNetwork) {
  std::vector<Point> points = PointsOf(0, 3);
  const std::vector<Point> more = PointsOf(1, 2);
  points.insert(points.end(), more.begin(), more.end());
  EXPECT_EQ(SizesOf(points, 1, kEight), (Sizes{3, 2}));
}

TEST(Groups, LeaveARunAloneThatMustBe) {
  const auto light = [](const Point& point) { return std::size_t{point.load < 0.35 ? 8U : 1U}; };
  EXPECT_EQ(SizesOf(PointsOf(0, 5), 1, light), (Sizes{3, 1, 1}));
  const auto heavy = [](const Point& point) { return std::size_t{point.load < 0.35 ? 1U : 8U}; };
  EXPECT_EQ(SizesOf(PointsOf(0, 5), 1, heavy), (Sizes{1, 1, 1, 2}));
}

TEST(Groups, OfNothingAreNone) { EXPECT_EQ(SizesOf({}, 2, kEight), Sizes{}); }

}  // namespace
}  // namespace toroid::sim_sweep_groups_test
