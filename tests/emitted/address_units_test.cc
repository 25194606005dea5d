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
  add("tao", "torus:4x8", "mesh:2x2x2x4", block);
  add("tao", "torus:3x6", "mesh:3x2x3", block);
  add("gray", "mesh:8x8", "hypercube:6", block);
  add("gray", "mesh:4x2x8", "mesh:2x2x2x2x2x2", block);
  add("gray", "torus:8x4", "hypercube:5", block);
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
    std::vector<Answer> forward(1U << plan.address_bits());
    std::vector<Answer> inverse(forward.size());
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

// Prints "unit code valid answer" for every code of every unit.
std::string Testbench(const std::vector<Network>& cases) {
  std::ostringstream wires;
  std::ostringstream steps;
  for (const Network& network : cases) {
    const int bits = PlanOf(network).address_bits();
    const std::string range = "[" + std::to_string(bits - 1) + ":0] ";
    for (const bool forward : {true, false}) {
      const std::string unit = network.name + (forward ? "_atu_forward" : "_atu_inverse");
      wires << "  wire " << range << unit << "_answer;\n  wire " << unit << "_valid;\n  " << unit << " " << unit << "_unit ("
            << (forward ? ".logical" : ".physical") << "(code" << range << "), " << (forward ? ".physical(" : ".logical(") << unit
            << "_answer), .valid(" << unit << "_valid));\n";
      steps << "    for (i = 0; i < " << (1U << bits) << "; i = i + 1) begin\n      code = i;\n      #1 $display(\"" << unit
            << " %0d %b %0d\", code, " << unit << "_valid, " << unit << "_answer);\n    end\n";
    }
  }
  return "`timescale 1ns / 1ns\nmodule tb;\n  reg [31:0] code;\n  integer i;\n" + wires.str() + "  initial begin\n" + steps.str() +
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
    if (network.embedding == "by-weight" || network.embedding == "tao" || network.embedding == "gray" || !AllPowersOfTwo(host)) continue;
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

TEST(AddressUnits, AreTablesForByWeightAndTaoAlone) {
  int units = 0;
  for (const Network& network : Cases()) {
    for (const auto& [path, text] : UnitFiles({network})) {
      const bool table = (network.embedding == "by-weight" && network.host != "line:2") || network.embedding == "tao";
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
