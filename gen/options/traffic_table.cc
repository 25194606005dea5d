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
     .type = ValueType::kChoice,  // of the names of all traffic, which AllOptions fills in
     .help = "what the nodes send",
     .says = {{{kGenerateBit,
                "the set of messages for which nodes get tables; needs --router scheduled and "
                "--schedule list"}}},
     .topic = Topic::kData,
     .common = kPatterns,
     .commands = kPatterns | kGenerateBit,
     .required_by = kPatterns,
     .lists = kSweepBit},
    {.name = "--elements",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "256",
     .help = "elements of each message, before it is cut into packets",
     .says = {{{kSimulateBit,
                "elements of each message, before it is cut into packets; of each process for fft "
                "(points), bitonic-sort (keys), all-reduce, all-gather and reduce-scatter"}}},
     .topic = Topic::kData,
     .common = kSimulateBit | kCostBit | kChooseBit,
     .commands = kSimulateBit | kCostBit | kGenerateBit | kChooseBit,
     .high = kMostElements},
    {.name = "--pipelining",
     .type = ValueType::kWhole,
     .form = "Q",
     .fallback = "8",
     .help = "packets that each message is cut into (the pipelining degree); for algorithms with "
             "data a divisor of --elements",
     .says = {{{kCostBit,
                "packets that each message is cut into (the pipelining degree); the default is to "
                "compute every divisor of --elements"},
               {kGenerateBit,
                "give nodes schedule units for all iterations of a pipelined program on a "
                "hypercube (CC-cube), whose messages are cut into this many packets"}}},
     .topic = Topic::kScheduling,
     .common = kCostBit,
     .commands = kSimulateBit | kCostBit | kGenerateBit,
     .high = kMostElements,
     .without_fallback = kCostBit | kGenerateBit},
    {.name = "--barrier",
     .type = ValueType::kChoice,
     .form = "assumed|hardware",
     .fallback = "assumed",
     .help = "what keeps iterations apart: a delay of --barrier-cycles (assumed), or a barrier in "
             "the nodes, whose cycles follow from the host (hardware); hardware needs --router "
             "scheduled",
     .says = {{{kGenerateBit | kCheckBit,
                "what keeps iterations apart: nothing in the nodes (assumed) or a barrier in them "
                "(hardware); hardware needs --router scheduled"}}},
     .topic = Topic::kScheduling,
     .commands = kHardware | kCheckBit | kCostBit},
    {.name = "--barrier-cycles",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "0",
     .help = "cycles of the barrier after each iteration",
     .topic = Topic::kScheduling,
     .common = kCostBit,
     .commands = kSimulateBit | kCostBit,
     .low = 0,
     .high = kMostBarrierCycles},
    {.name = "--startup",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "0",
     .help = "cycles of each step besides those of its flits (alpha), decimals allowed",
     .says = {{{kSimulateBit, "whole cycles that a source idles before each message"}}},
     .topic = Topic::kScheduling,
     .common = kCostBit | kChooseBit,
     .commands = kSimulateBit | kCostBit | kChooseBit},
    {.name = "--per-flit",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "1",
     .help = "cycles of each flit of a step's messages (beta), decimals allowed",
     .topic = Topic::kScheduling,
     .common = kCostBit | kChooseBit,
     .commands = kCostBit | kChooseBit},
    {.name = "--by-block",
     .type = ValueType::kFlag,
     .help = "compare block sizes instead of one message length: for a complete exchange with "
             "blocks of 1, 2, 4, ... flits, the best pipelining, the speed-up over none and the "
             "share of barriers",
     .topic = Topic::kScheduling,
     .common = kCostBit,
     .commands = kCostBit},
    {.name = "--release",
     .type = ValueType::kChoice,
     .form = "cycle|order|exchange",
     .fallback = "cycle",
     .help = "when a node sends a scheduled message: in its cycle (cycle); after the one "
             "before it at that source (order); after the node has sent and received all that come "
             "before it (exchange). With order and exchange messages may meet",
     .topic = Topic::kScheduling,
     .commands = kSimulateBit},
    {.name = "--method",
     .type = ValueType::kChoice,
     .form =
         "cc-cube|direct|ring|binary|phases|doubling|bucket|halving|swing|whole|forest|trees|lines|"
         "bine|auto",
     .help = "how a collective operation moves data. complete-exchange: along the cube, pipelined "
             "and scheduled (cc-cube, the default) or highest dimension first (binary); straight "
             "to the destinations, all at once (direct) or one distance a round (ring); between "
             "host nodes, each block as early as its links are free (phases) or axis by axis "
             "(lines). all-reduce, all-gather: along the cube (doubling, the default). These and "
             "reduce-scatter: between host neighbours, on all axes and in all directions at once "
             "(bucket); with partners twice as far in each stage (halving), or as Swing chooses "
             "them (swing). all-reduce also: whole vectors between such partners (whole), or up "
             "and down many trees on meshes (forest). broadcast, reduce, gather, scatter-blocks: "
             "along trees of links (trees), axis by axis (lines), or along Bine trees (bine). "
             "auto: the fastest method between host nodes",
     .topic = Topic::kData,
     .commands = kSimulateBit},
    {.name = "--root",
     .type = ValueType::kWhole,
     .form = "NODE",
     .fallback = "0",
     .help = "the host node that sends a broadcast or scatter, or receives a reduce or gather",
     .topic = Topic::kData,
     .commands = kSimulateBit | kCostBit,
     .low = 0,
     .high = kMostElements - 1},
    {.name = "--collective",
     .type = ValueType::kChoice,
     .form = "reduce-scatter|all-gather|all-reduce|broadcast|reduce|gather|scatter|"
             "complete-exchange",
     .help = "compare the methods of this operation among all nodes of the host, without a guest: "
             "for vectors or blocks of --elements flits, or from 1 to 2^24 flits if --elements is "
             "not given",
     .topic = Topic::kData,
     .common = kCostBit,
     .commands = kCostBit},
    {.name = "--block-flits",
     .type = ValueType::kWhole,
     .form = "B",
     .fallback = "4",
     .help = "flits of the block that each process sends to each other process",
     .topic = Topic::kData,
     .commands = kSimulateBit,
     .high = kMostFlits},
    {.name = "--task",
     .type = ValueType::kTask,
     .form = "i,M",
     .help = "one message from every node in each of the cube dimensions i to i+M-1",
     .topic = Topic::kScheduling,
     .common = kScheduleBit | kCheckBit,
     .commands = kTasks,
     .required_by = kScheduleBit},
    {.name = "--message-flits",
     .type = ValueType::kWhole,
     .form = "L",
     .fallback = "1",
     .help = "flits of each message of a task or a set",
     .topic = Topic::kScheduling,
     .common = kScheduleBit | kCheckBit,
     .commands = kTasks,
     .high = kMostFlits},
    {.name = "--sets",
     .type = ValueType::kWhole,
     .form = "N",
     .fallback = "4",
     .help = "how many sets of messages between guest neighbours are sent, one after another",
     .topic = Topic::kData,
     .commands = kSimulateBit,
     .high = kMostSets},
    {.name = "--split",
     .type = ValueType::kChoice,
     .form = "none|permutation|scatter",
     .fallback = "none",
     .help = "send each set as the fewest subsets, one after another: in a subset each host node "
             "sends and receives at most one message (permutation), or sends at most one message "
             "to each other host node (scatter). This usually takes longer",
     .topic = Topic::kData,
     .commands = kSimulateBit},
    {.name = "--schedule",
     .type = ValueType::kChoice,
     .form = "none|calmant|offset|stream|exact|list",
     .fallback = "none",
     .help = "when each message is sent: in lockstep steps (calmant on meshes; offset on xor tori "
             "too; exact in the fewest steps, with one port); or as early as links and ports "
             "permit (stream by formula; list for any messages on any host). Without a schedule "
             "(none) all are sent at once",
     .says = {{{kGenerateBit,
                "schedule units, which compute when each message is sent: in lockstep steps "
                "(calmant on meshes; offset on xor tori too; exact in the fewest steps, with one "
                "port); or as early as links and ports permit (stream by formula; list for any "
                "messages on any host). exact and list are tables in the nodes and need --router "
                "scheduled"},
               {kCostBit,
                "when each message is sent: in lockstep steps (calmant on meshes; offset on xor "
                "tori too), or as early as links and ports permit (stream)"}}},
     .topic = Topic::kScheduling,
     .common = kTasks | kCostBit,
     .commands = kScheduling,
     .required_by = kScheduleBit | kCostBit,
     .narrower = {{{kCheckBit | kGenerateBit, "calmant|offset|stream|exact|list"},
                   {kCostBit, "calmant|offset|stream"}}}},
    {.name = "--steps",
     .type = ValueType::kWhole,
     .form = "P",
     .help = "at most this many steps for --schedule exact, instead of the lower bound",
     .topic = Topic::kScheduling,
     .commands = kTasks,
     .high = kMostSteps},
    {.name = "--time-limit",
     .type = ValueType::kWhole,
     .form = "SECONDS",
     .fallback = "60",
     .help = "seconds of search for each schedule with --schedule exact; 0: use formulas and "
             "stored tables only",
     .topic = Topic::kScheduling,
     .commands = kTasks,
     .low = 0,
     .high = kMostSeconds},
    {.name = "--schedule-units",
     .type = ValueType::kChoice,
     .form = "send|check",
     .help = "use the schedule units of the nodes: they say when to send, instead of the computed "
             "schedule (send), and with --router scheduled also check arrivals (check)",
     .says = {{{kGenerateBit,
                "what schedule units do: say when to send (send), and with --router scheduled also "
                "check arrivals (check)"}}},
     .topic = Topic::kScheduling,
     .commands = kHardware,
     .own = {{{kGenerateBit, "send"}}}},
    {.name = "--load",
     .type = ValueType::kLoads,
     .form = "words|tables|address-units|images=FILE",
     .help = "what a host broadcasts to the nodes over a tree, a comma between two: the tables of "
             "--schedule list or exact, the parameters of address units, words for the user's own "
             "logic, or the words in the files that FILE lists by node",
     .says = {{{kSimulateBit | kCheckBit,
                "what a host broadcasts to the nodes over a tree, a comma between two: the tables "
                "of --schedule list or exact, the parameters of address units"}}},
     .topic = Topic::kLoading,
     .commands = kHardware | kCheckBit,
     .narrower = {{{kSimulateBit, "tables|address-units"},
                   {kCheckBit, "words|tables|address-units"}}}},
    {.name = "--no-baseline",
     .type = ValueType::kFlag,
     .help = "skip the comparisons with unscheduled messages and with other methods",
     .topic = Topic::kScheduling,
     .commands = kSimulateBit,
     .only_omits = true},
    {.name = "--trace",
     .type = ValueType::kText,
     .form = "FILE",
     .help = "the file of messages to send: a table (.csv) or GOAL (.goal)",
     .topic = Topic::kData,
     .commands = kSimulateBit},
    {.name = "--calc-factor",
     .type = ValueType::kCycles,
     .form = "CYCLES",
     .fallback = "1",
     .help = "cycles of a unit of calc in GOAL, decimals allowed",
     .topic = Topic::kData,
     .commands = kSimulateBit},
    {.name = "--rate",
     .type = ValueType::kProbability,
     .form = "R",
     .fallback = "0.1",
     .help = "flits that each node offers per cycle, 0 to 1",
     .topic = Topic::kPatterns,
     .common = kPatterns,
     .commands = kPatterns,
     .lists = kSweepBit,
     .own = {{{kSweepBit, "0.05:1:0.05"}}}},
    {.name = "--packet-flits",
     .type = ValueType::kWhole,
     .form = "FLITS",
     .fallback = "1",
     .help = "flits of each packet",
     .topic = Topic::kPatterns,
     .commands = kPatterns,
     .high = kMostFlits,
     .lists = kSweepBit},
    {.name = "--burst",
     .type = ValueType::kWhole,
     .form = "PACKETS",
     .help = "packets of a burst on average: a node sends them back to back, with gaps that keep "
             "the rate",
     .topic = Topic::kPatterns,
     .commands = kPatterns,
     .high = kMostBurst,
     .lists = kSweepBit},
    {.name = "--refused",
     .type = ValueType::kProbability,
     .form = "SHARE",
     .fallback = "0",
     .help = "share of packets that the network must refuse: addressed to their own node or to no "
             "node, offered to the wrong injector, or sent by a guest node that is not on the node",
     .topic = Topic::kPatterns,
     .commands = kSimulateBit},
    {.name = "--hotspot",
     .type = ValueType::kProbability,
     .form = "SHARE",
     .fallback = "0.1",
     .help = "share of packets to the node in the middle of the host; the others go to any node",
     .topic = Topic::kPatterns,
     .commands = kPatterns},
    {.name = "--cycles",
     .type = ValueType::kWhole,
     .form = "CYCLES",
     .fallback = "1000",
     .help = "cycles of injection, after which the run drains",
     .says = {{{kSweepBit, "cycles of measurement, at most"}}},
     .topic = Topic::kPatterns,
     .common = kSweepBit,
     .commands = kPatterns,
     .high = kMostCycles,
     .own = {{{kSweepBit, "20000"}}}},
});

}  // namespace

std::span<const Option> TrafficTable() { return kTrafficOptions; }

}  // namespace toroid
