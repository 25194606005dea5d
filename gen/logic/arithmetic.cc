// Division, products and subtractions from a constant, which take several wires. There is no
// divider. A quotient by a constant is a binary long division, a digit a comparison and a
// subtraction; by 2^k - 1 it is three additions. A factor is a sum of shifts.
//
// Example: 100 / 7 has four digits. 1100100 less 7 * 8 is 44, and 44 - 7 * 4 is 16, and 16 - 7 * 2
// is 2, which is less than 7: digits 1, 1, 1, 0, so 14, and 2 left.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/logic/builder.h"
#include "gen/logic/operands.h"

namespace toroid::logic {
namespace {

bool IsPower(int number) { return std::has_single_bit(static_cast<unsigned>(number)); }

int LowestOne(int number) { return std::countr_zero(static_cast<unsigned>(number)); }

}  // namespace

// top - x if the condition is 1. If top + 1 is a power of two, that is x with all bits inverted:
// one exclusive or for each bit and no carry.
Signal Builder::FlipIf(const Signal& condition, const Signal& x, int top) {
  const int width = WidthOf(top);
  if (width == 0 || condition.bits() == 0) return x;
  if (IsPower(top + 1))
    return Add(Operator::kInvertIf, "flipped", top, {Whole(condition), At(x, width)});
  const auto flip = [top](const std::vector<int>& in) {
    return std::vector{in[0] != 0 ? top - in[1] : in[1]};
  };
  const auto arithmetic = [&] {
    return Signals{Add(Operator::kFlipIf, "flipped", top,
                       {Whole(condition), Number(top, width), At(x, width)})};
  };
  const Signal below{x.wire, std::min(x.max, top)};
  assert(below.bits() == x.bits());
  return Cheaper(fmt::format("flip_below_{}", top + 1), {condition, below}, {top}, flip,
                 arithmetic)[0];
}

// ---- products ----

// Uses digits 1, 0, -1 of an odd factor, as few non-zero ones as possible, each a shifted x.
Signal Builder::MultiplyAddOdd(const Signal& x, int factor, const Signal& rest, int max) {
  const int width = WidthOf(max);
  std::vector<Operand> terms;
  for (int shift = 0; factor != 0; ++shift) {
    const int digit = factor % 2 == 0 ? 0 : 2 - factor % 4;
    factor = (factor - digit) / 2;
    if (digit == 0) continue;
    const Operand term = Shifted(x, shift, width);
    terms.insert(terms.begin(), digit > 0 ? term : Negative(term));
  }
  if (rest.bits() > 0) terms.push_back(At(rest, width));
  return Add(Operator::kSum, "number", max, std::move(terms));
}

// Trailing zeros of the factor are wiring: the low bits of the result are those of rest. So only
// the odd part is multiplied, by a table or by a few additions.
Signal Builder::MultiplyAdd(const Signal& x, int factor, const Signal& rest) {
  const int max = x.max * factor + rest.max;
  const int zeros = LowestOne(factor);
  if (x.bits() == 0) return rest;
  if (factor == 1) return Add(Operator::kBits, "number", max, {Whole(x)});
  if (IsPower(factor)) return Add(Operator::kJoin, "number", max, {Whole(x), At(rest, zeros)});
  if (zeros > 0) {
    const Signal high = MultiplyAdd(x, factor >> zeros, ShiftRight(rest, zeros));
    return Add(Operator::kJoin, "number", max,
               {At(high, WidthOf(max) - zeros), At(LowBits(rest, zeros), zeros)});
  }
  const auto number = [factor](const std::vector<int>& in) {
    return std::vector{in[0] * factor + in[1]};
  };
  return Cheaper(fmt::format("times_{}_plus", factor), {x, rest}, {max}, number,
                 [&] { return Signals{MultiplyAddOdd(x, factor, rest, max)}; })[0];
}

Signal Builder::Times(const Signal& x, int factor) {
  if (factor == 1) return x;
  return x.is_constant() ? Constant(x.max * factor) : MultiplyAdd(x, factor, {});
}

// ---- division ----

// One digit of a long division: 0 or 1, and the rest of `part`, which is less than twice the
// divisor. Subtracting up to four bits without a carry chain costs one look-up table more and
// several levels less.
Signals Builder::DivideByStep(const Signal& part, int divisor) {
  assert(divisor <= part.max && part.max < 2 * divisor);
  const int width = WidthOf(divisor - 1);
  const auto digit = [divisor](const std::vector<int>& in) {
    return std::vector{in[0] / divisor, in[0] % divisor};
  };
  const auto arithmetic = [&] {
    const Signal take = AtLeast(part, divisor);
    if (width > 4)
      return Signals{take, Add(Operator::kSubtractIf, "left", divisor - 1,
                               {At(part, width), Whole(take), Number(divisor, width)})};
    const int codes = 1 << width;
    const auto left = [&](const std::vector<int>& in) {
      return std::vector{(in[1] + codes - in[0] * (divisor % codes)) % codes};
    };
    const Signal low{Low(part, codes - 1).wire, codes - 1};
    return Signals{take,
                   LookUp(fmt::format("less_{}", divisor), {take, low}, {divisor - 1}, left)[0]};
  };
  return Cheaper(fmt::format("digit_by_{}", divisor), {part}, {1, divisor - 1}, digit, arithmetic);
}

// Binary long division, the most significant digit first.
std::pair<Signal, Signal> Builder::DivideLong(const Signal& x, int divisor) {
  const int digits = WidthOf(x.max / divisor);
  const std::string place = place_ + (place_.empty() ? "" : "_");
  Signals quotient;
  Signal left = ShiftRight(x, digits - 1);
  for (int i = digits; i-- > 0;) {
    SetPlace(fmt::format("{}digit{}", place, i));
    const Signals step = DivideByStep(left, divisor);
    quotient.push_back(step[0]);
    left = step[1];
    if (i > 0)
      left = Add(Operator::kJoin, "next", 2 * left.max + 1, {Whole(left), Part(x, i - 1, 1)});
  }
  return {Join("quotient", x.max / divisor, quotient), left};
}

// Divides by 2^k - 1: x = 2^k high + low is divisor * high + (high + low), and the sum in brackets
// is less than twice the divisor.
std::pair<Signal, Signal> Builder::DivideByOnes(const Signal& x, int divisor) {
  const int bits = WidthOf(divisor);
  const Signal high = ShiftRight(x, bits);
  const Signal sum =
      Sum("sum", high, LowBits(x, bits), std::min(2 * divisor - 1, high.max + divisor));
  const Signal once_more = AtLeast(sum, divisor);
  const Signal quotient = Sum("quotient", high, once_more, x.max / divisor);
  return {quotient, Sum("remainder", sum, once_more, divisor - 1)};
}

// Trailing zeros of the divisor are wiring, as in MultiplyAdd. The odd part is divided by a table,
// by DivideByOnes where x is small enough for one correction, or long.
std::pair<Signal, Signal> Builder::Divide(const Signal& x, int divisor) {
  if (divisor == 1) return {x, {}};
  if (x.max < divisor) return {{}, x};
  if (const int zeros = LowestOne(divisor); zeros > 0) {
    const auto [quotient, left] = Divide(ShiftRight(x, zeros), divisor >> zeros);
    const Signal low = LowBits(x, zeros);
    if (left.bits() == 0) return {quotient, low};
    return {quotient, Join("remainder", divisor - 1, {left, low})};
  }
  const auto divide = [divisor](const std::vector<int>& in) {
    return std::vector{in[0] / divisor, in[0] % divisor};
  };
  const auto arithmetic = [&] {
    const bool ones = IsPower(divisor + 1) && x.max > divisor && x.max < divisor * (divisor + 1);
    const auto [quotient, left] = ones ? DivideByOnes(x, divisor) : DivideLong(x, divisor);
    return Signals{quotient, left};
  };
  const Signals both = Cheaper(fmt::format("divide_by_{}", divisor), {x},
                               {x.max / divisor, divisor - 1}, divide, arithmetic);
  return {both[0], both[1]};
}

}  // namespace toroid::logic
