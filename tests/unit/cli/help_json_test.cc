// The table of options as JSON, beside the table, and beside what the parser does.
#include "cli/help_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/commands.h"
#include "gen/options/options.h"
#include "gen/support/text.h"

namespace toroid::cli_help_json_test {
namespace {

std::string Out(std::string_view line) {
  std::vector<std::string> words;
  for (const std::string_view word : SplitAt(line, ' ')) words.emplace_back(word);
  std::ostringstream out, err;
  EXPECT_EQ(RunToroid(words, out, err), kDone) << line << "\n" << err.str();
  EXPECT_EQ(err.str(), "") << line;
  return out.str();
}

std::vector<Json> OptionsIn(const Json& command) {
  std::vector<Json> options;
  for (const Json& topic : command["topics"])
    options.insert(options.end(), topic["options"].begin(), topic["options"].end());
  return options;
}

Json OptionIn(const Json& command, std::string_view name) {
  for (const Json& option : OptionsIn(command))
    if (option["name"] == name) return option;
  ADD_FAILURE() << command["name"] << " has no " << name;
  return {};
}

Json TableOf(Command command) {
  const Json table = HelpJson(std::span(&command, 1));
  EXPECT_EQ(table["commands"].size(), 1U);
  return table["commands"][0];
}

TEST(HelpJson, HasEveryOptionOfEveryCommand) {
  const Json table = HelpJson(AllCommands());
  ASSERT_EQ(table["commands"].size(), AllCommands().size());
  for (const Command command : AllCommands()) {
    const Json& described = table["commands"][static_cast<std::size_t>(command)];
    EXPECT_EQ(described["name"], ToString(command));
    std::multiset<std::string> listed;
    for (const Json& option : OptionsIn(described)) {
      const auto name = option["name"].get<std::string>();
      listed.insert(name);
      EXPECT_EQ(option["help"], HelpFor(command, *FindOption(name)));
      EXPECT_EQ(option["form"], FormFor(command, *FindOption(name)));
    }
    std::multiset<std::string> taken;
    for (const Option& option : AllOptions())
      if (Takes(command, option)) taken.insert(std::string(option.name));
    EXPECT_EQ(listed, taken) << ToString(command);
  }
}

TEST(HelpJson, IsThatOfOneCommandIfItIsNamed) {
  const Json all = Json::parse(Out("help --format json"));
  EXPECT_EQ(all, HelpJson(AllCommands()));
  for (const char* line :
       {"help sweep --format json", "sweep --help --format json", "sweep --format=json -h"}) {
    const Json one = Json::parse(Out(line));
    ASSERT_EQ(one["commands"].size(), 1U) << line;
    EXPECT_EQ(one["commands"][0], TableOf(Command::kSweep)) << line;
    EXPECT_EQ(one["exit_codes"], all["exit_codes"]);
  }
  EXPECT_EQ(Out("sweep --help --format text"), Out("sweep --help"));
}

// The parser takes the least and the most that the table says, and neither less nor more.
TEST(HelpJson, HasTheRangesOfTheParser) {
  int tried = 0;
  for (const Json& option : OptionsIn(TableOf(Command::kGenerate))) {
    if (option["maximum"].is_null()) continue;
    const auto name = option["name"].get<std::string>();
    const auto low = option["minimum"].get<std::int64_t>();
    const auto high = option["maximum"].get<std::int64_t>();
    const auto step = option["multiple"].get<std::int64_t>();
    const auto is_out_of_range = [&](std::int64_t value) {
      const std::vector<std::string> words = {"--out", "net", name, std::to_string(value)};
      const auto spec = ParseSpec(Command::kGenerate, words);  // lacks a host anyway
      return std::ranges::any_of(spec.diagnostics(), [&](const Diagnostic& one) {
        return one.field == name && one.what == "is out of range";
      });
    };
    for (const std::int64_t end : {low, high}) EXPECT_FALSE(is_out_of_range(end)) << name << end;
    for (const std::int64_t beyond : {low - step, high + step})
      EXPECT_TRUE(is_out_of_range(beyond)) << name << beyond;
    ++tried;
  }
  EXPECT_GT(tried, 5);
}

TEST(HelpJson, SaysWhatGoesWithWhat) {
  const Json simulate = TableOf(Command::kSimulate);
  const Json sets = OptionIn(simulate, "--sets")["traffic"];
  EXPECT_NE(std::ranges::find(sets, "permutation"), sets.end());
  EXPECT_EQ(std::ranges::find(sets, "uniform"), sets.end());
  EXPECT_TRUE(OptionIn(simulate, "--host")["traffic"].is_null());
  EXPECT_EQ(OptionIn(simulate, "--rate")["default"], "0.1");
  EXPECT_EQ(OptionIn(TableOf(Command::kSweep), "--rate")["default"], "0.05:1:0.05");
  EXPECT_EQ(TableOf(Command::kCheck)["subjects"].size(), 5U);
  const auto refuses_buffers = [](const Json& rule) {
    const auto is_depth = [](const Json& one) { return one["name"] == "--buffer-depth"; };
    return rule["when"] == "with --router scheduled" &&
           std::ranges::any_of(rule["options"], is_depth);
  };
  EXPECT_EQ(std::ranges::count_if(simulate["rules"], refuses_buffers), 1);
}

}  // namespace
}  // namespace toroid::cli_help_json_test
