// What readers see of the table of options: `--help`, manual pages, completions, and the rules. A
// text of `--help` has lines of at most 100 columns, whatever the terminal and the locale.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/options/command.h"
#include "gen/options/options.h"
#include "gen/rules/rules.h"

namespace toroid {

inline constexpr std::string_view kAllTopics = "all";

// The options of a command under one topic.
struct OptionGroup {
  std::string_view topic;    // "network"
  std::string_view summary;  // what the topic is about, in half a line
  std::vector<const Option*> options;
};
// None is empty. A command that has no other options than common ones has a single group, of all
// topics.
std::vector<OptionGroup> GroupsOf(Command command);
// What the command takes, topic by topic.
std::vector<const Option*> OptionsByTopic(Command command);
// The topics of its groups, and kAllTopics.
std::vector<std::string_view> TopicsOf(Command command);

std::string HelpText();                 // `toroid --help`
std::string HelpText(Command command);  // `toroid COMMAND --help`: one screen
// Requires one of TopicsOf.
std::string HelpOnTopic(Command command, std::string_view topic);
// What these kinds of traffic take. Requires at least one name, and only names of traffic.
std::string HelpOnTraffic(Command command, std::span<const std::string_view> names);

// A line, without a full stop: "write synthesizable Verilog".
std::string_view SummaryOf(Command command);
// Paragraphs, a line break at the end of each.
std::string DescriptionOf(Command command);
// "--host GRAPH", "-h, --help".
std::string HeadOf(Command command, const Option& option);
// What the option means, with whether it must be given, its default and limits.
std::string MeaningOf(Command command, const Option& option);
// The beginning of a meaning, short enough for a line of a menu.
std::string_view BeginningOf(std::string_view meaning);
// How shapes are written.
std::string_view GraphsText();
// An exit code of every command. A process that a signal ends has others.
struct ExitCode {
  int code;
  std::string_view meaning;
};
std::span<const ExitCode> ExitCodes();

// ---- the rules of gen/rules, for manual pages, help on a topic and docs/rules.md ----

struct RuleText {
  const Rule* rule;
  std::string options;  // "--protect", "--load tables"
  std::string when;     // "with --router scheduled"; empty: always
  std::string reason;   // with the way out: "has no walks; it goes with --embedding tao"
};

// The rules that a line of the command can break, in the order of the table, with its options; of
// one topic, or of all (empty).
std::vector<RuleText> RulesOf(Command command, std::string_view topic = {});
// For terminals: without the marks of code.
std::string WithoutTicks(std::string text);
// docs/rules.md, which a test compares with this.
std::string RulesPage();

// ---- manual pages and completions of shells ----

// A file of an installation: "man/man1/toroid.1", below share/.
struct ManualFile {
  std::string path;
  std::string text;
};

// toroid(1), toroid-COMMAND(1) for each command, and completions for bash, zsh and fish. The pages
// are roff with the macros of man(7).
std::vector<ManualFile> ManualFiles();

std::string ManualPage();
std::string ManualPage(Command command);

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace toroid
