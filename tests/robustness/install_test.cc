// The installed tree works by itself. That it takes nothing from the source tree is shown by
// changing its own files: each change is felt.
#include <fstream>

#include "tests/robustness/small_run.h"

namespace toroid::install_test {
namespace {

class Installed : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new Scratch;
    installed_ = RunShell("'" TOROID_CMAKE "' --install '" TOROID_BUILD "' --prefix '" +
                          scratch_->Path("first") + "'");
    // the place it was installed to is not remembered
    std::filesystem::rename(scratch_->Path("first"), Prefix());
  }
  static void TearDownTestSuite() { delete scratch_; }

  static std::string Prefix() { return scratch_->Path("prefix"); }
  static std::string Command(const std::string& line) {
    return OwnCache(*scratch_) + "unset TOROID_TEMPLATES TOROID_DUT_SOURCES; cd /; '" + Prefix() +
           "/bin/toroid' " + line;
  }
  static void Append(const std::string& file, const std::string& text) {
    const std::string path = Prefix() + "/share/toroid/" + file;
    ASSERT_TRUE(std::filesystem::exists(path)) << path;
    std::ofstream(path, std::ios::app) << text;
  }

  static Scratch* scratch_;
  static Outcome installed_;
};
Scratch* Installed::scratch_ = nullptr;
Outcome Installed::installed_;

TEST_F(Installed, SimulatesAlone) {
  ASSERT_EQ(installed_.code, 0) << installed_.err;
  const Outcome outcome = RunShell(Command(std::string(kSmall) + "50"));
  ExpectPassed(outcome);
  EXPECT_TRUE(Has(outcome.err, kCompiling)) << outcome.err;
}

TEST_F(Installed, ComparesResults) {
  const std::string result = "'" + scratch_->Path("map.json") + "' ";
  const Outcome outcome = RunShell(
      Command("map --guest hypercube:2 --host ring:4 --embedding xor --format json >" + result) +
      "&& " + Command("compare " + result + result));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, ", 0 changed; of 1")) << outcome.out;
}

TEST_F(Installed, HasManualsCompletionsAndDocuments) {
  for (const std::string file :
       {"man/man1/toroid.1.gz", "man/man1/toroid-simulate.1.gz",
        "bash-completion/completions/toroid", "zsh/vendor-completions/_toroid",
        "fish/vendor_completions.d/toroid.fish", "doc/toroid/copyright", "doc/toroid/changelog.gz",
        "doc/toroid/docs/cli.md", "doc/toroid/examples/fft.toml"}) {
    EXPECT_TRUE(std::filesystem::is_regular_file(Prefix() + "/share/" + file)) << file;
  }
}

TEST_F(Installed, UsesItsOwnTemplates) {
  Append("rtl_templates/lib/router/toroid_credit.v", "// planted in the installed tree\n");
  const std::string out = scratch_->Path("net");
  const Outcome outcome = RunShell(Command("generate --host ring:4 --out '" + out + "'"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(Has(ReadFile(out + "/rtl/toroid_credit.v"), "// planted in the installed tree\n"));
}

TEST_F(Installed, UsesItsOwnSimulationSources) {
  for (const char* file : {"dut/common.h", "dut/nodes.cc", "dut/dut_abi.h", "dut/flat.cc"}) {
    const std::string path = Prefix() + "/share/toroid/" + file;
    const std::string before = ReadFile(path);
    Append(file, "#error planted in the installed tree\n");
    const std::string engine = Has(file, "flat") ? " --rtl flat" : "";
    ExpectFailed(RunShell(Command(std::string(kSmall) + "50" + engine)),
                 "compiler: ", "planted in the installed tree");
    std::ofstream(path, std::ios::trunc) << before;
  }
}

TEST_F(Installed, SaysWhatIsMissing) {
  const std::string path = Prefix() + "/share/toroid/dut/common.h";
  std::filesystem::rename(path, path + "-away");
  ExpectFailed(RunShell(Command(std::string(kSmall) + "50")), "simulator sources: " + path + ": ",
               "cannot be read; reinstall, or set TOROID_DUT_SOURCES");
  std::filesystem::rename(path + "-away", path);
}

}  // namespace
}  // namespace toroid::install_test
