// The example in C on an installed toroid, built and run as the page says: by CMake and by
// pkg-config.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/robustness/installed_example.h"
#include "tests/robustness/small_run.h"

namespace toroid::library_test {
namespace {

// The program that the page begins with.
std::string PageProgram() {
  const std::string page = ReadFile(Checkout("docs/library.md"));
  const auto start = page.find("```c\n");
  return page.substr(start + 5, page.find("```", start + 5) - start - 5);
}

class Library : public InstalledExample {
 protected:
  Outcome InFolder(const std::string& commands) const {
    return RunShell("cd '" + scratch_.Path("") +
                    "'; export HOME=\"$PWD\" CFLAGS='-Wall -Wextra -Wpedantic -Werror " +
                    TOROID_CXX_FLAGS "'; " + commands);
  }
};

// All in one test, as installing takes a while.
TEST_F(Library, IsBuiltAsThePageSaysAndTakesTheSameCyclesWithEitherEngine) {
  const Outcome typed = InFolder(CommandsUnder("Build a program", "docs/library.md"));
  ASSERT_EQ(typed.code, 0) << typed.out << typed.err;
  const std::string said = "64 answers, the slowest after ";
  const auto first = typed.out.find(said);
  ASSERT_NE(first, std::string::npos) << typed.out;
  EXPECT_NE(typed.out.find(said, first + 1), std::string::npos) << typed.out;

  const std::string network = " --host torus:4x4 --ports all";
  const Outcome model = InFolder("build/library/ping model" + network);
  const Outcome nodes = InFolder("build/library/ping nodes" + network);
  EXPECT_EQ(model.code, 0) << model.err;
  EXPECT_EQ(nodes.code, 0) << nodes.err;
  EXPECT_EQ(model.out, nodes.out);
  EXPECT_TRUE(Has(model.out, "16 answers")) << model.out;

  scratch_.Write("page.c", PageProgram());
  const Outcome page = InFolder(
      "cc page.c $CFLAGS -I toroid/include -L toroid/lib -ltoroid -Wl,-rpath,toroid/lib -o page && "
      "./page");
  EXPECT_EQ(page.out, "1 arrived in cycle 23\n") << page.err;

  const Outcome refused = InFolder("build/library/ping model --host torus:4x1");
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(Has(refused.err, "open: toroid: error: --host: torus:4x1: ")) << refused.err;
  // the installed files are used
  const std::string path = scratch_.Path("toroid/share/toroid/dut/common.h");
  std::filesystem::rename(path, path + "-away");
  const Outcome away = InFolder("build/library/ping nodes --host ring:3");
  EXPECT_TRUE(Has(away.err, "simulator sources: " + path + ": cannot be read")) << away.err;
  // the header is C and C++
  const Outcome other = InFolder(
      "printf '#include <toroid.h>\\nint main() { return toroid_nodes(0); }\\n' >a.cc && "
      "c++ -std=c++11 $CFLAGS -Wold-style-cast -fsyntax-only -I toroid/include a.cc");
  EXPECT_EQ(other.code, 0) << other.err;
}

}  // namespace
}  // namespace toroid::library_test
