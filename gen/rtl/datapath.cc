#include "gen/rtl/datapath.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>

namespace toroid::rtl {
namespace {

int WidthOf(int max) { return static_cast<int>(std::bit_width(static_cast<unsigned>(max))); }

bool IsPower(int number) { return std::has_single_bit(static_cast<unsigned>(number)); }

// "x[5:2]"; x itself if that is all of it.
std::string Part(const Signal& x, int msb, int lsb) {
  if (lsb == 0 && msb == x.bits() - 1) return x.name;
  if (msb == lsb) return x.name + "[" + std::to_string(lsb) + "]";
  return x.name + "[" + std::to_string(msb) + ":" + std::to_string(lsb) + "]";
}

int CompareLuts(int width) { return width <= 4 ? 1 : width + 1; }

// Of an addition, or a comparison of two numbers: a carry passes several bits in the time of one
// look-up table.
int CarryLevels(int width) { return 1 + (width + 1) / 2; }

// Digits 1, 0, -1 of an odd number, least significant first, as few as there can be that are not 0.
std::vector<int> SignedDigits(int number) {
  std::vector<int> digits;
  for (; number != 0; number = (number - digits.back()) / 2)
    digits.push_back(number % 2 == 0 ? 0 : 2 - number % 4);
  return digits;
}

}  // namespace

int Signal::bits() const { return WidthOf(max); }

bool Signal::is_fixed() const {
  return max == 0 || std::isdigit(static_cast<unsigned char>(name[0])) != 0;
}

std::string Constant(int value, int width) {
  return std::to_string(width) + "'d" + std::to_string(value);
}

Signal Fixed(int value) {
  return value == 0 ? Signal{} : Signal{Constant(value, WidthOf(value)), value};
}

std::string At(const Signal& x, int width) {
  const int bits = x.bits();
  if (bits == 0) return Constant(0, width);
  if (bits == width) return x.name;
  return bits < width ? "{" + Constant(0, width - bits) + ", " + x.name + "}"
                      : Part(x, width - 1, 0);
}

std::string Joined(const Signals& signals) {
  std::string text;
  int parts = 0;
  for (const Signal& signal : signals) {
    if (signal.bits() == 0) continue;
    text += (parts++ == 0 ? "" : ", ") + signal.name;
  }
  return parts == 1 ? text : "{" + text + "}";
}

void Datapath::BeginStage(std::string name, std::string what) {
  place_.clear();
  stages_.push_back({std::move(name), std::move(what), {}});
}

Signal Datapath::Wire(const std::string& name, int max, const std::string& text, int luts,
                      int levels) {
  if (max == 0) return {};
  assert(!stages_.empty());
  std::string full = stages_.back().name + (place_.empty() ? "" : "_" + place_) + "_" + name;
  const int earlier = used_names_[full]++;
  if (earlier > 0) full += "_" + std::to_string(earlier + 1);
  luts_ += luts;
  stages_.back().lines.push_back({{full, max}, text, levels});
  return {full, max};
}

Signal Datapath::Low(const Signal& x, int max) {
  if (max >= x.max) return x;
  if (WidthOf(max) == x.bits()) return {x.name, max};
  return Wire("low", max, At(x, WidthOf(max)));
}

Signal Datapath::ShiftRight(const Signal& x, int bits) {
  if (bits == 0) return x;
  return Wire("high", x.max >> bits, bits < x.bits() ? Part(x, x.bits() - 1, bits) : "");
}

Signal Datapath::LowBits(const Signal& x, int bits) {
  return Low(x, std::min(x.max, (1 << bits) - 1));
}

Signal Datapath::Field(const Signal& x, int low, int bits) {
  assert(bits > 0 && low + bits <= x.bits());
  return bits == x.bits() ? x : Wire("bits", (1 << bits) - 1, Part(x, low + bits - 1, low));
}

// From the lowest bit of `limit` that is 1 up: where `limit` has a 1, x must have it too, and where
// it has a 0, a 1 of x is enough. A look-up table takes three more bits of x, a third of what the
// carry chain of a comparison does.
Signal Datapath::AtLeast(const Signal& x, int limit) {
  assert(limit > 0 && limit <= x.max);
  int bit = std::countr_zero(static_cast<unsigned>(limit));
  const int luts = (x.bits() - bit + 1) / 3;
  std::string text = Part(x, bit, bit);
  for (bool nested = false; ++bit < x.bits(); nested = true) {
    text = Part(x, bit, bit) + ((limit >> bit & 1) != 0 ? " & " : " | ") +
           (nested ? "(" + text + ")" : text);
  }
  return Wire("from_" + std::to_string(limit), 1, text, luts, luts);
}

Signal Datapath::Equals(const Signal& x, int value) {
  assert(value >= 0 && value <= x.max && x.max > 0);
  return Wire("is_" + std::to_string(value), 1, x.name + " == " + Constant(value, x.bits()),
              (x.bits() + 2) / 3);
}

Signal Datapath::Plus(const Signal& x, int constant) {
  const int max = x.max + constant;
  const int width = WidthOf(max);
  return Wire("plus_" + std::to_string(constant), max,
              At(x, width) + " + " + Constant(constant, width), width,
              CarryLevels(width - std::countr_zero(static_cast<unsigned>(constant))));
}

Signal Datapath::Add(const std::string& name, const Signal& x, const Signal& y, int max) {
  const int width = WidthOf(max);
  return Wire(name, max, At(x, width) + " + " + At(y, width), width, CarryLevels(width));
}

Signal Datapath::Minus(const Signal& x, int constant) {
  if (constant == 0) return x;
  const int max = x.max - constant;
  const int width = WidthOf(max);
  const std::string less = Constant(constant % (1 << width), width);
  return Wire("minus_" + std::to_string(constant), max, At(x, width) + " - " + less, width,
              CarryLevels(width));
}

Signal Datapath::From(int constant, const Signal& x, int max) {
  const int width = WidthOf(max);
  const std::string top = Constant(constant % (1 << width), width);
  const bool inverted = constant % (1 << width) == (1 << width) - 1;
  return Wire("back", max, inverted ? "~" + At(x, width) : top + " - " + At(x, width),
              inverted ? 0 : width, inverted ? 0 : CarryLevels(width));
}

Signal Datapath::Choose(const Signal& condition, const Signal& yes, const Signal& no) {
  const int max = std::max(yes.max, no.max);
  const int width = WidthOf(max);
  return Wire("chosen", max, condition.name + " ? " + At(yes, width) + " : " + At(no, width),
              width);
}

Signal Datapath::ChooseConstant(const Signal& condition, int yes, const Signal& no) {
  const int max = std::max(yes, no.max);
  const int width = WidthOf(max);
  return Wire("chosen", max, condition.name + " ? " + Constant(yes, width) + " : " + At(no, width),
              width);
}

Signal Datapath::Less(const Signal& x, const Signal& y) {
  const int width = std::max(x.bits(), y.bits());
  return Wire("less", 1, At(x, width) + " < " + At(y, width), CompareLuts(2 * width),
              CarryLevels(width));
}

Signal Datapath::Differ(const Signal& x, const Signal& y) {
  return Wire("differ", 1, x.name + " ^ " + y.name, 1);
}

Signal Datapath::Not(const Signal& x) { return Wire("not", 1, "!" + x.name); }

Signal Datapath::All(const Signals& conditions) {
  std::string text;
  int count = 0;
  Signal last = Fixed(1);
  for (const Signal& condition : conditions) {
    if (condition.is_fixed()) continue;
    text += (count++ == 0 ? "" : " && ") + condition.name;
    last = condition;
  }
  return count <= 1 ? last : Wire("all", 1, text, (count + 1) / 3);
}

Signal Datapath::GrayCode(const Signal& x, int bits) {
  if (bits <= 1 || x.bits() == 0) return Wire("code", (1 << bits) - 1, At(x, bits));
  return Wire("code", (1 << bits) - 1,
              At(x, bits) + " ^ {1'b0, " + At(ShiftRight(x, 1), bits - 1) + "}", bits - 1);
}

Signal Datapath::FromGrayCode(const Signal& code) {
  const int bits = code.bits();
  if (bits <= 1) return code;
  std::string text = "{" + Part(code, bits - 1, bits - 1);
  for (int i = bits - 1; i-- > 0;) text += ", ^" + Part(code, bits - 1, i);
  return Wire("number", (1 << bits) - 1, text + "}", bits - 1);
}

Signal Datapath::FlipIf(const Signal& condition, const Signal& x, int top) {
  const int width = WidthOf(top);
  if (width == 0 || condition.bits() == 0) return x;
  if (IsPower(top + 1)) {
    return Wire("flipped", top,
                At(x, width) + " ^ {" + std::to_string(width) + "{" + condition.name + "}}", width);
  }
  const auto flip = [top](const std::vector<int>& in) {
    return std::vector<int>{in[0] != 0 ? top - in[1] : in[1]};
  };
  const auto arithmetic = [&](Datapath& to) {
    return Signals{to.Wire(
        "flipped", top,
        condition.name + " ? " + Constant(top, width) + " - " + At(x, width) + " : " + At(x, width),
        2 * width, CarryLevels(width) + 1)};
  };
  return Cheaper("flip_below_" + std::to_string(top + 1),
                 {condition, {x.name, std::min(x.max, top)}}, {top}, flip, arithmetic)[0];
}

Signal Datapath::MultiplyAdd(const Signal& x, int factor, const Signal& rest) {
  const int max = x.max * factor + rest.max;
  const int width = WidthOf(max);
  const int zeros = std::countr_zero(static_cast<unsigned>(factor));
  if (x.bits() == 0) return rest;
  if (IsPower(factor))
    return Wire("number", max, zeros == 0 ? x.name : "{" + x.name + ", " + At(rest, zeros) + "}");
  if (zeros > 0) {
    const Signal high = MultiplyAdd(x, factor >> zeros, ShiftRight(rest, zeros));
    return Wire("number", max,
                "{" + At(high, width - zeros) + ", " + At(LowBits(rest, zeros), zeros) + "}");
  }
  const auto arithmetic = [&](Datapath& to) {
    std::string text;
    int adders = rest.bits() > 0 ? 0 : -1;
    const std::vector<int> digits = SignedDigits(factor);
    for (std::size_t i = digits.size(); i-- > 0;) {
      if (digits[i] == 0) continue;
      const int shift = static_cast<int>(i);
      const std::string shifted =
          shift == 0 ? At(x, width) : "{" + At(x, width - shift) + ", " + Constant(0, shift) + "}";
      text += (text.empty() ? "" : digits[i] > 0 ? " + " : " - ") + shifted;
      ++adders;
    }
    if (rest.bits() > 0) text += " + " + At(rest, width);
    return Signals{to.Wire("number", max, text, adders * width,
                           adders == 0 ? 0 : CarryLevels(width) + adders - 1)};
  };
  const auto number = [factor](const std::vector<int>& in) {
    return std::vector<int>{in[0] * factor + in[1]};
  };
  return Cheaper("times_" + std::to_string(factor) + "_plus", {x, rest}, {max}, number,
                 arithmetic)[0];
}

Signal Datapath::Times(const Signal& x, int factor) {
  if (factor == 1) return x;
  return x.is_fixed() ? Fixed(x.max * factor) : MultiplyAdd(x, factor, {});
}

// One digit of a long division: 0 or 1, and what is left of `part` < 2 * divisor. To subtract up to
// four bits without a carry chain costs a look-up table more, and several levels less.
Signals Datapath::DivideByStep(const Signal& part, int divisor) {
  if (part.max < divisor) return {{}, part};
  const int width = WidthOf(divisor - 1);
  const int codes = 1 << width;
  const auto arithmetic = [&](Datapath& to) {
    const Signal take = to.AtLeast(part, divisor);
    if (width <= 4) {
      const auto left = [&](const std::vector<int>& in) {
        return std::vector{(in[1] + codes - in[0] * (divisor % codes)) % codes};
      };
      const Signal low{to.Low(part, codes - 1).name, codes - 1};
      return Signals{
          take, to.LookUp("less_" + std::to_string(divisor), {take, low}, {divisor - 1}, left)[0]};
    }
    const std::string less = Constant(divisor % codes, width);
    return Signals{take, to.Wire("left", divisor - 1,
                                 At(part, width) + " - (" + take.name + " ? " + less + " : " +
                                     Constant(0, width) + ")",
                                 width, CarryLevels(width))};
  };
  const auto digit = [divisor](const std::vector<int>& in) {
    return std::vector<int>{in[0] / divisor, in[0] % divisor};
  };
  return Cheaper("digit_by_" + std::to_string(divisor), {part}, {1, divisor - 1}, digit,
                 arithmetic);
}

// Binary long division, the most significant digit first.
std::pair<Signal, Signal> Datapath::DivideLong(const Signal& x, int divisor) {
  const int digits = WidthOf(x.max / divisor);
  const std::string place = place_ + (place_.empty() ? "" : "_");
  Signals quotient;
  Signal left = ShiftRight(x, digits - 1);
  for (int i = digits; i-- > 0;) {
    SetPlace(place + "digit" + std::to_string(i));
    const Signals step = DivideByStep(left, divisor);
    quotient.push_back(step[0].bits() == 0 ? Signal{"1'b0", 1} : step[0]);
    left = step[1];
    if (i > 0)
      left = Wire("next", std::min(2 * left.max + 1, x.max >> (i - 1)),
                  "{" + (left.bits() == 0 ? "" : left.name + ", ") + Part(x, i - 1, i - 1) + "}");
  }
  return {Wire("quotient", x.max / divisor, Joined(quotient)), left};
}

// By 2^k - 1: x = 2^k high + low is divisor * high + (high + low), and the sum in brackets is less
// than twice the divisor.
std::pair<Signal, Signal> Datapath::DivideByOnes(const Signal& x, int divisor) {
  const int bits = WidthOf(divisor);
  const Signal high = ShiftRight(x, bits);
  const Signal sum =
      Add("sum", high, LowBits(x, bits), std::min(2 * divisor - 1, high.max + divisor));
  const Signal once_more = AtLeast(sum, divisor);
  return {Add("quotient", high, once_more, x.max / divisor),
          Add("remainder", sum, once_more, divisor - 1)};
}

std::pair<Signal, Signal> Datapath::Divide(const Signal& x, int divisor) {
  if (divisor == 1) return {x, {}};
  if (x.max < divisor) return {{}, x};
  if (const int zeros = std::countr_zero(static_cast<unsigned>(divisor)); zeros > 0) {
    const auto [quotient, left] = Divide(ShiftRight(x, zeros), divisor >> zeros);
    const Signal low = LowBits(x, zeros);
    if (left.bits() == 0) return {quotient, low};
    return {quotient, Wire("remainder", divisor - 1, Joined({left, low}))};
  }
  const auto divide = [divisor](const std::vector<int>& in) {
    return std::vector<int>{in[0] / divisor, in[0] % divisor};
  };
  const auto arithmetic = [&](Datapath& to) {
    const bool ones = IsPower(divisor + 1) && x.max > divisor && x.max < divisor * (divisor + 1);
    const auto [quotient, left] = ones ? to.DivideByOnes(x, divisor) : to.DivideLong(x, divisor);
    return Signals{quotient, left};
  };
  const Signals both = Cheaper("divide_by_" + std::to_string(divisor), {x},
                               {x.max / divisor, divisor - 1}, divide, arithmetic);
  return {both[0], both[1]};
}

}  // namespace toroid::rtl
