// The hand-written Verilog. Verilog-2005 has no packages, so a constant function stands in each
// module that needs it.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>

#include "gen/rtl/library.h"

namespace toroid {
namespace {

// Without comments, and with one space wherever there is room.
std::string Plain(const std::string& verilog) {
  return std::regex_replace(std::regex_replace(verilog, std::regex("//[^\n]*"), ""),
                            std::regex("\\s+"), " ");
}

TEST(RtlLibrary, FunctionsOfOneNameAreAlike) {
  struct Function {
    std::string file;
    std::string text;
  };
  std::map<std::string, Function> first;
  int copies = 0;
  const auto library =
      rtl::Library(std::filesystem::path(TOROID_TEST_DATA) / "../../rtl_templates/lib", "toroid");
  ASSERT_TRUE(library.ok());
  const std::regex function("function\\b[^;(]*\\b(\\w+)\\s*\\(.*?\\bendfunction\\b");
  for (const auto& [file, text] : *library) {
    const std::string plain = Plain(text);
    for (std::sregex_iterator found(plain.begin(), plain.end(), function), end; found != end;
         ++found) {
      const auto [known, fresh] = first.try_emplace((*found)[1], Function{file, found->str()});
      if (fresh) continue;
      ++copies;
      EXPECT_EQ(known->second.text, found->str())
          << (*found)[1] << " in " << known->second.file << " and " << file;
    }
  }
  EXPECT_GT(copies, 5);
}

}  // namespace
}  // namespace toroid
