// The hand-written Verilog. Verilog-2005 has no packages: the plan states the network's properties,
// and passes them down to the modules in parameters.
#include "gen/rtl/library.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>

#include "gen/plan/plan.h"
#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::rtl_library_test {
namespace {

std::map<std::string, std::string> Files() {
  return rtl::Library(Checkout("rtl_templates/lib"), "toroid").value();
}

TEST(RtlLibrary, NoFunctionStandsInTwoModules) {
  std::map<std::string, std::string> first;
  const std::regex function("\\bfunction\\b[^;(]*\\b(\\w+)\\s*\\(");
  for (const auto& [file, text] : Files()) {
    for (std::sregex_iterator found(text.begin(), text.end(), function), end; found != end;
         ++found) {
      const auto [known, fresh] = first.try_emplace((*found)[1], file);
      EXPECT_TRUE(fresh) << (*found)[1] << " in " << known->second << " and " << file;
    }
  }
  EXPECT_GT(first.size(), 10U) << "the functions are looked for";
}

// The router checks its own parameters, for users who instantiate it without toroid.
TEST(RtlLibrary, TheRouterAllowsWhatThePlanAllows) {
  const std::string router = Files().at("toroid_router.v");
  const auto refuses = [&](const std::string& parameter, int least, int most) {
    const std::string outside = parameter + " < " + std::to_string(least) + " || " + parameter +
                                " > " + std::to_string(most) + ")";
    EXPECT_NE(router.find(outside), std::string::npos) << outside;
  };
  refuses("FLIT_WIDTH", kLeastFlitWidth, kMostFlitWidth);
  refuses("DEPTH", kLeastBufferDepth, kMostBufferDepth);
  refuses("AXES", 1, kMaxRtlAxes);
}

// The emitted library is one folder, so file names must be unique over all folders.
TEST(RtlLibrary, RefusesTwoFilesOfOneName) {
  namespace fs = std::filesystem;
  const Scratch scratch;
  const fs::path lib = scratch.Path("lib");
  fs::copy(Checkout("rtl_templates/lib"), lib, fs::copy_options::recursive);
  fs::copy_file(lib / "primitives/toroid_mux.v", lib / "wrap/toroid_mux.v");
  const auto files = rtl::Library(lib, "toroid");
  ASSERT_FALSE(files.ok());
  const std::string message = ToString(files.diagnostics().front());
  EXPECT_NE(message.find("toroid_mux.v"), std::string::npos) << message;
  EXPECT_NE(message.find("is in two folders"), std::string::npos) << message;
}

}  // namespace
}  // namespace toroid::rtl_library_test
