// One pass over the gates in order finds constants, copies and repeated gates: each gate gets its
// operands' final names and is reduced by the rules below; if an equal gate exists, it becomes
// another name for that. A second pass drops unneeded gates.
#include <map>
#include <utility>

#include "sim/lanes/netlist.h"

namespace toroid::lanes {
namespace {

class Simplifier {
 public:
  explicit Simplifier(Netlist netlist) : netlist_(std::move(netlist)), names_(netlist_.signals) {
    for (Signal s = 0; s < names_.size(); ++s) names_[s] = s;
  }

  Netlist Run() {
    for (const Gate& gate : netlist_.gates) names_[gate.out] = Place(gate);
    RenameSinks();
    DropUnused();
    return std::move(netlist_);
  }

 private:
  // The complement if it exists; constants are each other's.
  Signal Not(Signal a) {
    if (a <= kOne) return a ^ 1;
    const auto known = complements_.find(a);
    return known == complements_.end() ? kNone : known->second;
  }

  // The signal equal to `select ? b : a` without a new gate; else kNone.
  static Signal Chosen(Signal a, Signal b, Signal select) {
    if (a == b || select == kZero) return a;
    if (select == kOne) return b;
    return a == kZero && b == kOne ? select : kNone;
  }

  // A gate with a constant operand or equal operands, as a signal or a complement.
  struct Reduced {
    Signal signal = kNone;
    bool complemented = false;
  };
  Reduced Reduce(const Gate& g) {
    const auto is = [&](Signal x, Signal y) { return g.a == x || g.b == y; };
    const auto other = [&](Signal constant) { return g.a == constant ? g.b : g.a; };
    const bool inverse = g.op == Op::kNand || g.op == Op::kNor || g.op == Op::kXnor;
    switch (g.op) {
      case Op::kNot: return {g.a, true};
      case Op::kAnd:
      case Op::kNand:
        if (is(kZero, kZero)) return {kZero, inverse};
        if (is(kOne, kOne)) return {other(kOne), inverse};
        if (g.a == g.b) return {g.a, inverse};
        break;
      case Op::kOr:
      case Op::kNor:
        if (is(kOne, kOne)) return {kOne, inverse};
        if (is(kZero, kZero)) return {other(kZero), inverse};
        if (g.a == g.b) return {g.a, inverse};
        break;
      case Op::kXor:
      case Op::kXnor:
        if (g.a == g.b) return {kZero, inverse};
        if (is(kZero, kZero)) return {other(kZero), inverse};
        if (is(kOne, kOne)) return {other(kOne), !inverse};
        break;
      case Op::kAndNot:
        if (is(kZero, kOne) || g.a == g.b) return {kZero};
        if (g.b == kZero) return {g.a};
        if (g.a == kOne) return {g.b, true};
        break;
      case Op::kOrNot:
        if (is(kOne, kZero) || g.a == g.b) return {kOne};
        if (g.b == kOne) return {g.a};
        if (g.a == kZero) return {g.b, true};
        break;
      case Op::kMux: return {Chosen(g.a, g.b, g.select)};
    }
    return {};
  }

  // A multiplexer with one constant input is a simpler gate.
  static Gate Narrowed(Gate g) {
    if (g.op != Op::kMux) return g;
    const Gate as_is = g;
    g.select = kZero;
    if (as_is.a == kZero)
      g.op = Op::kAnd, g.a = as_is.b, g.b = as_is.select;
    else if (as_is.b == kZero)
      g.op = Op::kAndNot, g.b = as_is.select;
    else if (as_is.b == kOne)
      g.op = Op::kOr, g.b = as_is.select;
    else if (as_is.a == kOne)
      g.op = Op::kOrNot, g.a = as_is.b, g.b = as_is.select;
    else
      return as_is;
    return g;
  }

  // The signal that replaces the gate's output.
  Signal Place(Gate gate) {
    gate.a = names_[gate.a], gate.b = names_[gate.b], gate.select = names_[gate.select];
    if (gate.op == Op::kNot) gate.b = kZero;
    gate = Narrowed(gate);
    const Reduced reduced = Reduce(gate);
    if (reduced.signal != kNone) {
      if (!reduced.complemented) return reduced.signal;
      if (const Signal known = Not(reduced.signal); known != kNone) return known;
      gate = {Op::kNot, gate.out, reduced.signal};
    }
    Gate key = gate;
    key.out = kZero;
    const auto [place, is_new] = known_.try_emplace(key, gate.out);
    if (!is_new) return place->second;
    if (gate.op == Op::kNot) complements_[gate.a] = gate.out, complements_[gate.out] = gate.a;
    kept_.push_back(gate);
    return gate.out;
  }

  // Gives outputs, registers and memories the final names.
  void RenameSinks() {
    for (auto& [name, bits] : netlist_.outputs) Rename(bits);
    for (Register& r : netlist_.registers) {
      r.in = names_[r.in], r.enable = names_[r.enable], r.reset = names_[r.reset];
    }
    for (Memory& memory : netlist_.memories) {
      memory.write_enable = names_[memory.write_enable];
      Rename(memory.read_address), Rename(memory.write_address), Rename(memory.write_data);
    }
  }
  void Rename(std::vector<Signal>& bits) {
    for (Signal& bit : bits) bit = names_[bit];
  }

  // Runs backward, so that a gate is known to be needed before its operands are visited.
  void DropUnused() {
    std::vector<bool> used(netlist_.signals);
    ForEachSink(netlist_, [&](Signal bit) { used[bit] = true; });
    netlist_.gates.clear();
    for (std::size_t g = kept_.size(); g-- > 0;) {
      if (!used[kept_[g].out]) continue;
      ForEachOperand(kept_[g], [&](Signal operand) { used[operand] = true; });
      netlist_.gates.push_back(kept_[g]);
    }
    netlist_.gates = {netlist_.gates.rbegin(), netlist_.gates.rend()};
  }

  static constexpr Signal kNone = UINT32_MAX;
  Netlist netlist_;
  std::vector<Signal> names_;  // final name of each signal
  std::vector<Gate> kept_;
  std::map<Gate, Signal> known_;  // gates without their output, by operands
  std::map<Signal, Signal> complements_;
};

}  // namespace

Netlist Simplified(Netlist netlist) { return Simplifier(std::move(netlist)).Run(); }

}  // namespace toroid::lanes
