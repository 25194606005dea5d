#include "gen/options/help.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gen/request/traffic.h"

namespace toroid {
namespace {

struct CommandHelp {
  Command command;
  std::string_view summary;
  std::string_view details;
};

constexpr std::string_view kGraphs =
    "A GRAPH is torus:8x8, mesh:4x2x3, ring:12 (= torus:12), line:12 (= mesh:12) or hypercube:6; "
    "lengths are at least 2.\n";

constexpr auto kExitCodes = std::to_array<ExitCode>({
    {0, "done and right"},
    {1, "ran, and found a violation or a mismatch"},
    {2, "bad input"},
    {3, "a tool is missing or failed, or output could not be written"},
});

// Paragraphs have a line each.
constexpr auto kCommandHelp = std::to_array<CommandHelp>({
    {Command::kMap, "print a mapping and what it costs",
     "Prints the host node of each guest node, and the dilation, load and evenness of the "
     "embedding.\n"},
    {Command::kSchedule, "print who sends what when, and prove it free of conflicts",
     "Prints every message of a task, the steps it takes, the lower bound, and what an independent "
     "check found. If a schedule claims to be free of conflicts and is not, the exit code is 1.\n"},
    {Command::kGenerate, "write synthesizable Verilog",
     "Writes rtl/, file lists, constraints and manifest.json. The folder is built aside and "
     "renamed; a folder that holds anything other than an earlier output is left alone.\n"},
    {Command::kSimulate, "run traffic and compare the hardware with the reference model",
     ""},  // made from the list of traffic
    {Command::kSweep, "measure latency and accepted load over offered load, up to saturation",
     "Runs a pattern at each load, with each seed, on each network, and prints a table; `--plot` "
     "draws the curves. Several values of an option are a list, 2,4, and numbers also a range, "
     "first:last:step. A run warms up, is measured in batches, and drains.\n"
     "Exit code 1: packets arrived otherwise than they were sent, engines differ, or a merged "
     "sweep lacks a run.\n"},
    {Command::kCheck, "prove what can be proved without simulating",
     "Always: freedom from deadlock (the channel dependency graph has no cycle). With --guest and "
     "--embedding: the embedding is a bijection and its inverse is right. With --task and "
     "--schedule too: the schedule is free of conflicts. Each line says how many items were "
     "checked.\n"},
    {Command::kCost,
     "compute what a pipelined hypercube program costs, or the methods of a collective operation",
     "For each pipelining degree Q: steps of all iterations, their cost on a machine where a step "
     "with messages of L flits takes startup + L * per-flit cycles, and the cycles that simulate "
     "will measure. Everything is computed by formula: large hosts are fine. With --collective: "
     "what each method of a collective operation takes, beside the bound of the task.\n"},
    {Command::kInit, "write a commented file of options to start from",
     "Writes a configuration that every command of a network takes: toroid COMMAND --config "
     "network.toml. A file that is there is left alone.\n"},
    {Command::kCompare, "say what changed between two results, and fail if it got worse",
     "Reads two results that a command printed with --format json, before and after a change. "
     "Prints every value that differs, and whether it is better, worse or only different: cycles, "
     "latencies, loads, costs and faults should be low, throughput and deliveries high, and what "
     "matched should match. Speeds are left out: they are the machine's.\n"
     "Exit code 1: something is worse by more than the tolerance.\n"},
    {Command::kReport, "show results as a page with charts, in one file",
     "Reads results that map, schedule, simulate, cost or sweep printed with --format json, and "
     "writes a page that a browser opens without a network: the network with the load of each "
     "link, schedules in space and time, embeddings, latencies, curves. Two results of the same "
     "command stand side by side. Needs d3 (Debian's package node-d3).\n"},
    {Command::kChoose, "rank networks, embeddings and schedules for a program",
     "Tries all tori, meshes and hypercubes of --nodes nodes, with every embedding and schedule "
     "that fits, and ranks them by what the program is predicted to take, with the reasons. A "
     "hypercube's program is the pipelined CC-cube, cut into the number of packets that takes "
     "least; of any other guest every node sends to all its neighbours, under schedule list.\n"},
    {Command::kDoctor, "check the tools that simulations need",
     "Looks for Verilator, the C++ compiler, Yosys and ccache, at the cache and the folder for "
     "temporary files, and says which engines work here and what the others lack.\n"
     "Exit code 3: hardware cannot be simulated.\n"},
});

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kWidth = 110;
constexpr std::size_t kParagraphWidth = 122;

// "cc-cube and task", "permutation, scatter and exchange": the traffic of a family.
std::string NamesOf(Family family) {
  std::vector<std::string_view> names;
  for (const TrafficRequest& traffic : AllTraffics())
    if (FamilyOf(traffic) == family) names.push_back(NameOf(traffic));
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + std::string(names[i]);
  }
  return text;
}

// Each paragraph in lines.
std::string Broken(std::string text) {
  std::size_t start = 0;
  while (text.size() - start > kParagraphWidth) {
    const std::size_t end = text.find('\n', start);
    if (end - start <= kParagraphWidth) {
      start = end + 1;
      continue;
    }
    const std::size_t blank = text.rfind(' ', start + kParagraphWidth);
    text[blank] = '\n';
    start = blank + 1;
  }
  return text;
}

std::string TrafficDescription() {
  return NamesOf(Family::kProgram) +
         " send along the edges of a hypercube guest and need --guest and --embedding; so do " +
         NamesOf(Family::kAlgorithm) +
         ", which compute with what arrives and compare the result with a serial computation.\n" +
         NamesOf(Family::kSets) + " send sets of messages between the neighbours of any guest.\n" +
         NamesOf(Family::kCollective) +
         ", and all-reduce, all-gather and complete-exchange by methods between host nodes, need "
         "no guest.\n" +
         NamesOf(Family::kTrace) +
         " sends the messages of a file, between guest nodes if a guest is given, else between "
         "host nodes.\n" +
         NamesOf(Family::kPattern) +
         " need a host only. An option that the chosen traffic does not use is an error.\n";
}

// `text` broken into lines that start at kTextColumn; the first follows what stands there already.
std::string Wrapped(std::string head, const std::string& text) {
  std::string lines;
  std::string line = std::move(head);
  if (line.size() + 2 > kTextColumn) {
    lines += line + "\n";
    line.clear();
  }
  line.resize(kTextColumn, ' ');
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (line.size() + word.size() > kWidth) {
      lines += line + "\n";
      line.assign(kTextColumn, ' ');
    }
    line += (line.size() == kTextColumn ? "" : " ") + word;
    at = end + 1;
  }
  return lines + line + "\n";
}

bool IsOfEveryPattern(OptionName option) {
  return std::ranges::all_of(AllTraffics(), [&](const TrafficRequest& traffic) {
    return FamilyOf(traffic) != Family::kPattern || Uses(traffic, option);
  });
}

// "required", "default 4; multiple of 8; with uniform, neighbor": what is to be known besides the
// meaning.
std::string Notes(const Option& option, Command command) {
  std::string notes;
  const auto add = [&](const std::string& note) { notes += (notes.empty() ? " (" : "; ") + note; };
  if ((option.required_by & Bit(command)) != 0) {
    add("required");
  } else if (const std::string fallback(FallbackFor(command, option));
             !fallback.empty() && (option.without_fallback & Bit(command)) == 0) {
    add("default " + fallback);
  }
  if (TakesList(command, option)) add(IsNumber(option.type) ? "list or range" : "list");
  if (option.type == ValueType::kWhole) {
    const bool bounded = option.high != std::numeric_limits<std::int64_t>::max();
    add(bounded ? fmt::format("{} to {}", option.low, option.high)
                : fmt::format("at least {}", option.low));
  }
  const std::string traffics = TrafficsWith(option.name);
  const bool runs = command == Command::kSimulate ||
                    (command == Command::kSweep && !IsOfEveryPattern(option.name));
  if (runs && !traffics.empty()) add("with " + traffics);
  return notes.empty() ? notes : notes + ")";
}

const CommandHelp& HelpOf(Command command) {
  return kCommandHelp[static_cast<std::size_t>(command)];
}

// " OLD.json NEW.json", or nothing.
std::string Operands(Command command) {
  const std::string operands(OperandsOf(command));
  return operands.empty() ? "" : " " + operands;
}

std::string ExitCodesText() {
  std::string text = "Exit codes:";
  for (const auto& [code, meaning] : kExitCodes)
    text += fmt::format("{}{} {}", code == 0 ? " " : "; ", code, meaning);
  return Broken(text + ".\n");
}

}  // namespace

std::string_view SummaryOf(Command command) { return HelpOf(command).summary; }

std::string DescriptionOf(Command command) {
  return command == Command::kSimulate ? TrafficDescription()
                                       : std::string(HelpOf(command).details);
}

std::string HeadOf(Command command, const Option& option) {
  std::string head(option.name == "--help" ? "-h, --help" : option.name.text());
  if (!option.form.empty()) head += " " + std::string(FormFor(command, option));
  return head;
}

std::string MeaningOf(Command command, const Option& option) {
  return std::string(option.help) + Notes(option, command);
}

std::string_view GraphsText() { return kGraphs; }

std::span<const ExitCode> ExitCodes() { return kExitCodes; }

std::string HelpText() {
  std::string text =
      "toroid turns a torus or mesh and an embedding into Verilog, a cycle-exact reference model "
      "and a simulation.\n\n";
  text += "Usage: toroid COMMAND [options]\n\nCommands:\n";
  for (const CommandHelp& help : kCommandHelp)
    text += Wrapped("  " + std::string(ToString(help.command)), std::string(help.summary));
  text += "\nOptions:\n";
  text += Wrapped("  -h, --help",
                  "show this; `toroid COMMAND --help` and `toroid help COMMAND` show a command's "
                  "options");
  text += Wrapped("  -V, --version", "show the version");
  return text + "\n" + std::string(kGraphs) + "\n" + ExitCodesText();
}

std::string HelpText(Command command) {
  const std::string name(ToString(command));
  std::string text =
      fmt::format("toroid {}: {}\n\nUsage: toroid {}{} [options]\n\n{}\nOptions:\n", name,
                  SummaryOf(command), name, Operands(command), Broken(DescriptionOf(command)));
  for (const Option& option : AllOptions()) {
    if (Takes(command, option))
      text += Wrapped("  " + HeadOf(command, option), MeaningOf(command, option));
  }
  if (IsOfANetwork(command)) text += "\n" + std::string(kGraphs);
  return text + "\n" + ExitCodesText();
}

}  // namespace toroid
