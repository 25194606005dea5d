// The space-time table, read back as text, holds exactly the uses of links that the checks of a
// schedule count, no two of them at once.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <sstream>

#include "gen/schedule/space_time.h"
#include "tests/property/schedule_testing.h"

namespace toroid::space_time_property_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

struct Line {
  long cycle, last_cycle, step, from, to, axis;
  char direction;
  long node, cube_dimension, first_flit, last_flit;
};

std::vector<Line> Parsed(const std::string& csv) {
  std::vector<Line> lines;
  std::istringstream in(csv);
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(
      text,
      "cycle,last_cycle,step,from,to,axis,direction,node,cube_dimension,first_flit,last_flit");
  while (std::getline(in, text)) {
    std::istringstream cells(text);
    Line line{};
    char comma = 0;
    cells >> line.cycle >> comma >> line.last_cycle >> comma >> line.step >> comma >> line.from >>
        comma >> line.to >> comma >> line.axis >> comma >> line.direction >> comma >> line.node >>
        comma >> line.cube_dimension >> comma >> line.first_flit >> comma >> line.last_flit;
    EXPECT_TRUE(cells && cells.peek() == EOF) << text;
    lines.push_back(line);
  }
  return lines;
}

// Whether a link from -> to exists where the line says.
bool IsLink(const Graph& host, const Line& line) {
  const Axis axis{static_cast<int>(line.axis)};
  const int length = host.length(axis);
  const int step = line.direction == '+' ? 1 : -1;
  Coordinates there = host.CoordinatesOf(NodeId{static_cast<std::uint32_t>(line.from)});
  int& x = there[axis.index()];
  x += step;
  if (x < 0 || x >= length) {
    if (!host.Wraps(axis)) return false;
    x = (x + length) % length;
  }
  return host.CoordinatesOf(NodeId{static_cast<std::uint32_t>(line.to)}) == there;
}

void ExpectTheUsesOf(const Schedule& schedule, const Embedding& embedding) {
  const Graph& host = embedding.host();
  const std::vector<Line> lines = Parsed(SpaceTimeCsv(schedule, host));
  ASSERT_EQ(lines.size(), VerifySteps(schedule, embedding).links_checked);
  std::map<std::pair<long, long>, ScheduledMessage> messages;  // by node and cube dimension
  for (const ScheduledMessage& m : schedule.messages)
    messages.insert({{m.node.value(), m.cube_dimension.value()}, m});
  std::map<std::pair<long, long>, std::vector<Line>> routes;
  std::set<std::array<long, 3>> links_of_steps;  // step, from, to
  // of a link: first cycle -> last cycle
  std::map<std::array<long, 2>, std::map<long, long>> times;
  for (const Line& line : lines) {
    EXPECT_TRUE(IsLink(host, line)) << line.from << " " << line.to;
    EXPECT_EQ(line.first_flit, 0);
    EXPECT_EQ(line.last_flit, schedule.message_flits - 1);
    EXPECT_EQ(line.last_cycle - line.cycle, line.last_flit);
    EXPECT_TRUE(links_of_steps.insert({line.step, line.from, line.to}).second);
    std::map<long, long>& uses = times[{line.from, line.to}];
    EXPECT_TRUE(uses.emplace(line.cycle, line.last_cycle).second);
    routes[{line.node, line.cube_dimension}].push_back(line);
  }
  for (const auto& [link, uses] : times) {
    long free_from = 0;
    for (const auto& [first, last] : uses) {
      EXPECT_GE(first, free_from) << "link " << link[0] << " to " << link[1];
      free_from = last + 1;
    }
  }
  // The lines of each message follow its route, link by link and cycle by cycle.
  ASSERT_EQ(routes.size(), messages.size());
  for (const auto& [key, route] : routes) {
    const ScheduledMessage& m = messages.at(key);
    EXPECT_EQ(route.size(), static_cast<std::size_t>(host.Distance(m.node, m.to)));
    EXPECT_EQ(route.front().from, m.node.value());
    EXPECT_EQ(route.back().to, m.to.value());
    for (std::size_t e = 0; e < route.size(); ++e) {
      EXPECT_EQ(route[e].step, m.step);
      EXPECT_EQ(route[e].cycle, m.cycle + static_cast<long>(e));
      EXPECT_TRUE(e == 0 || route[e].from == route[e - 1].to);
    }
  }
}

TEST(SpaceTime, TableHoldsExactlyTheUsesThatTheChecksCount) {
  int schedules = 0;
  for (const auto& [host, embedding_kind] : {std::pair{"line:16", EmbeddingKind::kStandard},
                                             {"ring:16", EmbeddingKind::kXor},
                                             {"mesh:4x4", EmbeddingKind::kStandard},
                                             {"torus:8x8", EmbeddingKind::kXor},
                                             {"torus:2x2", EmbeddingKind::kXor},
                                             {"torus:4x4x4", EmbeddingKind::kXor}}) {
    const Embedding embedding = EmbeddingOn(host, embedding_kind);
    ForEachTask(embedding.guest().axes(), [&](Task task) {
      for (const ScheduleKind kind :
           {ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kStream}) {
        const auto made = MakeSchedule(
            kind, embedding, task, kind == ScheduleKind::kStream ? Ports::kAll : Ports::kOne, 3);
        if (!made.ok()) continue;
        ExpectTheUsesOf(*made, embedding);
        ++schedules;
      }
    });
  }
  EXPECT_EQ(schedules, 3 * (10 + 10) + 2 * (10 + 21 + 3 + 21));
}

}  // namespace
}  // namespace toroid::space_time_property_test
