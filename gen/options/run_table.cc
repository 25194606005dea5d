// How it is run, measured and proved, and what is printed.
#include <array>

#include "gen/options/tables.h"
#include "gen/request/sweep.h"
#include "gen/support/team.h"

namespace toroid {
namespace {

constexpr std::int64_t kMostJobs = 256;

using enum ValueType;

constexpr auto kRunOptions = std::to_array<Option>({
    Make("--sink-ready", kPositiveProbability, "P", Topic::kPatterns, kSimulateBit,
         "probability that a sink accepts a flit in a cycle", {.fallback = "1"}),
    Make("--seed", kWhole, "S", Topic::kData, kPatterns | kGenerateBit,
         "seed of all random choices",
         {.fallback = "1", .common = kSweepBit, .low = 0, .lists = kSweepBit}),
    Make("--engine", kChoice, "both|rtl|model", Topic::kEngines, kPatterns,
         "simulate the hardware, the reference model, or both; both are compared in every "
         "cycle",
         {.fallback = "both", .common = kPatterns}),
    Make(
        "--rtl", kChoice, "auto|nodes|flat|lanes", Topic::kEngines, kPatterns,
        "how to compile the hardware: one node for every position (nodes), the emitted top "
        "(flat), or the netlist of one node for all nodes at once (lanes); auto: nodes or "
        "lanes, whichever should finish first",
        {.fallback = "auto",
         .says =
             {{{kSweepBit,
                "how to compile the hardware: one node for every position (nodes), or the netlist "
                "of one node for all nodes at once (lanes); auto: whichever should finish first"}}},
         .narrower = {{{kSweepBit, "auto|nodes|lanes"}}}}),
    Make("--wave", kOutput, "FILE.fst", Topic::kOutputs, kSimulateBit,
         "write the waveforms of the hardware; simulates the whole top (--rtl flat), or with "
         "traffic axi the whole wrap, which compiles for minutes where the network is large"),
    Make("--export", kText, "FILE", Topic::kOutputs, kSimulateBit,
         "also write the messages as a program for other tools: GOAL (.goal), Chakra with a "
         "file for each rank (.et), or MSCCL for collective operations between host nodes "
         "(.xml); these files are read back and checked. Or draw the messages in space and "
         "time (.svg)"),
    Make("--coverage", kOutput, "FILE.json", Topic::kOutputs, kSimulateBit,
         "write which states of the routers the run reached, and which not"),
    Make("--watchdog", kWhole, "CYCLES", Topic::kEngines, kPatterns,
         "give up after this many cycles without an event",
         {.fallback = "10000", .high = kMostCycles}),
    Make("--threads", kWhole, "N", Topic::kEngines, kSimulateBit,
         "threads for the model and for lanes, each with at least 64 nodes; the result is the "
         "same",
         {.fallback = "1", .high = Team::kMost}),
    Make("--warmup", kWhole, "CYCLES", Topic::kEngines, kSweepBit, "cycles before the measurement",
         {.fallback = "2000", .low = 0, .high = kMostCycles}),
    Make("--batches", kWhole, "N", Topic::kEngines, kSweepBit,
         "batches of the measurement, for its confidence interval; must divide --cycles",
         {.fallback = "20", .low = 2, .high = kMostBatches}),
    Make("--precision", kProbability, "SHARE", Topic::kEngines, kSweepBit,
         "stop, after ten batches at the earliest, when the confidence interval of the mean "
         "latency reaches no further than this share of it to either side, or when the load surely "
         "saturates the network; 0: measure for all --cycles",
         {.fallback = "0.01"}),
    Make("--drain", kWhole, "CYCLES", Topic::kEngines, kSweepBit,
         "cycles, at most, for the measured packets to arrive",
         {.fallback = "2000", .low = 0, .high = kMostCycles}),
    Make("--shortfall", kProbability, "SHARE", Topic::kEngines, kSweepBit,
         "a load is saturated if the network accepts less than was offered by more than this "
         "share",
         {.fallback = "0.05"}),
    Make("--latency-limit", kCycles, "MULTIPLE", Topic::kEngines, kSweepBit,
         "a load is saturated if the mean latency is more than this many times that without "
         "load",
         {.fallback = "3"}),
    Make("--resolution", kPositiveProbability, "LOAD", Topic::kEngines, kSweepBit,
         "also find the load at which each curve saturates; the error is at most this load",
         {.common = kSweepBit}),
    Make("--jobs", kWhole, "N", Topic::kEngines, kSweepBit,
         "runs at the same time; the result is the same",
         {.fallback = "1", .common = kSweepBit, .high = kMostJobs}),
    Make("--shard", kShard, "I/N", Topic::kOutputs, kSweepBit,
         "run the I-th of N parts only; --merge joins the --results of the parts",
         {.fallback = "1/1"}),
    Make("--results", kText, "FILE.jsonl", Topic::kOutputs, kSweepBit,
         "write the result of each run as a line; skip the runs that are in the file",
         {.common = kSweepBit}),
    Make("--plot", kOutput, "FILE.svg", Topic::kOutputs, kSweepBit,
         "draw latency and accepted load over offered load", {.common = kSweepBit}),
    Make("--merge", kFiles, "FILES...", Topic::kOutputs, kSweepBit,
         "run nothing; read the --results of the parts of a sweep, and print the whole",
         {.only_typed = true}),
    Make("--flows", kText, "FILE.csv", Topic::kNetwork, kCheckBit,
         "check that nodes which answer messages cannot hang; the file is a table of messages with "
         "the limits of sinks",
         {.common = kCheckBit}),
    Make("--without", kChoice, "idle-skip|dateline|netlist", Topic::kEngines,
         kSimulateBit | kCheckBit,
         "for diagnosis: evaluate every node in every cycle, idle nodes too",
         {.says =
              {{{kCheckBit,
                 "for diagnosis: assume a single virtual channel, to see the cycle that the second "
                 "one breaks (dateline), or skip the proof on the netlist of Yosys (netlist)"}}},
          .narrower = {{{kSimulateBit, "idle-skip"}, {kCheckBit, "dateline|netlist"}}}}),
    Make("--report", kOutput, "FILE.html", Topic::kOutputs,
         kMapBit | kScheduleBit | kSimulateBit | kSweepBit | kCostBit,
         "also write a page with charts, for a browser",
         {.common = kMapBit | kScheduleBit | kSimulateBit | kSweepBit | kCostBit}),
    Make("--format", kChoice, "text|json|csv", Topic::kOutputs,
         kNetworkCommands | kCompareBit | kChooseBit | kDoctorBit, "the format of standard output",
         {.fallback = "text",
          .common = kNetworkCommands | kCompareBit | kChooseBit | kDoctorBit,
          .narrower = {{{kSimulateBit | kCompareBit | kChooseBit | kDoctorBit, "text|json"}}}}),
    Make(
        "--quiet", kFlag, "", Topic::kOutputs, kNetworkCommands,
        "show errors only on standard error, no progress: the first run of a network then compiles "
        "it in silence, for half a minute or more",
        {.common = kScheduleBit}),
    Make("--config", kText, "FILE.toml", Topic::kOutputs, kNetworkCommands,
         "read options from a file, names without dashes: what describes the network above the "
         "tables, all else in [generate], [simulate] and so on; the command line takes precedence",
         {.common = kScheduleBit | kCheckBit, .only_typed = true}),
    Make("--help", kFlag, "", Topic::kOutputs, kEveryCommand,
         "show the most used options, and the topics of the others",
         {.says = {{{kWithoutNetwork, "show this"}}},
          .common = kWithoutNetwork,
          .only_typed = true}),
    Make("--help-all", kFlag, "", Topic::kOutputs, kNetworkCommands, "show every option",
         {.only_typed = true}),
});

}  // namespace

std::span<const Option> RunTable() { return kRunOptions; }

}  // namespace toroid
