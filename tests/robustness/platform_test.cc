// A user's SystemC platform on an installed toroid, built and run as the tutorial says: the
// example.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/robustness/installed_example.h"
#include "tests/robustness/small_run.h"

namespace toroid::platform_test {
namespace {

// Compiled with the flags of this build.
class Platform : public InstalledExample {
 protected:
  Outcome InFolder(const std::string& commands) const {
    return RunShell("unset TOROID_TEMPLATES TOROID_DUT_SOURCES; cd '" + scratch_.Path("") +
                    "'; export HOME=\"$PWD\" PATH=\"$PWD/toroid/bin:$PATH\" CXXFLAGS='" +
                    TOROID_CXX_FLAGS " -Wall -Wextra -Werror'; " + commands);
  }
};

void ExpectRefused(const Outcome& outcome, const std::string& why) {
  EXPECT_EQ(outcome.code, 2) << outcome.out;
  EXPECT_TRUE(Has(outcome.err, "toroid: error: " + why)) << outcome.err;
}

// Everything in one test, as the example takes a while to compile.
TEST_F(Platform, IsBuiltAsTheTutorialSaysAndTakesTheSameCyclesWithEitherEngine) {
  const Outcome typed =
      InFolder(CommandsUnder("Into a SystemC platform", "docs/tutorials/into-your-design.md"));
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
