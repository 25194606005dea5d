// Units of Gray embeddings, which are computed part by part, and of contractions, whose host nodes
// hold several guest nodes: their size, and which plans the tests ask.
#include <gtest/gtest.h>

#include <iostream>
#include <regex>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/emitted/unit_bench.h"
#include "tests/emitted/unit_plans.h"

namespace toroid::test::rank_units_test {
namespace {

// Contractions that need more than Gray codes behind their blocks.
std::size_t BlocksOnTables(const std::vector<Network>& cases) {
  std::size_t count = 0;
  for (const Network& network : cases) {
    const Plan plan = PlanOf(network);
    const auto& cube = plan.embedding()->cube_plan();
    count += !cube->blocks.empty() && cube->method != gray::Method::kGrayCode ? 1U : 0U;
  }
  return count;
}

std::size_t ManyToOne(const std::vector<Network>& cases) {
  std::size_t count = 0;
  for (const Network& network : cases)
    count += PlanOf(network).embedding()->IsInjective() ? 0U : 1U;
  return count;
}

// unit_circuits_test.cc has enough plans of each kind.
TEST(GrayUnits, AreOfManyToOneEmbeddingsToo) {
  EXPECT_GE(ManyToOne(GrayPlans()), 8U);
  EXPECT_GE(BlocksOnTables(GrayPlans()), 10U);
  EXPECT_EQ(ManyToOne(ContractionPlans()), ContractionPlans().size());
}

// docs/spec/generated.md, G5.9: only the parts that are tables are.
TEST(GrayUnits, AreNoTableOfTheWholeAddress) {
  for (const Network& network : PlansOf({{"mesh:12x20", "hypercube:8"},
                                         {"mesh:21x9x5", "hypercube:10"},
                                         {"mesh:64x30", "hypercube:10"}},
                                        "gray")) {
    for (const auto& [path, text] : UnitFiles({network})) {
      EXPECT_FALSE(std::regex_search(text, std::regex("input \\[([7-9]|1[0-9]):0\\] *in;")))
          << path << " has a table of 8 bits or more";
      EXPECT_LT(text.size(), 16000U) << path;
    }
  }
}

// ---- size ----

// docs/spec/generated.md, G5.9, and a little room for other versions of Yosys. Forward, then
// inverse.
TEST(GrayUnits, AreNoLargerThanTheTableOfSizesSays) {
  struct Limit {
    Pair pair;
    int forward;
    int inverse;
  };
  const std::vector<Limit> limits = {
      {{"mesh:3x5", "hypercube:4"}, 9, 8},      {{"mesh:12x20", "hypercube:8"}, 22, 13},
      {{"mesh:3x3x3", "hypercube:5"}, 16, 16},  {{"mesh:21x9x5", "hypercube:10"}, 71, 65},
      {{"torus:5x7", "hypercube:6"}, 10, 10},   {{"mesh:19x19", "hypercube:5"}, 42, 56},
      {{"mesh:64x30", "hypercube:10"}, 18, 12}, {{"mesh:5x6", "hypercube:5"}, 12, 9},
      {{"mesh:6x10", "hypercube:4", 2}, 10, 8}, {{"mesh:26x37", "hypercube:8", 2}, 160, 160},
      {{"torus:6x6", "hypercube:4"}, 9, 10},    {{"torus:5x5", "hypercube:4"}, 11, 25}};
  EmittedFiles files;
  std::string script;
  for (const Limit& limit : limits) {
    const Network network = PlansOf({limit.pair}, "gray")[0];
    files.merge(UnitFiles({network}));
    for (const bool forward : {true, false}) {
      const std::string unit = network.name + (forward ? "_atu_forward" : "_atu_inverse");
      script += "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit +
                "\nselect -assert-max " + std::to_string(forward ? limit.forward : limit.inverse) +
                " t:SB_LUT4\ndesign -reset\n";
    }
  }
  files["size.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

}  // namespace
}  // namespace toroid::test::rank_units_test
