#include "tests/fuzz/line.h"

#include <algorithm>

#include "gen/options/subjects.h"

namespace toroid::fuzz {
namespace {

// What is not shared is in the table of the command, or of another that takes it.
std::string TomlText(Command command, const std::map<std::string, std::string>& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    const Option* option = FindOption(name);
    if (!IsShared(*option)) {
      const auto takes = [&](Command one) { return Takes(one, *option); };
      const auto other = std::ranges::find_if(NetworkCommands(), takes);
      text += std::string(ToString(takes(command) ? command : *other)) + ".";
    }
    text += name.substr(2) + " = ";
    if (option->type == ValueType::kFlag) {
      text += "true";
    } else {
      const bool list = value.find_first_of(",:") != std::string::npos;
      text += IsNumber(option->type) && !list ? value : "\"" + value + "\"";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string Line::Get(const std::string& name) const {
  if (const auto found = typed.find(name); found != typed.end()) return found->second;
  const auto found = in_file.find(name);
  return found == in_file.end() ? "" : found->second;
}

std::vector<std::string> WordsOf(const Line& line, const Scratch& scratch, Dice& dice) {
  std::map<std::string, std::string> typed = line.typed;
  if (!line.in_file.empty() || !line.tables.empty() || !line.file_text.empty()) {
    typed["--config"] = scratch.Write(
        "net.toml", line.file_text.empty() ? TomlText(line.command, line.in_file) + line.tables
                                           : line.file_text);
  }
  std::vector<std::pair<std::string, std::string>> order(typed.begin(), typed.end());
  dice.Shuffle(order);
  std::vector<std::string> words = {std::string(ToString(line.command))};
  for (const auto& [name, value] : order) {
    const Option* option = FindOption(name);
    const bool flag = option != nullptr && option->type == ValueType::kFlag;
    if (flag) {
      words.push_back(name);
    } else if (dice.OneIn(4)) {
      words.push_back(name + "=" + value);
    } else {
      words.insert(words.end(), {name, value});
    }
  }
  words.insert(words.end(), line.further.begin(), line.further.end());
  return words;
}

std::string ShellText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "'" : " '";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += "'";
  }
  return text;
}

}  // namespace toroid::fuzz
