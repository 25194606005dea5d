#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "gen/spec/options.h"
#include "gen/spec/spec.h"

namespace toroid {
namespace {

std::vector<std::string> Words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Result<Spec> Parse(Command command, const std::string& line) {
  return ParseSpec(command, Words(line));
}

// The diagnostics, one line each.
std::string DiagnosticsOf(Command command, const std::string& line) {
  const Result<Spec> spec = Parse(command, line);
  if (spec) return "";
  std::string text;
  for (const Diagnostic& diagnostic : spec.diagnostics())
    text += ToString(diagnostic).substr(15) + "\n";
  return text;
}

constexpr const char* kMapXor = "--host torus:8x8 --guest hypercube:6 --embedding xor";

TEST(Spec, DefaultsAreTheContracts) {
  const Result<Spec> spec = Parse(Command::kSimulate, "--host torus:8x8 --traffic uniform");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->hardware.flit_width, 32);
  EXPECT_EQ(spec->hardware.buffer_depth, 4);
  EXPECT_EQ(spec->hardware.ports, Ports::kOne);
  EXPECT_EQ(spec->hardware.arbiter, Arbiter::kThroughFirst);
  EXPECT_EQ(spec->hardware.storage, Storage::kRegisters);
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

TEST(Spec, TargetsDecideTheStorageUnlessItIsGiven) {
  const auto storage = [](const std::string& options) {
    return Parse(Command::kGenerate, "--host ring:4 --out x " + options).value().hardware.storage;
  };
  EXPECT_EQ(storage("--target generic"), Storage::kRegisters);
  EXPECT_EQ(storage("--target ice40"), Storage::kRegisters);
  EXPECT_EQ(storage("--target ecp5"), Storage::kLutram);
  EXPECT_EQ(storage("--target xilinx"), Storage::kLutram);
  EXPECT_EQ(storage("--target xilinx --storage registers"), Storage::kRegisters);
  EXPECT_EQ(storage("--storage lutram"), Storage::kLutram);
}

TEST(Spec, EveryOptionReachesItsField) {
  const Result<Spec> spec = Parse(
      Command::kSimulate,
      "--host torus:4x4 --guest hypercube:4 --embedding standard --bit-order block --flit-width 64 "
      "--buffer-depth 2 --ports all --arbiter through-first --address physical --name net "
      "--traffic cc-cube "
      "--elements 64 --pipelining=16 --barrier-cycles 3 --schedule none --no-baseline --sink-ready "
      "0.5 --seed 7 "
      "--engine rtl --rtl flat --wave a.fst --watchdog 99 --no-idle-skip --format json");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->hardware.flit_width, 64);
  EXPECT_EQ(spec->hardware.buffer_depth, 2);
  EXPECT_EQ(spec->hardware.ports, Ports::kAll);
  EXPECT_EQ(spec->hardware.arbiter, Arbiter::kThroughFirst);
  EXPECT_EQ(spec->hardware.address, Address::kPhysical);
  EXPECT_EQ(spec->hardware.name, "net");
  EXPECT_EQ(spec->embedding->bit_order(), BitOrder::kBlock);
  const auto& traffic = std::get<CcCubeRequest>(spec->simulation.traffic);
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
    std::string choices(option.form);
    std::ranges::replace(choices, '|', ' ');
    for (const std::string& choice : Words(choices)) {
      for (const Command command : {Command::kMap, Command::kSchedule, Command::kGenerate,
                                    Command::kSimulate, Command::kCheck}) {
        if (!Takes(command, option)) continue;
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

TEST(Spec, AddressIsLogicalOnlyWithAnEmbedding) {
  EXPECT_EQ(Parse(Command::kGenerate, "--host ring:8 --out x")->hardware.address,
            Address::kPhysical);
  EXPECT_EQ(Parse(Command::kGenerate, std::string(kMapXor) + " --out x")->hardware.address,
            Address::kLogical);
  EXPECT_EQ(Parse(Command::kGenerate, std::string(kMapXor) + " --out x --address physical")
                ->hardware.address,
            Address::kPhysical);
}

TEST(Spec, AddressesOfALargerGuestAreLogicalTooUnlessUnitsHaveRegisters) {
  const std::string gray = "--out /nowhere --embedding gray --host hypercube:";
  EXPECT_EQ(Parse(Command::kGenerate, gray + "5 --guest mesh:19x19")->plan->hardware().address,
            Address::kLogical);
  EXPECT_EQ(Parse(Command::kGenerate, gray + "4 --guest mesh:3x5")->plan->hardware().address,
            Address::kLogical);
  const std::string ring = "--host line:3 --guest ring:12 --embedding tao ";
  EXPECT_TRUE(Parse(Command::kGenerate, ring + "--out x")->plan->carries_ranks());
  EXPECT_FALSE(Parse(Command::kGenerate, ring + "--out x --address physical --atu-stages 2")
                   ->plan->carries_ranks());
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, ring + "--out x --atu-stages 2"),
            "--atu-stages: 2: a node's own address units answer in the same cycle; use --address "
            "physical\n");
  EXPECT_TRUE(Parse(Command::kSimulate, ring + "--traffic exchange")->plan->carries_ranks());
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "--traffic exchange --address physical"),
            "--address: physical: guest ring:12 puts 4 guest nodes on a host node; traffic "
            "exchange is between guest nodes, which logical "
            "addresses tell apart\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "--traffic permutation --ports all --relay"),
            "--relay: guest ring:12 puts 4 guest nodes on a host node; store-and-forward "
            "turns are planned for guests that fill the host\n");
}

TEST(Spec, EveryFaultIsReportedAtOnceAndOnce) {
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate,
                    "--host torus:1x8 --flit-width 12 --guest --traffic uniform --rate 2 --sed "
                    "3 --buffer-depth x --out y"),
      "--guest: its value is missing; write --guest GRAPH\n"
      "--sed: is not an option; did you mean --seed?\n"
      "--out: is not an option of simulate; it goes with generate, init, report\n"
      "--buffer-depth: x: is not a whole number; allowed are 2 to 64\n"
      "--flit-width: 12: is not a multiple of 8; allowed are multiples of 8 from 8 to 512\n"
      "--host: torus:1x8: axis 0 has length 1; every length must be at least 2\n"
      "--rate: 2: is out of range; allowed are numbers from 0 to 1\n"
      "--embedding: is missing; --guest needs --embedding "
      "identity|standard|xor|by-weight|tao|gray\n");
}

TEST(Spec, FaultsOfEmbeddingAndHardwareAreReportedTogether) {
  const std::string diagnostics = DiagnosticsOf(
      Command::kGenerate, "--host torus:3x3 --guest hypercube:4 --embedding xor --name 1x --out d");
  EXPECT_NE(diagnostics.find("--host: torus:3x3: length 3 is not a power of two"),
            std::string::npos)
      << diagnostics;
  EXPECT_NE(diagnostics.find("--name: 1x: is not a plain identifier"), std::string::npos)
      << diagnostics;
  EXPECT_EQ(diagnostics.find("--address"), std::string::npos) << diagnostics;
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
                "--host ring:8 --traffic neighbor --schedule none --task 0,1 --message-flits 2"),
            "--task: 0,1: is not used by traffic neighbor; it goes with task\n"
            "--message-flits: 2: is not used by traffic neighbor; it goes with task, permutation, "
            "scatter, exchange\n"
            "--schedule: none: is not used by traffic neighbor; it goes with cc-cube, task, "
            "complete-exchange, fft, bitonic-sort, "
            "all-reduce, all-gather, permutation, scatter, exchange\n");
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

TEST(Spec, PipeliningMustDivideElements) {
  const std::string base = std::string(kMapXor) + " --traffic cc-cube ";
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, base + "--pipelining 7"),
            "--pipelining: 7: does not divide --elements 256; the nearest divisors are 4 and 8\n");
  EXPECT_TRUE(Parse(Command::kSimulate, base + "--elements 21 --pipelining 7"));
  const std::string above =
      DiagnosticsOf(Command::kSimulate, base + "--elements 12 --pipelining 100");
  EXPECT_NE(above.find("does not divide --elements 12; the nearest divisor"), std::string::npos)
      << above;
}

TEST(Spec, AlgorithmOptionsReachTheirFields) {
  const Result<Spec> spec =
      Parse(Command::kSimulate,
            std::string(kMapXor) +
                " --traffic complete-exchange --method cc-cube --block-flits 3 --pipelining 6 "
                "--barrier-cycles 2 --schedule offset --flit-width 48");
  ASSERT_TRUE(spec);
  const auto& exchange = std::get<CompleteExchangeRequest>(spec->simulation.traffic);
  EXPECT_EQ(exchange.method, ExchangeMethod::kCcCube);
  EXPECT_EQ(exchange.block_flits, 3);
  EXPECT_EQ(exchange.pipelining, 6);
  EXPECT_EQ(exchange.barrier_cycles, 2);
  EXPECT_EQ(exchange.schedule.kind, ScheduleKind::kOffset);
  const Result<Spec> ring = Parse(
      Command::kSimulate, std::string(kMapXor) + " --traffic complete-exchange --method ring");
  ASSERT_TRUE(ring);
  EXPECT_EQ(std::get<CompleteExchangeRequest>(ring->simulation.traffic).method,
            ExchangeMethod::kRing);
  EXPECT_EQ(std::get<CompleteExchangeRequest>(ring->simulation.traffic).block_flits, 4);
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
  EXPECT_EQ(diagnostics("fft --elements 16 --flit-width 64 --pipelining 5"),
            "--pipelining: 5: does not divide --elements 16; the nearest divisors are 4 and 8\n");
  EXPECT_EQ(diagnostics("complete-exchange --block-flits 3 --pipelining 5"),
            "--pipelining: 5: does not divide the 96 flits of a message, --block-flits 2^(d-1); "
            "the nearest divisors are 4 and 6\n");
  EXPECT_EQ(diagnostics("complete-exchange --method ring --pipelining 2 --schedule offset"),
            "--pipelining: 2: is not used by method ring; it goes with method cc-cube\n"
            "--schedule: offset: is not used by method ring; allowed are none, list; the others go "
            "with method cc-cube\n");
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
            "halving, swing, whole, forest, auto\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate, "--host torus:6x4 --traffic reduce-scatter --method swing"),
      "--method: swing: does not exist on host torus:6x4; it takes tori and hypercubes whose "
      "lengths are powers of two\n");
  // one mistake, one diagnostic: with a method between host nodes there need be no guest
  for (const std::string method : {"ring", "buket"}) {
    const auto found = ParseSpec(Command::kSimulate,
                                 Words("--host torus:4x4 --traffic all-reduce --method " + method));
    ASSERT_EQ(found.diagnostics().size(), 1U);
    EXPECT_EQ(found.diagnostics().front().field, "--method");
  }
  EXPECT_EQ(diagnostics("complete-exchange --method bucket"),
            "--method: bucket: does not go with traffic complete-exchange; allowed are cc-cube, "
            "direct, ring, binary, phases\n");
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
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "exchange --schedule offset --elements 4"),
            "--elements: 4: is not used by traffic exchange; it goes with cc-cube, fft, "
            "bitonic-sort, all-reduce, all-gather, reduce-scatter, broadcast, reduce, gather, "
            "scatter-blocks\n"
            "--schedule: offset: schedules tasks, not traffic exchange; allowed are none, list\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic uniform --sets 2"),
      "--sets: 2: is not used by traffic uniform; it goes with permutation, scatter, exchange\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host ring:8 --traffic permutation --sets 0"),
            "--sets: 0: is out of range; allowed are 1 to 65536\n"
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

TEST(Help, SaysOfEveryOptionSomethingOfItsOwn) {
  std::map<std::string_view, std::string_view> told;  // help -> option
  for (const Option& option : AllOptions()) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    const auto [other, is_new] = told.emplace(option.help, option.name);
    EXPECT_TRUE(is_new) << option.name << " has the help of " << other->second;
  }
}

TEST(Help, NamesEveryOptionOfItsCommandAndNoOther) {
  int looked_for = 0;
  for (const Command command : {Command::kMap, Command::kSchedule, Command::kGenerate,
                                Command::kSimulate, Command::kCheck}) {
    const std::string help = HelpText(command);
    for (const Option& option : AllOptions()) {
      const std::string_view form = FormFor(command, option);
      const std::string line = (option.name == "--help" ? "\n  -h, " : "\n  ") +
                               std::string(option.name) +
                               (form.empty() ? "" : " " + std::string(form));
      EXPECT_EQ(help.find(line) != std::string::npos, Takes(command, option))
          << ToString(command) << " " << option.name;
      ++looked_for;
    }
    EXPECT_NE(HelpText().find("  " + std::string(ToString(command)) + " "), std::string::npos);
  }
  EXPECT_GT(looked_for, 100);
}

TEST(PartitionOptions, MakeTheBoxTheEmbeddingsHost) {
  const auto spec = Parse(Command::kSimulate,
                          "--host torus:8x8 --partition 3x5 --base 2,1 --guest ring:15 --embedding "
                          "tao --traffic exchange");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->plan->host().ToString(), "torus:8x8");
  EXPECT_EQ(spec->plan->unit_embedding()->host().ToString(), "mesh:3x5");
  EXPECT_EQ(spec->plan->embedding()->host().ToString(), "torus:8x8");
  EXPECT_EQ(spec->plan->partition()->base(), (Coordinates{2, 1}));
}

TEST(PartitionOptions, AreCheckedTogether) {
  const std::string guest = " --guest ring:15 --embedding tao";
  const auto simulate = [&](const std::string& options) {
    return DiagnosticsOf(Command::kSimulate, options + " --traffic exchange");
  };
  EXPECT_EQ(simulate("--host mesh:8x8 --base 1,1 --guest mesh:8x8 --embedding identity"),
            "--base: 1,1: there is no partition to place; it goes with --partition\n");
  EXPECT_EQ(
      simulate("--host mesh:8x8 --partition 3x5 --base 6,3" + guest),
      "--base: 6,3: leaves the host on axis 0; a box of 3x5 fits mesh:8x8 at bases up to 5,3\n");
  EXPECT_EQ(
      simulate("--host mesh:8x8 --partition 3y5" + guest),
      "--partition: 3y5: is not a box; write a length for each axis of the host, as in 3x5\n");
  EXPECT_EQ(
      simulate("--host mesh:8x8 --partition 3x5 --base 1,b" + guest),
      "--base: 1,b: is not a node; write a coordinate for each axis of the host, as in 2,1\n");
  EXPECT_EQ(simulate("--host mesh:8x8 --partition 3x9" + guest),
            "--partition: 3x9: has length 9 on axis 1; give a length from 1 to the host's for each "
            "axis of mesh:8x8, not all of them 1\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kGenerate,
                    "--host mesh:8x8 --partition 3x5 --ports all --relay --out x" + guest),
      "--relay: store-and-forward turns are planned for guests that have the whole host; leave "
      "out --relay or --partition\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host mesh:8x8 --partition 3x5 --traffic uniform"),
            "--guest: is missing; --partition needs --guest GRAPH\n"
            "--embedding: is missing; --partition needs --embedding "
            "identity|standard|xor|by-weight|tao|gray\n");
  EXPECT_NE(
      DiagnosticsOf(Command::kSimulate, "--host mesh:8x8 --partition 3x5 --traffic uniform" + guest)
          .find("use --address physical"),
      std::string::npos);
  EXPECT_EQ(
      DiagnosticsOf(Command::kGenerate,
                    "--host mesh:8x8 --partition 4x4 --guest hypercube:4 --embedding xor "
                    "--schedule offset --task 0,4 --out x"),
      "--schedule: offset: has no schedule unit in a partition; schedule units are for guests "
      "that have the whole host\n");
}

TEST(TableOptions, TakeASetOrATask) {
  const auto generate = [](const std::string& options) {
    return DiagnosticsOf(Command::kGenerate,
                         "--host torus:3x5 --guest ring:15 --embedding tao --out x " + options);
  };
  const std::string list = "--router scheduled --schedule list ";
  const auto spec = Parse(Command::kGenerate,
                          "--host torus:3x5 --guest ring:15 --embedding tao --out x --traffic "
                          "exchange --message-flits 4 " +
                              list);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->plan->schedule_unit()->sends, 2);
  EXPECT_EQ(spec->plan->schedule_unit()->table->messages.size(), 30U);
  EXPECT_TRUE(generate(list).starts_with("--task: is missing; --schedule needs --task i,M\n"));
  EXPECT_EQ(generate(list + "--traffic exchange --task 0,2"),
            "--task: 0,2: is not scheduled if a set of messages is; leave out --task or "
            "--traffic\n");
  EXPECT_EQ(generate("--router scheduled --schedule stream --traffic exchange"),
            "--schedule: stream: schedules tasks, not traffic exchange; with --traffic allowed is "
            "list\n");
  EXPECT_EQ(generate("--router scheduled --traffic exchange"),
            "--traffic: exchange: is used only for a schedule unit; give --schedule too\n");
  EXPECT_EQ(generate("--schedule list --traffic exchange"),
            "--schedule: list: follows no formula that a schedule unit could compute; allowed are "
            "stream, offset, calmant, and with --router scheduled exact and list, of which nodes "
            "keep tables\n");
  EXPECT_EQ(generate("--seed 3"),
            "--seed: 3: is used only for sets of messages; give --traffic "
            "too\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          "--host torus:3x5 --guest ring:15 --embedding tao --router scheduled "
                          "--schedule list --schedule-unit --traffic permutation --sets 2"),
            "--sets: 2: are more sets than a schedule unit has a table for; with --schedule-unit "
            "it is 1, as each set is drawn anew\n");
}

TEST(ProgramOptions, MakeAUnitOfAllIterations) {
  const std::string cube = "--host torus:8x8 --guest hypercube:6 --embedding xor ";
  const std::string program = cube + "--router scheduled --schedule offset --out x ";
  const auto spec = Parse(Command::kGenerate, program + "--pipelining 8 --elements 16");
  ASSERT_TRUE(spec);
  const ScheduleUnit& unit = *spec->plan->schedule_unit();
  ASSERT_EQ(unit.phases.size(), 11U);
  EXPECT_EQ(unit.phases[1].task, (Task{0, 2}));
  EXPECT_EQ(unit.phases[5].task, (Task{0, 6}));
  EXPECT_EQ(unit.phases[5].times, 3);
  EXPECT_EQ(unit.phases[10].task, (Task{5, 1}));
  EXPECT_EQ(unit.sends, 6);
  EXPECT_EQ(spec->plan->hardware().unit_task->message_flits, 2);
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, program + "--pipelining 8 --message-flits 2"),
            "--message-flits: 2: is that of a task or a set; with --pipelining give --elements, of "
            "a message before pipelining\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, program + "--task 0,2 --elements 8"),
            "--elements: 8: is used only for a whole program; give --pipelining too\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, program + "--pipelining 8 --task 0,2"),
            "--task: 0,2: is not scheduled if a whole program is; leave out --task or "
            "--pipelining\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          cube + "--router scheduled --schedule list --out x --pipelining 8"),
            "--schedule: list: follows no formula, and a table is of one schedule; of a whole "
            "program allowed are stream, offset, calmant\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, cube + "--schedule offset --out x --pipelining 8"),
            "--pipelining: 8: is of a whole program, which nodes with buffers have no schedule "
            "unit for; it goes with --router scheduled\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          cube + "--traffic cc-cube --schedule offset --router scheduled "
                                 "--schedule-unit"),
            "--schedule-unit: runs the iterations of a program between barriers of the hardware; "
            "with traffic cc-cube give --router scheduled and --barrier hardware too\n");
}

TEST(BarrierOptions, TakeTheCyclesOfTheHostsBarrier) {
  const std::string cube = "--host torus:8x8 --guest hypercube:6 --embedding xor ";
  const std::string run = cube + "--traffic cc-cube --schedule offset --router scheduled ";
  const auto spec = Parse(Command::kSimulate, run + "--barrier hardware");
  ASSERT_TRUE(spec);
  EXPECT_EQ(BarrierOf(spec->simulation.traffic), 17);
  EXPECT_TRUE(spec->plan->hardware().barrier);
  EXPECT_TRUE(Parse(Command::kSimulate, run + "--barrier hardware --barrier-cycles 17"));
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, run + "--barrier hardware --barrier-cycles 4"),
            "--barrier-cycles: 4: is not what the hardware's barrier takes; on torus:8x8 it takes "
            "17 cycles; leave it out\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          cube + "--traffic cc-cube --schedule offset --barrier hardware"),
            "--barrier: hardware: nodes with buffers have no barrier; it goes with --router "
            "scheduled\n");
  const auto cost =
      Parse(Command::kCost, cube + "--schedule offset --router scheduled --barrier hardware");
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->cost.barrier_cycles, 17);
}

TEST(PartitionOptions, NameTheBoxThatAGuestDoesNotFit) {
  const std::string found =
      DiagnosticsOf(Command::kGenerate,
                    "--host mesh:8x8 --partition 3x5 --guest ring:16 --embedding tao --out x");
  EXPECT_TRUE(found.starts_with("--partition: 3x5: ")) << found;
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
            "--threads: 2: scheduled routers are simulated by one thread; leave it out\n");
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
                          "--host torus:8x8 --guest hypercube:6 --embedding xor --dilation 1"),
            "--dilation: 1: is not used by embedding xor; it goes with --embedding gray\n");
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

TEST(Spec, HostsTooLargeForHardwareAreForTheModelAndLanes) {
  const std::string run = "--host mesh:300x300 --traffic uniform";
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, run),
            "--host: mesh:300x300: has 90000 nodes; hardware is written for at most 65536; "
            "--rtl lanes and --engine model take more\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, run + " --rtl nodes"),
            "--host: mesh:300x300: has 90000 nodes; hardware is written for at most 65536; "
            "--rtl lanes takes more\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, run + " --wave w.fst"),
            "--host: mesh:300x300: has 90000 nodes; hardware is written for at most 65536\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, run + " --rtl lanes"), "");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, "--host mesh:300x300 --out x"),
            "--host: mesh:300x300: has 90000 nodes; hardware is written for at most 65536\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, run + " --engine model"), "");
}

TEST(Spec, RegistersInUnitsOfAPairThatIsRefusedAreNotDiagnosed) {
  const std::string found = DiagnosticsOf(
      Command::kGenerate,
      "--host mesh:4x4 --guest ring:15 --embedding tao --address physical --atu-stages 3 --out x");
  EXPECT_EQ(found.find("--atu-stages"), std::string::npos) << found;
  EXPECT_NE(found.find("--host: mesh:4x4"), std::string::npos) << found;
}

TEST(PartitionOptions, TakeOneGuestNodeANodeAndUnitsWithoutRegisters) {
  const std::string box = "--host torus:8x8 --partition 4x4 --address physical --out x ";
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, box + "--guest mesh:8x8 --embedding tao"),
            "--partition: 4x4: guest mesh:8x8 puts 4 guest nodes on a host node; every node "
            "of a partition holds one guest node\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          box + "--guest mesh:4x4 --embedding identity --atu-stages 2"),
            "--atu-stages: 2: a partition's address units answer in the same cycle; leave out "
            "--atu-stages or --partition\n");
}

TEST(TranslationOptions, AreCheckedTogether) {
  const auto generate = [](const std::string& options) {
    return DiagnosticsOf(Command::kGenerate, options + " --out x");
  };
  EXPECT_EQ(generate("--host mesh:3x5 --guest ring:15 --embedding tao --translation computed"), "");
  EXPECT_EQ(generate("--host mesh:3x5 --guest ring:15 --embedding tao --translation exchanged"),
            "--translation: exchanged: an exchange among neighbours reaches one link, and the "
            "embedding has dilation 2; tables are exchanged "
            "at dilation 1, and computed for every embedding\n");
  EXPECT_EQ(generate("--host torus:16x16 --guest torus:16x16 --embedding identity --translation "
                     "exchanged --flit-width 8"),
            "--flit-width: 8: does not hold the 9 bits of an exchange; give a wider flit, or "
            "--translation computed\n");
  EXPECT_EQ(generate("--host torus:16x8 --guest torus:16x8 --embedding identity --translation "
                     "exchanged --flit-width 8"),
            "");
  EXPECT_EQ(generate("--host torus:4x4 --translation computed"),
            "--translation: computed: no embedding is given; give --guest and --embedding: tables "
            "name the places of guest neighbours\n");
  EXPECT_EQ(generate("--host torus:4x4 --guest torus:8x8 --embedding tao --translation computed"),
            "--translation: computed: guest torus:8x8 puts 4 guest nodes on a host node; a table "
            "is of the neighbours of one guest node\n");
  EXPECT_EQ(generate("--host torus:4x4 --guest hypercube:4 --embedding xor --address physical "
                     "--atu-stages 1 --translation computed"),
            "--atu-stages: 1: tables ask address units that answer in the same cycle; leave out "
            "--atu-stages or --translation\n");
  EXPECT_NE(generate("--host torus:4x4 --translation both").find("allowed are computed, exchanged"),
            std::string::npos);
}

}  // namespace
}  // namespace toroid
