// Idea: a signal knows its largest value, so every wire gets just the width it needs, and constant
// results need no wire: a constant stays a constant, and a part that is all of a signal is the
// signal. Ranges hold for valid inputs only. If a circuit's answer is not valid, a wire may hold a
// code above its range, and nothing may depend on it.
//
// Names are for a person with a waveform: the section's name, the place in it, the operator, and a
// number if that occurs twice. They are unique, so they are printed unchanged.
//
// Where it does not apply: numbers above 2^31 - 1, negative numbers.
#include "gen/logic/builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "gen/logic/operands.h"

namespace toroid::logic {

// ---- wires ----

void Builder::BeginSection(std::string name, std::string what) {
  place_.clear();
  circuit_.sections.push_back({std::move(name), std::move(what)});
}

// A wire whose only value is 0 is no wire.
Signal Builder::AddWire(Wire wire) {
  if (wire.max == 0) return {};
  assert(!circuit_.sections.empty());
  wire.section = SectionId{static_cast<int>(circuit_.sections.size()) - 1};
  wire.name =
      circuit_.sections.back().name + (place_.empty() ? "" : "_" + place_) + "_" + wire.name;
  const int earlier = used_names_[wire.name]++;
  if (earlier > 0) wire.name += fmt::format("_{}", earlier + 1);
  const Signal signal{WireId{static_cast<int>(circuit_.wires.size())}, wire.max};
  circuit_.wires.push_back(std::move(wire));
  return signal;
}

Signal Builder::Add(Operator op, const std::string& name, int max, std::vector<Operand> operands) {
  return AddWire({.op = op, .name = name, .max = max, .operands = std::move(operands)});
}

// A port is one wire, however often it is requested.
Signal Builder::Input(const std::string& port, int bits) {
  for (std::size_t i = 0; i < circuit_.wires.size(); ++i) {
    const Wire& wire = circuit_.wires[i];
    if (wire.op == Operator::kInput && wire.name == port)
      return {WireId{static_cast<int>(i)}, wire.max};
  }
  const int max = TopCode(bits);
  circuit_.wires.push_back({.op = Operator::kInput, .name = port, .max = max});
  return {WireId{static_cast<int>(circuit_.wires.size()) - 1}, max};
}

void Builder::Answer(const std::string& port, const Signal& x, int bits) {
  circuit_.outputs.push_back(
      {port, {.op = Operator::kBits, .max = TopCode(bits), .operands = {At(x, bits)}}});
}

// An output port made of fields, the first highest, each at its own width.
void Builder::AnswerFields(const std::string& port, const Signals& fields,
                           const std::vector<int>& widths) {
  Wire value{.op = Operator::kJoin, .max = 0};
  for (std::size_t i = 0; i < fields.size(); ++i)
    value.operands.push_back(At(fields[i], widths[i]));
  value.max = TopCode(std::accumulate(widths.begin(), widths.end(), 0));
  circuit_.outputs.push_back({port, std::move(value)});
}

// ---- parts ----

// The same wire with a smaller range.
Signal Builder::Low(const Signal& x, int max) {
  if (max >= x.max) return x;
  if (WidthOf(max) == x.bits()) return {x.wire, max};
  return Add(Operator::kBits, "low", max, {At(x, WidthOf(max))});
}

Signal Builder::ShiftRight(const Signal& x, int bits) {
  if (bits == 0) return x;
  if (bits >= x.bits()) return {};
  return Add(Operator::kBits, "high", x.max >> bits, {Part(x, bits, x.bits() - bits)});
}

Signal Builder::LowBits(const Signal& x, int bits) {
  return Low(x, std::min(x.max, TopCode(bits)));
}

Signal Builder::Field(const Signal& x, int low, int bits) {
  assert(bits >= 0 && low + bits <= x.bits());
  if (bits == 0) return {};
  return bits == x.bits() ? x : NamedField("bits", x, low, TopCode(bits));
}

Signal Builder::NamedField(const std::string& name, const Signal& x, int low, int max) {
  return Add(Operator::kBits, name, max, {Part(x, low, WidthOf(max))});
}

Signal Builder::Resized(const std::string& name, const Signal& x, int bits) {
  return Add(Operator::kBits, name, TopCode(bits), {At(x, bits)});
}

// Constants 0 have no bits and disappear; a single part is the wire itself.
Signal Builder::Join(const std::string& name, int max, const Signals& parts) {
  std::vector<Operand> operands;
  for (const Signal& part : parts) {
    if (part.bits() > 0) operands.push_back(Whole(part));
  }
  const Operator op = operands.size() == 1 ? Operator::kBits : Operator::kJoin;
  return Add(op, name, max, std::move(operands));
}

Signal Builder::JoinFields(const std::string& name, const Signals& parts,
                           const std::vector<int>& widths) {
  std::vector<Operand> operands;
  int bits = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (widths[i] > 0) operands.push_back(At(parts[i], widths[i]));
    bits += widths[i];
  }
  const Operator op = operands.size() == 1 ? Operator::kBits : Operator::kJoin;
  return Add(op, name, TopCode(bits), std::move(operands));
}

// ---- conditions ----

// Compares from the lowest 1 of `limit` up: the bits below do not matter.
Signal Builder::AtLeast(const Signal& x, int limit) {
  assert(limit > 0 && limit <= x.max);
  const int lowest = std::countr_zero(static_cast<unsigned>(limit));
  Wire wire{.op = Operator::kAtLeast, .name = fmt::format("from_{}", limit), .max = 1};
  for (int bit = lowest; bit < x.bits(); ++bit) wire.operands.push_back(Part(x, bit, 1));
  wire.limit = limit >> lowest;
  return AddWire(std::move(wire));
}

Signal Builder::Equals(const Signal& x, int value) {
  assert(value >= 0 && value <= x.max && x.max > 0);
  return Add(Operator::kEquals, fmt::format("is_{}", value), 1,
             {Whole(x), Number(value, x.bits())});
}

Signal Builder::Less(const Signal& x, const Signal& y) {
  const int width = std::max(x.bits(), y.bits());
  return Add(Operator::kLess, "less", 1, {At(x, width), At(y, width)});
}

Signal Builder::Same(const Signal& x, const Signal& y, int bits) {
  return Add(Operator::kEquals, "same", 1, {At(x, bits), At(y, bits)});
}

Signal Builder::Differ(const Signal& x, const Signal& y) {
  return Add(Operator::kXor, "differ", 1, {Whole(x), Whole(y)});
}

Signal Builder::Not(const Signal& x) { return Add(Operator::kNot, "not", 1, {Whole(x)}); }

// A single condition is the result itself; without conditions it is the constant 1.
Signal Builder::All(const Signals& conditions) {
  Signal last = True();
  std::vector<Operand> operands;
  for (const Signal& condition : conditions) {
    assert(condition.max == 1);
    if (condition.is_constant()) continue;
    operands.push_back(Whole(condition));
    last = condition;
  }
  return operands.size() <= 1 ? last : Add(Operator::kAll, "all", 1, std::move(operands));
}

// The exclusive or of the bits in the mask.
Signal Builder::Parity(const std::string& name, const Signal& x, std::uint32_t mask) {
  std::vector<Operand> operands;
  for (int bit = x.bits(); bit-- > 0;) {
    if ((mask >> bit & 1U) != 0) operands.push_back(Part(x, bit, 1));
  }
  const Operator op = operands.size() == 1 ? Operator::kBits : Operator::kXor;
  return Add(op, name, 1, std::move(operands));
}

// ---- numbers ----

Signal Builder::Sum(const std::string& name, const Signal& x, const Signal& y, int max) {
  const int width = WidthOf(max);
  return Add(Operator::kSum, name, max, {At(x, width), At(y, width)});
}

Signal Builder::Plus(const Signal& x, int constant) {
  const int max = x.max + constant;
  const int width = WidthOf(max);
  return Add(Operator::kSum, fmt::format("plus_{}", constant), max,
             {At(x, width), Number(constant, width)});
}

Signal Builder::Minus(const Signal& x, int constant) {
  if (constant == 0) return x;
  const int max = x.max - constant;
  const int width = WidthOf(max);
  return Add(Operator::kSum, fmt::format("minus_{}", constant), max,
             {At(x, width), Negative(Number(constant, width))});
}

// If the constant is all ones the difference is the inverted bits, without a carry.
Signal Builder::SubtractFrom(int constant, const Signal& x, int max) {
  const int width = WidthOf(max);
  const Operand top = Number(constant, width);
  const bool all_ones = top.value == static_cast<std::uint32_t>(TopCode(width));
  return all_ones ? Add(Operator::kInvert, "back", max, {At(x, width)})
                  : Add(Operator::kSum, "back", max, {top, Negative(At(x, width))});
}

Signal Builder::Choose(const Signal& condition, const Signal& yes, const Signal& no) {
  const int max = std::max(yes.max, no.max);
  const int width = WidthOf(max);
  return Add(Operator::kChoose, "chosen", max, {Whole(condition), At(yes, width), At(no, width)});
}

Signal Builder::ChooseConstant(const Signal& condition, int yes, const Signal& no) {
  const int max = std::max(yes, no.max);
  const int width = WidthOf(max);
  return Add(Operator::kChoose, "chosen", max,
             {Whole(condition), Number(yes, width), At(no, width)});
}

Signal Builder::CountOf(const Signals& bits) {
  if (bits.size() == 1) return bits[0];
  const int max = static_cast<int>(bits.size());
  std::vector<Operand> operands;
  for (const Signal& bit : bits) operands.push_back(At(bit, WidthOf(max)));
  return Add(Operator::kCount, "number", max, std::move(operands));
}

Signal Builder::XorConstant(const std::string& name, const Signal& x, int constant) {
  return Add(Operator::kXor, name, x.max, {Whole(x), Number(constant, x.bits())});
}

Signal Builder::AppendConstant(const std::string& name, const Signal& x, int constant, int bits) {
  return Add(Operator::kJoin, name, ((x.max + 1) << bits) - 1, {Whole(x), Number(constant, bits)});
}

// x xor x / 2.
Signal Builder::GrayCode(const Signal& x, int bits) {
  if (bits <= 1 || x.bits() == 0) return Resized("code", x, bits);
  const Signal high = ShiftRight(x, 1);
  return Add(Operator::kGrayCode, "code", TopCode(bits), {At(x, bits), At(high, bits - 1)});
}

// Bit b of the number is the parity of the code's bits from b up.
Signal Builder::FromGrayCode(const Signal& code) {
  const int bits = code.bits();
  if (bits <= 1) return code;
  std::vector<Operand> operands;
  for (int low = bits; low-- > 0;) operands.push_back(Part(code, low, bits - low));
  return Add(Operator::kFromGrayCode, "number", TopCode(bits), std::move(operands));
}

}  // namespace toroid::logic
