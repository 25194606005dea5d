// Circuits: the answers, cost and Verilog of each operator; arithmetic on several wires, for every
// number; the choice between tables and arithmetic; registers.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "gen/logic/builder.h"
#include "gen/logic/cost.h"
#include "gen/logic/passes.h"
#include "gen/logic/verilog.h"
#include "tests/oracle/evaluate.h"
#include "tests/unit/gen/logic/testing.h"

namespace toroid::test::gen_logic_test {
namespace {

using logic::Builder;
using logic::Constant;
using logic::Cost;
using logic::Signal;
using logic::Signals;
using logic::True;
using logic::WidthOf;

// ---- operators, one by one ----

// Checks one wire of the operator against its expected value, for all inputs x, y (0 .. 2^bits - 1)
// and a condition; all three are inputs of the circuit.
struct OneWire {
  Operator op;
  std::function<Signal(Builder&, const Signal& x, const Signal& y, const Signal& condition)> build;
  std::function<int(int x, int y, int condition)> meaning;
  std::string text;  // with x of four bits and y of three
  int luts;
  int levels;
};

const std::vector<OneWire>& Operators() {
  using S = const Signal&;
  static const std::vector<OneWire> table = {
      {Operator::kBits, [](Builder& b, S x, S, S) { return b.Field(x, 1, 2); },
       [](int x, int, int) { return x >> 1 & 3; }, "x[2:1]", 0, 0},
      {Operator::kBits, [](Builder& b, S, S y, S) { return b.Resized("wide", y, 5); },
       [](int, int y, int) { return y; }, "{2'd0, y[2:0]}", 0, 0},
      {Operator::kJoin,
       [](Builder& b, S x, S y, S c) {
         return b.Join("all", 255, {c, x, y});
       },
       [](int x, int y, int c) { return c << 7 | x << 3 | y; }, "{c, x, y}", 0, 0},
      {Operator::kJoin,
       [](Builder& b, S x, S y, S) {
         return b.JoinFields("fields", {y, x, {}, {}}, {4, 2, 0, 1});
       },
       [](int x, int y, int) { return y << 3 | (x & 3) << 1; }, "{{1'd0, y}, x[1:0], 1'd0}", 0, 0},
      {Operator::kInvert, [](Builder& b, S x, S, S) { return b.SubtractFrom(15, x, 15); },
       [](int x, int, int) { return 15 - x; }, "~x", 0, 0},
      {Operator::kNot, [](Builder& b, S, S, S c) { return b.Not(c); },
       [](int, int, int c) { return 1 - c; }, "!c", 0, 0},
      {Operator::kAll,
       [](Builder& b, S x, S y, S c) {
         return b.All({c, True(), b.Field(x, 0, 1), b.Field(y, 2, 1)});
       },
       [](int x, int y, int c) { return c & x & y >> 2; }, "c && u_bits && u_bits_2", 1, 1},
      {Operator::kXor, [](Builder& b, S, S y, S c) { return b.Differ(c, b.Field(y, 0, 1)); },
       [](int, int y, int c) { return c ^ (y & 1); }, "c ^ u_bits", 1, 1},
      {Operator::kXor, [](Builder& b, S x, S, S) { return b.Parity("p", x, 11); },
       [](int x, int, int) { return (x >> 3 ^ x >> 1 ^ x) & 1; }, "x[3] ^ x[1] ^ x[0]", 1, 1},
      {Operator::kXor, [](Builder& b, S x, S, S) { return b.XorConstant("other", x, 2); },
       [](int x, int, int) { return x ^ 2; }, "x ^ 4'd2", 0, 0},
      {Operator::kInvertIf, [](Builder& b, S, S y, S c) { return b.FlipIf(c, y, 7); },
       [](int, int y, int c) { return c != 0 ? 7 - y : y; }, "y ^ {3{c}}", 3, 1},
      {Operator::kGrayCode, [](Builder& b, S x, S, S) { return b.GrayCode(x, 4); },
       [](int x, int, int) { return x ^ x >> 1; }, "x ^ {1'b0, u_high}", 3, 1},
      {Operator::kFromGrayCode, [](Builder& b, S x, S, S) { return b.FromGrayCode(x); },
       [](int x, int, int) { return x ^ x >> 1 ^ x >> 2 ^ x >> 3; }, "{x[3], ^x[3:2], ^x[3:1], ^x}",
       3, 1},
      {Operator::kEquals, [](Builder& b, S x, S, S) { return b.Equals(x, 6); },
       [](int x, int, int) { return x == 6 ? 1 : 0; }, "x == 4'd6", 2, 1},
      {Operator::kEquals, [](Builder& b, S x, S y, S) { return b.Same(x, y, 2); },
       [](int x, int y, int) { return x % 4 == y % 4 ? 1 : 0; }, "x[1:0] == y[1:0]", 1, 1},
      {Operator::kLess, [](Builder& b, S x, S y, S) { return b.Less(x, y); },
       [](int x, int y, int) { return x < y ? 1 : 0; }, "x < {1'd0, y}", 9, 3},
      {Operator::kAtLeast, [](Builder& b, S x, S, S) { return b.AtLeast(x, 10); },
       [](int x, int, int) { return x >= 10 ? 1 : 0; }, "x[3] & (x[2] | x[1])", 1, 1},
      {Operator::kSum, [](Builder& b, S, S y, S) { return b.Plus(y, 4); },
       [](int, int y, int) { return y + 4; }, "{1'd0, y} + 4'd4", 4, 2},
      {Operator::kSum, [](Builder& b, S x, S, S) { return b.Minus(x, 8); },
       [](int x, int, int) { return (x - 8) & 7; }, "x[2:0] - 3'd0", 3, 3},
      {Operator::kSum, [](Builder& b, S x, S, S) { return b.SubtractFrom(16, x, 17); },
       [](int x, int, int) { return 16 - x; }, "5'd16 - {1'd0, x}", 5, 4},
      {Operator::kSum,
       [](Builder& b, S x, S y, S c) {
         return b.MultiplyAdd(b.Join("wide", 255, {c, x, y}), 7, Constant(0));
       },
       [](int x, int y, int c) { return 7 * (c << 7 | x << 3 | y); },
       "{u_wide, 3'd0} - {3'd0, u_wide}", 11, 7},
      {Operator::kCount,
       [](Builder& b, S x, S y, S c) {
         return b.CountOf({c, b.Field(x, 3, 1), b.Field(y, 0, 1), True()});
       },
       [](int x, int y, int c) { return c + (x >> 3) + (y & 1) + 1; },
       "{2'd0, c} + {2'd0, u_bits} + {2'd0, u_bits_2} + {2'd0, 1'd1}", 6, 1},
      {Operator::kChoose, [](Builder& b, S x, S y, S c) { return b.Choose(c, y, x); },
       [](int x, int y, int c) { return c != 0 ? y : x; }, "c ? {1'd0, y} : x", 4, 1},
      {Operator::kChoose, [](Builder& b, S, S y, S c) { return b.ChooseConstant(c, 9, y); },
       [](int, int y, int c) { return c != 0 ? 9 : y; }, "c ? 4'd9 : {1'd0, y}", 4, 1},
  };
  return table;
}

struct Questions {
  Builder build;
  Signal x = build.Input("x", 4);
  Signal y = build.Input("y", 3);
  Signal condition = build.Input("c", 1);
  Questions() { build.BeginSection("u", "a unit"); }
};

TEST(LogicOperators, AnswerCostAndReadAsTheTableSays) {
  int answers = 0;
  for (const OneWire& one : Operators()) {
    Questions asked;
    const Signal made = one.build(asked.build, asked.x, asked.y, asked.condition);
    asked.build.Answer("answer", made, made.bits());
    const Circuit& circuit = asked.build.circuit();
    const Wire& wire = circuit.at(*made.wire);
    EXPECT_EQ(FaultIn(circuit), "") << one.text;
    EXPECT_EQ(wire.op, one.op) << one.text;
    EXPECT_EQ(ExpressionOf(circuit, wire), one.text);
    EXPECT_EQ(CostOf(circuit, wire).luts, one.luts) << one.text;
    EXPECT_EQ(CostOf(circuit, wire).levels, one.levels) << one.text;
    for (std::uint32_t code = 0; code < 256; ++code) {
      const std::uint32_t x = code >> 4, y = code >> 1 & 7U, c = code & 1U;
      const int meant = one.meaning(static_cast<int>(x), static_cast<int>(y), static_cast<int>(c));
      ASSERT_EQ(AnswerOf(circuit, {x, y, c}), static_cast<std::uint32_t>(meant))
          << one.text << " with x " << x << ", y " << y << ", c " << c;
      ++answers;
    }
  }
  std::cout << answers << " answers compared\n";
  EXPECT_GE(answers, 20 * 256);
}

// Operators that Divide and FlipIf make where a table is larger.
TEST(LogicOperators, FlipAndSubtractIfTheyAreTold) {
  Builder build;
  const Signal x = build.Input("x", 9);
  const Signal c = build.Input("c", 1);
  build.BeginSection("u", "a unit");
  const Signal flipped = build.FlipIf(c, {x.wire, 299}, 299);
  const auto [quotient, left] = build.Divide({x.wire, 299}, 261);
  build.Answer("flipped", flipped, 9);
  build.Answer("left", left, 9);
  const Circuit& circuit = build.circuit();
  EXPECT_EQ(FaultIn(circuit), "");
  EXPECT_EQ(ExpressionOf(circuit, circuit.at(*flipped.wire)), "c ? 9'd299 - x : x");
  EXPECT_EQ(CostOf(circuit, circuit.at(*flipped.wire)).luts, 18);
  EXPECT_EQ(CostOf(circuit, circuit.at(*flipped.wire)).levels, 7);
  const Wire& subtracted = circuit.at(*left.wire);
  EXPECT_EQ(ExpressionOf(circuit, subtracted), "x - (u_digit0_from_261 ? 9'd261 : 9'd0)");
  EXPECT_EQ(CostOf(circuit, subtracted).luts, 9);
  EXPECT_EQ(CostOf(circuit, subtracted).levels, 6);
  logic::Evaluator evaluator(circuit);
  for (std::uint32_t value = 0; value < 300; ++value) {
    EXPECT_EQ(evaluator.Step(std::vector{value, 0U})[0], value);
    EXPECT_EQ(evaluator.Step(std::vector{value, 1U})[0], 299 - value);
    EXPECT_EQ(evaluator.Step(std::vector{value, 0U})[1], value % 261);
  }
}

TEST(LogicOperators, OfKnownNumbersAreNoWires) {
  Builder build;
  const Signal x = build.Input("x", 3);
  build.BeginSection("u", "a unit");
  EXPECT_EQ(build.Low(x, 7).wire, x.wire);
  EXPECT_EQ(build.Low(x, 4).wire, x.wire);
  EXPECT_EQ(build.ShiftRight(x, 0).wire, x.wire);
  EXPECT_EQ(build.ShiftRight(x, 3).max, 0);
  EXPECT_EQ(build.Minus(x, 0).wire, x.wire);
  EXPECT_EQ(build.MultiplyAdd({}, 5, x).wire, x.wire);
  EXPECT_EQ(build.Times(Constant(3), 5).max, 15);
  EXPECT_TRUE(build.All({True(), True()}).is_constant());
  EXPECT_EQ(build.All({True(), x.max == 1 ? x : Signal{x.wire, 1}}).wire, x.wire);
  EXPECT_EQ(build.Divide(x, 1).first.wire, x.wire);
  EXPECT_EQ(build.Divide(x, 8).second.wire, x.wire);
  EXPECT_EQ(build.circuit().wires.size(), 1U);
}

// ---- arithmetic for every number ----

// Compares `formula` of every number 0 .. max with `meaning`.
void ExpectEverywhere(int max, const std::function<Signals(Builder&, const Signal&)>& formula,
                      const std::function<std::vector<int>(int)>& meaning,
                      const std::string& what) {
  Builder build;
  const Signal x{build.Input("x", WidthOf(max)).wire, max};
  build.BeginSection("u", "a unit");
  const Signals answers = formula(build, x);
  for (std::size_t i = 0; i < answers.size(); ++i)
    build.Answer("answer" + std::to_string(i), answers[i], std::max(1, answers[i].bits()));
  ASSERT_EQ(FaultIn(build.circuit()), "") << what;
  logic::Evaluator evaluator(build.circuit());
  for (int value = 0; value <= max; ++value) {
    const auto found = evaluator.Step(std::vector{static_cast<std::uint32_t>(value)});
    const std::vector<int> meant = meaning(value);
    for (std::size_t i = 0; i < meant.size(); ++i) {
      ASSERT_EQ(found[i], static_cast<std::uint32_t>(meant[i])) << what << " of " << value;
      ASSERT_LE(meant[i], answers[i].max) << what << " of " << value;
    }
  }
}

TEST(LogicArithmetic, DividesEveryNumberByEveryDivisor) {
  for (const int max : {1, 2, 5, 14, 63, 100, 255, 300, 1023, 1500, 4912}) {
    for (int divisor = 1; divisor <= std::min(max + 2, 140); ++divisor) {
      ExpectEverywhere(
          max,
          [&](Builder& build, const Signal& x) {
            const auto [quotient, left] = build.Divide(x, divisor);
            return Signals{quotient, left};
          },
          [&](int x) {
            return std::vector{x / divisor, x % divisor};
          },
          "0 .. " + std::to_string(max) + " by " + std::to_string(divisor));
    }
  }
}

TEST(LogicArithmetic, MultipliesAndFlipsEveryNumber) {
  for (const int max : {1, 2, 3, 9, 16, 31, 100, 300}) {
    for (int factor = 1; factor <= 70; ++factor) {
      const std::string what = "0 .. " + std::to_string(max) + " and " + std::to_string(factor);
      ExpectEverywhere(
          max,
          [&](Builder& build, const Signal& x) {
            const auto [high, low] = build.Divide(x, factor);
            return Signals{build.Times(x, factor), build.MultiplyAdd(high, factor, low)};
          },
          [&](int x) {
            return std::vector{x * factor, x};
          },
          what);
      ExpectEverywhere(
          max,
          [&](Builder& build, const Signal& x) {
            const int top = max + factor - 1;
            return Signals{build.FlipIf(build.LowBits(x, 1), x, top)};
          },
          [&](int x) { return std::vector{x % 2 == 1 ? max + factor - 1 - x : x}; }, what);
    }
  }
}

// ---- tables ----

// A function of x whose three output bits depend on all bits of x, or `choices` choices among three
// bits, which are three look-up tables each.
Signal TableOrChoices(Builder& build, const Signal& x, int choices) {
  const auto function = [&](const std::vector<int>& in) { return std::vector{in[0] * 5 % 7}; };
  return build.Cheaper("f", {x}, {7}, function, [&] {
    Signal chosen = build.LowBits(x, 3);
    const Signal condition = build.LowBits(x, 1);
    for (int i = 0; i < choices; ++i) chosen = build.Choose(condition, chosen, chosen);
    return Signals{chosen};
  })[0];
}

TEST(LogicTables, AreTakenUpToEightBitsWhereTheyAreEstimatedNoLarger) {
  struct Case {
    int bits;
    int luts;  // of the table
  };
  for (const auto& [bits, luts] : {Case{3, 3}, {4, 3}, {5, 6}, {6, 15}, {7, 36}, {8, 72}}) {
    for (const int choices : {luts / 3 - 1, luts / 3}) {
      Builder build;
      const Signal x = build.Input("x", bits);
      build.BeginSection("u", "a unit");
      const Signal found = TableOrChoices(build, x, choices);
      build.Answer("answer", found, 3);
      const Circuit& circuit = build.circuit();
      const bool table = 3 * choices >= luts;
      ASSERT_EQ(circuit.tables.size(), table ? 1U : 0U) << bits << " bits, " << choices;
      EXPECT_EQ(circuit.at(*found.wire).op == Operator::kLookUp, table);
      if (!table) continue;
      EXPECT_EQ(circuit.tables[0].name, "f_of_" + std::to_string(1 << bits));
      EXPECT_EQ(LutsOf(circuit.tables[0]), luts);
      for (std::uint32_t value = 0; value < 1U << bits; ++value)
        EXPECT_EQ(AnswerOf(circuit, {value}), value * 5 % 7);
    }
  }
  Builder build;
  const Signal x = build.Input("x", 9);
  build.BeginSection("u", "a unit");
  TableOrChoices(build, x, 1000);
  EXPECT_TRUE(build.circuit().tables.empty()) << "nine bits";
}

// A rejected alternative leaves nothing behind: no wire, no section, no reserved name.
TEST(LogicTables, LeaveNothingOfTheArithmeticTheyReplace) {
  Builder build;
  const Signal x = build.Input("x", 3);
  build.BeginSection("u", "a unit");
  const auto function = [](const std::vector<int>& in) { return std::vector{7 - in[0]}; };
  const auto formula = [&] {
    build.BeginSection("v", "another");
    build.SetPlace("place");
    return Signals{build.Choose(build.Equals(x, 3), x, build.Plus(x, 1))};
  };
  build.Cheaper("f", {x}, {7}, function, formula);
  build.Plus(x, 1);
  const Circuit& circuit = build.circuit();
  ASSERT_EQ(circuit.wires.size(), 3U);
  EXPECT_EQ(circuit.wires[1].name, "u_value");
  EXPECT_EQ(circuit.wires[2].name, "u_plus_1");
  EXPECT_EQ(circuit.sections.size(), 1U);
}

TEST(LogicTables, OfOneNameAreOneAndAnswerZeroWhereNoInputIs) {
  Builder build;
  const Signal x = build.Input("x", 3);
  build.BeginSection("u", "a unit");
  const auto function = [](const std::vector<int>& in) { return std::vector{in[0] + 1, 3}; };
  const Signals one = build.LookUp("f", {{x.wire, 5}}, {6, 3}, function);
  const Signals two = build.LookUp("f", {{x.wire, 5}}, {6, 3}, function);
  for (const Signal& signal : {one[0], one[1], two[0]}) build.Answer("answer", signal, 3);
  const Circuit& circuit = build.circuit();
  EXPECT_EQ(FaultIn(circuit), "");
  ASSERT_EQ(circuit.tables.size(), 2U);
  EXPECT_EQ(ExpressionOf(circuit, circuit.at(*two[0].wire)), "f_0(x)");
  logic::Evaluator evaluator(circuit);
  for (std::uint32_t value = 0; value < 8; ++value) {
    const auto found = evaluator.Step(std::vector{value});
    EXPECT_EQ(found[0], value <= 5 ? value + 1 : 0U);
    EXPECT_EQ(found[1], value <= 5 ? 3U : 0U);
    EXPECT_EQ(found[2], found[0]);
  }
}

TEST(LogicTables, CostByTheBitsThatEachOutputDependsOn) {
  for (const auto& [bits, luts] : std::vector<std::pair<int, int>>{
           {0, 0}, {1, 0}, {2, 1}, {4, 1}, {5, 2}, {6, 5}, {7, 12}, {8, 24}, {9, 48}, {10, 96}})
    EXPECT_EQ(logic::LutsOfBit(bits), luts) << bits;
  Builder build;
  const Signal x = build.Input("x", 6);
  build.BeginSection("u", "a unit");
  const auto function = [](const std::vector<int>& in) {
    return std::vector{in[0] & 1, in[0] % 32 == 9 ? 1 : 0};  // one bit, and five
  };
  build.LookUp("f", {x}, {1, 1}, function);
  const Circuit& circuit = build.circuit();
  EXPECT_EQ(CostOf(circuit, circuit.wires[1]).luts, 0);
  EXPECT_EQ(CostOf(circuit, circuit.wires[1]).levels, 0);
  EXPECT_EQ(CostOf(circuit, circuit.wires[2]).luts, 2);
  EXPECT_EQ(CostOf(circuit, circuit.wires[2]).levels, 2);
}

// ---- passes ----

TEST(LogicPruned, HasWhatItsOutputsNeedAndAllInputs) {
  Builder build;
  const Signal x = build.Input("x", 3);
  build.Input("y", 2);
  build.BeginSection("a", "the first");
  build.Plus(x, 1);
  build.LookUp("f", {x}, {1}, [](const std::vector<int>& in) { return std::vector{in[0] % 2}; });
  build.BeginSection("b", "the second");
  const Signal kept = build.Plus(x, 2);
  const Signal looked_up = build.LookUp(
      "g", {x}, {1}, [](const std::vector<int>& in) { return std::vector{in[0] / 4}; })[0];
  build.Plus(kept, 3);
  build.Answer("sum", kept, 4);
  build.Answer("half", looked_up, 1);
  const Circuit pruned = Pruned(build.circuit());
  EXPECT_EQ(FaultIn(pruned), "");
  ASSERT_EQ(pruned.wires.size(), 4U);
  EXPECT_EQ(pruned.wires[1].name, "y");
  EXPECT_EQ(pruned.wires[2].name, "b_plus_2");
  ASSERT_EQ(pruned.sections.size(), 1U);
  EXPECT_EQ(pruned.sections[0].name, "b");
  ASSERT_EQ(pruned.tables.size(), 1U);
  EXPECT_EQ(pruned.tables[0].name, "g");
  for (std::uint32_t value = 0; value < 8; ++value) {
    logic::Evaluator evaluator(pruned);
    const auto found = evaluator.Step(std::vector{value, 0U});
    EXPECT_EQ(found[0], value + 2);
    EXPECT_EQ(found[1], value / 4);
  }
}

// Quotient and remainder by 11, and a number that is needed in a late stage.
Circuit LongDivision() {
  Builder build;
  const Signal x = build.Input("x", 10);
  const Signal late = build.Input("late", 4);
  build.BeginSection("u", "a unit");
  const auto [quotient, left] = build.Divide(x, 11);
  build.Answer("quotient", quotient, 7);
  build.Answer("sum", build.MultiplyAdd(left, 16, late), 8);
  return Pruned(build.circuit());
}

// Levels on the longest path between registers, inputs and outputs.
int Depth(const Circuit& circuit) {
  std::vector<int> depths;
  int deepest = 0;
  for (const Wire& wire : circuit.wires) {
    int depth = 0;
    for (const Operand& operand : wire.operands) {
      if (operand.wire && wire.op != Operator::kRegister)
        depth = std::max(depth, depths[operand.wire->index()]);
    }
    depths.push_back(depth + CostOf(circuit, wire).levels);
    deepest = std::max(deepest, depths.back());
  }
  return deepest;
}

TEST(LogicPipelined, AnswersSoManyCyclesLaterAndIsNoDeeper) {
  const Circuit whole = LongDivision();
  EXPECT_GE(Depth(whole), 10);
  int deepest_wire = 0;
  for (const Wire& wire : whole.wires)
    deepest_wire = std::max(deepest_wire, CostOf(whole, wire).levels);
  int before = Depth(whole);
  for (std::size_t registers = 1; registers <= 16; ++registers) {
    const Circuit staged = Pipelined(whole, static_cast<int>(registers));
    ASSERT_EQ(FaultIn(staged), "") << registers;
    EXPECT_LE(Depth(staged), before) << registers;
    before = Depth(staged);
    logic::Evaluator evaluator(staged);
    for (std::uint32_t cycle = 0; cycle < 1024 + registers; ++cycle) {
      const auto found = evaluator.Step(std::vector{cycle % 1024, cycle * 7 % 16});
      if (cycle < registers) continue;
      const auto asked = cycle - static_cast<std::uint32_t>(registers);
      ASSERT_EQ(found[0], asked / 11) << registers << " registers, " << asked;
      ASSERT_EQ(found[1], asked % 11 * 16 + asked * 7 % 16) << registers << " registers, " << asked;
    }
  }
  EXPECT_EQ(before, deepest_wire);
}

// Each bit of a wire is kept only as long as it is needed; parts of a wire are kept separately.
TEST(LogicPipelined, KeepsThePartsThatAreNeeded) {
  Builder build;
  const Signal x = build.Input("x", 8);
  build.BeginSection("u", "a unit");
  const Signal one = build.Plus(x, 1);
  const Signal two = build.Plus(one, 1);
  build.Answer("two", two, 9);
  build.Answer("one", build.Field(one, 2, 4), 4);
  const Signal equal = build.Same(two, x, 3);
  build.Answer("equal", equal, 1);
  const auto verilog = ToVerilog(Pipelined(Pruned(build.circuit()), 2));
  std::string text;
  const auto add = [&](const logic::VerilogRegister& one_register) {
    text += "reg " + one_register.range + one_register.name + " <= " + one_register.before + "\n";
  };
  for (const auto& one_register : verilog.inputs) add(one_register);
  for (const auto& section : verilog.sections) {
    text += "// " + section.what + "\n";
    for (const auto& wire : section.wires) {
      text += "wire " + wire.declaration + " = " + wire.expression + "\n";
      for (const auto& one_register : wire.registers) add(one_register);
    }
  }
  for (const auto& output : verilog.outputs) text += output.port + " = " + output.expression + "\n";
  EXPECT_EQ(text,
            "reg [2:0] x_part_2_0_at_1 <= x[2:0]\n"
            "reg [2:0] x_part_2_0_at_2 <= x_part_2_0_at_1\n"
            "// a unit\n"
            "wire [8:0] u_plus_1 = {1'd0, x} + 9'd1\n"
            "reg [8:0] u_plus_1_at_1 <= u_plus_1\n"
            "wire [8:0] u_plus_1_2 = u_plus_1_at_1 + 9'd1\n"
            "reg [2:0] u_plus_1_2_part_2_0_at_2 <= u_plus_1_2[2:0]\n"
            "wire [3:0] u_bits = u_plus_1[5:2]\n"
            "wire u_same = u_plus_1_2_part_2_0_at_2 == x_part_2_0_at_2\n"
            "// the answer\n"
            "wire [8:0] answer_two = u_plus_1_2\n"
            "reg [8:0] answer_two_at_2 <= answer_two\n"
            "wire [3:0] answer_one = u_bits\n"
            "reg [3:0] answer_one_at_1 <= answer_one\n"
            "reg [3:0] answer_one_at_2 <= answer_one_at_1\n"
            "wire answer_equal = u_same\n"
            "two = answer_two_at_2\n"
            "one = answer_one_at_2\n"
            "equal = answer_equal\n");
}

}  // namespace
}  // namespace toroid::test::gen_logic_test
