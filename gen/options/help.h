// `--help`, and what manual pages and completions say like it. A text has lines of at most 100
// columns, whatever the terminal and the locale.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/options/options.h"

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

}  // namespace toroid
