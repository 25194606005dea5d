// `toroid sweep` as a command: lists, output, parts and their merging, and refused input. On the
// model; tests/cosim/sweep_test.cc has the hardware's sweeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/run_toroid.h"

namespace toroid::sweep_test {
namespace {

const std::string kSmall =
    "sweep --engine model --quiet --host torus:4x4 --cycles 1000 --warmup 200 ";

std::string Out(const std::string& line) {
  const Outcome outcome = RunToroid(line);
  EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
  EXPECT_EQ(outcome.err, "") << line;
  return outcome.out;
}

nlohmann::json Json(const std::string& line) {
  return nlohmann::json::parse(Out(line + " --format json"));
}

// The only line on standard error, after "toroid: error: ".
std::string Refusal(const std::string& line) {
  const Outcome outcome = RunToroid(line);
  EXPECT_EQ(outcome.code, 2) << line;
  EXPECT_EQ(outcome.out, "") << line;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << line << "\n" << outcome.err;
  return outcome.err.substr(15, outcome.err.size() - 16);
}

TEST(Sweep, RunsEveryCombinationOfItsLists) {
  const auto sweep = Json(
      "sweep --engine model --quiet --host torus:4x4,mesh:4x4 --traffic uniform,hotspot --hotspot "
      "0.3 --buffer-depth 2,4 --rate 0.1:0.3:0.1 --seed 1,7:9:2 --cycles 200");
  EXPECT_EQ(sweep["loads"], nlohmann::json({0.1, 0.2, 0.3}));
  EXPECT_EQ(sweep["seeds"], nlohmann::json({1, 7, 9}));
  EXPECT_EQ(sweep["networks"].size(), 8U);
  EXPECT_EQ(sweep["rows"].size(), 24U);
  std::set<std::string> networks;
  for (const auto& network : sweep["networks"]) {
    networks.insert(network["options"].dump());
    EXPECT_EQ(network["options"].contains("hotspot"), network["options"]["traffic"] == "hotspot");
  }
  EXPECT_EQ(networks.size(), 8U);
  for (const auto& row : sweep["rows"]) EXPECT_EQ(row["seeds"], 3);
}

// Without stages a network has no such option, as before there was one.
TEST(Sweep, NamesLinkStagesWhereThereAreAny) {
  const auto sweep = Json(
      "sweep --engine model --quiet --host ring:6 --traffic neighbor --link-stages 0,2 "
      "--buffer-depth 6 --rate 0.1 --cycles 400");
  ASSERT_EQ(sweep["networks"].size(), 2U);
  EXPECT_FALSE(sweep["networks"][0]["options"].contains("link-stages"));
  EXPECT_EQ(sweep["networks"][1]["options"]["link-stages"], "2");
  EXPECT_EQ(sweep["networks"][0]["zero_load_latency"], 1 + 2);
  EXPECT_EQ(sweep["networks"][1]["zero_load_latency"], 3 + 2);
  EXPECT_NEAR(sweep["rows"][1]["latency"].get<double>(), 5, 0.5);
}

// The offered and, below saturation, the accepted rate equal the requested one.
TEST(Sweep, AcceptsWhatIsOfferedBelowSaturation) {
  const auto sweep =
      Json("sweep --engine model --quiet --host torus:8x8 --traffic uniform --rate 0.1,0.3");
  for (const auto& row : sweep["rows"]) {
    EXPECT_EQ(row["saturated"], "no");
    EXPECT_NEAR(row["offered"].get<double>(), row["rate"].get<double>(), 0.01);
    EXPECT_NEAR(row["accepted"].get<double>(), row["offered"].get<double>(),
                row["accepted_interval"].get<double>());
    EXPECT_GT(row["accepted_interval"], 0);
    EXPECT_GT(row["latency_interval"], 0);
    EXPECT_LE(row["latency_interval"].get<double>(), 0.01 * row["latency"].get<double>());
  }
}

// Without load a packet takes its hops, 2 cycles, and one for each flit after the first. No two of
// a neighbour's packets ever meet on a torus.
TEST(Sweep, TheLatencyOfALightLoadIsThatWithoutLoad) {
  const auto neighbor = Json(
      "sweep --engine model --quiet --host torus:4x4 --traffic neighbor --packet-flits 1,5 --rate "
      "0.005");
  for (const auto& row : neighbor["rows"]) {
    const int flits = row["network"] == 0 ? 1 : 5;
    EXPECT_NEAR(row["latency"].get<double>(), 2 + 2 + flits - 1, flits == 1 ? 1e-6 : 0.05);
  }
  const auto uniform = Json(
      "sweep --engine model --quiet --host mesh:3x5 --traffic uniform --rate 0.002 --cycles "
      "100000");
  const double expected = uniform["networks"][0]["zero_load_latency"];
  // Two nodes of a line of l are (l - 1/l) / 3 apart; two different nodes of the mesh 15/14 of the
  // sum of both.
  EXPECT_NEAR(expected, 2 + (8 / 9. + 8 / 5.) * 15 / 14, 1e-5);
  EXPECT_NEAR(uniform["rows"][0]["latency"].get<double>(), expected, 0.02 * expected);
}

TEST(Sweep, FindsWhereANetworkSaturates) {
  const std::string line =
      "sweep --engine model --quiet --host mesh:8x8 --traffic uniform,transpose --rate "
      "0.1:0.7:0.2 --resolution 0.05 --cycles 4000";
  const auto sweep = Json(line);
  const auto& uniform = sweep["saturations"][0];
  const auto& transpose = sweep["saturations"][1];
  for (const auto& found : {uniform, transpose})
    EXPECT_NEAR(found["saturated"].get<double>() - found["stable"].get<double>(), 0.05, 1e-9);
  // Half of the packets of a node cross the middle of a mesh, where a row has one link each way.
  EXPECT_GT(uniform["stable"], 0.2);
  EXPECT_LT(uniform["saturated"], 0.5);
  EXPECT_LT(transpose["saturated"], uniform["stable"]);
  EXPECT_NE(Out(line).find("(searched)"), std::string::npos);
}

TEST(Sweep, HasTheSameBytesForEveryNumberOfJobs) {
  const std::string line =
      kSmall + "--traffic uniform --rate 0.1:0.9:0.2 --seed 1:3 --resolution 0.05 ";
  for (const char* format : {"text", "json", "csv"}) {
    const std::string one = Out(line + "--format " + format);
    EXPECT_EQ(Out(line + "--jobs 3 --format " + format), one);
  }
}

TEST(Sweep, CsvHasTheNumbersOfJson) {
  const std::string line = kSmall + "--traffic uniform --rate 0.2 ";
  const auto row = Json(line)["rows"][0];
  std::istringstream csv(Out(line + "--format csv"));
  std::string names;
  std::string values;
  std::getline(csv, names);
  std::getline(csv, values);
  EXPECT_EQ(
      names,
      "traffic,host,packet-flits,buffer-depth,flit-width,ports,arbiter,zero_load_latency,rate,"
      "seeds,packets,undelivered,offered,accepted,accepted_interval,latency,latency_interval,"
      "median,percentile_99,longest,saturated");
  EXPECT_EQ(values.find("uniform,torus:4x4,1,4,32,one,through-first,4.133333,0.2,1," +
                        row["packets"].dump() + ",0,"),
            0U)
      << values;
}

TEST(Sweep, DrawsACurveForEachNetwork) {
  const Scratch scratch;
  const std::string plot = scratch.Path("p.svg");
  const std::string line =
      kSmall + "--traffic uniform,neighbor --rate 0.2,0.9 --plot '" + plot + "'";
  Out(line);
  const std::string svg = ReadFile(plot);
  EXPECT_EQ(svg.find("<svg xmlns=\"http://www.w3.org/2000/svg\""), 0U);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  std::size_t curves = 0;
  for (auto at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1))
    ++curves;
  EXPECT_EQ(curves, 4U);  // two networks, two diagrams
  EXPECT_NE(svg.find(">neighbor<"), std::string::npos);
  EXPECT_NE(svg.find("fill=\"#fff\" stroke=\"#0072b2\""), std::string::npos);  // 0.9 is saturated
  Out(line);
  EXPECT_EQ(ReadFile(plot), svg);
  EXPECT_FALSE(std::filesystem::exists(plot + ".part"));
}

class SweepParts : public testing::Test {
 protected:
  std::string File(int part) const { return "'" + scratch_.Path("p" + std::to_string(part)) + "'"; }
  void RunPart(int part) const {
    Out(line_ + "--shard " + std::to_string(part) + "/3 --results " + File(part));
  }
  Outcome Merge(const std::string& files, const std::string& more = "") const {
    return RunToroid("sweep --quiet --merge " + files + " " + more);
  }

  Scratch scratch_;
  std::string line_ = kSmall + "--traffic uniform,neighbor --rate 0.1:0.9:0.2 --seed 1:2 ";
};

// Texts of the file are printed: they must not reach a terminal, nor break a row.
TEST_F(SweepParts, WithTextThatATerminalWouldObeyAreRefused) {
  RunToroid(line_ + "--results " + File(1));
  const std::string whole = ReadFile(scratch_.Path("p1"));
  const std::string host = "torus:4x4";
  ASSERT_NE(whole.find(host), std::string::npos);
  for (const std::string text : {"\\u001b[31mX", "X\\n", "\\u0007", "\\u202e", "\\u009b"}) {
    std::string altered = whole;
    altered.replace(altered.find(host), host.size(), text);
    scratch_.Write("p1", altered);
    const Outcome outcome = Merge(File(1));
    EXPECT_EQ(outcome.code, 2) << text;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("holds no results of a sweep"), std::string::npos) << outcome.err;
  }
}

TEST(Sweep, QuotesFieldsWithCommas) {
  const std::string csv =
      Out(kSmall + "--traffic uniform --rate 0.1 --dead-links 0-1,2-3 --format csv");
  EXPECT_NE(csv.find("torus:4x4,\"0-1,2-3\",1,"), std::string::npos) << csv;
}

TEST_F(SweepParts, AreTheWholeOnceMerged) {
  for (int part = 1; part <= 3; ++part) RunPart(part);
  const std::string whole = Out(line_ + "--format csv --results " + File(0));
  const std::string all = File(9);
  EXPECT_EQ(Merge(File(3) + " " + File(1) + " " + File(2), "--format csv --results " + all).out,
            whole);
  // Duplicates change nothing, and the merged file is that of a sweep in one piece.
  EXPECT_EQ(Merge(File(2) + " " + File(1) + " " + File(3) + " " + File(0), "--format csv").out,
            whole);
  EXPECT_EQ(ReadFile(scratch_.Path("p9")), ReadFile(scratch_.Path("p0")));
}

TEST_F(SweepParts, ThatAreMissingAreNamed) {
  RunPart(1);
  RunPart(3);
  const Outcome merged = Merge(File(1) + " " + File(3));
  EXPECT_EQ(merged.code, 1);
  EXPECT_NE(merged.out.find("traffic uniform"), std::string::npos);
  EXPECT_EQ(
      merged.err,
      "toroid: error: --merge: 7 runs: not there, the first: traffic uniform, host torus:4x4, "
      "packet-flits 1, buffer-depth 4, flit-width 32, ports one, arbiter through-first, rate "
      "0.1, seed 2; run the parts to their end\n");
}

TEST_F(SweepParts, ThatContradictEachOtherAreRefused) {
  RunPart(1);
  std::string text = ReadFile(scratch_.Path("p1"));
  const auto line = text.find("\"cycles\":", text.find('\n'));
  text.replace(line, 10, "\"cycles\":9");
  scratch_.Write("p2", text);
  const Outcome merged = Merge(File(1) + " " + File(2));
  EXPECT_EQ(merged.code, 2);
  EXPECT_EQ(merged.out, "");
  EXPECT_NE(merged.err.find("p2:2: contradicts "), std::string::npos) << merged.err;
  EXPECT_NE(merged.err.find("rate 0.1, seed 1; the same run"), std::string::npos) << merged.err;
}

// Only the missing runs are done: the others are taken from the file.
TEST_F(SweepParts, GoOnWhereTheyWere) {
  RunPart(1);
  const std::string whole = ReadFile(scratch_.Path("p1"));
  const std::size_t third = whole.find('\n', whole.find('\n') + 1) + 1;
  scratch_.Write("p1", whole.substr(0, third + 30));  // the third line is cut short
  RunPart(1);
  EXPECT_EQ(ReadFile(scratch_.Path("p1")), whole);
  // Existing results are kept, even if another run would give others.
  std::string other = whole;
  other.replace(other.find("\"longest\":"), 10, "\"longest\":9");
  scratch_.Write("p1", other);
  RunPart(1);
  EXPECT_EQ(ReadFile(scratch_.Path("p1")), other);
}

TEST(Sweep, AFewPacketsAreNoVerdict) {
  for (const std::string options :
       {"--packet-flits 2000 --rate 0.1", "--packet-flits 1024 --rate 0.02 --seed 3",
        "--packet-flits 1000 --rate 0.0001"}) {
    const Outcome outcome =
        RunToroid("sweep --quiet --host torus:4x4 --traffic uniform --engine model " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("too few packets to judge any load"), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("not judged: too few packets (at least 100)"), std::string::npos);
    EXPECT_EQ(outcome.out.find("saturated"), std::string::npos) << outcome.out;
  }
}

TEST(Sweep, RefusesWhatItCannotDo) {
  const auto refusal = [](const std::string& options) {
    return Refusal("sweep --engine model --host torus:4x4 " + options);
  };
  const std::string uniform = "--traffic uniform ";
  EXPECT_EQ(refusal(uniform + "--rate 0.1,0"),
            "--rate: 0: has no load; allowed are numbers above 0, up to 1");
  EXPECT_EQ(refusal(uniform + "--rate 0.5:0.1:0.1"),
            "--rate: 0.5:0.1:0.1: ends before it begins; write first:last upwards");
  EXPECT_EQ(refusal(uniform + "--rate 0.1:0.5"),
            "--rate: 0.1:0.5: is not a range; write first:last:step, as in 0.1:0.9:0.1");
  EXPECT_EQ(refusal(uniform + "--rate 0.1,2"),
            "--rate: 2: is out of range; allowed are numbers from 0 to 1");
  EXPECT_EQ(refusal(uniform + "--seed 1:9:0"),
            "--seed: 1:9:0: has no step that leads upwards; steps are whole numbers above 0");
  EXPECT_EQ(refusal(uniform + "--seed 1:20000"),
            "--seed: 1:20000: is too long; a list has at most 10000 values");
  EXPECT_EQ(refusal(uniform + "--rate 0.1 --seed 9007199254740993,9007199254740992,"
                              "09007199254740993"),
            "--seed: 09007199254740993: is in the list twice; give it once");
  EXPECT_EQ(refusal(uniform + "--rate 5e-324"),
            "--rate: 5e-324: is too small; numbers above 0 are from 0.000000001 on");
  for (const std::string step : {"inf", "2"})
    EXPECT_EQ(refusal(uniform + "--rate 0.1:1:" + step),
              "--rate: " + step + ": is out of range; allowed are numbers from 0 to 1");
  EXPECT_EQ(refusal(uniform + "--rate 0.1:1:nan"),
            "--rate: nan: is not a number; allowed are numbers from 0 to 1");
  EXPECT_EQ(refusal(uniform + "--latency-limit 1.7e308"),
            "--latency-limit: 1.7e308: is out of range; allowed are numbers from 0 to 1000000000, "
            "decimals too");
  EXPECT_EQ(refusal(uniform + "--packet-flits 1:1000 --burst 1:10000"),
            "--burst: 10000000: makes too many networks; a sweep has at most 1000");
  EXPECT_EQ(refusal(uniform + "--dead-links random:1,random:2 --dead-nodes random:1 --draws 900"),
            "--dead-links: 1001: makes too many networks; a sweep has at most 1000");
  EXPECT_EQ(refusal(uniform + "--rate 0.001:1:0.001 --seed 1:2000"),
            "--seed: makes 2000000 runs with the other lists; a sweep has at most 1048576");
  EXPECT_EQ(refusal(uniform + "--seed 1,01"), "--seed: 01: is in the list twice; give it once");
  EXPECT_EQ(refusal(uniform + "--seed 9007199254740992,9007199254740993 --rate 0.1,0.10"),
            "--rate: 0.10: is in the list twice; give it once");
  EXPECT_EQ(refusal(uniform + "--rate 0.1,0.10"),
            "--rate: 0.10: is in the list twice; give it once");
  EXPECT_EQ(refusal(uniform + "--cycles 1001"),
            "--cycles: 1001: is not a multiple of the number of batches; allowed are multiples of "
            "--batches 20");
  EXPECT_EQ(refusal(uniform + "--latency-limit 1"),
            "--latency-limit: 1: would call every load too much; allowed are numbers above 1");
  EXPECT_EQ(refusal(uniform + "--plot a.png"),
            "--plot: a.png: does not end in .svg; write --plot FILE.svg");
  EXPECT_EQ(refusal(uniform + "--shard 3/2"),
            "--shard: 3/2: is not a part; write its number and how many there are, as in 2/8");
  EXPECT_EQ(refusal(uniform + "--hotspot 0.3"),
            "--hotspot: 0.3: is not used by traffic uniform; it goes with hotspot");
  EXPECT_EQ(refusal("--traffic fft")
                .find("--traffic: fft: is not a pattern, so it has no load to sweep; "
                      "allowed are uniform, neighbor, "),
            0U);
  EXPECT_EQ(Refusal("sweep --host torus:4x4 --traffic uniform --rtl flat"),
            "--rtl: flat: is not one of the choices; allowed are auto, nodes, lanes");
  EXPECT_EQ(
      Refusal("sweep --host torus:4x4,ring:8 --traffic uniform,transpose"),
      "--host: ring:8: has no shape for traffic transpose; it takes hosts of two axes and more "
      "whose lengths read the same from both ends");
  EXPECT_EQ(Refusal("sweep --merge a --rate 0.1"),
            "--rate: 0.1: is not used with --merge; what was run is said by the files");
  EXPECT_EQ(Refusal("sweep --merge"), "--merge: its value is missing; write --merge FILES...");
  EXPECT_EQ(Refusal("sweep --traffic uniform"), "--host: is missing; sweep needs --host GRAPH");
}

TEST(Sweep, LeavesAFileThatIsNotItsOwn) {
  const Scratch scratch;
  const std::string path = scratch.Write("precious", "do not lose me\n");
  EXPECT_EQ(Refusal(kSmall + "--traffic uniform --rate 0.1 --results '" + path + "'"),
            "--results: " + path +
                ": holds no results of a sweep; give a file that `toroid sweep --results` wrote");
  EXPECT_EQ(ReadFile(path), "do not lose me\n");
  const Outcome missing = RunToroid("sweep --quiet --merge '" + scratch.Path("none") + "'");
  EXPECT_EQ(missing.code, 2);
}

}  // namespace
}  // namespace toroid::sweep_test
