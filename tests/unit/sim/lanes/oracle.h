// Netlists computed the slow way, and small ones to compute.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::test {

// Computes one node gate by gate, with one bit per wire.
class NetlistOracle {
 public:
  explicit NetlistOracle(const lanes::Netlist& netlist)
      : netlist_(netlist), value_(netlist.signals) {
    value_[lanes::kOne] = true;
    for (const lanes::Memory& memory : netlist.memories)
      places_.emplace_back(memory.size, std::vector<bool>(memory.read_data.size()));
  }

  void Set(const std::string& port, std::uint64_t value) {
    const auto& bits = netlist_.inputs.at(port);
    for (std::size_t i = 0; i < bits.size(); ++i) value_[bits[i]] = (value >> i & 1) != 0;
  }
  std::uint64_t Get(const std::string& port) {
    Settle();
    return Number(netlist_.outputs.at(port));
  }

  void Clock() {
    Settle();
    std::vector<bool> next;
    for (const lanes::Register& r : netlist_.registers)
      next.push_back(value_[r.reset]    ? r.reset_value
                     : value_[r.enable] ? value_[r.in]
                                        : value_[r.out]);
    for (std::size_t m = 0; m < places_.size(); ++m) {
      const lanes::Memory& memory = netlist_.memories[m];
      const std::size_t place = Number(memory.write_address);
      if (!value_[memory.write_enable] || place >= memory.size) continue;
      for (std::size_t c = 0; c < memory.write_data.size(); ++c)
        places_[m][place][c] = value_[memory.write_data[c]];
    }
    for (std::size_t r = 0; r < next.size(); ++r) value_[netlist_.registers[r].out] = next[r];
  }

 private:
  std::uint64_t Number(const std::vector<lanes::Signal>& bits) const {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bits.size(); ++i)
      number |= static_cast<std::uint64_t>(value_[bits[i]]) << i;
    return number;
  }
  void Settle() {
    for (std::size_t m = 0; m < places_.size(); ++m) {
      const lanes::Memory& memory = netlist_.memories[m];
      const std::size_t place = Number(memory.read_address);
      for (std::size_t c = 0; c < memory.read_data.size(); ++c)
        value_[memory.read_data[c]] = place < memory.size && places_[m][place][c];
    }
    for (const lanes::Gate& gate : netlist_.gates) value_[gate.out] = Compute(gate);
  }
  bool Compute(const lanes::Gate& g) const {
    const bool a = value_[g.a];
    const bool b = value_[g.b];
    switch (g.op) {
      case lanes::Op::kNot: return !a;
      case lanes::Op::kAnd: return a && b;
      case lanes::Op::kOr: return a || b;
      case lanes::Op::kXor: return a != b;
      case lanes::Op::kNand: return !(a && b);
      case lanes::Op::kNor: return !(a || b);
      case lanes::Op::kXnor: return a == b;
      case lanes::Op::kAndNot: return a && !b;
      case lanes::Op::kOrNot: return a || !b;
      case lanes::Op::kMux: return value_[g.select] ? b : a;
    }
    return false;
  }

  const lanes::Netlist& netlist_;
  std::vector<bool> value_;
  std::vector<std::vector<std::vector<bool>>> places_;  // by memory and place
};

// The JSON of module `node`, with ports and cells as given.
inline std::string Design(const std::string& ports, const std::string& cells) {
  return R"({"modules": {"node": {"ports": {"clk": {"direction": "input", "bits": [2]})" +
         (ports.empty() ? "" : ", " + ports) + R"(}, "cells": {)" + cells + "}}}}";
}
inline std::string Port(const std::string& name, const std::string& direction,
                        const std::string& bits) {
  return "\"" + name + R"(": {"direction": ")" + direction + R"(", "bits": [)" + bits + "]}";
}
// `parameters` and `pins` are the contents of JSON objects.
inline std::string Cell(const std::string& name, const std::string& type,
                        const std::string& parameters, const std::string& pins) {
  return "\"" + name + R"(": {"type": ")" + type + R"(", "parameters": {)" + parameters +
         R"(}, "connections": {)" + pins + "}}";
}

}  // namespace toroid::test
