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
#include "cli/help_json.h"
#include "cli/json.h"
#include "cli/rank_start.h"
#include "gen/options/help.h"
#include "gen/options/options.h"
#include "gen/support/files.h"
#include "gen/support/text.h"
#include "gen/workload/formats.h"
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

// Why a page that is asked for cannot be made; empty if it can.
Diagnostics PageObstacles(const Spec& spec) {
  if (spec.report.empty()) return {};
  try {
    const auto parts = FindPageParts();
    return parts ? Diagnostics{} : parts.diagnostics();
  } catch (const files::FileError& error) {
    return {{"report", "", error.what, error.advice}};
  }
}

// The files that the request writes besides standard output, by option; empty where none is.
// Folders, and files that a run goes on from, are opened before it anyway.
std::vector<std::pair<const char*, std::string>> WrittenFiles(const Spec& spec) {
  const RunOptions& run = spec.simulation.run;
  const std::string& file = run.export_file;
  const bool chakra = file.ends_with(".et");
  const bool out_is_file = spec.command == Command::kReport || spec.command == Command::kCheck;
  return {{"--report", spec.report},
          {"--plot", spec.sweep.plot},
          {"--results", spec.sweep.merge.empty() ? "" : spec.sweep.results},
          {"--coverage", run.coverage},
          {"--wave", run.wave},
          {"--export", chakra ? ChakraFile(file.substr(0, file.size() - 3), 0) : file},
          {"--out", out_is_file ? spec.out : ""}};
}

// Why the request's files could not be written; known before anything long begins.
Diagnostics Obstacles(const Spec& spec) {
  Diagnostics found;
  for (const auto& [option, file] : WrittenFiles(spec)) {
    try {
      if (!file.empty()) files::TryToWrite(file);
    } catch (const files::FileError& error) {
      if (error.OfTooManyOpen()) throw;
      found.push_back({option, "", error.what, error.advice});
    }
  }
  return found.empty() ? PageObstacles(spec) : found;
}

int RunSpec(const Spec& spec, const Console& console) {
  if (const Diagnostics found = Obstacles(spec); !found.empty())
    return PrintDiagnostics(found, console.err, kFailed);
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

bool AsksForHelp(const std::string& word) {
  return word == "--help" || word == "-h" || word == "--help-all";
}

// Names the nearest of the words that are allowed, if there is one like it.
int Refuse(const std::string& field, std::string_view word, const std::string& what,
           const std::vector<std::string_view>& allowed, std::ostream& err) {
  return PrintDiagnostics({{field, std::string(word), what,
                            DidYouMean(word, allowed) + "allowed are " + Joined(allowed, ", ")}},
                          err, kBadInput);
}

int RefuseCommand(const std::string& word, std::ostream& err) {
  std::vector<std::string_view> names;
  for (const Command command : AllCommands()) names.push_back(ToString(command));
  for (const std::string_view name : {"help", "--help", "--version"}) names.push_back(name);
  if (word == "-v")  // as others abbreviate it
    return PrintDiagnostics(
        {{"command", word, "is not a command", "did you mean --version? -V is its short form"}},
        err, kBadInput);
  return Refuse("command", word, "is not a command", names, err);
}

// What follows --traffic; empty if nothing does.
std::string_view TrafficIn(std::span<const std::string> arguments) {
  constexpr std::string_view kName = "--traffic";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word.starts_with("--traffic=")) return word.substr(kName.size() + 1);
    if (word == kName && i + 1 < arguments.size() && !arguments[i + 1].starts_with('-'))
      return arguments[i + 1];
  }
  return {};
}

// `toroid COMMAND ... --help`: everything, the traffic that is named, or what most runs need.
int ShowHelp(Command command, std::span<const std::string> arguments, std::ostream& out,
             std::ostream& err) {
  if (AsksForJson(arguments)) {
    out << JsonText(HelpJson(std::span(&command, 1)));
    return kDone;
  }
  const std::string_view traffic = RunsTraffic(command) ? TrafficIn(arguments) : "";
  if (std::ranges::find(arguments, "--help-all") != arguments.end()) {
    out << HelpOnTopic(command, kAllTopics);
  } else if (traffic.empty()) {
    out << HelpText(command);
  } else {
    const std::vector<std::string_view> names = SplitAt(traffic, ',');
    const std::vector<std::string_view> allowed =
        ChoicesOf(FormFor(command, *FindOption("--traffic")));
    for (const std::string_view name : names)
      if (std::ranges::find(allowed, name) == allowed.end())
        return Refuse("--traffic", name, "is not one of the choices", allowed, err);
    out << HelpOnTraffic(command, names);
  }
  return kDone;
}

// The watcher is made by ParseSpec, as soon as it is known whether --quiet is given: reading
// options may itself take long, with tao's search for instance.
int RunCommand(Command command, std::span<const std::string> arguments, std::ostream& out,
               std::ostream& err, RankStart* rank = nullptr) {
  if (std::ranges::any_of(arguments, AsksForHelp)) return ShowHelp(command, arguments, out, err);
  std::optional<CommandWatcher> watcher;
  try {
    const auto make_progress = [&](bool quiet) {
      const bool silent = quiet || (rank != nullptr && !rank->ranks().first());
      const Display display = silent ? Display::kNothing : DisplayOnStandardError();
      return watcher.emplace(err, display, isatty(STDOUT_FILENO) == 1).progress();
    };
    const Result<Spec> spec = ParseSpec(command, arguments, make_progress, rank != nullptr);
    if (!watcher) make_progress(false);  // commands of no network report none
    if (!spec) return PrintDiagnostics(spec.diagnostics(), err, kBadInput);
    return RunSpec(*spec, {out, err, watcher->progress(), rank});
  } catch (const Interrupted& interrupted) {
    return watcher->Explain(interrupted);
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"file", "", error.what, error.advice}}, err, kFailed);
  }
}

// `toroid help`, also with --format json, `toroid help COMMAND` and `toroid help COMMAND TOPIC`:
// `words` follow help.
int RunHelp(std::span<const std::string> words, std::ostream& out, std::ostream& err) {
  if (!words.empty() && words[0].starts_with("--format") && AsksForJson(words)) {
    out << JsonText(HelpJson(AllCommands()));
    return kDone;
  }
  if (words.empty() || AsksForHelp(words[0]) || words[0] == "help") {
    out << HelpText();
    return kDone;
  }
  const std::optional<Command> command = Parse<Command>(words[0]);
  if (!command) return RefuseCommand(words[0], err);
  if (words.size() == 1 || words[1].starts_with('-'))
    return ShowHelp(*command, words.subspan(1), out, err);
  const std::vector<std::string_view> topics = TopicsOf(*command);
  if (std::ranges::find(topics, words[1]) == topics.end())
    return Refuse("topic", words[1], "is not a topic of " + words[0], topics, err);
  out << HelpOnTopic(*command, words[1]);
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
  const std::optional<Command> command = Parse<Command>(word);
  if (command == Command::kSimulate && RankFromEnvironment())
    return RunAsRank(arguments.subspan(1), out, err);
  if (command) return RunCommand(*command, arguments.subspan(1), out, err);
  return RefuseCommand(word, err);
}

}  // namespace toroid
