// The printed address units of a few plans, which together have every operator, step, walk and
// factor: in two simulators, under lint and by proof. tests/emitted/unit_circuits_test.cc shows for
// these and all other plans that the circuits equal the embedding.
//
// One testbench has all units, distinguished by the prefix of their modules, so that each simulator
// compiles only once.
#include <gtest/gtest.h>

#include <iostream>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/emitted/unit_bench.h"
#include "tests/emitted/unit_plans.h"

namespace toroid::test::printed_units_test {
namespace {

TEST(PrintedUnits, AnswerEveryCodeAsTheEmbeddingDoesInIcarus) {
  const auto plans = PrintedPlans();
  const Answers expected = ExpectedAnswers(plans);
  ASSERT_GE(expected.size(), 2 * plans.size());
  EXPECT_EQ(Compare(expected, Simulate(UnitFiles(plans), plans, kIcarus)), 0U);
}

TEST(PrintedUnits, AnswerEveryCodeAsTheEmbeddingDoesInVerilator) {
  const auto plans = PrintedPlans();
  EXPECT_EQ(Compare(ExpectedAnswers(plans), Simulate(UnitFiles(plans), plans, kVerilator)), 0U);
}

// Yosys' memory pass would take a register behind a table into the table, which leaves a name
// without a driver.
TEST(PrintedUnits, AreCleanUnderThreeTools) {
  std::vector<Network> staged = PrintedPlans();
  std::vector<Network> plans = PrintedPlans();
  std::erase_if(staged, [](const Network& network) { return network.atu_stages == 0; });
  std::erase_if(plans, [](const Network& network) { return network.atu_stages > 0; });
  ExpectClean(plans);
  ExpectClean(staged, "proc; check -assert");
}

// ---- twins ----

// Alters the unit of a plan at the first occurrence of `text`.
std::size_t DifferencesAfter(const Network& network, const std::string& unit,
                             const std::string& text, const std::string& other) {
  EmittedFiles files = UnitFiles({network});
  std::string& verilog = files.at("rtl/" + network.name + unit + ".v");
  EXPECT_NE(verilog.find(text), verilog.npos) << text;
  verilog.replace(verilog.find(text), text.size(), other);
  return Compare(ExpectedAnswers({network}), Simulate(files, {network}, kIcarus));
}

TEST(PrintedUnits, ThatAreAlteredAreNoticed) {
  const Network ring = PlansOf({{"ring:256", "mesh:16x16"}}, "tao")[0];
  EXPECT_GT(DifferencesAfter(ring, "_atu_forward", " - ", " + "), 0U);
  const Network cube{.host = "ring:8", .embedding = "xor", .guest = "hypercube:3"};
  EXPECT_GT(DifferencesAfter(cube, "_atu_forward", " ^ ", " & "), 0U);
  const Network blocks = PlansOf({{"mesh:19x19", "hypercube:4"}}, "gray")[0];
  EXPECT_GT(DifferencesAfter(blocks, "_atu_forward", " ^ ", " & "), 0U);
  const Network ranks = PlansOf({{"ring:200", "line:8"}}, "tao")[0];
  EXPECT_GT(
      DifferencesAfter(ranks, "_atu_inverse", "assign count = 5'd25;", "assign count = 5'd24;"),
      0U);
}

TEST(PrintedUnits, AnAnswerACycleEarlyIsNoticed) {
  Network network = StagedPlan("tao", "ring:143", "mesh:11x13", 2);
  const EmittedFiles files = UnitFiles({network});
  network.atu_stages = 3;
  EXPECT_GT(Compare(ExpectedAnswers({network}), Simulate(files, {network}, kIcarus)), 0U);
}

// ---- proof by miter: the unit is the embedding ----

TEST(PrintedUnits, AreTheEmbeddingByProof) {
  constexpr int kWidest = 10;  // bits of a question
  std::vector<Network> plans = PrintedPlans();
  std::erase_if(plans, [](const Network& network) {
    const Plan plan = PlanOf(network);
    return network.atu_stages > 0 || plan.logical_bits() > kWidest ||
           plan.physical_bits() + plan.rank_bits() > kWidest;
  });
  ASSERT_GE(plans.size(), 20U);
  const Outcome outcome = ProveAsExpected(plans, UnitFiles(plans), ExpectedAnswers(plans));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::cout << 2 * plans.size() << " units proved\n";
}

TEST(PrintedUnits, AnotherAnswerCannotBeProved) {
  const std::vector<Network> plans = {{.host = "mesh:3x5", .embedding = "tao", .guest = "ring:15"}};
  for (const auto& change : {+[](Answer& answer) { answer = answer.value() ^ 1U; },
                             +[](Answer& answer) { answer.reset(); }}) {
    Answers answers = ExpectedAnswers(plans);
    change(answers.at("net_atu_inverse").at(4));
    const Outcome outcome = ProveAsExpected(plans, UnitFiles(plans), answers);
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_NE(outcome.output.find("proof did fail"), std::string::npos) << outcome.output;
  }
}

// ---- proof without values: the inverse unit undoes the forward unit ----

TEST(PrintedUnits, UndoEachOtherByProof) {
  std::vector<Network> plans = PlansOf({{"ring:143", "torus:11x13"},
                                        {"ring:105", "torus:3x5x7"},
                                        {"torus:9x9x9", "mesh:27x27"},
                                        {"torus:12x12", "mesh:6x6"},
                                        {"ring:45", "torus:3x5"}},
                                       "tao");
  for (const Network& network : PlansOf({{"mesh:6x10", "hypercube:6"},
                                         {"mesh:19x19", "hypercube:5"},
                                         {"torus:5x7", "hypercube:6"}},
                                        "gray"))
    plans.push_back(network);
  for (const Network& network : plans) {
    const Outcome outcome = ProveThereAndBack(network, UnitFiles({network}));
    EXPECT_EQ(outcome.exit_code, 0) << network.name << '\n' << outcome.output;
  }
}

TEST(PrintedUnits, AnAlteredUnitCannotBeProved) {
  struct Alteration {
    Network network;
    std::string from;
    std::string to;
  };
  for (const auto& [network, from, to] :
       {Alteration{PlansOf({{"ring:143", "torus:11x13"}}, "tao")[0], " + ", " - "},
        Alteration{PlansOf({{"mesh:19x19", "hypercube:4"}}, "gray")[0], " ^", " &"}}) {
    EmittedFiles files = UnitFiles({network});
    std::string& text = files.at("rtl/" + network.name + "_atu_inverse.v");
    text.replace(text.find(from), from.size(), to);
    const Outcome outcome = ProveThereAndBack(network, files);
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_NE(outcome.output.find("proof did fail"), std::string::npos) << outcome.output;
  }
}

}  // namespace
}  // namespace toroid::test::printed_units_test
