#include "sim/lanes/netlist.h"

#include <gtest/gtest.h>

#include "gen/support/random.h"
#include "tests/unit/sim/lanes/oracle.h"

namespace toroid::lanes::sim_lanes_netlist_test {
namespace {

using test::Cell;
using test::Design;
using test::NetlistOracle;
using test::Port;

Netlist Read(const std::string& json) {
  auto netlist = ReadNetlist(json, "node");
  EXPECT_TRUE(netlist.ok()) << ToString(netlist.diagnostics()[0]);
  return std::move(netlist).value();
}

std::string DiagnosticOf(const std::string& json) {
  const auto netlist = ReadNetlist(json, "node");
  if (netlist.ok()) return "";
  EXPECT_EQ(netlist.diagnostics()[0].field, "yosys");
  EXPECT_EQ(ExitCodeOf(netlist.diagnostics()), 3);
  return ToString(netlist.diagnostics()[0]);
}

TEST(LanesNetlist, EveryKindOfGateIsWhatItsNameSays) {
  const struct {
    const char* type;
    unsigned of_00_01_10_11;  // bit 2a + b
  } kGates[] = {{"$_AND_", 0b1000},    {"$_OR_", 0b1110},   {"$_XOR_", 0b0110},
                {"$_NAND_", 0b0111},   {"$_NOR_", 0b0001},  {"$_XNOR_", 0b1001},
                {"$_ANDNOT_", 0b0100}, {"$_ORNOT_", 0b1101}};
  for (const auto& gate : kGates) {
    const Netlist netlist = Read(Design(
        Port("a", "input", "3") + "," + Port("b", "input", "4") + "," + Port("y", "output", "5"),
        Cell("g", gate.type, "", R"("A": [3], "B": [4], "Y": [5])")));
    NetlistOracle oracle(netlist);
    for (unsigned ab = 0; ab < 4; ++ab) {
      oracle.Set("a", ab >> 1), oracle.Set("b", ab & 1);
      EXPECT_EQ(oracle.Get("y"), gate.of_00_01_10_11 >> ab & 1) << gate.type << ' ' << ab;
    }
  }
}

TEST(LanesNetlist, WideCellsComeApartBitByBit) {
  const Netlist netlist =
      Read(Design(Port("a", "input", "3, 4, 5") + "," + Port("b", "input", "6, 7, 8") + "," +
                      Port("s", "input", "9") + "," + Port("y", "output", "10, 11, 12") + "," +
                      Port("n", "output", "13, 14, 15"),
                  Cell("m", "$mux", R"("WIDTH": "00000011")",
                       R"("A": [3, 4, 5], "B": [6, 7, 8], "S": [9], "Y": [10, 11, 12])") +
                      "," +
                      // two bits extended with their sign
                      Cell("o", "$or", R"("A_SIGNED": "1", "B_SIGNED": "1")",
                           R"("A": [3, 4], "B": ["0", "0", "0"], "Y": [13, 14, 15])")));
  NetlistOracle oracle(netlist);
  oracle.Set("a", 0b010), oracle.Set("b", 0b101);
  EXPECT_EQ(oracle.Get("y"), 0b010U);
  EXPECT_EQ(oracle.Get("n"), 0b110U);
  oracle.Set("s", 1);
  EXPECT_EQ(oracle.Get("y"), 0b101U);
}

// Each kind of register with its controls active low.
TEST(LanesNetlist, RegistersHaveOneMeaning) {
  const auto design = [](const std::string& type) {
    return Design(Port("d", "input", "3") + "," + Port("e", "input", "4") + "," +
                      Port("r", "input", "5") + "," + Port("q", "output", "6"),
                  Cell("f", type,
                       R"("CLK_POLARITY": "1", "EN_POLARITY": "0", "SRST_POLARITY": "0",
                          "SRST_VALUE": "1")",
                       R"("CLK": [2], "D": [3], "EN": [4], "SRST": [5], "Q": [6])"));
  };
  const struct {
    const char* type;
    bool enabled, reset_alone, reset_needs_enable;
  } kTypes[] = {{"$dff", false, false, false},
                {"$dffe", true, false, false},
                {"$sdff", false, true, false},
                {"$sdffe", true, true, false},
                {"$sdffce", true, true, true}};
  for (const auto& type : kTypes) {
    const Netlist netlist = Read(design(type.type));
    for (unsigned inputs = 0; inputs < 16; ++inputs) {
      NetlistOracle oracle(netlist);
      const bool before = (inputs & 8) != 0;
      oracle.Set("d", before), oracle.Set("e", 0), oracle.Set("r", 1);
      oracle.Clock();
      const bool d = (inputs & 1) != 0;
      const bool enable = (inputs & 2) != 0;
      const bool reset = (inputs & 4) != 0;
      oracle.Set("d", d), oracle.Set("e", !enable), oracle.Set("r", !reset);
      oracle.Clock();
      const bool is_reset = type.reset_alone && reset && (enable || !type.reset_needs_enable);
      const bool expected = is_reset ? true : !type.enabled || enable ? d : before;
      EXPECT_EQ(oracle.Get("q"), expected) << type.type << ' ' << inputs;
    }
  }
}

TEST(LanesNetlist, MemoriesKeepTheirColumns) {
  const std::string cell = Cell(
      "m", "$mem_v2",
      R"("SIZE": "11", "WIDTH": "10", "ABITS": "10", "RD_PORTS": "1", "WR_PORTS": "1",
         "RD_CLK_ENABLE": "0", "WR_CLK_ENABLE": "1", "WR_CLK_POLARITY": "1", "OFFSET": "0", "INIT": "xx")",
      R"("RD_ADDR": [3, 4], "RD_DATA": [5, 6], "WR_ADDR": [7, 8], "WR_DATA": [9, 10], "WR_EN": [11, 11],
         "WR_CLK": [2], "RD_CLK": ["x"])");
  const Netlist netlist =
      Read(Design(Port("ra", "input", "3, 4") + "," + Port("rd", "output", "5, 6") + "," +
                      Port("wa", "input", "7, 8") + "," + Port("wd", "input", "9, 10") + "," +
                      Port("we", "input", "11"),
                  cell));
  ASSERT_EQ(netlist.memories.size(), 1U);
  EXPECT_EQ(netlist.memories[0].size, 3U);
  NetlistOracle oracle(netlist);
  oracle.Set("wa", 2), oracle.Set("wd", 0b10), oracle.Set("we", 1), oracle.Set("ra", 2);
  EXPECT_EQ(oracle.Get("rd"), 0U);
  oracle.Clock();
  EXPECT_EQ(oracle.Get("rd"), 0b10U);
}

TEST(LanesNetlist, RefusesWhatItDoesNotKnowByName) {
  const std::string ports = Port("a", "input", "3") + "," + Port("y", "output", "5");
  EXPECT_NE(DiagnosticOf(Design(ports, Cell("latch7", "$dlatch", "", R"("D": [3], "Q": [5])")))
                .find("latch7: is a cell of type $dlatch"),
            std::string::npos);
  EXPECT_NE(DiagnosticOf(Design(ports, Cell("f", "$dff", R"("CLK_POLARITY": "0")",
                                            R"("CLK": [2], "D": [3], "Q": [5])")))
                .find("rising edge of clk"),
            std::string::npos);
  EXPECT_NE(DiagnosticOf(Design(ports, Cell("f", "$dff", R"("CLK_POLARITY": "1")",
                                            R"("CLK": [3], "D": [3], "Q": [5])")))
                .find("rising edge of clk"),
            std::string::npos);
  EXPECT_NE(DiagnosticOf(Design(ports, "")).find("net 5: has no driver"), std::string::npos);
  EXPECT_NE(DiagnosticOf(Design(ports, Cell("g", "$_NOT_", "", R"("A": [3], "Y": [5])") + "," +
                                           Cell("h", "$_NOT_", "", R"("A": [3], "Y": [5])")))
                .find("net 5: has two drivers"),
            std::string::npos);
  EXPECT_NE(DiagnosticOf(Design(ports, Cell("g", "$_NOT_", "", R"("A": [6], "Y": [5])") + "," +
                                           Cell("h", "$_NOT_", "", R"("A": [5], "Y": [6])")))
                .find("is in a combinational loop"),
            std::string::npos);
  EXPECT_NE(DiagnosticOf("{}").find("wrote no netlist"), std::string::npos);
  EXPECT_NE(DiagnosticOf("not JSON").find("wrote no netlist"), std::string::npos);
  EXPECT_NE(DiagnosticOf(R"({"modules": {}})").find("is not in the netlist"), std::string::npos);
}

TEST(LanesNetlist, RefusesMemoriesOfOtherKinds) {
  const auto diagnostic = [](const std::string& parameters, const std::string& enables) {
    return DiagnosticOf(Design(
        Port("d", "output", "5, 6"),
        Cell("m", "$mem_v2",
             parameters +
                 R"(, "SIZE": "11", "WR_PORTS": "1", "WR_CLK_ENABLE": "1", "WR_CLK_POLARITY": "1")",
             R"("RD_ADDR": ["0"], "RD_DATA": [5, 6], "WR_ADDR": ["0"], "WR_DATA": ["0", "0"],
                "WR_CLK": [2], "WR_EN": )" +
                 enables)));
  };
  EXPECT_EQ(diagnostic(R"("RD_PORTS": "1", "INIT": "x")", R"(["1", "1"])"), "");
  EXPECT_NE(diagnostic(R"("RD_PORTS": "10", "INIT": "x")", R"(["1", "1"])").find("of one port"),
            std::string::npos);
  EXPECT_NE(diagnostic(R"("RD_PORTS": "1", "RD_CLK_ENABLE": "1", "INIT": "x")", R"(["1", "1"])")
                .find("of one port"),
            std::string::npos);
  EXPECT_NE(
      diagnostic(R"("RD_PORTS": "1", "INIT": "x0")", R"(["1", "1"])").find("initial contents"),
      std::string::npos);
  EXPECT_NE(diagnostic(R"("RD_PORTS": "1", "INIT": "x")", R"(["1", "0"])").find("parts of a word"),
            std::string::npos);
}

// Random gates over a few inputs and the constants.
Netlist RandomNetlist(Random& random) {
  Netlist netlist;
  for (int i = 0; i < 4; ++i) netlist.inputs["a"].push_back(netlist.New());
  for (int g = 0; g < 24; ++g) {
    const auto any = [&]() { return static_cast<Signal>(random.Below(netlist.signals)); };
    Gate gate{static_cast<Op>(random.Below(10)), kZero, any(), any(), any()};
    gate.out = netlist.New();
    netlist.gates.push_back(gate);
  }
  for (int i = 0; i < 3; ++i)
    netlist.outputs["y"].push_back(netlist.signals - 1 - static_cast<Signal>(i));
  Register reg{.out = netlist.New(), .in = netlist.outputs["y"][0]};
  netlist.registers.push_back(reg);
  netlist.outputs["q"].push_back(reg.out);
  return netlist;
}

TEST(LanesNetlist, SimplifiedComputesTheSameWithFewerGates) {
  Random random(1);
  std::size_t before = 0;
  std::size_t after = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Netlist netlist = RandomNetlist(random);
    const Netlist simple = Simplified(netlist);
    before += netlist.gates.size();
    after += simple.gates.size();
    for (unsigned inputs = 0; inputs < 16; ++inputs) {
      NetlistOracle a(netlist);
      NetlistOracle b(simple);
      a.Set("a", inputs), b.Set("a", inputs);
      ASSERT_EQ(a.Get("y"), b.Get("y")) << "trial " << trial << ", inputs " << inputs;
      a.Clock(), b.Clock();
      ASSERT_EQ(a.Get("q"), b.Get("q"));
    }
  }
  EXPECT_LT(after, before / 2);
}

TEST(LanesNetlist, SimplifiedHasNoConstantsCopiesOrRepeatedGates) {
  Netlist netlist;
  for (int i = 0; i < 2; ++i) netlist.inputs["a"].push_back(netlist.New());
  const Signal a = netlist.inputs["a"][0];
  const Signal b = netlist.inputs["a"][1];
  const auto gate = [&](Op op, Signal x, Signal y, Signal select = kZero) {
    netlist.gates.push_back({op, netlist.New(), x, y, select});
    return netlist.gates.back().out;
  };
  const Signal one = gate(Op::kOr, a, kOne);
  const Signal copy = gate(Op::kMux, b, a, one);
  const Signal first = gate(Op::kAnd, copy, b);
  const Signal again = gate(Op::kMux, kZero, b, a);  // b & a: not found, as operands are in order
  const Signal third = gate(Op::kAnd, a, b);
  const Signal twice = gate(Op::kNot, gate(Op::kNot, third, kZero), kZero);
  netlist.outputs["y"] = {one, copy, first, again, third, twice};
  const Netlist simple = Simplified(netlist);
  const auto& y = simple.outputs.at("y");
  EXPECT_EQ(y[0], kOne);
  EXPECT_EQ(y[1], a);
  EXPECT_EQ(y[2], y[4]);
  EXPECT_EQ(y[5], y[4]);
  EXPECT_EQ(simple.gates.size(), 2U);
}

}  // namespace
}  // namespace toroid::lanes::sim_lanes_netlist_test
