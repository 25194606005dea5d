// One entry for each option, in the order of help. Limits are those of what is kept in memory or
// counted in 64 bits; where a limit follows from hardware, it is the plan's (gen/plan/plan.h).
#include "gen/spec/options.h"

#include <algorithm>
#include <array>

#include "gen/gray/plan.h"
#include "gen/support/team.h"

namespace toroid {
namespace {

constexpr CommandSet kMapBit = Bit(Command::kMap);
constexpr CommandSet kScheduleBit = Bit(Command::kSchedule);
constexpr CommandSet kGenerateBit = Bit(Command::kGenerate);
constexpr CommandSet kSimulateBit = Bit(Command::kSimulate);
constexpr CommandSet kCheckBit = Bit(Command::kCheck);
constexpr CommandSet kCostBit = Bit(Command::kCost);
constexpr CommandSet kSweepBit = Bit(Command::kSweep);
constexpr CommandSet kAllButSweep =
    kMapBit | kScheduleBit | kGenerateBit | kSimulateBit | kCheckBit | kCostBit;
constexpr CommandSet kNetworkCommands = kAllButSweep | kSweepBit;
constexpr CommandSet kInitBit = Bit(Command::kInit);
constexpr CommandSet kCompareBit = Bit(Command::kCompare);
constexpr CommandSet kReportBit = Bit(Command::kReport);
constexpr CommandSet kChooseBit = Bit(Command::kChoose);
constexpr CommandSet kDoctorBit = Bit(Command::kDoctor);
constexpr CommandSet kEveryCommand =
    kNetworkCommands | kInitBit | kCompareBit | kReportBit | kChooseBit | kDoctorBit;
constexpr CommandSet kHardware = kGenerateBit | kSimulateBit;
constexpr CommandSet kPatterns = kSimulateBit | kSweepBit;
constexpr CommandSet kTasks = kScheduleBit | kSimulateBit | kCheckBit | kGenerateBit;
constexpr CommandSet kScheduling = kTasks | kCostBit;

constexpr std::int64_t kMostFlits = 1 << 16;
constexpr std::int64_t kMostElements = 1 << 24;
constexpr std::int64_t kMostCycles = 1'000'000'000'000;
constexpr std::int64_t kMostBarrierCycles = 1'000'000;
constexpr std::int64_t kMostBurst = 1'000'000;
constexpr std::int64_t kMostSets = 1 << 16;
constexpr std::int64_t kMostSteps = 1 << 20;
constexpr std::int64_t kMostSeconds = 1'000'000;
constexpr std::int64_t kMostBatches = 1000;
constexpr std::int64_t kMostJobs = 256;

constexpr auto kOptions = std::to_array<Option>({
    {.name = "--host",
     .type = ValueType::kGraph,
     .form = "GRAPH",
     .fallback = "",
     .help = "the network that is built",
     .commands = kNetworkCommands,
     .required_by = kNetworkCommands,
     .lists = kSweepBit},
    {.name = "--guest",
     .type = ValueType::kGraph,
     .form = "GRAPH",
     .fallback = "",
     .help = "the program's communication graph",
     .commands = kAllButSweep | kChooseBit,
     .required_by = kMapBit | kScheduleBit | kCostBit | kChooseBit},
    {.name = "--nodes",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "",
     .help = "nodes of the networks to choose from",
     .commands = kChooseBit,
     .required_by = kChooseBit,
     .low = 2,
     .high = ChoiceRequest::kMostNodes},
    {.name = "--by",
     .type = ValueType::kChoice,
     .form = "cycles|cost|dilation",
     .fallback = "cycles",
     .help = "what the best has least of: cycles on toroid's router, cost on the machine of "
             "--startup and --per-flit, or dilation",
     .commands = kChooseBit},
    {.name = "--embedding",
     .type = ValueType::kChoice,
     .form = "identity|standard|xor|by-weight|tao|gray",
     .fallback = "",
     .help = "which host node holds which guest node; goes with --guest",
     .commands = kAllButSweep,
     .required_by = kMapBit | kScheduleBit | kCostBit},
    {.name = "--bit-order",
     .type = ValueType::kChoice,
     .form = "block|cyclic",
     .fallback = "",
     .help = "how the bits of a hypercube guest are dealt to the axes (cyclic if something is "
             "scheduled, else block)",
     .commands = kAllButSweep},
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
     .commands = kHardware | kSweepBit,
     .low = kLeastFlitWidth,
     .high = kMostFlitWidth,
     .multiple = kLeastFlitWidth},
    {.name = "--buffer-depth",
     .type = ValueType::kWhole,
     .form = "FLITS",
     .fallback = "4",
     .help = "buffer of each input port and virtual channel",
     .commands = kHardware | kSweepBit,
     .low = kLeastBufferDepth,
     .high = kMostBufferDepth,
     .lists = kSweepBit},
    {.name = "--ports",
     .type = ValueType::kChoice,
     .form = "one|all",
     .fallback = "one",
     .help = "local ports of a node: one, or one for each link",
     .commands = kHardware | kScheduling | kSweepBit | kChooseBit,
     .lists = kSweepBit},
    {.name = "--router",
     .type = ValueType::kChoice,
     .form = "buffered|scheduled",
     .fallback = "buffered",
     .help = "what a node does with flits that meet: keep them in buffers, or, where a schedule "
             "sees to it that none meet, nothing",
     .commands = kHardware | kCheckBit | kCostBit},
    {.name = "--arbiter",
     .type = ValueType::kChoice,
     .form = "round-robin|through-first",
     .fallback = "through-first",
     .help = "how an output chooses between packets: in turn, or with priority to through traffic",
     .commands = kHardware | kSweepBit,
     .lists = kSweepBit},
    {.name = "--storage",
     .type = ValueType::kChoice,
     .form = "registers|lutram",
     .fallback = "",
     .help = "what the flits of input buffers wait in: flip-flops, or distributed memory (lutram "
             "if the target has it, else registers); the cycles are the same",
     .commands = kHardware},
    {.name = "--target",
     .type = ValueType::kChoice,
     .form = "generic|ice40|ecp5|xilinx",
     .fallback = "generic",
     .help = "family of FPGAs that the network is for; decides --storage",
     .commands = kHardware},
    {.name = "--classes",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "1",
     .help =
         "message classes: the wrap holds a network for each, so that one class never waits for "
         "another, such as replies for requests",
     .commands = kGenerateBit,
     .low = 1,
     .high = kMostClasses},
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
     .help = "the folder to write; init: the file, which must not be there yet; report: the page",
     .commands = kGenerateBit | kInitBit | kReportBit,
     .required_by = kGenerateBit,
     .narrower = {{{kInitBit, "FILE.toml"}, {kReportBit, "FILE.html"}}},
     .own = {{{kInitBit, "network.toml"}, {kReportBit, "report.html"}}}},
    {.name = "--tolerance",
     .type = ValueType::kProbability,
     .form = "R",
     .fallback = "0",
     .help = "the share by which a number may be worse than before: 0.05 is 5 %",
     .commands = kCompareBit},

    {.name = "--traffic",
     .type = ValueType::kChoice,
     .form = "",  // the names of all traffic
     .fallback = "",
     .help = "what the nodes send; generate: with --router scheduled and --schedule list, the set "
             "of messages that nodes get a table for",
     .commands = kPatterns | kGenerateBit,
     .required_by = kPatterns,
     .lists = kSweepBit},
    {.name = "--elements",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "256",
     .help = "elements of a message before pipelining; of a process for fft (points), bitonic-sort "
             "(keys), all-reduce, all-gather and reduce-scatter",
     .commands = kSimulateBit | kCostBit | kGenerateBit | kChooseBit,
     .high = kMostElements},
    {.name = "--pipelining",
     .type = ValueType::kWhole,
     .form = "Q",
     .fallback = "8",
     .help = "pipelining degree; divides the elements of a message; cost computes every divisor "
             "without it; generate: nodes get a schedule unit for all iterations of the CC-cube",
     .commands = kSimulateBit | kCostBit | kGenerateBit,
     .high = kMostElements,
     .without_fallback = kCostBit | kGenerateBit},
    {.name = "--barrier",
     .type = ValueType::kChoice,
     .form = "assumed|hardware",
     .fallback = "assumed",
     .help = "what keeps iterations apart: --barrier-cycles, or with --router scheduled a barrier "
             "that the nodes have, whose cycles follow from the host",
     .commands = kHardware | kCheckBit | kCostBit},
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
     .commands = kCostBit | kChooseBit},
    {.name = "--per-flit",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "1",
     .help = "cost of each flit of a step's messages (beta), decimals allowed",
     .commands = kCostBit | kChooseBit},
    {.name = "--method",
     .type = ValueType::kChoice,
     .form =
         "cc-cube|direct|ring|binary|phases|doubling|bucket|halving|swing|whole|forest|trees|lines|"
         "bine|auto",
     .fallback = "",
     .help = "how data travel. complete-exchange: over the cube, pipelined and scheduled (cc-cube, "
             "the default); straight to their destinations, all at once (direct) or one distance a "
             "round (ring); over the cube, highest dimension first (binary); between host nodes, "
             "each as early as its links "
             "are free (phases). all-reduce, "
             "all-gather: over the cube (doubling, the default). These and reduce-scatter: between "
             "host neighbours, on all axes and in all directions at once (bucket); with partners "
             "twice as far in each stage (halving), or as Swing chooses them (swing). "
             "all-reduce also: whole vectors between such partners (whole), on meshes up and down "
             "many trees (forest). broadcast, reduce, gather, scatter-blocks: along trees of links "
             "(trees), axis by axis (lines), along Bine trees (bine). All between host nodes: by "
             "whichever takes least (auto)",
     .commands = kSimulateBit},
    {.name = "--root",
     .type = ValueType::kWhole,
     .form = "NODE",
     .fallback = "0",
     .help =
         "the host node that has the data of a broadcast or scatter, or gets those of a reduce or "
         "gather",
     .commands = kSimulateBit | kCostBit,
     .low = 0,
     .high = kMostElements - 1},
    {.name = "--collective",
     .type = ValueType::kChoice,
     .form = "reduce-scatter|all-gather|all-reduce|broadcast|reduce|gather|scatter",
     .fallback = "",
     .help =
         "compare the methods of this operation among all nodes of the host, which needs no guest: "
         "for vectors (all-gather: blocks) of --elements flits, without it from 1 to 2^24",
     .commands = kCostBit},
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
     .commands = kTasks,
     .required_by = kScheduleBit},
    {.name = "--message-flits",
     .type = ValueType::kWhole,
     .form = "L",
     .fallback = "1",
     .help = "flits of each message of a task or a set",
     .commands = kTasks,
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
             "generate: nodes get a schedule unit that computes it, or, of exact and list with "
             "--router scheduled, a table",
     .commands = kScheduling,
     .required_by = kScheduleBit | kCostBit,
     .narrower = {{{kCheckBit | kGenerateBit, "calmant|offset|stream|exact|list"},
                   {kCostBit, "calmant|offset|stream"}}}},
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
    {.name = "--check-arrivals",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "with --router scheduled and schedule units: nodes also check when messages arrive",
     .commands = kHardware},
    {.name = "--tables",
     .type = ValueType::kChoice,
     .form = "generated|loaded",
     .fallback = "generated",
     .help = "where nodes with --router scheduled and --schedule list or exact have their tables "
             "from: constants, or words that a host broadcasts",
     .commands = kHardware},
    {.name = "--broadcast",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "nodes get a tree over which a host sends them programs and parameters",
     .commands = kGenerateBit},
    {.name = "--no-baseline",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "leave out the comparisons with schedule none and with other methods",
     .commands = kSimulateBit},
    {.name = "--trace",
     .type = ValueType::kText,
     .form = "FILE",
     .fallback = "",
     .help = "the file whose messages are sent: a table (.csv) or GOAL (.goal)",
     .commands = kSimulateBit},
    {.name = "--calc-factor",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "1",
     .help = "what a unit of GOAL's calc takes, decimals allowed",
     .commands = kSimulateBit},
    {.name = "--rate",
     .type = ValueType::kProbability,
     .form = "R",
     .fallback = "0.1",
     .help = "flits offered per node and cycle, 0 to 1",
     .commands = kPatterns,
     .lists = kSweepBit,
     .own = {{{kSweepBit, "0.05:1:0.05"}}}},
    {.name = "--packet-flits",
     .type = ValueType::kWhole,
     .form = "FLITS",
     .fallback = "1",
     .help = "flits of a packet",
     .commands = kPatterns,
     .high = kMostFlits,
     .lists = kSweepBit},
    {.name = "--burst",
     .type = ValueType::kWhole,
     .form = "PACKETS",
     .fallback = "",
     .help = "nodes send in bursts of so many packets on average, each packet right behind the one "
             "before, with gaps that keep the rate",
     .commands = kPatterns,
     .high = kMostBurst,
     .lists = kSweepBit},
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
     .commands = kPatterns},
    {.name = "--cycles",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "1000",
     .help =
         "cycles of injection, after which the run drains; sweep: cycles of measurement, at most",
     .commands = kPatterns,
     .high = kMostCycles,
     .own = {{{kSweepBit, "20000"}}}},

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
     .commands = kPatterns | kGenerateBit,
     .low = 0,
     .lists = kSweepBit},
    {.name = "--engine",
     .type = ValueType::kChoice,
     .form = "both|rtl|model",
     .fallback = "both",
     .help = "the hardware, the reference model, or both compared cycle by cycle",
     .commands = kPatterns},
    {.name = "--rtl",
     .type = ValueType::kChoice,
     .form = "auto|nodes|flat|lanes",
     .fallback = "auto",
     .help =
         "compile one node and use it for every position (nodes), or the emitted top (flat), or "
         "one node's netlist for all nodes at once (lanes); auto: nodes or lanes, whichever "
         "should end first",
     .commands = kPatterns,
     .narrower = {{{kSweepBit, "auto|nodes|lanes"}}}},
    {.name = "--wave",
     .type = ValueType::kText,
     .form = "FILE.fst",
     .fallback = "",
     .help = "write the hardware's waveforms; simulates the whole top (--rtl flat)",
     .commands = kSimulateBit},
    {.name = "--export",
     .type = ValueType::kText,
     .form = "FILE",
     .fallback = "",
     .help =
         "also write what is sent, as a program for other tools: GOAL (.goal), Chakra, a file for "
         "each rank (.et), or MSCCL of collective operations between host nodes (.xml); files "
         "are read back and checked. Or a space-time picture of such an operation (.svg)",
     .commands = kSimulateBit},
    {.name = "--watchdog",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "10000",
     .help = "give up after this many cycles without an event",
     .commands = kPatterns,
     .high = kMostCycles},
    {.name = "--threads",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "1",
     .help = "threads for the model and for lanes, each with a part of the nodes, 64 or more; the "
             "result is the same",
     .commands = kSimulateBit,
     .high = Team::kMost},
    {.name = "--no-idle-skip",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "evaluate every node in every cycle, idle nodes too",
     .commands = kSimulateBit},

    {.name = "--warmup",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "2000",
     .help = "cycles before the measurement",
     .commands = kSweepBit,
     .low = 0,
     .high = kMostCycles},
    {.name = "--batches",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "20",
     .help = "batches that the measurement is divided into, for its confidence interval; divides "
             "--cycles",
     .commands = kSweepBit,
     .low = 2,
     .high = kMostBatches},
    {.name = "--precision",
     .type = ValueType::kProbability,
     .form = "SHARE",
     .fallback = "0.01",
     .help = "stop measuring, after ten batches at the earliest, once the confidence interval of "
             "the mean latency reaches no further than this share of it to either side; 0: measure "
             "for all --cycles",
     .commands = kSweepBit},
    {.name = "--drain",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "2000",
     .help = "cycles, at most, in which the packets of the measurement may still arrive",
     .commands = kSweepBit,
     .low = 0,
     .high = kMostCycles},
    {.name = "--shortfall",
     .type = ValueType::kProbability,
     .form = "SHARE",
     .fallback = "0.05",
     .help = "a load is saturated if the network accepts less than was offered by more than this "
             "share",
     .commands = kSweepBit},
    {.name = "--latency-limit",
     .type = ValueType::kCycles,
     .form = "MULTIPLE",
     .fallback = "3",
     .help = "a load is saturated if the mean latency is more than so many times that without load",
     .commands = kSweepBit},
    {.name = "--resolution",
     .type = ValueType::kPositiveProbability,
     .form = "LOAD",
     .fallback = "",
     .help = "also search for the load at which each curve saturates, to this distance",
     .commands = kSweepBit},
    {.name = "--jobs",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "1",
     .help = "runs at the same time; the result is the same",
     .commands = kSweepBit,
     .high = kMostJobs},
    {.name = "--shard",
     .type = ValueType::kShard,
     .form = "I/N",
     .fallback = "1/1",
     .help = "do the I-th part of N only; --merge puts the parts' --results together",
     .commands = kSweepBit},
    {.name = "--results",
     .type = ValueType::kText,
     .form = "FILE.jsonl",
     .fallback = "",
     .help = "write each run's result as a line; runs that the file has already are not done again",
     .commands = kSweepBit},
    {.name = "--plot",
     .type = ValueType::kText,
     .form = "FILE.svg",
     .fallback = "",
     .help = "draw latency and accepted load over offered load",
     .commands = kSweepBit},
    {.name = "--merge",
     .type = ValueType::kFiles,
     .form = "FILES...",
     .fallback = "",
     .help = "run nothing: read the --results of a sweep's parts, and print the whole",
     .commands = kSweepBit,
     .only_typed = true},

    {.name = "--no-dateline",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "assume a single virtual channel on wrapping axes too, to see the cycle that the "
             "second one breaks",
     .commands = kCheckBit},

    {.name = "--no-netlist",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "of scheduled routers, do not look at the hardware as Yosys synthesises it",
     .commands = kCheckBit},

    {.name = "--report",
     .type = ValueType::kText,
     .form = "FILE.html",
     .fallback = "",
     .help = "also write the result as a page with charts, to be opened in a browser",
     .commands = kMapBit | kScheduleBit | kSimulateBit | kSweepBit | kCostBit},
    {.name = "--format",
     .type = ValueType::kChoice,
     .form = "text|json|csv",
     .fallback = "text",
     .help = "format of standard output",
     .commands = kNetworkCommands | kCompareBit | kChooseBit | kDoctorBit,
     .narrower = {{{kSimulateBit | kCompareBit | kChooseBit | kDoctorBit, "text|json"}}}},
    {.name = "--quiet",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "no progress on standard error, errors only",
     .commands = kNetworkCommands},
    {.name = "--config",
     .type = ValueType::kText,
     .form = "FILE.toml",
     .fallback = "",
     .help = "read options from a file, names without dashes; the command line wins, and options "
             "of other commands are ignored",
     .commands = kNetworkCommands,
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
                                  Command::kSimulate, Command::kSweep,    Command::kCheck,
                                  Command::kCost,     Command::kInit,     Command::kCompare,
                                  Command::kReport,   Command::kChoose,   Command::kDoctor};
// "uniform|neighbor": the names of all traffic, or of one family.
std::string TrafficForm(std::optional<Family> family) {
  std::string form;
  for (const TrafficRequest& traffic : AllTraffics()) {
    if (family && FamilyOf(traffic) != *family) continue;
    form += (form.empty() ? "" : "|") + std::string(NameOf(traffic));
  }
  return form;
}

}  // namespace

std::span<const Option> AllOptions() {
  static const std::string traffics = TrafficForm(std::nullopt);
  static const std::string patterns = TrafficForm(Family::kPattern);
  static const std::string sets = TrafficForm(Family::kSets);
  static const auto options = [] {
    auto all = kOptions;
    Option& traffic = *std::ranges::find(all, "--traffic", &Option::name);
    traffic.form = traffics;
    traffic.narrower = {{{kSweepBit, patterns}, {kGenerateBit, sets}}};
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

std::string_view FallbackFor(Command command, const Option& option) {
  for (const OwnFallback& own : option.own)
    if ((own.commands & Bit(command)) != 0) return own.fallback;
  return option.fallback;
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

std::span<const Command> NetworkCommands() {
  static_assert(kCommands[7] == Command::kInit);
  return std::span(kCommands).first(7);
}

std::string_view OperandsOf(Command command) {
  switch (command) {
    case Command::kCompare: return "OLD.json NEW.json";
    case Command::kReport: return "RESULT.json...";
    default: return "";
  }
}

std::string CommandNames(CommandSet commands) {
  std::string names;
  for (const Command command : kCommands) {
    if ((commands & Bit(command)) != 0)
      names += (names.empty() ? "" : ", ") + std::string(ToString(command));
  }
  return names;
}

}  // namespace toroid
