// Output of `cost`.
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/printed.h"
#include "tests/support/checkout.h"

namespace toroid::cost_test {
namespace {

constexpr const char* kCost =
    "cost --host torus:8x8 --guest hypercube:6 --embedding xor --schedule offset --elements 720 ";

// CALMANT's closed form gives too few steps here; it serves comparisons with the paper.
TEST(Cli, CostPrintsTheStepsAlone) {
  const std::string text = Out(kCost);
  EXPECT_EQ(text.find("closed form"), std::string::npos) << text;
  EXPECT_NE(text.find("pipelining     flits  iterations       steps            cost"),
            std::string::npos)
      << text;
}

TEST(Cli, CostJsonHasALineForEachDivisorAndTheBest) {
  const Json json = Json::parse(
      Out(std::string(kCost) + "--startup 2.5 --per-flit 0.5 --barrier-cycles 10 --format json"));
  EXPECT_EQ(Keys(json), (Names{"schema_version", "command", "host", "guest", "embedding",
                               "schedule", "ports", "elements", "startup", "per_flit",
                               "barrier_cycles", "deep_steps", "best", "rows"}));
  EXPECT_EQ(json["startup"], 2.5);
  EXPECT_EQ(json["per_flit"], 0.5);
  EXPECT_EQ(json["barrier_cycles"], 10);
  EXPECT_EQ(json["deep_steps"].dump(), R"({"slope":6,"offset":1,"from":6})");
  ASSERT_EQ(json["rows"].size(), 30U);
  const Json* best = nullptr;
  const Json* fastest = nullptr;
  for (const Json& row : json["rows"]) {
    EXPECT_EQ(Keys(row), (Names{"pipelining", "message_flits", "iterations", "steps", "closed_form",
                                "cost", "cycles"}));
    EXPECT_EQ(row["pipelining"].get<int>() * row["message_flits"].get<int>(), 720);
    EXPECT_EQ(row["cost"],
              row["steps"].get<double>() * (2.5 + 0.5 * row["message_flits"].get<double>()) +
                  10 * row["iterations"].get<double>());
    if (best == nullptr || row["cost"] < (*best)["cost"]) best = &row;
    if (fastest == nullptr || row["cycles"] < (*fastest)["cycles"]) fastest = &row;
  }
  EXPECT_EQ(json["best"]["cost"]["pipelining"], (*best)["pipelining"]);
  EXPECT_EQ(json["best"]["cost"]["cost"], (*best)["cost"]);
  EXPECT_EQ(json["best"]["cycles"]["pipelining"], (*fastest)["pipelining"]);
  EXPECT_EQ(Keys(json["best"]["formula"]), (Names{"optimum", "pipelining", "cost"}));
}

TEST(Cli, CostOfOneDegreeIsItsLineOfTheTable) {
  const std::string all = Out(std::string(kCost) + "--format csv");
  const std::string one = Out(std::string(kCost) + "--format csv --pipelining 8");
  const std::string names = "pipelining,message_flits,iterations,steps,closed_form,cost,cycles\n";
  EXPECT_EQ(all.find(names), 0U);
  EXPECT_EQ(std::ranges::count(all, '\n'), 31);
  ASSERT_EQ(one.find(names + "8,90,13,49,29,"), 0U) << one;
  EXPECT_NE(all.find(one.substr(names.size())), std::string::npos);
}

TEST(Cli, CostTextSaysWhereTheFormulaHolds) {
  EXPECT_NE(
      Out(std::string(kCost) + "--startup 100").find("below 6, where the formula does not hold\n"),
      std::string::npos);
  const std::string deep =
      Out("cost --host mesh:8x8 --guest hypercube:6 --embedding standard --schedule calmant "
          "--elements 65536 --startup 10");
  EXPECT_NE(deep.find("formula  6 Q + 7 steps for Q >= 6; least cost at Q = "), std::string::npos)
      << deep;
  EXPECT_NE(deep.find("; the best divisor there is "), std::string::npos) << deep;
  const std::string flat = Out(
      "cost --host torus:4x4 --guest hypercube:4 --embedding xor --schedule offset --startup 1");
  EXPECT_NE(flat.find("no minimum: more packets never help\n"), std::string::npos) << flat;
}

TEST(Cli, CostOfAStreamWithOnePortOnSeveralAxesHasNoFormulaForMorePackets) {
  const std::string line =
      "cost --host mesh:4x4 --guest hypercube:4 --embedding standard --schedule stream --ports one "
      "--pipelining 1 ";
  const std::string text = Out(line);
  EXPECT_NE(text.find("\nformula  none for more packets, with one port on this host\n"),
            std::string::npos)
      << text;
  const Json json = Json::parse(Out(line + "--format json"));
  EXPECT_TRUE(json["deep_steps"].is_null()) << json;
  for (const char* name : {"optimum", "pipelining", "cost"})
    EXPECT_TRUE(json["best"]["formula"][name].is_null()) << json;
}

TEST(Cli, CostReadsItsExample) {
  const std::string text = Out("cost --config '" + Checkout("examples/cost-on-mesh.toml") + "'");
  EXPECT_NE(text.find("machine  startup 567, per flit 1, barrier 100 cycles\n"), std::string::npos)
      << text;
}

TEST(Cli, CostComparesMethodsOfACollective) {
  const std::string command = "cost --host torus:4x4 --ports all --collective all-reduce ";
  const Json json = Json::parse(Out(command + "--format json"));
  EXPECT_EQ(Keys(json), (Names{"schema_version", "command", "host", "collective", "ports",
                               "startup", "barrier_cycles", "forecasts", "crossovers", "rows"}));
  ASSERT_EQ(json["rows"].size(), 25U);
  EXPECT_EQ(json["rows"][24]["flits"], 1 << 24);
  EXPECT_EQ(json["rows"][0]["least"], "whole");
  EXPECT_EQ(json["rows"][24]["least"], "bucket");
  for (const Json& row : json["rows"]) {
    for (const auto& [name, method] : row["methods"].items())
      EXPECT_GE(method["cycles"], row["cycles"]) << name << " of " << row["flits"];
    EXPECT_GE(row["ratio"], 1);
  }
  // where the least changes, it does so from one flit to the next
  ASSERT_GE(json["crossovers"].size(), 2U);
  for (std::size_t i = 1; i < json["crossovers"].size(); ++i) {
    const Json& crossover = json["crossovers"][i];
    const auto least = [&](std::int64_t flits) {
      return Json::parse(
          Out(command + "--format json --elements " + std::to_string(flits)))["rows"][0]["least"];
    };
    const auto flits = crossover["flits"].get<std::int64_t>();
    EXPECT_EQ(least(flits), crossover["method"]);
    EXPECT_NE(least(flits - 1), crossover["method"]);
  }
  EXPECT_NE(Out(command).find("least     whole from 1 flit on\n"), std::string::npos);
}

TEST(Cli, StartupMakesFewMessagesBetterAndABarrierChangesNothingButTheTime) {
  const std::string command =
      "cost --host torus:4x4 --ports all --collective all-reduce --elements 256 --format json ";
  const Json plain = Json::parse(Out(command))["rows"][0];
  const Json barrier = Json::parse(Out(command + "--barrier-cycles 7"))["rows"][0];
  const Json startup = Json::parse(Out(command + "--startup 500"))["rows"][0];
  EXPECT_EQ(plain["least"], "bucket");
  EXPECT_EQ(startup["least"], "whole");
  for (const auto& [name, method] : plain["methods"].items()) {
    EXPECT_EQ(barrier["methods"][name]["cycles"], method["cycles"].get<int>() + 7) << name;
    EXPECT_GT(startup["methods"][name]["cycles"], method["cycles"].get<int>() + 500) << name;
  }
}

TEST(Cli, CostOfACollectiveOfAMillionNodesIsByFormula) {
  const Json json = Json::parse(
      Out("cost --host torus:1024x1024 --ports all --collective all-reduce --elements 16777216 "
          "--format json"));
  EXPECT_EQ(json["forecasts"], "formula");
  EXPECT_EQ(json["rows"][0]["methods"].size(), 4U);
  EXPECT_LT(json["rows"][0]["ratio"], 1.01);
}

TEST(Cli, CostOfAMillionNodesNeedsNoSchedule) {
  const Json json =
      Json::parse(Out("cost --host torus:1024x1024 --guest hypercube:20 --embedding xor --schedule "
                      "offset --elements 65536 --startup 100 --format json"));
  EXPECT_EQ(json["rows"].size(), 17U);
  EXPECT_EQ(json["best"]["formula"]["pipelining"], json["best"]["cost"]["pipelining"]);
}

constexpr const char* kByBlock =
    "cost --guest hypercube:4 --host mesh:4x4 --embedding standard --schedule calmant --by-block ";

TEST(Cli, CostByBlockHasALineForEachSizeOfBlock) {
  const Json json =
      Json::parse(Out(std::string(kByBlock) + "--startup 500 --barrier-cycles 100 --format json"));
  EXPECT_EQ(Keys(json),
            (Names{"schema_version", "command", "host", "guest", "embedding", "schedule", "ports",
                   "startup", "per_flit", "barrier_cycles", "claimed_barrier_share", "blocks"}));
  int flits = 1;
  for (const Json& block : json["blocks"]) {
    EXPECT_EQ(Keys(block), (Names{"block_flits", "elements", "pipelining", "message_flits", "cost",
                                  "unpipelined_cost", "speed_up", "barrier_share"}));
    EXPECT_EQ(block["block_flits"], flits);
    EXPECT_EQ(block["elements"], 8 * flits);
    const double iterations = 4 + block["pipelining"].get<double>() - 1;
    EXPECT_DOUBLE_EQ(block["barrier_share"], iterations * 100 / block["cost"].get<double>());
    EXPECT_DOUBLE_EQ(block["speed_up"],
                     block["unpipelined_cost"].get<double>() / block["cost"].get<double>());
    flits *= 2;
  }
  EXPECT_EQ(flits, 1 << 22);  // messages of 2^24 elements were the last
}

TEST(Cli, CostByBlockGainsNothingWhereNothingTakesTime) {
  const Json json =
      Json::parse(Out(std::string(kByBlock) + "--startup 0 --per-flit 0 --format json"));
  EXPECT_EQ(json["blocks"][0]["speed_up"], 1);
  EXPECT_EQ(json["blocks"][0]["barrier_share"], 0);
}

// One file can hold the options of all commands.
TEST(Cli, CostOfACollectiveLeavesOutTheProgramOfAFile) {
  const std::string file = Checkout("examples/complete-exchange.toml");
  const std::string task = "cost --collective all-reduce --elements 4 --format json";
  EXPECT_EQ(Out(task + " --config " + file), Out(task + " --host torus:8x8 --ports all"));
  const Outcome typed = RunToroid(task + " --quiet --guest hypercube:5 --config " + file);
  EXPECT_EQ(typed.code, 2);
  EXPECT_NE(
      typed.err.find("--guest: hypercube:5: is not used by the cost of a collective operation"),
      std::string::npos)
      << typed.err;
}

}  // namespace
}  // namespace toroid::cost_test
