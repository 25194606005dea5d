#include <algorithm>
#include <string_view>
#include <vector>

#include "gen/cli/commands.h"
#include "gen/spec/options.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

bool AsksForHelp(const std::string& word) { return word == "--help" || word == "-h"; }

int RunCommand(Command command, std::span<const std::string> arguments, std::ostream& out,
               std::ostream& err) {
  if (std::ranges::any_of(arguments, AsksForHelp)) {
    out << HelpText(command);
    return kDone;
  }
  const Result<Spec> spec = ParseSpec(command, arguments);
  if (!spec) return Complain(spec.diagnostics(), err, kBadInput);
  switch (command) {
    case Command::kMap: return RunMap(*spec, out);
    case Command::kSchedule: return RunSchedule(*spec, out, err);
    case Command::kGenerate: return RunGenerate(*spec, out, err);
    case Command::kSimulate: return RunSimulate(*spec, out, err);
    case Command::kCheck: return RunCheck(*spec, out, err);
    case Command::kCost: return RunCost(*spec, out, err);
  }
  return kBadInput;
}

int RefuseCommand(const std::string& word, std::ostream& err) {
  std::vector<std::string_view> names;
  for (const Command command : AllCommands()) names.push_back(ToString(command));
  for (const std::string_view name : {"help", "--help", "--version"}) names.push_back(name);
  std::string allowed = DidYouMean(word, names) + "allowed are";
  for (const std::string_view name : names)
    allowed += (name == names.front() ? " " : ", ") + std::string(name);
  return Complain({{"command", word, "is not a command", allowed}}, err, kBadInput);
}

// `toroid help` and `toroid help COMMAND`; `topics` are the words after help.
int RunHelp(std::span<const std::string> topics, std::ostream& out, std::ostream& err) {
  if (topics.empty() || AsksForHelp(topics.front()) || topics.front() == "help") {
    out << HelpText();
    return kDone;
  }
  const std::optional<Command> command = ParseCommand(topics.front());
  if (!command) return RefuseCommand(topics.front(), err);
  out << HelpText(*command);
  return kDone;
}

}  // namespace

int Complain(const Diagnostics& diagnostics, std::ostream& err, int code) {
  for (const Diagnostic& diagnostic : diagnostics) err << ToString(diagnostic) << "\n";
  return code;
}

int RunToroid(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty()) {
    err << HelpText();
    return kBadInput;
  }
  const std::string& word = arguments.front();
  if (AsksForHelp(word)) return RunHelp({}, out, err);
  if (word == "help") return RunHelp(arguments.subspan(1), out, err);
  if (word == "--version" || word == "-V") {
    out << "toroid " << kToolVersion << "\n";
    return kDone;
  }
  const std::optional<Command> command = ParseCommand(word);
  if (command) return RunCommand(*command, arguments.subspan(1), out, err);
  return RefuseCommand(word, err);
}

}  // namespace toroid
