// Output of the commands in normal runs, and their exit codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/cli/printed.h"

namespace toroid::output_test {
namespace {

TEST(Cli, HelpAndVersionAreOnStandardOutput) {
  EXPECT_EQ(Out("--version").find("toroid "), 0U);
  const std::string help = Out("--help");
  for (const std::string command : {"map", "schedule", "generate", "simulate", "check", "cost"}) {
    EXPECT_NE(help.find("\n  " + command + " "), std::string::npos);
    const std::string own = Out(command + " --help");
    EXPECT_EQ(own.find("toroid " + command + ":"), 0U);
    EXPECT_NE(own.find("--host GRAPH"), std::string::npos);
    const std::string all = Out(command + " --help-all");
    EXPECT_NE(all.find("--host GRAPH"), std::string::npos);
    EXPECT_NE(all.find("Exit codes:"), std::string::npos);
    EXPECT_EQ(Out(command + " --host nonsense --help"), own);  // help takes precedence
  }
}

TEST(Cli, MapJsonHasTheContractsFields) {
  const Json json =
      Json::parse(Out("map --guest hypercube:3 --host torus:8 --embedding xor --format json"));
  EXPECT_EQ(Keys(json),
            (Names{"schema_version", "command", "guest", "host", "embedding", "bit_order", "plan",
                   "search_choices", "predicted_dilation", "mapping", "metrics", "closed_forms",
                   "bounds", "costs", "paths", "links", "degraded"}));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["command"], "map");
  EXPECT_EQ(json["guest"].dump(), R"({"kind":"hypercube","shape":[2,2,2],"size":8})");
  EXPECT_EQ(json["host"].dump(), R"({"kind":"torus","shape":[8],"size":8,"dead":null})");
  EXPECT_EQ(json["embedding"], "xor");
  EXPECT_EQ(json["bit_order"], "block");
  EXPECT_EQ(json["plan"].dump(), "[]");
  EXPECT_TRUE(json["search_choices"].is_null());
  EXPECT_EQ(json["predicted_dilation"], 2);
  EXPECT_EQ(json["mapping"].dump(), "[0,1,2,3,6,7,4,5]");
  const Json& metrics = json["metrics"];
  EXPECT_EQ(Keys(metrics), (Names{"edges", "dilation", "distances", "node_load", "link_load",
                                  "communication_time", "node_evenness"}));
  EXPECT_EQ(metrics["edges"], 12);
  EXPECT_EQ(Keys(metrics["dilation"]), (Names{"max", "average", "total", "spectrum"}));
  EXPECT_EQ(metrics["dilation"]["spectrum"].dump(), R"({"1":4,"2":8})");
  EXPECT_EQ(metrics["distances"].dump(), "[1,2,2]");
  EXPECT_EQ(Keys(metrics["node_load"]), (Names{"max", "min", "average"}));
  EXPECT_EQ(metrics["link_load"].dump(), R"({"max":3})");
  EXPECT_EQ(metrics["communication_time"], 5);
  EXPECT_TRUE(json["costs"].is_null());
}

TEST(Cli, MapJsonIsNullWhereNothingApplies) {
  const Json json =
      Json::parse(Out("map --guest torus:3x4 --host mesh:3x4 --embedding identity --format json"));
  EXPECT_TRUE(json["bit_order"].is_null());
  EXPECT_TRUE(json["predicted_dilation"].is_null());
  EXPECT_TRUE(json["closed_forms"].is_null());
  EXPECT_TRUE(json["metrics"]["distances"].is_null());
  EXPECT_TRUE(json["metrics"]["communication_time"].is_null());
}

// Printed closed forms equal the measured metrics everywhere.
TEST(Cli, ClosedFormsAreTheMeasuredMetrics) {
  int compared = 0;
  for (const std::string embedding : {"standard", "xor"}) {
    for (const auto& [guest, host] : {std::pair{"hypercube:3", "ring:8"},
                                      {"hypercube:6", "torus:8x8"},
                                      {"hypercube:5", "torus:4x8"},
                                      {"hypercube:4", "hypercube:4"},
                                      {"hypercube:4", "torus:2x8"},
                                      {"hypercube:6", "torus:4x4x4"}}) {
      for (const std::string order : {"block", "cyclic"}) {
        const Json json = Json::parse(Out("map --format json --bit-order " + order + " --guest " +
                                          guest + " --host " + host + " --embedding " + embedding));
        const std::string which = embedding + " " + host + " " + order;
        const Json& metrics = json["metrics"];
        const Json& forms = json["closed_forms"];
        EXPECT_EQ(json["predicted_dilation"], metrics["dilation"]["max"]) << which;
        for (const std::string field : {"max", "total", "spectrum"})
          EXPECT_EQ(forms["dilation"][field], metrics["dilation"][field]) << which << field;
        EXPECT_EQ(forms["node_load"], metrics["node_load"]) << which;
        EXPECT_EQ(forms["communication_time"], metrics["communication_time"]) << which;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 24);
}

TEST(Cli, MapOfTaoSaysByWhichStepsAndTheorems) {
  const Json json =
      Json::parse(Out("map --guest torus:4x6 --host mesh:3x2x2x2 --embedding tao --format json"));
  EXPECT_EQ(json["embedding"], "tao");
  EXPECT_TRUE(json["bit_order"].is_null());
  ASSERT_EQ(json["plan"].size(), 2U);
  EXPECT_EQ(Keys(json["plan"][0]), (Names{"step", "source"}));
  EXPECT_EQ(json["plan"][0]["step"],
            "expand 4 to (2,2) by the ring walk, expand 6 to (2,3) by the ring walk");
  EXPECT_EQ(json["plan"][0]["source"], "Tao 3.4.1(c)");
  EXPECT_EQ(json["predicted_dilation"], 1);
  EXPECT_EQ(json["metrics"]["dilation"]["max"], 1);
  const std::string text = Out("map --guest torus:4x6 --host mesh:3x2x2x2 --embedding tao");
  EXPECT_NE(text.find("\n  1. Tao 3.4.1(c)  expand 4 to (2,2) by the ring walk"), std::string::npos)
      << text;
}

TEST(Cli, MapOfTaoMarksTheStepsThatGoBeyondTheThesis) {
  const Json json =
      Json::parse(Out("map --guest hypercube:3 --host ring:8 --embedding tao --format json"));
  EXPECT_EQ(json["plan"].dump(),
            R"([{"step":"gather (2,2) to 4 by the line walk, keep 2","source":"tao.md O2.9"},)"
            R"({"step":"join (4,2) to 8","source":"Tao 3.4.3"}])");
  EXPECT_EQ(json["predicted_dilation"], 2);
  EXPECT_EQ(json["metrics"]["dilation"]["max"], 2);
}

// More lengths are more choices, and a search that is given up says how many it was allowed (unit
// test, ASearchThatWouldTakeTooLongSaysSo).
TEST(Cli, MapSaysWhatTheSearchTook) {
  const auto choices = [](const std::string& pair) {
    return Json::parse(Out("map --embedding tao --format json " + pair))["search_choices"];
  };
  const std::string wide = "--guest mesh:2x3x4x5x6 --host mesh:6x20x6";
  EXPECT_GT(choices("--guest ring:6 --host mesh:2x3"), 0);
  EXPECT_GT(choices(wide), choices("--guest ring:6 --host mesh:2x3"));
  EXPECT_NE(Out("map --embedding tao " + wide)
                .find("\nchoices of factors  " + choices(wide).dump() + "\n"),
            std::string::npos);
}

TEST(Cli, LongerPathsBuyALowerLoadFactor) {
  const auto load = [](const std::string& options) {
    const std::string map =
        "map --guest mesh:19x19 --host hypercube:5 --embedding gray --format json ";
    return Json::parse(Out(map + options))["costs"]["load_factor"]["measured"];
  };
  EXPECT_EQ(load(""), 15);
  EXPECT_EQ(load("--dilation 2"), 14);
}

TEST(Cli, MapOfALargerGuestRepeatsHostNodes) {
  const Json json =
      Json::parse(Out("map --guest ring:12 --host line:3 --embedding tao --format json"));
  EXPECT_EQ(json["mapping"].dump(), "[0,0,1,1,2,2,2,2,1,1,0,0]");
  EXPECT_EQ(json["predicted_dilation"], 1);
  EXPECT_EQ(json["metrics"]["dilation"]["spectrum"].dump(), R"({"0":8,"1":4})");
  EXPECT_EQ(json["metrics"]["node_evenness"], 1.0);
  EXPECT_NE(
      Out("map --guest ring:12 --host line:3 --embedding tao").find("guest nodes a node  4\n"),
      std::string::npos);
  EXPECT_EQ(Json::parse(Out(
                "check --guest ring:12 --host line:3 --embedding tao --format json"))["findings"][0]
                                                                                     ["what"],
            "every host node holds 4 guest nodes");
}

TEST(Cli, WalkForcesTheWalk) {
  const auto mapped = [](const std::string& walk) {
    return Json::parse(
        Out("map --guest ring:12 --host mesh:4x3 --embedding tao --format json --walk " + walk));
  };
  EXPECT_EQ(mapped("ring")["metrics"]["dilation"]["max"], 1);
  EXPECT_EQ(mapped("fold")["metrics"]["dilation"]["max"], 2);
  EXPECT_EQ(mapped("line")["metrics"]["dilation"]["max"], 3);
  for (const std::string walk : {"line", "fold", "ring"}) {
    EXPECT_EQ(mapped(walk)["predicted_dilation"], mapped(walk)["metrics"]["dilation"]["max"])
        << walk;
  }
}

TEST(Cli, MapOfGraySaysByWhichStepsAndCosts) {
  const Json json =
      Json::parse(Out("map --guest mesh:12x20 --host hypercube:9 --embedding gray --format json"));
  EXPECT_EQ(json["embedding"], "gray");
  EXPECT_TRUE(json["bit_order"].is_null());
  EXPECT_EQ(
      json["plan"][0].dump(),
      R"({"step":"embed 12x20, cut out of 16x32, by method 1, Gray codes","source":"Ho-Johnsson 4.2"})");
  EXPECT_EQ(json["mapping"].size(), 240U);
  EXPECT_TRUE(json["metrics"]["node_evenness"].is_null());
  EXPECT_EQ(Keys(json["costs"]), (Names{"expansion", "load_factor", "dilation", "average_dilation",
                                        "congestion", "average_congestion"}));
  for (const Json& cost : json["costs"]) EXPECT_EQ(Keys(cost), (Names{"predicted", "measured"}));
  const std::string text = Out("map --guest mesh:12x20 --host hypercube:8 --embedding gray");
  EXPECT_NE(
      text.find(
          "\n  1. Ho-Johnsson 4.2  embed 12x20 as 3x5 times 4x4 by method 2, a pair of axes\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  average dilation          1.027        1.027\n"), std::string::npos)
      << text;
  EXPECT_NE(Out("map --guest mesh:19x19 --host hypercube:5 --embedding gray")
                .find("guest nodes a node  up to 15\n"),
            std::string::npos);
}

// Guests of the paper with its predictions. Only the plane 3x21 does better.
TEST(Output, MapPrintsThePathsThatGrayChose) {
  const Json json =
      Json::parse(Out("map --guest mesh:5x5x5 --host hypercube:7 --embedding gray --format json"));
  ASSERT_EQ(json["paths"].size(), 300U);
  double crossings = 0;
  for (const Json& path : json["paths"]) {
    std::uint32_t at = json["mapping"][path[0].get<std::size_t>()];
    for (const Json& axis : path[2]) at ^= 1U << (6 - axis.get<int>());
    EXPECT_EQ(at, json["mapping"][path[1].get<std::size_t>()].get<std::uint32_t>());
    crossings += static_cast<double>(path[2].size());
  }
  EXPECT_DOUBLE_EQ(crossings / 300, json["costs"]["average_dilation"]["measured"].get<double>());
  EXPECT_EQ(json["metrics"]["link_load"]["max"], 4);
  EXPECT_TRUE(Json::parse(Out(
      "map --guest ring:4 --host ring:4 --embedding identity --format json"))["paths"]
                  .is_null());
}

TEST(Cli, GrayCostsWhatThePaperSays) {
  struct Case {
    const char *guest, *host;
    int dilation, congestion, load_factor;
  };
  for (const Case& c :
       {Case{"mesh:3x5", "hypercube:4", 2, 2, 1}, Case{"mesh:7x9", "hypercube:6", 2, 2, 1},
        Case{"mesh:11x11", "hypercube:7", 2, 2, 1}, Case{"mesh:3x3x7", "hypercube:6", 2, 2, 1},
        Case{"mesh:5x5x5", "hypercube:7", 2, 3, 1}, Case{"mesh:21x9x5", "hypercube:10", 2, 2, 1},
        Case{"mesh:3x21", "hypercube:6", 2, 3, 1}, Case{"mesh:8x8", "mesh:2x2x2x2x2x2", 1, 1, 1},
        Case{"torus:6x10", "hypercube:6", 2, 2, 1}, Case{"torus:12x20", "hypercube:8", 2, 2, 1},
        Case{"torus:9x7", "hypercube:7", 2, 1, 1}, Case{"ring:6", "hypercube:3", 1, 1, 1},
        Case{"mesh:19x19", "hypercube:5", 1, 5, 15},
        Case{"mesh:6x10", "hypercube:4 --dilation 2", 2, 4, 4},
        Case{"hypercube:6", "hypercube:4", 1, 4, 4}}) {
    const Json json = Json::parse(Out(std::string("map --format json --embedding gray --guest ") +
                                      c.guest + " --host " + c.host));
    const Json& costs = json["costs"];
    EXPECT_EQ(costs["dilation"]["predicted"], c.dilation) << c.guest;
    EXPECT_EQ(costs["congestion"]["predicted"], c.congestion) << c.guest;
    EXPECT_EQ(costs["load_factor"]["predicted"], c.load_factor) << c.guest;
    for (const auto& [name, cost] : costs.items()) {
      ASSERT_FALSE(cost["predicted"].is_null()) << c.guest << " " << name;
      const bool better = name == "congestion" && std::string(c.guest) == "mesh:3x21";
      EXPECT_DOUBLE_EQ(cost["predicted"].get<double>(),
                       cost["measured"].get<double>() + (better ? 1 : 0))
          << c.guest << " " << name;
    }
    // on the host, not along the paths
    EXPECT_EQ(json["predicted_dilation"], json["metrics"]["dilation"]["max"]) << c.guest;
    EXPECT_EQ(json["metrics"]["dilation"]["average"], costs["average_dilation"]["measured"])
        << c.guest;
  }
}

TEST(Cli, CheckOfGrayLooksAtPathsToo) {
  const Json json = Json::parse(Out(
      "check --guest mesh:19x19 --host hypercube:5 --embedding gray --format json"))["findings"];
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(json[0]["what"], "the fullest host node holds 15 guest nodes");
  EXPECT_EQ(json[2]["what"],
            "each guest edge has a path of length 1 at most, and each host edge is on 5 at most");
  EXPECT_EQ(json[2]["items_checked"], 684);
}

TEST(Cli, MapCsvIsThePairsInOrder) {
  EXPECT_EQ(Out("map --guest hypercube:2 --host ring:4 --embedding xor --format csv"),
            "guest,host\n0,0\n1,1\n2,3\n3,2\n");
}

constexpr const char* kSchedule =
    "--guest hypercube:6 --host torus:8x8 --embedding xor --task 0,6 --schedule offset "
    "--message-flits 4 ";

TEST(Cli, ScheduleJsonHasTheContractsFields) {
  const Json json = Json::parse(Out(std::string("schedule --format json ") + kSchedule));
  EXPECT_EQ(Keys(json), (Names{"schema_version", "command",       "guest",     "host",
                               "embedding",      "bit_order",     "task",      "schedule",
                               "ports",          "message_flits", "steps",     "cycles",
                               "lower_bound",    "origin",        "conflicts", "messages_checked",
                               "local_messages", "links_checked", "degraded",  "messages",
                               "uses",           "links"}));
  EXPECT_EQ(json["local_messages"], 0);
  EXPECT_EQ(json["task"].dump(), "[0,6]");
  EXPECT_EQ(json["schedule"], "offset");
  EXPECT_EQ(json["ports"], "one");
  EXPECT_EQ(json["steps"], 6);
  EXPECT_EQ(json["lower_bound"], 6);
  EXPECT_TRUE(json["origin"].is_null());
  EXPECT_EQ(json["conflicts"], 0);
  EXPECT_EQ(json["messages_checked"], 64 * 6);
  EXPECT_GT(json["links_checked"], 64 * 6);
  ASSERT_EQ(json["messages"].size(), 64U * 6U);
  EXPECT_EQ(Keys(json["messages"][0]), (Names{"node", "process", "cube_dimension", "to", "axis",
                                              "direction", "step", "cycle"}));
}

// Processes 4n to 4n+3 are on node n.
TEST(Cli, ScheduleNamesTheProcessesOfANode) {
  const std::string line =
      "--guest hypercube:4 --host line:4 --embedding standard --task 1,3 --schedule stream ";
  const Json json = Json::parse(Out("schedule --format json " + line));
  EXPECT_EQ(json["local_messages"], 16);
  EXPECT_EQ(json["messages_checked"], 48);
  ASSERT_EQ(json["messages"].size(), 32U);
  for (const Json& message : json["messages"])
    EXPECT_EQ(message["process"].get<int>() / 4, message["node"]) << message;
  const std::string text = Out("schedule " + line);
  EXPECT_NE(text.find("local        16 messages between processes of one node\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("slot   cycle    process  node"), std::string::npos) << text;
}

TEST(Cli, ScheduleNoneHasNoStepsAndIsNoViolation) {
  const Json json =
      Json::parse(Out("schedule --format json --guest hypercube:4 --host line:16 --embedding "
                      "by-weight --task 0,4 --schedule none --ports all"));
  EXPECT_TRUE(json["steps"].is_null());
  EXPECT_TRUE(json["cycles"].is_null());
  EXPECT_GT(json["conflicts"], 0);
}

TEST(Cli, ScheduleListHasCyclesAndNoStepsOnAnyEmbedding) {
  const std::string options =
      "--guest hypercube:4 --host mesh:2x8 --embedding tao --task 0,4 --message-flits 4 --schedule "
      "list";
  const Json json = Json::parse(Out("schedule --format json " + options));
  EXPECT_TRUE(json["steps"].is_null());
  EXPECT_EQ(json["conflicts"], 0);
  EXPECT_EQ(json["messages_checked"], 64);
  EXPECT_GE(json["cycles"], json["lower_bound"].get<int>() * 4);
  const std::string text = Out("schedule " + options);
  EXPECT_NE(text.find("steps        none: messages follow each other as closely as their links and "
                      "ports permit, " +
                      json["cycles"].dump()),
            std::string::npos)
      << text;
  EXPECT_EQ(Out("schedule --guest hypercube:3 --host line:8 --embedding standard --task 0,3 "
                "--schedule list")
                .find("o-0->"),
            std::string::npos);
  const std::string checked = Out("check " + options);
  EXPECT_NE(checked.find(" messages and uses of links checked)\n"), std::string::npos) << checked;
  EXPECT_NE(checked.find(" guest nodes checked)\n"), std::string::npos) << checked;
  EXPECT_NE(checked.find(" channels and dependencies checked)\n"), std::string::npos) << checked;
  EXPECT_NE(checked.find("holds   schedule: flits without conflict: 64 messages"),
            std::string::npos)
      << checked;
  EXPECT_EQ(checked.find("schedule: steps"), std::string::npos) << checked;
}

TEST(Cli, ScheduleTextHasTheProofLine) {
  const std::string text = Out(std::string("schedule ") + kSchedule);
  EXPECT_NE(text.find("lower bound  6 steps\n"), std::string::npos) << text.substr(0, 400);
  EXPECT_NE(text.find("proof        384 messages and "), std::string::npos);
  EXPECT_NE(text.find(", 0 conflicts\n"), std::string::npos);
}

// Both checks visit every use of a link; the table has a line for each.
TEST(Cli, ScheduleCsvHasALineForEachUseOfALink) {
  const std::string csv = Out(std::string("schedule --format csv ") + kSchedule);
  const Json json = Json::parse(Out(std::string("schedule --format json ") + kSchedule));
  EXPECT_EQ(csv.find("cycle,last_cycle,step,from,to,axis,direction,node,cube_dimension,first_flit,"
                     "last_flit\n"),
            0U);
  EXPECT_EQ(2 * (std::ranges::count(csv, '\n') - 1), json["links_checked"].get<long>());
}

TEST(Cli, ScheduleTextDrawsSmallLinesAndRingsOnly) {
  const std::string options = "--embedding standard --task 0,3 --schedule calmant";
  EXPECT_NE(Out("schedule --guest hypercube:3 --host line:8 " + options)
                .find("\n     0      0  o-0->.    o-0->."),
            std::string::npos);
  EXPECT_EQ(Out("schedule --guest hypercube:5 --host line:32 " + options).find("o-0->"),
            std::string::npos);
  EXPECT_EQ(Out("schedule --guest hypercube:4 --host mesh:4x4 " + options).find("o-0->"),
            std::string::npos);
}

TEST(Cli, CheckProvesAllItCan) {
  const Json json = Json::parse(Out(std::string("check --format json ") + kSchedule))["findings"];
  ASSERT_EQ(json.size(), 5U);
  for (const Json& finding : json) {
    EXPECT_EQ(Keys(finding), (Names{"what", "holds", "items_checked", "counterexample"}));
    EXPECT_TRUE(finding["holds"].get<bool>()) << finding;
    EXPECT_GT(finding["items_checked"], 0) << finding;
    EXPECT_TRUE(finding["counterexample"].is_null()) << finding;
  }
  EXPECT_EQ(Json::parse(Out("check --format json --host torus:3x5"))["findings"].size(), 1U);
}

constexpr const char* kScheduledRing =
    "check --host ring:8 --guest hypercube:3 --embedding xor --task 0,3 --schedule offset "
    "--message-flits 4 --router scheduled ";

TEST(Cli, CheckLooksAtTheNetlistOfScheduledRouters) {
  const Json json = Json::parse(Out(std::string(kScheduledRing) + "--format json"))["findings"];
  ASSERT_EQ(json.size(), 10U);
  for (const Json& finding : json) EXPECT_TRUE(finding["holds"].get<bool>()) << finding;
  EXPECT_EQ(json[7]["what"], "netlist: payload is in the fan-in of no other output of a node");
  EXPECT_EQ(json[8]["what"], "netlist: no fault at any node in any cycle, whatever the payload");
  EXPECT_EQ(json[9]["what"],
            "netlist: every flit arrives in its cycle and no other does, and all nodes are idle "
            "then");
  EXPECT_EQ(json[9]["items_checked"], 8 * 3 * 4);
  EXPECT_EQ(
      Json::parse(Out(std::string(kScheduledRing) + "--without netlist --format json"))["findings"]
          .size(),
      7U);
}

// Nodes with tables, as `generate` writes them for lists: they have all five kinds of faults, while
// nodes without a schedule have three.
TEST(Cli, CheckLooksAtTablesAndBarriers) {
  std::string list = std::string(kScheduledRing);
  list.replace(list.find("offset"), 6, "list");
  const Json tables = Json::parse(Out(list + "--format json"))["findings"];
  ASSERT_EQ(tables.size(), 9U);
  for (const Json& finding : tables) EXPECT_TRUE(finding["holds"].get<bool>()) << finding;
  const std::uint64_t cycles = tables[7]["items_checked"].get<std::uint64_t>() / (8 * 5);
  EXPECT_EQ(tables[7]["items_checked"], cycles * 8 * 5);

  const Json barrier = Json::parse(Out(list + "--barrier hardware --format json"))["findings"];
  ASSERT_EQ(barrier.size(), 10U);
  for (const Json& finding : barrier) EXPECT_TRUE(finding["holds"].get<bool>()) << finding;
  EXPECT_EQ(barrier[9]["what"],
            "netlist: the barrier releases all nodes in one cycle, the one that is due");
  // b is 9 cycles on a ring of 8 (BA2.5)
  EXPECT_EQ(barrier[9]["items_checked"], 8 * (2 * cycles + 9));
}

// Proofs that do not need it are still printed.
TEST(Cli, CheckWithoutYosysOrOfTooManyNodesSaysSo) {
  const Outcome missing = RunShell(std::string("PATH=/nonexistent \"$TOROID\" ") + kScheduledRing);
  EXPECT_EQ(missing.code, 3);
  EXPECT_NE(missing.out.find("no collision"), std::string::npos) << missing.out;
  EXPECT_NE(missing.err.find("yosys: is not installed or does not start; install the package "
                             "yosys, or give --without netlist"),
            std::string::npos)
      << missing.err;
  const std::string large =
      "check --host torus:64x64 --guest hypercube:12 --embedding xor --task 0,2 --schedule offset "
      "--router scheduled";
  const Outcome refused = RunToroid(large);
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.err.find("--host: torus:64x64: has more than the 1024 nodes of which a netlist "
                             "is run; give --without netlist to do without"),
            std::string::npos)
      << refused.err;
  EXPECT_EQ(RunToroid(large + " --without netlist").code, 0);
}

TEST(Cli, CheckStatementReadsRightWhetherItHoldsOrNot) {
  EXPECT_EQ(RunToroid("check --host torus:8x8").out.find("holds   deadlock freedom of "), 0U);
  EXPECT_EQ(RunToroid("check --host torus:8x8 --without dateline")
                .out.find("BROKEN  deadlock freedom of 256 channels and "),
            0U);
}

// A folder of the user's own files is safe: exit code 3, nothing touched.
TEST(Cli, GenerateReplacesItsOwnOutputButNoForeignFile) {
  const Scratch scratch;
  const std::string line = "generate --host ring:4 --out " + scratch.Path("net");
  Out(line);
  Out(line);
  scratch.Write("net/notes.txt", "mine");
  const Outcome refused = RunToroid(line);
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(
      refused.err.find("toroid: error: --out: " + scratch.Path("net") + ": holds notes.txt, which"),
      std::string::npos)
      << refused.err;
  EXPECT_EQ(ReadFile(scratch.Path("net/notes.txt")), "mine");
}

TEST(Cli, MapColumnsDoNotCollide) {
  const std::string text = Out("map --guest hypercube:12 --host hypercube:12 --embedding identity");
  EXPECT_NE(text.find("(1,1,1,1,1,1,1,1,1,1,1,1)  4095 "), std::string::npos);
}

TEST(Cli, CheckWithoutDatelineIsAViolationWithItsCycle) {
  const Outcome broken = RunToroid("check --format json --without dateline --host torus:8x8");
  EXPECT_EQ(broken.code, 1);
  const Json finding = Json::parse(broken.out)["findings"][0];
  EXPECT_FALSE(finding["holds"].get<bool>());
  EXPECT_NE(finding["counterexample"].get<std::string>().find(" -> "), std::string::npos);
  EXPECT_EQ(RunToroid("check --without dateline --host torus:8x8 --format csv").code, 1);
  EXPECT_NE(Out("check --without dateline --host torus:3x3").find("holds "), std::string::npos);
}

TEST(Cli, ConfigGivesOptionsAndTheCommandLineWins) {
  const Scratch scratch;
  const std::string config = scratch.Write(
      "c.toml",
      "guest = \"hypercube:3\"\nhost = \"ring:8\"\nembedding = \"xor\"\nformat = \"json\"\n");
  const std::string from_file = Out("map --config " + config);
  EXPECT_EQ(from_file, Out("map --guest hypercube:3 --host ring:8 --embedding xor --format json"));
  EXPECT_EQ(Json::parse(Out("map --embedding standard --config " + config))["embedding"],
            "standard");
  EXPECT_EQ(Out("map --format csv --config=" + config).find("guest,host\n"), 0U);
}

TEST(Cli, SameInputGivesTheSameBytes) {
  for (const std::string& line :
       {std::string("map --guest hypercube:6 --host torus:8x8 --embedding xor"),
        std::string("schedule ") + kSchedule, std::string("check ") + kSchedule,
        std::string("cost --host torus:8x8 --guest hypercube:6 --embedding xor --schedule offset "
                    "--elements 720 ")}) {
    for (const std::string format : {" --format text", " --format json", " --format csv"}) {
      const std::string once = Out(line + format);
      EXPECT_GT(once.size(), 100U);
      EXPECT_EQ(once, Out(line + format));
    }
  }
}

TEST(Cli, OutputThatCannotBeWrittenIsExitCode3) {
  const std::string line = "map --guest hypercube:6 --host torus:8x8 --embedding xor ";
  for (const std::string where : {">/dev/full", ">&-"}) {
    for (const std::string& what : {line, line + "--format json ", std::string("--help "),
                                    std::string("simulate --help-all "),
                                    std::string("check --host ring:8 --without dateline ")}) {
      const Outcome outcome = RunToroid(what + where);
      EXPECT_EQ(outcome.code, 3) << what << where;
      EXPECT_EQ(
          outcome.err,
          "toroid: error: standard output: could not be written; the result is not complete\n")
          << what << where;
    }
  }
}

TEST(Cli, EndsWithItsReaderWithoutAWord) {
  const Scratch scratch;
  const std::string code = scratch.Path("code");
  const Outcome outcome = RunToroid(
      "map --guest hypercube:14 --host line:16384 --embedding standard --format csv --quiet; echo "
      "$? >'" +
      code + "'; } | { head -1");
  EXPECT_EQ(outcome.out, "guest,host\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(ReadFile(code), "141\n");  // 128 + SIGPIPE, as the shell reports for other tools
}

TEST(Cli, GenerateWritesTheSameTreeTwice) {
  const Scratch scratch;
  const auto generate = [&](const std::string& folder) {
    const Json json = Json::parse(
        Out("generate --format json --host torus:3x2 --name net --out " + scratch.Path(folder)));
    std::string all;
    for (const Json& file : json["files"]) {
      const std::string text =
          ReadFile(scratch.Path(folder) + "/" + file["path"].get<std::string>());
      EXPECT_EQ(text.size(), file["bytes"]) << file;
      all += text;
    }
    EXPECT_GT(json["files"].size(), 5U);
    return all;
  };
  const std::string first = generate("one");
  EXPECT_EQ(first, generate("two"));
  EXPECT_EQ(first.find(scratch.Path("")), std::string::npos);
  EXPECT_NE(first.find("toroid generate --host torus:3x2 --flit-width 32"), std::string::npos);
}

TEST(Cli, GenerateThatCannotWriteIsExitCode3) {
  const Scratch scratch;
  const std::string occupied = scratch.Write("occupied", "a file");
  const Outcome outcome = RunToroid("generate --host ring:4 --out " + occupied);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.find("toroid: error: --out: "), 0U) << outcome.err;
  EXPECT_EQ(ReadFile(occupied), "a file");
}

TEST(Cli, SimulateRunsTheModel) {
  const Outcome outcome = RunToroid(
      "simulate --engine model --format json --host torus:4x4 --traffic uniform --cycles 100 "
      "--rate 0.2");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["engine"], "model");
  EXPECT_GT(json["messages"]["sent"], 0);
  EXPECT_EQ(json["messages"]["sent"], json["messages"]["delivered"]);
}

TEST(Cli, SimulateReportsTheResultOfAnAlgorithm) {
  const std::string options =
      "simulate --engine model --host ring:8 --guest hypercube:3 --embedding xor --traffic ";
  const Json fft =
      Json::parse(RunToroid(options + "fft --flit-width 64 --elements 8 --format json").out);
  EXPECT_EQ(fft["result"]["algorithm"], "fft");
  EXPECT_EQ(fft["result"]["elements_checked"], 64);
  EXPECT_EQ(fft["result"]["wrong"], 0);
  EXPECT_GT(fft["result"]["largest_error"], 0.0);
  EXPECT_TRUE(fft["method_cycles"].is_null());
  const Json exchange = Json::parse(RunToroid(options + "complete-exchange --format json").out);
  EXPECT_TRUE(exchange["result"]["largest_error"].is_null());
  EXPECT_EQ(exchange["method_cycles"].size(), 4U);
  const Json cube = Json::parse(RunToroid(options + "cc-cube --format json").out);
  EXPECT_TRUE(cube["result"].is_null());
  const Outcome text = RunToroid(options + "complete-exchange --block-flits 2 --method ring");
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("  result       complete-exchange: 112 elements compared with a serial "
                          "computation, 0 wrong\n"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("  methods      cc-cube "), std::string::npos) << text.out;
}

}  // namespace
}  // namespace toroid::output_test
