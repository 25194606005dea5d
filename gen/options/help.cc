#include "gen/options/help.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gen/options/tables.h"
#include "gen/request/traffic.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::string_view kGraphs =
    "A GRAPH is torus:8x8, mesh:4x2x3, ring:12, line:12, hypercube:6, as host also "
    "twisted:4x8.\n";

constexpr auto kExitCodes = std::to_array<ExitCode>({
    {0, "done and right"},
    {1, "ran, and found a violation or a mismatch"},
    {2, "bad input"},
    {3, "a tool is missing or failed, or output could not be written"},
});

// By Family, after the names of its traffic.
constexpr auto kFamilies = std::to_array<std::string_view>({
    " send along the edges of a hypercube guest. They need --guest and --embedding.\n",
    " compute with what arrives along the edges of a hypercube guest, and compare the result with "
    "a "
    "serial computation. They need --guest and --embedding. all-reduce, all-gather and "
    "complete-exchange also have methods between host nodes, which need no guest.\n",
    " send sets of messages between the neighbours of any guest. They need --guest and "
    "--embedding.\n",
    " compute with what arrives between host nodes. They need no guest.\n",
    " sends the messages of a file, between guest nodes if a guest is given, else between host "
    "nodes.\n",
    " reads and writes the memories of other nodes by AXI4 requests, drawn or of a table. It needs "
    "no guest; the tables [axi], [[axi.node]] and [[axi.map]] of --config say what nodes have.\n",
    " send packets between host nodes at a given rate. They need no guest.\n",
});
static_assert(kFamilies.size() == static_cast<std::size_t>(Family::kPattern) + 1);

constexpr std::size_t kTextColumn = 30;
constexpr std::size_t kWidth = 100;

// "cc-cube and task", "permutation, scatter and exchange": the traffic of a family.
std::string NamesOf(Family family) {
  std::vector<std::string_view> names;
  for (const TrafficRequest& traffic : AllTraffics())
    if (FamilyOf(traffic) == family) names.push_back(NameOf(traffic));
  const std::string_view last = names.back();
  names.pop_back();
  return Joined(names, ", ") + (names.empty() ? "" : " and ") + std::string(last);
}

std::string FamilyText(Family family) {
  return NamesOf(family) + std::string(kFamilies[static_cast<std::size_t>(family)]);
}

std::string TrafficDescription() {
  std::string text;
  for (std::size_t family = 0; family < kFamilies.size(); ++family)
    text += FamilyText(static_cast<Family>(family));
  return text + "An option that the chosen traffic does not use is an error.\n";
}

// `line` goes on with `text`; further lines start at `column`. A line ends at a blank or after a |.
std::string Filled(std::string line, std::size_t column, std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find_first_of(" |"), text.size() - 1) + 1;
    const std::string_view word = text.substr(0, size);
    if (line.size() + word.size() > kWidth + (word.back() == ' ' ? 1 : 0)) {
      lines += std::string(line, 0, line.find_last_not_of(' ') + 1) + "\n";
      line.assign(column, ' ');
    }
    line += word;
    text.remove_prefix(size);
  }
  return lines + line + "\n";
}

std::string FilledParagraphs(const std::string& text) {
  std::string lines;
  for (std::size_t start = 0, end = 0; start < text.size(); start = end + 1) {
    end = text.find('\n', start);
    lines += Filled("", 0, text.substr(start, end - start));
  }
  return lines;
}

// A head and its text, in a column of its own.
std::string Entry(const std::string& head, std::string_view text) {
  if (head.size() + 4 > kTextColumn)
    return Filled("  ", 6, head) + Filled(std::string(kTextColumn, ' '), kTextColumn, text);
  return Filled(fmt::format("  {:<{}}", head, kTextColumn - 2), kTextColumn, text);
}

// "--embedding identity|...": what fits before the text.
std::string ShortHead(Command command, const Option& option) {
  const std::string head = HeadOf(command, option);
  if (head.size() + 4 <= kTextColumn) return head;
  return head.substr(0, head.find_last_of("| ", kTextColumn - 8) + 1) + "...";
}

// "; required" or "; default 4".
std::string Need(Command command, const Option& option) {
  if ((option.required_by & Bit(command)) != 0) return "; required";
  const std::string fallback(FallbackFor(command, option));
  const bool has_meaning = (option.without_fallback & Bit(command)) != 0;
  return fallback.empty() || has_meaning ? "" : "; default " + fallback;
}

// "; with fft, task": if a run of the command may have traffic that does not use the option.
std::string TrafficNote(Command command, OptionName option) {
  const bool is_of_patterns = std::ranges::all_of(AllTraffics(), [&](const auto& traffic) {
    return (FamilyOf(traffic) == Family::kPattern) == Uses(traffic, option);
  });
  const std::string names = TrafficsWith(option);
  if (names.empty() || !RunsTraffic(command)) return "";
  if (!is_of_patterns) return "; with " + names;
  return command == Command::kSweep ? "" : "; with any pattern";
}

// "; default 4; 1 to 8": what is to be known besides the meaning.
std::string Notes(Command command, const Option& option) {
  std::string notes = Need(command, option);
  if (TakesList(command, option)) notes += IsNumber(option.type) ? "; list or range" : "; list";
  if (option.type != ValueType::kWhole) return notes;
  const bool bounded = option.high != std::numeric_limits<std::int64_t>::max();
  return notes + (bounded ? fmt::format("; {} to {}", option.low, option.high)
                          : fmt::format("; at least {}", option.low));
}

std::string WithNotes(std::string_view meaning, const std::string& notes) {
  return std::string(meaning) + (notes.empty() ? "" : " (" + notes.substr(2) + ")");
}

bool IsCommon(Command command, const Option& option) { return (option.common & Bit(command)) != 0; }

const CommandText& HelpOf(Command command) {
  return CommandTable()[static_cast<std::size_t>(command)];
}

std::string TitleOf(Command command) {
  const std::string operands(OperandsOf(command));
  return fmt::format("toroid {0}: {1}\n\nUsage: toroid {0}{2}{3} [options]\n\n", ToString(command),
                     SummaryOf(command), operands.empty() ? "" : " ", operands);
}

std::string ExitCodesText() {
  std::string text = "Exit codes:";
  for (const auto& [code, meaning] : kExitCodes)
    text += fmt::format("{}{} {}", code == 0 ? " " : "; ", code, meaning);
  return Filled("", 0, text + ".");
}

}  // namespace

std::vector<OptionGroup> GroupsOf(Command command) {
  const std::vector<const Option*> options = OptionsByTopic(command);
  if (std::ranges::all_of(options, [&](const Option* one) { return IsCommon(command, *one); }))
    return {{kAllTopics, "", options}};
  std::vector<OptionGroup> groups;
  for (const Option* option : options) {
    const auto& [name, summary] = TopicTable()[static_cast<std::size_t>(option->topic)];
    if (groups.empty() || groups.back().topic != name) groups.push_back({name, summary, {}});
    groups.back().options.push_back(option);
  }
  return groups;
}

std::vector<const Option*> OptionsByTopic(Command command) {
  std::vector<const Option*> options;
  for (const Option& option : AllOptions())
    if (Takes(command, option)) options.push_back(&option);
  std::ranges::stable_sort(options, {}, &Option::topic);
  return options;
}

std::vector<std::string_view> TopicsOf(Command command) {
  std::vector<std::string_view> topics;
  for (const OptionGroup& group : GroupsOf(command)) topics.push_back(group.topic);
  if (topics.back() != kAllTopics) topics.push_back(kAllTopics);
  return topics;
}

std::string_view SummaryOf(Command command) { return HelpOf(command).summary; }

std::string DescriptionOf(Command command) {
  return command == Command::kSimulate ? TrafficDescription()
                                       : std::string(HelpOf(command).details);
}

std::string HeadOf(Command command, const Option& option) {
  std::string head(option.name == "--help" ? "-h, --help" : option.name.text());
  if (!option.form.empty()) head += " " + std::string(FormFor(command, option));
  return head;
}

std::string MeaningOf(Command command, const Option& option) {
  return WithNotes(HelpFor(command, option),
                   Notes(command, option) + TrafficNote(command, option.name));
}

std::string_view BeginningOf(std::string_view meaning) {
  return Trimmed(meaning.substr(0, meaning.find_first_of(";:(.")));
}

std::string_view GraphsText() { return kGraphs; }

std::span<const ExitCode> ExitCodes() { return kExitCodes; }

std::string HelpText() {
  std::string text =
      "toroid writes synthesizable Verilog for networks on a chip (tori, meshes, rings and "
      "hypercubes),"
      "\nsimulates it against an independent model, cycle by cycle, and plans messages that never "
      "collide.\n\nUsage: toroid COMMAND [options]\n\nCommands:\n";
  for (const CommandText& help : CommandTable())
    text += Entry(std::string(ToString(help.command)), help.summary);
  text += "\nOptions:\n" +
          Entry("-h, --help",
                "show this; `toroid COMMAND --help` shows the options of a command that most runs "
                "need, `toroid help COMMAND TOPIC` others") +
          Entry("-V, --version", "show the version");
  return text + "\n" + std::string(kGraphs) + "\n" + ExitCodesText();
}

std::string HelpText(Command command) {
  const std::vector<OptionGroup> groups = GroupsOf(command);
  if (groups.front().topic == kAllTopics) return HelpOnTopic(command, kAllTopics);
  std::vector<const Option*> options = OptionsByTopic(command);
  std::erase_if(options, [&](const Option* option) { return !IsCommon(command, *option); });
  std::stable_partition(options.begin(), options.end(), [&](const Option* option) {
    return (option->required_by & Bit(command)) != 0;
  });
  std::string text = TitleOf(command);
  for (const Option* option : options)
    text += Entry(ShortHead(command, *option),
                  WithNotes(BeginningOf(HelpFor(command, *option)), Need(command, *option)));
  text += fmt::format(
      "\nTopics: `toroid help {0} TOPIC` shows one, `toroid {0} --help-all` everything\n",
      ToString(command));
  for (const OptionGroup& group : groups)
    text += fmt::format("  {:<11} {}\n", group.topic, group.summary);
  if (RunsTraffic(command))
    text += fmt::format("`toroid {} --traffic KIND --help` shows what one kind of traffic takes.\n",
                        ToString(command));
  return text + "\n" + std::string(kGraphs);
}

// The rules of the topic's options.
std::string RulesText(Command command, std::string_view topic) {
  std::string text;
  for (const RuleText& rule : RulesOf(command, topic))
    text += Filled("  ", 6, WithoutTicks(rule.options + " " + rule.when + ": " + rule.reason));
  return text.empty() ? text : "Refused are:\n" + text + "\n";
}

std::string HelpOnTopic(Command command, std::string_view topic) {
  const bool is_all = topic == kAllTopics;
  bool takes_graph = false;
  std::string text = TitleOf(command);
  if (is_all) text += FilledParagraphs(DescriptionOf(command)) + "\n";
  for (const OptionGroup& group : GroupsOf(command)) {
    if (!is_all && group.topic != topic) continue;
    text += group.summary.empty() ? "Options:\n"
                                  : fmt::format("Options, {}: {}\n", group.topic, group.summary);
    for (const Option* option : group.options) {
      text += Entry(HeadOf(command, *option), MeaningOf(command, *option));
      takes_graph |= option->type == ValueType::kGraph;
    }
    text += "\n";
  }
  if (!is_all) text += RulesText(command, topic);
  if (takes_graph) text += std::string(kGraphs) + "\n";
  return is_all ? text + ExitCodesText() : text.substr(0, text.size() - 1);
}

std::string HelpOnTraffic(Command command, std::span<const std::string_view> names) {
  std::string own =
      fmt::format("toroid {} --traffic {}\n\n", ToString(command), Joined(names, ",")) +
      FilledParagraphs(FamilyText(FamilyOf(*ParseTraffic(names.front())))) +
      "\nOptions of this traffic:\n";
  std::string others = fmt::format("\nOptions of any traffic, by topic (`toroid help {} TOPIC`):\n",
                                   ToString(command));
  for (const OptionGroup& group : GroupsOf(command)) {
    std::string of_any;
    for (const Option* option : group.options) {
      if (TrafficsWith(option->name).empty())
        of_any += " " + std::string(option->name);
      else if (std::ranges::any_of(names, [&](std::string_view name) {
                 return Uses(*ParseTraffic(name), option->name);
               }))
        own += Entry(HeadOf(command, *option),
                     WithNotes(HelpFor(command, *option), Notes(command, *option)));
    }
    if (!of_any.empty()) others += Filled(fmt::format("  {:<11}", group.topic), 14, of_any);
  }
  return own + others;
}

}  // namespace toroid
