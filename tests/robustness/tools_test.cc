// Verilator and the compiler missing, too old, or failing; and the environment they inherit.
#include <cstdlib>

#include "tests/robustness/small_run.h"

namespace toroid::tools_test {
namespace {

TEST(Tools, MissingVerilatorIsNamed) {
  const Scratch scratch;
  const Outcome outcome = RunShell(OwnCache(scratch) + "PATH=/nonexistent " + kSmallRun);
  ExpectFailed(outcome, "verilator: ",
               "is not installed or does not start; supported is Verilator 5.006 or later");
  EXPECT_TRUE(InCache(scratch, "", "").empty());
}

class UnsupportedVerilator : public testing::TestWithParam<const char*> {};

TEST_P(UnsupportedVerilator, IsNamedWithTheSupportedVersions) {
  const Scratch scratch;
  WriteScript(scratch, "verilator", std::string("echo '") + GetParam() + "'\n");
  const Outcome outcome =
      RunShell(OwnCache(scratch) + "PATH='" + scratch.Path("") + "' " + kSmallRun);
  ExpectFailed(outcome, std::string("verilator: ") + GetParam(),
               "is not a supported version; supported is Verilator 5.006 or later");
}

INSTANTIATE_TEST_SUITE_P(Versions, UnsupportedVerilator,
                         testing::Values("Verilator 4.038 2020-07-11 rev v4.036-114-g0cd4a57ad",
                                         "Verilator 5.004 2022-12-14", "Verilator 6.000 2030-01-01",
                                         "something else"),
                         [](const auto& test) { return "Number" + std::to_string(test.index); });

TEST(Tools, MissingCompilerIsNamed) {
  const Scratch scratch;
  ExpectFailed(
      RunShell(OwnCache(scratch, "no-such-compiler") + kSmallRun),
      "compiler: no-such-compiler: ", "is not installed or does not start; install it, or set CXX");
  WriteScript(scratch, "verilator", "echo Verilator 5.006 2023-01-22\n");
  ExpectFailed(
      RunShell(OwnCache(scratch) + "unset CXX; PATH='" + scratch.Path("") + "' " + kSmallRun),
      "compiler: g++: ", "install g++");
}

// Perl says at length that it does not know the locale, before Verilator says anything.
TEST(Tools, MayBeRunInALocaleThatIsNotInstalled) {
  const Scratch scratch;
  const std::string locale = "unset LC_ALL; export LANG=xx_XX.UTF-8 LC_CTYPE=UTF-8; ";
  const Outcome warned = RunShell(locale + "verilator --version");
  EXPECT_TRUE(Has(warned.err, "locale")) << "this locale is installed: " << warned.err;
  ExpectPassed(RunShell(OwnCache(scratch) + locale + kSmallRun));
}

TEST(Tools, AreHeardWithoutTheirWarningsInTheCLocale) {
  const Scratch scratch;
  WriteScript(scratch, "verilator",
              "echo \"$LC_ALL\" >>'" + scratch.Path("locales") +
                  "'\necho 'a warning' >&2\nPATH=${PATH#*:}\nexec verilator \"$@\"\n");
  ExpectPassed(RunShell("export LC_ALL=xx_XX.UTF-8; " + OwnCache(scratch) + "export PATH='" +
                        scratch.Path("") + "':\"$PATH\"; " + kSmallRun));
  EXPECT_EQ(ReadFile(scratch.Path("locales")), "C\nC\nC\n");  // version, folder, translation
}

struct Named {
  const char* name;
  const char* compiler;  // as CXX; FOLDER has a blank in its name and a link to g++ in it
};

void PrintTo(const Named& named, std::ostream* out) { *out << named.name; }

class Compilers : public testing::TestWithParam<Named> {};

TEST_P(Compilers, AreTakenAsAShellWould) {
  const Scratch scratch;
  const std::string folder = scratch.Path("blank folder");
  std::filesystem::create_directory(folder);
  ASSERT_EQ(RunShell("ln -s \"$(command -v g++)\" '" + folder + "/g++'").code, 0);
  std::string compiler = GetParam().compiler;
  if (const auto place = compiler.find("FOLDER"); place != std::string::npos)
    compiler.replace(place, 6, folder);
  const std::string command = OwnCache(scratch) + "export CXX=\"" + compiler + "\"; ";
  const Outcome first = RunShell(command + kSmallRun);
  ExpectPassed(first);
  EXPECT_TRUE(Has(first.err, kCompiling)) << first.err;
  EXPECT_EQ(RunShell(command + kSmallRun).err, "");
}

INSTANTIATE_TEST_SUITE_P(Tools, Compilers,
                         testing::Values(Named{"Ccache", "ccache g++"},
                                         Named{"AnOption", " g++  -fno-plt "},
                                         Named{"QuotedBlank", "'FOLDER/g++' -fno-plt"},
                                         Named{"BlankInItsPath", "FOLDER/g++"},
                                         Named{"Clang", "clang++"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Tools, CompilerOptionsArePartOfWhatIsKept) {
  const Scratch scratch;
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
  const Outcome other = RunShell(OwnCache(scratch) + "export CXX='g++ -fno-plt'; " + kSmallRun);
  EXPECT_TRUE(Has(other.err, kCompiling)) << other.err;
}

TEST(Tools, ACompilerThatIsNoneIsNamed) {
  const Scratch scratch;
  ExpectFailed(RunShell(OwnCache(scratch) + "export CXX=\"g++ 'x\"; " + kSmallRun),
               "compiler: g++ 'x: has a quote that is not closed; CXX takes", "g++ -m64");
  ExpectFailed(RunShell(OwnCache(scratch) + "export CXX=ccache; " + kSmallRun),
               "compiler: ccache: names no compiler; CXX takes", "g++ -m64");
  ExpectFailed(RunShell(OwnCache(scratch, "g++ --no-such-option") + kSmallRun),
               "compiler: g++: failed", "--no-such-option");
  ExpectFailed(RunShell(OwnCache(scratch, "true") + kSmallRun),
               "compiler: true: succeeded, but made no ", ".o; CXX takes");
  const std::string dumb = WriteScript(scratch, "dumb-g++", "");
  ExpectFailed(RunShell(OwnCache(scratch, dumb) + kSmallRun),
               "compiler: " + dumb + ": prints no version", "g++ -m64");
  EXPECT_TRUE(Has(RunShell("CXX=true \"$TOROID\" doctor").out, "nodes: does not work"));
}

TEST(Tools, WithoutAFolderForTemporaryFilesThatIsNamed) {
  const Scratch scratch;
  const std::string lacking = "export TMPDIR=/nonexistent; ";
  ExpectFailed(RunShell(lacking + "unset HOME XDG_CACHE_HOME; " + kSmallRun),
               "file: cannot make the folder /nonexistent/toroid-",
               "No such file or directory; set TMPDIR to an existing folder");
  ExpectFailed(RunShell(lacking + "\"$TOROID\" check --host ring:4 --guest hypercube:2 --embedding "
                                  "xor --task 0,2 --schedule offset --router scheduled"),
               "file: cannot make the folder /nonexistent/toroid-", "set TMPDIR");
}

TEST(Tools, AreNotBlamedForWantOfDescriptors) {
  const Scratch scratch;
  for (int most = 4; most < 20; ++most) {
    const Outcome outcome =
        RunShell(OwnCache(scratch) + "ulimit -n " + std::to_string(most) + "; " + kSmallRun);
    if (outcome.code == 0) return;
    // too few for the loader to start the program, which then prints nothing itself
    if (Has(outcome.err, "error while loading shared libraries")) continue;
    EXPECT_EQ(outcome.code, 3) << most << outcome.err;
    EXPECT_TRUE(Has(outcome.err, "Too many open files")) << most << outcome.err;
    EXPECT_FALSE(Has(outcome.err, "is not installed")) << most << outcome.err;
  }
}

// A stand-in that records each compiler it is called with and calls the real one.
std::string NotingCcache(const Scratch& scratch) {
  WriteScript(
      scratch, "ccache",
      "echo \"$1\" >>'" + scratch.Path("called") + "'\nPATH=${PATH#*:}\nexec ccache \"$@\"\n");
  return "export PATH='" + scratch.Path("") + "':\"$PATH\"; ";
}

TEST(Tools, CcacheIsNeverCalledByCcache) {
  const Scratch scratch;
  ExpectPassed(
      RunShell(OwnCache(scratch) + NotingCcache(scratch) + "CXX='ccache g++' " + kSmallRun));
  const std::string called = ReadFile(scratch.Path("called"));
  EXPECT_TRUE(Has(called, "g++\n")) << called;
  EXPECT_FALSE(Has(called, "ccache\n")) << called;
}

TEST(Tools, WithoutAFolderThatCcacheCanWriteToItGoesOnWithoutIt) {
  const Scratch scratch;
  // to be quick, the compiler itself has a folder
  const std::string compiler =
      WriteScript(scratch, "g++-kept", "CCACHE_DIR=$KEPT exec ccache g++ \"$@\"\n");
  for (const std::string& named : {compiler, "ccache " + compiler}) {
    ExpectPassed(RunShell(
        OwnCache(scratch) + "unset CCACHE_DISABLE; export KEPT=\"$CCACHE_DIR\"; " +
        NotingCcache(scratch) + "export CCACHE_DIR=/proc/none CXX='" + named + "'; " + kSmallRun));
    const std::string called = ReadFile(scratch.Path("called"));
    // once, to see whether it works
    EXPECT_EQ(called.find(compiler + "\n"), called.rfind(compiler + "\n")) << called;
    EXPECT_TRUE(Has(called, compiler + "\n")) << called;
    std::filesystem::remove_all(scratch.Path("cache"));
    std::filesystem::remove(scratch.Path("called"));
  }
}

// Others could have put objects there for the library that toroid loads, or programs into its
// settings.
class DistrustedCcache : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"cache", "store", "home"})
      std::filesystem::create_directory(scratch_.Path(folder));
    // to be quick, the compiler itself has a folder
    compiler_ = WriteScript(scratch_, "g++-kept",
                            "echo \"disabled: $CCACHE_DISABLE\" >>'" + scratch_.Path("called") +
                                "'\nunset CCACHE_DISABLE CCACHE_CONFIGPATH\n"
                                "CCACHE_DIR=$KEPT exec ccache g++ \"$@\"\n");
  }
  void ExpectLeftOut(const std::string& setting, const std::string& why) const {
    const Outcome outcome =
        RunShell(OwnCache(scratch_) + "export KEPT=\"$CCACHE_DIR\" HOME='" + scratch_.Path("home") +
                 "' CXX='" + compiler_ + "'; " + NotingCcache(scratch_) + setting + kSmallRun);
    ExpectPassed(outcome);
    EXPECT_TRUE(Has(outcome.err, "toroid: ccache is not used: " + why +
                                     "; set CCACHE_DIR to a folder of your own\n"))
        << outcome.err;
    const std::string called = ReadFile(scratch_.Path("called"));
    EXPECT_FALSE(Has(called, compiler_)) << called;
    EXPECT_TRUE(Has(called, "disabled: 1\n")) << called;
    EXPECT_FALSE(Has(called, "disabled: \n")) << called;
  }

  const Scratch scratch_;
  std::string compiler_;
};

TEST_F(DistrustedCcache, InAPlaceOfCachesIsLeftOut) {
  std::filesystem::permissions(scratch_.Path("cache"), std::filesystem::perms::all);
  ExpectLeftOut("unset CCACHE_DIR; ", scratch_.Path("cache") + " can be written by every user");
  EXPECT_TRUE(std::filesystem::is_empty(scratch_.Path("cache")));
}

TEST_F(DistrustedCcache, OfTheUsersChoiceIsLeftOut) {
  const std::string store = scratch_.Path("store");
  const std::string chosen = "export CCACHE_DIR='" + store + "'; ";
  RunShell("chmod 1777 '" + store + "'");
  ExpectLeftOut(chosen, store + " can be written by every user");
  RunShell("chmod 755 '" + store + "'; umask 0; echo 'max_size = 1G' >'" + store + "/ccache.conf'");
  std::filesystem::remove_all(scratch_.Path("cache"));
  ExpectLeftOut(chosen, store + "/ccache.conf can be written by every user");
  EXPECT_TRUE(Has(RunShell(chosen + "\"$TOROID\" doctor").out,
                  "ccache           lacking " + store + "/ccache.conf can be written"));
}

TEST(Tools, FailingCompilerIsQuotedAndLeavesNothing) {
  const Scratch scratch;
  const std::string compiler = WriteScript(
      scratch, "bad-g++",
      "[ \"$1\" = --version ] && exec g++ --version\necho internal trouble >&2\nexit 4\n");
  const Outcome outcome = RunShell(OwnCache(scratch, compiler) + kSmallRun);
  ExpectFailed(outcome, "compiler: ", "internal trouble");
  EXPECT_TRUE(InCache(scratch, "dut-", ".part").empty());
  EXPECT_EQ(CachedLibrary(scratch), "");
  ExpectPassed(RunShell(OwnCache(scratch) + kSmallRun));
}

TEST(Tools, ChildrenDieOfClosedPipesAsUsual) {
  const Scratch scratch;
  const std::string compiler =
      WriteScript(scratch, "g++-that-looks",
                  "grep SigIgn /proc/self/status >'" + scratch.Path("ignored") + "'\nexit 4\n");
  RunShell(OwnCache(scratch, compiler) + kSmallRun);
  const std::string line = ReadFile(scratch.Path("ignored"));
  ASSERT_TRUE(line.starts_with("SigIgn:\t")) << line;
  const unsigned long long ignored = std::strtoull(line.c_str() + 8, nullptr, 16);
  EXPECT_EQ(ignored >> 12 & 1, 0U) << line;  // SIGPIPE is 13
}

}  // namespace
}  // namespace toroid::tools_test
