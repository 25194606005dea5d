// Too little memory, too few open files, and paths that no file can have: a command ends with one
// line and exit code 3, or does its work, and leaves nothing else.
#include <algorithm>

#include "tests/robustness/small_run.h"

namespace toroid::limits_test {
namespace {

// `command` runs in an empty folder; `left` may be there afterwards.
void ExpectWorkOrOneLine(const std::string& command, const std::string& left = "") {
  const Scratch scratch;
  const Outcome outcome = RunShell("cd '" + scratch.Path("") + "' && " + command);
  if (outcome.code == 127) return;  // the libraries could not be loaded
  EXPECT_TRUE(outcome.code == 0 || outcome.code == 3) << command << outcome.code << outcome.err;
  if (outcome.code != 3) return;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << command << outcome.err;
  EXPECT_EQ(outcome.err.find("toroid: error: "), 0U) << command << outcome.err;
  for (const auto& entry : std::filesystem::directory_iterator(scratch.Path("")))
    EXPECT_EQ(entry.path().filename(), left) << command << outcome.err;
}

TEST(Limits, OfMemoryEndInOneLine) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs more";
#endif
  for (int kilobytes = 16'000; kilobytes < 110'000; kilobytes += kilobytes < 24'000 ? 1000 : 8000) {
    const std::string limit = "ulimit -v " + std::to_string(kilobytes) + "; ";
    ExpectWorkOrOneLine(limit + "\"$TOROID\" --version");
    ExpectWorkOrOneLine(limit +
                        "\"$TOROID\" simulate --quiet --host torus:32x32 --traffic uniform "
                        "--engine model --threads 32 --cycles 5");
    ExpectWorkOrOneLine(limit + "\"$TOROID\" generate --quiet --host ring:4 --out out");
  }
}

TEST(Limits, OfOpenFilesEndInOneLineThatNamesThem) {
  const std::string sweep =
      "\"$TOROID\" sweep --quiet --engine model --host ring:4 --traffic uniform --rate 0.1 "
      "--cycles "
      "40 --warmup 0 --results r";
  for (int files = 4; files < 12; ++files) {
    const std::string limit = "ulimit -n " + std::to_string(files) + "; ";
    ExpectWorkOrOneLine(limit + sweep, "r");
    ExpectWorkOrOneLine(limit + "\"$TOROID\" generate --quiet --host ring:4 --out a/b/out");
    ExpectWorkOrOneLine(limit +
                        "TMPDIR=. \"$TOROID\" simulate --quiet --host ring:4 --traffic "
                        "uniform --cycles 40");
  }
  // with too few the loader fails (127), with enough the command works
  bool named = false;
  for (int files = 4; files < 12; ++files) {
    const Scratch scratch;
    const Outcome outcome = RunShell("cd '" + scratch.Path("") + "' && ulimit -n " +
                                     std::to_string(files) + "; " + sweep);
    const char* text = "Too many open files; raise the limit of open files (ulimit -n)";
    named = named || (outcome.code == 3 && Has(outcome.err, text));
  }
  EXPECT_TRUE(named);
}

// Paths that no call of the system takes, and a file without an end.
TEST(Limits, OfPathsInVariablesEndInOneLine) {
  const Scratch scratch;
  std::filesystem::create_symlink("loop", scratch.Path("loop"));
  const std::string page =
      "\"$TOROID\" map --quiet --host ring:4 --guest ring:4 --embedding identity --report a.html";
  const std::string generate = "\"$TOROID\" generate --quiet --host ring:4 --out out >&2";
  for (const std::string& path :
       {"/" + std::string(300, 'x'), scratch.Path("loop"), std::string("/dev/zero")}) {
    ExpectWorkOrOneLine("TOROID_D3='" + path + "' " + page);
    for (const char* variable : {"TMPDIR", "XDG_CACHE_HOME", "HOME", "VERILATOR_ROOT", "CCACHE_DIR",
                                 "CXX", "TOROID_DUT_SOURCES"}) {
      const Outcome doctor = RunShell(std::string(variable) + "='" + path + "' \"$TOROID\" doctor");
      EXPECT_TRUE(doctor.code == 0 || doctor.code == 3) << variable << path << doctor.err;
      EXPECT_FALSE(Has(doctor.err, "terminate")) << doctor.err;
    }
    const Outcome templates =
        RunShell("cd '" + scratch.Path("") + "' && TOROID_TEMPLATES='" + path + "' " + generate);
    EXPECT_EQ(templates.code, 3) << path << templates.err;
    EXPECT_FALSE(std::filesystem::exists(scratch.Path("out"))) << path;
  }
}

}  // namespace
}  // namespace toroid::limits_test
