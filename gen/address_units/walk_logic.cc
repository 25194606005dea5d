// The idea: a digit depends on the digits before it only by whether their number is odd, and long
// division yields that number anyway. Dividing a step by the last length leaves the last digit and,
// as quotient, the number of the digits before it: its lowest bit says whether the digit runs
// backwards. Example, lengths (2,3), step 4: 4 / 3 is 1 with 1 left, 1 is odd, so the last digit is
// 2 - 1 = 1 and the first is 1.
//
// The fold walk folds after the division, not before. It is the line walk taken two links at a
// time, out and back. Dividing step x by the last length l gives a and b. The last digit is b laid
// flat on l places, and its lowest bit says whether 2 b has passed the end of the line. So 2 x is
// in line number 2 a plus this bit of 2 n. Of n lines there and back it is that one, or 2 n - 1
// minus it. Example, lengths (3,5), step 9: 9 / 5 is 1 with 4 left; 4 laid flat on 5 places is 1,
// which is odd, so line 3 of 6: the last of the 3 there, line 6 - 1 - 3 = 2 on the way back.
//
// Source: docs/spec/tao.md, O1.1 to O1.5. Departure: none in the result.
#include <algorithm>
#include <cassert>

#include "gen/address_units/tao_unit.h"

namespace toroid::address_units {
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

// O1.2, from the last digit to the first: each quotient is the number of the digits before.
Signals LinePlace(Builder& build, const Lengths& lengths, const Signal& step) {
  Signals place(lengths.size());
  Signal passes = step;  // the number of the digits up to this one
  for (std::size_t i = lengths.size(); i-- > 0;) {
    const auto [before, digit] = build.Divide(passes, lengths[i]);
    place[i] =
        before.bits() == 0 ? digit : build.FlipIf(build.LowBits(before, 1), digit, lengths[i] - 1);
    passes = before;
  }
  return place;
}

// The inverse of LinePlace, from the first digit on.
Signal LineStep(Builder& build, const Lengths& lengths, const Signals& place) {
  Signal passes;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Signal digit = passes.bits() == 0
                             ? place[i]
                             : build.FlipIf(build.LowBits(passes, 1), place[i], lengths[i] - 1);
    passes = build.MultiplyAdd(passes, lengths[i], digit);
  }
  return passes;
}

// Two lengths: down column 0, then the line walk through the others.
Signals ColumnPlace(Builder& build, const Lengths& lengths, const Signal& step) {
  const Signal across = build.AtLeast(step, lengths[0]);
  const Signals others =
      LinePlace(build, {lengths[0], lengths[1] - 1}, build.Minus(step, lengths[0]));
  const Signal down = build.SubtractFrom(lengths[0] - 1, step, lengths[0] - 1);
  return {build.Choose(across, others[0], down),
          build.Choose(across, build.Plus(others[1], 1), {})};
}

Signal ColumnStep(Builder& build, const Lengths& lengths, const Signals& place) {
  const Signal others =
      LineStep(build, {lengths[0], lengths[1] - 1}, {place[0], build.Minus(place[1], 1)});
  const Signal down = build.SubtractFrom(lengths[0] - 1, place[0], lengths[0] - 1);
  const Signal across = build.Plus(others, lengths[0]);
  return build.Choose(build.Equals(place[1], 0), down, across);
}

// More lengths: the walk through the first two except its last place, there and back, once for each
// place of the others; then back through the last places.
Signals RoundsPlace(Builder& build, const Lengths& lengths, const Signal& step) {
  const Lengths front = {lengths[0], lengths[1]};
  const Lengths back = Rest(lengths, 2);
  const int last = tao::Product(front) - 1;
  const int rounds = tao::Product(back);
  const Signal returning = build.AtLeast(step, rounds * last);
  const auto [out, within] = build.Divide(build.Low(step, rounds * last - 1), last);
  const Signal round =
      build.Choose(returning, build.SubtractFrom(rounds * (last + 1) - 1, step, rounds - 1), out);
  const Signal turned = build.FlipIf(build.LowBits(out, 1), within, last - 1);
  Signals place = ColumnPlace(build, front, build.ChooseConstant(returning, last, turned));
  for (const Signal& digit : LinePlace(build, back, round)) place.push_back(digit);
  return place;
}

// The inverse of RoundsPlace: a place in the last column is on the way home, whose steps count from
// the end. Any other place is in the round given by its line place, every second round reversed.
Signal RoundsStep(Builder& build, const Lengths& lengths, const Signals& place) {
  const Lengths front = {lengths[0], lengths[1]};
  const int last = tao::Product(front) - 1;
  const int steps = tao::Product(lengths);
  const Signal within = ColumnStep(build, front, {place[0], place[1]});
  const Signal round = LineStep(build, Rest(lengths, 2), Signals(place.begin() + 2, place.end()));
  const Signal there = build.Low(within, last - 1);
  const Signal turned = build.FlipIf(build.LowBits(round, 1), there, last - 1);
  const Signal out = build.MultiplyAdd(round, last, turned);
  const Signal back = build.SubtractFrom(steps - 1, round, steps - 1);
  return build.Choose(build.Equals(within, last), back, out);
}

// The line with number x of 2 * lines lines, there and back.
Signal TurnedLine(Builder& build, int lines, const Signal& x) {
  const auto formula = [&] {
    const Signal is_back = build.AtLeast(x, lines);
    const Signal there = build.Low(x, lines - 1);
    return Signals{build.Choose(is_back, build.SubtractFrom(2 * lines - 1, x, lines - 1), there)};
  };
  const auto line = [lines](const std::vector<int>& in) {
    return std::vector{std::min(in[0], 2 * lines - 1 - in[0])};
  };
  return build.Cheaper(Name("turned", {lines}), {x}, {lines - 1}, line, formula)[0];
}

// O1.3: the last digit, and the line walk's digits of the folded number.
Signals FoldPlace(Builder& build, const Lengths& lengths, const Signal& step) {
  const Lengths before(lengths.begin(), lengths.end() - 1);
  if (before.empty()) return {FoldedPlaceLogic(build, lengths[0], step)};
  const auto [pairs, within] = build.Divide(step, lengths.back());
  const Signal digit = FoldedPlaceLogic(build, lengths.back(), within);
  const Signal line =
      TurnedLine(build, tao::Product(before), build.MultiplyAdd(pairs, 2, build.LowBits(digit, 1)));
  Signals place = LinePlace(build, before, line);
  place.push_back(digit);
  return place;
}

// The inverse of FoldPlace: of the line's numbers there and back it is the one with the last
// digit's parity.
Signal FoldStep(Builder& build, const Lengths& lengths, const Signals& place) {
  const Lengths before(lengths.begin(), lengths.end() - 1);
  const Signal within = UnfoldedPlaceLogic(build, lengths.back(), place.back());
  if (before.empty()) return within;
  const Signal line = LineStep(build, before, Signals(place.begin(), place.end() - 1));
  const Signal odd_place = build.LowBits(place.back(), 1);
  const Signal back = build.Differ(build.LowBits(line, 1), odd_place);
  return build.MultiplyAdd(build.FlipIf(back, build.ShiftRight(line, 1), tao::Product(before) - 1),
                           lengths.back(), within);
}

// The place by formula, without the choice of a table.
Signals PlaceFormula(Builder& build, Walk walk, const Lengths& lengths, const Signal& step) {
  switch (walk) {
    case Walk::kLine: return LinePlace(build, lengths, step);
    case Walk::kFold: return FoldPlace(build, lengths, step);
    case Walk::kRing: break;
  }
  if (lengths.size() == 1) return {step};
  return lengths.size() == 2 ? ColumnPlace(build, lengths, step)
                             : RoundsPlace(build, lengths, step);
}

Signal StepFormula(Builder& build, Walk walk, const Lengths& lengths, const Signals& place) {
  switch (walk) {
    case Walk::kLine: return LineStep(build, lengths, place);
    case Walk::kFold: return FoldStep(build, lengths, place);
    case Walk::kRing: break;
  }
  if (lengths.size() == 1) return place[0];
  return lengths.size() == 2 ? ColumnStep(build, lengths, place)
                             : RoundsStep(build, lengths, place);
}

}  // namespace

// Places 0, 2, 4, ... on the way out and ..., 5, 3, 1 on the way back, so neighbours on a ring are
// at most two apart on the line. Example: 0 1 2 3 4 go to 0 2 4 3 1.
Signal FoldedPlaceLogic(Builder& build, int length, const Signal& x) {
  assert(length >= 2);
  const auto formula = [&] {
    // 2 x before, 2 (length - 1 - x) + 1 from here on
    const Signal late = build.AtLeast(x, (length + 1) / 2);
    const int top = (length - 1) / 2;
    const Signal early_half = build.Low(x, top);
    const Signal half = build.Choose(late, build.SubtractFrom(length - 1, x, top), early_half);
    return Signals{build.MultiplyAdd(half, 2, late)};
  };
  const auto place = [&](const std::vector<int>& in) {
    return std::vector{tao::FoldedPlace(length, in[0])};
  };
  const Signal folded = build.Cheaper(Name("fold", {length}), {x}, {length - 1}, place, formula)[0];
  return build.Low(folded, length - 1);
}

// Odd places are on the way back, so half of the place is counted from the end.
Signal UnfoldedPlaceLogic(Builder& build, int length, const Signal& place) {
  assert(length >= 2);
  const auto formula = [&] {
    const Signal half = build.ShiftRight(place, 1);
    return Signals{build.FlipIf(build.LowBits(place, 1), half, length - 1)};
  };
  const auto x = [&](const std::vector<int>& in) {
    return std::vector{tao::UnfoldedPlace(length, in[0])};
  };
  return build.Cheaper(Name("unfold", {length}), {place}, {length - 1}, x, formula)[0];
}

Signals PlaceLogic(Builder& build, Walk walk, const Lengths& lengths, const Signal& step) {
  if (lengths.size() == 1 && walk != Walk::kFold) return {step};
  const auto place = [&](const std::vector<int>& in) {
    std::vector<int> digits(lengths.size());
    tao::PlaceAt(walk, lengths, in[0], digits);
    return digits;
  };
  const std::string name = Name(std::string(ToString(walk)) + "_place", lengths);
  return build.Cheaper(name, {step}, Tops(lengths), place,
                       [&] { return PlaceFormula(build, walk, lengths, step); });
}

Signal StepLogic(Builder& build, Walk walk, const Lengths& lengths, const Signals& place) {
  if (lengths.size() == 1 && walk != Walk::kFold) return place[0];
  const auto step = [&](const std::vector<int>& in) {
    return std::vector{tao::StepAt(walk, lengths, in)};
  };
  const std::string name = Name(std::string(ToString(walk)) + "_step", lengths);
  return build.Cheaper(name, place, {tao::Product(lengths) - 1}, step,
                       [&] { return Signals{StepFormula(build, walk, lengths, place)}; })[0];
}

// Takes a division for each digit except the first.
Signals DigitsLogic(Builder& build, const Lengths& lengths, const Signal& number) {
  const auto formula = [&] {
    Signals digits(lengths.size());
    Signal left = number;
    for (std::size_t i = lengths.size(); i-- > 0;) {
      const auto [before, digit] = build.Divide(left, lengths[i]);
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
  return build.Cheaper(Name("digits", lengths), {number}, Tops(lengths), function, formula);
}

// Takes a product and a sum for each digit except the first.
Signal NumberLogic(Builder& build, const Lengths& lengths, const Signals& digits) {
  const auto formula = [&] {
    Signal number;
    for (std::size_t i = 0; i < lengths.size(); ++i)
      number = build.MultiplyAdd(number, lengths[i], digits[i]);
    return Signals{number};
  };
  const auto function = [&](const std::vector<int>& in) {
    return std::vector{tao::Number(lengths, in)};
  };
  return build.Cheaper(Name("number", lengths), digits, {tao::Product(lengths) - 1}, function,
                       formula)[0];
}

}  // namespace toroid::address_units
