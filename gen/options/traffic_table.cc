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
constexpr std::int64_t kMostRequests = 1'000'000;
constexpr std::int64_t kMostSteps = 1 << 20;
constexpr std::int64_t kMostSeconds = 1'000'000;

using enum ValueType;

constexpr auto kTrafficOptions = std::to_array<Option>({
    // The names of all traffic, which AllOptions fills in.
    Make("--traffic", kChoice, "", Topic::kData, kPatterns | kGenerateBit, "what the nodes send",
         {.says = {{{kGenerateBit,
                     "the set of messages for which nodes get tables; needs --router scheduled and "
                     "--schedule list"}}},
          .common = kPatterns,
          .required_by = kPatterns,
          .lists = kSweepBit}),
    Make("--elements", kWhole, "N", Topic::kData,
         kSimulateBit | kCostBit | kGenerateBit | kChooseBit | kCheckBit,
         "elements of each message, before it is cut into packets",
         {.fallback = "256",
          .says =
              {{{kSimulateBit,
                 "elements of each message, before it is cut into packets; of each process for fft "
                 "(points), bitonic-sort (keys), all-reduce, all-gather and reduce-scatter"},
                {kCheckBit, "flits of each vector, or block, of a collective operation"}}},
          .common = kSimulateBit | kCostBit | kChooseBit,
          .high = kMostElements}),
    Make("--pipelining", kWhole, "Q", Topic::kScheduling, kSimulateBit | kCostBit | kGenerateBit,
         "packets that each message is cut into (the pipelining degree); for algorithms with "
         "data a divisor of --elements",
         {.fallback = "8",
          .says =
              {{{kCostBit,
                 "packets that each message is cut into (the pipelining degree); the default is to "
                 "compute every divisor of --elements"},
                {kGenerateBit,
                 "give nodes schedule units for all iterations of a pipelined program on a "
                 "hypercube (CC-cube), whose messages are cut into this many packets"}}},
          .common = kCostBit,
          .high = kMostElements,
          .without_fallback = kCostBit | kGenerateBit}),
    Make("--barrier", kChoice, "assumed|hardware", Topic::kScheduling,
         kHardware | kCheckBit | kCostBit,
         "what keeps iterations apart: a delay of --barrier-cycles (assumed), or a barrier in "
         "the nodes, whose cycles follow from the host (hardware)",
         {.fallback = "assumed",
          .says =
              {{{kGenerateBit | kCheckBit,
                 "what keeps iterations apart: nothing in the nodes (assumed) or a barrier in them "
                 "(hardware)"}}}}),
    Make("--barrier-cycles", kWhole, "CYCLES", Topic::kScheduling, kSimulateBit | kCostBit,
         "cycles of the barrier after each iteration",
         {.fallback = "0", .common = kCostBit, .low = 0, .high = kMostBarrierCycles}),
    Make("--startup", kCycles, "CYCLES", Topic::kScheduling, kSimulateBit | kCostBit | kChooseBit,
         "cycles of each step besides those of its flits (alpha), decimals allowed",
         {.fallback = "0",
          .says = {{{kSimulateBit, "whole cycles that a source idles before each message"}}},
          .common = kCostBit | kChooseBit}),
    Make("--per-flit", kCycles, "CYCLES", Topic::kScheduling, kCostBit | kChooseBit,
         "cycles of each flit of a step's messages (beta), decimals allowed",
         {.fallback = "1", .common = kCostBit | kChooseBit}),
    Make("--by-block", kFlag, "", Topic::kScheduling, kCostBit,
         "compare block sizes instead of one message length: for a complete exchange with "
         "blocks of 1, 2, 4, ... flits, the best pipelining, the speed-up over none and the "
         "share of barriers",
         {.common = kCostBit}),
    Make("--release", kChoice, "cycle|order|exchange", Topic::kScheduling, kSimulateBit,
         "when a node sends a scheduled message: in its cycle (cycle); after the one "
         "before it at that source (order); after the node has sent and received all that come "
         "before it (exchange). With order and exchange messages may meet",
         {.fallback = "cycle"}),
    Make("--method", kChoice,
         "cc-cube|direct|ring|binary|phases|doubling|bucket|halving|swing|whole|forest|"
         "trees|lines|"
         "bine|in-network|auto",
         Topic::kData, kSimulateBit,
         "how a collective operation moves data. complete-exchange: along the cube, pipelined "
         "and scheduled (cc-cube, the default) or highest dimension first (binary); straight "
         "to the destinations, all at once (direct) or one distance a round (ring); between "
         "host nodes, each block as early as its links are free (phases) or axis by axis "
         "(lines). all-reduce, all-gather: along the cube (doubling, the default). These and "
         "reduce-scatter: between host neighbours, on all axes and in all directions at once "
         "(bucket); with partners twice as far in each stage (halving), or as Swing chooses "
         "them (swing). all-reduce also: whole vectors between such partners (whole), or up "
         "and down many trees on meshes (forest). All three also: along trees of links that share "
         "none, or all evenly (trees), which dead links and nodes leave. broadcast, reduce, "
         "gather, scatter-blocks: "
         "along trees of links (trees), axis by axis (lines), or along Bine trees (bine). "
         "broadcast, reduce, all-reduce: by routers that copy and add (in-network). trace: for "
         "groups of Chakra files that are a box of the host. auto: the fastest method "
         "between host nodes"),
    Make("--root", kWhole, "NODE", Topic::kData, kHardware | kCostBit | kCheckBit,
         "the host node that sends a broadcast or scatter, or receives a reduce or gather; the "
         "root of --in-network",
         {.fallback = "0", .low = 0, .high = kMostElements - 1}),
    Make(
        "--collective", kChoice,
        "reduce-scatter|all-gather|all-reduce|broadcast|reduce|gather|scatter|"
        "complete-exchange",
        Topic::kData, kCostBit | kCheckBit,
        "compare the methods of this operation among all nodes of the host, without a guest: "
        "for vectors or blocks of --elements flits, or from 1 to 2^24 flits if --elements is "
        "not given",
        {.says = {{{kCheckBit,
                    "prove this operation among all nodes of the host that are alive, on scheduled "
                    "routers: of vectors or blocks of --elements flits, by the fastest method"}}},
         .common = kCostBit}),
    Make("--block-flits", kWhole, "B", Topic::kData, kSimulateBit,
         "flits of the block that each process sends to each other process",
         {.fallback = "4", .high = kMostFlits}),
    Make("--task", kTask, "i,M", Topic::kScheduling, kTasks,
         "one message from every node in each of the cube dimensions i to i+M-1",
         {.common = kScheduleBit | kCheckBit, .required_by = kScheduleBit}),
    Make("--message-flits", kWhole, "L", Topic::kScheduling, kTasks,
         "flits of each message of a task or a set",
         {.fallback = "1", .common = kScheduleBit | kCheckBit, .high = kMostFlits}),
    Make("--sets", kWhole, "N", Topic::kData, kSimulateBit,
         "how many sets of messages between guest neighbours are sent, one after another",
         {.fallback = "4", .high = kMostSets}),
    Make("--split", kChoice, "none|permutation|scatter", Topic::kData, kSimulateBit,
         "send each set as the fewest subsets, one after another: in a subset each host node "
         "sends and receives at most one message (permutation), or sends at most one message "
         "to each other host node (scatter). This usually takes longer",
         {.fallback = "none"}),
    Make("--schedule", kChoice, "none|calmant|offset|stream|exact|list", Topic::kScheduling,
         kScheduling,
         "when each message is sent: in lockstep steps (calmant on meshes; offset on xor tori "
         "too; exact in the fewest steps, with one port); or as early as links and ports "
         "permit (stream by formula; list for any messages on any host). Without a schedule "
         "(none) all are sent at once",
         {.fallback = "none",
          .says =
              {{{kGenerateBit,
                 "schedule units, which compute when each message is sent: in lockstep steps "
                 "(calmant on meshes; offset on xor tori too; exact in the fewest steps, with one "
                 "port); or as early as links and ports permit (stream by formula; list for any "
                 "messages on any host). exact and list are tables in the nodes and need --router "
                 "scheduled"},
                {kCostBit,
                 "when each message is sent: in lockstep steps (calmant on meshes; offset on xor "
                 "tori too), or as early as links and ports permit (stream)"}}},
          .common = kTasks | kCostBit,
          .required_by = kScheduleBit | kCostBit,
          .narrower = {{{kCheckBit | kGenerateBit, "calmant|offset|stream|exact|list"},
                        {kCostBit, "calmant|offset|stream"}}}}),
    Make("--steps", kWhole, "P", Topic::kScheduling, kTasks,
         "at most this many steps for --schedule exact, instead of the lower bound",
         {.high = kMostSteps}),
    Make("--time-limit", kWhole, "SECONDS", Topic::kScheduling, kTasks,
         "seconds of search for each schedule with --schedule exact; 0: use formulas and "
         "stored tables only",
         {.fallback = "60", .low = 0, .high = kMostSeconds}),
    Make("--schedule-units", kChoice, "send|check", Topic::kScheduling, kHardware,
         "use the schedule units of the nodes: they say when to send, instead of the computed "
         "schedule (send), and with --router scheduled also check arrivals (check)",
         {.says = {{{kGenerateBit,
                     "what schedule units do: say when to send (send), and with --router scheduled "
                     "also "
                     "check arrivals (check)"}}},
          .own = {{{kGenerateBit, "send"}}}}),
    Make("--load", kLoads, "words|routes|tables|tree|address-units|images=FILE", Topic::kLoading,
         kHardware | kCheckBit,
         "what a host broadcasts to the nodes over a tree, a comma between two: the tables of "
         "--schedule list or exact, the tree of --in-network, the parameters of address units, "
         "words for the user's own "
         "logic, or the words in the files that FILE lists by node",
         {.says =
              {{{kSimulateBit | kCheckBit,
                 "what a host broadcasts to the nodes over a tree, a comma between two: the tables "
                 "of --schedule list or exact, the tree of --in-network, the parameters of address "
                 "units"}}},
          .narrower = {{{kSimulateBit, "routes|tables|tree|address-units"},
                        {kCheckBit, "words|tables|tree|address-units"}}}}),
    Make("--no-baseline", kFlag, "", Topic::kScheduling, kSimulateBit,
         "skip the comparisons with unscheduled messages and with other methods",
         {.only_omits = true}),
    Make("--trace", kText, "FILE", Topic::kData, kSimulateBit,
         "the file of messages to send: a table (.csv), GOAL (.goal), or NAME of Chakra files "
         "NAME.0.et, NAME.1.et and so on; with traffic axi a table of transactions (.csv)"),
    Make("--requests", kWhole, "REQUESTS", Topic::kData, kSimulateBit,
         "reads and writes that AXI4 managers ask for in all",
         {.fallback = "1000", .high = kMostRequests}),
    Make("--calc-factor", kCycles, "CYCLES", Topic::kData, kSimulateBit,
         "cycles of a unit of calc in GOAL, or of a microsecond in Chakra, decimals allowed",
         {.fallback = "1"}),
    Make("--rank-groups", kText, "FILE", Topic::kData, kSimulateBit,
         "groups of ranks that take part in Chakra's collective operations, as ASTRA-sim has them: "
         "JSON such as {\"1\": [0, 1]}"),
    Make("--ops-per-cycle", kCycles, "RATE", Topic::kData, kSimulateBit,
         "operations a cycle of Chakra's calculations that give their num_ops and no duration, "
         "decimals allowed; 0: unknown",
         {.fallback = "0"}),
    Make("--bytes-per-cycle", kCycles, "RATE", Topic::kData, kSimulateBit,
         "likewise of Chakra's accesses of memory, bytes of their tensor_size a cycle",
         {.fallback = "0"}),
    Make("--rate", kProbability, "R", Topic::kPatterns, kPatterns,
         "flits that each node offers per cycle, 0 to 1",
         {.fallback = "0.1",
          .common = kPatterns,
          .lists = kSweepBit,
          .own = {{{kSweepBit, "0.05:1:0.05"}}}}),
    Make("--packet-flits", kWhole, "FLITS", Topic::kPatterns, kPatterns, "flits of each packet",
         {.fallback = "1", .high = kMostFlits, .lists = kSweepBit}),
    Make("--burst", kWhole, "PACKETS", Topic::kPatterns, kPatterns,
         "packets of a burst on average: a node sends them back to back, with gaps that keep "
         "the rate",
         {.high = kMostBurst, .lists = kSweepBit}),
    Make("--refused", kProbability, "SHARE", Topic::kPatterns, kSimulateBit,
         "share of packets that the network must refuse: addressed to their own node or to no "
         "node, offered to the wrong injector, or sent by a guest node that is not on the node",
         {.fallback = "0"}),
    Make("--hotspot", kProbability, "SHARE", Topic::kPatterns, kPatterns,
         "share of packets to the node in the middle of the host; the others go to any node",
         {.fallback = "0.1"}),
    Make("--cycles", kWhole, "CYCLES", Topic::kPatterns, kPatterns,
         "cycles of injection, after which the run drains",
         {.fallback = "1000",
          .says = {{{kSweepBit, "cycles of measurement, at most"}}},
          .common = kSweepBit,
          .high = kMostCycles,
          .own = {{{kSweepBit, "20000"}}}}),
});

}  // namespace

std::span<const Option> TrafficTable() { return kTrafficOptions; }

}  // namespace toroid
