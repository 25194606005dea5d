// Configuration files: the options that each command takes, and messages about faulty files.
#include <gtest/gtest.h>

#include "gen/options/options.h"
#include "tests/unit/gen/command_line/config_file.h"

namespace toroid::gen_command_line_file_test {
namespace {

using test::FileDiagnosticsOf;
using test::ParseFile;

constexpr const char* kCube =
    "host = \"torus:8x8\"\nguest = \"hypercube:6\"\nembedding = \"xor\"\n";

TEST(ConfigFile, TheCommandLineWins) {
  const Result<Spec> spec =
      ParseFile(Command::kSimulate,
                "host = \"torus:4x4\"\nflit-width = 64\ntraffic = \"uniform\"\n"
                "rate = 0.25\nwithout = \"idle-skip\"\n",
                "--host ring:8 --flit-width 16");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->host->ToString(), "ring:8");
  EXPECT_EQ(spec->hardware.flit_width, 16);
  EXPECT_EQ(std::get<PatternRequest>(spec->simulation.traffic).rate, 0.25);
  EXPECT_FALSE(spec->simulation.run.idle_skip);
}

TEST(ConfigFile, EveryCommandTakesWhatConcernsIt) {
  const std::string text = std::string(kCube) +
                           "traffic = \"cc-cube\"\nelements = 64\npipelining = 4\nschedule = "
                           "\"offset\"\nrtl = \"flat\"\nstartup = 3\nout = \"net\"\nwithout = "
                           "\"dateline\"\nbarrier-cycles = 7\ntranslation = \"computed\"\n";
  for (const Command command : NetworkCommands()) {
    const std::string typed = command == Command::kSchedule ? "--task 0,6"
                              : command == Command::kSweep  ? "--traffic uniform --rtl nodes"
                                                            : "";
    const Result<Spec> spec = ParseFile(command, text, typed);
    EXPECT_TRUE(spec) << ToString(command) << "\n" << FileDiagnosticsOf(command, text, typed);
  }
  EXPECT_EQ(ParseFile(Command::kCost, text)->cost.startup, 3);
  EXPECT_EQ(ParseFile(Command::kCost, text)->cost.pipelining, 4);
  EXPECT_EQ(ParseFile(Command::kSimulate, text)->simulation.run.rtl, RtlEngine::kFlat);
  EXPECT_TRUE(ParseFile(Command::kSimulate, text)->hardware.translation);
  EXPECT_TRUE(ParseFile(Command::kGenerate, text)->hardware.translation);
  EXPECT_FALSE(ParseFile(Command::kCheck, text)->dateline);
}

TEST(ConfigFile, WhatAnotherCommandTakesIsRefusedWhereItIsTyped) {
  const std::string typed = "--rate 0.5";
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, kCube, typed),
            "--rate: is not an option of map; it goes with simulate, sweep\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, std::string(kCube) + "rate = 0.5\n"), "");
}

TEST(ConfigFile, TrafficLeavesToOtherCommandsWhatItDoesNotUse) {
  const std::string text = std::string(kCube) +
                           "traffic = \"cc-cube\"\nschedule = \"offset\"\ntask = \"0,6\"\n"
                           "message-flits = 16\n";
  EXPECT_TRUE(ParseFile(Command::kSimulate, text));
  EXPECT_TRUE(ParseFile(Command::kCheck, text)->has_schedule);
  EXPECT_EQ(ParseFile(Command::kSchedule, text)->task.message_flits, 16);
  // no other command has a rate
  EXPECT_EQ(FileDiagnosticsOf(Command::kSimulate, text + "rate = 0.5\n"),
            "net.toml:8: --rate: 0.5: is not used by traffic cc-cube; it goes with uniform, "
            "neighbor, bit-complement, transpose, bit-reverse, shuffle, tornado, "
            "random-permutation, hotspot\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kSimulate, text, "--task 0,6"),
            "--task: 0,6: is not used by traffic cc-cube; it goes with task\n");
}

TEST(ConfigFile, ScheduleOfNoTaskIsForOtherCommandsThanCheckAndGenerate) {
  const std::string cube = std::string(kCube) + "out = \"net\"\nports = \"all\"\n";
  for (const char* more :
       {"schedule = \"stream\"\n", "task = \"0,6\"\nmessage-flits = 2\n",
        "schedule = \"none\"\ntask = \"0,6\"\n", "schedule = \"exact\"\nsteps = 9\n"}) {
    for (const Command command : {Command::kCheck, Command::kGenerate}) {
      const Result<Spec> spec = ParseFile(command, cube + more);
      ASSERT_TRUE(spec) << FileDiagnosticsOf(command, cube + more);
      EXPECT_FALSE(spec->has_schedule) << more;
    }
  }
  const std::string whole = cube + "schedule = \"stream\"\ntask = \"0,6\"\n";
  EXPECT_TRUE(ParseFile(Command::kCheck, whole)->has_schedule);
  EXPECT_EQ(ParseFile(Command::kCheck, whole)->hardware.ports, Ports::kAll);
  EXPECT_TRUE(ParseFile(Command::kGenerate, whole)->has_schedule);
  // generate has no schedule unit for lists, check can prove one
  const std::string list = cube + "schedule = \"list\"\ntask = \"0,6\"\n";
  EXPECT_FALSE(ParseFile(Command::kGenerate, list)->has_schedule);
  EXPECT_TRUE(ParseFile(Command::kGenerate, list + "router = \"scheduled\"\n")->has_schedule);
  EXPECT_TRUE(ParseFile(Command::kCheck, list)->has_schedule);
  // the command line takes precedence
  EXPECT_EQ(FileDiagnosticsOf(Command::kCheck, cube + "schedule = \"none\"\n", "--task 0,6"),
            "net.toml:6: --schedule: none: does not claim to be free of conflicts, so there is "
            "nothing to prove; allowed are calmant, offset, stream, exact, list\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kCheck, cube, "--schedule stream"),
            "--task: is missing; --schedule needs --task i,M\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kCheck, cube + "task = \"0,6\"\nschedule = \"ofset\"\n"),
            "net.toml:7: --schedule: ofset: is not one of the choices; did you mean offset? "
            "allowed are calmant, offset, stream, exact, list\n");
}

TEST(ConfigFile, CheckTakesWhatAHostSendsWhereANetlistIsLookedAt) {
  const std::string text = std::string(kCube) +
                           "ports = \"all\"\ntask = \"0,6\"\nload = "
                           "\"words,tables,address-units\"\n";
  const std::string list = text + "schedule = \"list\"\n", router = "router = \"scheduled\"\n";
  const auto loads = [](const std::string& file, const std::string& typed) {
    const Result<Spec> spec = ParseFile(Command::kCheck, file, typed);
    EXPECT_TRUE(spec) << FileDiagnosticsOf(Command::kCheck, file, typed);
    EXPECT_EQ(spec->hardware.load.address_units, spec->hardware.load.tables);
    return std::pair{spec->hardware.load.tables, spec->hardware.load.words};
  };
  EXPECT_EQ(loads(list + router, ""), std::pair(true, true));
  EXPECT_EQ(loads(text + "schedule = \"stream\"\n" + router, ""), std::pair(false, true));
  EXPECT_EQ(loads(list, ""), std::pair(false, false));
  EXPECT_EQ(loads(text + router, ""), std::pair(false, false));
  EXPECT_EQ(loads(list + router, "--without netlist"), std::pair(false, false));
}

TEST(ConfigFile, CheckTakesABarrierWhereANetlistIsLookedAt) {
  const std::string barrier = std::string(kCube) +
                              "ports = \"all\"\ntask = \"0,6\"\nschedule = \"offset\"\n"
                              "router = \"scheduled\"\nbarrier = \"hardware\"\n";
  const auto has_barrier = [&](const std::string& typed) {
    const auto spec = ParseFile(Command::kCheck, barrier, typed);
    EXPECT_TRUE(spec) << FileDiagnosticsOf(Command::kCheck, barrier, typed);
    return spec && spec->hardware.barrier;
  };
  EXPECT_TRUE(has_barrier(""));
  EXPECT_FALSE(has_barrier("--without netlist"));
}

TEST(ConfigFile, TrafficOfGenerateIsASetForTables) {
  const std::string sets =
      "host = \"torus:3x5\"\nguest = \"ring:15\"\nembedding = \"tao\"\nout = \"net\"\n"
      "schedule = \"list\"\nseed = 3\nsets = 4\n";
  const std::string scheduled = "router = \"scheduled\"\n";
  const auto has_table = [&](const std::string& more) {
    const auto spec = ParseFile(Command::kGenerate, sets + more);
    EXPECT_TRUE(spec) << FileDiagnosticsOf(Command::kGenerate, sets + more);
    return spec && spec->plan->schedule_unit().has_value();
  };
  EXPECT_TRUE(has_table(scheduled + "traffic = \"exchange\"\n"));
  EXPECT_FALSE(has_table("traffic = \"exchange\"\n"));
  EXPECT_FALSE(has_table(scheduled + "traffic = \"uniform\"\n"));
}

TEST(ConfigFile, PipeliningOfGenerateIsAProgramOfScheduledRouters) {
  const std::string program = std::string(kCube) +
                              "out = \"net\"\nschedule = \"stream\"\nports = \"all\"\n"
                              "traffic = \"cc-cube\"\npipelining = 4\nelements = 16\n"
                              "message-flits = 3\n";
  const std::string scheduled = "router = \"scheduled\"\n";
  const auto phases = [&](const std::string& more) {
    const auto spec = ParseFile(Command::kGenerate, program + more);
    EXPECT_TRUE(spec) << FileDiagnosticsOf(Command::kGenerate, program + more);
    return spec && spec->plan->schedule_unit() ? spec->plan->schedule_unit()->phases.size() : 0;
  };
  EXPECT_EQ(phases(""), 0U);
  EXPECT_EQ(phases(scheduled), 9U);
  EXPECT_EQ(phases(scheduled + "task = \"0,6\"\n"), 1U);
}

TEST(ConfigFile, OneFileMeansOneEmbedding) {
  const auto order = [](Command command, const std::string& more, const std::string& typed = "") {
    return ParseFile(command, std::string(kCube) + "out = \"net\"\n" + more, typed)
        ->embedding->bit_order();
  };
  for (const Command command :
       {Command::kMap, Command::kGenerate, Command::kCheck, Command::kSimulate}) {
    const std::string typed = command == Command::kSimulate ? "--traffic uniform" : "";
    EXPECT_EQ(order(command, "", typed), BitOrder::kBlock);
    EXPECT_EQ(order(command, "traffic = \"neighbor\"\n", typed), BitOrder::kBlock);
    EXPECT_EQ(order(command, "traffic = \"all-reduce\"\n", typed), BitOrder::kCyclic);
    EXPECT_EQ(order(command, "schedule = \"offset\"\n", typed), BitOrder::kCyclic);
    EXPECT_EQ(order(command, "task = \"0,6\"\n", typed), BitOrder::kCyclic);
    EXPECT_EQ(order(command, "traffic = \"fft\"\nbit-order = \"block\"\n", typed),
              BitOrder::kBlock);
  }
}

// A word of another command is ignored; a word of no command is an error.
TEST(ConfigFile, WhatIsDoneWithoutIsOfTheCommand) {
  const std::string text = std::string(kCube) + "traffic = \"uniform\"\nwithout = ";
  EXPECT_TRUE(ParseFile(Command::kSimulate, text + "\"netlist\"\n")->simulation.run.idle_skip);
  EXPECT_FALSE(ParseFile(Command::kSimulate, text + "\"idle-skip\"\n")->simulation.run.idle_skip);
  EXPECT_TRUE(ParseFile(Command::kCheck, text + "\"idle-skip\"\n")->netlist);
  EXPECT_EQ(FileDiagnosticsOf(Command::kSimulate, text + "\"idleskip\"\n"),
            "net.toml:5: --without: idleskip: is not one of the choices; did you mean idle-skip? "
            "allowed are idle-skip\n");
}

TEST(ConfigFile, OlderNamesAreToldTheirNewOnes) {
  EXPECT_EQ(
      FileDiagnosticsOf(Command::kGenerate,
                        "tables = \"loaded\"\ncheck-arrivals = true\n"
                        "address-units = \"generated\"\n"
                        "broadcast = false\n"),
      "net.toml:3: --address-units: is an older name; leave it out, which means the same\n"
      "net.toml:4: --broadcast: is an older name; leave it out, which means the same\n"
      "net.toml:2: --check-arrivals: is an older name; write schedule-units = \"check\"\n"
      "net.toml:1: --tables: is an older name; write load = \"tables\"; what is loaded is one "
      "list, such as tables,address-units\n");
}

TEST(ConfigFile, FaultsNameTheirPlace) {
  EXPECT_EQ(
      FileDiagnosticsOf(Command::kSimulate,
                        "host = [8, 8]\nguests = \"x\"\nrate = 1.5\nno-baseline = 1\ntraffic = "
                        "\"uniform\"\nname = true\nhelp = true\ncolour = \"red\"\nseed = \"\"\n"),
      "net.toml:8: --colour: is not an option; `toroid COMMAND --help-all` lists what is allowed\n"
      "net.toml:2: --guests: is not an option; did you mean guest?\n"
      "net.toml:7: --help: is for the command line alone; leave it out of the file\n"
      "net.toml:1: --host: is not a string or a number in the file; allowed are strings, numbers "
      "and true or false\n"
      "net.toml:6: --name: true: is not a string or a number in the file; allowed are strings, "
      "numbers and true or false\n"
      "net.toml:4: --no-baseline: 1: is not true or false in the file; write no-baseline = true\n"
      "net.toml:9: --seed: its value is missing; write seed = S\n"
      "net.toml:3: --rate: 1.5: is out of range; allowed are numbers from 0 to 1\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kSimulate,
                              std::string(kCube) + "traffic = \"cc-cube\"\n\npipelining = 257\n"),
            "net.toml:6: --pipelining: 257: is more packets than --elements 256 fill; allowed are "
            "1 to 256\n");
  EXPECT_EQ(
      FileDiagnosticsOf(Command::kMap, "host = \"donut:8\"\n", "--guest ring:8 --embedding tao"),
      "net.toml:1: --host: donut:8: is not a graph; allowed are torus:8x8, mesh:4x2x3, "
      "ring:12, line:12, hypercube:6 and the like, lengths >= 2\n");
}

TEST(ConfigFile, NothingFollowsFromAFileThatCannotBeRead) {
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, "host = \"ring:8\"\nguest = \n"),
            "net.toml:2:9: --config: Error while parsing key-value pair: expected value, saw "
            "'\\n'; give a TOML file of name = value lines\n");
  EXPECT_EQ(
      FileDiagnosticsOf(Command::kMap, "[network]\nhost = \"ring:8\"\n"),
      "net.toml:1: --config: network: is a table, and allowed are [[program]], [axi], "
      "[[axi.node]], [[axi.map]], [[dead]], [[stream]]; give a TOML file of name = value lines\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, "host = \n", "--bit-order blok").substr(0, 66),
            "net.toml:1:8: --config: Error while parsing key-value pair: expect");
  EXPECT_NE(FileDiagnosticsOf(Command::kMap, "host = \n", "--bit-order blok")
                .find("\n--bit-order: blok: is not one of the choices; did you mean block?"),
            std::string::npos);
  const Result<Spec> gone =
      ParseSpec(Command::kMap, std::vector<std::string>{"--config", "/nowhere/at/all.toml"});
  ASSERT_EQ(gone.diagnostics().size(), 1U);
  EXPECT_EQ(ToString(gone.diagnostics().front()),
            "toroid: error: --config: /nowhere/at/all.toml: cannot be read; give a TOML file of "
            "name = value lines");
}

// A file that would overflow a parser's stack is refused before it is parsed.
TEST(ConfigFile, DepthIsBounded) {
  const auto times = [](int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  const std::string nested[] = {times(50000, "a.") + "a = 1\n",
                                "[" + times(50000, "a.") + "a]\n",
                                "a = " + times(50000, "[") + times(50000, "]") + "\n",
                                "a = " + times(50000, "{a=") + "1" + times(50000, "}") + "\n",
                                times(2000, "a.") + "a = 1\n",
                                "[" + times(2000, "a.") + "a]\n",
                                "a = " + times(300, "{a.a.a.a=") + "1" + times(300, "}") + "\n"};
  for (const std::string& text : nested) {
    const Result<Spec> spec = ParseFile(Command::kMap, text);
    ASSERT_EQ(spec.diagnostics().size(), 1U) << text.size();
    EXPECT_EQ(spec.diagnostics().front().field, "--config");
    EXPECT_EQ(spec.diagnostics().front().what.find("has more than "), 0U);
  }
  const std::string comments = times(1000, "# words, words\n");
  EXPECT_TRUE(ParseFile(Command::kMap, comments + kCube))
      << FileDiagnosticsOf(Command::kMap, comments + kCube);
  const Result<Spec> endless =
      ParseSpec(Command::kMap, std::vector<std::string>{"--config", "/dev/zero"});
  EXPECT_EQ(endless.diagnostics().front().what, "has more than 65536 bytes");
}

TEST(ConfigFile, AnEmptyOneSaysNothing) {
  EXPECT_TRUE(ParseFile(Command::kMap, "", "--host torus:8x8 --guest hypercube:6 --embedding xor"));
}

// A NUL would end the name of a file early: "nul\0.html" is written as "nul".
TEST(ControlCharacters, AreRefusedForEveryOption) {
  std::size_t tried = 0;
  for (const Option& option : AllOptions()) {
    if (option.type == ValueType::kFlag) continue;
    const std::string name(option.name.text());
    for (const Command command : AllCommands()) {
      if (!Takes(command, option)) continue;
      const std::vector<std::string> words = {name, "a\n.html"};
      const auto typed = ParseSpec(command, words);
      ASSERT_FALSE(typed.ok()) << name;
      EXPECT_EQ(
          ToString(typed.diagnostics().front()),
          "toroid: error: " + name + ": a\\n.html: has control characters; write it without them");
      ++tried;
      if (option.only_typed || !IsOfANetwork(command)) continue;
      for (const std::string escape : {"u0000", "u001b", "n", "u0085"}) {
        const std::string found =
            test::FileDiagnosticsOf(command, name.substr(2) + " = \"a\\" + escape + ".html\"");
        EXPECT_EQ(found.find("net.toml:1: " + name + ": a\\"), 0U) << found;
        EXPECT_NE(found.find(".html: has control characters; "), std::string::npos) << found;
      }
    }
  }
  EXPECT_GT(tried, 200U);
}

TEST(ControlCharacters, AreRefusedInTablesAndOperands) {
  const std::string said = "has control characters; write it without them\n";
  EXPECT_EQ(
      test::FileDiagnosticsOf(Command::kGenerate,
                              "[[axi.node]]\nnodes = \"0\\u0000\"\n[[dead]]\nnode = \"0\\n\"\n"
                              "[axi]\nids = \"\\u0007\"\n[[program]]\nguest = \"ring\\t\"\n"),
      "net.toml:6: [axi]: ids: \\x07: " + said + "net.toml:2: [[axi.node]] 1: nodes: 0\\x00: " +
          said + "net.toml:4: [[dead]] 1: node: 0\\n: " + said +
          "net.toml:8: [[program]] 1: --guest: ring\\t: " + said);
  const auto typed = [](const std::vector<std::string>& words) {
    return ToString(ParseSpec(Command::kMap, words).diagnostics().front()).substr(15) + "\n";
  };
  EXPECT_EQ(typed({"--host=ring:8\n"}), "--host: ring:8\\n: " + said);
  EXPECT_EQ(typed({"--quiet", "\x1b"}), "command line: \\x1b: " + said);
  EXPECT_EQ(typed({"--quiet", "--\x1b"}), "--\\x1b: " + said);
  const std::vector<std::string> operands = {"a.json", "b\n.json"};
  for (const Command command : {Command::kCompare, Command::kReport})
    EXPECT_EQ(ToString(ParseSpec(command, operands).diagnostics().front()),
              "toroid: error: command line: b\\n.json: has control characters; write it without "
              "them");
}

}  // namespace
}  // namespace toroid::gen_command_line_file_test
