// The idea: count through a mesh as through a mixed-radix number, but run every other pass over a
// digit backwards; then neighbouring numbers are on neighbouring places. Example, lengths (2,3):
// the line walk is 00 01 02 12 11 10. Doubled, with even steps out and odd steps back, it closes:
// the fold walk is 00 02 11 10 12 01. The ring walk goes down the first column and comes back
// through the rest: 10 00 01 02 12 11.
//
// On three and more axes the ring walk makes that closed walk through the first two axes, except
// its last place, once for each step of the line walk through the others, and then comes back
// through the last places.
//
// Where it does not apply: the ring walk's last link is long on a line, and on meshes of odd first
// and long second length. No walk closes with single links on a mesh of odd size.
//
// Source: Tao, Definitions 3.2.5 (u), 3.3.1 (f), 3.3.2 (t), 3.3.3 (g), 3.3.4 (r), 3.3.5 (h), and
// 4.3.1 for the inverses. Departures: the inverse of h takes its first case for three and more axes
// (4.3.1 says two); r needs no separate case for a second length of 2, because it equals a line
// walk with a length of 1.
#include "gen/tao/walks.h"

#include <array>
#include <cassert>

namespace toroid::tao {
namespace {

// Digit i runs backwards if the digits before it, as a number, are odd.
void LinePlace(std::span<const int> lengths, int step, std::span<int> place) {
  Digits(lengths, step, place);
  int pass = 0;  // complete passes over this digit
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const int digit = place[i];
    if (pass % 2 != 0) place[i] = lengths[i] - 1 - digit;
    pass = pass * lengths[i] + digit;
  }
}

// The inverse of LinePlace: the same sum of passes, from the digits.
int LineStep(std::span<const int> lengths, std::span<const int> place) {
  int pass = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const int digit = pass % 2 == 0 ? place[i] : lengths[i] - 1 - place[i];
    pass = pass * lengths[i] + digit;
  }
  return pass;
}

// Two axes (r): down column 0, then along the line walk through the other columns.
void ColumnPlace(std::span<const int> lengths, int step, std::span<int> place) {
  if (step < lengths[0]) {
    place[0] = lengths[0] - 1 - step;
    place[1] = 0;
    return;
  }
  LinePlace(std::array{lengths[0], lengths[1] - 1}, step - lengths[0], place);
  ++place[1];
}

int ColumnStep(std::span<const int> lengths, std::span<const int> place) {
  if (place[1] == 0) return lengths[0] - 1 - place[0];
  return lengths[0] +
         LineStep(std::array{lengths[0], lengths[1] - 1}, std::array{place[0], place[1] - 1});
}

// Out through the first `last` steps of the column walk in each round, home through its last step
// in all rounds backwards. Example, lengths (2,2,2): last = 3, rounds = 2, so steps 0 to 2 and 3 to
// 5 go out, 6 and 7 home.
void RingPlace(std::span<const int> lengths, int step, std::span<int> place) {
  if (lengths.size() == 1) {
    place[0] = step;
    return;
  }
  if (lengths.size() == 2) return ColumnPlace(lengths, step, place);
  const auto front = lengths.first(2);
  const auto back = lengths.subspan(2);
  // the step of `front` that is reserved for the way back
  const int last = lengths[0] * lengths[1] - 1;
  const int rounds = Product(back);
  const bool returning = step >= rounds * last;
  const int round = returning ? rounds * (last + 1) - 1 - step : step / last;
  const int within = step % last;
  ColumnPlace(front,
              returning        ? last
              : round % 2 == 0 ? within
                               : last - 1 - within,
              place.first(2));
  LinePlace(back, round, place.subspan(2));
}

// A place on the column walk's last step is on the way home.
int RingStep(std::span<const int> lengths, std::span<const int> place) {
  if (lengths.size() == 1) return place[0];
  if (lengths.size() == 2) return ColumnStep(lengths, place);
  const int last = lengths[0] * lengths[1] - 1;
  const int rounds = Product(lengths.subspan(2));
  const int within = ColumnStep(lengths.first(2), place.first(2));
  const int round = LineStep(lengths.subspan(2), place.subspan(2));
  if (within == last) return rounds * (last + 1) - 1 - round;
  return round * last + (round % 2 == 0 ? within : last - 1 - within);
}

}  // namespace

std::string_view ToString(Walk walk) {
  switch (walk) {
    case Walk::kLine: return "line";
    case Walk::kFold: return "fold";
    case Walk::kRing: return "ring";
  }
  return "";
}

std::optional<Walk> ParseWalk(std::string_view text) {
  for (const Walk walk : {Walk::kLine, Walk::kFold, Walk::kRing}) {
    if (text == ToString(walk)) return walk;
  }
  return std::nullopt;
}

int Product(std::span<const int> lengths) {
  int product = 1;
  for (const int length : lengths) product *= length;
  return product;
}

void Digits(std::span<const int> lengths, int number, std::span<int> digits) {
  assert(digits.size() == lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0;) {
    digits[i] = number % lengths[i];
    number /= lengths[i];
  }
  assert(number == 0);
}

int Number(std::span<const int> lengths, std::span<const int> digits) {
  int number = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) number = number * lengths[i] + digits[i];
  return number;
}

int FoldedPlace(int length, int x) { return x < (length + 1) / 2 ? 2 * x : 2 * (length - x) - 1; }

int UnfoldedPlace(int length, int place) {
  return place % 2 == 0 ? place / 2 : length - (place + 1) / 2;
}

void PlaceAt(Walk walk, std::span<const int> lengths, int step, std::span<int> place) {
  switch (walk) {
    case Walk::kLine: return LinePlace(lengths, step, place);
    case Walk::kFold: return LinePlace(lengths, FoldedPlace(Product(lengths), step), place);
    case Walk::kRing: return RingPlace(lengths, step, place);
  }
}

int StepAt(Walk walk, std::span<const int> lengths, std::span<const int> place) {
  switch (walk) {
    case Walk::kLine: return LineStep(lengths, place);
    case Walk::kFold: return UnfoldedPlace(Product(lengths), LineStep(lengths, place));
    case Walk::kRing: return RingStep(lengths, place);
  }
  return 0;
}

}  // namespace toroid::tao
