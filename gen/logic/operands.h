// Signals as operands, for code that adds wires to a circuit.
#pragma once

#include <algorithm>
#include <cassert>

#include "gen/logic/builder.h"

namespace toroid::logic {

// `bits` bits of a wire from bit `low` up.
inline Operand Part(const Signal& x, int low, int bits) {
  assert(x.wire && low + bits <= x.bits());
  return {.wire = x.wire, .low = low, .bits = bits, .width = bits};
}

// A signal cut to a width, or padded with zeros.
inline Operand At(const Signal& x, int width) {
  assert(x.wire || x.bits() <= width);
  return {.wire = x.wire,
          .bits = std::min(x.bits(), width),
          .width = width,
          .value = x.wire ? 0U : static_cast<std::uint32_t>(x.max)};
}
inline Operand Whole(const Signal& x) { return At(x, x.bits()); }

// A constant that is written with all bits of the width, modulo 2^width.
inline Operand Number(int value, int width) {
  return {.bits = width,
          .width = width,
          .value = static_cast<std::uint32_t>(value) & static_cast<std::uint32_t>(TopCode(width))};
}

// Operands of a sum: a signal times 2^shift, and a signal to subtract.
inline Operand Shifted(const Signal& x, int shift, int width) {
  Operand operand = At(x, width - shift);
  operand.width = width;
  operand.shift = shift;
  return operand;
}
inline Operand Negative(Operand operand) {
  operand.negative = true;
  return operand;
}

}  // namespace toroid::logic
