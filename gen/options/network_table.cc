// What is built: the network, and the program laid onto it.
#include <array>

#include "gen/choice/choose.h"
#include "gen/gray/plan.h"
#include "gen/options/tables.h"
#include "gen/plan/plan.h"

namespace toroid {
namespace {

using enum ValueType;

constexpr int kMostDraws = 1000;

constexpr auto kNetworkOptions = std::to_array<Option>({
    Make("--host", kGraph, "GRAPH", Topic::kNetwork, kNetworkCommands, "the shape of the network",
         {.common = kNetworkCommands, .required_by = kNetworkCommands, .lists = kSweepBit}),
    Make("--routes", kFlag, "", Topic::kNetwork, kCheckBit,
         "compute tables of next hops for the host without what is dead, and check them",
         {.common = kCheckBit}),
    Make(
        "--dead-links", kText, "LINKS", Topic::kNetwork, kDegraded,
        "links of the host that are dead, by the numbers of their nodes: 0-1,12-13, or 0>1 for one "
        "direction alone; or random:K, K links that are drawn",
        {.common = kCheckBit}),
    Make("--dead-nodes", kText, "NODES", Topic::kNetwork, kDegraded,
         "nodes of the host that are dead, by their numbers: 5,9; or random:K",
         {.common = kCheckBit}),
    Make(
        "--draws", kWhole, "N", Topic::kNetwork, kSweepBit,
        "sweep N draws of each random:K among --dead-links and --dead-nodes, which take lists such "
        "as none,random:1,random:2",
        {.fallback = "1", .low = 1, .high = kMostDraws}),
    Make("--guest", kGraph, "GRAPH", Topic::kAddresses, kAllButSweep | kChooseBit,
         "the communication graph of the program",
         {.common = kAllButSweep | kChooseBit,
          .required_by = kMapBit | kScheduleBit | kCostBit | kChooseBit}),
    Make("--nodes", kWhole, "N", Topic::kNetwork, kChooseBit,
         "the number of nodes of the networks to rank",
         {.common = kChooseBit,
          .required_by = kChooseBit,
          .low = 2,
          .high = ChoiceRequest::kMostNodes}),
    Make("--by", kChoice, "cycles|cost|dilation", Topic::kNetwork, kChooseBit,
         "what to rank by: cycles on toroid's router, the cost on a machine with --startup and "
         "--per-flit, or the dilation, which is the longest path between two guest neighbours",
         {.fallback = "cycles", .common = kChooseBit}),
    Make("--embedding", kChoice, "identity|standard|xor|by-weight|tao|gray", Topic::kAddresses,
         kAllButSweep,
         "which host node holds which guest node: identity keeps the coordinates, "
         "standard and xor place hypercubes, by-weight places them on a line, tao places tori "
         "and meshes of any lengths, gray places tori and meshes on hypercubes; needs --guest",
         {.common = kAllButSweep, .required_by = kMapBit | kScheduleBit | kCostBit}),
    Make("--bit-order", kChoice, "block|cyclic", Topic::kAddresses, kAllButSweep,
         "how the address bits of a hypercube guest are dealt to the axes; the default is "
         "cyclic with a schedule, else block",
         {.common = kMapBit | kScheduleBit}),
    Make("--walk", kChoice, "line|fold|ring", Topic::kAddresses,
         kMapBit | kGenerateBit | kSimulateBit | kCheckBit,
         "how --embedding tao walks along an axis where it has a choice; the default is the "
         "cheapest walk for each axis",
         {.common = kMapBit}),
    Make("--dilation", kWhole, "D", Topic::kAddresses,
         kMapBit | kGenerateBit | kSimulateBit | kCheckBit,
         "the longest path between two guest neighbours, with --embedding gray and a guest "
         "larger than the host; longer paths leave fewer guest nodes on a host node",
         {.fallback = "1", .low = 1, .high = gray::kMostDilation}),
    Make("--partition", kLengths, "AxBx...", Topic::kAddresses, kHardware | kMapBit,
         "embed the guest in a box of the host with these side lengths; the position of the "
         "box is an input of the hardware"),
    Make("--base", kCoordinates, "X,Y,...", Topic::kAddresses, kHardware | kMapBit,
         "the corner of the --partition with the smallest coordinates; the default is 0,...,0"),
    Make("--moved-from", kCoordinates, "X,Y,...", Topic::kLoading, kSimulateBit,
         "where the box is at first: the traffic runs there, then the host moves the box to "
         "--base; needs --load address-units"),
    Make("--flit-width", kWhole, "BITS", Topic::kNetwork, kHardware | kSweepBit,
         "payload bits of a flit, which crosses a link in one cycle; a multiple of 8",
         {.fallback = "32", .common = kHardware}),
    Make("--buffer-depth", kWhole, "FLITS", Topic::kNetwork, kHardware | kSweepBit,
         "flits in the buffer of each input and virtual channel",
         {.fallback = "4", .common = kGenerateBit | kSweepBit, .lists = kSweepBit}),
    Make("--link-stages", kWhole, "N", Topic::kNetwork,
         kHardware | kSweepBit | kCheckBit | kCostBit,
         "registers on the wires of each link, for long wires; a hop takes N + 1 cycles, and "
         "buffers need 2 N + 2 flits",
         {.fallback = "0", .lists = kSweepBit}),
    Make("--protect", kChoice, "none|parity", Topic::kNetwork, kHardware,
         "protection of the links; with parity, a node reports a wrong bit that arrives",
         {.fallback = "none"}),
    Make("--counters", kFlag, "", Topic::kNetwork, kHardware,
         "counters in each node: for each incoming link the flits, the cycles in which flits "
         "wait, and the most flits in a buffer; a simulation reports them"),
    Make("--ports", kChoice, "one|all", Topic::kNetwork,
         kHardware | kScheduling | kSweepBit | kChooseBit,
         "local ports of each node: one, or one for each link",
         {.fallback = "one",
          .common = kHardware | kScheduling | kSweepBit | kChooseBit,
          .lists = kSweepBit}),
    Make("--router", kChoice, "buffered|scheduled", Topic::kNetwork,
         kHardware | kCheckBit | kCostBit,
         "the kind of router: buffered stores flits that must wait; scheduled has no buffers, "
         "and needs a schedule in which no two messages meet",
         {.fallback = "buffered", .common = kGenerateBit | kCheckBit}),
    Make("--in-network", kInNetwork, "multicast|reduction[:OPERATOR][:FILE.v:L]", Topic::kNetwork,
         kHardware | kCheckBit | kCostBit,
         "what routers do along a tree: copy the flits of a broadcast to several outputs "
         "(multicast), or, if they are scheduled, also combine vectors on their way up "
         "(reduction), by sum, min, max, and, or, or by a module of your own with a latency of L "
         "cycles, such as reduction:float32:adder.v:4; scheduled routers have one tree, from "
         "--root, and buffered ones copy from any node"),
    Make("--arbiter", kChoice, "round-robin|through-first", Topic::kNetwork, kHardware | kSweepBit,
         "how an output chooses between packets: in turn, or through traffic first",
         {.fallback = "through-first", .lists = kSweepBit}),
    Make("--storage", kChoice, "registers|lutram|gated", Topic::kNetwork, kHardware,
         "what input buffers are made of: flip-flops (registers), distributed memory (lutram), or "
         "flip-flops whose clocks stop while they hold (gated), for chips; the cycles are the "
         "same, and the default follows from --target"),
    Make("--target", kChoice, "generic|ice40|ecp5|gowin|xilinx", Topic::kNetwork, kHardware,
         "the FPGA family, or generic for any chip; decides --storage",
         {.fallback = "generic", .common = kGenerateBit}),
    Make("--classes", kWhole, "N", Topic::kWrap, kHardware,
         "message classes, each with a network of its own in the wrap; replies, for instance, "
         "never wait for requests",
         {.fallback = "1", .low = 1, .high = kMostClasses}),
    Make("--tkeep", kFlag, "", Topic::kWrap, kHardware,
         "tkeep in the streams of the wrap; each flit carries it with its payload"),
    Make("--user-bits", kWhole, "N", Topic::kWrap, kHardware,
         "bits of tuser in the streams of the wrap; each flit carries them with its payload",
         {.fallback = "0"}),
    Make("--reset", kChoice, "active-high|active-low", Topic::kWrap, kHardware,
         "the reset of the wrap: rst (active-high) or rst_n (active-low)",
         {.fallback = "active-high"}),
    Make("--async-reset", kFlag, "", Topic::kWrap, kHardware,
         "make the reset of the wrap asynchronous; it is released with the clock"),
    Make("--local", kChoice, "streams|axi4", Topic::kWrap, kGenerateBit,
         "what nodes have in the wrap: AXI4-Streams of packets (streams), or AXI4 managers and "
         "subordinates (axi4), as the tables [axi], [[axi.node]] and [[axi.map]] of --config say",
         {.fallback = "streams"}),
    Make("--node-clocks", kText, "NODES", Topic::kWrap, kHardware,
         "nodes with their own clocks in the wrap, each behind an asynchronous queue: all, or "
         "numbers such as 0,3,8-11"),
    Make("--address", kChoice, "physical|logical", Topic::kAddresses, kHardware,
         "what tdest and tuser hold: places in the host (physical) or guest node numbers "
         "(logical); the default is logical with an embedding, else physical"),
    Make("--processes", kWhole, "N", Topic::kAddresses, kHardware,
         "processes of each node, which tid tells apart; needs --address physical, and the "
         "default is as many as the guest nodes of a node, else 1",
         {.low = 1, .high = kMostProcesses}),
    Make("--atu-stages", kWhole, "N", Topic::kAddresses, kGenerateBit,
         "registers in each address unit, which translates guest node numbers; the answer "
         "comes N cycles after the question; needs --address physical",
         {.fallback = "0"}),
    Make("--translation", kChoice, "computed|exchanged", Topic::kAddresses, kHardware,
         "a table in each node of where its guest neighbours are: each node computes its own "
         "(computed), or the nodes tell each other over their links (exchanged)"),
    Make("--name", kIdentifier, "NAME", Topic::kWrap, kHardware, "the prefix of every module name",
         {.fallback = "toroid", .common = kGenerateBit}),
    Make("--relay", kFlag, "", Topic::kNetwork, kHardware,
         "relays: a message to a guest neighbour stops at a relay where its route turns, so "
         "that the messages of a permutation set never meet; needs --ports all"),
    Make("--out", kText, "DIR", Topic::kOutputs, kGenerateBit | kInitBit | kReportBit | kCheckBit,
         "the folder to write",
         {.says = {{{kInitBit, "the file to write, which must not exist yet"},
                    {kReportBit, "the page to write"},
                    {kCheckBit, "write a run that hangs, as a trace for simulate; with --flows"}}},
          .common = kGenerateBit | kInitBit | kReportBit,
          .required_by = kGenerateBit,
          .narrower =
              {{{kInitBit, "FILE.toml"}, {kReportBit, "FILE.html"}, {kCheckBit, "FILE.csv"}}},
          .own = {{{kInitBit, "network.toml"}, {kReportBit, "report.html"}}}}),
    Make("--axi4", kFlag, "", Topic::kOutputs, kInitBit,
         "write a network of AXI4 managers and subordinates, for generate --local axi4",
         {.common = kInitBit}),
    Make("--tolerance", kProbability, "R", Topic::kOutputs, kCompareBit,
         "the share by which a number may get worse; 0.05 is 5 %",
         {.fallback = "0", .common = kCompareBit}),
});

}  // namespace

std::span<const Option> NetworkTable() { return kNetworkOptions; }

}  // namespace toroid
