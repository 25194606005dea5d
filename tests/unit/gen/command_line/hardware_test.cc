// Options of the hardware: storage, addresses, partitions, units, tables, barriers.
#include <gtest/gtest.h>

#include "gen/command_line/spec.h"
#include "tests/unit/gen/command_line/spec_testing.h"

namespace toroid::gen_command_line_hardware_test {
namespace {

using test::DiagnosticsOf;
using test::kMapXor;
using test::Parse;

TEST(Spec, TargetsDecideTheStorageUnlessItIsGiven) {
  const auto storage = [](const std::string& options) {
    return Parse(Command::kGenerate, "--host ring:4 --out x " + options)
        .value()
        .hardware.buffered.storage;
  };
  EXPECT_EQ(storage("--target generic"), Storage::kRegisters);
  EXPECT_EQ(storage("--target ice40"), Storage::kRegisters);
  EXPECT_EQ(storage("--target ecp5"), Storage::kLutram);
  EXPECT_EQ(storage("--target xilinx"), Storage::kLutram);
  EXPECT_EQ(storage("--target xilinx --storage registers"), Storage::kRegisters);
  EXPECT_EQ(storage("--storage lutram"), Storage::kLutram);
}

TEST(Spec, OptionsOfTheWrapReachIt) {
  const auto wrap = [](const std::string& options) {
    return Parse(Command::kGenerate, "--host ring:4 --out x " + options).value().plan;
  };
  EXPECT_TRUE(IsPlain(wrap("")->hardware().wrap));
  EXPECT_TRUE(IsPlain(wrap("--reset active-high --user-bits 0")->hardware().wrap));
  const auto plan = wrap(
      "--flit-width 16 --tkeep --user-bits 5 --reset active-low --async-reset --node-clocks 0,2-3");
  EXPECT_EQ(plan->data_width(), 16);
  EXPECT_EQ(plan->hardware().flit_width, 24);
  const WrapOptions expected = {.keep = true,
                                .user_bits = 5,
                                .active_low = true,
                                .async_reset = true,
                                .own_clock = {true, false, true, true}};
  EXPECT_EQ(plan->hardware().wrap, expected);
  EXPECT_EQ(wrap("--node-clocks all")->hardware().wrap.own_clock, std::vector<bool>(4, true));
}

TEST(Spec, NodesThatAreNoneAreNamed) {
  for (const std::string part : {"4", "-1", "2-1", "1-4", "", "one", "99999999999", "1-", "1.0"}) {
    EXPECT_EQ(DiagnosticsOf(Command::kGenerate, "--host ring:4 --out x --node-clocks 0," + part),
              "--node-clocks: 0," + part + ": '" + part +
                  "' names no nodes of the host; allowed are all, or numbers from 0 to 3 such as "
                  "0,1-3\n");
  }
}

// Where a choice is unknown, faults that would follow from it are not reported.
TEST(Spec, AChoiceThatIsNoneIsOneFault) {
  const std::string line =
      "--host torus:4x4 --guest hypercube:4 --embedding xor --out x --router scheduled "
      "--load tables --traffic exchange --schedule ";
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, line + "unknown"),
            "--schedule: unknown: is not one of the choices; allowed are calmant, offset, stream, "
            "exact, list\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          "--host torus:4x4 --guest torus:4x4 --embedding tao --out x --schedule "
                          "list --router unknown"),
            "--router: unknown: is not one of the choices; allowed are buffered, scheduled\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate,
                    "--host ring:4 --guest hypercube:2 --embedding xor --schedule offset "
                    "--router scheduled --traffic all-reduce --schedule-units send --startup 9"),
      "--schedule-units: send: is not used by traffic all-reduce; it goes with cc-cube, task, "
      "permutation, scatter, exchange\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kGenerate,
                    "--host mesh:4x8 --guest hypercube:3 --embedding xor --partition 2x4 --out "
                    "x --router scheduled --load address-units --address unknown"),
      "--address: unknown: is not one of the choices; allowed are physical, logical\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, line + "offset").substr(0, 15), "--load: tables:");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, line + "list"), "");
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

TEST(Spec, ProcessesAreThoseThatTheGuestPutsOnANode) {
  const std::string ring = "--host line:3 --guest ring:12 --embedding tao --address physical ";
  const auto processes = [](Command command, const std::string& line) {
    return Parse(command, line)->plan->hardware().processes;
  };
  EXPECT_EQ(processes(Command::kGenerate, ring + "--out x"), 4);
  EXPECT_EQ(processes(Command::kGenerate, ring + "--out x --atu-stages 2"), 4);
  EXPECT_EQ(processes(Command::kGenerate, ring + "--out x --processes 9"), 9);
  EXPECT_EQ(processes(Command::kSimulate, ring + "--traffic exchange"), 4);
  EXPECT_EQ(processes(Command::kSimulate, ring + "--traffic uniform"), 4);
  EXPECT_EQ(processes(Command::kGenerate, ring + "--out x --router scheduled"), 1);
  EXPECT_EQ(processes(Command::kGenerate, "--host line:3 --out x"), 1);
  EXPECT_EQ(processes(Command::kGenerate, "--host line:3 --out x --processes 5"), 5);
  EXPECT_EQ(processes(Command::kGenerate, "--host line:3 --guest ring:12 --embedding tao --out x"),
            1)
      << "with logical addresses they are guest nodes";
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "--traffic exchange --processes 3"),
            "--processes: 3: guest ring:12 puts 4 guest nodes on a host node; allowed are 4 and "
            "more, or leave it out\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          "--host line:3 --guest ring:12 --embedding tao --out x --processes 4"),
            "--processes: 4: with logical addresses tid tells the guest nodes of a node apart; it "
            "goes with --address physical\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          ring + "--traffic exchange --schedule list --router scheduled"),
            "--router: scheduled: guest ring:12 puts 4 guest nodes on a host node; flits of "
            "scheduled routers do not tell them apart; use --router buffered\n");
}

TEST(Spec, AddressesOfALargerGuestAreLogicalTooUnlessUnitsHaveRegisters) {
  const std::string gray = "--out /nowhere --embedding gray --host hypercube:";
  EXPECT_EQ(Parse(Command::kGenerate, gray + "5 --guest mesh:19x19")->plan->hardware().address,
            Address::kLogical);
  EXPECT_EQ(Parse(Command::kGenerate, gray + "4 --guest mesh:3x5")->plan->hardware().address,
            Address::kLogical);
  const std::string ring = "--host line:3 --guest ring:12 --embedding tao ";
  EXPECT_TRUE(Parse(Command::kGenerate, ring + "--out x")->plan->carries_ranks());
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, ring + "--out x --atu-stages 2"),
            "--atu-stages: 2: a node's own address units answer in the same cycle; use --address "
            "physical\n");
  EXPECT_TRUE(Parse(Command::kSimulate, ring + "--traffic exchange")->plan->carries_ranks());
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, ring + "--traffic permutation --ports all --relay"),
            "--relay: guest ring:12 puts 4 guest nodes on a host node; store-and-forward "
            "turns are planned for guests that fill the host\n");
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
            "--base: 1,1: there is no partition; it goes with --partition\n");
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
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          "--host mesh:8x8 --partition 3x5 --ports all --relay --out x" + guest),
            "--relay: is not supported in a partition yet; leave out one of the two\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate, "--host mesh:8x8 --partition 3x5 --traffic uniform"),
            "--guest: is missing; --partition needs --guest GRAPH\n"
            "--embedding: is missing; --partition needs --embedding "
            "identity|standard|xor|by-weight|tao|gray\n");
  EXPECT_NE(
      DiagnosticsOf(Command::kSimulate, "--host mesh:8x8 --partition 3x5 --traffic uniform" + guest)
          .find("use --address physical"),
      std::string::npos);
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          "--host mesh:8x8 --partition 4x4 --guest hypercube:4 --embedding xor "
                          "--schedule offset --task 0,4 --out x"),
            "--schedule: offset: is not supported in a partition yet; leave out --partition, or "
            "give --load tables,address-units\n");
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
  EXPECT_EQ(
      generate(list + "--traffic exchange --task 0,2"),
      "--task: 0,2: is not used by units for a set of messages; it goes with units for a task "
      "(--schedule)\n");
  EXPECT_EQ(generate("--router scheduled --schedule stream --traffic exchange"),
            "--schedule: stream: schedules tasks, not traffic exchange; with traffic exchange use "
            "list\n");
  EXPECT_EQ(generate("--router scheduled --traffic exchange"),
            "--schedule: is missing; --traffic needs --schedule "
            "calmant|offset|stream|exact|list\n");
  EXPECT_EQ(generate("--schedule list --traffic exchange"),
            "--schedule: list: follows no formula that a schedule unit could compute; allowed are "
            "stream, offset, calmant, and with --router scheduled also exact and list, as "
            "tables\n");
  EXPECT_EQ(generate("--seed 3"),
            "--seed: 3: is not used by a network without schedule units; it goes with units for a "
            "set of messages (--traffic)\n");
  EXPECT_EQ(DiagnosticsOf(Command::kSimulate,
                          "--host torus:3x5 --guest ring:15 --embedding tao --router scheduled "
                          "--schedule list --schedule-units send --traffic permutation --sets 2"),
            "--sets: 2: are more sets than a schedule unit has a table for; with --schedule-units "
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
  EXPECT_EQ(spec->plan->hardware().schedule_unit.task->message_flits, 2);
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, program + "--pipelining 8 --message-flits 2"),
            "--message-flits: 2: is not used by units for a program; it goes with units for a set "
            "of messages (--traffic), units for a task (--schedule)\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, program + "--task 0,2 --elements 8"),
            "--elements: 8: is not used by units for a task; it goes with units for a program "
            "(--pipelining)\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, program + "--pipelining 8 --task 0,2"),
            "--task: 0,2: is not used by units for a program; it goes with units for a task "
            "(--schedule)\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          cube + "--router scheduled --schedule list --out x --pipelining 8"),
            "--schedule: list: follows no formula, and a table holds one schedule; for a whole "
            "program stream, offset, calmant are allowed\n");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, cube + "--schedule offset --out x --pipelining 8"),
            "--pipelining: 8: is for a whole program, for which buffered routers have no "
            "schedule unit; it goes with --router scheduled\n");
  EXPECT_EQ(
      DiagnosticsOf(Command::kSimulate,
                    cube + "--traffic cc-cube --schedule offset --router scheduled "
                           "--schedule-units send"),
      "--schedule-units: send: runs the iterations of a program between barriers of the hardware; "
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
                          cube + "--traffic cc-cube --dead-links 0-1 --barrier hardware"),
            "--barrier: hardware: is not supported with routing tables yet; leave it out: dead "
            "links or nodes and twisted hosts need routing tables, and so does --load routes\n");
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

TEST(PartitionOptions, TakeSeveralGuestNodesANodeAndUnitsWithoutRegisters) {
  const std::string box = "--host torus:8x8 --partition 4x4 --address physical --out x ";
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate, box + "--guest mesh:8x8 --embedding tao"), "");
  EXPECT_EQ(DiagnosticsOf(Command::kGenerate,
                          box + "--guest mesh:4x4 --embedding identity --atu-stages 2"),
            "--atu-stages: 2: is not supported in a partition yet; leave out one of the two\n");
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
            "--translation: computed: no embedding is given; give --guest and --embedding too\n");
  EXPECT_EQ(generate("--host torus:4x4 --guest torus:8x8 --embedding tao --translation computed"),
            "");
  EXPECT_EQ(
      generate("--host torus:4x4 --guest torus:8x8 --embedding tao --translation exchanged"),
      "--translation: exchanged: guest torus:8x8 puts 4 guest nodes on a host node; exchanged "
      "tables take one guest node on each node; tables of several are computed\n");
  EXPECT_EQ(generate("--host torus:4x4 --guest hypercube:4 --embedding xor --address physical "
                     "--atu-stages 1 --translation computed"),
            "--atu-stages: 1: tables need address units that answer in the same cycle; leave out "
            "--atu-stages or --translation\n");
  EXPECT_NE(generate("--host torus:4x4 --translation both").find("allowed are computed, exchanged"),
            std::string::npos);
}

}  // namespace
}  // namespace toroid::gen_command_line_hardware_test
