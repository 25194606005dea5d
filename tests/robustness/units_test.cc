// Compilation of the whole network: in pieces, by several compilers at once, each optimized as it
// deserves.
#include <set>
#include <sstream>
#include <thread>

#include "tests/robustness/small_run.h"

namespace toroid::units_test {
namespace {

constexpr const char* kNoting =
    "for word; do case $word in -O*) level=$word ;; unit*.cc) name=$word ;; esac; done\n";

TEST(Units, AreOptimizedByHowOftenTheyRun) {
  const Scratch scratch;
  const std::string compiler = WriteScript(
      scratch, "noting-g++",
      std::string(kNoting) + "[ -z \"$name\" ] || sed \"s/^/$name $level /\" $name >>'" +
          scratch.Path("units") + "'\nexec ccache g++ \"$@\"\n");
  ExpectPassed(RunShell(OwnCache(scratch) + "export CXX='" + compiler + "'; " + kSmallRun +
                        " --wave '" + scratch.Path("run.fst") + "'"));
  std::istringstream units(ReadFile(scratch.Path("units")));
  std::set<std::string> names;
  std::set<std::string> levels;
  std::string name, level, include, file;
  while (units >> name >> level >> include >> file) {
    names.insert(name);
    levels.insert(level);
    const bool once = Has(file, "__Slow") || Has(file, "__Syms");
    EXPECT_EQ(level, once ? "-O0" : Has(file, "__Trace") ? "-O1" : "-O2") << file;
  }
  EXPECT_EQ(names, (std::set<std::string>{"unit0.cc", "unit1.cc", "unit2.cc"}));
  EXPECT_EQ(levels, (std::set<std::string>{"-O0", "-O1", "-O2"}));
}

TEST(Units, AreCompiledAtOnce) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "there is one processor only";
  const Scratch scratch;
  // each waits until another has started, and fails if none does
  const std::string compiler =
      WriteScript(scratch, "meeting-g++",
                  std::string(kNoting) + "[ -z \"$name\" ] && exec ccache g++ \"$@\"\ntouch '" +
                      scratch.Path("met-") + "'$name\nfor i in $(seq 600); do\n" + "  [ $(ls '" +
                      scratch.Path("") + "' | grep -c met-) -ge 2 ] && exec ccache g++ \"$@\"\n" +
                      "  sleep 0.1\ndone\necho nobody else has come >&2\nexit 4\n");
  ExpectPassed(
      RunShell(OwnCache(scratch) + "export CXX='" + compiler + "'; " + kSmallRun + " --rtl flat"));
}

}  // namespace
}  // namespace toroid::units_test
