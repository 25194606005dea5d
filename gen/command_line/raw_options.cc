// The command line, word by word. An option's value never starts with "--": so `--host --guest
// ring:8` is a missing value, reported as such, and what follows is still read.
#include "gen/command_line/raw_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "gen/options/subjects.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

std::string HelpHint(Command command) {
  return "`toroid " + std::string(ToString(command)) + " --help-all` lists what is allowed";
}

bool IsOption(std::string_view word) { return word.starts_with("--"); }

// "-host" too, where an option is due.
bool IsMeantAsOption(std::string_view word) {
  return IsOption(word) || (word.size() > 1 && word[0] == '-' &&
                            std::isalpha(static_cast<unsigned char>(word[1])) != 0);
}

// Walks over the words, taking each option together with its value.
class ArgumentReader {
 public:
  ArgumentReader(Command command, std::span<const std::string> words, Diagnostics& diagnostics)
      : command_(command), words_(words), diagnostics_(diagnostics) {}

  RawOptions Read() {
    while (at_ < words_.size()) ReadOne(words_[at_++]);
    return std::move(options_);
  }

 private:
  // `--name value` or `--name=value`. The next word is taken as the value unless it begins with
  // "--"; negative numbers are values.
  void ReadOne(const std::string& word) {
    if (!IsMeantAsOption(word) && !OperandsOf(command_).empty()) {
      std::string& operands = options_[std::string(kOperands)].text;
      operands += (operands.empty() ? "" : "\n") + word;
      return;
    }
    if (!IsMeantAsOption(word)) {
      diagnostics_.push_back({"command line", word, "is not an option", HelpHint(command_)});
      return;
    }
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string::npos) value = word.substr(equals + 1);
    const Option* option = FindOption(name);
    const bool is_flag = option != nullptr && option->type == ValueType::kFlag;
    if (!value && !is_flag && at_ < words_.size() && !IsOption(words_[at_])) value = words_[at_++];
    if (value && option != nullptr && option->type == ValueType::kFiles) TakeFurther(*value);
    if (option == nullptr) {
      RefuseUnknown(name, value.value_or(""));
    } else if (is_flag) {
      StoreFlag(*option, value);
    } else {
      Store(*option, value);
    }
  }

  // All words up to the next option.
  void TakeFurther(std::string& value) {
    while (at_ < words_.size() && !IsOption(words_[at_])) value += "\n" + words_[at_++];
  }

  void RefuseUnknown(const std::string& name, const std::string& value) {
    if (const std::string advice = AdviceOnOldName(name, value, false); !advice.empty()) {
      diagnostics_.push_back({name, "", "is an older name", advice});
      return;
    }
    const Option* meant = NearestOption(name, command_);
    if (meant == nullptr) {
      diagnostics_.push_back({name, "", "is not an option", HelpHint(command_)});
      return;
    }
    diagnostics_.push_back({name, "", "is not an option",
                            "did you mean " + std::string(meant->name) + "?" + WhereTaken(*meant)});
  }

  std::string WhereTaken(const Option& option) const {
    return Takes(command_, option) ? "" : " " + GoesWith(option);
  }

  // Only `--quiet=no` brings a value here: the word behind a flag is never taken.
  void StoreFlag(const Option& option, const std::optional<std::string>& value) {
    const std::string name(option.name);
    if (value) {
      diagnostics_.push_back({name, *value, "takes no value", "write " + name + " alone"});
    } else {
      Store(option, "true");
    }
  }

  void Store(const Option& option, const std::optional<std::string>& value) {
    const std::string name(option.name);
    const bool is_flag = option.type == ValueType::kFlag;
    if (!Takes(command_, option)) {
      diagnostics_.push_back({name, "", NotOf(command_), GoesWith(option)});
    } else if (!value || value->empty()) {
      diagnostics_.push_back({name, "", "its value is missing",
                              "write " + name + " " + std::string(FormFor(command_, option))});
    } else if (!options_.emplace(name, RawOption{.text = *value}).second) {
      diagnostics_.push_back({name, is_flag ? "" : *value, "is given twice", "give it once"});
    }
  }

  Command command_;
  std::span<const std::string> words_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  RawOptions options_;
};

const Option* NearestAmong(std::string_view word, CommandSet commands) {
  std::vector<std::string_view> names;
  for (const Option& option : AllOptions()) {
    if ((option.commands & commands) != 0) names.push_back(option.name.text().substr(2));
  }
  const auto nearest = NearestWord(word, names);
  return nearest ? FindOption("--" + std::string(*nearest)) : nullptr;
}

}  // namespace

std::string_view TextOf(const RawOptions& options, std::string_view name) {
  const auto given = options.find(name);
  return given == options.end() ? "" : std::string_view(given->second.text);
}

std::optional<TrafficRequest> TrafficIn(const RawOptions& options) {
  return ParseTraffic(TextOf(options, "--traffic"));
}

bool Schedules(const RawOptions& options) {
  const auto traffic = TrafficIn(options);
  return options.contains("--task") || options.contains("--schedule") ||
         (traffic && (IsScheduled(*traffic) || FamilyOf(*traffic) == Family::kTrace));
}

void AddShared(Command command, const RawOptions& shared, RawOptions& options) {
  const auto is_given = [&](OptionName option) {
    return options.contains(option.text()) || shared.contains(option.text());
  };
  const std::string_view own_host = TextOf(options, "--host");
  const Subject* subject =
      SubjectOf(command, is_given, own_host.empty() ? TextOf(shared, "--host") : own_host);
  const auto traffic = command == Command::kSimulate ? TrafficIn(options) : std::nullopt;
  for (const auto& [name, written] : shared) {
    const Option& option = *FindOption(name);
    const bool used = Takes(command, option) &&
                      (subject == nullptr || subject->Uses(option.name)) &&
                      (!traffic || Uses(*traffic, option.name));
    if (used) options.emplace(name, written);
  }
}

std::string NotOf(Command command) {
  return fmt::format("is not an option of {}", ToString(command));
}

std::string GoesWith(const Option& option) {
  return "it goes with " + CommandNames(option.commands);
}

std::string AdviceOnOldName(std::string_view old_name, std::string_view value, bool in_file) {
  constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
      {"--tables", "--load tables"},
      {"--address-units", "--load address-units"},
      {"--broadcast", "--load words"},
      {"--images", "--load images=FILE"},
      {"--schedule-unit", "--schedule-units send"},
      {"--check-arrivals", "--schedule-units check"},
      {"--no-idle-skip", "--without idle-skip"},
      {"--no-dateline", "--without dateline"},
      {"--no-netlist", "--without netlist"},
  };
  const auto* found =
      std::ranges::find(kRenamed, old_name, [](const auto& one) { return one.first; });
  if (found == std::end(kRenamed)) return "";
  if (value == "generated" || value == "false") return "leave it out, which means the same";
  const std::string_view now = found->second;
  const auto blank = now.find(' ');
  const std::string advice =
      in_file ? fmt::format("write {} = \"{}\"", now.substr(2, blank - 2), now.substr(blank + 1))
              : fmt::format("write {}", now);
  const bool is_list = now.starts_with("--load");
  return is_list ? advice + "; what is loaded is one list, such as tables,address-units" : advice;
}

const Option* NearestOption(std::string_view word, std::optional<Command> command) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  const Option* nearest = command ? NearestAmong(word, Bit(*command)) : nullptr;
  return nearest != nullptr ? nearest : NearestAmong(word, ~CommandSet{0});
}

Diagnostics ControlFaults(std::span<const std::string> arguments) {
  Diagnostics found;
  std::string before = "command line";
  for (const std::string& word : arguments) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const bool named = IsOption(word);
    const std::string field = named ? word.substr(0, equals) : before;
    const std::string value = named ? word.substr(std::min(equals + 1, word.size())) : word;
    if (HasControl(word)) found.push_back({field, value, kControlFault, kControlAdvice});
    const Option* option = FindOption(word);
    before = option != nullptr && option->type != ValueType::kFlag ? word : "command line";
  }
  return found;
}

RawOptions ReadArguments(Command command, std::span<const std::string> arguments,
                         Diagnostics& diagnostics) {
  return ArgumentReader(command, arguments, diagnostics).Read();
}

}  // namespace toroid
