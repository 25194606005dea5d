// Sets of messages that are sent subset by subset (docs/spec/sets.md, section 6).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "tests/cosim/simulate.h"
#include "tests/support/checkout.h"

namespace toroid::split_test {
namespace {

constexpr const char* kBlocks =
    "--guest torus:6x6 --host torus:3x3 --embedding tao --ports all --flit-width 16 "
    "--arbiter round-robin ";
constexpr const char* kRing = "--guest ring:12 --host mesh:2x2 --embedding tao --flit-width 16 ";
constexpr const char* kOneToOne = "--guest mesh:3x5 --host hypercube:4 --embedding gray ";

// Each set is sent whole, in subsets numbered from 1, and each iteration takes its predicted
// cycles.
void ExpectWholeSets(const nlohmann::json& split, const nlohmann::json& whole) {
  std::map<int, std::uint64_t> messages, local;
  std::map<int, int> subsets;
  std::int64_t cycles = 0;
  for (const auto& iteration : split["iterations"]) {
    const int set = iteration["set"];
    EXPECT_EQ(iteration["subset"], ++subsets[set]);
    messages[set] += iteration["messages"].get<std::uint64_t>();
    local[set] += iteration["local_messages"].get<std::uint64_t>();
    cycles += iteration["cycles"].get<std::int64_t>();
    EXPECT_EQ(iteration["conflicts"] > 0, iteration["messages_meeting"] > 0);
  }
  EXPECT_EQ(cycles, split["cycles"]);
  for (const auto& iteration : whole["iterations"]) {
    EXPECT_TRUE(iteration["subset"].is_null());
    EXPECT_EQ(iteration["messages"], messages[iteration["set"]]);
    EXPECT_EQ(iteration["local_messages"], local[iteration["set"]]);
  }
  EXPECT_EQ(split["unsplit_cycles"], whole["reference_cycles"]);
  EXPECT_TRUE(whole["unsplit_cycles"].is_null());
}

TEST(SplitSets, AreSentWholeSubsetBySubsetWithEveryEventTheModels) {
  for (const std::string network : {kBlocks, kRing, kOneToOne}) {
    for (const std::string traffic : {"permutation", "scatter", "exchange"}) {
      const std::string schedule = traffic == "scatter" ? "list" : "none";
      const std::string sets = network + " --traffic " + traffic + " --schedule " + schedule +
                               " --sets 3 --message-flits 3";
      const Simulated whole = Simulate(sets + " --engine model");
      for (const std::string split : {"permutation", "scatter"}) {
        SCOPED_TRACE(sets + " --split " + split);
        const Simulated run = Simulate(sets + " --split " + split);
        ExpectPerfectMatch(run);
        ExpectWholeSets(run.report, whole.report);
      }
    }
  }
}

// With 4 guest nodes per host node, each side of 2 nodes sends 2 messages over each of 4 links.
TEST(SplitSets, HaveAsFewSubsetsAsTheBusiestNodeOrPairHasMessages) {
  const auto subsets = [](const std::string& split) {
    const Simulated run = Simulate(std::string(kBlocks) +
                                   "--traffic exchange --sets 2 --engine model --split " + split);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.report["iterations"].size();
  };
  EXPECT_EQ(subsets("permutation"), 2 * 8U);
  EXPECT_EQ(subsets("scatter"), 2 * 2U);
  EXPECT_EQ(subsets("none"), 2U);
}

// With dilation one and all ports a permutation subset takes L + K cycles, whatever is in it.
TEST(SplitSets, PermutationSubsetsOnTheGuestsOwnLinksMeetNothing) {
  const Simulated run = Simulate(std::string(kBlocks) +
                                 "--traffic scatter --sets 2 --message-flits 3 --split permutation "
                                 "--no-baseline --engine model");
  for (const auto& iteration : run.report["iterations"]) {
    EXPECT_EQ(iteration["predicted_cycles"], 3 + 2);
    EXPECT_EQ(iteration["conflicts"], 0);
  }
  EXPECT_TRUE(run.report["unsplit_cycles"].is_null());
}

TEST(SplitSets, AreNamedInTheTextAndRefusedWhereUnitsHaveOneTable) {
  const std::string set = "simulate " + std::string(kBlocks) + "--traffic exchange --sets 1 ";
  const toroid::Outcome text = RunToroid(set + "--engine model --split scatter");
  EXPECT_NE(text.out.find("split into scatter sets of host nodes"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("round 1.1"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("not split    4 cycles for the same sets"), std::string::npos)
      << text.out;
  const toroid::Outcome refused = RunToroid(
      "simulate " + std::string(kOneToOne) +
      "--engine model --traffic exchange --split scatter --router scheduled --schedule list "
      "--schedule-units send");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(
      refused.err,
      "toroid: error: --split: scatter: gives each subset a schedule, and a schedule unit has "
      "a table for one; with --schedule-units allowed is none\n");
}

// "a/b/c": cycles of one exchange with messages of 1, 4 and 16 flits, on the model.
std::string CyclesOfLengths(const std::string& options) {
  std::string text;
  for (const int flits : {1, 4, 16}) {
    const Simulated run = Simulate(
        options + " --traffic exchange --sets 1 --engine model --no-baseline --message-flits " +
        std::to_string(flits));
    EXPECT_EQ(run.code, 0) << run.err;
    text += (text.empty() ? "" : "/") + run.report["reference_cycles"].dump();
  }
  return text;
}

TEST(SplitExchange, TakesWhatTheTableOfTheDocumentSays) {
  std::ifstream document(Checkout("docs/spec/sets.md"));
  ASSERT_TRUE(document);
  const std::regex row(
      R"(\| (\S+) \| (\S+) \| (\S+) \| (one|all) \| (\d+) \| (\d+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|)");
  int rows = 0;
  for (std::string line; std::getline(document, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    const std::string run = "--guest " + cells[1].str() + " --host " + cells[2].str() +
                            " --embedding " + cells[3].str() + " --ports " + cells[4].str();
    for (const auto& [split, cell] : {std::pair{"permutation", 5}, {"scatter", 6}}) {
      const Simulated one = Simulate(run + " --traffic exchange --sets 1 --engine model --split " +
                                     split + " --no-baseline");
      EXPECT_EQ(std::to_string(one.report["iterations"].size()), cells[cell]) << line;
    }
    EXPECT_EQ(CyclesOfLengths(run), cells[7]) << line;
    EXPECT_EQ(CyclesOfLengths(run + " --schedule list"), cells[8]) << line;
    EXPECT_EQ(CyclesOfLengths(run + " --split permutation"), cells[9]) << line;
    EXPECT_EQ(CyclesOfLengths(run + " --split scatter"), cells[10]) << line;
    ++rows;
  }
  EXPECT_GE(rows, 10);
}

}  // namespace
}  // namespace toroid::split_test
