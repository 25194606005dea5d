// Examples that a page has users build on an installed toroid.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid {

// The commands under a heading of the page, joined; those in its program code are none.
inline std::string CommandsUnder(const std::string& heading, const std::string& page_file) {
  const std::string page = ReadFile(Checkout(page_file));
  const auto start = page.find("\n## " + heading + "\n");
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

// A folder with the files that such a page starts from.
class InstalledExample : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(scratch_.Path("build"));
    std::filesystem::create_symlink(TOROID_BUILD, scratch_.Path("build/release"));
    std::filesystem::create_symlink(Checkout("examples"), scratch_.Path("examples"));
  }

  Scratch scratch_;
};

}  // namespace toroid
