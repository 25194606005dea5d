// `toroid check --routes`: what it prints, and that its tables are enough for others to check.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::routes_test {
namespace {

using Json = nlohmann::json;

// DG5: a ring of 6 without a link is a line; without a node, a shorter one.
TEST(Routes, TextSaysWhatIsLostBesideTheWholeHost) {
  const Outcome outcome = RunToroid("check --routes --host ring:6 --dead-links 5-0");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "holds   every route arrives over live links (30 routes checked)\n"
            "holds   deadlock freedom of 10 channels and 8 dependencies (18 channels and "
            "dependencies checked)\n"
            "survivors    6 of 6 nodes, with 10 live links in one direction each\n"
            "turns        0 used, 0 at most in a node; whole host 0 and 0\n"
            "routes       the longest has 5 links, the longest detour is 4 more than the distance\n"
            "busiest link 9 routes, on the whole host 5: uniform traffic at 0.56 of its rate\n");
}

// DG5.3, on a mesh, whose ports 0 to 3 lead down, up, right and left.
TEST(Routes, InJsonLeadEverySurvivorToEveryOther) {
  const Outcome outcome = RunToroid(
      "check --routes --host mesh:4x5 --dead-links 0-1,7-8 --dead-nodes 11 --format json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["survivors"], 19);
  const Json& routes = json["routes"];
  const int steps[] = {5, -5, 1, -1};
  int arrived = 0;
  for (int from = 0; from < 20; ++from) {
    for (int to = 0; to < 20; ++to) {
      if (from == to || from == 11 || to == 11) {
        EXPECT_TRUE(routes[from][to].is_null());
        continue;
      }
      int at = from;
      for (int hops = 0; at != to && hops < 20; ++hops) {
        const int next = at + steps[routes[at][to][0].get<int>()];
        EXPECT_FALSE((at == 0 && next == 1) || (at == 1 && next == 0) || next == 11);
        EXPECT_FALSE((at == 7 && next == 8) || (at == 8 && next == 7));
        at = next;
      }
      arrived += at == to ? 1 : 0;
    }
  }
  EXPECT_EQ(arrived, 19 * 18);
}

TEST(Routes, AreRefusedWhereSurvivorsAreInParts) {
  const Outcome outcome = RunToroid("check --routes --host line:6 --dead-links 2-3");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "toroid: error: --dead-links: 2-3: leaves line:6 in parts between which no live links "
            "lead both ways: nodes 0-2; nodes 3-5; every survivor must reach every other\n");
}

}  // namespace
}  // namespace toroid::routes_test
