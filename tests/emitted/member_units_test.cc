// Units of Gray embeddings, which are computed part by part, and of contractions, whose host nodes
// hold several guest nodes: the emitted Verilog against the C++ embedding for every code of their
// inputs.
#include <gtest/gtest.h>

#include <iostream>
#include <regex>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/emitted/unit_bench.h"

namespace toroid::test {
namespace {

struct Pair {
  const char* guest;
  const char* host;
  int dilation = 1;  // that blocks may have
};

// Every kind of factor, products of up to three, rings by two and by four with every number of
// places left out, cubes with dimensions to spare, and blocks that fit and that do not, on up to
// four axes.
const std::vector<Pair>& GrayPairs() {
  static const std::vector<Pair> pairs = {
      // Gray codes that leave nodes empty, and a cube with dimensions to spare
      {"mesh:3x4", "hypercube:4"},
      {"mesh:7x6x3", "hypercube:8"},
      {"line:700", "hypercube:10"},
      {"hypercube:5", "hypercube:8"},
      {"mesh:8x8", "hypercube:7"},
      // direct meshes
      {"mesh:3x5", "hypercube:4"},
      {"mesh:5x3", "hypercube:4"},
      {"mesh:7x9", "hypercube:6"},
      {"mesh:11x11", "hypercube:7"},
      {"mesh:3x3x3", "hypercube:5"},
      {"mesh:3x7x3", "hypercube:6"},
      {"mesh:5x5x5", "hypercube:7"},
      {"mesh:9x3x9", "hypercube:8"},
      {"mesh:5x7x7", "hypercube:8"},
      // products
      {"mesh:6x10", "hypercube:6"},
      {"mesh:12x20", "hypercube:8"},
      {"mesh:3x5x4", "hypercube:6"},
      {"mesh:21x9x5", "hypercube:10"},
      {"mesh:9x25", "hypercube:8"},
      {"mesh:6x3x7x3", "hypercube:9"},
      {"mesh:5x10x11", "hypercube:10"},
      // planes
      {"mesh:5x6", "hypercube:5"},
      {"mesh:13x19", "hypercube:8"},
      {"mesh:31x33", "hypercube:10"},
      {"mesh:3x23x5", "hypercube:9"},
      // toruses: rings by two and four, odd and even
      {"ring:6", "hypercube:4"},
      {"ring:5", "hypercube:3"},
      {"ring:13", "hypercube:4"},
      {"ring:14", "hypercube:4"},
      {"ring:15", "hypercube:4"},
      {"ring:1001", "hypercube:10"},
      {"ring:1002", "hypercube:10"},
      {"torus:5x7", "hypercube:6"},
      {"torus:11x11", "hypercube:8"},
      {"torus:9x13", "hypercube:8"},
      {"torus:5x10", "hypercube:6"},
      {"torus:6x10", "hypercube:6"},
      {"torus:3x2x9", "hypercube:7"},
      {"torus:21x45", "hypercube:10"},
      // many to one: even, uneven, nodes with none, several uneven axes
      {"mesh:3x3", "hypercube:2"},
      {"mesh:8x8", "hypercube:4"},
      {"line:9", "hypercube:3"},
      {"mesh:19x19", "hypercube:5"},
      {"mesh:5x6x7", "hypercube:4"},
      {"hypercube:7", "hypercube:3"},
      {"mesh:9x9", "hypercube:6"},
      {"mesh:3x3x3x3", "hypercube:4"},
      {"mesh:7x11", "hypercube:3"},
      {"mesh:64x30", "hypercube:10"},
      {"mesh:19x19", "hypercube:4"},
      // blocks in front of direct meshes, products and planes: even, uneven, with nodes to spare
      {"mesh:6x10", "hypercube:4", 3},
      {"mesh:12x20", "hypercube:6", 3},
      {"mesh:5x5x5", "hypercube:4", 3},
      {"mesh:17x9", "hypercube:6", 3},
      {"mesh:14x18", "hypercube:6", 3},
      {"mesh:23x22", "hypercube:7", 3},
      {"mesh:10x10x10", "hypercube:7", 3},
      {"mesh:10x14x14", "hypercube:8", 3},
      {"mesh:21x6", "hypercube:6", 3},
      {"mesh:41x5", "hypercube:6", 3},
      {"mesh:26x37", "hypercube:8", 3},
      {"mesh:27x27x27", "hypercube:9", 3},
      // folded cubes: by two and by four, a table, products, a plane
      {"mesh:3x5", "hypercube:3", 3},
      {"mesh:3x5", "hypercube:2", 3},
      {"mesh:3x3x3", "hypercube:4", 3},
      {"mesh:3x21", "hypercube:5", 3},
      {"mesh:11x11", "hypercube:6", 3},
      {"mesh:11x11", "hypercube:5", 3},
      {"mesh:7x9", "hypercube:5", 3},
      {"mesh:5x5x5", "hypercube:6", 3},
      // members with fewer digits than their codes have room for
      {"mesh:6x3", "hypercube:2", 3},
      {"mesh:4x7", "hypercube:1", 3},
      {"mesh:4x4x5x3", "hypercube:2", 3},
      {"mesh:7x2x3", "hypercube:3", 3},
      {"mesh:4x2x8x3", "hypercube:4", 3},
      // rings of one column, whose factors have no dimension, with dimensions to spare
      {"torus:4", "hypercube:3"},
      {"torus:2", "hypercube:2"},
      {"torus:2x3", "hypercube:5"},
      {"torus:4x4", "hypercube:5"},
      {"torus:4x3", "hypercube:5"},
      {"torus:4x2x3", "hypercube:7"},
  };
  return pairs;
}

// Contractions: drop, mirror and blocks, odd sides and even ones, axes of 2, and each kind of step
// after them.
const std::vector<Pair>& ContractionPairs() {
  static const std::vector<Pair> pairs = {
      {"ring:12", "line:3"},           // mirror and blocks
      {"ring:15", "ring:5"},           // odd blocks
      {"line:15", "line:3"},           // blocks of 5
      {"mesh:6x6", "mesh:3x3"},        // blocks on two axes
      {"torus:6x6", "mesh:3x3"},       // mirrors on two axes
      {"torus:12x12", "mesh:6x6"},     // the same, wide
      {"torus:4x6", "torus:4x3"},      // one axis
      {"torus:3x7", "ring:7"},         // drop
      {"mesh:5x3x4", "line:4"},        // drop two
      {"hypercube:6", "hypercube:3"},  // drop axes of 2
      {"hypercube:5", "ring:8"},       // and join, a ring of 4 of them
      {"hypercube:5", "line:8"},       // as digits alone
      {"torus:2x6x2", "ring:6"},       // axes of 2
      {"ring:24", "mesh:2x3"},         // then expansion
      {"ring:45", "torus:3x5"},        // odd, then expansion
      {"torus:6x10", "mesh:3x5"},      // mirrors alone
      {"torus:9x10", "torus:3x3x5"},   // blocks, then expansion
      {"mesh:6x10x2", "line:15"},      // blocks and drop, then reduction
      {"torus:6x4x10", "mesh:12x5"},   // then simple reduction
      {"torus:3x3x12", "mesh:6x9"},    // then general reduction
      {"torus:25x25", "mesh:5x5"},     // wide odd blocks
      {"ring:1000", "line:8"},         // a large load factor
      {"mesh:2x6x5", "torus:3x4"},     // drop, then a ring of 4 as twos
      {"torus:3x8", "mesh:2x6"},       // mirror, then a line of 4 as twos
  };
  return pairs;
}

std::vector<Network> Cases(const std::vector<Pair>& pairs, const std::string& embedding) {
  std::vector<Network> cases;
  for (const Pair& pair : pairs) {
    Network network{.host = pair.host,
                    .embedding = embedding,
                    .guest = pair.guest,
                    .address = Address::kPhysical};
    network.dilation = pair.dilation;
    network.name = std::regex_replace(network.guest + "_in_" + network.host, std::regex(":"), "_");
    if (pair.dilation > 1) network.name += "_at_" + std::to_string(pair.dilation);
    cases.push_back(network);
  }
  return cases;
}

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

TEST(GrayUnits, AnswerEveryCodeAsTheEmbeddingDoesInIcarus) {
  const auto cases = Cases(GrayPairs(), "gray");
  ASSERT_GE(cases.size(), 40U);
  EXPECT_GE(ManyToOne(cases), 8U);
  EXPECT_GE(BlocksOnTables(cases), 10U);
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kIcarus)), 0U);
}

TEST(GrayUnits, AnswerEveryCodeAsTheEmbeddingDoesInVerilator) {
  const auto cases = Cases(GrayPairs(), "gray");
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kVerilator)), 0U);
}

TEST(GrayUnits, AreCleanUnderThreeTools) { ExpectClean(Cases(GrayPairs(), "gray")); }

TEST(ContractionUnits, AreCleanUnderThreeTools) { ExpectClean(Cases(ContractionPairs(), "tao")); }

TEST(ContractionUnits, AnswerEveryCodeAsTheEmbeddingDoesInIcarus) {
  const auto cases = Cases(ContractionPairs(), "tao");
  ASSERT_GE(cases.size(), 20U);
  EXPECT_EQ(ManyToOne(cases), cases.size());
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kIcarus)), 0U);
}

TEST(ContractionUnits, AnswerEveryCodeAsTheEmbeddingDoesInVerilator) {
  const auto cases = Cases(ContractionPairs(), "tao");
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kVerilator)), 0U);
}

TEST(GrayUnits, AnAlteredXorIsNoticed) {
  const auto cases = Cases({{"mesh:19x19", "hypercube:4"}}, "gray");
  EmittedFiles files = UnitFiles(cases);
  std::string& text = files.at("rtl/" + cases[0].name + "_atu_forward.v");
  text.replace(text.find(" ^ "), 3, " & ");
  EXPECT_GT(Compare(ExpectedAnswers(cases), Simulate(files, cases, kIcarus)), 0U);
}

TEST(ContractionUnits, AMemberCountedWrongIsNoticed) {
  const auto cases = Cases({{"ring:200", "line:8"}}, "tao");
  EmittedFiles files = UnitFiles(cases);
  std::string& text = files.at("rtl/" + cases[0].name + "_atu_inverse.v");
  const std::string count = "assign count = 5'd25;";
  ASSERT_NE(text.find(count), text.npos);
  text.replace(text.find(count), count.size(), "assign count = 5'd24;");
  EXPECT_GT(Compare(ExpectedAnswers(cases), Simulate(files, cases, kIcarus)), 0U);
}

// docs/spec/generated.md, G5.9: only the parts that are tables are.
TEST(GrayUnits, AreNoTableOfTheWholeAddress) {
  for (const Network& network : Cases({{"mesh:12x20", "hypercube:8"},
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

// ---- proof by miter: the unit is the embedding ----

void ExpectProof(std::vector<Network> cases) {
  constexpr int kWidest = 10;  // bits of a question
  std::erase_if(cases, [](const Network& network) {
    const Plan plan = PlanOf(network);
    return plan.logical_bits() > kWidest || plan.physical_bits() + plan.member_bits() > kWidest;
  });
  EXPECT_GE(cases.size(), 20U);
  const Outcome outcome = ProveAsExpected(cases, UnitFiles(cases), ExpectedAnswers(cases));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::cout << 2 * cases.size() << " units proved\n";
}

TEST(GrayUnits, AreTheEmbeddingByProof) { ExpectProof(Cases(GrayPairs(), "gray")); }

TEST(ContractionUnits, AreTheEmbeddingByProof) { ExpectProof(Cases(ContractionPairs(), "tao")); }

// ---- proof without values: the inverse unit undoes the forward unit ----

TEST(MemberUnits, UndoEachOtherByProof) {
  std::vector<Network> cases = Cases(
      {{"mesh:6x10", "hypercube:6"}, {"mesh:19x19", "hypercube:5"}, {"torus:5x7", "hypercube:6"}},
      "gray");
  for (const Network& network :
       Cases({{"torus:12x12", "mesh:6x6"}, {"ring:45", "torus:3x5"}}, "tao"))
    cases.push_back(network);
  for (const Network& network : cases) {
    const Outcome outcome = ProveThereAndBack(network, UnitFiles({network}));
    EXPECT_EQ(outcome.exit_code, 0) << network.name << '\n' << outcome.output;
  }
}

TEST(MemberUnits, AnAlteredUnitCannotBeProved) {
  const Network network = Cases({{"mesh:19x19", "hypercube:4"}}, "gray")[0];
  EmittedFiles files = UnitFiles({network});
  std::string& text = files.at("rtl/" + network.name + "_atu_inverse.v");
  text.replace(text.find(" ^"), 2, " &");
  const Outcome outcome = ProveThereAndBack(network, files);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("proof did fail"), std::string::npos) << outcome.output;
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
      {{"mesh:6x10", "hypercube:4", 2}, 10, 8}, {{"mesh:26x37", "hypercube:8", 2}, 160, 160}};
  EmittedFiles files;
  std::string script;
  for (const Limit& limit : limits) {
    const Network network = Cases({limit.pair}, "gray")[0];
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
}  // namespace toroid::test
