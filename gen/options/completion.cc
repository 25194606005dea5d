// Completions for shells: commands, their options, and the words of a choice; paths where an option
// takes one, and the kinds of graph.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/options/help.h"
#include "gen/plan/join_options.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::string_view kGraphKinds = "torus: mesh: ring: line: hypercube:";

enum class Value { kNone, kWords, kGraph, kFile, kFolder, kOther };

Value ValueOf(const Option& option) {
  switch (option.type) {
    case ValueType::kFlag: return Value::kNone;
    case ValueType::kChoice:
    case ValueType::kInNetwork: return Value::kWords;
    case ValueType::kGraph: return Value::kGraph;
    case ValueType::kFiles: return Value::kFile;
    default: break;
  }
  if (option.form.starts_with("FILE")) return Value::kFile;
  return option.form == "DIR" ? Value::kFolder : Value::kOther;
}

// The words of a choice with blanks between them, or the kinds of graph; else nothing.
std::string WordsOf(Command command, const Option& option) {
  const Value value = ValueOf(option);
  if (value == Value::kGraph) return std::string(kGraphKinds);
  if (value != Value::kWords) return "";
  const bool tree = option.type == ValueType::kInNetwork;  // operators are typed
  return Joined(ChoicesOf(tree ? kWords<InNetwork> : FormFor(command, option)), " ");
}

std::string CommandWords() {
  std::string words;
  for (const Command command : AllCommands()) words += std::string(ToString(command)) + " ";
  return words + "help";
}

// Short enough for a line of a menu, without what shells would read.
std::string Menu(std::string_view meaning) {
  std::string text(BeginningOf(meaning));
  std::erase_if(text, [](char c) { return c == '\'' || c == '[' || c == ']' || c == '`'; });
  return text;
}

// An entry of the case that looks at the command and the word before the cursor.
std::string BashValue(Command command, const Option& option) {
  const std::string words = WordsOf(command, option);
  std::string action = "return";
  switch (ValueOf(option)) {
    case Value::kNone: return "";
    case Value::kWords: action = fmt::format("_toroid_words '{}'", words); break;
    case Value::kGraph:
      action = fmt::format("compopt -o nospace; _toroid_words '{}'", words);
      break;
    case Value::kFile: action = "_toroid_paths -f"; break;
    case Value::kFolder: action = "_toroid_paths -d"; break;
    case Value::kOther: break;
  }
  return fmt::format("    '{} {}') {}; return ;;\n", ToString(command), option.name, action);
}

std::string ZshSpec(Command command, const Option& option) {
  std::string spec = fmt::format("'{}[{}]", option.name, Menu(HelpFor(command, option)));
  const std::string words = WordsOf(command, option);
  switch (ValueOf(option)) {
    case Value::kNone: break;
    case Value::kWords: spec += fmt::format(":value:({})", words); break;
    case Value::kGraph: spec += ":graph:_toroid_graphs"; break;
    case Value::kFile: spec += ":file:_files"; break;
    case Value::kFolder: spec += ":folder:_files -/"; break;
    case Value::kOther: spec += ":value: "; break;
  }
  return spec + "'";
}

std::string FishLine(Command command, const Option& option) {
  std::string line = fmt::format("complete -c toroid -n '__fish_seen_subcommand_from {}' -l {}",
                                 ToString(command), option.name.text().substr(2));
  const std::string words = WordsOf(command, option);
  switch (ValueOf(option)) {
    case Value::kNone: break;
    case Value::kFile:
    case Value::kFolder: line += " -r -F"; break;
    default: line += words.empty() ? " -x" : fmt::format(" -x -a '{}'", words);
  }
  return line + fmt::format(" -d '{}'\n", Menu(HelpFor(command, option)));
}

}  // namespace

std::string BashCompletion() {
  std::string text =
      "# bash completion for toroid\n"
      "_toroid_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
      "_toroid_paths() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen \"$1\" -- "
      "\"$word\"); }\n"
      "_toroid() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
  text +=
      fmt::format("    _toroid_words '{} --help --version'\n    return\n  fi\n", CommandWords());
  text += "  case \"${COMP_WORDS[1]} $before\" in\n";
  std::string options = "  case ${COMP_WORDS[1]} in\n";
  for (const Command command : AllCommands()) {
    text += fmt::format("    'help {}') _toroid_words '{}'; return ;;\n", ToString(command),
                        Joined(TopicsOf(command), " "));
    std::string names;
    for (const Option* option : OptionsByTopic(command)) {
      text += BashValue(command, *option);
      names += (names.empty() ? "" : " ") + std::string(option->name);
    }
    options += fmt::format("    {}) _toroid_words '{}' ;;\n", ToString(command), names);
  }
  options += fmt::format("    help) _toroid_words '{}' ;;\n", CommandWords());
  return text + "  esac\n" + options + "  esac\n}\ncomplete -F _toroid toroid\n";
}

std::string ZshCompletion() {
  std::string text =
      "#compdef toroid\n"
      "# zsh completion for toroid\n"
      "_toroid_graphs() { compadd -S '' -- " +
      std::string(kGraphKinds) +
      " }\n"
      "_toroid() {\n"
      "  local -a commands\n"
      "  commands=(\n";
  for (const Command command : AllCommands())
    text += fmt::format("    '{}:{}'\n", ToString(command), Menu(SummaryOf(command)));
  text +=
      "    'help:show what a command takes'\n"
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n";
  std::string topics;
  for (const Command command : AllCommands()) {
    topics += fmt::format("        {}) compadd -- {} ;;\n", ToString(command),
                          Joined(TopicsOf(command), " "));
    text += fmt::format("    {})\n      _arguments", ToString(command));
    for (const Option* option : OptionsByTopic(command))
      text += " \\\n        " + ZshSpec(command, *option);
    text += "\n      ;;\n";
  }
  return text +
         "    help)\n"
         "      (( CURRENT == 2 )) && _describe command commands\n"
         "      (( CURRENT == 3 )) && case $words[2] in\n" +
         topics + "      esac ;;\n  esac\n}\n_toroid \"$@\"\n";
}

std::string FishCompletion() {
  const std::string words = CommandWords();
  std::string text =
      "# fish completion for toroid\n"
      "complete -c toroid -f\n";
  for (const Command command : AllCommands())
    text +=
        fmt::format("complete -c toroid -n 'not __fish_seen_subcommand_from {}' -a {} -d '{}'\n",
                    words, ToString(command), Menu(SummaryOf(command)));
  text += fmt::format(
      "complete -c toroid -n 'not __fish_seen_subcommand_from {}' -a help -d 'show what a command "
      "takes'\n",
      words);
  for (const Command command : AllCommands()) {
    text += fmt::format(
        "complete -c toroid -n '__fish_seen_subcommand_from help; and __fish_seen_subcommand_from "
        "{}' -a '{}'\n",
        ToString(command), Joined(TopicsOf(command), " "));
    for (const Option* option : OptionsByTopic(command)) text += FishLine(command, *option);
  }
  return text;
}

}  // namespace toroid
