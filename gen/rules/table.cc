// The rules, by what they are about. If an option breaks several, the first is reported: what is
// never possible comes before what another value would mend.
#include <iterator>

#include "gen/rules/rules.h"

namespace toroid {
namespace {

constexpr auto kBuffered = Is("--router", "buffered");
constexpr auto kScheduled = Is("--router", "scheduled");
constexpr auto kNoGuest = Not(Given("--guest"));  // and half a pair is reported already
constexpr auto kNoEmbedding = Not(Given("--embedding"));
constexpr auto kTables = Has("--load", "tables");
constexpr auto kAddressUnits = Has("--load", "address-units");
constexpr auto kEndpoints = Is("--local", "axi4");
constexpr auto kModelAlone = Is("--engine", "model");

constexpr std::string_view kToBuffered = "it goes with --router buffered";
constexpr std::string_view kToScheduled = "it goes with --router scheduled";
constexpr std::string_view kNotBeside = "leave out one of the two";
constexpr std::string_view kNoPhysicalUnits = "with physical addresses nodes have no address units";
constexpr std::string_view kUseRtl = "use --engine both or rtl";
constexpr std::string_view kOneProgram =
    "leave it out; it goes with one program, without [[program]] tables";

// What a machine that several programs share lacks.
constexpr Rule kRulesOfSharedMachines[] = {
    Refuse({At("--address", "logical")}, {Given("--address")},
           "each program has an embedding of its own, and the hardware has none", kOneProgram),
    Refuse({"--translation", "--load"}, {},
           "each program has an embedding of its own, and the hardware has none", kOneProgram),
    Refuse({"--dead-links", "--dead-nodes", "--schedule-units", "--barrier", "--relay",
            "--moved-from", "--export", "--in-network"},
           {}, "is not supported with [[program]] tables yet", kOneProgram),
};

constexpr Rule kRules[] = {
    // Guest and embedding.
    Need({"--embedding", "--partition"}, "--guest"),
    Need({"--guest", "--partition"}, "--embedding"),
    Need({"--schedule"}, "--guest", {Not(Fact::kSimulates)}),
    Need({"--schedule"}, "--embedding", {Not(Fact::kSimulates)}),
    Refuse({"--bit-order"}, {Given("--guest"), Not(Fact::kCubeGuest)},
           "guest {--guest} has no bits to order", "it goes with hypercube guests"),
    Refuse({"--bit-order"}, {Fact::kCubeGuest, Is("--embedding", "tao,gray")},
           "embedding {--embedding} has no order of bits to choose",
           "it goes with the other embeddings"),
    Refuse({"--walk"}, {Given("--embedding"), Not(Is("--embedding", "tao"))},
           "embedding {--embedding} has no walks", "it goes with --embedding tao"),
    Refuse({"--dilation"}, {Given("--embedding"), Not(Is("--embedding", "gray"))},
           "is not used by embedding {--embedding}", "it goes with --embedding gray"),

    // Methods between host nodes.
    Refuse({"--pipelining", "--barrier", "--barrier-cycles", "--schedule", "--time-limit",
            "--startup", "--release"},
           {Fact::kHostMethod}, "is not used by methods between host nodes",
           "it goes with methods of a hypercube guest"),

    // Kinds of networks: what each lacks.
    Refuse({"--buffer-depth", "--arbiter", "--storage", "--target", "--coverage"}, {kScheduled},
           "scheduled routers have no buffers and no arbiters", kToBuffered),
    Refuse({"--protect", "--counters", "--classes", "--processes", "--relay", "--translation",
            "--node-clocks"},
           {kScheduled}, "is not supported with scheduled routers yet", kToBuffered),
    Refuse({"--partition"}, {kScheduled, Not(kAddressUnits), Not(Fact::kShared)},
           "with scheduled routers only a host can set the partition's position",
           "give --load address-units, leave out --partition, or use --router buffered"),
    Refuse({"--sink-ready"}, {kScheduled}, "scheduled routers lose a flit whose sink is not ready",
           "with --router scheduled it is 1"),
    Refuse({At("--load", "address-units"), At("--schedule-units", "check"),
            At("--in-network", "reduction")},
           {kBuffered}, "is not supported with buffered routers yet", kToScheduled),
    Refuse({"--in-network"}, {Is("--ports", "all")},
           "gains nothing where a node has as many ports as links", "it goes with --ports one"),
    Refuse({"--relay", "--processes", "--partition", "--coverage", At("--address", "logical")},
           {kBuffered, Given("--in-network")}, "is not supported with --in-network yet",
           kNotBeside),
    Refuse({"--in-network"}, {kBuffered, Fact::kRoutes},
           "copies by dimension order, and the routers read tables",
           "with routing tables it goes with --router scheduled"),
    Refuse({"--export"}, {Given("--in-network")},
           "lists messages between nodes, and the network copies its own",
           "leave out --in-network"),
    Refuse({"--collective", "--schedule"}, {Fact::kChecks, Fact::kTwisted},
           "is proved on routes of dimension order, and a twisted torus has none",
           "leave it out to check the routes alone, or take a host that is not twisted"),
    Refuse({"--collective", "--barrier", At("--load", "words")}, {Fact::kChecks, kBuffered},
           "is proved for scheduled routers alone", kToScheduled),
    Refuse({"--partition", At("--router", "scheduled")}, {Fact::kTwisted},
           "goes by coordinates, and a twisted torus has no routes of dimension order",
           "leave it out, or take a host that is not twisted"),
    Refuse(
        {At("--router", "scheduled")},
        {Fact::kRoutes, Not(Fact::kHostMethod), Not(Fact::kCosts), Not(Fact::kChecks)},
        "is not supported with routing tables yet",
        "dead links or nodes and loaded routes need --router buffered; collective operations with "
        "--method trees do not",
        {Fact::kGenerates, Given("--in-network"), Not(Has("--load", "routes"))}),
    Refuse({At("--router", "scheduled")}, {Fact::kRoutes, Fact::kExchange, Not(Fact::kChecks)},
           "is not supported for a complete exchange among survivors yet",
           "use --router buffered, which has routing tables"),
    Refuse({"--relay", "--schedule-units", "--barrier", At("--translation", "exchanged")},
           {Fact::kRoutes}, "is not supported with routing tables yet",
           "leave it out: dead links or nodes and twisted hosts need routing tables, and so does "
           "--load routes"),
    Refuse({"--method"},
           {Fact::kRoutes, Fact::kHostMethod, Not(Is("--method", "trees,phases,in-network,auto"))},
           "needs dimension order, and the routers read tables",
           "with dead links or nodes, or on a twisted torus, allowed are trees, auto, and for "
           "complete-exchange phases, auto"),
    Refuse({"--schedule"}, {Fact::kGenerates, Fact::kRoutes},
           "is not supported with routing tables yet", "leave it out where routers read tables"),
    Refuse({"--schedule"}, {Fact::kCosts, Fact::kRoutes}, "has formulas for dimension order alone",
           "with routing tables use --collective, or `toroid schedule --schedule list`"),
    Refuse({"--schedule"}, {Fact::kSchedules, Fact::kRoutes, Not(Is("--schedule", "list,none"))},
           "needs the routes of dimension order, and links that are alive",
           "with routing tables allowed are none, list"),
    Refuse({"--tkeep", "--user-bits"}, {kEndpoints}, "belongs to streams",
           "it goes with nodes without AXI4 endpoints"),
    Refuse({"--schedule", "--relay", "--translation", "--processes", "--partition", "--load",
            "--classes", "--coverage", "--export", "--barrier", At("--ports", "all"),
            At("--router", "scheduled"), At("--address", "logical"), At("--engine", "model"),
            At("--rtl", "lanes"), "--in-network"},
           {kEndpoints}, "is not supported with AXI4 endpoints yet",
           "it goes with nodes without AXI4 endpoints"),

    // Partition.
    Refuse({"--base", "--moved-from"}, {Not(Given("--partition"))}, "there is no partition",
           "it goes with --partition"),
    Refuse({"--base"}, {Fact::kGenerates, Given("--partition"), Not(kAddressUnits)},
           "is an input of the hardware", "it goes with --load address-units"),
    Refuse({"--moved-from"}, {Given("--partition"), Not(kAddressUnits)}, "no host moves the box",
           "it goes with --load address-units"),
    Refuse({"--schedule"}, {Fact::kUnits, Given("--partition")},
           "is not supported in a partition yet",
           "leave out --partition, or give --load tables,address-units", {kTables}),
    Refuse({"--relay", "--atu-stages"}, {Given("--partition")},
           "is not supported in a partition yet", kNotBeside),

    // Addresses.
    Refuse({"--atu-stages"},
           {Given("--embedding"), Is("--address", "logical"), Not(Given("--partition"))},
           "a node's own address units answer in the same cycle", "use --address physical"),
    Refuse({"--processes"}, {Is("--address", "logical"), Given("--embedding")},
           "with logical addresses tid tells the guest nodes of a node apart",
           "it goes with --address physical"),

    // Buffered routers, their links and what is beside them.
    Refuse({At("--storage", "lutram")}, {Is("--target", "ice40")},
           "an iCE40 has no distributed memory", "with --target ice40 allowed is registers"),
    Refuse({At("--storage", "gated")}, {Not(Is("--target", "generic"))},
           "FPGA clocks cannot be gated with logic", "with --target {--target} leave it out"),
    Refuse({"--relay"}, {Fact::kUnits},
           "a node sends either when its relay says so or when its schedule unit does",
           "leave out --relay, or --schedule and --task"),
    Refuse({"--processes", "--link-stages", "--node-clocks"}, {Asks("--relay")},
           "is not supported with --relay yet", kNotBeside),
    Refuse({"--node-clocks", "--in-network"}, {Fact::kUnits},
           "is not supported with schedule units yet", "leave it out, or give no --schedule"),
    Refuse({"--schedule", "--relay", "--translation", "--barrier"},
           {Fact::kGenerates, Asks("--classes")}, "is not supported with --classes yet",
           kNotBeside),
    Refuse({"--translation", "--barrier"}, {Asks("--node-clocks")},
           "is not supported with --node-clocks yet", kNotBeside),
    Refuse({At("--translation", "exchanged"), "--load"}, {Asks("--link-stages")},
           "is not supported with --link-stages yet", kNotBeside),
    Refuse({At("--schedule", "stream")}, {Asks("--link-stages")},
           "is not supported with --link-stages yet",
           "allowed are none, calmant, offset, exact, list"),
    Refuse({At("--translation", "exchanged"), At("--in-network", "reduction")},
           {Is("--rtl", "lanes")}, "is not supported with --rtl lanes yet",
           "with it allowed are --rtl auto, nodes, flat"),

    // What a host loads.
    Refuse({At("--load", "tables")},
           {Fact::kSimulates, Not(Fact::kSets), Not(Is("--traffic", "task"))},
           "traffic {--traffic} has no table",
           "tables go with task, permutation, scatter, exchange"),
    Refuse({At("--load", "tables")}, {Fact::kGenerates, Given("--pipelining")},
           "units of a whole program compute their schedule", "leave out tables or --pipelining"),
    Refuse({At("--load", "tables")}, {}, "nodes have no table of a schedule",
           "tables go with --router scheduled, --schedule list or exact, and schedule units",
           {kScheduled, Fact::kUnits, Fact::kTable}),
    Refuse({At("--load", "tree")}, {}, "routers have no tree",
           "a loaded tree goes with --router scheduled and --in-network",
           {kScheduled, Given("--in-network")}),
    Refuse({At("--load", "routes")}, {Given("--translation")},
           "is not supported with --translation yet", kNotBeside),
    Refuse({At("--load", "address-units")}, {Given("--embedding"), Is("--address", "physical")},
           kNoPhysicalUnits, "leave out --address physical"),
    Refuse({At("--load", "address-units")}, {Asks("--atu-stages")},
           "what is loaded answers in the same cycle", "leave out --atu-stages"),
    Refuse({At("--load", "address-units")}, {Fact::kUnits, Not(kTables)},
           "the schedule in the nodes is for one embedding",
           "give --schedule list or exact, and --load tables,address-units"),

    // What needs an embedding.
    Refuse({"--bit-order", "--walk", "--dilation", "--atu-stages", "--translation",
            At("--address", "logical"), At("--load", "address-units")},
           {kNoGuest, kNoEmbedding}, "no embedding is given", "give --guest and --embedding too"),

    // Schedule units.
    Refuse({At("--schedule-units", "check")}, {Not(Fact::kUnits)},
           "no schedule says what should arrive", "give --schedule too"),
    Refuse({At("--schedule-units", "check")},
           {Fact::kSets, kScheduled, Is("--barrier", "assumed"), Not(Asks("--barrier-cycles")),
            Not(Asks("--message-flits"))},
           "the next set starts in the cycle in which messages of one flit are due",
           "give --barrier-cycles 1 or more, --message-flits 2 or more, or --sets 1",
           {Is("--sets", "1")}),
    Refuse({"--schedule-units"}, {Fact::kSimulates, kBuffered, kModelAlone},
           "engine model has no schedule units", kUseRtl),
    Refuse({"--release"}, {kScheduled}, "lets messages meet, and scheduled routers have no buffers",
           "with --router scheduled allowed is cycle"),
    Refuse({"--startup", "--release"}, {Fact::kSimulates, Fact::kUnits},
           "does not keep to the cycles that schedule units compute",
           "leave it out, or --schedule-units"),
    Refuse({"--release"}, {Fact::kGuestTraffic, Is("--schedule", "none")},
           "needs a schedule, whose order it keeps", "give a --schedule other than none"),
    Refuse({"--steps", "--time-limit"}, {Not(Is("--schedule", "exact"))},
           "is not used by schedule {--schedule}", "it goes with exact"),

    // Traffic.
    Refuse({"--traffic"}, {Fact::kGenerates, Not(Fact::kSets)},
           "has no table that nodes could send by",
           "`generate` takes permutation, scatter, exchange; `simulate` runs any traffic"),
    Refuse({"--traffic"}, {Fact::kPattern, kScheduled},
           "draws packets that no schedule keeps apart",
           "--router scheduled takes traffic with a schedule, such as cc-cube, task and "
           "permutation"),
    Refuse({At("--schedule", "none")}, {Fact::kSimulates, Fact::kGuestTraffic, kScheduled},
           "lets messages meet, and scheduled routers lose what meets",
           "with --router scheduled allowed are calmant, offset, stream, exact, list"),
    Refuse({"--message-flits"}, {Fact::kSets, Given("--relay")}, "is more than a relay keeps",
           "with --relay messages have one flit"),
    Refuse({"--schedule"}, {Fact::kSimulates, Fact::kSets, Given("--relay")},
           "says when messages enter, and with --relay all enter at once",
           "with --relay allowed is none"),
    Refuse({"--schedule"}, {Fact::kSets, Not(Given("--pipelining")), Not(Is("--schedule", "list"))},
           "schedules tasks, not traffic {--traffic}", "with traffic {--traffic} use list"),
    Refuse({"--split"}, {Fact::kSets, Fact::kUnits},
           "gives each subset a schedule, and a schedule unit has a table for one",
           "with --schedule-units allowed is none"),
    Refuse({"--schedule-units"}, {Fact::kSimulates, Is("--traffic", "cc-cube")},
           "runs the iterations of a program between barriers of the hardware",
           "with traffic cc-cube give --router scheduled and --barrier hardware too",
           {kScheduled, Is("--barrier", "hardware")}),
    Refuse({"--pipelining"},
           {Is("--traffic", "complete-exchange"), Asks("--method"), Not(Is("--method", "cc-cube"))},
           "is not used by method {--method}", "it goes with method cc-cube"),
    Refuse({"--schedule"},
           {Is("--traffic", "complete-exchange"), Asks("--method"), Not(Is("--method", "cc-cube")),
            Not(Is("--schedule", "list"))},
           "is not used by method {--method}",
           "allowed are none, list; the others go with method cc-cube"),

    // Engines and files.
    Refuse({"--rtl", "--wave", "--moved-from"}, {kModelAlone}, "engine model runs no hardware",
           kUseRtl),
    Refuse({"--threads"}, {Is("--engine", "rtl"), Is("--rtl", "nodes,flat")},
           "--rtl {--rtl} runs in one thread",
           "use --rtl lanes or auto, or --engine model or both"),
    Refuse({"--coverage"}, {Is("--engine", "rtl")}, "engine rtl does not look into routers",
           "it is the model's, so use --engine both or model"),
    Refuse({"--export"}, {Fact::kPattern}, "traffic {--traffic} is drawn as it goes",
           "it goes with traffic whose messages are known before"),

    // mpirun.
    Refuse({"--traffic"}, {Fact::kRanks, Not(Fact::kPattern)}, "is not supported under mpirun yet",
           "take a pattern, or start toroid without mpirun"),
    Refuse({At("--router", "scheduled"), "--relay", "--barrier", "--counters", "--translation",
            "--coverage", "--export", "--wave", "--moved-from", "--in-network"},
           {Fact::kRanks}, "is not supported under mpirun yet",
           "leave it out, or start toroid without mpirun"),
    Refuse({At("--rtl", "nodes"), At("--rtl", "flat")}, {Fact::kRanks, Not(kModelAlone)},
           "is not shared among processes of mpirun", "take lanes or auto"),

    // check and cost. What goes with what they are about is in gen/options/subjects.cc.
    Refuse({"--root"},
           {Given("--collective"), Not(Is("--collective", "broadcast,reduce,gather,scatter")),
            Not(Given("--in-network"))},
           "there is none", "it goes with broadcast, reduce, gather, scatter"),
    Refuse({At("--schedule", "none")}, {Fact::kChecks, Given("--schedule")},
           "does not claim to be free of conflicts, so there is nothing to prove",
           "allowed are calmant, offset, stream, exact, list"),
    Refuse({At("--without", "dateline")}, {kScheduled},
           "scheduled routers have no virtual channels", kToBuffered),
    Refuse({"--barrier", "--load"}, {kScheduled, Is("--without", "netlist")},
           "is proved on the netlist alone", "it does not go with --without netlist"),
    Refuse({At("--schedule", "none"), At("--schedule", "exact"), At("--schedule", "list")},
           {Fact::kCosts, Given("--schedule")}, "has no formula for its cycles",
           "allowed are calmant, offset, stream"),

    // generate, and for tasks check too.
    Need({"--root"}, "--in-network", {Fact::kGenerates}),
    Need({"--schedule"}, "--task",
         {Fact::kAboutTasks, Not(Given("--pipelining")), Not(Given("--traffic"))}),
    Need({"--task", "--traffic", "--pipelining"}, "--schedule", {Fact::kAboutTasks}),
};

}  // namespace

std::span<const Rule> RulesOfSharedMachines() { return kRulesOfSharedMachines; }
std::span<const Rule> AllRules() { return kRules; }

}  // namespace toroid
