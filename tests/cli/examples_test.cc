// Every file in examples/ is listed, runs and passes, simulations on the model, and serves the
// other commands too.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::examples_test {
namespace {

TEST(Examples, EachRunsAndIsListed) {
  const std::filesystem::path folder = Checkout("examples");
  const std::string list = ReadFile(folder / "README.md");
  int run = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".toml") continue;
    const std::string name = file.path().filename().string();
    EXPECT_NE(list.find("[" + name + "](" + name + ")"), std::string::npos) << name;
    const bool simulates = ReadFile(file.path()).find("traffic = ") != std::string::npos;
    const Outcome outcome =
        RunToroid((simulates ? "simulate --engine model --config " : "cost --config ") +
                  file.path().string());
    EXPECT_EQ(outcome.code, 0) << name << "\n" << outcome.err;
    EXPECT_NE(outcome.out.find(simulates ? "  passed\n" : "best     Q = "), std::string::npos)
        << name << "\n"
        << outcome.out;
    EXPECT_EQ(RunToroid("check --config " + file.path().string()).code, 0) << name;
    ++run;
  }
  EXPECT_GE(run, 6);
}

}  // namespace
}  // namespace toroid::examples_test
