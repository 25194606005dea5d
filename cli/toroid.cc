// Reads the words, finds the command, and turns whatever comes back into an exit code: diagnostics
// are printed, an interrupt is explained. Commands themselves are a file each.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/command_watcher.h"
#include "cli/commands.h"
#include "cli/rank_start.h"
#include "gen/options/help.h"
#include "gen/options/options.h"
#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/ranks/ranks.h"
#include "sim/report/page.h"

namespace toroid {
namespace {

// A line that is rewritten needs a terminal that can go back to its beginning.
Display DisplayOnStandardError() {
  const char* terminal = std::getenv("TERM");
  const bool rewrites = terminal != nullptr && std::string_view(terminal) != "dumb";
  return isatty(STDERR_FILENO) == 1 && rewrites ? Display::kOneLine : Display::kLines;
}

// Whether a page that is asked for can be made; known before anything long begins.
bool CanReport(const Spec& spec, std::ostream& err) {
  if (spec.report.empty()) return true;
  try {
    const auto parts = FindPageParts();
    if (!parts) PrintDiagnostics(parts.diagnostics(), err, kFailed);
    return parts.ok();
  } catch (const files::FileError& error) {
    PrintDiagnostics({{"report", "", error.what, error.advice}}, err, kFailed);
    return false;
  }
}

int RunSpec(const Spec& spec, const Console& console) {
  if (!CanReport(spec, console.err)) return kFailed;
  switch (spec.command) {
    case Command::kMap: return RunMap(spec, console);
    case Command::kSchedule: return RunSchedule(spec, console);
    case Command::kGenerate: return RunGenerate(spec, console);
    case Command::kSimulate: return RunSimulate(spec, console);
    case Command::kSweep: return RunSweep(spec, console);
    case Command::kCheck: return RunCheck(spec, console);
    case Command::kCost: return RunCost(spec, console);
    case Command::kInit: return RunInit(spec, console);
    case Command::kCompare: return RunCompare(spec, console);
    case Command::kReport: return RunReport(spec, console);
    case Command::kChoose: return RunChoose(spec, console);
    case Command::kDoctor: return RunDoctor(spec, console);
  }
  return kBadInput;
}

bool AsksForHelp(const std::string& word) { return word == "--help" || word == "-h"; }

// The watcher is made by ParseSpec, as soon as it is known whether --quiet is given: reading
// options may itself take long, with tao's search for instance.
int RunCommand(Command command, std::span<const std::string> arguments, std::ostream& out,
               std::ostream& err, RankStart* rank = nullptr) {
  if (std::ranges::any_of(arguments, AsksForHelp)) {
    out << HelpText(command);
    return kDone;
  }
  std::optional<CommandWatcher> watcher;
  try {
    const auto make_progress = [&](bool quiet) {
      const bool silent = quiet || (rank != nullptr && !rank->ranks().first());
      const Display display = silent ? Display::kNothing : DisplayOnStandardError();
      return watcher.emplace(err, display, isatty(STDOUT_FILENO) == 1).progress();
    };
    const Result<Spec> spec = ParseSpec(command, arguments, make_progress);
    if (!watcher) make_progress(false);  // commands of no network report none
    if (!spec) return PrintDiagnostics(spec.diagnostics(), err, kBadInput);
    return RunSpec(*spec, {out, err, watcher->progress(), rank});
  } catch (const Interrupted& interrupted) {
    return watcher->Explain(interrupted);
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"file", "", error.what, error.advice}}, err, kFailed);
  }
}

// Names the nearest command, if there is one like it.
int RefuseCommand(const std::string& word, std::ostream& err) {
  std::vector<std::string_view> names;
  for (const Command command : AllCommands()) names.push_back(ToString(command));
  for (const std::string_view name : {"help", "--help", "--version"}) names.push_back(name);
  std::string allowed = DidYouMean(word, names) + "allowed are";
  for (const std::string_view name : names)
    allowed += (name == names.front() ? " " : ", ") + std::string(name);
  return PrintDiagnostics({{"command", word, "is not a command", allowed}}, err, kBadInput);
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

// One of the processes that mpirun has started for a simulation.
int RunAsRank(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  const auto ranks = JoinInTime(err);
  if (!ranks) return PrintDiagnostics(ranks.diagnostics(), err, kFailed);
  RankStart rank(**ranks, out, err);
  return rank.End(RunCommand(Command::kSimulate, arguments, rank.out(), rank.err(), &rank));
}

}  // namespace

int PrintDiagnostics(const Diagnostics& diagnostics, std::ostream& err, int code) {
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
  if (command == Command::kSimulate && RankFromEnvironment())
    return RunAsRank(arguments.subspan(1), out, err);
  if (command) return RunCommand(*command, arguments.subspan(1), out, err);
  return RefuseCommand(word, err);
}

}  // namespace toroid
