// The table of methods and hosts in docs/collectives.md agrees with the program.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::collective_methods_test {
namespace {

// Lengths that the nodes do not divide.
const std::map<std::string, std::string> kTraffic = {
    {"bucket", "all-reduce --elements 37"},
    {"swing", "all-gather --elements 3"},
    {"halving", "reduce-scatter --elements 37"},
    {"whole", "all-reduce --elements 37"},
    {"forest", "all-reduce --elements 37"},
    {"trees", "broadcast --elements 37"},
    {"lines", "gather --elements 3"},
    {"bine", "reduce --elements 37"},
    {"phases", "complete-exchange --block-flits 3"}};
constexpr std::array kHosts = {"torus:3x5", "torus:2x4", "mesh:2x4"};  // the columns

void Check(const std::string& method, const std::string& host, bool exists) {
  for (const std::string router : {"buffered", "scheduled"}) {
    for (const std::string ports : {"one", "all"}) {
      const std::string line = "simulate --engine model --quiet --host " + host + " --router " +
                               router + " --ports " + ports + " --method " + method +
                               " --traffic " + kTraffic.at(method);
      const Outcome outcome = RunToroid(line);
      EXPECT_EQ(outcome.code, exists ? 0 : 2) << line << "\n" << outcome.err;
      if (!exists) {
        EXPECT_NE(outcome.err.find("--method: " + method), std::string::npos) << line;
      }
    }
  }
}

TEST(CollectiveMethods, OfSwingAreOnToriOfEvenLengthsToo) {
  Check("swing", "torus:6x4", true);
  Check("bine", "torus:2x6", true);
  Check("halving", "torus:6x4", false);
}

TEST(CollectiveMethods, AreWhereTheTableSays) {
  std::istringstream page(ReadFile(Checkout("docs/collectives.md")));
  std::size_t rows = 0;
  for (std::string line; std::getline(page, line);) {
    const auto end = line.find("` | ");
    if (!line.starts_with("| `") || end == std::string::npos) continue;
    std::istringstream cells(line.substr(end + 2));
    std::string bar;
    std::string cell;
    for (const char* host : kHosts) {
      cells >> bar >> cell;
      ASSERT_TRUE(cell == "yes" || cell == "no") << line;
      Check(line.substr(3, end - 3), host, cell == "yes");
    }
    ++rows;
  }
  EXPECT_EQ(rows, kTraffic.size());
}

}  // namespace
}  // namespace toroid::collective_methods_test
