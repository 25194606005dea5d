// What help and manual pages say of commands and topics.
#include <array>

#include "gen/options/tables.h"

namespace toroid {
namespace {

constexpr auto kCommandTexts = std::to_array<CommandText>({
    {Command::kMap, "print where each guest node goes, and what that costs",
     "Prints the host node of each guest node, and the dilation, load and evenness of the "
     "embedding. With --dead-links or --dead-nodes it first moves the guest by a symmetry of the "
     "host, so that no guest edge, or as few as can be, meet what is dead.\n"},
    {Command::kSchedule, "print who sends what when, and prove that no two messages meet",
     "Prints every message of a task, the steps that the schedule takes, and the lower bound. An "
     "independent check looks for conflicts. If it finds one in a schedule that claims to have "
     "none, the exit code is 1. With --dead-links or --dead-nodes, list and none take the routes "
     "of "
     "tables.\n"},
    {Command::kGenerate, "write synthesizable Verilog",
     "Writes a folder with rtl/, file lists, constraints and manifest.json. An existing folder is "
     "replaced only if an earlier run wrote everything in it.\n"},
    {Command::kSimulate, "run traffic and compare the hardware with the reference model",
     ""},  // made from the list of traffic
    {Command::kSweep, "measure latency and accepted load over offered load, up to saturation",
     "Runs a pattern at each load, with each seed, on each network, and prints a table; --plot "
     "draws the curves. An option with several values takes a list, 2,4, and a number also a "
     "range, first:last:step. A run warms up, is measured in batches, and drains.\n"
     "The exit code is 1 if packets arrive otherwise than they were sent, if engines differ, or if "
     "a merged sweep lacks a run.\n"},
    {Command::kCheck, "prove what can be proved without simulating",
     "Proves that routing cannot deadlock: the channel dependency graph has no cycle. With --guest "
     "and --embedding it also proves that the embedding is a bijection and its inverse is right. "
     "With --task and --schedule it also proves that no two messages meet. Each line says how many "
     "items were checked.\n"
     "With --routes it computes tables of next hops instead, around --dead-links and "
     "--dead-nodes, and proves from the tables alone that every route arrives and that they cannot "
     "deadlock; --format json has the tables.\n"
     "With --collective it proves a collective operation on scheduled routers, around --dead-links "
     "and --dead-nodes too: that every process gets the right result, and on the netlist that "
     "every "
     "flit arrives in its cycle.\n"},
    {Command::kCost, "compute what a pipelined hypercube program or a collective operation costs",
     "Prints for each pipelining degree the steps of all iterations, their cost on a machine where "
     "a step with messages of L flits takes startup + L * per-flit cycles, and the cycles that a "
     "simulation will measure. With --collective it prints what each method of a collective "
     "operation takes, with a lower bound. With --dead-links or --dead-nodes that is among "
     "survivors, by trees. Formulas give all numbers of whole hosts, which may be large.\n"},
    {Command::kInit, "write a commented file of options to start from",
     "Writes a file that the other commands read: toroid COMMAND --config network.toml. Never "
     "overwrites a file.\n"},
    {Command::kCompare, "say what changed between two results, and fail if it got worse",
     "Reads two results that a command printed with --format json, before and after a change. "
     "Prints every value that differs, and whether it is better, worse or only different: cycles, "
     "latencies, loads, costs and faults should be low, throughput and deliveries high, and what "
     "matched should match. Ignores the speed of a run, which depends on the machine.\n"
     "The exit code is 1 if something is worse by more than the tolerance.\n"},
    {Command::kReport, "show results as a page with charts, in one file",
     "Reads results that map, schedule, simulate, cost or sweep printed with --format json, and "
     "writes a page that a browser opens offline: the network with the load of each link, "
     "schedules in space and time, embeddings, latencies, curves. Two results of the same command "
     "stand side by side. Needs d3 (Debian's package node-d3).\n"},
    {Command::kChoose, "rank networks, embeddings and schedules for a program",
     "Tries all tori, meshes and hypercubes of --nodes nodes, with every embedding and schedule "
     "that fits, and ranks them by the predicted time of the program, with the reasons. On a "
     "hypercube guest the program is a pipelined CC-cube, cut into the best number of packets. On "
     "any other guest each node sends to all its neighbours, under schedule list.\n"},
    {Command::kDoctor, "check the tools that simulations need",
     "Looks for Verilator, the C++ compiler, Yosys and ccache, and at the cache and the folder for "
     "temporary files. Says which engines work here, and what the others lack.\n"
     "The exit code is 3 if hardware cannot be simulated.\n"},
});

constexpr auto kTopicTexts = std::to_array<TopicText>({
    {"network", "shape, routers, buffers and links"},
    {"addresses", "where the program's nodes are, and how packets name them"},
    {"scheduling", "tasks, schedules, barriers, and their costs"},
    {"data", "what the nodes send, how much, and by which method"},
    {"patterns", "rates, packets, bursts and sinks"},
    {"loading", "tables and addresses that a host sends to the nodes"},
    {"wrap", "streams, resets, clocks and names of the module around the network"},
    {"engines", "how hardware and model run, and how runs are measured"},
    {"outputs", "files, formats and help"},
});

}  // namespace

std::span<const CommandText> CommandTable() { return kCommandTexts; }
std::span<const TopicText> TopicTable() { return kTopicTexts; }

}  // namespace toroid
