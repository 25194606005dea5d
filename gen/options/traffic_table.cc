// What the nodes send, and by which schedule.
#include <array>

#include "gen/options/tables.h"
#include "gen/schedule/cost.h"

namespace toroid {
namespace {

constexpr std::int64_t kMostFlits = 1 << 16;
constexpr std::int64_t kMostBarrierCycles = 1'000'000;
constexpr std::int64_t kMostBurst = 1'000'000;
constexpr std::int64_t kMostSets = 1 << 16;
constexpr std::int64_t kMostSteps = 1 << 20;
constexpr std::int64_t kMostSeconds = 1'000'000;

constexpr auto kTrafficOptions = std::to_array<Option>({
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
     .help = "pipelining degree: packets that a message is cut into, for algorithms with data a "
             "divisor of its elements; cost computes every divisor without it; generate: nodes get "
             "a schedule unit for all iterations of the CC-cube",
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
     .help =
         "cost of each step besides its flits (alpha), decimals allowed; simulate: whole cycles "
         "that a source idles before each message",
     .commands = kSimulateBit | kCostBit | kChooseBit},
    {.name = "--per-flit",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "1",
     .help = "cost of each flit of a step's messages (beta), decimals allowed",
     .commands = kCostBit | kChooseBit},
    {.name = "--by-block",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help =
         "instead of one message length: a complete exchange with blocks of 1, 2, 4, ... flits, "
         "for each the best pipelining, the speed-up over none and the share of barriers",
     .commands = kCostBit},
    {.name = "--release",
     .type = ValueType::kChoice,
     .form = "cycle|order|exchange",
     .fallback = "cycle",
     .help = "when a node sends a message of its schedule: in its cycle; when the one before it at "
             "that source has gone (order); when the node has sent and received all that come "
             "before it (exchange). The last two keep no cycles, and messages may meet",
     .commands = kSimulateBit},
    {.name = "--method",
     .type = ValueType::kChoice,
     .form =
         "cc-cube|direct|ring|binary|phases|doubling|bucket|halving|swing|whole|forest|trees|lines|"
         "bine|auto",
     .fallback = "",
     .help = "how data travel. complete-exchange: over the cube, pipelined and scheduled (cc-cube, "
             "the default); straight to their destinations, all at once (direct) or one distance a "
             "round (ring); over the cube, highest dimension first (binary); between host nodes, "
             "each as early as its links are free (phases), or axis by axis, the blocks for a line "
             "together (lines). all-reduce, all-gather: over the cube (doubling, the default). "
             "These and reduce-scatter: between "
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
     .form = "reduce-scatter|all-gather|all-reduce|broadcast|reduce|gather|scatter|"
             "complete-exchange",
     .fallback = "",
     .help =
         "compare the methods of this operation among all nodes of the host, which needs no guest: "
         "for vectors or blocks of --elements flits, without it from 1 to 2^24",
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
    {.name = "--split",
     .type = ValueType::kChoice,
     .form = "none|permutation|scatter",
     .fallback = "none",
     .help = "send each set in the fewest subsets in which a host node sends at most one message "
             "and receives at most one (permutation), or sends at most one to each other host node "
             "(scatter), one subset after another. It usually takes longer",
     .commands = kSimulateBit},
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
    {.name = "--schedule-units",
     .type = ValueType::kChoice,
     .form = "send|check",
     .fallback = "",
     .help =
         "what the nodes' schedule units do: say when to send, instead of the computed schedule; "
         "with --router scheduled also check when messages arrive (check)",
     .commands = kHardware,
     .own = {{{kGenerateBit, "send"}}}},
    {.name = "--load",
     .type = ValueType::kLoads,
     .form = "words|tables|address-units|images=FILE",
     .fallback = "",
     .help = "what a host broadcasts to the nodes, over a tree that they get, instead of its being "
             "constant: the tables of schedule list or exact, what address units compute by "
             "(both: tables,address-units), programs and parameters of the user's own (words), "
             "those that a list of nodes and files names (images=FILE)",
     .commands = kHardware | kCheckBit,
     .narrower = {{{kSimulateBit, "tables|address-units"},
                   {kCheckBit, "words|tables|address-units"}}}},
    {.name = "--no-baseline",
     .type = ValueType::kFlag,
     .form = "",
     .fallback = "",
     .help = "leave out the comparisons with schedule none and with other methods",
     .commands = kSimulateBit,
     .only_omits = true},
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
});

}  // namespace

std::span<const Option> TrafficTable() { return kTrafficOptions; }

}  // namespace toroid
