// Configuration files: the options that each command takes, and messages about faulty files.
#include <fmt/core.h>
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
                "host = \"torus:4x4\"\nflit-width = 64\n[simulate]\ntraffic = \"uniform\"\n"
                "rate = 0.25\nwithout = \"idle-skip\"\nflit-width = 32\nports = \"all\"\n",
                "--host ring:8 --ports one");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->host->ToString(), "ring:8");
  EXPECT_EQ(spec->hardware.flit_width, 32);  // the command's table wins over what all share
  EXPECT_EQ(spec->hardware.ports, Ports::kOne);
  EXPECT_EQ(std::get<PatternRequest>(spec->simulation.traffic).rate, 0.25);
  EXPECT_FALSE(spec->simulation.run.idle_skip);
}

TEST(ConfigFile, EveryCommandTakesWhatIsSharedAndItsTable) {
  const std::string text = std::string(kCube) +
                           "translation = \"computed\"\nflit-width = 16\nbuffer-depth = 8\n"
                           "[simulate]\ntraffic = \"cc-cube\"\nelements = 64\npipelining = 4\n"
                           "schedule = \"offset\"\nrtl = \"flat\"\nbarrier-cycles = 7\n"
                           "[cost]\nstartup = 3\nelements = 64\npipelining = 4\n"
                           "schedule = \"offset\"\n"
                           "[generate]\nout = \"net\"\n[check]\nwithout = \"dateline\"\n"
                           "[schedule]\ntask = \"0,6\"\nschedule = \"offset\"\n"
                           "[sweep]\ntraffic = \"uniform\"\n";
  for (const Command command : NetworkCommands()) {
    const Result<Spec> spec = ParseFile(command, text);
    EXPECT_TRUE(spec) << ToString(command) << "\n" << FileDiagnosticsOf(command, text);
  }
  EXPECT_EQ(ParseFile(Command::kCost, text)->cost.startup, 3);
  EXPECT_EQ(ParseFile(Command::kCost, text)->cost.pipelining, 4);
  EXPECT_EQ(ParseFile(Command::kSimulate, text)->simulation.run.rtl, RtlEngine::kFlat);
  EXPECT_TRUE(ParseFile(Command::kSimulate, text)->hardware.translation);
  EXPECT_TRUE(ParseFile(Command::kGenerate, text)->hardware.translation);
  EXPECT_EQ(ParseFile(Command::kSweep, text)->plan->hardware().buffered.depth, 8);
  EXPECT_FALSE(ParseFile(Command::kCheck, text)->dateline);
}

// What files of an older version had above the tables.
TEST(ConfigFile, OptionsOfCommandsBelongInTheirTables) {
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, std::string(kCube) + "rate = 0.5\nsets = 3\n"),
            "net.toml:4: --rate: says what a command does, not what the network is; write it in "
            "the command's table: [simulate], [sweep]\n"
            "net.toml:5: --sets: says what a command does, not what the network is; write it in "
            "the command's table: [simulate]\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, std::string(kCube) + "[map]\nrate = 0.5\n"),
            "net.toml:5: [map]: --rate: is not an option of map; it goes with simulate, sweep\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, std::string(kCube) + "[simulate]\nrate = 0.5\n"), "");
}

TEST(ConfigFile, WhatIsSharedIsLeftOutWhereTrafficDoesNotUseIt) {
  const std::string text =
      "host = \"torus:4x4\"\nguest = \"ring:16\"\nembedding = \"tao\"\nrelay = true\n"
      "ports = \"all\"\n[simulate]\ntraffic = ";
  EXPECT_FALSE(ParseFile(Command::kSimulate, text + "\"uniform\"\n")->hardware.relay);
  EXPECT_TRUE(ParseFile(Command::kSimulate, text + "\"permutation\"\n")->hardware.relay);
  EXPECT_EQ(FileDiagnosticsOf(Command::kSimulate, text + "\"uniform\"\ntask = \"0,4\"\n"),
            "net.toml:8: [simulate]: --task: 0,4: is not used by traffic uniform; it goes with "
            "task\n");
}

TEST(ConfigFile, OneFileMeansOneEmbedding) {
  const auto order = [](Command command, const std::string& more, const std::string& typed = "") {
    return ParseFile(command, std::string(kCube) + more, typed)->embedding->bit_order();
  };
  for (const Command command :
       {Command::kMap, Command::kGenerate, Command::kCheck, Command::kSimulate}) {
    const std::string typed = command == Command::kSimulate   ? "--traffic uniform"
                              : command == Command::kGenerate ? "--out net"
                                                              : "";
    EXPECT_EQ(order(command, "", typed), BitOrder::kBlock);
    EXPECT_EQ(order(command, "[sweep]\ntraffic = \"neighbor\"\n", typed), BitOrder::kBlock);
    EXPECT_EQ(order(command, "[simulate]\ntraffic = \"all-reduce\"\n", typed), BitOrder::kCyclic);
    EXPECT_EQ(order(command, "[cost]\nschedule = \"offset\"\n", typed), BitOrder::kCyclic);
    EXPECT_EQ(order(command, "[schedule]\ntask = \"0,6\"\n", typed), BitOrder::kCyclic);
    EXPECT_EQ(order(command, "bit-order = \"block\"\n[simulate]\ntraffic = \"fft\"\n", typed),
              BitOrder::kBlock);
  }
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
                        "host = [8, 8]\nguests = \"x\"\nname = true\nhelp = true\ncolour = "
                        "\"red\"\n[simulate]\nrate = 1.5\nno-baseline = 1\n"
                        "traffic = \"uniform\"\nseed = \"\"\n"),
      "net.toml:5: --colour: is not an option; `toroid COMMAND --help-all` lists what is allowed\n"
      "net.toml:2: --guests: is not an option; did you mean guest?\n"
      "net.toml:4: --help: is for the command line alone; leave it out of the file\n"
      "net.toml:1: --host: is not a string or a number in the file; allowed are strings, numbers "
      "and true or false\n"
      "net.toml:3: --name: true: is not a string or a number in the file; allowed are strings, "
      "numbers and true or false\n"
      "net.toml:8: [simulate]: --no-baseline: 1: is not true or false in the file; write "
      "no-baseline = true\n"
      "net.toml:10: [simulate]: --seed: its value is missing; write seed = S\n"
      "net.toml:7: [simulate]: --rate: 1.5: is out of range; allowed are numbers from 0 to 1\n");
  EXPECT_EQ(FileDiagnosticsOf(
                Command::kSimulate,
                std::string(kCube) + "[simulate]\ntraffic = \"cc-cube\"\n\npipelining = 257\n"),
            "net.toml:7: [simulate]: --pipelining: 257: is more packets than --elements 256 fill; "
            "allowed are 1 to 256\n");
  EXPECT_EQ(
      FileDiagnosticsOf(Command::kMap, "host = \"donut:8\"\n", "--guest ring:8 --embedding tao"),
      "net.toml:1: --host: donut:8: is not a graph; allowed are torus:8x8, mesh:4x2x3, "
      "ring:12, line:12, hypercube:6, twisted:4x8 and the like, lengths >= 2\n");
}

TEST(ConfigFile, NothingFollowsFromAFileThatCannotBeRead) {
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, "host = \"ring:8\"\nguest = \n"),
            "net.toml:2:9: --config: Error while parsing key-value pair: expected value, saw "
            "'\\n'; give a TOML file of name = value lines\n");
  EXPECT_EQ(FileDiagnosticsOf(Command::kMap, "[network]\nhost = \"ring:8\"\n"),
            "net.toml:1: --config: network: is a table, and allowed are those of commands, such as "
            "[simulate], [[program]], [axi], [[axi.node]], [[axi.map]], [[dead]], [[stream]]; give "
            "a TOML "
            "file of name = value lines\n");
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
        const std::string found = test::FileDiagnosticsOf(
            command,
            fmt::format("{}.{} = \"a\\{}.html\"", ToString(command), name.substr(2), escape));
        const std::string place = fmt::format("net.toml:1: [{}]: ", ToString(command));
        EXPECT_EQ(found.find(place + name + ": a\\"), 0U) << found;
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
