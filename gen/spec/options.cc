#include "gen/spec/options.h"

#include <algorithm>
#include <array>

#include "gen/gray/plan.h"

namespace toroid {
namespace {

constexpr CommandSet kMapBit = Bit(Command::kMap);
constexpr CommandSet kScheduleBit = Bit(Command::kSchedule);
constexpr CommandSet kGenerateBit = Bit(Command::kGenerate);
constexpr CommandSet kSimulateBit = Bit(Command::kSimulate);
constexpr CommandSet kCheckBit = Bit(Command::kCheck);
constexpr CommandSet kCostBit = Bit(Command::kCost);
constexpr CommandSet kEveryCommand =
    kMapBit | kScheduleBit | kGenerateBit | kSimulateBit | kCheckBit | kCostBit;
constexpr CommandSet kHardware = kGenerateBit | kSimulateBit;
constexpr CommandSet kTasks = kScheduleBit | kSimulateBit | kCheckBit;
constexpr CommandSet kScheduling = kTasks | kCostBit;
constexpr CommandSet kOfATask = kTasks | kGenerateBit;

constexpr std::int64_t kMostFlits = 1 << 16;
constexpr std::int64_t kMostElements = 1 << 24;
constexpr std::int64_t kMostCycles = 1'000'000'000'000;
constexpr std::int64_t kMostBarrierCycles = 1'000'000;
constexpr std::int64_t kMostSets = 1 << 16;
constexpr std::int64_t kMostSteps = 1 << 20;
constexpr std::int64_t kMostSeconds = 1'000'000;

constexpr auto kOptions = std::to_array<Option>({
    {.name = "--host",
     .type = ValueType::kGraph,
     .form = "GRAPH",
     .fallback = "",
     .help = "the network that is built",
     .commands = kEveryCommand,
     .required_by = kEveryCommand},
    {.name = "--guest",
     .type = ValueType::kGraph,
     .form = "GRAPH",
     .fallback = "",
     .help = "the program's communication graph",
     .commands = kEveryCommand,
     .required_by = kMapBit | kScheduleBit | kCostBit},
    {.name = "--embedding",
     .type = ValueType::kChoice,
     .form = "identity|standard|xor|by-weight|tao|gray",
     .fallback = "",
     .help = "which host node holds which guest node; goes with --guest",
     .commands = kEveryCommand,
     .required_by = kMapBit | kScheduleBit | kCostBit},
    {.name = "--bit-order",
     .type = ValueType::kChoice,
     .form = "block|cyclic",
     .fallback = "",
     .help = "how the bits of a hypercube guest are dealt to the axes (cyclic if something is "
             "scheduled, else block)",
     .commands = kEveryCommand},
    {.name = "--walk",
     .type = ValueType::kChoice,
     .form = "line|fold|ring",
     .fallback = "",
     .help = "with embedding tao: how axes are walked wherever there is a choice (the cheapest "
             "walk for each axis)",
     .commands = kMapBit | kGenerateBit | kSimulateBit | kCheckBit},

    {.name = "--dilation",
     .type = ValueType::kWhole,
     .form = "D",
     .fallback = "1",
     .help = "with embedding gray and a guest larger than the host: the longest path that a guest "
             "edge may take; longer paths leave fewer guest nodes on a host node",
     .commands = kMapBit | kGenerateBit | kSimulateBit | kCheckBit,
     .low = 1,
     .high = gray::kMostDilation},

    {.name = "--partition",
     .type = ValueType::kLengths,
     .form = "AxBx...",
     .fallback = "",
     .help = "embed the guest in a box of the host with these side lengths; the hardware takes the "
             "position of the box as an input",
     .commands = kHardware},
    {.name = "--base",
     .type = ValueType::kCoordinates,
     .form = "X,Y,...",
     .fallback = "",
     .help = "with --partition: the corner of the box with the smallest coordinates (0,...,0)",
     .commands = kSimulateBit},

    {.name = "--flit-width",
     .type = ValueType::kWhole,
     .form = "BITS",
     .fallback = "32",
     .help = "payload bits of a flit, a multiple of 8",
     .commands = kHardware,
     .low = kLeastFlitWidth,
     .high = kMostFlitWidth,
     .multiple = kLeastFlitWidth},
    {.name = "--buffer-depth",
     .type = ValueType::kWhole,
     .form = "FLITS",
     .fallback = "4",
     .help = "buffer of each input port and virtual channel",
     .commands = kHardware,
     .low = kLeastBufferDepth,
     .high = kMostBufferDepth},
    {.name = "--ports",
     .type = ValueType::kChoice,
     .form = "one|all",
     .fallback = "one",
     .help = "local ports of a node: one, or one for each link",
     .commands = kHardware | kScheduling},
    {.name = "--arbiter",
     .type = ValueType::kChoice,
     .form = "round-robin|through-first",
     .fallback = "through-first",
     .help = "how an output chooses between packets: in turn, or with priority to through traffic",
     .commands = kHardware},
    {.name = "--address",
     .type = ValueType::kChoice,
     .form = "physical|logical",
     .fallback = "",
     .help = "what tdest and tuser hold (logical if an embedding is given, else physical)",
     .commands = kHardware},
    {.name = "--atu-stages",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "0",
     .help = "registers in the address units: the answer comes N cycles after the question; with "
             "--address physical",
     .commands = kGenerateBit,
     .low = 0,
     .high = kMostAtuStages},
    {.name = "--translation",
     .type = ValueType::kChoice,
     .form = "computed|exchanged",
     .fallback = "",
     .help = "give each node a table of where its guest neighbours are: each node computes its "
             "own, or the nodes tell each other over their links",
     .commands = kGenerateBit},
    {.name = "--name",
     .type = ValueType::kText,
     .form = "NAME",
     .fallback = "toroid",
     .help = "prefix of every module",
     .commands = kHardware},
    {.name = "--relay",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "a message to a guest neighbour whose route bends takes a store-and-forward turn at "
             "the bend, so that the messages of a permutation set never meet; needs --ports all",
     .commands = kHardware},
    {.name = "--out",
     .type = ValueType::kText,
     .form = "DIR",
     .fallback = "",
     .help = "the folder to write",
     .commands = kGenerateBit,
     .required_by = kGenerateBit},

    {.name = "--traffic",
     .type = ValueType::kChoice,
     .form = "",  // the names of all traffic
     .fallback = "",
     .help = "what the nodes send",
     .commands = kSimulateBit,
     .required_by = kSimulateBit},
    {.name = "--elements",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "256",
     .help = "elements of a message before pipelining; of a process for fft (points), bitonic-sort "
             "(keys), all-reduce, all-gather and reduce-scatter",
     .commands = kSimulateBit | kCostBit,
     .high = kMostElements},
    {.name = "--pipelining",
     .type = ValueType::kWhole,
     .form = "Q",
     .fallback = "8",
     .help = "pipelining degree; divides the elements of a message; cost computes every divisor "
             "without it",
     .commands = kSimulateBit | kCostBit,
     .high = kMostElements,
     .without_fallback = kCostBit},
    {.name = "--barrier-cycles",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "0",
     .help = "cost of the barrier after each iteration",
     .commands = kSimulateBit | kCostBit,
     .low = 0,
     .high = kMostBarrierCycles},
    {.name = "--startup",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "0",
     .help = "cost of each step besides its flits (alpha), decimals allowed",
     .commands = kCostBit},
    {.name = "--per-flit",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "1",
     .help = "cost of each flit of a step's messages (beta), decimals allowed",
     .commands = kCostBit},
    {.name = "--method",
     .type = ValueType::kChoice,
     .form = "cc-cube|direct|ring|binary|phases|doubling|bucket|halving|swing|auto",
     .fallback = "",
     .help = "how data travel. complete-exchange: over the cube, pipelined and scheduled (cc-cube, "
             "the default); straight to their destinations, all at once (direct) or one distance a "
             "round (ring); over the cube, highest dimension first (binary); between host nodes, "
             "each as early as its links "
             "are free (phases). all-reduce, "
             "all-gather: over the cube (doubling, the default). These and reduce-scatter: between "
             "host neighbours, on all axes and in all directions at once (bucket); with partners "
             "twice as far in each stage (halving), or as Swing chooses them (swing); by whichever "
             "takes least (auto)",
     .commands = kSimulateBit},
    {.name = "--block-flits",
     .type = ValueType::kWhole,
     .form = "B",
     .fallback = "4",
     .help = "flits of the block that each process sends to each other process",
     .commands = kSimulateBit,
     .high = kMostFlits},
    {.name = "--task",
     .type = ValueType::kTask,
     .form = "i,M",
     .fallback = "",
     .help = "every node sends one message in each of the cube dimensions i to i+M-1",
     .commands = kOfATask,
     .required_by = kScheduleBit},
    {.name = "--message-flits",
     .type = ValueType::kWhole,
     .form = "L",
     .fallback = "1",
     .help = "flits of each message of a task or a set",
     .commands = kOfATask,
     .high = kMostFlits},
    {.name = "--sets",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "4",
     .help = "how many sets of messages between guest neighbours are sent, one after another",
     .commands = kSimulateBit,
     .high = kMostSets},
    {.name = "--schedule",
     .type = ValueType::kChoice,
     .form = "none|calmant|offset|stream|exact|list",
     .fallback = "none",
     .help = "when each message is sent: all at once (none); in lockstep steps (calmant on meshes; "
             "offset on xor tori too; exact: the fewest steps possible, one port); or as early as "
             "its links and ports permit (stream, by formula; list, any messages on any host). "
             "generate: nodes get a schedule unit that computes it",
     .commands = kScheduling | kGenerateBit,
     .required_by = kScheduleBit | kCostBit,
     .narrower = {{{kCheckBit, "calmant|offset|stream|exact|list"},
                   {kGenerateBit | kCostBit, "calmant|offset|stream"}}}},
    {.name = "--steps",
     .type = ValueType::kWhole,
     .form = "P",
     .fallback = "",
     .help = "schedule exact: at most this many steps, instead of the lower bound",
     .commands = kTasks,
     .high = kMostSteps},
    {.name = "--time-limit",
     .type = ValueType::kWhole,
     .form = "SECONDS",
     .fallback = "60",
     .help = "schedule exact: how long the solver may search for each task's schedule; 0: use "
             "formulas and stored tables only",
     .commands = kTasks,
     .low = 0,
     .high = kMostSeconds},
    {.name = "--schedule-unit",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "the hardware sends when its own schedule units say so, not when the computed "
             "schedule does",
     .commands = kSimulateBit},
    {.name = "--no-baseline",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "leave out the comparisons with schedule none and with other methods",
     .commands = kSimulateBit},
    {.name = "--rate",
     .type = ValueType::kProbability,
     .form = "R",
     .fallback = "0.1",
     .help = "flits offered per node and cycle, 0 to 1",
     .commands = kSimulateBit},
    {.name = "--packet-flits",
     .type = ValueType::kWhole,
     .form = "FLITS",
     .fallback = "1",
     .help = "flits of a packet",
     .commands = kSimulateBit,
     .high = kMostFlits},
    {.name = "--refused",
     .type = ValueType::kProbability,
     .form = "SHARE",
     .fallback = "0",
     .help = "share of packets that the network must refuse: addressed to their own node or to no "
             "node, offered to the wrong injector, or sent by a guest node that is not on the node",
     .commands = kSimulateBit},
    {.name = "--hotspot",
     .type = ValueType::kProbability,
     .form = "SHARE",
     .fallback = "0.1",
     .help = "share of packets that go to the node in the middle of the host; the others go to any",
     .commands = kSimulateBit},
    {.name = "--cycles",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "1000",
     .help = "cycles of injection, after which the run drains",
     .commands = kSimulateBit,
     .high = kMostCycles},

    {.name = "--sink-ready",
     .type = ValueType::kPositiveProbability,
     .form = "P",
     .fallback = "1",
     .help = "probability that a sink accepts a flit in a cycle",
     .commands = kSimulateBit},
    {.name = "--seed",
     .type = ValueType::kWhole,
     .form = "S",
     .fallback = "1",
     .help = "seed of all random choices",
     .commands = kSimulateBit,
     .low = 0},
    {.name = "--engine",
     .type = ValueType::kChoice,
     .form = "both|rtl|model",
     .fallback = "both",
     .help = "the hardware, the reference model, or both compared cycle by cycle",
     .commands = kSimulateBit},
    {.name = "--rtl",
     .type = ValueType::kChoice,
     .form = "auto|nodes|flat|lanes",
     .fallback = "auto",
     .help =
         "compile one node and use it for every position (nodes), or the emitted top (flat), or "
         "one node's netlist for all nodes at once (lanes); auto: nodes or lanes, whichever "
         "should end first",
     .commands = kSimulateBit},
    {.name = "--wave",
     .type = ValueType::kText,
     .form = "FILE.fst",
     .fallback = "",
     .help = "write the hardware's waveforms; simulates the whole top (--rtl flat)",
     .commands = kSimulateBit},
    {.name = "--watchdog",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "10000",
     .help = "give up after this many cycles without an event",
     .commands = kSimulateBit,
     .high = kMostCycles},
    {.name = "--no-idle-skip",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "evaluate every node in every cycle, idle nodes too",
     .commands = kSimulateBit},

    {.name = "--no-dateline",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "assume a single virtual channel on wrapping axes too, to see the cycle that the "
             "second one breaks",
     .commands = kCheckBit},

    {.name = "--format",
     .type = ValueType::kChoice,
     .form = "text|json|csv",
     .fallback = "text",
     .help = "format of standard output",
     .commands = kEveryCommand,
     .narrower = {{{kSimulateBit, "text|json"}}}},
    {.name = "--quiet",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "no progress on standard error, errors only",
     .commands = kEveryCommand},
    {.name = "--config",
     .type = ValueType::kText,
     .form = "FILE.toml",
     .fallback = "",
     .help = "read options from a file, names without dashes; the command line wins, and options "
             "of other commands are ignored",
     .commands = kEveryCommand,
     .only_typed = true},
    {.name = "--help",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "show this",
     .commands = kEveryCommand,
     .only_typed = true},
});

constexpr std::array kCommands = {Command::kMap,      Command::kSchedule, Command::kGenerate,
                                  Command::kSimulate, Command::kCheck,    Command::kCost};
// "uniform|neighbor": the names of all traffic.
std::string TrafficForm() {
  std::string form;
  for (const TrafficRequest& traffic : AllTraffics())
    form += (form.empty() ? "" : "|") + std::string(NameOf(traffic));
  return form;
}

}  // namespace

std::span<const Option> AllOptions() {
  static const std::string traffics = TrafficForm();
  static const auto options = [] {
    auto all = kOptions;
    std::ranges::find(all, "--traffic", &Option::name)->form = traffics;
    return all;
  }();
  return options;
}

const Option* FindOption(std::string_view name) {
  const auto found = std::ranges::find(AllOptions(), name, &Option::name);
  return found == AllOptions().end() ? nullptr : &*found;
}

std::string_view FormFor(Command command, const Option& option) {
  for (const NarrowerForm& narrower : option.narrower) {
    if ((narrower.commands & Bit(command)) != 0) return narrower.form;
  }
  return option.form;
}

std::vector<std::string_view> ChoicesOf(std::string_view form) {
  std::vector<std::string_view> choices;
  while (true) {
    const auto bar = form.find('|');
    choices.push_back(form.substr(0, bar));
    if (bar == std::string_view::npos) return choices;
    form.remove_prefix(bar + 1);
  }
}

std::span<const Command> AllCommands() { return kCommands; }

std::string CommandNames(CommandSet commands) {
  std::string names;
  for (const Command command : kCommands) {
    if ((commands & Bit(command)) != 0)
      names += (names.empty() ? "" : ", ") + std::string(ToString(command));
  }
  return names;
}

}  // namespace toroid
