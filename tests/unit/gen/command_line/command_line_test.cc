#include <gtest/gtest.h>

#include <algorithm>

#include "gen/command_line/spec.h"
#include "gen/options/options.h"
#include "tests/unit/gen/command_line/spec_testing.h"

namespace toroid::gen_command_line_test {
namespace {

using test::DiagnosticsOf;
using test::kMapXor;
using test::Parse;
using test::Words;

TEST(Spec, DefaultsAreTheContracts) {
  const Result<Spec> spec = Parse(Command::kSimulate, "--host torus:8x8 --traffic uniform");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->hardware.flit_width, 32);
  EXPECT_EQ(spec->hardware.buffered.depth, 4);
  EXPECT_EQ(spec->hardware.ports, Ports::kOne);
  EXPECT_EQ(spec->hardware.buffered.arbiter, Arbiter::kThroughFirst);
  EXPECT_EQ(spec->hardware.buffered.storage, Storage::kRegisters);
  EXPECT_EQ(spec->hardware.name, "toroid");
  EXPECT_EQ(spec->hardware.address, Address::kPhysical);
  const auto& traffic = std::get<PatternRequest>(spec->simulation.traffic);
  EXPECT_EQ(traffic.name(), "uniform");
  EXPECT_EQ(traffic.rate, 0.1);
  EXPECT_EQ(traffic.packet_flits, 1);
  EXPECT_EQ(traffic.cycles, 1000);
  const RunOptions& run = spec->simulation.run;
  EXPECT_TRUE(run.baseline);
  EXPECT_EQ(run.sink_ready, 1.0);
  EXPECT_EQ(run.seed, 1U);
  EXPECT_EQ(run.engine, Engine::kBoth);
  EXPECT_EQ(run.rtl, RtlEngine::kAuto);
  EXPECT_EQ(run.watchdog, 10000);
  EXPECT_TRUE(run.idle_skip);
  EXPECT_EQ(run.threads, 1);
  EXPECT_EQ(spec->format, Format::kText);
  ASSERT_TRUE(spec->plan);
}

TEST(Spec, EveryOptionReachesItsField) {
  const Result<Spec> spec = Parse(
      Command::kSimulate,
      "--host torus:4x4 --guest hypercube:4 --embedding standard --bit-order block --flit-width 64 "
      "--buffer-depth 2 --ports all --arbiter through-first --address physical --name net "
      "--traffic cc-cube "
      "--elements 64 --pipelining=16 --barrier-cycles 3 --schedule none --no-baseline --sink-ready "
      "0.5 --seed 7 "
      "--engine rtl --rtl flat --wave a.fst --watchdog 99 --without idle-skip --format json");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->hardware.flit_width, 64);
  EXPECT_EQ(spec->hardware.buffered.depth, 2);
  EXPECT_EQ(spec->hardware.ports, Ports::kAll);
  EXPECT_EQ(spec->hardware.buffered.arbiter, Arbiter::kThroughFirst);
  EXPECT_EQ(spec->hardware.address, Address::kPhysical);
  EXPECT_EQ(spec->hardware.name, "net");
  EXPECT_EQ(spec->embedding->bit_order(), BitOrder::kBlock);
  const auto& traffic = std::get<CubeProgramRequest>(spec->simulation.traffic);
  EXPECT_EQ(traffic.elements, 64);
  EXPECT_EQ(traffic.pipelining, 16);
  EXPECT_EQ(traffic.barrier_cycles, 3);
  const RunOptions& run = spec->simulation.run;
  EXPECT_FALSE(run.baseline);
  EXPECT_EQ(run.sink_ready, 0.5);
  EXPECT_EQ(run.seed, 7U);
  EXPECT_EQ(run.engine, Engine::kRtl);
  EXPECT_EQ(run.rtl, RtlEngine::kFlat);
  EXPECT_EQ(run.wave, "a.fst");
  EXPECT_EQ(run.watchdog, 99);
  EXPECT_FALSE(run.idle_skip);
  EXPECT_EQ(spec->format, Format::kJson);
}

TEST(Spec, LinkStagesReachTheirField) {
  for (const Command command : {Command::kGenerate, Command::kSimulate, Command::kSweep}) {
    const Result<Spec> spec =
        Parse(command, std::string("--host torus:4x4 --link-stages 3 --buffer-depth 8") +
                           (command == Command::kGenerate ? " --out net" : " --traffic uniform"));
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->plan->hardware().links.stages, 3);
  }
  EXPECT_EQ(Parse(Command::kSimulate, "--host ring:4 --traffic uniform")->hardware.links.stages, 0);
}

TEST(Spec, ProtectionReachesItsField) {
  for (const Command command : {Command::kGenerate, Command::kSimulate}) {
    const std::string rest =
        command == Command::kGenerate ? " --out net" : " --traffic uniform --rtl nodes";
    const Result<Spec> spec = Parse(command, "--host torus:4x4 --protect parity" + rest);
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->plan->hardware().links.protect, Protection::kParity);
    EXPECT_EQ(Parse(command, "--host torus:4x4" + rest)->hardware.links.protect, Protection::kNone);
  }
}

TEST(Spec, PatternOptionsReachTheirFields) {
  const Result<Spec> spec = Parse(Command::kSimulate,
                                  "--host mesh:4x4 --traffic bit-complement --rate 0.25 "
                                  "--packet-flits 5 --cycles 77 --refused 0.125 --engine model");
  ASSERT_TRUE(spec);
  const auto& traffic = std::get<PatternRequest>(spec->simulation.traffic);
  EXPECT_EQ(traffic.name(), "bit-complement");
  EXPECT_EQ(traffic.rate, 0.25);
  EXPECT_EQ(traffic.packet_flits, 5);
  EXPECT_EQ(traffic.cycles, 77);
  EXPECT_EQ(traffic.refused, 0.125);
  EXPECT_EQ(spec->simulation.run.engine, Engine::kModel);
}

TEST(Spec, EmptyNodesMayRefuseWhatAPatternSends) {
  const std::string pattern =
      "--host hypercube:4 --guest mesh:3x5 --embedding gray --traffic uniform --engine model";
  EXPECT_NE(DiagnosticsOf(Command::kSimulate, pattern).find("--address: logical"),
            std::string::npos);
  EXPECT_TRUE(Parse(Command::kSimulate, pattern + " --refused 0.1"));
}

TEST(Spec, EveryChoiceOfTheTableIsUnderstood) {
  int tried = 0;
  for (const Option& option : AllOptions()) {
    if (option.type != ValueType::kChoice) continue;
    for (const Command command : {Command::kMap, Command::kSchedule, Command::kGenerate,
                                  Command::kSimulate, Command::kCheck}) {
      if (!Takes(command, option)) continue;
      std::string choices(FormFor(command, option));
      std::ranges::replace(choices, '|', ' ');
      for (const std::string& choice : Words(choices)) {
        const std::string diagnostics =
            DiagnosticsOf(command, std::string(option.name) + " " + choice);
        EXPECT_EQ(diagnostics.find("is not one of"), std::string::npos) << diagnostics;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 60);
}

TEST(Spec, BitOrderDefaultsToCyclicOnlyWhereSomethingIsScheduled) {
  const std::string graphs = std::string(kMapXor) + " ";
  const auto order = [&](Command command, const std::string& more) {
    return Parse(command, graphs + more)->embedding->bit_order();
  };
  EXPECT_EQ(order(Command::kMap, ""), BitOrder::kBlock);
  EXPECT_EQ(order(Command::kGenerate, "--out x"), BitOrder::kBlock);
  EXPECT_EQ(order(Command::kSchedule, "--task 0,6 --schedule offset"), BitOrder::kCyclic);
  EXPECT_EQ(order(Command::kSimulate, "--traffic cc-cube"), BitOrder::kCyclic);
  EXPECT_EQ(order(Command::kSimulate, "--traffic task --task 0,6"), BitOrder::kCyclic);
  EXPECT_EQ(order(Command::kSimulate, "--traffic uniform"), BitOrder::kBlock);
  EXPECT_EQ(order(Command::kCheck, ""), BitOrder::kBlock);
  EXPECT_EQ(order(Command::kCheck, "--task 0,6 --schedule offset"), BitOrder::kCyclic);
  EXPECT_EQ(order(Command::kSimulate, "--traffic cc-cube --bit-order block"), BitOrder::kBlock);
}

TEST(Spec, EveryFaultIsReportedAtOnceAndOnce) {
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate,
                    "--host torus:1x8 --flit-width 12 --guest --traffic uniform --rate 2 --sed "
                    "3 --buffer-depth x --out y"),
      "--guest: its value is missing; write --guest GRAPH\n"
      "--sed: is not an option; did you mean --seed?\n"
      "--out: is not an option of simulate; it goes with generate, check, init, report\n"
      "--buffer-depth: x: is not a whole number; allowed are 2 to 64\n"
      "--flit-width: 12: is not a multiple of 8; allowed are multiples of 8 from 8 to 640\n"
      "--host: torus:1x8: axis 0 has length 1; leave the axis out\n"
      "--rate: 2: is out of range; allowed are numbers from 0 to 1\n");
}

// The stages check words, then what is needed and used, then what goes together, then what is
// computed. The first stage with a fault ends the check.
TEST(Spec, FaultsOfOneStageAreReportedTogether) {
  const std::string line = "--host torus:3x3 --guest hypercube:4 --traffic task --schedule offset ";
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, line + "--link-stages 9 --name 1x --rate 0.5"),
            "--link-stages: 9: is out of range; allowed are 0 to 8\n"
            "--name: 1x: is not a plain identifier; allowed are 1 to 64 letters, digits and single "
            "underscores, a letter first and no underscore last, but no Verilog or SystemVerilog "
            "keyword\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, line + "--rate 0.5 --link-stages 1").substr(0, 40),
            "--rate: 0.5: is not used by traffic task");
  EXPECT_EQ(
      DiagnosticsOf(
          Command::kSimulate,
          line + "--embedding xor --task 0,4 --schedule-units send --node-clocks all --walk ring"),
      "--walk: ring: embedding xor has no walks; it goes with --embedding tao\n--node-clocks: all: "
      "is not supported with schedule units yet; leave it out, or give no --schedule\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, line + "--embedding xor --task 0,4").substr(0, 50),
            "--host: torus:3x3: length 3 is not a power of two;");
}

TEST(Spec, OptionsThatTheTrafficDoesNotUseAreRefused) {
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate, std::string(kMapXor) + " --traffic cc-cube --rate 0.5"),
      "--rate: 0.5: is not used by traffic cc-cube; it goes with uniform, neighbor, "
      "bit-complement, transpose, bit-reverse, shuffle, tornado, "
      "random-permutation, hotspot\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic uniform --elements 8"),
            "--elements: 8: is not used by traffic uniform; it goes with cc-cube, fft, "
            "bitonic-sort, all-reduce, all-gather, reduce-scatter, broadcast, reduce, gather, "
            "scatter-blocks\n");
  EXPECT_EQ(DiagnosticsOf(
                Command::kSimulate,
                "--host ring:8 --traffic neighbor --schedule list --task 0,1 --message-flits 2"),
            "--task: 0,1: is not used by traffic neighbor; it goes with task\n"
            "--message-flits: 2: is not used by traffic neighbor; it goes with task, permutation, "
            "scatter, exchange\n"
            "--schedule: list: is not used by traffic neighbor; it goes with cc-cube, task, "
            "complete-exchange, fft, bitonic-sort, "
            "all-reduce, all-gather, permutation, scatter, exchange, trace\n");
}

// Neither a default nor a flag that only leaves something out needs another option.
TEST(Spec, WhatAsksForNothingIsAcceptedWhereItIsNotUsed) {
  const std::string uniform = "--host ring:8 --traffic uniform ";
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          uniform + "--no-baseline --elements 256 --schedule none --sets 4"),
            "");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, uniform + "--engine model --rtl auto"), "");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          "--host torus:4x4 --traffic all-reduce --method auto --no-baseline "
                          "--startup 0.0 --release cycle"),
            "");
  EXPECT_EQ(DiagnosticsOf(Command::kCheck,
                          std::string(kMapXor) + " --without netlist --ports one --dilation 1"),
            "");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          "--host ring:8 --out x --elements 256 --message-flits 1 --seed 1"),
            "");
  EXPECT_EQ(DiagnosticsOf(Command::kCost, "--host torus:4x4 --collective all-reduce --per-flit 1"),
            "");
}

TEST(Spec, AlgorithmsWithoutAGuestAreToldOfMethodsThatNeedNone) {
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host torus:4x4 --traffic all-reduce"),
            "--guest: is missing; traffic all-reduce needs --guest GRAPH, or --method auto, which "
            "sends between host nodes\n"
            "--embedding: is missing; traffic all-reduce needs --embedding "
            "identity|standard|xor|by-weight|tao|gray\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSweep, "--host torus:4x4"),
            "--traffic: is missing; sweep needs --traffic "
            "uniform|neighbor|bit-complement|transpose|bit-reverse|shuffle|tornado|"
            "random-permutation|hotspot\n");
}

TEST(Spec, RelaysCarryPermutationSetsOfOneFlit) {
  const std::string ring = "--host mesh:3x5 --guest ring:15 --embedding tao --ports all --relay ";
  const Result<Spec> spec = Parse(Command::kSimulate, ring + "--traffic permutation");
  ASSERT_TRUE(spec);
  EXPECT_TRUE(spec->hardware.relay);
  EXPECT_TRUE(spec->plan->relay());
  EXPECT_TRUE(Parse(Command::kGenerate, ring + "--out x"));
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "--traffic uniform"),
            "--relay: is not used by traffic uniform; it goes with permutation\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          ring + "--traffic permutation --message-flits 2 --schedule list"),
            "--message-flits: 2: is more than a relay keeps; with --relay messages have one flit\n"
            "--schedule: list: says when messages enter, and with --relay all enter at once; with "
            "--relay allowed is none\n");
}

TEST(Spec, PacketsOfACubeWithoutDataNeedNotBeEqual) {
  const std::string base = std::string(kMapXor) + " --traffic cc-cube ";
  EXPECT_TRUE(Parse(Command::kSimulate, base + "--elements 21 --pipelining 20"));
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, base + "--elements 21 --pipelining 22"),
            "--pipelining: 22: is more packets than --elements 21 fill; allowed are 1 to 21\n");
}

TEST(Spec, SourcesIdleAndReleaseMessages) {
  const auto spec = Parse(Command::kSimulate, std::string(kMapXor) +
                                                  " --traffic cc-cube --schedule offset --startup "
                                                  "40 --release exchange");
  ASSERT_TRUE(spec.ok());
  const Scheduling& scheduling = *SchedulingOf(spec->simulation.traffic);
  EXPECT_EQ(scheduling.startup, 40);
  EXPECT_EQ(scheduling.release, Release::kExchange);
}

TEST(Spec, PacketsWithDataNeedNotBeEqual) {
  const std::string base = std::string(kMapXor) + " --traffic all-reduce ";
  EXPECT_TRUE(Parse(Command::kSimulate, base + "--pipelining 7"));
  EXPECT_TRUE(Parse(Command::kSimulate, base + "--elements 21 --pipelining 21"));
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, base + "--elements 12 --pipelining 100"),
            "--pipelining: 100: is more packets than --elements 12 fill; allowed are 1 to 12\n");
}

TEST(Spec, AlgorithmOptionsReachTheirFields) {
  const Result<Spec> spec =
      Parse(Command::kSimulate,
            std::string(kMapXor) +
                " --traffic complete-exchange --method cc-cube --block-flits 3 --pipelining 6 "
                "--barrier-cycles 2 --schedule offset --flit-width 48");
  ASSERT_TRUE(spec);
  const auto& exchange = std::get<CollectiveRequest>(spec->simulation.traffic);
  EXPECT_EQ(exchange.method, CollectiveMethod::kCcCube);
  EXPECT_EQ(exchange.elements, 3);
  EXPECT_EQ(exchange.pipelining, 6);
  EXPECT_EQ(exchange.barrier_cycles, 2);
  EXPECT_EQ(exchange.schedule.kind, ScheduleKind::kOffset);
  const Result<Spec> ring = Parse(
      Command::kSimulate, std::string(kMapXor) + " --traffic complete-exchange --method ring");
  ASSERT_TRUE(ring);
  EXPECT_EQ(std::get<CollectiveRequest>(ring->simulation.traffic).method, CollectiveMethod::kRing);
  EXPECT_EQ(std::get<CollectiveRequest>(ring->simulation.traffic).elements, 4);
}

TEST(Spec, AlgorithmsRefuseWhatTheyCannotRun) {
  const auto diagnostics = [](const std::string& more) {
    return DiagnosticsOf(Command::kSimulate, std::string(kMapXor) + " --traffic " + more);
  };
  EXPECT_EQ(diagnostics("fft --elements 48 --pipelining 5"),
            "--flit-width: 32: cannot hold a point of the fft; a flit holds a pair of 32-bit "
            "numbers; allowed are 64 and above\n"
            "--elements: 48: is not a power of two; each process transforms that many points; "
            "allowed are 1, 2, 4, 8, ...\n");
  EXPECT_EQ(diagnostics("fft --elements 16 --flit-width 64 --pipelining 17"),
            "--pipelining: 17: is more packets than --elements 16 fill; allowed are 1 to 16\n");
  EXPECT_EQ(diagnostics("complete-exchange --block-flits 3 --pipelining 97"),
            "--pipelining: 97: is more packets than the 96 flits of a message, --block-flits "
            "2^(d-1), fill; allowed are 1 to 96\n");
  EXPECT_EQ(diagnostics("complete-exchange --method ring --pipelining 2 --schedule offset"),
            "--pipelining: 2: is not used by method ring; it goes with method cc-cube\n"
            "--schedule: offset: is not used by method ring; allowed are none, list; the others go "
            "with method cc-cube\n");
  EXPECT_EQ(diagnostics("complete-exchange --method ring --schedule list"), "");
  EXPECT_EQ(diagnostics("complete-exchange --block-flits 16385"),
            "--block-flits: 16385: asks for more data than is kept; with this guest and flit width "
            "allowed are 1 to 16384\n");
  EXPECT_EQ(diagnostics("bitonic-sort --elements 65537"),
            "--elements: 65537: asks for more data than is kept; with this guest and flit width "
            "allowed are 1 to 65536\n");
  EXPECT_EQ(diagnostics("all-gather --pipelining 2"),
            "--pipelining: 2: is not used by traffic all-gather; it goes with cc-cube, "
            "complete-exchange, fft, all-reduce\n");
  EXPECT_EQ(diagnostics("all-reduce --method ring"),
            "--method: ring: does not go with traffic all-reduce; allowed are doubling, bucket, "
            "halving, swing, whole, forest, trees, in-network, auto\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate, "--host torus:5x4 --traffic reduce-scatter --method swing"),
      "--method: swing: does not exist on host torus:5x4; it takes tori and hypercubes whose "
      "lengths are even\n");
  // one mistake gives one diagnostic, although the table, which nobody asks for, has no schedule
  // either
  EXPECT_EQ(diagnostics("cc-cube --load tables"),
            "--load: tables: traffic cc-cube has no table; tables go with task, permutation, "
            "scatter, exchange\n");
  // the same: with a method between host nodes there need be no guest
  for (const std::string method : {"ring", "buket"}) {
    const auto found = ParseSpec(Command::kSimulate,
                                 Words("--host torus:4x4 --traffic all-reduce --method " + method));
    ASSERT_EQ(found.diagnostics().size(), 1U);
    EXPECT_EQ(found.diagnostics().front().field, "--method");
  }
  EXPECT_EQ(diagnostics("complete-exchange --method bucket"),
            "--method: bucket: does not go with traffic complete-exchange; allowed are cc-cube, "
            "direct, ring, binary, phases, lines, auto\n");
  EXPECT_EQ(diagnostics("all-reduce --method bucket --pipelining 4 --schedule list"),
            "--pipelining: 4: is not used by methods between host nodes; it goes with methods of a "
            "hypercube guest\n"
            "--schedule: list: is not used by methods between host nodes; it goes with methods of "
            "a hypercube guest\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic fft --flit-width 64"),
            "--guest: is missing; traffic fft needs --guest GRAPH\n"
            "--embedding: is missing; traffic fft needs --embedding "
            "identity|standard|xor|by-weight|tao|gray\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          "--host ring:8 --guest ring:8 --embedding identity --traffic all-reduce"),
            "--guest: ring:8: is not a hypercube; tasks and the CC-cube exchange along cube "
            "dimensions\n");
}

TEST(Spec, SetsAreOfAnyGuestAndTakeTwoSchedules) {
  const std::string ring = "--host mesh:3x5 --guest ring:15 --embedding tao --traffic ";
  const Result<Spec> spec =
      Parse(Command::kSimulate,
            ring + "scatter --sets 7 --message-flits 3 --barrier-cycles 2 --schedule list");
  ASSERT_TRUE(spec);
  const auto& sets = std::get<SetsRequest>(spec->simulation.traffic);
  EXPECT_EQ(sets.kind, SetKind::kScatter);
  EXPECT_EQ(sets.sets, 7);
  EXPECT_EQ(sets.message_flits, 3);
  EXPECT_EQ(sets.barrier_cycles, 2);
  EXPECT_EQ(sets.schedule.kind, ScheduleKind::kList);
  EXPECT_EQ(spec->plan->hardware().address, Address::kLogical);
  const Result<Spec> permutation = Parse(Command::kSimulate, ring + "permutation");
  EXPECT_EQ(std::get<SetsRequest>(permutation->simulation.traffic).sets, 4);
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "exchange --elements 4"),
            "--elements: 4: is not used by traffic exchange; it goes with cc-cube, fft, "
            "bitonic-sort, all-reduce, all-gather, reduce-scatter, broadcast, reduce, gather, "
            "scatter-blocks\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "exchange --schedule offset"),
            "--schedule: offset: schedules tasks, not traffic exchange; with traffic exchange use "
            "list\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic uniform --sets 2"),
      "--sets: 2: is not used by traffic uniform; it goes with permutation, scatter, exchange\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic permutation"),
            "--guest: is missing; traffic permutation needs --guest GRAPH\n"
            "--embedding: is missing; traffic permutation needs --embedding "
            "identity|standard|xor|by-weight|tao|gray\n");
  const std::string large =
      "--host torus:64x64 --guest torus:64x64 --embedding identity --traffic ";
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, large + "scatter --sets 1025"),
            "--sets: 1025: asks for up to 16793600 messages; at most 16777216 are kept\n");
  EXPECT_TRUE(Parse(Command::kSimulate, large + "exchange --sets 1025"));
  EXPECT_TRUE(Parse(Command::kSimulate,
                    "--host mesh:2x2 --guest mesh:4x4 --embedding tao --traffic exchange"));
}

TEST(Spec, SchedulesNeedAHypercubeAndATaskInsideIt) {
  EXPECT_EQ(
      DiagnosticsOf(Command::kSchedule,
                    "--host ring:8 --guest ring:8 --embedding identity --task 0,3 --schedule none"),
      "--guest: ring:8: is not a hypercube; tasks and the CC-cube exchange along cube "
      "dimensions\n");
  for (const char* task : {"0,7", "6,1", "-1,2", "0,0", "2147483647,1", "0,-2147483648"}) {
    const std::string diagnostics =
        DiagnosticsOf(Command::kSchedule, std::string(kMapXor) + " --schedule none --task " + task);
    EXPECT_EQ(diagnostics, std::string("--task: ") + task +
                               ": is not within hypercube:6; task i,M uses the M >= 1 cube "
                               "dimensions from i on, of 0 to 5\n");
  }
  for (const char* task : {"0", "a,b", "0,6,1", "1,", ",1", "0.5,2"}) {
    const std::string diagnostics =
        DiagnosticsOf(Command::kSchedule, std::string(kMapXor) + " --schedule none --task " + task);
    EXPECT_NE(diagnostics.find("is not a task"), std::string::npos) << task << diagnostics;
  }
}

TEST(Spec, WholeNumbersAndProbabilitiesAreReadStrictly) {
  for (const char* value : {"1.5", "0x10", "1e3", "8k", "+8", "-"}) {
    EXPECT_NE(DiagnosticsOf(Command::kSimulate,
                            std::string("--host ring:8 --traffic uniform --cycles ") + value)
                  .find("is not a whole number"),
              std::string::npos)
        << value;
  }
  for (const char* value : {"0", "-1", "99999999999999999999"}) {
    EXPECT_NE(DiagnosticsOf(Command::kSimulate,
                            std::string("--host ring:8 --traffic uniform --cycles ") + value)
                  .find("is out of range"),
              std::string::npos)
        << value;
  }
  for (const char* value : {"half", "nan", "0.5x"}) {
    EXPECT_NE(DiagnosticsOf(Command::kSimulate,
                            std::string("--host ring:8 --traffic uniform --rate ") + value)
                  .find("is not a number"),
              std::string::npos)
        << value;
  }
  for (const char* value : {"inf", "1e400", "1.0001"}) {
    EXPECT_NE(DiagnosticsOf(Command::kSimulate,
                            std::string("--host ring:8 --traffic uniform --rate ") + value)
                  .find("is out of range"),
              std::string::npos)
        << value;
  }
  EXPECT_NE(DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic uniform --sink-ready 0")
                .find("above 0"),
            std::string::npos);
  EXPECT_TRUE(Parse(Command::kSimulate, "--host ring:8 --traffic uniform --rate 0"));
  EXPECT_TRUE(Parse(Command::kSimulate, "--host ring:8 --traffic uniform --rate 1 --seed 0"));
}

TEST(Spec, OptionsWithoutEffectAreRefused) {
  for (const char* embedding : {"tao", "gray"}) {
    const std::string pair =
        "--guest hypercube:4 --host torus:2x2x2x2 --embedding " + std::string(embedding);
    EXPECT_EQ(DiagnosticsOf(Command::kMap, pair), "");
    EXPECT_EQ(DiagnosticsOf(Command::kMap, pair + " --bit-order cyclic"),
              "--bit-order: cyclic: embedding " + std::string(embedding) +
                  " has no order of bits to choose; it goes with the other embeddings\n");
  }
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          "--host ring:5 --traffic uniform --engine model --rtl flat"),
            "--rtl: flat: engine model runs no hardware; use --engine both or rtl\n");
}

TEST(Spec, ThreadsAreForTheModelAndForLanes) {
  const std::string line = "--host torus:8x8 --traffic uniform --threads ";
  for (const char* engine : {"model", "both", "both --rtl nodes", "rtl", "rtl --rtl lanes"}) {
    const auto spec = Parse(Command::kSimulate, line + "3 --engine " + engine);
    ASSERT_TRUE(spec) << engine;
    EXPECT_EQ(spec->simulation.run.threads, 3);
  }
  for (const std::string rtl : {"nodes", "flat"}) {
    const std::string alone = " --engine rtl --rtl " + rtl;
    EXPECT_EQ(DiagnosticsOf(Command::kSimulate, line + "1" + alone), "");
    EXPECT_EQ(DiagnosticsOf(Command::kSimulate, line + "2" + alone),
              "--threads: 2: --rtl " + rtl +
                  " runs in one thread; use --rtl lanes or auto, or --engine model or both\n");
  }
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          "--host ring:4 --guest hypercube:2 --embedding xor --router scheduled "
                          "--traffic cc-cube --schedule offset --threads 2"),
            "");
  for (const char* wrong : {"0", "33", "-1"})
    EXPECT_EQ(DiagnosticsOf(Command::kSimulate, line + wrong),
              "--threads: " + std::string(wrong) + ": is out of range; allowed are 1 to 32\n");
  EXPECT_NE(DiagnosticsOf(Command::kSimulate, line + "two"), "");
}

TEST(Spec, DilationIsForGuestsThatShareHostNodesUnderGray) {
  const std::string gray = "--embedding gray --host hypercube:4 --dilation 2 --guest ";
  const auto spec = Parse(Command::kMap, gray + "mesh:6x10");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->embedding->load_factor(), 4U);
  EXPECT_EQ(DiagnosticsOf(Command::kMap, gray + "mesh:3x5"),
            "--dilation: 2: guest mesh:3x5 is no larger than the host; it goes with guests that "
            "share host nodes\n");
  EXPECT_EQ(DiagnosticsOf(Command::kMap,
                          "--host torus:8x8 --guest hypercube:6 --embedding xor --dilation 2"),
            "--dilation: 2: is not used by embedding xor; it goes with --embedding gray\n");
  EXPECT_EQ(DiagnosticsOf(Command::kMap,
                          "--host hypercube:4 --guest mesh:6x10 --embedding gray --dilation 4"),
            "--dilation: 4: is out of range; allowed are 1 to 3\n");
  const auto hash = [](const std::string& options) {
    return Parse(Command::kGenerate,
                 "--host hypercube:4 --guest mesh:6x10 --embedding gray --out x " + options)
        ->plan->hardware_hash();
  };
  EXPECT_NE(hash(""), hash("--dilation 2"));
  EXPECT_EQ(GraphOptions(*Parse(Command::kGenerate, gray + "mesh:6x10 --out x")->plan),
            "--host hypercube:4 --guest mesh:6x10 --embedding gray --dilation 2");
}

}  // namespace
}  // namespace toroid::gen_command_line_test
