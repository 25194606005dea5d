// The command line, word by word. An option's value never starts with "--": so `--host --guest
// ring:8` is a missing value, reported as such, and what follows is still read.
#include "gen/spec/raw_options.h"

#include <optional>

namespace toroid {
namespace {

std::string HelpHint(Command command) {
  return "`toroid " + std::string(ToString(command)) + " --help` lists what is allowed";
}

bool IsOption(std::string_view word) { return word.starts_with("--"); }

std::string FormOf(const Option& option) {
  return "write " + std::string(option.name) + " " + std::string(option.form);
}

// Walks over the words, taking each option together with its value.
class ArgumentReader {
 public:
  ArgumentReader(Command command, std::span<const std::string> words, Diagnostics& complaints)
      : command_(command), words_(words), complaints_(complaints) {}

  RawOptions Read() {
    while (at_ < words_.size()) ReadOne(words_[at_++]);
    return std::move(options_);
  }

 private:
  void ReadOne(const std::string& word) {
    if (!IsOption(word)) {
      complaints_.push_back({"command line", word, "is not an option", HelpHint(command_)});
      return;
    }
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string::npos) value = word.substr(equals + 1);
    const Option* option = FindOption(name);
    const bool is_flag = option != nullptr && option->type == ValueType::kFlag;
    if (!value && !is_flag && at_ < words_.size() && !IsOption(words_[at_])) value = words_[at_++];
    Store(name, option, is_flag, value);
  }

  void Store(const std::string& name, const Option* option, bool is_flag,
             const std::optional<std::string>& value) {
    if (option == nullptr) {
      complaints_.push_back({name, "", "is not an option", HelpHint(command_)});
    } else if (!Takes(command_, *option)) {
      complaints_.push_back({name, "", "is not an option of " + std::string(ToString(command_)),
                             "it goes with " + CommandNames(option->commands)});
    } else if (is_flag && value) {
      complaints_.push_back({name, *value, "takes no value", "write " + name + " alone"});
    } else if (!is_flag && (!value || value->empty())) {
      complaints_.push_back({name, "", "its value is missing", FormOf(*option)});
    } else if (!options_.emplace(name, value.value_or("true")).second) {
      complaints_.push_back({name, value.value_or(""), "is given twice", "give it once"});
    }
  }

  Command command_;
  std::span<const std::string> words_;
  Diagnostics& complaints_;
  std::size_t at_ = 0;
  RawOptions options_;
};

}  // namespace

RawOptions ReadArguments(Command command, std::span<const std::string> arguments,
                         Diagnostics& complaints) {
  return ArgumentReader(command, arguments, complaints).Read();
}

}  // namespace toroid
