// A user's SystemC platform on an installed toroid, built and run as the tutorial says: the
// example.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "tests/robustness/small_run.h"
#include "tests/support/checkout.h"

namespace toroid::platform_test {
namespace {

// The commands of the tutorial's part on SystemC, joined.
std::string TutorialCommands() {
  const std::string page = ReadFile(Checkout("docs/tutorials/into-your-design.md"));
  const auto start = page.find("\n## Into a SystemC platform\n");
  if (start == std::string::npos) return "false";
  std::istringstream lines(page.substr(start + 4, page.find("\n## ", start + 4) - start));
  std::string commands = "set -e\n";
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) code = !code;
    if (!code && line.starts_with("    ")) commands += line.substr(4) + "\n";
  }
  return commands;
}

// A folder with the files that the tutorial starts from; compiled with the flags of this build.
class Platform : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(scratch_.Path("build"));
    std::filesystem::create_symlink(TOROID_BUILD, scratch_.Path("build/release"));
    std::filesystem::create_symlink(Checkout("examples"), scratch_.Path("examples"));
  }
  Outcome InFolder(const std::string& commands) const {
    return RunShell("unset TOROID_TEMPLATES TOROID_DUT_SOURCES; cd '" + scratch_.Path("") +
                    "'; export HOME=\"$PWD\" PATH=\"$PWD/toroid/bin:$PATH\" CXXFLAGS='" +
                    TOROID_CXX_FLAGS " -Wall -Wextra -Werror'; " + commands);
  }

  Scratch scratch_;
};

void ExpectRefused(const Outcome& outcome, const std::string& why) {
  EXPECT_EQ(outcome.code, 2) << outcome.out;
  EXPECT_TRUE(Has(outcome.err, "toroid: error: " + why)) << outcome.err;
}

// Everything in one test, as the example takes a while to compile.
TEST_F(Platform, IsBuiltAsTheTutorialSaysAndTakesTheSameCyclesWithEitherEngine) {
  const Outcome typed = InFolder(TutorialCommands());
  ASSERT_EQ(typed.code, 0) << typed.out << typed.err;
  EXPECT_TRUE(Has(typed.out, "720 of 720 packets in ")) << typed.out;
  EXPECT_TRUE(Has(typed.out, "630 of 630 packets in ")) << typed.out;

  // the same cycles, as the outputs are equal
  for (const std::string network : {"--host torus:4x4 --flit-width 64", "my-torus/manifest.json"}) {
    const Outcome model = InFolder("build/platform/platform model " + network);
    const Outcome nodes = InFolder("build/platform/platform nodes " + network);
    EXPECT_EQ(model.code, 0) << model.err;
    EXPECT_EQ(nodes.code, 0) << nodes.err;
    EXPECT_EQ(model.out, nodes.out);
    EXPECT_TRUE(Has(model.out, ", 0 beats wrong: PASS\n")) << model.out;
  }

  ExpectRefused(InFolder("build/platform/platform model --host torus:4x4"),
                "--flit-width: 32: differs from tdata of the module, which has 64 bits");
  // the installed files are used
  const std::string path = scratch_.Path("toroid/share/toroid/dut/common.h");
  std::filesystem::rename(path, path + "-away");
  ExpectRefused(InFolder("build/platform/platform nodes --host ring:3 --flit-width 64"),
                "simulator sources: " + path + ": cannot be read");

  const Outcome later = InFolder(
      "c++ -std=c++20 -DSC_CPLUSPLUS=201703L -Wpedantic -Wshadow -Wconversion $CXXFLAGS "
      "-fsyntax-only -I toroid/include examples/systemc/main.cc");
  EXPECT_EQ(later.code, 0) << later.err;
}

}  // namespace
}  // namespace toroid::platform_test
