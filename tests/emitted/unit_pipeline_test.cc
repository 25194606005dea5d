// Address units with registers in them (docs/spec/generated.md, G5.10): every code asked one a
// cycle, every answer the embedding's, that many cycles later; and what the registers are for, a
// shorter longest path.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/emitted/unit_bench.h"

namespace toroid::test {
namespace {

Network Staged(const std::string& embedding, const std::string& guest, const std::string& host,
               int stages) {
  Network network{
      .host = host, .embedding = embedding, .guest = guest, .address = Address::kPhysical};
  network.atu_stages = stages;
  network.name =
      std::regex_replace(embedding + "_" + guest + "_in_" + host + "_" + std::to_string(stages),
                         std::regex("[:-]"), "_");
  return network;
}

// Steps of every sort, members, wires, xors and a table.
std::vector<Network> Cases(const std::vector<int>& stages) {
  std::vector<Network> cases;
  for (const int n : stages) {
    cases.push_back(Staged("tao", "ring:143", "mesh:11x13", n));
    cases.push_back(Staged("tao", "ring:256", "mesh:16x16", n));
    cases.push_back(Staged("tao", "ring:105", "torus:3x5x7", n));
    cases.push_back(
        Staged("tao", "ring:143", "torus:11x13", n));  // x_2 beside bit 2 of x, both carried along
    cases.push_back(Staged("tao", "ring:182", "mesh:14x13", n));  // the same
    cases.push_back(Staged("tao", "torus:3x3x12", "mesh:6x9", n));
    cases.push_back(Staged("tao", "ring:200", "line:8", n));
    cases.push_back(Staged("gray", "mesh:19x19", "hypercube:5", n));
    cases.push_back(Staged("gray", "torus:21x45", "hypercube:10", n));
    cases.push_back(Staged("gray", "mesh:12x20", "hypercube:8", n));
    cases.push_back(Staged("xor", "hypercube:6", "torus:8x8", n));
    cases.push_back(Staged("identity", "mesh:3x5", "mesh:3x5", n));
    cases.push_back(Staged("by-weight", "hypercube:3", "line:8", n));
  }
  return cases;
}

TEST(StagedUnits, AnswerEveryCodeSoManyCyclesLaterInIcarus) {
  const auto cases = Cases({1, 2, 3, 5});
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kIcarus)), 0U);
}

TEST(StagedUnits, AnswerEveryCodeSoManyCyclesLaterInVerilator) {
  std::vector<Network> cases;
  for (const Network& network : Cases({3})) {
    if (network.host != "mesh:16x16" && network.host != "hypercube:10" &&
        network.host != "hypercube:8")
      cases.push_back(network);
  }
  ASSERT_EQ(cases.size(), 10U);
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kVerilator)), 0U);
}

TEST(StagedUnits, AnAnswerACycleEarlyIsNoticed) {
  Network network = Staged("tao", "ring:143", "mesh:11x13", 2);
  const EmittedFiles files = UnitFiles({network});
  network.atu_stages = 3;
  EXPECT_GT(Compare(ExpectedAnswers({network}), Simulate(files, {network}, kIcarus)), 0U);
}

// Yosys' memory pass would take a register behind a table into the table, which leaves a name
// without a driver.
TEST(StagedUnits, AreCleanUnderThreeTools) { ExpectClean(Cases({1, 3}), "proc; check -assert"); }

// Cells on the longest path between registers, inputs and outputs of both units, forward then
// inverse.
std::vector<int> LongestPaths(const std::string& guest, const std::string& host, int stages) {
  const Network network = Staged("tao", guest, host, stages);
  std::string script;
  for (const char* unit : {"_atu_forward", "_atu_inverse"}) {
    const std::string name = network.name + unit;
    script += "read_verilog rtl/" + name + ".v\nsynth_ice40 -top " + name +
              "\ndelete t:SB_DFF*\ntee -a paths.txt ltp\ndesign -reset\n";
  }
  EmittedFiles files = UnitFiles({network});
  files["paths.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q paths.ys && cat paths.txt");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::vector<int> lengths;
  const std::regex length("length=([0-9]+)");
  for (std::sregex_iterator at(outcome.output.begin(), outcome.output.end(), length);
       at != std::sregex_iterator(); ++at) {
    lengths.push_back(std::stoi((*at)[1]));
  }
  return lengths;
}

TEST(StagedUnits, HaveShorterLongestPathsThanThoseThatAnswerAtOnce) {
  for (const auto& [guest, host] :
       {std::pair{"ring:143", "mesh:11x13"}, {"ring:256", "mesh:16x16"}}) {
    const std::vector<int> none = LongestPaths(guest, host, 0);
    const std::vector<int> one = LongestPaths(guest, host, 1);
    const std::vector<int> four = LongestPaths(guest, host, 4);
    ASSERT_EQ(none.size(), 2U);
    ASSERT_EQ(one.size(), 2U);
    ASSERT_EQ(four.size(), 2U);
    for (std::size_t unit = 0; unit < 2; ++unit) {
      EXPECT_LT(one[unit], none[unit]) << guest << (unit == 0 ? " forward" : " inverse");
      EXPECT_LT(four[unit], none[unit]) << guest << (unit == 0 ? " forward" : " inverse");
    }
  }
}

TEST(StagedUnits, SayInTheManifestHowManyRegistersTheyHave) {
  const auto manifest = nlohmann::json::parse(
      FilesOf(Staged("tao", "ring:143", "mesh:11x13", 3)).at("manifest.json"));
  EXPECT_EQ(manifest["hardware"]["atu_stages"], 3);
  int units = 0;
  for (const auto& module : manifest["modules"]) {
    if (module["role"] != "address unit") continue;
    ++units;
    EXPECT_EQ(module["ports"][0]["name"], "clk");
  }
  EXPECT_EQ(units, 2);
  EXPECT_FALSE(
      nlohmann::json::parse(
          FilesOf(Staged("tao", "ring:143", "mesh:11x13", 0)).at("manifest.json"))["hardware"]
          .contains("atu_stages"));
}

}  // namespace
}  // namespace toroid::test
