// Sets of messages between guest neighbours on the hardware (docs/spec/sets.md): every event equals
// the model's, the cycles are the predicted ones, and forecasts marked certain are right.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cosim/simulate.h"
#include "tests/support/checkout.h"

namespace toroid::sets_test {
namespace {

// `simulate` itself fails if an iteration does not do as predicted; this only checks that there
// were predictions.
void ExpectPredictions(const Simulated& run, bool conflict_free) {
  for (const auto& iteration : run.report["iterations"]) {
    const bool meets = iteration["messages_meeting"].get<int>() > 0;
    EXPECT_EQ(iteration["predicted_cycles"].is_null(), meets);
    EXPECT_EQ(iteration["conflicts"] == 0, !meets);
    EXPECT_GE(iteration["cycles"], iteration["least_cycles"]);
    EXPECT_FALSE(conflict_free && meets);
    EXPECT_TRUE(meets || iteration["cycles"] == iteration["predicted_cycles"]);
  }
}

class Sets : public testing::TestWithParam<std::string> {};

TEST_P(Sets, RunAsPredictedWithEveryEventTheModels) {
  for (const char* traffic : {"permutation", "scatter", "exchange"}) {
    for (const char* schedule : {"none", "list"}) {
      const Simulated run =
          Simulate(GetParam() + " --traffic " + traffic + " --schedule " + schedule +
                   " --sets 2 --message-flits 4 --barrier-cycles 3 --no-baseline --flit-width 16");
      SCOPED_TRACE(std::string(traffic) + " " + schedule);
      ExpectPerfectMatch(run);
      ExpectPredictions(run, std::string(schedule) == "list");
      const auto& iterations = run.report["iterations"];
      ASSERT_EQ(iterations.size(), 2U);
      std::uint64_t messages = 0;
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(iterations[i]["phase"], "round");
        EXPECT_EQ(iterations[i]["set"], i + 1);
        messages += iterations[i]["messages"].get<std::uint64_t>();
      }
      EXPECT_EQ(run.report["messages"]["delivered"], messages);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, Sets,
    testing::Values("--guest ring:15 --host mesh:3x5 --embedding tao --buffer-depth 2",
                    "--guest ring:27 --host torus:3x3x3 --embedding tao --ports all",
                    "--guest mesh:3x3x6 --host mesh:6x9 --embedding tao --arbiter round-robin",
                    "--guest torus:6x12 --host mesh:6x3x2x2 --embedding tao --ports all",
                    "--guest hypercube:6 --host torus:4x16 --embedding tao",
                    "--guest hypercube:6 --host torus:4x16 --embedding tao --ports all",
                    "--guest mesh:4x8 --host hypercube:5 --embedding gray --ports all",
                    "--guest mesh:3x5 --host hypercube:4 --embedding gray",
                    "--guest mesh:3x5 --host hypercube:4 --embedding gray --ports all",
                    "--guest torus:3x5 --host hypercube:5 --embedding gray",
                    "--guest hypercube:4 --host torus:4x4 --embedding xor --address physical",
                    "--guest mesh:3x4 --host mesh:3x4 --embedding identity --ports all"),
    [](const auto& test) { return TestName(test.param.substr(8)); });

constexpr const char* kRing =
    "--guest ring:15 --host mesh:3x5 --embedding tao --engine model --no-baseline ";

TEST(SetsOf, EachSeedAreOthersAndOfEachTypeTheRightNumber) {
  const auto counts = [](const std::string& options) {
    std::vector<int> messages;
    const Simulated run = Simulate(kRing + options);
    EXPECT_EQ(run.code, 0) << run.report.dump(2);
    for (const auto& iteration : run.report["iterations"])
      messages.push_back(iteration["messages"]);
    return messages;
  };
  EXPECT_EQ(counts("--traffic exchange --sets 3"), (std::vector<int>{30, 30, 30}));
  for (const int messages : counts("--traffic permutation --sets 9")) {
    EXPECT_LE(messages, 15);
    EXPECT_GE(messages, 8);  // one of two neighbours sends, or the other receives from elsewhere
  }
  EXPECT_NE(counts("--traffic scatter --sets 9"), counts("--traffic scatter --sets 9 --seed 2"));
  EXPECT_EQ(counts("--traffic scatter --sets 4").size(), 4U);
  EXPECT_EQ(Simulate(std::string(kRing) + "--traffic permutation").report["iterations"].size(), 4U);
}

TEST(SetsOf, GrayCodesExchangeWithAllNeighboursInAMessageAndTwoCycles) {
  for (const int flits : {1, 4, 16}) {
    const Simulated run = Simulate(
        "--guest mesh:4x8 --host hypercube:5 --embedding gray --traffic exchange --ports all "
        "--engine model --no-baseline --sets 1 "
        "--message-flits " +
        std::to_string(flits));
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.report["conflicts"], 0);
    EXPECT_EQ(run.report["predicted_cycles"], flits + 2);
    EXPECT_EQ(run.report["reference_cycles"], flits + 2);
  }
}

TEST(SetsOf, SlowSinksArePredictedNothing) {
  const Simulated run =
      Simulate(std::string(kRing) + "--traffic exchange --schedule list --sink-ready 0.5");
  EXPECT_EQ(run.code, 0) << run.report.dump(2);
  EXPECT_TRUE(run.report["predicted_cycles"].is_null());
  for (const char* field : {"predicted_cycles", "least_cycles", "messages_meeting"}) {
    EXPECT_TRUE(run.report["iterations"][0][field].is_null()) << field;
  }
}

TEST(SetsOf, TheirPredictionIsPrintedBeforeTheRun) {
  const auto first_line = [](const std::string& options) {
    const Outcome outcome = RunToroid("simulate " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out.substr(0, outcome.out.find('\n'));
  };
  const std::string gray =
      "--guest mesh:4x8 --host hypercube:5 --embedding gray --traffic exchange --ports all "
      "--engine model --no-baseline";
  EXPECT_EQ(first_line(gray), "no messages meet, so this will take 12 cycles in 4 iterations");
  EXPECT_EQ(first_line(gray + " --schedule list"),
            "by its schedule this will take 12 cycles in 4 iterations");
  const std::string ring =
      first_line(kRing + std::string("--traffic exchange --sets 2 --message-flits 4"));
  EXPECT_NE(
      ring.find(" messages would meet others in 2 of 2 iterations if none waited, so some will "
                "be stalled; this will take at least "),
      std::string::npos)
      << ring;
  EXPECT_NE(first_line(kRing + std::string("--traffic exchange --sets 1"))
                .find(" messages would meet others if none waited, so"),
            std::string::npos);
}

std::vector<int> Numbers(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream in(text);
  for (std::string number; std::getline(in, number, '/');) numbers.push_back(std::stoi(number));
  return numbers;
}

TEST(ExchangeOfNeighbours, TakesWhatTheTableOfTheDocumentSays) {
  std::ifstream document(Checkout("docs/spec/sets.md"));
  ASSERT_TRUE(document);
  const std::regex row(
      R"(\| (\S+) \| (\S+) \| (\S+) \| (\d+) \| (\S+) \| (\d+) \| (one|all) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|)");
  int rows = 0;
  int met = 0;
  std::string runs;  // figure in the sentence below the table
  for (std::string line; std::getline(document, line);) {
    std::smatch cells;
    if (std::regex_search(line, cells,
                          std::regex(R"(least cycles in (\d+ of the \d+) runs, and never more)")))
      runs = cells[1];
    if (!std::regex_match(line, cells, row)) continue;
    const std::string graphs = "--guest " + cells[1].str() + " --host " + cells[2].str() +
                               " --embedding " + cells[3].str();
    const auto map = nlohmann::json::parse(RunToroid("map --format json " + graphs).out);
    EXPECT_EQ(map["metrics"]["dilation"]["max"].dump(), cells[4]) << line;
    EXPECT_EQ(map["costs"].is_null() ? "-" : map["costs"]["congestion"]["measured"].dump(),
              cells[5])
        << line;
    EXPECT_EQ(map["metrics"]["link_load"]["max"].dump(), cells[6]) << line;
    const std::string run = graphs + " --ports " + cells[7].str();
    EXPECT_EQ(OfLengths(run, "conflicts"), cells[8]) << line;
    EXPECT_EQ(OfLengths(run, "reference_cycles"), cells[9]) << line;
    EXPECT_EQ(OfLengths(run + " --schedule list", "reference_cycles"), cells[10]) << line;
    EXPECT_EQ(OfLengths(run, "least_cycles"), cells[11]) << line;
    const std::vector<int> none = Numbers(cells[9]);
    const std::vector<int> list = Numbers(cells[10]);
    const std::vector<int> least = Numbers(cells[11]);
    for (std::size_t i = 0; i < 3; ++i) {
      met += list[i] == least[i];
      EXPECT_LE(list[i], none[i]) << line;
    }
    ++rows;
  }
  EXPECT_EQ(runs, std::to_string(met) + " of the " + std::to_string(3 * rows));
  EXPECT_GE(rows, 24);
}

TEST(ListOfPrograms, RunsPipelinedCubesAndExchangesOnAnyEmbedding) {
  for (const char* traffic :
       {"cc-cube --elements 24 --pipelining 4", "complete-exchange --method direct --block-flits 3",
        "complete-exchange --method ring --block-flits 3",
        "complete-exchange --method binary --block-flits 3"}) {
    const Simulated run = Simulate(
        "--guest hypercube:3 --host mesh:2x4 --embedding tao --schedule list --no-baseline "
        "--flit-width 16 --traffic " +
        std::string(traffic));
    SCOPED_TRACE(traffic);
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["conflicts"], 0);
    EXPECT_EQ(run.report["predicted_cycles"], run.report["cycles"]);
  }
}

}  // namespace
}  // namespace toroid::sets_test
