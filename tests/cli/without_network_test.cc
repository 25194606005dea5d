// init, compare and doctor, and the next steps printed by generate.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/long_run.h"
#include "tests/support/run_toroid.h"

namespace toroid::without_network_test {
namespace {

using Json = nlohmann::ordered_json;

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t CountOf(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// The rest of the line after `head`.
std::string After(const std::string& text, const std::string& head) {
  const std::size_t at = text.find(head);
  if (at == std::string::npos) return "";
  const std::size_t start = text.find_first_not_of(' ', at + head.size());
  return text.substr(start, text.find('\n', start) - start);
}

// The network is a plain one, so that the user's next step, its testbench, works.
TEST(Init, WritesAPlainNetworkWithATestbench) {
  const Scratch scratch;
  const std::string in_folder = "cd '" + scratch.Path("") + "'; ";
  const Outcome wrote = RunShell(in_folder + "\"$TOROID\" init");
  ASSERT_EQ(wrote.code, 0) << wrote.err;
  EXPECT_TRUE(Has(wrote.out, "toroid simulate --config network.toml"));
  for (const std::string command : {"generate", "simulate --engine model", "check",
                                    "sweep --engine model --rate 0.1 --cycles 200"}) {
    const Outcome outcome =
        RunShell(in_folder + "\"$TOROID\" " + command + " --config network.toml --quiet");
    EXPECT_EQ(outcome.code, 0) << command << "\n" << outcome.err;
    if (command == "generate") {
      EXPECT_TRUE(Has(outcome.out, "make -C toroid-out/sim"));
    }
  }
  const Json manifest = Json::parse(ReadFile(scratch.Path("toroid-out/manifest.json")));
  EXPECT_EQ(manifest["hardware"]["address"], "physical");
  EXPECT_FALSE(ReadFile(scratch.Path("toroid-out/sim/Makefile")).empty());
}

TEST(Init, EveryCommandOfANetworkTakesTheFileWithItsProgram) {
  const Scratch scratch;
  const std::string in_folder = "cd '" + scratch.Path("") + "'; ";
  const Outcome wrote = RunShell(in_folder +
                                 "\"$TOROID\" init && sed -i -E 's/^# "
                                 "((guest|embedding|bit-order|task|schedule|elements) =)/\\1/' "
                                 "network.toml");
  ASSERT_EQ(wrote.code, 0) << wrote.err;
  for (const std::string command :
       {"map", "schedule", "generate", "simulate --engine model", "check", "cost",
        "sweep --engine model --rate 0.1 --cycles 200"}) {
    const Outcome outcome =
        RunShell(in_folder + "\"$TOROID\" " + command + " --config network.toml --quiet");
    EXPECT_EQ(outcome.code, 0) << command << "\n" << outcome.err;
  }
  for (const std::string traffic : {"task --task 0,4", "cc-cube --schedule offset", "fft"}) {
    const Outcome outcome = RunShell(
        in_folder + "\"$TOROID\" simulate --config network.toml --quiet --engine model --traffic " +
        traffic);
    EXPECT_EQ(outcome.code, 0) << traffic << "\n" << outcome.err;
  }
}

TEST(Init, WritesAFileOfEndpoints) {
  const Scratch scratch;
  const std::string in_folder = "cd '" + scratch.Path("") + "'; ";
  const Outcome wrote = RunShell(in_folder + "\"$TOROID\" init --axi4 --out axi.toml");
  ASSERT_EQ(wrote.code, 0) << wrote.err;
  const std::string next = "toroid generate --config axi.toml";
  EXPECT_TRUE(Has(wrote.out, next + "\n")) << wrote.out;
  const Outcome made = RunShell(in_folder + "\"$TOROID\"" + next.substr(6));
  ASSERT_EQ(made.code, 0) << made.err;
  const Json manifest = Json::parse(ReadFile(scratch.Path("toroid-out/manifest.json")));
  EXPECT_EQ(manifest["axi"]["nodes"].size(), 5U);
  EXPECT_EQ(manifest["axi"]["nodes"][4],
            (Json{{"node", 15}, {"role", "subordinate"}, {"protocol", "axi4-lite"}}));
  EXPECT_EQ(manifest["axi"]["map"][2],
            (Json{{"base", "0x80000000"}, {"size", "0x1000"}, {"node", 15}}));
  // Without what its comments call defaults it makes the same.
  const Outcome defaults =
      RunShell(in_folder +
               "sed '/^\\[axi\\]/,/^ids/d' axi.toml >short.toml && \"$TOROID\" generate --config "
               "short.toml --out short && diff -r toroid-out short");
  EXPECT_EQ(defaults.code, 0) << defaults.out << defaults.err;
  // The other commands read what concerns them.
  EXPECT_EQ(RunShell(in_folder + "\"$TOROID\" check --config axi.toml").code, 0);
}

TEST(Init, LeavesAFileAloneThatIsThere) {
  const Scratch scratch;
  const std::string file = scratch.Write("mine.toml", "mine\n");
  const Outcome outcome = RunToroid("init --out '" + file + "'");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "toroid: error: --out: " + file + ": is there already; give another name\n");
  EXPECT_EQ(ReadFile(file), "mine\n");
}

// A path with blanks is one word of the suggested command.
TEST(Init, QuotesTheFileThatItNames) {
  const Scratch scratch;
  const std::string file = scratch.Path("my net.toml");
  const Outcome outcome = RunToroid("init --out '" + file + "'");
  EXPECT_TRUE(Has(outcome.out, "toroid check --config '" + file + "'\n")) << outcome.out;
}

TEST(Init, SaysWhereItCannotWrite) {
  const Scratch scratch;
  const Outcome outcome = RunToroid("init --out '" + scratch.Path("no/such/folder.toml") + "'");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(Has(outcome.err, "No such file or directory")) << outcome.err;
}

class Compare : public testing::Test {
 protected:
  Outcome Run(const std::string& before, const std::string& after,
              const std::string& options = "") {
    return RunToroid("compare '" + scratch_.Write("old.json", before) + "' '" +
                     scratch_.Write("new.json", after) + "' " + options);
  }
  Scratch scratch_;
};

TEST_F(Compare, EqualResultsPass) {
  const Outcome outcome = Run(R"({"cycles":5,"a":[1,2]})", R"({"cycles":5,"a":[1,2]})");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "3 values compared, 0 changed; of 1 that can get worse, 0 did\n");
}

TEST_F(Compare, KnowsWhatIsWorse) {
  const Outcome outcome = Run(
      R"({"cycles":100,"throughput":0.5,"latency":{"mean":4},"match":true,"hardware_hash":"a",
          "messages":{"sent":7,"lost":0},"iterations":[{"cycles":5}],"speed":{"rtl":1}})",
      R"({"cycles":110,"throughput":0.4,"latency":{"mean":5},"match":false,"hardware_hash":"b",
          "messages":{"sent":9,"lost":1},"iterations":[{"cycles":4}],"speed":{"rtl":9}})");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out,
            "worse      cycles                           100 -> 110 (+10.0 %)\n"
            "worse      throughput                       0.5 -> 0.4 (-20.0 %)\n"
            "worse      latency.mean                     4 -> 5 (+25.0 %)\n"
            "worse      match                            true -> false\n"
            "different  hardware_hash                    \"a\" -> \"b\"\n"
            "different  messages.sent                    7 -> 9 (+28.6 %)\n"
            "worse      messages.lost                    0 -> 1\n"
            "better     iterations[0].cycles             5 -> 4 (-20.0 %)\n"
            "8 values compared, 8 changed; of 6 that can get worse, 5 did\n");
}

TEST_F(Compare, ToleranceIsAShareOfWhatWas) {
  EXPECT_EQ(Run(R"({"cycles":100})", R"({"cycles":105})", "--tolerance 0.05").code, 0);
  EXPECT_EQ(Run(R"({"cycles":100})", R"({"cycles":106})", "--tolerance 0.05").code, 1);
  EXPECT_EQ(Run(R"({"throughput":1.0})", R"({"throughput":0.5})", "--tolerance 0.5").code, 0);
  EXPECT_EQ(Run(R"({"throughput":1.0})", R"({"throughput":0.4})", "--tolerance 0.5").code, 1);
  EXPECT_EQ(Run(R"({"conflicts":0})", R"({"conflicts":1})", "--tolerance 1").code, 1);
}

TEST_F(Compare, WhatOnlyOneHasIsADifference) {
  const Outcome outcome =
      Run(R"({"hash":5,"a":[1,2]})", R"({"a":[1],"match":true,"cycles":9})", "--format json");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["compared"], 5);
  EXPECT_EQ(json["judged"], 0);
  EXPECT_EQ(json["changed"], 4);
  EXPECT_EQ(json["worse"], 0);
  EXPECT_EQ(json["changes"].dump(),
            R"([{"path":"hash","before":5,"after":null,"verdict":"different"},)"
            R"({"path":"a[1]","before":2,"after":null,"verdict":"different"},)"
            R"({"path":"match","before":null,"after":true,"verdict":"different"},)"
            R"({"path":"cycles","before":null,"after":9,"verdict":"different"}])");
}

// A check that passes because its value is missing would be no check.
TEST_F(Compare, WhatMattersAndIsGoneIsWorse) {
  for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
           {R"("match":true)", R"("match":null)"},
           {R"("match":true)", R"("other":true)"},
           {R"("match":true)", R"("match":0)"},
           {R"("match":true)", R"("match":"false")"},
           {R"("match":null)", R"("match":false)"},
           {R"("cycles":7)", R"("cycles":null)"},
           {R"("cycles":7)", R"("cycles":"7")"},
           {R"("cycles":7)", R"("cycles":false)"},
           {R"("conflicts":0)", R"("conflicts":"7")"},
           {R"("conflicts":0)", R"("conflicts":[])"},
           {R"("latency":{"mean":4})", R"("latency":null)"},
           {R"("latency":{"mean":4})", R"("latency":{"mean":null})"},
           {R"("metrics":{"dilation":{"max":2}})", R"("metrics":[])"},
           {R"("iterations":[{"cycles":5},{"cycles":5}])", R"("iterations":[{"cycles":5}])"},
           {R"("iterations":[{"cycles":5}])", R"("iterations":null)"}}) {
    const Outcome outcome = Run("{" + before + "}", "{" + after + "}", "--tolerance 1");
    EXPECT_EQ(outcome.code, 1) << before << " " << after << outcome.out;
    EXPECT_EQ(outcome.out.substr(0, 6), "worse ") << before << " " << after << outcome.out;
  }
  for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
           {R"("hash":"a")", R"("hash":7)"},
           {R"("match":null)", R"("match":true)"},
           {R"("cycles":null)", R"("cycles":7)"},
           {R"("steps":[{"rank":1}])", R"("steps":[])"},
           {R"("links":{"loads":[[0,1,2]]})", R"("links":null)"},
           {R"("trace":{"rank":1})", R"("trace":null)"}})
    EXPECT_EQ(Run("{" + before + "}", "{" + after + "}").code, 0) << before << " " << after;
}

TEST_F(Compare, EndsWithADiagnosticWhateverTheFilesAre) {
  const std::string give = "; give what a command printed with --format json\n";
  const auto refusal = [&](const std::string& text) {
    const Outcome outcome = Run("{}", text);
    EXPECT_EQ(outcome.code, 2) << outcome.err.substr(0, 200);
    const std::string head = "toroid: error: result: " + scratch_.Path("new.json") + ": ";
    EXPECT_EQ(outcome.err.find(head), 0U) << outcome.err.substr(0, 200);
    return outcome.err.substr(std::min(head.size(), outcome.err.size()));
  };
  EXPECT_EQ(refusal(R"({"a":1e999})"), "has a number that is too large" + give);
  EXPECT_EQ(refusal("{\"a\":1" + std::string(1000000, '0') + "}"),
            "has a number that is too large" + give);
  std::string deep = "{\"a\":" + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_EQ(refusal(deep), "is nested in more than 64 levels" + give);
  EXPECT_EQ(refusal(""), "is empty" + give);
}

// Names and texts of a result are not ours.
TEST_F(Compare, PrintsNoControlCharacters) {
  const Outcome outcome =
      Run(R"({"\u001b[31m":"\u202e","a":1})", R"({"\u001b[31m":"\u009b","a":1})");
  EXPECT_TRUE(Has(outcome.out, R"(different  \x1b[31m )")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, R"("\u202e" -> )")) << outcome.out;
  for (const char* raw : {"\x1b", "\u202e", "\u009b"}) EXPECT_FALSE(Has(outcome.out, raw)) << raw;
}

// A sweep's result with one network for each option text, and rows at these loads.
Json Sweep(const std::vector<std::string>& hosts, const std::vector<double>& loads) {
  Json sweep = {{"command", "sweep"}, {"phases", {{"cycles", 400}}}, {"loads", loads}};
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    sweep["networks"].push_back({{"options", {{"host", hosts[i]}, {"buffer-depth", "4"}}}});
    sweep["saturations"].push_back(
        {{"network", i}, {"stable", 0.7}, {"saturated", 0.9}, {"most_accepted", 0.8}});
    for (const double load : loads)
      sweep["rows"].push_back({{"network", i},
                               {"rate", load},
                               {"undelivered", 0},
                               {"accepted", load},
                               {"median", 4},
                               {"percentile_99", 7},
                               {"longest", 8},
                               {"saturated", "no"}});
  }
  return sweep;
}

TEST_F(Compare, JudgesEveryValueOfASweep) {
  const Json before = Sweep({"torus:4x4"}, {0.1});
  const auto verdict = [&](const std::string& place, const Json& value) {
    Json after = before;
    after[Json::json_pointer(place)] = value;
    const std::string out = Run(before.dump(), after.dump()).out;
    return out.substr(0, out.find(' '));
  };
  for (const auto& [place, value] :
       std::vector<std::pair<std::string, Json>>{{"/saturations/0/stable", 0.1},
                                                 {"/saturations/0/stable", nullptr},
                                                 {"/saturations/0/saturated", 0.3},
                                                 {"/saturations/0/most_accepted", 0.05},
                                                 {"/rows/0/undelivered", 500},
                                                 {"/rows/0/median", 40},
                                                 {"/rows/0/percentile_99", 70},
                                                 {"/rows/0/longest", 80},
                                                 {"/rows/0/saturated", "undelivered"},
                                                 {"/rows/0/saturated", "too few packets"},
                                                 {"/rows", Json::array()}})
    EXPECT_EQ(verdict(place, value), "worse") << place;
  EXPECT_EQ(verdict("/saturations/0/saturated", nullptr), "better");  // no load was
  EXPECT_EQ(verdict("/rows/0/longest", 7), "better");
  EXPECT_EQ(verdict("/phases/cycles", 800), "different");
  EXPECT_EQ(verdict("/networks/0/options/buffer-depth", "8"), "different");
}

TEST_F(Compare, PairsRowsOfSweepsByNetworkAndLoad) {
  const Json small = Sweep({"torus:4x4"}, {0.1, 0.3});
  Json both = Sweep({"torus:8x8", "torus:4x4"}, {0.2, 0.3});
  both["rows"][3]["median"] = 5;
  const Outcome grown = Run(small.dump(), both.dump());
  EXPECT_EQ(grown.code, 1);
  EXPECT_TRUE(Has(grown.out, "worse      rows[host torus:4x4, rate 0.3].median 4 -> 5"))
      << grown.out;
  for (const char* row : {"4x4, rate 0.1", "8x8, rate 0.2", "8x8, rate 0.3", "4x4, rate 0.2"})
    EXPECT_TRUE(Has(grown.out, std::string("different  rows[host torus:") + row)) << grown.out;
  const Outcome shrunk = Run(both.dump(), small.dump());
  EXPECT_EQ(shrunk.code, 0) << shrunk.out;  // the other rows were not asked for
  Json incomplete = small;
  incomplete["rows"].erase(1);
  const Outcome missing = Run(small.dump(), incomplete.dump());
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(Has(missing.out, "worse      rows[rate 0.3]")) << missing.out;
}

TEST_F(Compare, JudgesRoutes) {
  const std::string before =
      RunToroid("check --routes --host mesh:3x3 --dead-links 0-1 --format json").out;
  for (const auto& [place, value] :
       std::vector<std::pair<std::string, Json>>{{"/throughput_share", 0.1},
                                                 {"/figures/longest_detour", 9},
                                                 {"/figures/busiest_link", 99},
                                                 {"/findings/0/holds", false}}) {
    Json after = Json::parse(before);
    after[Json::json_pointer(place)] = value;
    const Outcome outcome = Run(before, after.dump());
    EXPECT_EQ(outcome.code, 1) << place;
    EXPECT_EQ(CountOf("worse ", outcome.out), 1U) << outcome.out;
  }
}

TEST_F(Compare, KeepsIntegersApart) {
  const Outcome outcome = Run(R"({"command":"sweep","seeds":[9007199254740992,5]})",
                              R"({"command":"sweep","seeds":[9007199254740993,5.0]})");
  EXPECT_TRUE(Has(outcome.out, "seeds[0] ")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, "3 values compared, 1 changed")) << outcome.out;
  EXPECT_EQ(Run(R"({"cycles":9007199254740992})", R"({"cycles":9007199254740993})").code, 1);
}

// Objects of as many members as are allowed, and a name of a megabyte before many changes.
TEST_F(Compare, TakesTimeAndMemoryThatGrowAsTheFilesDo) {
  const auto text = [](int value) {
    std::string object = "{";
    for (int i = 0; i < 4096; ++i)
      object += "\"a" + std::to_string(10000 + i) + "\":" + std::to_string(value) + ",";
    object.back() = '}';
    std::string all = "{\"" + std::string(1 << 20, 'n') + "\":[" + object;
    for (int i = 1; i < 60; ++i) all += "," + object;
    return all + "]}";
  };
  const std::string before = text(1);
  const std::string after = text(2);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = Run(before, after);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_TRUE(Has(outcome.out, "245760 values compared, 245760 changed"));
  EXPECT_LT(outcome.peak_kb, 10 * static_cast<long>((before.size() + after.size()) / 1024) + 20000);
}

// JSON, too, goes to terminals.
TEST_F(Compare, PrintsNoControlCharactersAsJson) {
  const std::string was = R"({"\u009b\u202e":"\u007f\u001b[31m\u20ac"})";
  const Outcome outcome = Run(was, "{}", "--format json");
  for (const char* raw : {"\x1b", "\u202e", "\u009b", "\x7f"})
    EXPECT_FALSE(Has(outcome.out, raw)) << outcome.out;
  const Json change = Json::parse(outcome.out)["changes"][0];
  EXPECT_EQ(change["before"], "\x7f\x1b[31m\u20ac");
}

TEST_F(Compare, LeavesOutListsOfDetails) {
  const Outcome outcome =
      Run(R"({"links":{"max":4,"loads":[[0,1,4]]},"latency":{"histogram":{"counts":[1]}}})",
          R"({"links":{"max":5,"loads":[[0,1,5]]},"latency":{"histogram":{"counts":[2]}}})");
  EXPECT_EQ(outcome.out,
            "worse      links.max                        4 -> 5 (+25.0 %)\n"
            "1 value compared, 1 changed; of 1 that can get worse, 1 did\n");
}

TEST_F(Compare, TakesTwoResultsOfTheProgramItself) {
  const std::string run =
      "simulate --host torus:4x4 --traffic uniform --engine model --quiet --format json --rate ";
  const std::string light = RunToroid(run + "0.1").out;
  EXPECT_TRUE(Has(Run(light, light).out, " values compared, 0 changed; of "));
  const Outcome outcome = Run(light, RunToroid(run + "0.3").out);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(Has(outcome.out, "worse      latency.mean ")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, "better     throughput ")) << outcome.out;
  EXPECT_FALSE(Has(outcome.out, "speed")) << outcome.out;
}

TEST_F(Compare, SaysWhatIsNoResult) {
  const std::string give = "give what a command printed with --format json\n";
  EXPECT_EQ(Run("{", "{}").err, "toroid: error: result: " + scratch_.Path("old.json") +
                                    ": is not JSON: at byte 2; " + give);
  EXPECT_EQ(Run("{}", "[1]").err, "toroid: error: result: " + scratch_.Path("new.json") +
                                      ": is not a JSON object; " + give);
  const Outcome missing = RunToroid("compare /nonexistent '" + scratch_.Path("new.json") + "'");
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(Has(missing.err, "/nonexistent: cannot be read; " + give));
  EXPECT_EQ(RunToroid("compare").err,
            "toroid: error: command line: no results are named; compare takes two: OLD.json "
            "NEW.json\n");
  EXPECT_EQ(RunToroid("compare a").code, 2);
  EXPECT_TRUE(Has(RunToroid("compare a b c").err, "3 results named"));
  EXPECT_TRUE(Has(RunToroid("compare a b --host x").err, "is not an option of compare"));
  EXPECT_TRUE(Has(RunToroid("compare a b --tolerance 2").err, "--tolerance: 2: "));
}

TEST(Doctor, NamesToolsAndEnginesThatWork) {
  const Outcome outcome = RunToroid("doctor --format json");
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(outcome.code, json["engines"]["nodes"].get<bool>() ? 0 : 3);
  EXPECT_TRUE(json["engines"]["model"].get<bool>());
  EXPECT_EQ(json["tools"][0]["name"], "verilator");
  EXPECT_TRUE(Has(json["tools"][0]["detail"], "Verilator 5.")) << outcome.out;
}

TEST(Doctor, SaysWhatIsLackingAndForWhat) {
  const Outcome none = RunShell("CXX=no-such-compiler \"$TOROID\" doctor");
  EXPECT_EQ(none.code, 3);
  EXPECT_TRUE(Has(none.out,
                  "compiler         lacking no-such-compiler is not installed or does not start: "
                  "install it, or set CXX to a compiler that is\n"
                  "                         needed by --rtl nodes, flat and lanes\n"))
      << none.out;
  EXPECT_TRUE(Has(none.out, "model: works, nodes: does not work")) << none.out;
  EXPECT_EQ(RunShell("TMPDIR=/nonexistent \"$TOROID\" doctor").code, 3);
  const Outcome alone = RunShell("PATH=/nonexistent \"$TOROID\" doctor");
  EXPECT_EQ(alone.code, 3);
  EXPECT_TRUE(
      Has(alone.out, "yosys            lacking is not installed or does not start: install"));
}

// A cache that anybody could have written to.
TEST(Doctor, LooksAtTheCache) {
  const Scratch scratch;
  const std::string cache = scratch.Path("cache/toroid");
  const Outcome outcome =
      RunShell("mkdir -p '" + cache + "'; chmod 777 '" + cache + "'; XDG_CACHE_HOME='" +
               scratch.Path("cache") + "' \"$TOROID\" doctor");
  EXPECT_TRUE(Has(outcome.out, "cache            lacking " + cache)) << outcome.out;
}

// The commands that generate names can be typed as they are.
TEST(Generate, SaysWhatToDoNext) {
  const Scratch scratch;
  int left = LongOr(100, 4);
  for (const std::string options :
       {"--host mesh:2x3 --name net", "--host torus:4x4 --ports all",
        "--host ring:4 --flit-width 64 --tkeep --user-bits 5 --reset active-low --node-clocks 0,2 "
        "--classes 2 --target gowin",
        "--guest hypercube:4 --host torus:4x4 --embedding xor --schedule stream --task 0,4 "
        "--ports all --router scheduled",
        "--guest ring:15 --host mesh:3x5 --embedding tao --ports all --relay",
        "--guest mesh:3x3 --host hypercube:4 --embedding gray",
        "--host mesh:3x2 --flit-width 64 --buffer-depth 6 --link-stages 1 --arbiter round-robin "
        "--counters --storage lutram --ports all",
        "--host ring:5 --protect parity --processes 3",
        "--guest torus:3x3 --host torus:3x3 --embedding identity --translation computed "
        "--address physical",
        "--guest hypercube:4 --host torus:4x4 --embedding xor --schedule offset --pipelining 4 "
        "--elements 16 --router scheduled --barrier hardware --schedule-units check",
        "--guest ring:15 --host torus:3x5 --embedding tao --traffic permutation --seed 3 "
        "--message-flits 3 --schedule list --router scheduled --load tables --schedule-units check",
        "--guest hypercube:4 --host torus:4x4 --embedding xor --task 0,4 --steps 6 --schedule "
        "exact "
        "--router scheduled",
        "--host mesh:4x4 --guest hypercube:2 --embedding xor --partition 2x2"}) {
    if (left-- == 0) break;
    const std::string out = scratch.Path("out");
    const Outcome outcome = RunToroid("generate " + options + " --out '" + out + "' --quiet");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::string simulate = After(outcome.out, "against the model");
    ASSERT_TRUE(simulate.starts_with("toroid ")) << outcome.out;
    const Outcome ran = RunToroid(simulate.substr(7) + " --engine model --quiet");
    EXPECT_EQ(ran.code, 0) << simulate << "\n" << ran.err;
    EXPECT_TRUE(Has(ran.out, "hardware " + After(outcome.out, ", hardware"))) << simulate;
    EXPECT_TRUE(Has(outcome.out, "_wrap.f"));
    EXPECT_EQ(Has(outcome.out, "each needs its own"), !Has(options, "--name")) << outcome.out;
    const std::string lint = After(outcome.out, "into a simulator");
    EXPECT_EQ(RunShell(lint).code, 0) << lint;
    const Outcome again = RunToroid("generate " + options + " --out '" + out + "' --quiet");
    EXPECT_EQ(again.code, 0) << again.err;
    std::filesystem::remove_all(out);
  }
}

// The command of the banners reads the tables that stand beside the files.
TEST(Generate, MakesEndpointsAgainByTheCommandInTheFiles) {
  const Scratch scratch;
  scratch.Write("net.toml",
                "host = \"torus:3x2\"\nlocal = \"axi4\"\nflit-width = 64\nnode-clocks = \"0,4\"\n"
                "reset = \"active-low\"\nname = \"mem\"\nbuffer-depth = 6\nlink-stages = 1\n"
                "[axi]\naddress-width = 64\nthreads = 2\nmax-burst = 32\nids = \"source\"\n"
                "[[axi.node]]\nnodes = \"0-2\"\nrole = \"manager\"\n"
                "[[axi.node]]\nnodes = \"4\"\nrole = \"both\"\nprotocol = \"axi4-lite\"\n"
                "[[axi.map]]\nbase = \"0xffffffff00000000\"\nsize = \"0x100000000\"\nnode = 4\n");
  const std::string in_folder = "cd '" + scratch.Path("") + "'; ";
  const Outcome made = RunShell(in_folder + "\"$TOROID\" generate --config net.toml --out one");
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(Has(made.out, "toroid simulate --host torus:3x2 --flit-width 64 ")) << made.out;
  EXPECT_TRUE(Has(made.out, " --traffic axi --config one/mem_axi.toml\n")) << made.out;
  const std::string rebuild =
      Json::parse(ReadFile(scratch.Path("one/manifest.json")))["rebuild"].get<std::string>();
  ASSERT_TRUE(rebuild.starts_with("toroid ") && rebuild.ends_with(" --out DIR")) << rebuild;
  const Outcome again =
      RunShell(in_folder + "cd one && \"$TOROID\"" + rebuild.substr(6, rebuild.size() - 9) +
               "../two && diff -r . ../two");
  EXPECT_EQ(again.code, 0) << again.out << again.err;
}

// A stand-in for Verilator, whose makefiles do not support a folder with a blank in its path.
constexpr const char* kVerilator =
    "#!/bin/sh\nfor word; do [ \"$before\" = --Mdir ] && folder=$word; before=$word; done\n"
    "cd \"$folder\" && case $PWD in *\" \"*) exit 1;; esac\n"
    "printf '#!/bin/sh\\necho PASS\\n' >toroid_tb && chmod +x toroid_tb\n";

TEST(Next, StepsCanBeTypedInAFolderWithBlanks) {
  const Scratch scratch;
  const std::string folder = scratch.Path("my net");
  const Outcome wrote = RunToroid("generate --host ring:4 --flit-width 16 --out '" + folder + "'");
  ASSERT_EQ(wrote.code, 0) << wrote.err;
  const std::string make = After(wrote.out, "into a simulator");
  EXPECT_EQ(make, "make -C '" + folder + "/sim'");
  scratch.Write("verilator", kVerilator);
  const Outcome made = RunShell("chmod +x '" + scratch.Path("verilator") + "'; PATH='" +
                                scratch.Path("") + "':\"$PATH\" " + make + " verilator");
  EXPECT_EQ(made.code, 0) << made.out << made.err;
  EXPECT_TRUE(Has(made.out, "\nPASS\n")) << made.out;
}

}  // namespace
}  // namespace toroid::without_network_test
