// Finds fan-ins by depth-first search. A register or memory passes on everything that it reads.
#include "sim/proof/control.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

namespace toroid::proof {
namespace {

using lanes::Gate;
using lanes::Memory;
using lanes::Netlist;
using lanes::Register;
using lanes::Signal;

// Fan-in of each signal.
class FanIn {
 public:
  explicit FanIn(const Netlist& netlist) : reads_(netlist.signals), reached_(netlist.signals) {
    for (const Gate& gate : netlist.gates)
      lanes::ForEachOperand(gate, [&](Signal operand) { reads_[gate.out].push_back(operand); });
    for (const Register& r : netlist.registers) reads_[r.out] = {r.in, r.enable, r.reset};
    for (const Memory& memory : netlist.memories)
      for (const Signal bit : memory.read_data) reads_[bit] = OfMemory(memory);
  }

  // Adds the fan-in of `from` to the reached signals.
  void Reach(Signal from) {
    std::vector<Signal> left = {from};
    while (!left.empty()) {
      const Signal signal = left.back();
      left.pop_back();
      if (reached_[signal]) continue;
      reached_[signal] = true;
      left.insert(left.end(), reads_[signal].begin(), reads_[signal].end());
    }
  }
  bool Has(Signal signal) const { return reached_[signal]; }

 private:
  static std::vector<Signal> OfMemory(const Memory& memory) {
    std::vector<Signal> read = {memory.write_enable};
    for (const auto* list : {&memory.read_address, &memory.write_address, &memory.write_data})
      read.insert(read.end(), list->begin(), list->end());
    return read;
  }

  std::vector<std::vector<Signal>> reads_;
  std::vector<bool> reached_;
};

bool IsAmong(const std::vector<PortBits>& list, const std::string& port, std::size_t bit) {
  return std::ranges::any_of(list, [&](const PortBits& bits) {
    return bits.port == port && bit >= bits.first && bit < bits.first + bits.count;
  });
}

}  // namespace

Control ControlOf(Netlist netlist, const PayloadPorts& payload) {
  Control control;
  std::map<Signal, std::string> carriers;  // incoming payload
  for (const PortBits& bits : payload.inputs)
    for (std::size_t bit = bits.first; bit < bits.first + bits.count; ++bit)
      carriers[netlist.inputs.at(bits.port).at(bit)] = fmt::format("{} bit {}", bits.port, bit);
  FanIn fan_in(netlist);
  for (const auto& [port, bits] : netlist.outputs) {
    for (std::size_t bit = 0; bit < bits.size(); ++bit) {
      if (IsAmong(payload.outputs, port, bit)) continue;
      ++control.outputs;
      fan_in.Reach(bits[bit]);
      if (!control.leak.empty()) continue;
      for (const auto& [signal, name] : carriers)
        if (fan_in.Has(signal)) control.leak = name + " reaches output " + port;
    }
  }
  std::erase_if(netlist.gates, [&](const Gate& gate) { return !fan_in.Has(gate.out); });
  std::erase_if(netlist.registers, [&](const Register& r) { return !fan_in.Has(r.out); });
  control.netlist = std::move(netlist);
  return control;
}

}  // namespace toroid::proof
