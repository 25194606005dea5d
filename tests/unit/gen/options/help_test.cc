#include "gen/options/help.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "gen/request/traffic.h"

namespace toroid::gen_options_help_test {
namespace {

constexpr std::size_t kMostLines = 30;
constexpr std::size_t kMostColumns = 100;

using Names = std::multiset<std::string>;

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string HelpOnAll(Command command) { return HelpOnTopic(command, kAllTopics); }

// The kinds of traffic that the command runs.
std::vector<std::string_view> TrafficOf(Command command) {
  if (!RunsTraffic(command)) return {};
  return ChoicesOf(FormFor(command, *FindOption("--traffic")));
}

std::string HelpOnTraffic(Command command, std::string_view name) {
  return toroid::HelpOnTraffic(command, std::span(&name, 1));
}

// Every help text of a command.
std::vector<std::string> TextsOf(Command command) {
  std::vector<std::string> texts = {HelpText(command)};
  for (const std::string_view topic : TopicsOf(command))
    texts.push_back(HelpOnTopic(command, topic));
  for (const std::string_view name : TrafficOf(command))
    texts.push_back(HelpOnTraffic(command, name));
  return texts;
}

// The options that lines begin with: "  --host GRAPH ...", "  -h, --help ...".
Names HeadsOf(const std::string& text) {
  Names names;
  for (const std::string& line : LinesOf(text)) {
    if (!line.starts_with("  -")) continue;
    const std::size_t start = line.find("--");
    names.insert(line.substr(start, line.find(' ', start) - start));
  }
  return names;
}

// The options that are only named: "  network     --host --ports" and the lines below it.
Names NamedBelow(const std::string& text, std::string_view title) {
  Names names;
  std::istringstream words(text.substr(std::min(text.find(title), text.size())));
  for (std::string word; words >> word;)
    if (word.starts_with("--")) names.insert(word);
  return names;
}

Names OptionNames(Command command, auto holds) {
  Names names;
  for (const Option& option : AllOptions())
    if (Takes(command, option) && holds(option)) names.insert(std::string(option.name));
  return names;
}

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
  for (const Command command : AllCommands()) {
    std::string help = HelpOnAll(command);
    for (const std::string broken = "|\n      "; help.find(broken) != help.npos;)
      help.replace(help.find(broken), broken.size(), "|");
    for (const Option& option : AllOptions()) {
      const std::string_view form = FormFor(command, option);
      const std::string line = (option.name == "--help" ? "\n  -h, " : "\n  ") +
                               std::string(option.name) +
                               (form.empty() ? "" : " " + std::string(form));
      const bool has_line =
          help.find(line + " ") != help.npos || help.find(line + "\n") != help.npos;
      EXPECT_EQ(has_line, Takes(command, option)) << ToString(command) << " " << option.name;
      ++looked_for;
    }
    EXPECT_NE(HelpText().find("  " + std::string(ToString(command)) + " "), std::string::npos);
  }
  EXPECT_GT(looked_for, 100);
}

TEST(Help, IsOneScreen) {
  for (const Command command : AllCommands())
    EXPECT_LE(LinesOf(HelpText(command)).size(), kMostLines) << HelpText(command);
  EXPECT_LE(LinesOf(HelpText()).size(), kMostLines);
}

// Plain ASCII, so that a byte is a column in every locale.
TEST(Help, HasLinesOfAHundredColumns) {
  std::vector<std::string> texts = {HelpText()};
  for (const Command command : AllCommands())
    std::ranges::copy(TextsOf(command), std::back_inserter(texts));
  for (const std::string& text : texts) {
    for (const std::string& line : LinesOf(text)) {
      EXPECT_LE(line.size(), kMostColumns) << line;
      EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; })) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
    EXPECT_TRUE(text.ends_with('\n') && !text.ends_with("\n\n")) << text;
  }
  EXPECT_GT(texts.size(), 50U);
}

// Required options and the ones that the table selects have lines of their own; each other option
// is named under its topic.
TEST(Help, ShowsTheCommonOptionsAndTheTopics) {
  for (const Command command : AllCommands()) {
    const std::string screen = HelpText(command);
    const auto is_common = [&](const Option& option) {
      return ((option.common | option.required_by) & Bit(command)) != 0;
    };
    EXPECT_EQ(HeadsOf(screen), OptionNames(command, is_common)) << ToString(command);
    const std::string name(ToString(command));
    for (const OptionGroup& group : GroupsOf(command)) {
      const bool is_listed = screen.find("\n  " + std::string(group.topic) + " ") != screen.npos;
      EXPECT_EQ(is_listed, group.topic != kAllTopics) << screen;
    }
    const bool is_all = screen == HelpOnAll(command);
    EXPECT_EQ(screen.find("`toroid help " + name + " TOPIC`") != screen.npos, !is_all) << screen;
    EXPECT_EQ(screen.find("`toroid " + name + " --help-all`") != screen.npos, !is_all) << screen;
    EXPECT_NE(is_all, IsOfANetwork(command)) << screen;
  }
}

TEST(Help, HasEveryOptionInOneTopic) {
  for (const Command command : AllCommands()) {
    const Names all = OptionNames(command, [](const Option&) { return true; });
    EXPECT_EQ(HeadsOf(HelpOnAll(command)), all) << ToString(command);
    Names in_topics;
    for (const OptionGroup& group : GroupsOf(command)) {
      const std::string page = HelpOnTopic(command, group.topic);
      Names options;
      for (const Option* option : group.options) options.insert(std::string(option->name));
      EXPECT_EQ(HeadsOf(page.substr(0, page.find("Refused are:"))), options) << page;
      in_topics.insert(options.begin(), options.end());
    }
    EXPECT_EQ(in_topics, all) << ToString(command);
    EXPECT_EQ(TopicsOf(command).back(), kAllTopics);
  }
  EXPECT_EQ(TopicsOf(Command::kSimulate).size(), 10U);
}

TEST(Help, OfTrafficNamesTheOptionsThatItUses) {
  int pages = 0;
  for (const Command command : {Command::kSimulate, Command::kSweep}) {
    for (const std::string_view name : TrafficOf(command)) {
      const std::string page = HelpOnTraffic(command, name);
      const auto is_used = [&](const Option& option) {
        return Uses(*ParseTraffic(name), option.name);
      };
      Names named = HeadsOf(page);
      EXPECT_FALSE(named.empty()) << page;
      named.merge(NamedBelow(page, "\nOptions of any traffic"));
      EXPECT_EQ(named, OptionNames(command, is_used)) << page;
      ++pages;
    }
  }
  EXPECT_GT(pages, 30);
}

TEST(Help, OfSeveralTrafficsHasTheOptionsOfEach) {
  const std::vector<std::string_view> both = {"uniform", "hotspot"};
  EXPECT_EQ(HeadsOf(toroid::HelpOnTraffic(Command::kSweep, both)),
            HeadsOf(HelpOnTraffic(Command::kSweep, "hotspot")));
  EXPECT_NE(HeadsOf(toroid::HelpOnTraffic(Command::kSweep, both)),
            HeadsOf(HelpOnTraffic(Command::kSweep, "uniform")));
}

// "init: the file" does not help a user who asks about generate.
TEST(Help, SpeaksOfNoOtherCommand) {
  for (const Command command : AllCommands()) {
    for (const std::string& text : TextsOf(command)) {
      const std::string before_rules = text.substr(0, text.find("Refused are:"));
      const std::string after_title = before_rules.substr(before_rules.find('\n'));
      for (const Command other : AllCommands()) {
        const std::string name(ToString(other));
        for (const std::string& phrase : {name + ": ", name + ":\n", name + " computes "})
          EXPECT_EQ(after_title.find(" " + phrase), text.npos) << text;
      }
    }
  }
  const Option& out = *FindOption("--out");
  const std::set<std::string_view> texts = {HelpFor(Command::kGenerate, out),
                                            HelpFor(Command::kInit, out),
                                            HelpFor(Command::kReport, out)};
  EXPECT_EQ(texts.size(), 3U);
}

}  // namespace
}  // namespace toroid::gen_options_help_test
