// The program draws the pictures shown in the documentation.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::pictures_test {
namespace {

namespace fs = std::filesystem;

fs::path Root() { return Checkout(""); }

TEST(Pictures, OfRunsAreWhatTheScriptDraws) {
  const Scratch scratch;
  const Outcome outcome = RunShell("'" + (Root() / "scripts/pictures").string() +
                                   "' \"$TOROID\" '" + scratch.Path("") + "'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::set<std::string> drawn;
  for (const auto& entry : fs::directory_iterator(scratch.Path(""))) {
    const std::string name = entry.path().filename().string();
    drawn.insert(name);
    EXPECT_EQ(ReadFile(entry.path()), ReadFile(Root() / "docs/pictures" / name)) << name;
  }
  EXPECT_GE(drawn.size(), 9U);  // a collective operation each, and the demonstration
  EXPECT_LE(fs::file_size(scratch.Path("flits.svg")), std::size_t{1} << 20);
  const std::string pages =
      ReadFile(Root() / "docs/collectives.md") + ReadFile(Root() / "README.md");
  for (const std::string& name : drawn)
    EXPECT_NE(pages.find("pictures/" + name + ")"), std::string::npos) << name;
}

TEST(Pictures, OfBlocksAreWhatTheirSourcesSay) {
  const Scratch scratch;
  const Outcome outcome =
      RunShell("'" + (Root() / "scripts/diagrams").string() + "' '" + scratch.Path("") + "'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string pages = ReadFile(Root() / "README.md") + ReadFile(Root() / "docs/node.md");
  int drawn = 0;
  for (const auto& entry : fs::directory_iterator(scratch.Path(""))) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(ReadFile(entry.path()), ReadFile(Root() / "docs/pictures" / name)) << name;
    EXPECT_NE(pages.find("pictures/" + name + ")"), std::string::npos) << name;
    ++drawn;
  }
  EXPECT_EQ(drawn, 3);  // router, node, and the way from a command to a result
}

TEST(Pictures, OfATwistedTorusHasTheWiresOfItsManifest) {
  const Scratch scratch;
  const Outcome outcome = RunShell("'" + (Root() / "scripts/wires").string() + "' \"$TOROID\" '" +
                                   scratch.Path("") + "'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(ReadFile(scratch.Path("twisted.svg")), ReadFile(Root() / "docs/pictures/twisted.svg"));
}

// Four nodes in a line pass a flit on: it has a link a cycle later than the one before.
TEST(Pictures, HaveABarForEachLinkThatAMessageTakes) {
  const Scratch scratch;
  const Outcome outcome = RunShell("\"$TOROID\" simulate --host line:4 --engine model --quiet " +
                                   std::string("--traffic broadcast --method lines --elements 2 ") +
                                   "--export '" + scratch.Path("out.svg") + "'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("a picture of 3 messages"), std::string::npos) << outcome.out;
  const std::string svg = ReadFile(scratch.Path("out.svg"));
  // the farthest first, then the next, each with one port for two cycles
  EXPECT_NE(
      svg.find("d=\"M1 0h2v1h-2zM2 1h2v1h-2zM3 2h2v1h-2zM3 0h2v1h-2zM4 1h2v1h-2zM5 0h2v1h-2z"),
      std::string::npos)
      << svg;
}

// 64 messages of a link each, twice: the second time from cycle 6 on, after 3 cycles and the
// barrier.
TEST(Pictures, OfSchedulesHaveAllIterations) {
  const Scratch scratch;
  const Outcome outcome = RunShell(
      "\"$TOROID\" simulate --host torus:4x4 --ports all --guest torus:4x4 --embedding tao "
      "--engine "
      "model --quiet --traffic exchange --sets 2 --schedule list --barrier-cycles 3 --export '" +
      scratch.Path("out.svg") + "'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("a picture of 128 messages"), std::string::npos) << outcome.out;
  const std::string svg = ReadFile(scratch.Path("out.svg"));
  const std::regex bar("M([0-9]+) [0-9]+h1v1h-1z");
  std::map<std::string, int> bars;  // by cycle
  for (std::sregex_iterator i(svg.begin(), svg.end(), bar), end; i != end; ++i) ++bars[(*i)[1]];
  EXPECT_EQ(bars, (std::map<std::string, int>{{"1", 64}, {"7", 64}})) << svg;
}

// Ring of four without the link 0-1: the block from 0 to 1 goes by 3 and 2, and the rows of the
// dead link, the first of axis 0 + and the second of axis 0 -, stay empty.
TEST(Pictures, HaveTheRoutesOfTheTables) {
  const Scratch scratch;
  const Outcome outcome = RunShell(
      "\"$TOROID\" simulate --host ring:4 --dead-links 0-1 --engine model --quiet "
      "--traffic complete-exchange --method phases --block-flits 1 --export '" +
      scratch.Path("out.svg") + "'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string svg = ReadFile(scratch.Path("out.svg"));
  const std::regex bar("M[0-9]+ ([0-9]+)h[0-9]+v1h-[0-9]+z");
  std::map<std::string, int> bars;  // by row
  for (std::sregex_iterator i(svg.begin(), svg.end(), bar), end; i != end; ++i) ++bars[(*i)[1]];
  EXPECT_EQ(bars, (std::map<std::string, int>{
                      {"1", 3}, {"2", 4}, {"3", 3}, {"4", 3}, {"6", 3}, {"7", 4}}));
}

}  // namespace
}  // namespace toroid::pictures_test
