// Combinational arithmetic as Verilog: small numbers with known ranges, the wires that compute
// them, and an estimate of what they cost.
//
// A signal is as wide as its largest value needs, and every operand is brought to the width of its
// expression, so the text is clean under lint. Wires that nothing uses are left out at the end.
// Where a function has few input bits, a table of it may be smaller than its arithmetic: `Cheaper`
// estimates both and takes the smaller.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/rtl/render.h"

namespace toroid::rtl {

// A number 0 .. max: a wire of bits() bits, or nothing but the number 0 where bits() is 0. Codes
// above max may occur where the unit's answer is not valid or another way is taken.
struct Signal {
  std::string name;
  int max = 0;
  int bits() const;
  bool is_fixed() const;  // the number `max` itself
};
using Signals = std::vector<Signal>;
// A number that never changes.
Signal Fixed(int value);

// A function of several numbers for a table: the inputs' values to the outputs' values.
using NumberFunction = std::function<std::vector<int>(const std::vector<int>&)>;

// Estimated look-up tables of four inputs for one output bit that depends on `inputs` bits;
// measured in docs/spec/generated.md, G5.6.
int TableLuts(int inputs);
// Where arithmetic would do, tables are not considered for more input bits than this.
inline constexpr int kMaxTableBits = 8;

class Datapath {
 public:
  // The wires that follow belong to this stage, and their names begin with its name.
  void BeginStage(std::string name, std::string what);
  // Within the stage: the wires that follow have names that go on like this.
  void SetPlace(std::string place) { place_ = std::move(place); }

  // A new wire. `text` is its expression, which costs `luts` look-up tables and is `levels` look-up
  // tables deep; a part of a port or wire, or some side by side, are free.
  Signal Wire(const std::string& name, int max, const std::string& text, int luts, int levels);
  Signal Wire(const std::string& name, int max, const std::string& text, int luts = 0) {
    return Wire(name, max, text, luts, luts > 0 ? 1 : 0);
  }
  // A number that is known to be at most `max` where it matters.
  Signal Low(const Signal& x, int max);
  // x >> bits, and x mod 2^bits.
  Signal ShiftRight(const Signal& x, int bits);
  Signal LowBits(const Signal& x, int bits);
  // `bits` bits from bit `low` up.
  Signal Field(const Signal& x, int low, int bits);
  // One bit: x >= limit, 0 < limit <= x.max; and x == value.
  Signal AtLeast(const Signal& x, int limit);
  Signal Equals(const Signal& x, int value);
  Signal Plus(const Signal& x, int constant);
  Signal Minus(const Signal& x, int constant);  // constant <= x where it matters
  // constant - x, which is 0 .. max where it matters
  Signal From(int constant, const Signal& x, int max);
  Signal Choose(const Signal& condition, const Signal& yes, const Signal& no);
  // One bit each: x < y; x != y, themselves one bit each; not x; and whether all are 1, which they
  // are if there are none.
  Signal Less(const Signal& x, const Signal& y);
  Signal Differ(const Signal& x, const Signal& y);
  Signal Not(const Signal& x);
  Signal All(const Signals& conditions);
  // The Gray code of a number, `bits` wide, and the number of a Gray code.
  Signal GrayCode(const Signal& x, int bits);
  Signal FromGrayCode(const Signal& code);
  Signal ChooseConstant(const Signal& condition, int yes, const Signal& no);
  // top - x if the condition holds, else x; x <= top.
  Signal FlipIf(const Signal& condition, const Signal& x, int top);
  // x * factor + rest, rest < factor.
  Signal MultiplyAdd(const Signal& x, int factor, const Signal& rest);
  Signal Times(const Signal& x, int factor);
  // Quotient and remainder. divisor >= 1.
  std::pair<Signal, Signal> Divide(const Signal& x, int divisor);

  // The outputs from a table of `function`, called `name`, which no other function has. `maxima`:
  // of the outputs.
  Signals LookUp(const std::string& name, const Signals& inputs, const std::vector<int>& maxima,
                 const NumberFunction& function);
  // The outputs as `formula` computes them or from tables of `function`, whichever is estimated
  // smaller; the name is completed by the ranges of the inputs.
  Signals Cheaper(const std::string& name, const Signals& inputs, const std::vector<int>& maxima,
                  const NumberFunction& function, const std::function<Signals(Datapath&)>& formula);

  struct Line {
    Signal signal;
    std::string text;
    int levels = 0;
  };
  struct Stage {
    std::string name;
    std::string what;
    std::vector<Line> lines;
  };

  int luts() const { return luts_; }  // estimated
  // What `result`, expressions, needs: the stages with their lines, each after those it needs; and
  // rows "functions" of a template.
  std::vector<Stage> Needed(const std::string& result) const;
  std::vector<Values> FunctionRows(const std::vector<Stage>& stages) const;
  // Rows "functions" and "stages" for atu_steps.v.tpl.
  Values Rendered(const std::string& result) const;

 private:
  struct Table {
    int input_bits = 0;
    int output_bits = 0;
    std::map<std::uint32_t, std::uint32_t> entries;  // 0 elsewhere
    int Luts() const;
  };
  std::map<std::string, Table> TablesOf(const std::string& name, const Signals& inputs,
                                        const std::vector<int>& maxima,
                                        const NumberFunction& function) const;
  Signals DivideByStep(const Signal& part, int divisor);
  // x + y, which is at most `max` or meant modulo a power of two.
  Signal Add(const std::string& name, const Signal& x, const Signal& y, int max);
  std::pair<Signal, Signal> DivideByOnes(const Signal& x, int divisor);
  std::pair<Signal, Signal> DivideLong(const Signal& x, int divisor);

  std::vector<Stage> stages_;
  std::string place_;
  std::map<std::string, Table> tables_;
  std::map<std::string, int> used_names_;
  int luts_ = 0;
};

// The identifiers in an expression, and whatever else looks like one.
std::set<std::string> WordsOf(const std::string& text);
// "4'd11"
std::string Constant(int value, int width);
// The expression of a signal at a width, cut or padded with zeros; and that of several side by
// side, the first most significant.
std::string At(const Signal& x, int width);
std::string Joined(const Signals& signals);

}  // namespace toroid::rtl
