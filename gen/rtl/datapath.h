// Combinational arithmetic as Verilog: small numbers with known ranges, the wires that compute them, and an estimate of what they cost.
//
// A signal is as wide as its largest value needs, and every operand is brought to the width of its expression, so the text is clean
// under lint. Wires that nothing uses are left out at the end. Where a function has few input bits, a table of it may be smaller than its
// arithmetic: `Cheaper` estimates both and takes the smaller.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/rtl/render.h"

namespace toroid::rtl {

// A number 0 .. max: a wire of bits() bits, or nothing but the number 0 where bits() is 0. Codes above max may occur where the unit's
// answer is not valid or another way is taken.
struct Signal {
  std::string name;
  int max = 0;
  int bits() const;
};
using Signals = std::vector<Signal>;

// A function of several numbers for a table: the inputs' values to the outputs' values.
using NumberFunction = std::function<std::vector<int>(const std::vector<int>&)>;

// Estimated look-up tables of four inputs for one output bit that depends on `inputs` bits; measured in docs/spec/generated.md, G5.2.
int TableLuts(int inputs);
// Tables are not considered for more input bits than this.
inline constexpr int kMaxTableBits = 8;

class Datapath {
 public:
  // The wires that follow belong to this stage, and their names begin with its name.
  void BeginStage(std::string name, std::string what);
  // Within the stage: the wires that follow have names that go on like this.
  void SetPlace(std::string place) { place_ = std::move(place); }

  // A part of a port or wire; free. `text` is its expression.
  Signal Wire(const std::string& name, int max, const std::string& text, int luts = 0);
  // A number that is known to be at most `max` where it matters.
  Signal Low(const Signal& x, int max);
  // x >> bits, and x mod 2^bits.
  Signal ShiftRight(const Signal& x, int bits);
  Signal LowBits(const Signal& x, int bits);
  // One bit: x >= limit, 0 < limit <= x.max; and x == value.
  Signal AtLeast(const Signal& x, int limit);
  Signal Equals(const Signal& x, int value);
  Signal Plus(const Signal& x, int constant);
  Signal Minus(const Signal& x, int constant);          // constant <= x where it matters
  Signal From(int constant, const Signal& x, int max);  // constant - x, which is 0 .. max where it matters
  Signal Choose(const Signal& condition, const Signal& yes, const Signal& no);
  Signal ChooseConstant(const Signal& condition, int yes, const Signal& no);
  // top - x if the condition holds, else x; x <= top.
  Signal FlipIf(const Signal& condition, const Signal& x, int top);
  // x * factor + rest, rest < factor.
  Signal MultiplyAdd(const Signal& x, int factor, const Signal& rest);
  // Quotient and remainder. divisor >= 1.
  std::pair<Signal, Signal> Divide(const Signal& x, int divisor);

  // The outputs as `formula` computes them or from tables of `function`, called `name`, whichever is estimated smaller. `maxima`: of the
  // outputs.
  Signals Cheaper(const std::string& name, const Signals& inputs, const std::vector<int>& maxima, const NumberFunction& function,
                  const std::function<Signals(Datapath&)>& formula);

  int luts() const { return luts_; }  // estimated
  // Rows "functions" and "stages" for atu_steps.v.tpl, with what `result`, an expression, needs.
  Values Rendered(const std::string& result) const;

 private:
  struct Line {
    Signal signal;
    std::string text;
  };
  struct Stage {
    std::string name;
    std::string what;
    std::vector<Line> lines;
  };
  struct Table {
    int input_bits = 0;
    int output_bits = 0;
    std::map<std::uint32_t, std::uint32_t> entries;  // 0 elsewhere
    int Luts() const;
  };
  std::map<std::string, Table> TablesOf(const std::string& name, const Signals& inputs, const std::vector<int>& maxima,
                                        const NumberFunction& function) const;
  Signals LookUp(const std::string& name, const std::map<std::string, Table>& tables, const Signals& inputs,
                 const std::vector<int>& maxima);
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

// "4'd11"
std::string Constant(int value, int width);
// The expression of a signal at a width, cut or padded with zeros; and that of several side by side, the first most significant.
std::string At(const Signal& x, int width);
std::string Joined(const Signals& signals);

}  // namespace toroid::rtl
