// Bad input of every kind: exit code 2, nothing on standard output, and a message with the fault
// and the allowed values.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::bad_input_test {
namespace {

struct BadInput {
  const char* name;
  const char* line;
  const char* message;  // the end of standard error's only line, after "toroid: error: "
};

void PrintTo(const BadInput& bad, std::ostream* out) { *out << bad.line; }

class BadInputTest : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedWithItsMessage) {
  const Outcome outcome = RunToroid(GetParam().line);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, std::string("toroid: error: ") + GetParam().message + "\n");
}

#define MAP "map --host torus:8x8 --guest hypercube:6 --embedding xor "
#define SCHEDULE "schedule --host torus:8x8 --guest hypercube:6 --embedding xor "
#define GENERATE "generate --out /nowhere/never --host torus:8x8 "
#define SIMULATE "simulate --host torus:8x8 --guest hypercube:6 --embedding xor "
#define CHECK "check --host torus:8x8 --guest hypercube:6 --embedding xor "
#define COST "cost --host torus:8x8 --guest hypercube:6 --embedding xor "

INSTANTIATE_TEST_SUITE_P(
    Cli, BadInputTest,
    testing::Values(
        BadInput{"UnknownCommand", "mop --host ring:8",
                 "command: mop: is not a command; did you mean map? allowed are map, schedule, "
                 "generate, simulate, sweep, check, cost, init, compare, report, choose, doctor, "
                 "help, --help, "
                 "--version"},
        BadInput{"UnknownOption", MAP "--gest ring:8",
                 "--gest: is not an option; did you mean --guest?"},
        BadInput{"UnknownOptionLikeNoOther", MAP "--colour red",
                 "--colour: is not an option; `toroid map --help-all` lists what is allowed"},
        BadInput{"StrayWord", MAP "ring:8",
                 "command line: ring:8: is not an option; `toroid map --help-all` lists what is "
                 "allowed"},
        BadInput{"OptionOfAnotherCommand", MAP "--rate 0.5",
                 "--rate: is not an option of map; it goes with simulate, sweep"},
        BadInput{"NoNumberOfProcesses", SIMULATE "--traffic uniform --processes none",
                 "--processes: none: is not a whole number; allowed are 1 to 16777216"},
        BadInput{"NoPipeliningDegree", COST "--schedule offset --pipelining none",
                 "--pipelining: none: is not a whole number; allowed are 1 to 16777216"},
        BadInput{"MissingValueAtTheEnd", "map --guest hypercube:6 --embedding xor --host",
                 "--host: its value is missing; write --host GRAPH"},
        BadInput{"MissingValueInTheMiddle", "map --host --guest hypercube:6 --embedding xor",
                 "--host: its value is missing; write --host GRAPH"},
        BadInput{"EmptyValue", "map --host= --guest hypercube:6 --embedding xor",
                 "--host: its value is missing; write --host GRAPH"},
        BadInput{"GivenTwice", MAP "--embedding xor",
                 "--embedding: xor: is given twice; give it once"},
        BadInput{"FlagWithAValue", CHECK "--quiet=yes",
                 "--quiet: yes: takes no value; write --quiet alone"},
        BadInput{"RequiredOptionMissing", "map --host torus:8x8 --guest hypercube:6",
                 "--embedding: is missing; map needs --embedding "
                 "identity|standard|xor|by-weight|tao|gray"},
        BadInput{"OutMissing", "generate --host torus:8x8",
                 "--out: is missing; generate needs --out DIR"},
        BadInput{"TrafficMissing", "simulate --host torus:8x8",
                 "--traffic: is missing; simulate needs --traffic "
                 "cc-cube|task|complete-exchange|fft|bitonic-sort|all-reduce|all-gather|"
                 "reduce-scatter|broadcast|reduce|gather|scatter-blocks|permutation|scatter|"
                 "exchange|trace|axi|uniform|neighbor|"
                 "bit-complement|transpose|bit-reverse|shuffle|tornado|random-permutation|hotspot"},
        BadInput{"EndpointsByASchedule", "simulate --host torus:8x8 --traffic axi --rate 0.5",
                 "--rate: 0.5: is not used by traffic axi; it goes with uniform, neighbor, "
                 "bit-complement, transpose, bit-reverse, shuffle, tornado, random-permutation, "
                 "hotspot"},
        BadInput{"TransactionsAndRequests",
                 "simulate --host torus:8x8 --traffic axi --trace a.csv --requests 5",
                 "--requests: 5: is not used by a table of transactions; leave out --requests or "
                 "--trace"},
        BadInput{"TransactionsThatAreNotThere",
                 "simulate --host torus:8x8 --traffic axi --trace /nowhere/a.csv",
                 "--trace: /nowhere/a.csv: cannot be read; give a table of transactions (.csv)"},
        BadInput{"TraceWithoutAFile", "simulate --host torus:8x8 --traffic trace",
                 "--trace: is missing; traffic trace needs --trace FILE"},
        BadInput{"TraceOfNoKnownFormat",
                 "simulate --host torus:8x8 --traffic trace --trace messages.txt",
                 "--trace: messages.txt: ends neither in .csv nor in .goal, and there is no "
                 "messages.txt.0.et; give a table of messages (.csv), a GOAL file (.goal), or NAME "
                 "of Chakra files NAME.0.et, NAME.1.et and so on"},
        BadInput{"TraceThatIsNotThere",
                 "simulate --host torus:8x8 --traffic trace --trace /nowhere/messages.csv",
                 "--trace: /nowhere/messages.csv: cannot be read; give a table of messages (.csv), "
                 "a GOAL file (.goal), or NAME of Chakra files NAME.0.et, NAME.1.et and so on"},
        BadInput{"CalcFactorOfATable",
                 "simulate --host torus:8x8 --traffic trace --trace messages.csv --calc-factor 2",
                 "--calc-factor: 2: is not used by a table of messages, which counts cycles; it "
                 "goes with GOAL and Chakra files"},
        BadInput{"MethodOfAGoalFile",
                 "simulate --host torus:8x8 --traffic trace --trace app.goal --method bucket",
                 "--method: bucket: is not used by a file without collective operations; with "
                 "traffic trace it goes with Chakra files"},
        BadInput{
            "RankGroupsOfATable",
            "simulate --host torus:8x8 --traffic trace --trace messages.csv --rank-groups g.json",
            "--rank-groups: g.json: is not used by a file without collective operations; with "
            "traffic trace it goes with Chakra files"},
        BadInput{"RateOfAGoalFile",
                 "simulate --host torus:8x8 --traffic trace --trace app.goal --ops-per-cycle 2",
                 "--ops-per-cycle: 2: is not used by a file whose calculations are times; with "
                 "traffic trace it goes with Chakra files"},
        BadInput{"MethodThatNoTraceHas",
                 "simulate --host torus:8x8 --traffic trace --trace sum --method doubling",
                 "--method: doubling: does not go with traffic trace; allowed are bucket, halving, "
                 "swing, whole, forest, trees, bine, phases, lines, auto"},
        BadInput{"MoreGuestNodesThanProcesses",
                 "simulate --host torus:4x4 --guest torus:8x8 --embedding tao --address physical "
                 "--traffic trace --trace messages.csv --processes 3",
                 "--processes: 3: guest torus:8x8 puts 4 guest nodes on a host node; allowed are 4 "
                 "and more, or leave it out"},
        BadInput{
            "ExportOfATrace",
            "simulate --host torus:8x8 --traffic trace --trace in.goal --export out.goal",
            "--export: out.goal: traffic trace is in a file already; it goes with traffic that "
            "toroid makes"},
        BadInput{"ExportOfNoKnownFormat",
                 "simulate --host torus:8x8 --traffic all-reduce --method bucket --export out.txt",
                 "--export: out.txt: ends in none of .goal, .et, .xml and .svg; allowed are GOAL "
                 "(.goal), "
                 "Chakra (.et), MSCCL (.xml) and a picture (.svg)"},
        BadInput{"PictureOfASchedule", SIMULATE "--traffic task --task 0,6 --export out.svg",
                 "--export: out.svg: a picture is for collective operations between host nodes; it "
                 "goes with such a --method; all traffic that is made goes with .goal and .et"},
        BadInput{"PictureOfTooMuch",
                 "simulate --host torus:16x16 --ports all --traffic complete-exchange --method "
                 "phases --block-flits 1 --engine model --export out.svg",
                 "--export: out.svg: would show 524288 uses of links by messages; at most 50000 "
                 "are drawn"},
        BadInput{"ExportOfAScheduleAsMsccl", SIMULATE "--traffic task --task 0,6 --export out.xml",
                 "--export: out.xml: MSCCL is for collective operations between host nodes; it "
                 "goes with such a --method; all traffic that is made goes with .goal and .et"},
        BadInput{"GuestWithoutEmbedding", "check --host torus:8x8 --guest hypercube:6",
                 "--embedding: is missing; --guest needs --embedding "
                 "identity|standard|xor|by-weight|tao|gray"},
        BadInput{"EmbeddingWithoutGuest", GENERATE "--embedding xor",
                 "--guest: is missing; --embedding needs --guest GRAPH"},
        BadInput{"UnknownChoice", SCHEDULE "--task 0,6 --schedule fast",
                 "--schedule: fast: is not one of the choices; allowed are none, calmant, offset, "
                 "stream, exact, list"},
        BadInput{"UnknownFormat", MAP "--format xml",
                 "--format: xml: is not one of the choices; allowed are text, json, csv"},
        BadInput{"CsvOfSimulate", "simulate --host ring:8 --traffic uniform --format csv",
                 "--format: csv: is not one of the choices; allowed are text, json"},
        BadInput{
            "NotAWholeNumber", GENERATE "--flit-width wide",
            "--flit-width: wide: is not a whole number; allowed are multiples of 8 from 8 to 640"},
        BadInput{"NumberOutOfRange", GENERATE "--buffer-depth 1",
                 "--buffer-depth: 1: is out of range; allowed are 2 to 64"},
        BadInput{
            "NotAMultiple", GENERATE "--flit-width 33",
            "--flit-width: 33: is not a multiple of 8; allowed are multiples of 8 from 8 to 640"},
        BadInput{"NotAProbability", "simulate --host ring:8 --traffic uniform --rate 1.5",
                 "--rate: 1.5: is out of range; allowed are numbers from 0 to 1"},
        BadInput{"SinksThatNeverAccept", "simulate --host ring:8 --traffic uniform --sink-ready 0",
                 "--sink-ready: 0: is out of range; allowed are numbers above 0, up to 1"},
        BadInput{"NegativeSeed", "simulate --host ring:8 --traffic uniform --seed -1",
                 "--seed: -1: is out of range; allowed are 0 and above"},
        BadInput{
            "SeedBeyondTheMaximum",
            "simulate --host ring:8 --traffic uniform --seed 18446744073709551615",
            "--seed: 18446744073709551615: is out of range; allowed are 0 to 9223372036854775807"},
        BadInput{"NotATask", SCHEDULE "--task six --schedule none",
                 "--task: six: is not a task; write the first cube dimension and their number, as "
                 "in 0,6"},
        BadInput{"TaskOutsideTheCube", SCHEDULE "--task 3,4 --schedule none",
                 "--task: 3,4: is not within hypercube:6; task i,M uses the M >= 1 cube dimensions "
                 "from i on, of 0 to 5"},
        BadInput{
            "TaskOfARing",
            "schedule --host ring:8 --guest ring:8 --embedding identity --task 0,3 --schedule none",
            "--guest: ring:8: is not a hypercube; tasks and the CC-cube exchange along cube "
            "dimensions"},
        BadInput{"ShapesWithoutATheorem", "map --host mesh:4x9 --guest mesh:6x6 --embedding tao",
                 "--embedding: tao: no theorem embeds mesh:6x6 in mesh:4x9; shapes with equal "
                 "numbers of axes must be permutations of each other"},
        BadInput{
            "RegistersInANodesUnitsOfALargerGuest",
            "generate --out /nowhere --host line:3 --guest ring:12 --embedding tao --atu-stages 2",
            "--atu-stages: 2: a node's own address units answer in the same cycle; use --address "
            "physical"},
        BadInput{"RanksAndDataTooWideForAFlit",
                 "generate --out /nowhere --host line:3 --guest ring:12 --embedding tao "
                 "--flit-width 640",
                 "--flit-width: 640: with the 4 bits that distinguish guest nodes of a host node a "
                 "flit is too wide; allowed are 640 bits "
                 "together, so 632 at most"},
        BadInput{
            "ExactForALargerGuest",
            "schedule --host ring:4 --guest hypercube:3 --embedding tao --task 0,1 --schedule "
            "exact",
            "--guest: hypercube:3: puts 2 guest nodes on a host node; schedule exact takes one "
            "process on each node"},
        BadInput{
            "CostOfALargerGuest",
            "cost --host line:4 --guest hypercube:3 --embedding tao --schedule stream",
            "--guest: hypercube:3: puts 2 guest nodes on a host node; costs are for one process "
            "on each node; `schedule` and `simulate` take more"},
        BadInput{
            "FormulaForALargerGuestInBlockOrder",
            "schedule --host torus:4x4 --guest hypercube:6 --embedding tao --task 0,6 "
            "--schedule stream --ports all",
            "--schedule: stream: follows no formula where guest hypercube:6 puts 4 guest nodes "
            "on a host node under this embedding; --schedule list takes any"},
        BadInput{"ProcessesOnScheduledRouters",
                 "simulate --host line:4 --guest hypercube:3 --embedding tao --traffic cc-cube "
                 "--schedule list --address physical --router scheduled",
                 "--router: scheduled: guest hypercube:3 puts 2 guest nodes on a host node; flits "
                 "of scheduled routers do not tell them apart; use --router buffered"},
        BadInput{"GrayOnARing", "map --host ring:16 --guest mesh:3x5 --embedding gray",
                 "--host: ring:16: is no hypercube; gray takes meshes, tori and hypercubes on "
                 "hypercube:n, or on any host whose lengths "
                 "are all 2"},
        BadInput{"GrayWithoutAConstruction",
                 "map --host hypercube:8 --guest mesh:3x5x17 --embedding gray",
                 "--host: hypercube:8: no construction here puts mesh:3x5x17 into it one to one; "
                 "take hypercube:9 or a larger one"},
        BadInput{"UnknownProtection", GENERATE "--protect ecc",
                 "--protect: ecc: is not one of the choices; allowed are none, parity"},
        BadInput{"TooManyLinkStages", GENERATE "--link-stages 9 --buffer-depth 32",
                 "--link-stages: 9: is out of range; allowed are 0 to 8"},
        BadInput{"LinkStagesWithShallowBuffers", GENERATE "--link-stages 2",
                 "--link-stages: 2: a flit each cycle needs buffers of 6, and --buffer-depth is 4; "
                 "give --buffer-depth 6 or more"},
        BadInput{"LinkStagesOfASweepWithShallowBuffers",
                 "sweep --host ring:8 --traffic uniform --link-stages 0,8 --buffer-depth 17",
                 "--link-stages: 8: a flit each cycle needs buffers of 18, and --buffer-depth is "
                 "17; give --buffer-depth 18 or more"},
        BadInput{
            "LinkStagesOfCheck", CHECK "--link-stages 1",
            "--link-stages: is not an option of check; it goes with generate, simulate, sweep"},
        BadInput{"UserBitsThatAreTooMany", GENERATE "--user-bits 257",
                 "--user-bits: 257: is out of range; allowed are 0 to 256"},
        BadInput{
            "TkeepOfWideFlits", GENERATE "--flit-width 512 --tkeep --user-bits 65",
            "--flit-width: 512: with the 136 bits beside tdata a flit is too wide; allowed are "
            "640 bits together, so 504 at most"},
        BadInput{
            "NodesThatAreNone", GENERATE "--node-clocks 0,99",
            "--node-clocks: 0,99: '99' names no nodes of the host; allowed are all, or numbers "
            "from 0 to 63 such as 0,1-63"},
        BadInput{"NoReset", GENERATE "--reset low",
                 "--reset: low: is not one of the choices; allowed are active-high, active-low"},
        BadInput{"NoClasses", GENERATE "--classes 0",
                 "--classes: 0: is out of range; allowed are 1 to 8"},
        BadInput{"AMisspeltRouter",
                 "simulate --engine model --host torus:4x4 --guest hypercube:4 --embedding xor "
                 "--traffic task --task 0,4 --schedule offset --schedule-units check "
                 "--routre scheduled",
                 "--routre: is not an option; did you mean --router?"},
        BadInput{
            "ArrivalsThatNothingTells", GENERATE "--router scheduled --schedule-units check",
            "--schedule-units: check: no schedule says what should arrive; give --schedule too"},
        BadInput{
            "TablesOfAFormula",
            "simulate --host torus:4x4 --guest hypercube:4 --embedding xor --traffic task "
            "--task 0,4 --schedule stream --ports all --router scheduled --schedule-units send "
            "--load tables",
            "--load: tables: nodes have no table of a schedule; tables go with --router scheduled, "
            "--schedule list or exact, and schedule units"},
        BadInput{
            "MoveToWhereTheBoxDoesNotFit",
            "simulate --host torus:4x4 --guest hypercube:2 --partition 2x2 --embedding xor "
            "--router scheduled --load address-units --traffic exchange --schedule list "
            "--moved-from 3,0",
            "--moved-from: 3,0: leaves the host on axis 0; a box of 2x2 fits torus:4x4 at bases "
            "up to 2,2"},
        BadInput{"ScheduleOfAMethodWithItsOwn",
                 "simulate --host torus:4x4 --traffic reduce-scatter --schedule offset "
                 "--router scheduled",
                 "--schedule: offset: is not used by traffic reduce-scatter; it goes with cc-cube, "
                 "task, complete-exchange, fft, bitonic-sort, all-reduce, all-gather, permutation, "
                 "scatter, exchange"},
        BadInput{
            "ExportWithoutCycles",
            "simulate --host torus:4x4 --guest hypercube:4 --embedding xor --traffic cc-cube "
            "--engine model --schedule offset --release order --export a.goal",
            "--export: a.goal: files have messages in their cycles, and these are not kept; it "
            "goes with --release cycle"},
        BadInput{
            "ExportOfIdlingSourcesWithoutASchedule",
            "simulate --host torus:4x4 --guest hypercube:4 --embedding xor --traffic cc-cube "
            "--engine model --schedule none --startup 9 --export a.goal",
            "--export: a.goal: files have messages in their cycles, and these are not kept; with "
            "--startup it goes with a --schedule other than none"},
        BadInput{
            "WhatIsLoadedIsAList", GENERATE "--load tabels,images=",
            "--load: tabels,images=: tabels is not one of the choices; did you mean tables? "
            "allowed are words, routes, tables, address-units, images=FILE, a comma between them"},
        BadInput{
            "OlderName", GENERATE "--tables loaded",
            "--tables: is an older name; write --load tables; what is loaded is one list, such as "
            "tables,address-units"},
        BadInput{"OlderNameOfAFlag", "check --host ring:8 --no-dateline",
                 "--no-dateline: is an older name; write --without dateline"},
        BadInput{
            "ImagesThatAreNotThere", "generate --host ring:4 --out x --load images=/nowhere/list",
            "--load: images=/nowhere/list: cannot be read; give a list with lines such as `0-3,8 "
            "boot.hex`"},
        BadInput{
            "BroadcastWithoutItsNetlist",
            "check --host ring:8 --guest hypercube:3 --embedding xor --task 0,3 --schedule "
            "offset --router scheduled --without netlist --load words",
            "--load: words: is proved on the netlist alone; it does not go with --without netlist"},
        BadInput{"PatternOnLogicalAddressesWithEmptyNodes",
                 "simulate --host hypercube:4 --guest mesh:3x5 --embedding gray --traffic "
                 "bit-complement",
                 "--address: logical: guest mesh:3x5 leaves 1 host node without a guest node; "
                 "traffic bit-complement sends to every host "
                 "node; use --address physical, or --refused if these are to refuse packets"},
        BadInput{"PatternOnLogicalAddressesOfAnUnevenGuest",
                 "simulate --host hypercube:2 --guest mesh:3x3 --embedding gray --traffic uniform",
                 "--address: logical: guest mesh:3x3 leaves 1 host node without a guest node; "
                 "traffic uniform sends to every host node; use "
                 "--address physical, or --refused if these are to refuse packets"},
        BadInput{
            "MorePacketsThanElements", SIMULATE "--traffic cc-cube --pipelining 257",
            "--pipelining: 257: is more packets than --elements 256 fill; allowed are 1 to 256"},
        BadInput{
            "MorePacketsThanElementsOfTheCost", COST "--schedule offset --pipelining 300",
            "--pipelining: 300: is more packets than --elements 256 fill; allowed are 1 to 256"},
        BadInput{"RootThatIsNoNode", "simulate --host torus:4x4 --traffic broadcast --root 16",
                 "--root: 16: is no node of host torus:4x4; its nodes are 0 to 15"},
        BadInput{"BucketsWithARoot", "simulate --host torus:4x4 --traffic reduce --method bucket",
                 "--method: bucket: does not go with traffic reduce; allowed are trees, lines, "
                 "bine, auto"},
        BadInput{"BineOfOddLengths", "simulate --host torus:4x5 --traffic gather --method bine",
                 "--method: bine: does not exist on host torus:4x5; it takes tori and hypercubes "
                 "whose lengths are even"},
        BadInput{"ExchangeByLinesOnManyNodes",
                 "simulate --host torus:64x32 --traffic complete-exchange --method lines",
                 "--method: lines: keeps too much of 2048 nodes; it takes up to 1024"},
        BadInput{"CostOfACollectiveWithHalfACycle",
                 "cost --host torus:4x4 --collective all-reduce --startup 0.5",
                 "--startup: 0.5: is no number of cycles that messages could be delayed by; beside "
                 "--collective allowed are whole numbers from 0 to 1000000"},
        BadInput{"CostOfACollectiveOnALongLine", "cost --host line:100000 --collective all-reduce",
                 "--host: line:100000: has an axis that is too long to plan for; beside "
                 "--collective lengths up to 65536 are allowed"},
        BadInput{"CostWithoutSchedule", COST,
                 "--schedule: is missing; cost needs --schedule calmant|offset|stream"},
        BadInput{"StartupThatIsNoNumber", COST "--schedule offset --startup slow",
                 "--startup: slow: is not a number; allowed are numbers from 0 to 1000000000, "
                 "decimals too"},
        BadInput{"StartupThatIsNoCycle",
                 "simulate --host torus:4x4 --guest hypercube:4 --embedding xor --traffic cc-cube "
                 "--schedule offset --startup 2.5",
                 "--startup: 2.5: is no number of cycles that a source could idle for; allowed are "
                 "whole "
                 "numbers from 0 to 1000000"},
        BadInput{
            "WordBehindAValueThatIsThere", "simulate --host=ring:4 stray --traffic uniform",
            "command line: stray: is not an option; `toroid simulate --help-all` lists what is "
            "allowed"},
        BadInput{"StartupOfNaN", COST "--schedule offset --startup nan",
                 "--startup: nan: is not a number; allowed are numbers from 0 to 1000000000, "
                 "decimals too"},
        BadInput{"NegativeCostOfAFlit", COST "--schedule offset --per-flit -0.5",
                 "--per-flit: -0.5: is out of range; allowed are numbers from 0 to 1000000000, "
                 "decimals too"},
        BadInput{"StartupOfInfinity", COST "--schedule offset --startup inf",
                 "--startup: inf: is out of range; allowed are numbers from 0 to 1000000000, "
                 "decimals too"},
        BadInput{
            "MoreMessagesThanAScheduleHolds",
            "schedule --guest hypercube:20 --host torus:1024x1024 --embedding xor --task 0,20 "
            "--schedule offset",
            "--task: 0,20: has 20971520 messages; a schedule holds at most 16777216, here those "
            "of 16 cube dimensions"},
        BadInput{"MoreMessagesThanAUnitsScheduleHolds",
                 "generate --out never --guest hypercube:20 --host torus:1024x1024 --embedding xor "
                 "--task 0,20 --schedule offset",
                 "--task: 0,20: has 20971520 messages; a schedule holds at most 16777216, here "
                 "those of 16 cube dimensions"},
        BadInput{"SizesThatOverflow",
                 "simulate --engine model --guest hypercube:18 --host torus:512x512 --embedding "
                 "xor --traffic complete-exchange "
                 "--block-flits 65536 --flit-width 512",
                 "--block-flits: 65536: asks for more data than is kept; take a smaller guest"},
        BadInput{"CyclesBeyondCounting",
                 "cost --host line:16777216 --guest hypercube:24 --embedding standard --schedule "
                 "offset --elements 16777216 --pipelining 16777216 --quiet",
                 "--pipelining: 16777216: makes more cycles than can be counted, 2^63 and more; "
                 "take fewer packets, or a smaller host"},
        BadInput{
            "ABadWidthAlone",
            "simulate --engine model --guest hypercube:17 --host torus:512x256 --embedding xor "
            "--traffic complete-exchange "
            "--block-flits 32768 --flit-width 33 --pipelining 7",
            "--flit-width: 33: is not a multiple of 8; allowed are multiples of 8 from 8 to 640"},
        BadInput{
            "CostOfATask", COST "--schedule offset --task 0,6",
            "--task: is not an option of cost; it goes with schedule, generate, simulate, check"},
        BadInput{"RefusedWithCcCube", SIMULATE "--traffic cc-cube --refused 0.5",
                 "--refused: 0.5: is not used by traffic cc-cube; it goes with uniform, neighbor, "
                 "bit-complement, transpose, bit-reverse, shuffle, tornado, "
                 "random-permutation, hotspot"},
        BadInput{"RefusedIsNoShare", "simulate --host ring:8 --traffic uniform --refused 1.5",
                 "--refused: 1.5: is out of range; allowed are numbers from 0 to 1"},
        BadInput{"RateWithCcCube", SIMULATE "--traffic cc-cube --rate 0.5",
                 "--rate: 0.5: is not used by traffic cc-cube; it goes with uniform, neighbor, "
                 "bit-complement, transpose, bit-reverse, shuffle, tornado, "
                 "random-permutation, hotspot"},
        BadInput{"TaskWithUniform", SIMULATE "--traffic uniform --task 0,6",
                 "--task: 0,6: is not used by traffic uniform; it goes with task"},
        BadInput{"TaskTrafficWithoutTask", SIMULATE "--traffic task",
                 "--task: is missing; traffic task needs --task i,M"},
        BadInput{"WaveOfAnotherFormat", "simulate --host ring:8 --traffic uniform --wave a.vcd",
                 "--wave: a.vcd: does not end in .fst; write --wave FILE.fst"},
        BadInput{"ProgramOfAGuestThatIsNoHypercube",
                 "generate --host torus:4x4 --guest mesh:4x4 --embedding tao --router scheduled "
                 "--schedule offset --pipelining 2 --elements 4 --out never",
                 "--guest: mesh:4x4: is not a hypercube; tasks and the CC-cube exchange along cube "
                 "dimensions"},
        BadInput{"CoverageOfAnotherFormat",
                 "simulate --host ring:8 --traffic uniform --coverage a.txt",
                 "--coverage: a.txt: does not end in .json; write --coverage FILE.json"},
        BadInput{"CoverageOfALargeHost",
                 "simulate --host torus:33x32 --traffic uniform --engine model --coverage a.json",
                 "--coverage: a.json: --host has 1056 nodes; it goes with hosts of at most 1024"},
        BadInput{"CheckOfATaskWithoutSchedule", CHECK "--task 0,6",
                 "--schedule: is missing; --task needs --schedule "
                 "calmant|offset|stream|exact|list"},
        BadInput{"ExactOnAllPorts", SCHEDULE "--task 0,6 --schedule exact --ports all",
                 "--schedule: exact: does not exist for --ports all; exact takes --ports one; with "
                 "all ports stream meets the bound"},
        BadInput{
            "PortsOfNothing", CHECK "--ports all",
            "--ports: all: is not used by a check of routing; it goes with a check of a collective "
            "operation (--collective), a check of a schedule (--schedule)"},
        BadInput{
            "GuestThatMustGoRound",
            "simulate --host torus:4x4 --guest hypercube:4 --embedding xor --traffic task "
            "--task 0,4 --schedule stream --ports all --dead-links 0-1",
            "--schedule: stream: needs the route of dimension order from guest node (0,0,0,0) to "
            "(0,0,1,0), and the tables have another; allowed are none, list; or `toroid map` says "
            "how the guest keeps off what is dead"},
        BadInput{
            "CollectiveToCheckTooLarge",
            "check --host torus:8x8 --collective all-gather --router scheduled --elements 4097",
            "--elements: 4097: is too much for each step to be followed; on host torus:8x8 "
            "allowed are up to 4096"},
        BadInput{
            "DeadRootToCheck",
            "check --host torus:8x8 --collective gather --router scheduled --root 5 --dead-nodes 5",
            "--root: 5: is a dead node; give a node that is alive"},
        BadInput{"ConfigThatIsNotThere", MAP "--config /nowhere/never.toml",
                 "--config: /nowhere/never.toml: cannot be read; give a TOML file of name = value "
                 "lines"},
        BadInput{"ConfigThatIsAFolder", MAP "--config /",
                 "--config: /: cannot be read; give a TOML file of name = value lines"}),
    [](const auto& test) { return std::string(test.param.name); });

// Messages of other parts of the program: only their field and value are pinned here.
class BadGraphTest : public testing::TestWithParam<BadInput> {};

TEST_P(BadGraphTest, IsRefusedByFieldAndValue) {
  const Outcome outcome = RunToroid(GetParam().line);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.find(std::string("toroid: error: ") + GetParam().message + ": "), 0U)
      << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    Cli, BadGraphTest,
    testing::Values(
        BadInput{"NotAGraph", "check --host donut:8", "--host: donut:8"},
        BadInput{"LengthOne", "check --host torus:1x8", "--host: torus:1x8"},
        BadInput{"NoLengths", "check --host torus:", "--host: torus:"},
        BadInput{"LengthsThatAreNoNumbers", "check --host torus:8xy", "--host: torus:8xy"},
        BadInput{"TooManyNodes", "check --host torus:5000x5000", "--host: torus:5000x5000"},
        BadInput{"TooLargeACube", "check --host hypercube:25", "--host: hypercube:25"},
        BadInput{"RingOfTwoAxes", "check --host ring:8x8", "--host: ring:8x8"},
        BadInput{"TooManyAxesForHardware", "generate --out /nowhere/never --host hypercube:11",
                 "--host: hypercube:11"},
        BadInput{"SizesThatDiffer", "map --host torus:8x8 --guest hypercube:5 --embedding xor",
                 "--host: torus:8x8"},
        BadInput{"LengthsOfNoPowerOfTwo",
                 "map --host torus:6x6 --guest hypercube:5 --embedding xor", "--host: torus:6x6"},
        BadInput{"ByWeightOnATorus",
                 "map --host torus:8x8 --guest hypercube:6 --embedding by-weight",
                 "--host: torus:8x8"},
        BadInput{"ShapesThatDiffer", "map --host torus:8x8 --guest torus:4x16 --embedding identity",
                 "--embedding: identity"},
        BadInput{"KeywordAsName", GENERATE "--name module", "--name: module"},
        BadInput{"NameWithTwoUnderscores", GENERATE "--name my__net", "--name: my__net"},
        BadInput{"NameWithADash", GENERATE "--name my-net", "--name: my-net"},
        BadInput{"CostOfCalmantOnATorus", COST "--schedule calmant", "--schedule: calmant"},
        BadInput{"CostOfAStreamOnOnePort", COST "--schedule stream", "--schedule: stream"},
        BadInput{"CostOfBlockOrder", COST "--schedule offset --bit-order block",
                 "--schedule: offset"},
        BadInput{"CalmantOnATorus", SCHEDULE "--task 0,6 --schedule calmant",
                 "--schedule: calmant"},
        BadInput{"CalmantOnATorusWithAllPorts",
                 SCHEDULE "--task 0,6 --schedule calmant --ports all", "--schedule: calmant"},
        BadInput{"OffsetOnBlockOrder", SCHEDULE "--task 0,6 --schedule offset --bit-order block",
                 "--schedule: offset"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(BadInput, WithoutACommandHelpGoesToStandardError) {
  const Outcome outcome = RunToroid("");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("Usage: toroid COMMAND"), std::string::npos);
}

TEST(BadInput, AllFaultsAreReportedALineEach) {
  const Outcome outcome = RunToroid(
      "simulate --host donut:8 --flit-width 7 --traffic uniform --rate x --cycles 0 --bogus 3");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 5) << outcome.err;
  for (const char* field :
       {"--host: donut:8", "--flit-width: 7", "--rate: x", "--cycles: 0", "--bogus"}) {
    EXPECT_NE(outcome.err.find(std::string("toroid: error: ") + field), std::string::npos)
        << field << "\n"
        << outcome.err;
  }
}

// One code for all of them.
TEST(MissingInput, IsBadInputWhateverTheOption) {
  for (const char* line :
       {"map --config missing", "sweep --merge missing", "compare missing missing",
        "report missing --out a.html", "generate --host ring:4 --load images=missing --out out",
        "simulate --host ring:4 --traffic trace --engine model --trace missing.csv",
        "simulate --host ring:4 --traffic trace --engine model --trace missing",
        "simulate --host torus:2x2 --traffic axi --trace missing.csv"}) {
    const Outcome outcome = RunToroid(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_NE(outcome.err.find("missing"), std::string::npos) << line << outcome.err;
  }
}

}  // namespace
}  // namespace toroid::bad_input_test
