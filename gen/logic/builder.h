// Builds a circuit from arithmetic. Each operator here is one wire, or none if the result is
// constant. Operators of several wires (division, products) are in arithmetic.cc, tables in
// table.cc.
//
// A Signal has its range, so widths need not be given; the caller states ranges that do not follow
// from the operators (Low). Preconditions are asserted, because all shapes were accepted before.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/logic/circuit.h"

namespace toroid::logic {

// A number 0 .. max: a wire, or the constant `max`. The wire may hold codes above max if the
// circuit's answer is not valid or does not use it.
struct Signal {
  std::optional<WireId> wire = std::nullopt;
  int max = 0;
  int bits() const { return WidthOf(max); }
  bool is_constant() const { return !wire; }
};
using Signals = std::vector<Signal>;

// A number that never changes; True() as one bit.
inline Signal Constant(int value) { return {std::nullopt, value}; }
inline Signal True() { return Constant(1); }

// A function of several numbers for a table: the inputs' values to the outputs' values.
using NumberFunction = std::function<std::vector<int>(const std::vector<int>&)>;

// Tables of more input bits than this are not considered in place of arithmetic.
inline constexpr int kMaxTableBits = 8;

// Wires are in the order of the calls that make them. C++ does not define the order of arguments,
// so callers give names to new numbers before they pass two of them.
class Builder {
 public:
  // All wires so far, needed or not (see Pruned).
  const Circuit& circuit() const { return circuit_; }

  // The wires that follow belong to this section, and their names begin with its name.
  void BeginSection(std::string name, std::string what);
  // The next part of the names of the wires that follow, within the section.
  void SetPlace(std::string place) { place_ = std::move(place); }

  // The port of that name, which is the same signal each time.
  Signal Input(const std::string& port, int bits);
  // An output port of `bits` bits that shows x; or signals side by side, each with its width in
  // `widths`.
  void Answer(const std::string& port, const Signal& x, int bits);
  void AnswerFields(const std::string& port, const Signals& fields, const std::vector<int>& widths);

  // ---- parts ----

  // x with the knowledge that it is at most `max` if the answer is valid.
  Signal Low(const Signal& x, int max);
  // x >> bits, and x mod 2^bits.
  Signal ShiftRight(const Signal& x, int bits);
  Signal LowBits(const Signal& x, int bits);
  // `bits` bits from bit `low` up; the number 0 without bits.
  Signal Field(const Signal& x, int low, int bits);
  // Such a field as a wire called `name`, even if it is all of x; the field is known to be at most
  // `max`.
  Signal NamedField(const std::string& name, const Signal& x, int low, int max);
  // x as a wire of `bits` bits, cut or padded with zeros.
  Signal Resized(const std::string& name, const Signal& x, int bits);
  // Signals side by side, the first most significant, which make 0 .. max; or each as wide as
  // `widths` says.
  Signal Join(const std::string& name, int max, const Signals& parts);
  Signal JoinFields(const std::string& name, const Signals& parts, const std::vector<int>& widths);

  // ---- conditions: one bit ----

  // x >= limit, 0 < limit <= x.max; x == value; x < y; and whether the lowest `bits` bits are
  // equal.
  Signal AtLeast(const Signal& x, int limit);
  Signal Equals(const Signal& x, int value);
  Signal Less(const Signal& x, const Signal& y);
  Signal Same(const Signal& x, const Signal& y, int bits);
  // For single bits: x != y, not x, and whether all are 1, which is 1 without conditions. Constant
  // conditions must be 1.
  Signal Differ(const Signal& x, const Signal& y);
  Signal Not(const Signal& x);
  Signal All(const Signals& conditions);
  // The xor of the bits of x where `mask` has ones, called `name`.
  Signal Parity(const std::string& name, const Signal& x, std::uint32_t mask);

  // ---- numbers ----

  // x + constant; x - constant, not negative if the answer is valid; and constant - x, in 0 .. max
  // if the answer is valid.
  Signal Plus(const Signal& x, int constant);
  Signal Minus(const Signal& x, int constant);
  Signal SubtractFrom(int constant, const Signal& x, int max);
  // `yes` if the condition, one bit, is 1, else `no`.
  Signal Choose(const Signal& condition, const Signal& yes, const Signal& no);
  Signal ChooseConstant(const Signal& condition, int yes, const Signal& no);
  // How many of up to four single bits are 1.
  Signal CountOf(const Signals& bits);
  // x xor constant, and x * 2^bits + constant, which has so many bits; called `name`.
  Signal XorConstant(const std::string& name, const Signal& x, int constant);
  Signal AppendConstant(const std::string& name, const Signal& x, int constant, int bits);
  // The Gray code of a number, `bits` wide, and the number of a Gray code.
  Signal GrayCode(const Signal& x, int bits);
  Signal FromGrayCode(const Signal& code);

  // ---- arithmetic of several wires, or a table (arithmetic.cc) ----

  // top - x if the condition holds, else x; x <= top.
  Signal FlipIf(const Signal& condition, const Signal& x, int top);
  // x * factor + rest, rest < factor.
  Signal MultiplyAdd(const Signal& x, int factor, const Signal& rest);
  Signal Times(const Signal& x, int factor);
  // Quotient and remainder. divisor >= 1.
  std::pair<Signal, Signal> Divide(const Signal& x, int divisor);

  // ---- tables (table.cc) ----

  // The outputs from a table of `function`, called `name`, which must be unique. `maxima`: those of
  // the outputs.
  Signals LookUp(const std::string& name, const Signals& inputs, const std::vector<int>& maxima,
                 const NumberFunction& function);
  // The outputs as `formula` builds them here, or from tables of `function`, whichever is estimated
  // smaller; the name is completed by the ranges of the inputs.
  Signals Cheaper(const std::string& name, const Signals& inputs, const std::vector<int>& maxima,
                  const NumberFunction& function, const std::function<Signals()>& formula);

 private:
  // A new wire, which is 0 .. max; nothing but 0 if max is 0.
  Signal Add(Operator op, const std::string& name, int max, std::vector<Operand> operands);
  Signal AddWire(Wire wire);
  // x + y, which is at most `max` or is meant modulo a power of two.
  Signal Sum(const std::string& name, const Signal& x, const Signal& y, int max);
  Signal MultiplyAddOdd(const Signal& x, int factor, const Signal& rest, int max);
  Signals DivideByStep(const Signal& part, int divisor);
  std::pair<Signal, Signal> DivideByOnes(const Signal& x, int divisor);
  std::pair<Signal, Signal> DivideLong(const Signal& x, int divisor);
  TableId TableCalled(Table table);

  Circuit circuit_;
  std::string place_;
  std::map<std::string, int> used_names_;
};

}  // namespace toroid::logic
