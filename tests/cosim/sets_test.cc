// Exchanges between guest neighbours (docs/spec/sets.md) take what the document says;
// collective_runs.txt has more runs of sets.
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

}  // namespace
}  // namespace toroid::sets_test
