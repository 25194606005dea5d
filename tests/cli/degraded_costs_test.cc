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

void ExpectRefusal(const std::string& line, const std::string& error) {
  const Outcome outcome = RunToroid(line);
  EXPECT_EQ(outcome.code, 2) << line;
  EXPECT_EQ(outcome.err, "toroid: error: " + error + "\n");
  EXPECT_EQ(outcome.out, "");
}

// The figures of DG6, and what simulate measures.
TEST(DegradedCosts, AreThoseOfTreesAmongSurvivors) {
  const std::string host = "--host torus:4x4 --dead-links 0-1 --dead-nodes 6 --elements 128 ";
  const std::string text = Out("cost --collective all-reduce " + host);
  EXPECT_NE(text.find("host      torus:4x4, ports one\n"
                      "dead      --dead-links 0-1 --dead-nodes 6, 15 processes left\n"
                      "task      all-reduce, a vector of each process\n"),
            std::string::npos)
      << text;
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

TEST(DegradedCosts, RefuseWhatHasNoTrees) {
  ExpectRefusal(
      "check --host torus:4x4 --collective complete-exchange --router scheduled --dead-links 0-1",
      "--collective: complete-exchange: among survivors goes by the tables of buffered "
      "routers; leave out what is dead");
  const std::string cost = "cost --host torus:4x4 ";
  ExpectRefusal("cost --host torus:64x64 --collective complete-exchange --dead-links 0-1",
                "--host: torus:64x64: has 4096 nodes; tables of next hops are computed for up to "
                "1024");
  ExpectRefusal(cost + "--collective complete-exchange --router scheduled --dead-links 0-1",
                "--router: scheduled: is not supported for a complete exchange among survivors "
                "yet; use --router buffered, which has routing tables");
  ExpectRefusal(cost + "--collective broadcast --root 6 --dead-nodes 6",
                "--root: 6: is a dead node; give a node that is alive");
  ExpectRefusal("cost --host torus:64x64 --collective all-reduce --dead-links 0-1",
                "--collective: all-reduce: by method trees: keeps too much of 4096 nodes; it takes "
                "up to 1024");
  ExpectRefusal("cost --host ring:5 --collective all-reduce --dead-links \"0>1,2>3\"",
                "--collective: all-reduce: by method trees: goes over links that are alive in both "
                "directions; such links must join all nodes that are alive");
  ExpectRefusal("cost --host torus:512x512 --collective all-reduce --dead-links 0-1",
                "--host: torus:512x512: has too many nodes to look for what is dead; with dead "
                "links or nodes allowed are hosts of up to 65536 nodes");
  ExpectRefusal(cost + "--guest hypercube:4 --embedding xor --schedule offset --dead-links 0-1",
                "--schedule: offset: has formulas for whole hosts alone; with dead links or nodes "
                "use --collective, or `toroid schedule --schedule list`");
}

const std::string kTask =
    "schedule --host torus:4x4 --guest hypercube:4 --embedding xor --task 0,4 ";

TEST(DegradedSchedules, SayHowManyMessagesTakeLongerRoutes) {
  const std::string text = Out(kTask + "--schedule list --dead-links 0-1");
  EXPECT_NE(text.find("dead         --dead-links 0-1\n"
                      "routes       240 by tables arrive over live links without a deadlock; "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(", 0 conflicts\n"), std::string::npos) << text;
}

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

TEST(DegradedSchedules, AreRefusedByFormula) {
  for (const std::string kind : {"calmant", "offset", "stream", "exact"})
    ExpectRefusal(kTask + "--dead-links 0-1 --schedule " + kind,
                  "--schedule: " + kind +
                      ": needs the routes of dimension order, and links that are alive; with dead "
                      "links or nodes allowed are none, list");
  ExpectRefusal(kTask + "--schedule list --dead-nodes 5",
                "--guest: hypercube:4: guest node (0,0,1,1) is on host node (1,1), which is dead; "
                "take a guest or an embedding that leaves dead nodes out");
}

}  // namespace
}  // namespace toroid::degraded_costs_test
