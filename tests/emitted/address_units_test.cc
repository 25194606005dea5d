// The emitted address units against the C++ embedding, for every code of their inputs, in two
// simulators, and their size on an FPGA.
//
// All units stand in one testbench, told apart by the prefix of their modules, so that it is
// compiled once for each simulator.
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
#include "tests/emitted/unit_bench.h"

namespace toroid::test {
namespace {

std::vector<Network> Cases() {
  std::vector<Network> cases;
  const auto add = [&](const char* embedding, const char* guest, const char* host, BitOrder order) {
    Network network{.host = host, .embedding = embedding, .guest = guest, .order = order};
    network.name =
        NameOf(network) + std::regex_replace("_of_" + network.guest, std::regex(":"), "_");
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
  // Host nodes without a guest node.
  add("gray", "mesh:3x5", "hypercube:4", block);
  add("gray", "mesh:3x4", "torus:2x2x2x2", block);
  add("gray", "ring:6", "hypercube:4", block);
  add("gray", "hypercube:3", "hypercube:5", block);
  add("gray", "mesh:3x3x7", "hypercube:6", block);
  return cases;
}

// Every step of docs/spec/tao.md, section 2, with axes of odd and even length and of 2, on 1 to 5
// axes; widths that are equal and that are not.
struct TaoCase {
  const char* guest;
  const char* host;
  std::optional<tao::Walk> walk = {};
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
      {"line:15", "mesh:3x5"},
      {"line:240", "mesh:15x16"},
      {"line:143", "mesh:11x13"},
      {"line:105", "mesh:3x5x7"},
      {"line:120", "mesh:2x3x4x5"},
      {"line:96", "mesh:2x3x2x4x2"},
      {"ring:6", "mesh:2x3"},
      {"ring:15", "mesh:3x5"},
      {"ring:15", "torus:3x5"},
      {"ring:25", "mesh:5x5"},
      {"ring:27", "mesh:3x3x3"},
      {"ring:27", "torus:3x3x3"},
      {"ring:256", "mesh:16x16"},
      {"ring:240", "mesh:16x15"},
      {"ring:240", "torus:15x16"},
      {"ring:143", "mesh:11x13"},
      {"ring:143", "torus:11x13"},
      {"ring:121", "mesh:11x11"},
      {"ring:169", "torus:13x13"},
      {"ring:33", "mesh:3x11"},
      {"ring:91", "mesh:7x13"},
      {"ring:135", "mesh:15x9"},
      {"ring:165", "mesh:15x11"},
      {"ring:169", "mesh:13x13"},
      {"ring:225", "mesh:15x15"},
      {"ring:140", "mesh:14x10"},
      {"ring:196", "mesh:14x14"},
      {"ring:315", "mesh:9x5x7"},
      {"ring:961", "mesh:31x31"},
      {"ring:36", "mesh:2x18"},
      {"ring:60", "mesh:4x3x5"},
      {"ring:105", "torus:3x5x7"},
      {"ring:81", "torus:3x3x3x3"},
      {"ring:120", "mesh:2x3x4x5"},
      {"ring:162", "mesh:2x3x3x3x3"},
      {"ring:64", "hypercube:6"},
      {"torus:4x8", "mesh:2x2x2x4"},
      {"torus:3x6", "mesh:3x2x3"},
      {"torus:9x10", "torus:3x3x2x5"},
      {"torus:6x12", "mesh:6x3x2x2"},
      {"mesh:12x10", "mesh:3x4x2x5"},
      {"line:60", "mesh:3x4x5", kRing},
      {"line:60", "mesh:3x4x5", kFold},
      {"ring:60", "torus:5x3x4", kLine},
      {"ring:84", "torus:7x3x4", kFold},
      {"ring:96", "mesh:12x8", kFold},
      {"ring:90", "mesh:9x10", kFold},
      {"ring:20", "mesh:10x2", kFold},
      {"ring:64", "hypercube:6", kFold},
      {"ring:75", "mesh:3x5x5", kRing},
      {"ring:1001", "mesh:7x11x13"},
      {"ring:961", "torus:31x31"},
      {"ring:999", "mesh:3x3x3x37"},
      // simple reduction
      {"mesh:3x5", "line:15"},
      {"torus:5x3", "ring:15"},
      {"mesh:3x3x3", "ring:27"},
      {"torus:11x13", "line:143"},
      {"mesh:2x3x4x5", "line:120"},
      {"torus:3x4x5x2", "mesh:12x10"},
      {"mesh:7x5x3x2", "torus:21x10"},
      {"hypercube:6", "mesh:8x8"},
      {"hypercube:5", "ring:32"},
      {"torus:3x3x3x3", "torus:9x9"},
      {"mesh:17x17x17", "line:4913"},
      // general reduction
      {"mesh:3x3x6", "mesh:6x9"},
      {"torus:3x3x6", "mesh:6x9"},
      {"torus:3x3x6", "torus:9x6"},
      {"torus:5x5x6", "mesh:10x15"},
      {"mesh:5x7x6", "torus:10x21"},
      {"torus:4x4x6", "mesh:8x12", kLine},
      {"mesh:3x5x4x2", "mesh:6x5x4"},
      {"torus:3x5x7x4", "mesh:6x10x7"},
      {"torus:9x11x15", "mesh:27x55"},
      // squares
      {"mesh:4x4x4", "mesh:8x8"},
      {"torus:4x4x4", "mesh:8x8"},
      {"torus:9x9x9", "mesh:27x27"},
      {"torus:8x8", "mesh:4x4x4"},
      {"torus:27x27", "mesh:9x9x9"},
      {"mesh:4x4x4x4x4", "mesh:32x32"},
      {"torus:4x4x4x4x4", "torus:32x32"},
      // axes of 2 and 4 read as each other: twos of the guest, its fours, the host's
      {"mesh:2x2", "ring:4"},
      {"hypercube:3", "ring:8"},
      {"hypercube:4", "torus:4x4"},
      {"hypercube:6", "torus:4x16"},
      {"torus:2x2x3", "ring:12"},
      {"torus:2x3x2x2x2", "torus:8x6"},
      {"mesh:2x2x16", "mesh:4x4x4"},
      {"mesh:3x4", "mesh:2x6"},
      {"torus:4x3x3", "mesh:6x6"},
      {"mesh:4x16", "torus:8x8"},
      {"mesh:2x2x3", "torus:3x4"},
      {"torus:2x6", "torus:3x4"},
      {"torus:8x8", "torus:4x4x4"},
  };
  return table;
}

std::vector<Network> TaoCases() {
  std::vector<Network> cases;
  for (const TaoCase& row : TaoTable()) {
    Network network{.host = row.host, .embedding = "tao", .guest = row.guest, .walk = row.walk};
    network.name = std::regex_replace(network.guest + "_in_" + network.host, std::regex(":"), "_");
    if (row.walk) network.name += "_" + std::string(ToString(*row.walk));
    cases.push_back(network);
  }
  return cases;
}

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
  const auto cases = TaoCases();
  ASSERT_GE(cases.size(), 60U);
  EXPECT_EQ(Compare(ExpectedAnswers(cases), Simulate(UnitFiles(cases), cases, kVerilator)), 0U);
}

TEST(TaoUnits, AreCleanUnderThreeTools) { ExpectClean(TaoCases()); }

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

// Yosys commands that fail unless the unit becomes `luts` look-up tables of an iCE40 and nothing
// else.
std::string ExpectLuts(const std::string& unit, std::ptrdiff_t luts) {
  const std::string count = std::to_string(luts);
  return "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit + "\nselect -assert-count " +
         count + " t:SB_LUT4\nselect -assert-count " + count + " t:*\ndesign -reset\n";
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
    if (network.embedding == "by-weight" || network.embedding == "gray" || !AllPowersOfTwo(host))
      continue;
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
  return "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit + "\nselect -assert-max " +
         std::to_string(luts) + " t:SB_LUT4\ndesign -reset\n";
}

struct SizeLimit {
  std::string guest;
  std::string host;
  int forward;
  int inverse;
};

void ExpectNoLarger(const std::vector<SizeLimit>& limits) {
  EmittedFiles files;
  std::string script;
  for (const SizeLimit& limit : limits) {
    Network network{.host = limit.host, .embedding = "tao", .guest = limit.guest};
    network.name = "in_" + std::regex_replace(network.host, std::regex(":"), "_");
    files.merge(UnitFiles({network}));
    script += AtMostLuts(network.name + "_atu_forward", limit.forward) +
              AtMostLuts(network.name + "_atu_inverse", limit.inverse);
  }
  ASSERT_EQ(files.size(), 2 * limits.size());
  files["size.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

// docs/spec/generated.md, G5.7, and a little room for other versions of Yosys. Forward, then
// inverse.
TEST(TaoUnits, AreNoLargerThanTheTableOfSizesSays) {
  ExpectNoLarger({{"ring:15", "mesh:3x5", 8, 13},
                  {"ring:143", "torus:11x13", 40, 40},
                  {"ring:143", "mesh:11x13", 49, 37},
                  {"ring:256", "mesh:16x16", 38, 37},
                  {"torus:6x12", "mesh:6x3x2x2", 10, 10},
                  {"torus:3x3x6", "mesh:6x9", 11, 11},
                  {"torus:4x4x4x4x4", "torus:32x32", 5, 5},
                  {"hypercube:6", "torus:8x8", 2, 2},
                  {"torus:8x8", "torus:4x4x4", 7, 7}});
}

// Odd lengths, where the ring is folded, and the largest units of the others.
TEST(TaoUnits, OfRingsOnTwoAxesOfUpTo16TakeFewerThan60Luts) {
  std::vector<SizeLimit> limits;
  for (const char* host : {"mesh:9x13", "mesh:11x13", "mesh:13x11", "mesh:10x14", "mesh:14x14",
                           "torus:11x10", "torus:12x10", "torus:11x14"}) {
    limits.push_back({"ring:" + std::to_string(Graph::Parse(host).value().size()), host, 59, 59});
  }
  ExpectNoLarger(limits);
}

TEST(TaoUnits, AreLargerThanALimitOfOneLut) {
  EmittedFiles files = UnitFiles({{.host = "mesh:3x5", .embedding = "tao", .guest = "ring:15"}});
  files["size.ys"] = AtMostLuts("net_atu_forward", 1);
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("more than the maximum number 1"), std::string::npos)
      << outcome.output;
}

// ---- proof by miter: the unit is the embedding ----

bool IsNarrow(const Network& network) {
  constexpr int kWidest = 10;  // bits of an address
  const Plan plan = PlanOf(network);
  return plan.logical_bits() <= kWidest && plan.physical_bits() <= kWidest;
}

TEST(TaoUnits, AreTheEmbeddingByProof) {
  std::vector<Network> cases = TaoCases();
  std::erase_if(cases, [](const Network& network) { return !IsNarrow(network); });
  ASSERT_GE(cases.size(), 60U);
  const Outcome outcome = ProveAsExpected(cases, UnitFiles(cases), ExpectedAnswers(cases));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::cout << 2 * cases.size() << " units proved\n";
}

TEST(AddressUnits, AreTheEmbeddingByProof) {
  const std::vector<Network> cases = Cases();
  const Outcome outcome = ProveAsExpected(cases, UnitFiles(cases), ExpectedAnswers(cases));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(TaoUnits, AnotherAnswerCannotBeProved) {
  const std::vector<Network> cases = {{.host = "mesh:3x5", .embedding = "tao", .guest = "ring:15"}};
  for (const auto& change : {+[](Answer& answer) { answer = answer.value() ^ 1U; },
                             +[](Answer& answer) { answer.reset(); }}) {
    Answers answers = ExpectedAnswers(cases);
    change(answers.at("net_atu_inverse").at(4));
    const Outcome outcome = ProveAsExpected(cases, UnitFiles(cases), answers);
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_NE(outcome.output.find("proof did fail"), std::string::npos) << outcome.output;
  }
}

// ---- proof without values: the inverse unit undoes the forward unit ----

TEST(TaoUnits, UndoEachOtherByProof) {
  for (const auto& [guest, host] : {std::pair{"ring:143", "torus:11x13"},
                                    {"ring:105", "torus:3x5x7"},
                                    {"torus:9x9x9", "mesh:27x27"}}) {
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
      // direct meshes and rings
      if (network.guest == "mesh:3x5" || network.guest == "mesh:3x3x7" || network.guest == "ring:6")
        continue;
      const bool table = network.embedding == "by-weight" && network.host != "line:2";
      EXPECT_EQ(text.find("case (") != text.npos, table) << path;
      ++units;
    }
  }
  EXPECT_GE(units, 20);
}

TEST(AddressUnits, AreEmittedButNotInstantiatedUnderPhysicalAddresses) {
  const EmittedFiles files = FilesOf({.host = "ring:8",
                                      .embedding = "xor",
                                      .guest = "hypercube:3",
                                      .address = Address::kPhysical});
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
