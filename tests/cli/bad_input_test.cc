// Bad input that takes more than a row of refused_runs.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::bad_input_test {
namespace {

TEST(BadInput, WithoutACommandHelpGoesToStandardError) {
  const Outcome outcome = RunToroid("");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("Usage: toroid COMMAND"), std::string::npos);
}

TEST(BadInput, AllFaultsAreReportedALineEach) {
  const Outcome outcome = RunToroid(
      "simulate --host donut:8 --flit-width 7 --traffic uniform --rate x --cycles 0 --bogus 3");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 5) << outcome.err;
  for (const char* field :
       {"--host: donut:8", "--flit-width: 7", "--rate: x", "--cycles: 0", "--bogus"}) {
    EXPECT_NE(outcome.err.find(std::string("toroid: error: ") + field), std::string::npos)
        << field << "\n"
        << outcome.err;
  }
}

// One code for all of them.
TEST(MissingInput, IsBadInputWhateverTheOption) {
  for (const char* line :
       {"map --config missing", "sweep --merge missing", "compare missing missing",
        "report missing --out a.html", "generate --host ring:4 --load images=missing --out out",
        "simulate --host ring:4 --traffic trace --engine model --trace missing.csv",
        "simulate --host ring:4 --traffic trace --engine model --trace missing",
        "simulate --host torus:2x2 --traffic axi --trace missing.csv"}) {
    const Outcome outcome = RunToroid(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_NE(outcome.err.find("missing"), std::string::npos) << line << outcome.err;
  }
}

}  // namespace
}  // namespace toroid::bad_input_test
