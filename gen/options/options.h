// The table of options.
//
// The folder's idea: an option is one entry, and all that knows options is made from the entries:
// the parser and its checks (gen/command_line), `--help`, manual pages and completions, together
// with the fields of each traffic (gen/request/traffic.h), which say what options it takes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/options/command.h"
#include "gen/rules/option_name.h"

namespace toroid {

enum class ValueType {
  kFlag,         // given or not
  kText,         // any text
  kIdentifier,   // a plain identifier of Verilog
  kOutput,       // a file whose name ends as `form` does: "FILE.fst"
  kGraph,        // torus:8x8 and the like
  kTask,         // i,M
  kLengths,      // 3x5
  kCoordinates,  // 2,1
  kChoice,       // one of `form`'s words, separated by |
  kWhole,        // a whole number, low to high, a multiple of `multiple`
  kProbability,  // a number from 0 to 1
  kPositiveProbability,
  kCycles,     // a number of cycles, 0 or more, decimals allowed
  kShard,      // 2/8
  kFiles,      // one path or more, each a word; kept with a newline between them
  kInNetwork,  // ParseInNetwork takes it
  kLoads,      // words of `form`, a comma between them; "images=" has a path behind it
};
template <>
inline constexpr std::string_view kWords<ValueType> =
    "flag|text|identifier|output|graph|task|lengths|coordinates|choice|whole|probability|"
    "positive-probability|cycles|shard|files|in-network|loads";

// A set of commands, as bits: Bit(Command::kMap) | Bit(Command::kCheck) are those two.
using CommandSet = unsigned;
constexpr CommandSet Bit(Command command) { return 1U << static_cast<unsigned>(command); }

// What help groups options by.
enum class Topic {
  kNetwork,
  kAddresses,
  kScheduling,
  kData,
  kPatterns,
  kLoading,
  kWrap,
  kEngines,
  kOutputs
};

// A text that takes the place of the general one for some commands.
struct OwnText {
  CommandSet commands = 0;
  std::string_view text;
};

// What few options have.
struct OptionMore {
  std::string_view fallback = {};    // the value where none is given; empty: none
  std::array<OwnText, 3> says = {};  // in place of `help`
  CommandSet common = 0;             // whose `--help` shows it; others show its topic
  CommandSet required_by = 0;        // that cannot do without it
  // Whole numbers only; those of hardware are in its fields.
  std::int64_t low = 1;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  std::int64_t multiple = 1;
  CommandSet without_fallback = 0;  // commands for which leaving it out has a meaning of its own
  std::array<OwnText, 3> narrower = {};  // in place of `form`, with fewer choices
  bool only_typed = false;               // no part of a configuration file
  CommandSet lists = 0;  // commands that take several values: "2,4", of numbers also "1:9:2"
  std::array<OwnText, 2> own = {};  // in place of `fallback`
  bool only_omits = false;          // a flag that leaves something out, if it is there
};

struct Option : OptionMore {
  OptionName name;  // "--host"
  ValueType type;
  std::string_view form;  // how the value is written: "GRAPH", "one|all"; empty for flags
  Topic topic;
  CommandSet commands;  // that take it
  std::string_view help;
};
constexpr Option Make(OptionName name, ValueType type, std::string_view form, Topic topic,
                      CommandSet commands, std::string_view help, OptionMore more = {}) {
  return {more, name, type, form, topic, commands, help};
}

std::span<const Option> AllOptions();
// The option of this name, with its dashes; null if there is none.
const Option* FindOption(std::string_view name);
// How the command's users write the value.
std::string_view FormFor(Command command, const Option& option);
// The command's value where none is given; empty: none.
std::string_view FallbackFor(Command command, const Option& option);
// What it means to the command.
std::string_view HelpFor(Command command, const Option& option);
// Whether giving it this value is as good as leaving it out, where nothing uses it: its default, or
// a flag that only omits.
bool AsksForNothing(Command command, const Option& option, std::string_view value);
// The words of a form: "one|all".
std::vector<std::string_view> ChoicesOf(std::string_view form);
constexpr bool IsNumber(ValueType type) {
  return type == ValueType::kWhole || type == ValueType::kProbability ||
         type == ValueType::kPositiveProbability || type == ValueType::kCycles;
}
inline bool TakesList(Command command, const Option& option) {
  return (option.lists & Bit(command)) != 0;
}
// Whether the command has the option at all.
inline bool Takes(Command command, const Option& option) {
  return (option.commands & Bit(command)) != 0;
}

// In the order of help; those of a network come first.
std::span<const Command> AllCommands();
std::span<const Command> NetworkCommands();
// The words that a command takes besides options, "OLD.json NEW.json"; empty: none.
std::string_view OperandsOf(Command command);
// "map, check": the commands of a set.
std::string CommandNames(CommandSet commands);

}  // namespace toroid
