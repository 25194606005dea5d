// The files of a small network with schedule units, kept as text so that a change of the emitted
// Verilog shows in review. The same network is linted in lint_test.cc. TOROID_UPDATE_GOLDEN=1
// writes them anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::golden_test {
namespace {

const std::filesystem::path kGolden = Checkout("tests/data");
const std::filesystem::path kFolder = kGolden / "ring4_xor";

EmittedFiles Ring4(Arbiter arbiter = Arbiter::kThroughFirst) {
  const Plan plan = PlanOf({.host = "ring:4",
                            .arbiter = arbiter,
                            .embedding = "xor",
                            .guest = "hypercube:2",
                            .order = BitOrder::kCyclic,
                            .name = "golden",
                            .unit_task = UnitTask{ScheduleKind::kOffset, {0, 2}, 16}});
  return RenderRtl(plan,
                   "toroid generate --host ring:4 --guest hypercube:2 --embedding xor --schedule "
                   "offset --task 0,2 --message-flits 16 --name golden --out DIR")
      .value();
}

std::string TextOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The first line in which two texts differ, with both versions; empty if they are equal.
std::string FirstDifference(const std::string& expected, const std::string& found) {
  std::istringstream expected_lines(expected);
  std::istringstream found_lines(found);
  for (int number = 1;; ++number) {
    std::string a;
    std::string b;
    const bool has_a = static_cast<bool>(std::getline(expected_lines, a));
    const bool has_b = static_cast<bool>(std::getline(found_lines, b));
    if (has_a != has_b || a != b)
      return "line " + std::to_string(number) + "\n  golden:  " + a + "\n  emitted: " + b;
    if (!has_a) return expected == found ? "" : "the last line's end";
  }
}

// Returns the number of lines compared.
long CompareWithGolden(const std::filesystem::path& folder, const EmittedFiles& files,
                       const std::vector<std::string>& names) {
  long lines = 0;
  for (const std::string& name : names) {
    const std::string& text = files.at("rtl/" + name);
    if (std::getenv("TOROID_UPDATE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(folder);
      std::ofstream(folder / name, std::ios::binary) << text;
    }
    const std::string golden = TextOf(folder / name);
    EXPECT_FALSE(golden.empty()) << name;
    EXPECT_EQ(FirstDifference(golden, text), "") << name;
    lines += std::ranges::count(golden, '\n');
  }
  std::cout << lines << " lines compared\n";
  return lines;
}

TEST(GoldenVerilog, IsWhatIsEmitted) {
  EXPECT_GT(CompareWithGolden(kFolder, Ring4(),
                              {"golden_top.v", "golden_node.v", "golden_atu_forward.v"}),
            200);
}

TEST(GoldenVerilog, AChangedLineIsNamed) {
  EXPECT_EQ(FirstDifference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(FirstDifference("a\nb\n", "a\nc\n"), "line 2\n  golden:  b\n  emitted: c");
  EXPECT_EQ(FirstDifference("a\n", "a"), "the last line's end");
  EXPECT_EQ(FirstDifference("a\n", "a\nb\n"), "line 2\n  golden:  \n  emitted: b");
}

TEST(GoldenVerilog, WouldShowAnotherArbiter) {
  const EmittedFiles other = Ring4(Arbiter::kRoundRobin);
  EXPECT_NE(FirstDifference(TextOf(kFolder / "golden_node.v"), other.at("rtl/golden_node.v")), "");
}

}  // namespace
}  // namespace toroid::test::golden_test
