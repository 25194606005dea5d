// Registers in address units (docs/spec/generated.md, G5.10) shorten the longest path.
// unit_circuits_test.cc and printed_units_test.cc test their answers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/emitted/unit_bench.h"
#include "tests/emitted/unit_plans.h"

namespace toroid::test::unit_pipeline_test {
namespace {

// Cells on the longest path between registers, inputs and outputs of both units, forward then
// inverse.
std::vector<int> LongestPaths(const std::string& guest, const std::string& host, int stages) {
  const Network network = StagedPlan("tao", guest, host, stages);
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
      FilesOf(StagedPlan("tao", "ring:143", "mesh:11x13", 3)).at("manifest.json"));
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
          FilesOf(StagedPlan("tao", "ring:143", "mesh:11x13", 0)).at("manifest.json"))["hardware"]
          .contains("atu_stages"));
}

}  // namespace
}  // namespace toroid::test::unit_pipeline_test
