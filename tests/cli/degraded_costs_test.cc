// `toroid cost` and `toroid schedule` with dead links and nodes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/cli/printed.h"
#include "tests/support/run_toroid.h"

namespace toroid::degraded_costs_test {
namespace {

// The figures of DG6, and what simulate measures.
TEST(DegradedCosts, AreThoseOfTreesAmongSurvivors) {
  const std::string host = "--host torus:4x4 --dead-links 0-1 --dead-nodes 6 --elements 128 ";
  for (const std::string ports : {"one", "all"}) {
    for (const std::string kind : {"all-reduce", "all-gather", "broadcast", "gather"}) {
      const std::string line = host + "--format json --ports " + ports;
      const Json cost = Json::parse(Out("cost --collective " + kind + " " + line));
      const Json run = Json::parse(Out("simulate --engine model --flit-width 64 --traffic " + kind +
                                       " --method trees " + line));
      const Json& row = cost["rows"][0];
      EXPECT_EQ(Keys(row["methods"]), Names({"trees"}));
      EXPECT_EQ(row["cycles"], run["reference_cycles"]) << kind;
      EXPECT_EQ(row["task_bound"], run["task_bound"]["cycles"]) << kind;
      EXPECT_EQ(cost["host"]["dead"].dump(), R"({"links":[[0,1],[1,0]],"nodes":[6]})");
      EXPECT_EQ(cost["forecasts"], "placed");
    }
  }
  const std::string all =
      "cost --collective all-reduce --dead-links 0-1 --ports all --format json ";
  const Json table = Json::parse(Out(all + "--host torus:4x4"));
  EXPECT_EQ(table["crossovers"].dump(), R"([{"flits":1,"method":"trees"}])");
  EXPECT_EQ(table["rows"].size(), 25U);
  const Json row = Json::parse(Out(all + "--host torus:8x8 --elements 4096"))["rows"][0];
  EXPECT_EQ(row["cycles"], 2152);  // the table of DG6
  EXPECT_EQ(row["task_bound"], 2032);
}

// Along the tables, also where a link lives in one direction only; 1.065 of DG6.14 on torus:8x8.
TEST(DegradedCosts, AreThoseOfAnExchangeAlongTheTables) {
  for (const std::string host : {"--host torus:4x4 --dead-links '0>1' --dead-nodes 6 --ports all ",
                                 "--host mesh:3x4 --dead-links 1-5 "}) {
    const std::string line = host + "--format json ";
    const Json cost = Json::parse(Out("cost --collective complete-exchange --elements 12 " + line));
    const Json run =
        Json::parse(Out("simulate --engine model --traffic complete-exchange "
                        "--method phases --block-flits 12 " +
                        line));
    const Json& row = cost["rows"][0];
    EXPECT_EQ(Keys(row["methods"]), Names({"phases"}));
    EXPECT_EQ(row["cycles"], run["reference_cycles"]) << host;
    EXPECT_EQ(row["task_bound"], run["task_bound"]["cycles"]) << host;
  }
  const Json row =
      Json::parse(Out("cost --collective complete-exchange --host torus:8x8 "
                      "--dead-links 0-1 --ports all --elements 16 --format json"));
  EXPECT_NEAR(row["rows"][0]["ratio"].get<double>(), 1.065, 0.0005);
}

const std::string kTask =
    "schedule --host torus:4x4 --guest hypercube:4 --embedding xor --task 0,4 ";

// By the list of uses alone: none is of the dead link, each message's are a way from its node to
// its end, and no two share a link in a cycle.
TEST(DegradedSchedules, UseLiveLinksWithoutConflicts) {
  const int flits = 2;
  const Json json = Json::parse(Out(
      kTask + "--schedule list --dead-links 0-1,5-9 --ports all --message-flits 2 --format json"));
  EXPECT_EQ(json["conflicts"], 0);
  EXPECT_EQ(json["degraded"]["routes_checked"], 240);
  std::set<std::tuple<int, int, int>> taken;
  std::vector<int> at, links(json["messages"].size());
  for (const Json& message : json["messages"]) at.push_back(message["node"]);
  int end = 0;
  for (const Json& use : json["uses"]) {
    const std::size_t message = use[0];
    const int from = use[1], to = use[2], cycle = use[3];
    const auto ends = std::minmax(from, to);
    EXPECT_FALSE((ends.first == 0 && ends.second == 1) || (ends.first == 5 && ends.second == 9));
    EXPECT_EQ(at[message], from);
    at[message] = to;
    EXPECT_EQ(cycle, json["messages"][message]["cycle"].get<int>() + links[message]++);
    for (int flit = 0; flit < flits; ++flit)
      EXPECT_TRUE(taken.insert({from, to, cycle + flit}).second);
    end = std::max(end, cycle + flits);
  }
  for (std::size_t m = 0; m < at.size(); ++m) EXPECT_EQ(at[m], json["messages"][m]["to"]);
  EXPECT_EQ(json["cycles"], end);
  EXPECT_GT(json["degraded"]["longer_messages"], 0);
  const Json whole = Json::parse(Out(kTask + "--schedule list --format json"));
  EXPECT_TRUE(whole["degraded"].is_null());
  EXPECT_TRUE(whole["host"]["dead"].is_null());
}

}  // namespace
}  // namespace toroid::degraded_costs_test
