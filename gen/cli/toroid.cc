#include <algorithm>

#include "gen/cli/commands.h"
#include "gen/spec/options.h"

namespace toroid {
namespace {

int RunCommand(Command command, std::span<const std::string> arguments, std::ostream& out,
               std::ostream& err) {
  if (std::ranges::find(arguments, "--help") != arguments.end()) {
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
  if (word == "--help") {
    out << HelpText();
    return kDone;
  }
  if (word == "--version") {
    out << "toroid " << kToolVersion << "\n";
    return kDone;
  }
  const std::optional<Command> command = ParseCommand(word);
  if (command) return RunCommand(*command, arguments.subspan(1), out, err);
  const Diagnostic unknown{
      "command", word, "is not a command",
      "allowed are map, schedule, generate, simulate, check, cost, --help, --version"};
  return Complain({unknown}, err, kBadInput);
}

}  // namespace toroid
