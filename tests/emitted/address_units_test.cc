// The emitted address units against the C++ embedding, for every code of their inputs, in two simulators, and their size on an FPGA.
//
// All units stand in one testbench, told apart by the prefix of their modules, so that it is compiled once for each simulator.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

#include "tests/emitted/emitted.h"

namespace toroid::test {
namespace {

std::vector<Network> Cases() {
  std::vector<Network> cases;
  const auto add = [&](const char* embedding, const char* guest, const char* host, BitOrder order) {
    Network network{.host = host, .embedding = embedding, .guest = guest, .order = order};
    network.name = NameOf(network);
    cases.push_back(network);
  };
  const BitOrder block = BitOrder::kBlock;
  const BitOrder cyclic = BitOrder::kCyclic;
  add("identity", "torus:8x4", "torus:8x4", block);
  add("identity", "torus:3x5", "torus:3x5", block);
  add("identity", "mesh:6x2x7", "mesh:6x2x7", block);
  add("identity", "hypercube:6", "hypercube:6", block);
  for (const BitOrder order : {block, cyclic}) {
    add("standard", "hypercube:6", "ring:64", order);
    add("standard", "hypercube:6", "torus:8x4x2", order);
    add("xor", "hypercube:6", "ring:64", order);
    add("xor", "hypercube:6", "torus:8x4x2", order);
    add("xor", "hypercube:10", "torus:4x2x128", order);
    add("xor", "hypercube:5", "mesh:2x16", order);
  }
  add("xor", "hypercube:2", "ring:4", block);
  add("by-weight", "hypercube:1", "line:2", block);
  add("by-weight", "hypercube:3", "line:8", block);
  add("by-weight", "hypercube:6", "line:64", block);
  add("gray", "mesh:8x8", "hypercube:6", block);
  add("gray", "mesh:4x2x8", "mesh:2x2x2x2x2x2", block);
  add("gray", "torus:8x4", "hypercube:5", block);
  return cases;
}

// Every step of docs/spec/tao.md, section 2, with axes of odd and even length and of 2, on 1 to 5 axes; widths that are equal and that
// are not. Those marked are compiled by Verilator too.
struct TaoCase {
  const char* guest;
  const char* host;
  std::optional<tao::Walk> walk = {};
  bool verilated = false;
};

constexpr auto kLine = tao::Walk::kLine;
constexpr auto kFold = tao::Walk::kFold;
constexpr auto kRing = tao::Walk::kRing;

const std::vector<TaoCase>& TaoTable() {
  static const std::vector<TaoCase> table = {
      // equal shapes, rings laid flat
      {"torus:3x5", "mesh:5x3"},
      {"ring:7", "line:7"},
      {"ring:16", "line:16"},
      {"ring:31", "line:31"},
      {"torus:6x5x2", "mesh:2x6x5"},
      {"ring:300", "line:300"},
      // expansion
      {"line:6", "mesh:2x3"},
      {"line:15", "mesh:3x5", {}, true},
      {"line:240", "mesh:15x16"},
      {"line:143", "mesh:11x13"},
      {"line:105", "mesh:3x5x7"},
      {"line:120", "mesh:2x3x4x5"},
      {"line:96", "mesh:2x3x2x4x2"},
      {"ring:6", "mesh:2x3"},
      {"ring:15", "mesh:3x5", {}, true},
      {"ring:15", "torus:3x5"},
      {"ring:25", "mesh:5x5"},
      {"ring:27", "mesh:3x3x3", {}, true},
      {"ring:27", "torus:3x3x3"},
      {"ring:256", "mesh:16x16", {}, true},
      {"ring:240", "mesh:16x15"},
      {"ring:240", "torus:15x16"},
      {"ring:143", "mesh:11x13"},
      {"ring:143", "torus:11x13"},
      {"ring:121", "mesh:11x11"},
      {"ring:169", "torus:13x13"},
      {"ring:36", "mesh:2x18"},
      {"ring:60", "mesh:4x3x5"},
      {"ring:105", "torus:3x5x7", {}, true},
      {"ring:81", "torus:3x3x3x3"},
      {"ring:120", "mesh:2x3x4x5"},
      {"ring:162", "mesh:2x3x3x3x3"},
      {"ring:64", "hypercube:6"},
      {"torus:4x8", "mesh:2x2x2x4"},
      {"torus:3x6", "mesh:3x2x3"},
      {"torus:9x10", "torus:3x3x2x5"},
      {"torus:6x12", "mesh:6x3x2x2", {}, true},
      {"mesh:12x10", "mesh:3x4x2x5"},
      {"line:60", "mesh:3x4x5", kRing},
      {"line:60", "mesh:3x4x5", kFold},
      {"ring:60", "torus:5x3x4", kLine},
      {"ring:84", "torus:7x3x4", kFold},
      {"ring:75", "mesh:3x5x5", kRing},
      {"ring:1001", "mesh:7x11x13"},
      {"ring:961", "torus:31x31"},
      {"ring:999", "mesh:3x3x3x37"},
      // simple reduction
      {"mesh:3x5", "line:15"},
      {"torus:5x3", "ring:15", {}, true},
      {"mesh:3x3x3", "ring:27", {}, true},
      {"torus:11x13", "line:143"},
      {"mesh:2x3x4x5", "line:120"},
      {"torus:3x4x5x2", "mesh:12x10"},
      {"mesh:7x5x3x2", "torus:21x10"},
      {"hypercube:6", "mesh:8x8"},
      {"hypercube:5", "ring:32"},
      {"torus:3x3x3x3", "torus:9x9"},
      {"mesh:17x17x17", "line:4913"},
      // general reduction
      {"mesh:3x3x6", "mesh:6x9", {}, true},
      {"torus:3x3x6", "mesh:6x9", {}, true},
      {"torus:3x3x6", "torus:9x6"},
      {"torus:5x5x6", "mesh:10x15"},
      {"mesh:5x7x6", "torus:10x21"},
      {"torus:4x4x6", "mesh:8x12", kLine},
      {"mesh:3x5x4x2", "mesh:6x5x4"},
      {"torus:3x5x7x4", "mesh:6x10x7"},
      {"torus:9x11x15", "mesh:27x55"},
      // squares
      {"mesh:4x4x4", "mesh:8x8"},
      {"torus:4x4x4", "mesh:8x8", {}, true},
      {"torus:9x9x9", "mesh:27x27"},
      {"torus:8x8", "mesh:4x4x4"},
      {"torus:27x27", "mesh:9x9x9"},
      {"mesh:4x4x4x4x4", "mesh:32x32"},
      {"torus:4x4x4x4x4", "torus:32x32"},
  };
  return table;
}

std::vector<Network> TaoCases(bool verilated = false) {
  std::vector<Network> cases;
  for (const TaoCase& row : TaoTable()) {
    if (verilated && !row.verilated) continue;
    Network network{.host = row.host, .embedding = "tao", .guest = row.guest, .walk = row.walk};
    network.name = std::regex_replace(network.guest + "_in_" + network.host, std::regex(":"), "_");
    if (row.walk) network.name += "_" + std::string(ToString(*row.walk));
    cases.push_back(network);
  }
  return cases;
}

// ---- what the units should answer: addresses written out bit by bit ----

std::uint32_t AddressIn(const Graph& graph, NodeId node) {
  std::string bits;
  const Coordinates coordinates = graph.CoordinatesOf(node);
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    std::string field;
    for (int range = 1, x = coordinates[a]; range < graph.lengths()[a]; range *= 2, x /= 2)
      field.insert(field.begin(), x % 2 == 0 ? '0' : '1');
    bits += field;
  }
  return static_cast<std::uint32_t>(std::stoul(bits, nullptr, 2));
}

using Answer = std::optional<std::uint32_t>;                 // nothing where valid is low
using Answers = std::map<std::string, std::vector<Answer>>;  // unit -> answers of codes 0, 1, ...

Answers ExpectedAnswers(const std::vector<Network>& cases) {
  Answers answers;
  for (const Network& network : cases) {
    const Plan plan = PlanOf(network);
    const Embedding& embedding = *plan.embedding();
    std::vector<Answer> forward(1U << plan.logical_bits());
    std::vector<Answer> inverse(1U << plan.physical_bits());
    for (std::uint32_t i = 0; i < embedding.guest().size(); ++i) {
      const std::uint32_t logical = AddressIn(embedding.guest(), NodeId{i});
      const std::uint32_t physical = AddressIn(embedding.host(), embedding.HostOf(NodeId{i}));
      forward[logical] = physical;
      inverse[physical] = logical;
    }
    answers[network.name + "_atu_forward"] = forward;
    answers[network.name + "_atu_inverse"] = inverse;
  }
  return answers;
}

// ---- what they answer ----

std::string Range(int bits) { return "[" + std::to_string(bits - 1) + ":0] "; }

// Prints "unit code valid answer" for every code of every unit. Each has an input of its own: the others rest meanwhile.
std::string Testbench(const std::vector<Network>& cases) {
  std::ostringstream wires;
  std::ostringstream steps;
  for (const Network& network : cases) {
    const Plan plan = PlanOf(network);
    for (const bool forward : {true, false}) {
      const int bits = forward ? plan.logical_bits() : plan.physical_bits();
      const std::string range = Range(bits);
      const std::string answer_range = Range(forward ? plan.physical_bits() : plan.logical_bits());
      const std::string unit = network.name + (forward ? "_atu_forward" : "_atu_inverse");
      wires << "  reg " << range << unit << "_code;\n  wire " << answer_range << unit << "_answer;\n  wire " << unit << "_valid;\n  "
            << unit << " " << unit << "_unit (" << (forward ? ".logical" : ".physical") << "(" << unit << "_code), "
            << (forward ? ".physical(" : ".logical(") << unit << "_answer), .valid(" << unit << "_valid));\n";
      steps << "    for (i = 0; i < " << (1U << bits) << "; i = i + 1) begin\n      " << unit << "_code = i;\n      #1 $display(\"" << unit
            << " %0d %b %0d\", i, " << unit << "_valid, " << unit << "_answer);\n    end\n";
    }
  }
  return "`timescale 1ns / 1ns\nmodule tb;\n  integer i;\n" + wires.str() + "  initial begin\n" + steps.str() +
         "    $finish;\n  end\nendmodule\n";
}

EmittedFiles UnitFiles(const std::vector<Network>& cases) {
  EmittedFiles files;
  for (const Network& network : cases) {
    for (const auto& [path, text] : FilesOf(network)) {
      if (path.find("_atu_") != path.npos) files[path] = text;
    }
  }
  return files;
}

Answers Parsed(const std::string& output) {
  Answers answers;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string unit;
    std::string valid;
    std::uint32_t code = 0;
    std::uint32_t answer = 0;
    if (!(words >> unit >> code >> valid) || unit.find("_atu_") == unit.npos) continue;  // a simulator's own words
    EXPECT_TRUE(valid == "0" || valid == "1") << line;
    EXPECT_TRUE(valid == "0" || (words >> answer)) << line;
    EXPECT_EQ(answers[unit].size(), code);
    answers[unit].push_back(valid == "1" ? Answer(answer) : std::nullopt);
  }
  return answers;
}

Answers Simulate(EmittedFiles files, const std::vector<Network>& cases, const std::string& command) {
  files["tb.v"] = Testbench(cases);
  const EmittedFolder folder(files);
  const Outcome outcome = folder.Run(command);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return Parsed(outcome.output);
}

// The number of codes at which they differ.
std::size_t Compare(const Answers& expected, const Answers& found) {
  std::size_t codes = 0;
  std::size_t refused = 0;
  std::size_t differences = 0;
  for (const auto& [unit, answers] : expected) {
    const auto at = found.find(unit);
    EXPECT_NE(at, found.end()) << unit;
    EXPECT_EQ(at == found.end() ? 0 : at->second.size(), answers.size()) << unit;
    if (at == found.end() || at->second.size() != answers.size()) return answers.size();
    codes += answers.size();
    refused += static_cast<std::size_t>(std::ranges::count(answers, Answer{}));
    for (std::size_t i = 0; i < answers.size(); ++i) differences += answers[i] != at->second[i] ? 1U : 0U;
  }
  std::cout << expected.size() << " units, " << codes << " codes compared, " << refused << " of them invalid, " << differences
            << " differences\n";
  return differences;
}

constexpr const char* kIcarus = "iverilog -g2005 -Wall -o tb -s tb tb.v rtl/*.v 2>/dev/null && vvp -n tb";
constexpr const char* kVerilator =
    "verilator --binary --timing -O1 -Wno-WIDTH -Wno-UNUSED --top-module tb -CFLAGS -O0 -Mdir obj -o tb tb.v rtl/*.v >log 2>&1 || { cat "
    "log; exit 1; }; obj/tb";

TEST(AddressUnits, AnswerEveryCodeAsTheEmbeddingDoesInIcarus) {
  const auto cases = Cases();
  const Answers expected = ExpectedAnswers(cases);
  ASSERT_EQ(expected.size(), 2 * cases.size());
  EXPECT_EQ(Compare(expected, Simulate(UnitFiles(cases), cases, kIcarus)), 0U);
}

TEST(AddressUnits, AnswerEveryCodeAsTheEmbeddingDoesInVerilator) {
  const auto cases = Cases();
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kVerilator)), 0U);
}

TEST(TaoUnits, AnswerEveryCodeAsTheEmbeddingDoesInIcarus) {
  const auto cases = TaoCases();
  ASSERT_GE(cases.size(), 60U);
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kIcarus)), 0U);
}

TEST(TaoUnits, AnswerEveryCodeAsTheEmbeddingDoesInVerilator) {
  const auto cases = TaoCases(true);
  ASSERT_GE(cases.size(), 10U);
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kVerilator)), 0U);
}

TEST(TaoUnits, AreCleanUnderThreeTools) {
  const auto cases = TaoCases();
  EmittedFiles files = UnitFiles(cases);
  ASSERT_EQ(files.size(), 2 * cases.size());
  const EmittedFolder folder(files);
  for (const char* command :
       {"for f in rtl/*.v; do verilator --lint-only -Wall $f; done", "for f in rtl/*.v; do iverilog -g2005 -Wall -t null $f; done",
        "yosys -q -p 'read_verilog rtl/*.v; proc; memory; check -assert'"}) {
    const Outcome outcome = folder.Run(command);
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_EQ(outcome.output, "") << command;
  }
}

TEST(TaoUnits, AnAlteredSubtractionIsNoticed) {
  const Network network{.host = "mesh:16x16", .embedding = "tao", .guest = "ring:256"};
  EmittedFiles files = UnitFiles({network});
  std::string& text = files.at("rtl/net_atu_forward.v");
  text.replace(text.find(" - "), 3, " + ");
  EXPECT_GT(Compare(ExpectedAnswers({network}), Simulate(files, {network}, kIcarus)), 0U);
}

TEST(AddressUnits, AnAlteredXorIsNoticed) {
  const Network network{.host = "ring:8", .embedding = "xor", .guest = "hypercube:3"};
  EmittedFiles files = UnitFiles({network});
  std::string& text = files.at("rtl/net_atu_forward.v");
  text.replace(text.find(" ^ "), 3, " & ");
  EXPECT_GT(Compare(ExpectedAnswers({network}), Simulate(files, {network}, kIcarus)), 0U);
}

// ---- size ----

// Yosys commands that fail unless the unit becomes `luts` look-up tables of an iCE40 and nothing else.
std::string ExpectLuts(const std::string& unit, std::ptrdiff_t luts) {
  const std::string count = std::to_string(luts);
  return "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit + "\nselect -assert-count " + count +
         " t:SB_LUT4\nselect -assert-count " + count + " t:*\ndesign -reset\n";
}

std::ptrdiff_t LongAxes(const Graph& host) {
  return std::ranges::count_if(host.lengths(), [](int length) { return length >= 4; });
}

TEST(AddressUnits, AreWiresOrOneLutForEachAxisOfFourOrMore) {
  std::string script;
  int units = 0;
  const auto cases = Cases();
  for (const Network& network : cases) {
    const Graph host = PlanOf(network).host();
    if (network.embedding == "by-weight" || network.embedding == "gray" || !AllPowersOfTwo(host)) continue;
    const std::ptrdiff_t luts = network.embedding == "xor" ? LongAxes(host) : 0;
    for (const std::string unit : {"_atu_forward", "_atu_inverse"}) {
      script += ExpectLuts(network.name + unit, luts);
      ++units;
    }
  }
  ASSERT_GE(units, 20);
  EmittedFiles files = UnitFiles(cases);
  files["size.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::cout << units << " units synthesized and counted\n";
}

TEST(AddressUnits, ASecondLutIsNoticed) {
  EmittedFiles files = UnitFiles({{.host = "ring:8", .embedding = "xor", .guest = "hypercube:3"}});
  std::string& text = files.at("rtl/net_atu_forward.v");
  text.replace(text.find("= logical[2];"), 13, "= logical[2] ^ logical[0];");
  files["size.ys"] = ExpectLuts("net_atu_forward", 1);
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("contains 2 elements"), std::string::npos) << outcome.output;
}

std::string AtMostLuts(const std::string& unit, int luts) {
  return "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit + "\nselect -assert-max " + std::to_string(luts) +
         " t:SB_LUT4\ndesign -reset\n";
}

// docs/spec/generated.md, G5.5, and a little room for other versions of Yosys. Forward, then inverse.
TEST(TaoUnits, AreNoLargerThanTheTableOfSizesSays) {
  struct Limit {
    const char* guest;
    const char* host;
    int forward;
    int inverse;
  };
  const std::vector<Limit> limits = {{"ring:15", "mesh:3x5", 8, 13},      {"ring:143", "torus:11x13", 45, 40},
                                     {"ring:256", "mesh:16x16", 59, 40},  {"torus:6x12", "mesh:6x3x2x2", 10, 10},
                                     {"torus:3x3x6", "mesh:6x9", 11, 11}, {"torus:4x4x4x4x4", "torus:32x32", 5, 5}};
  EmittedFiles files;
  std::string script;
  for (const Limit& limit : limits) {
    Network network{.host = limit.host, .embedding = "tao", .guest = limit.guest};
    network.name = "in_" + std::regex_replace(network.host, std::regex(":"), "_");
    files.merge(UnitFiles({network}));
    script += AtMostLuts(network.name + "_atu_forward", limit.forward) + AtMostLuts(network.name + "_atu_inverse", limit.inverse);
  }
  ASSERT_EQ(files.size(), 2 * limits.size());
  files["size.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(TaoUnits, AreLargerThanALimitOfOneLut) {
  EmittedFiles files = UnitFiles({{.host = "mesh:3x5", .embedding = "tao", .guest = "ring:15"}});
  files["size.ys"] = AtMostLuts("net_atu_forward", 1);
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("more than the maximum number 1"), std::string::npos) << outcome.output;
}

// ---- proof without values: the inverse unit undoes the forward unit ----

// A module whose output `wrong` is high where a valid code does not come back.
std::string ThereAndBack(const Plan& plan) {
  const std::string logical = Range(plan.logical_bits());
  return "module there_and_back (input wire " + logical + "code, output wire wrong);\n  wire " + Range(plan.physical_bits()) +
         "there;\n  wire " + logical +
         "back;\n  wire there_ok, back_ok;\n  net_atu_forward forward (.logical(code), .physical(there), .valid(there_ok));\n"
         "  net_atu_inverse inverse (.physical(there), .logical(back), .valid(back_ok));\n"
         "  assign wrong = there_ok && !(back_ok && back == code);\nendmodule\n";
}

Outcome ProveThereAndBack(const Network& network, EmittedFiles files) {
  files["there_and_back.v"] = ThereAndBack(PlanOf(network));
  files["prove.ys"] =
      "read_verilog there_and_back.v rtl/net_atu_forward.v rtl/net_atu_inverse.v\nhierarchy -top there_and_back\n"
      "proc\nflatten\nmemory\nopt\nsat -verify -prove wrong 0 there_and_back\n";
  return EmittedFolder(files).Run("yosys -q prove.ys");
}

TEST(TaoUnits, UndoEachOtherByProof) {
  for (const auto& [guest, host] : {std::pair{"ring:143", "torus:11x13"}, {"ring:105", "torus:3x5x7"}, {"torus:9x9x9", "mesh:27x27"}}) {
    const Network network{.host = host, .embedding = "tao", .guest = guest};
    const Outcome outcome = ProveThereAndBack(network, UnitFiles({network}));
    EXPECT_EQ(outcome.exit_code, 0) << guest << " in " << host << '\n' << outcome.output;
  }
}

TEST(TaoUnits, AnAlteredUnitCannotBeProved) {
  const Network network{.host = "torus:11x13", .embedding = "tao", .guest = "ring:143"};
  EmittedFiles files = UnitFiles({network});
  std::string& text = files.at("rtl/net_atu_inverse.v");
  text.replace(text.find(" + "), 3, " - ");
  const Outcome outcome = ProveThereAndBack(network, files);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("proof did fail"), std::string::npos) << outcome.output;
}

TEST(AddressUnits, AreTablesForByWeightAlone) {
  int units = 0;
  for (const Network& network : Cases()) {
    for (const auto& [path, text] : UnitFiles({network})) {
      const bool table = network.embedding == "by-weight" && network.host != "line:2";
      EXPECT_EQ(text.find("case (") != text.npos, table) << path;
      ++units;
    }
  }
  EXPECT_GE(units, 20);
}

TEST(AddressUnits, AreEmittedButNotInstantiatedUnderPhysicalAddresses) {
  const EmittedFiles files = FilesOf({.host = "ring:8", .embedding = "xor", .guest = "hypercube:3", .address = Address::kPhysical});
  ASSERT_TRUE(files.contains("rtl/net_atu_forward.v"));
  EXPECT_EQ(files.at("rtl/net_node.v").find("atu"), std::string::npos);
  EXPECT_EQ(files.at("toroid.f").find("atu"), std::string::npos);
  int units = 0;
  const auto manifest = nlohmann::json::parse(files.at("manifest.json"));
  for (const auto& module : manifest["modules"]) {
    if (module["role"] != "address unit") continue;
    ++units;
    EXPECT_EQ(module["instantiated"], false);
  }
  EXPECT_EQ(units, 2);
}

}  // namespace
}  // namespace toroid::test
