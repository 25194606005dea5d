#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "gen/cli/commands.h"
#include "gen/spec/options.h"

namespace toroid {
namespace {

bool IsTerminal(const std::ostream& stream) {
  return (&stream == &std::cout && isatty(STDOUT_FILENO) == 1) ||
         (&stream == &std::cerr && isatty(STDERR_FILENO) == 1);
}

Display DisplayOn(const std::ostream& err) {
  const char* terminal = std::getenv("TERM");
  const bool rewrites = terminal != nullptr && std::string_view(terminal) != "dumb";
  return IsTerminal(err) && rewrites ? Display::kOneLine : Display::kLines;
}

int RunSpec(const Spec& spec, const Console& console) {
  switch (spec.command) {
    case Command::kMap: return RunMap(spec, console);
    case Command::kSchedule: return RunSchedule(spec, console);
    case Command::kGenerate: return RunGenerate(spec, console);
    case Command::kSimulate: return RunSimulate(spec, console);
    case Command::kCheck: return RunCheck(spec, console);
    case Command::kCost: return RunCost(spec, console);
  }
  return kBadInput;
}

int RunCommand(Command command, std::span<const std::string> arguments, std::ostream& out,
               std::ostream& err) {
  if (std::ranges::find(arguments, "--help") != arguments.end()) {
    out << HelpText(command);
    return kDone;
  }
  std::optional<Monitor> monitor;
  try {
    const auto watch = [&](bool quiet) {
      return monitor.emplace(err, quiet ? Display::kNothing : DisplayOn(err)).progress();
    };
    const Result<Spec> spec = ParseSpec(command, arguments, watch);
    if (!spec) return Complain(spec.diagnostics(), err, kBadInput);
    return RunSpec(*spec, {out, err, *monitor, monitor->progress()});
  } catch (const Interrupted& interrupted) {
    return monitor->Explain(interrupted);
  }
}

}  // namespace

Progress Console::StartPrinting() const { return monitor.StartPrinting(IsTerminal(out)); }

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
