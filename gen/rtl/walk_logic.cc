// The idea: what the digits before one say about it is only whether their number is odd, and long
// division yields that number on the way. Dividing a step by the last length leaves the last digit
// and, as quotient, the number of the digits before it: its lowest bit says whether the digit runs
// backwards. Example, lengths (2,3), step 4: 4 / 3 is 1 with 1 left, 1 is odd, so the last digit is
// 2 - 1 = 1 and the first is 1.
//
// The fold walk folds after the division, not before. It is the line walk taken two links at a
// time, out and back. Dividing step x by the last length l gives a and b. The last digit is b laid
// flat on l places, and its lowest bit says whether 2 b has passed the end of the line. So 2 x is
// in line number 2 a plus this bit of 2 n, and of n lines there and back, it is that one or 2 n - 1
// less it. Example, lengths (3,5), step 9: 9 / 5 is 1 with 4 left; 4 laid flat on 5 places is 1,
// which is odd, so line 3 of 6: the last of the 3 there, line 6 - 1 - 3 = 2 on the way back.
//
// Source: docs/spec/tao.md, O1.1 to O1.5. Departure: none in what is computed.
#include "gen/rtl/walk_logic.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace toroid::rtl {
namespace {

using tao::Lengths;
using tao::Walk;

Lengths Rest(const Lengths& lengths, std::ptrdiff_t from) {
  return {lengths.begin() + from, lengths.end()};
}

std::vector<int> Tops(const Lengths& lengths) {
  std::vector<int> tops;
  for (const int length : lengths) tops.push_back(length - 1);
  return tops;
}

std::string Name(const std::string& what, const Lengths& lengths) {
  std::string text = what;
  for (const int length : lengths) text.append("_").append(std::to_string(length));
  return text;
}

Signals LinePlace(Datapath& to, const Lengths& lengths, const Signal& step) {
  Signals place(lengths.size());
  Signal passes = step;  // the number of the digits up to this one
  for (std::size_t i = lengths.size(); i-- > 0;) {
    const auto [before, digit] = to.Divide(passes, lengths[i]);
    place[i] = before.bits() == 0 ? digit : to.FlipIf(to.LowBits(before, 1), digit, lengths[i] - 1);
    passes = before;
  }
  return place;
}

Signal LineStep(Datapath& to, const Lengths& lengths, const Signals& place) {
  Signal passes;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Signal digit =
        passes.bits() == 0 ? place[i] : to.FlipIf(to.LowBits(passes, 1), place[i], lengths[i] - 1);
    passes = to.MultiplyAdd(passes, lengths[i], digit);
  }
  return passes;
}

// Two lengths: down column 0, then the line walk through the others.
Signals ColumnPlace(Datapath& to, const Lengths& lengths, const Signal& step) {
  const Signal across = to.AtLeast(step, lengths[0]);
  const Signals others = LinePlace(to, {lengths[0], lengths[1] - 1}, to.Minus(step, lengths[0]));
  const Signal down = to.From(lengths[0] - 1, step, lengths[0] - 1);
  return {to.Choose(across, others[0], down), to.Choose(across, to.Plus(others[1], 1), {})};
}

Signal ColumnStep(Datapath& to, const Lengths& lengths, const Signals& place) {
  const Signal others =
      LineStep(to, {lengths[0], lengths[1] - 1}, {place[0], to.Minus(place[1], 1)});
  const Signal down = to.From(lengths[0] - 1, place[0], lengths[0] - 1);
  return to.Choose(to.Equals(place[1], 0), down, to.Plus(others, lengths[0]));
}

// More lengths: the walk through the first two but for its last place, there and back, once for
// each place of the others; then back through the last places.
Signals RoundsPlace(Datapath& to, const Lengths& lengths, const Signal& step) {
  const Lengths front = {lengths[0], lengths[1]};
  const Lengths back = Rest(lengths, 2);
  const int last = tao::Product(front) - 1;
  const int rounds = tao::Product(back);
  const Signal returning = to.AtLeast(step, rounds * last);
  const auto [out, within] = to.Divide(to.Low(step, rounds * last - 1), last);
  const Signal round =
      to.Choose(returning, to.From(rounds * (last + 1) - 1, step, rounds - 1), out);
  const Signal turned = to.FlipIf(to.LowBits(out, 1), within, last - 1);
  Signals place = ColumnPlace(to, front, to.ChooseConstant(returning, last, turned));
  for (const Signal& digit : LinePlace(to, back, round)) place.push_back(digit);
  return place;
}

Signal RoundsStep(Datapath& to, const Lengths& lengths, const Signals& place) {
  const Lengths front = {lengths[0], lengths[1]};
  const int last = tao::Product(front) - 1;
  const int steps = tao::Product(lengths);
  const Signal within = ColumnStep(to, front, {place[0], place[1]});
  const Signal round = LineStep(to, Rest(lengths, 2), Signals(place.begin() + 2, place.end()));
  const Signal turned = to.FlipIf(to.LowBits(round, 1), to.Low(within, last - 1), last - 1);
  const Signal out = to.MultiplyAdd(round, last, turned);
  return to.Choose(to.Equals(within, last), to.From(steps - 1, round, steps - 1), out);
}

// Number x of 2 * lines lines, there and back: which one it is.
Signal TurnedLine(Datapath& to, int lines, const Signal& x) {
  const auto formula = [&](Datapath& by) {
    const Signal back = by.AtLeast(x, lines);
    return Signals{by.Choose(back, by.From(2 * lines - 1, x, lines - 1), by.Low(x, lines - 1))};
  };
  const auto line = [lines](const std::vector<int>& in) {
    return std::vector{std::min(in[0], 2 * lines - 1 - in[0])};
  };
  return to.Cheaper(Name("turned", {lines}), {x}, {lines - 1}, line, formula)[0];
}

Signals FoldPlace(Datapath& to, const Lengths& lengths, const Signal& step) {
  const Lengths before(lengths.begin(), lengths.end() - 1);
  if (before.empty()) return {FoldedPlaceLogic(to, lengths[0], step)};
  const auto [pairs, within] = to.Divide(step, lengths.back());
  const Signal digit = FoldedPlaceLogic(to, lengths.back(), within);
  const Signal line =
      TurnedLine(to, tao::Product(before), to.MultiplyAdd(pairs, 2, to.LowBits(digit, 1)));
  Signals place = LinePlace(to, before, line);
  place.push_back(digit);
  return place;
}

Signal FoldStep(Datapath& to, const Lengths& lengths, const Signals& place) {
  const Lengths before(lengths.begin(), lengths.end() - 1);
  const Signal within = UnfoldedPlaceLogic(to, lengths.back(), place.back());
  if (before.empty()) return within;
  const Signal line = LineStep(to, before, Signals(place.begin(), place.end() - 1));
  const Signal back = to.Differ(to.LowBits(line, 1), to.LowBits(place.back(), 1));
  return to.MultiplyAdd(to.FlipIf(back, to.ShiftRight(line, 1), tao::Product(before) - 1),
                        lengths.back(), within);
}

Signals PlaceFormula(Datapath& to, Walk walk, const Lengths& lengths, const Signal& step) {
  switch (walk) {
    case Walk::kLine: return LinePlace(to, lengths, step);
    case Walk::kFold: return FoldPlace(to, lengths, step);
    case Walk::kRing: break;
  }
  if (lengths.size() == 1) return {step};
  return lengths.size() == 2 ? ColumnPlace(to, lengths, step) : RoundsPlace(to, lengths, step);
}

Signal StepFormula(Datapath& to, Walk walk, const Lengths& lengths, const Signals& place) {
  switch (walk) {
    case Walk::kLine: return LineStep(to, lengths, place);
    case Walk::kFold: return FoldStep(to, lengths, place);
    case Walk::kRing: break;
  }
  if (lengths.size() == 1) return place[0];
  return lengths.size() == 2 ? ColumnStep(to, lengths, place) : RoundsStep(to, lengths, place);
}

}  // namespace

Signal FoldedPlaceLogic(Datapath& to, int length, const Signal& x) {
  assert(length >= 2);
  const auto formula = [&](Datapath& by) {
    // 2 x before, 2 (length - 1 - x) + 1 from here on
    const Signal late = by.AtLeast(x, (length + 1) / 2);
    const int top = (length - 1) / 2;
    const Signal half = by.Choose(late, by.From(length - 1, x, top), by.Low(x, top));
    return Signals{by.MultiplyAdd(half, 2, late)};
  };
  const auto place = [&](const std::vector<int>& in) {
    return std::vector{tao::FoldedPlace(length, in[0])};
  };
  const Signal folded = to.Cheaper(Name("fold", {length}), {x}, {length - 1}, place, formula)[0];
  return to.Low(folded, length - 1);
}

Signal UnfoldedPlaceLogic(Datapath& to, int length, const Signal& place) {
  assert(length >= 2);
  const auto formula = [&](Datapath& by) {
    return Signals{by.FlipIf(by.LowBits(place, 1), by.ShiftRight(place, 1), length - 1)};
  };
  const auto x = [&](const std::vector<int>& in) {
    return std::vector{tao::UnfoldedPlace(length, in[0])};
  };
  return to.Cheaper(Name("unfold", {length}), {place}, {length - 1}, x, formula)[0];
}

Signals PlaceLogic(Datapath& to, Walk walk, const Lengths& lengths, const Signal& step) {
  if (lengths.size() == 1 && walk != Walk::kFold) return {step};
  const auto place = [&](const std::vector<int>& in) {
    std::vector<int> digits(lengths.size());
    tao::PlaceAt(walk, lengths, in[0], digits);
    return digits;
  };
  const std::string name = Name(std::string(ToString(walk)) + "_place", lengths);
  return to.Cheaper(name, {step}, Tops(lengths), place,
                    [&](Datapath& by) { return PlaceFormula(by, walk, lengths, step); });
}

Signal StepLogic(Datapath& to, Walk walk, const Lengths& lengths, const Signals& place) {
  if (lengths.size() == 1 && walk != Walk::kFold) return place[0];
  const auto step = [&](const std::vector<int>& in) {
    return std::vector{tao::StepAt(walk, lengths, in)};
  };
  const std::string name = Name(std::string(ToString(walk)) + "_step", lengths);
  return to.Cheaper(name, place, {tao::Product(lengths) - 1}, step, [&](Datapath& by) {
    return Signals{StepFormula(by, walk, lengths, place)};
  })[0];
}

Signals DigitsLogic(Datapath& to, const Lengths& lengths, const Signal& number) {
  const auto formula = [&](Datapath& by) {
    Signals digits(lengths.size());
    Signal left = number;
    for (std::size_t i = lengths.size(); i-- > 0;) {
      const auto [before, digit] = by.Divide(left, lengths[i]);
      digits[i] = digit;
      left = before;
    }
    return digits;
  };
  const auto function = [&](const std::vector<int>& in) {
    std::vector<int> digits(lengths.size());
    tao::Digits(lengths, in[0], digits);
    return digits;
  };
  return to.Cheaper(Name("digits", lengths), {number}, Tops(lengths), function, formula);
}

Signal NumberLogic(Datapath& to, const Lengths& lengths, const Signals& digits) {
  const auto formula = [&](Datapath& by) {
    Signal number;
    for (std::size_t i = 0; i < lengths.size(); ++i)
      number = by.MultiplyAdd(number, lengths[i], digits[i]);
    return Signals{number};
  };
  const auto function = [&](const std::vector<int>& in) {
    return std::vector{tao::Number(lengths, in)};
  };
  return to.Cheaper(Name("number", lengths), digits, {tao::Product(lengths) - 1}, function,
                    formula)[0];
}

}  // namespace toroid::rtl
