// Manual pages and completions name the options of the commands. tests/unit/completion.sh and
// scripts/test-package test them with shells and groff.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gen/options/help.h"

namespace toroid::gen_options_manual_test {
namespace {

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// The visible text of a page; handles the few escapes that we use.
std::string Shown(std::string text) {
  for (const std::string escape : {"\\fB", "\\fR", "\\&", "\\:", "\\"}) {
    for (auto at = text.find(escape); at != std::string::npos; at = text.find(escape, at))
      text.erase(at, escape.size());
  }
  return text;
}

TEST(Manual, PagesNameEachOptionWithItsMeaning) {
  for (const Command command : AllCommands()) {
    const std::string page = Shown(ManualPage(command));
    for (const Option& option : AllOptions()) {
      const std::string item =
          "\n" + HeadOf(command, option) + "\n.RS 7\n" + MeaningOf(command, option) + "\n";
      EXPECT_EQ(Has(page, item), Takes(command, option)) << ToString(command) << item;
    }
    EXPECT_TRUE(Has(page, std::string(SummaryOf(command)))) << page;
  }
}

TEST(Manual, PagesHaveTheOptionsByTopic) {
  for (const Command command : AllCommands()) {
    const std::string page = Shown(ManualPage(command));
    const std::vector<OptionGroup> groups = GroupsOf(command);
    EXPECT_EQ(Has(page, "\n.SS "), groups.size() > 1) << ToString(command);
    std::size_t at = 0;
    for (const OptionGroup& group : groups) {
      if (groups.size() > 1) {
        const std::size_t next = page.find("\n.SS " + std::string(group.topic) + "\n", at);
        ASSERT_NE(next, page.npos) << ToString(command) << " " << group.topic;
        at = next;
      }
      for (const Option* option : group.options) {
        const std::size_t next = page.find("\n" + HeadOf(command, *option) + "\n", at);
        ASSERT_NE(next, page.npos) << ToString(command) << " " << option->name;
        at = next;
      }
    }
  }
}

TEST(Manual, FirstPageLeadsToTheOthers) {
  const std::string page = Shown(ManualPage());
  for (const Command command : AllCommands()) {
    EXPECT_TRUE(Has(page, "toroid-" + std::string(ToString(command)) + "(1)\n.RS 7\n" +
                              std::string(SummaryOf(command))));
    EXPECT_TRUE(Has(page, ".BR toroid-" + std::string(ToString(command)) + " (1)"));
  }
  std::size_t at = 0;
  for (const char* section : {"NAME", "SYNOPSIS", "COMMANDS", "OPTIONS", "SHAPES", "EXIT STATUS",
                              "ENVIRONMENT", "SEE ALSO"}) {
    const std::size_t next = page.find("\n.SH " + std::string(section) + "\n");
    EXPECT_GT(next, at) << section;
    EXPECT_NE(next, page.npos) << section;
    at = next;
  }
}

// A dot or an apostrophe at the beginning of a line would be a groff request, and a plain dash
// would be a hyphen.
TEST(Manual, TextIsNoRequest) {
  const std::set<std::string> requests = {".TH", ".ad", ".nh", ".SH", ".SS", ".PP",
                                          ".RS", ".RE", ".B",  ".I",  ".BR"};
  for (const Command command : AllCommands()) {
    const std::string page = ManualPage(command);
    for (std::size_t start = 0; start < page.size(); start = page.find('\n', start) + 1) {
      if (page[start] != '.' && page[start] != '\'') continue;
      const std::string request = page.substr(start, page.find_first_of(" \n", start) - start);
      EXPECT_TRUE(requests.contains(request)) << ToString(command) << ": " << request;
    }
    EXPECT_FALSE(Has(page, " --"));
  }
}

TEST(Manual, FilesHaveTheirPlaces) {
  std::set<std::string> paths;
  for (const ManualFile& file : ManualFiles()) {
    EXPECT_TRUE(paths.insert(file.path).second) << file.path;
    EXPECT_TRUE(file.text.ends_with('\n')) << file.path;
  }
  EXPECT_EQ(paths.size(), AllCommands().size() + 4);
  EXPECT_TRUE(paths.contains("man/man1/toroid-generate.1"));
  EXPECT_TRUE(paths.contains("bash-completion/completions/toroid"));
}

TEST(Completion, KnowsTheOptionsOfEachCommandAndNoOthers) {
  const std::string zsh = ZshCompletion();
  const std::string fish = FishCompletion();
  for (const Command command : AllCommands()) {
    const std::string name(ToString(command));
    const std::size_t start = zsh.find("\n    " + name + ")\n");
    ASSERT_NE(start, std::string::npos);
    const std::string part = zsh.substr(start, zsh.find(";;", start) - start);
    for (const Option& option : AllOptions()) {
      const std::string bare(option.name.text().substr(2));
      EXPECT_EQ(Has(part, "'" + std::string(option.name) + "["), Takes(command, option))
          << name << " " << bare;
      EXPECT_EQ(Has(fish, "from " + name + "' -l " + bare + " "), Takes(command, option))
          << name << " " << bare;
    }
  }
}

TEST(Completion, OffersTheTopicsOfEachCommand) {
  const std::string topics = "network data patterns engines outputs all";
  EXPECT_TRUE(Has(BashCompletion(), "'help sweep') _toroid_words '" + topics + "'"));
  EXPECT_TRUE(Has(ZshCompletion(), "sweep) compadd -- " + topics + " ;;"));
  EXPECT_TRUE(Has(FishCompletion(), "from sweep' -a '" + topics + "'\n"));
}

TEST(Completion, OffersTheChoicesOfTheCommand) {
  EXPECT_TRUE(Has(ZshCompletion(), ":value:(identity standard xor by-weight tao gray)"));
  EXPECT_TRUE(Has(FishCompletion(),
                  "from simulate' -l format -x -a 'text json' "));  // other commands have csv too
  EXPECT_TRUE(Has(FishCompletion(), "from map' -l format -x -a 'text json csv' "));
  EXPECT_TRUE(Has(FishCompletion(), "from generate' -l out -r -F "));
}

TEST(Completion, SaysWhatOptionsMean) {
  for (const std::string& text : {ZshCompletion(), FishCompletion()}) {
    EXPECT_TRUE(Has(text, "probability that a sink accepts a flit in a cycle")) << text;
    EXPECT_TRUE(Has(text, "simulate the hardware, the reference model, or both"));
  }
}

}  // namespace
}  // namespace toroid::gen_options_manual_test
