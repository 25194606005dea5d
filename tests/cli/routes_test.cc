// `toroid check --routes`: what it prints, and that its tables are enough for others to check.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::routes_test {
namespace {

using Json = nlohmann::json;

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

}  // namespace
}  // namespace toroid::routes_test
