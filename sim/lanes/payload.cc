// Two independent searches. The forward search colours each signal that a payload bit reaches with
// the bit's number: through gates, registers and the columns of memories. Two colours on one signal
// are payloads that mix ("meet"); a colour on a select, an enable, a reset or an address is a
// payload that steers control. The backward search starts at the outputs and walks bit 0's slice
// and bit i's at the same time: whatever one reads, the other must read at the same place, control
// exactly the same, payload its own bit.
//
// Example: an input register and a multiplexer to two outputs. Forward, bit 5 colours q[5], y0[5]
// and y1[5]. Backward, y0[0] = s ? q[0] : r[0] is paired with y0[5] = s ? q[5] : r[5]: same gate,
// same select s, operands paired in turn.
//
// Run time grows with signals times width, once for each kind of node.
#include "sim/lanes/payload.h"

#include <fmt/core.h>

#include <algorithm>

namespace toroid::lanes {
namespace {

// Thrown inside the searches; SplitPayload turns it into a diagnostic.
struct PayloadFault {
  Diagnostic diagnostic;
};

[[noreturn]] void FailPayload(const std::string& where, const std::string& what) {
  throw PayloadFault{{"yosys", where, "the payload's bits " + what,
                      "the lanes engine computes one bit for all", Fault::kUnable}};
}

// The driver of a signal: a gate, register or memory column by its index, or nothing inside.
struct Driver {
  enum class Kind : std::uint8_t { kNone, kGate, kRegister, kColumn } kind = Kind::kNone;
  std::size_t index = 0;
  std::size_t column = 0;
};

class Splitter {
 public:
  Splitter(Netlist netlist, std::size_t width)
      : netlist_(std::move(netlist)),
        width_(width),
        slice_(netlist_.signals, kControl),
        drivers_(netlist_.signals) {}

  Split Run(const std::vector<PortBit>& inputs, const std::vector<PortBit>& outputs) {
    for (const PortBit& port : inputs) {
      const auto bits = BitsOf(netlist_.inputs, port);
      for (std::size_t i = 0; i < width_; ++i) slice_[bits[i]] = i;
    }
    while (Follow()) {
    }
    CheckControl(outputs);
    FindDrivers();
    for (std::size_t i = 1; i < width_; ++i) CheckAlike(i, inputs, outputs);
    return Separated();
  }

 private:
  std::vector<Signal> BitsOf(const PortMap& ports, const PortBit& port) const {
    const auto found = ports.find(port.port);
    if (found == ports.end() || found->second.size() < port.bit + width_)
      FailPayload(port.port, "are incomplete");
    const auto first = found->second.begin() + static_cast<std::ptrdiff_t>(port.bit);
    return {first, first + static_cast<std::ptrdiff_t>(width_)};
  }
  bool IsPayload(Signal signal) const { return slice_[signal] != kControl; }

  // Gives `to` the slice of `from`. Returns true if that is new.
  bool Spread(Signal from, Signal to) {
    if (!IsPayload(from) || slice_[to] == slice_[from]) return false;
    if (IsPayload(to)) FailPayload(fmt::format("net {}", to), "meet");
    slice_[to] = slice_[from];
    return true;
  }
  // Runs one forward pass. Gates are in order; registers and memories may need another pass.
  bool Follow() {
    bool more = false;
    for (const Gate& gate : netlist_.gates)
      ForEachOperand(gate, [&](Signal operand) { more |= Spread(operand, gate.out); });
    for (const Register& r : netlist_.registers) more |= Spread(r.in, r.out);
    for (const Memory& memory : netlist_.memories)
      for (std::size_t c = 0; c < memory.write_data.size(); ++c)
        more |= Spread(memory.write_data[c], memory.read_data[c]);
    return more;
  }

  // Checks a steering signal: a select, enable, reset or address.
  void MustBeControl(Signal signal) const {
    if (IsPayload(signal)) FailPayload(fmt::format("net {}", signal), "steer control");
  }
  // After Follow all payload is coloured; other signals are control.
  void CheckControl(const std::vector<PortBit>& outputs) const {
    for (const Gate& gate : netlist_.gates)
      if (gate.op == Op::kMux) MustBeControl(gate.select);
    for (const Register& r : netlist_.registers) {
      MustBeControl(r.enable), MustBeControl(r.reset);
      if (IsPayload(r.out) && r.reset != kZero)
        FailPayload(fmt::format("net {}", r.out), "are reset");
    }
    for (const Memory& memory : netlist_.memories) {
      MustBeControl(memory.write_enable);
      for (const Signal bit : memory.read_address) MustBeControl(bit);
      for (const Signal bit : memory.write_address) MustBeControl(bit);
    }
    for (const auto& [name, bits] : netlist_.outputs) {
      for (std::size_t bit = 0; bit < bits.size(); ++bit) {
        if (IsPayload(bits[bit]) && !IsInPort(outputs, name, bit, slice_[bits[bit]]))
          FailPayload(name, "reach a port without payload");
      }
    }
  }
  // Whether some payload port of that name has payload bit `slice` at `bit`.
  static bool IsInPort(const std::vector<PortBit>& ports, const std::string& name, std::size_t bit,
                       std::size_t slice) {
    return std::ranges::any_of(
        ports, [&](const PortBit& port) { return port.port == name && bit == port.bit + slice; });
  }

  void FindDrivers() {
    for (std::size_t g = 0; g < netlist_.gates.size(); ++g)
      drivers_[netlist_.gates[g].out] = {Driver::Kind::kGate, g};
    for (std::size_t r = 0; r < netlist_.registers.size(); ++r)
      drivers_[netlist_.registers[r].out] = {Driver::Kind::kRegister, r};
    for (std::size_t m = 0; m < netlist_.memories.size(); ++m)
      for (std::size_t c = 0; c < netlist_.memories[m].read_data.size(); ++c)
        drivers_[netlist_.memories[m].read_data[c]] = {Driver::Kind::kColumn, m, c};
  }

  // Walks the slices of bit 0 and bit i together, from the outputs back, and pairs their signals.
  void CheckAlike(std::size_t i, const std::vector<PortBit>& inputs,
                  const std::vector<PortBit>& outputs) {
    twin_.assign(netlist_.signals, kUnpaired);
    for (const PortBit& port : inputs) {
      const auto bits = BitsOf(netlist_.inputs, port);
      twin_[bits[0]] = bits[i];
    }
    for (const PortBit& port : outputs) {
      const auto bits = BitsOf(netlist_.outputs, port);
      Pair(bits[0], bits[i]);
    }
  }
  // Recursive. Each signal of bit 0 is paired once: meeting it again with another partner means
  // that the slices are wired differently.
  void Pair(Signal zero, Signal other) {
    const auto differ = [&]() { FailPayload(fmt::format("net {}", other), "are not alike"); };
    if (!IsPayload(zero)) {
      if (zero != other) differ();
      return;
    }
    if (twin_[zero] != kUnpaired) {
      if (twin_[zero] != other) differ();
      return;
    }
    twin_[zero] = other;
    const Driver& a = drivers_[zero];
    const Driver& b = drivers_[other];
    if (a.kind != b.kind || a.kind == Driver::Kind::kNone) differ();
    if (a.kind == Driver::Kind::kGate) {
      const Gate& x = netlist_.gates[a.index];
      const Gate& y = netlist_.gates[b.index];
      if (x.op != y.op || x.select != y.select) differ();
      Pair(x.a, y.a), Pair(x.b, y.b);
    } else if (a.kind == Driver::Kind::kRegister) {
      const Register& x = netlist_.registers[a.index];
      const Register& y = netlist_.registers[b.index];
      if (x.enable != y.enable) differ();
      Pair(x.in, y.in);
    } else {
      if (a.index != b.index) differ();
      const Memory& memory = netlist_.memories[a.index];
      Pair(memory.write_data[a.column], memory.write_data[b.column]);
    }
  }

  // Makes bit 0's slice the payload and drops all other slices, so that the result does not depend
  // on the width.
  Split Separated() {
    Split split;
    for (Signal signal = 0; signal < netlist_.signals; ++signal)
      if (slice_[signal] == 0) split.payload.signals.insert(signal);
    for (std::size_t m = 0; m < netlist_.memories.size(); ++m) {
      const Memory& memory = netlist_.memories[m];
      for (std::size_t c = 0; c < memory.read_data.size(); ++c)
        if (slice_[memory.read_data[c]] == 0)
          split.payload.memories.push_back({.memory = m, .column = c});
    }
    const auto part = [&](auto& items, auto& payload) {
      auto control = items;
      control.clear();
      for (auto& item : items) {
        if (!IsPayload(item.out)) control.push_back(item);
        if (slice_[item.out] == 0) payload.push_back(item);
      }
      items = std::move(control);
    };
    part(netlist_.gates, split.payload.gates);
    part(netlist_.registers, split.payload.registers);
    split.control = std::move(netlist_);
    return split;
  }

  static constexpr std::size_t kControl = SIZE_MAX;
  static constexpr Signal kUnpaired = UINT32_MAX;
  Netlist netlist_;
  std::size_t width_;
  std::vector<std::size_t> slice_;  // by signal: the payload's bit, or kControl
  std::vector<Driver> drivers_;
  std::vector<Signal> twin_;  // partners of bit 0's signals in the compared slice
};

}  // namespace

Result<Split> SplitPayload(Netlist netlist, const std::vector<PortBit>& inputs,
                           const std::vector<PortBit>& outputs, std::size_t width) {
  try {
    return Splitter(std::move(netlist), width).Run(inputs, outputs);
  } catch (const PayloadFault& fault) {
    return fault.diagnostic;
  }
}

}  // namespace toroid::lanes
