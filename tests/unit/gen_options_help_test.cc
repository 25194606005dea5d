#include <gtest/gtest.h>

#include <map>

#include "gen/options/help.h"

namespace toroid::gen_options_help_test {
namespace {

TEST(Help, SaysOfEveryOptionSomethingOfItsOwn) {
  std::map<std::string_view, std::string_view> told;  // help -> option
  for (const Option& option : AllOptions()) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    const auto [other, is_new] = told.emplace(option.help, option.name);
    EXPECT_TRUE(is_new) << option.name << " has the help of " << other->second;
  }
}

TEST(Help, NamesEveryOptionOfItsCommandAndNoOther) {
  int looked_for = 0;
  for (const Command command : {Command::kMap, Command::kSchedule, Command::kGenerate,
                                Command::kSimulate, Command::kCheck}) {
    const std::string help = HelpText(command);
    for (const Option& option : AllOptions()) {
      const std::string_view form = FormFor(command, option);
      const std::string line = (option.name == "--help" ? "\n  -h, " : "\n  ") +
                               std::string(option.name) +
                               (form.empty() ? "" : " " + std::string(form));
      EXPECT_EQ(help.find(line) != std::string::npos, Takes(command, option))
          << ToString(command) << " " << option.name;
      ++looked_for;
    }
    EXPECT_NE(HelpText().find("  " + std::string(ToString(command)) + " "), std::string::npos);
  }
  EXPECT_GT(looked_for, 100);
}

}  // namespace
}  // namespace toroid::gen_options_help_test
