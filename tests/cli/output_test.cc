// Output of the commands in normal runs, and their exit codes; output_runs.txt has more of them.
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
}

TEST(Cli, MapCsvIsThePairsInOrder) {
  EXPECT_EQ(Out("map --guest hypercube:2 --host ring:4 --embedding xor --format csv"),
            "guest,host\n0,0\n1,1\n2,3\n3,2\n");
}

constexpr const char* kSchedule =
    "--guest hypercube:6 --host torus:8x8 --embedding xor --task 0,6 --schedule offset "
    "--message-flits 4 ";

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

constexpr const char* kScheduledRing =
    "check --host ring:8 --guest hypercube:3 --embedding xor --task 0,3 --schedule offset "
    "--message-flits 4 --router scheduled ";

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
TEST(Cli, CheckWithoutYosysSaysSo) {
  const Outcome missing = RunShell(std::string("PATH=/nonexistent \"$TOROID\" ") + kScheduledRing);
  EXPECT_EQ(missing.code, 3);
  EXPECT_NE(missing.out.find("no collision"), std::string::npos) << missing.out;
  EXPECT_NE(missing.err.find("yosys: is not installed or does not start; install the package "
                             "yosys, or give --without netlist"),
            std::string::npos)
      << missing.err;
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

}  // namespace
}  // namespace toroid::output_test
