// The smallest node: one register for a payload, and one that says whether it holds a payload.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::test {

// Inputs `in` and `in_valid`; outputs `out` and `out_valid`; `select` chooses between `in` and the
// register's value.
struct SmallNode {
  static constexpr std::size_t kWidth = 3;
  lanes::Netlist netlist;
  lanes::Signal select, valid, full;

  static std::vector<lanes::PortBit> Ins() { return {{"in", 0}}; }
  static std::vector<lanes::PortBit> Outs() { return {{"out", 0}}; }

  SmallNode() {
    netlist.inputs["select"] = {select = netlist.New()};
    netlist.inputs["in_valid"] = {valid = netlist.New()};
    for (std::size_t i = 0; i < kWidth; ++i) {
      netlist.inputs["in"].push_back(netlist.New());
      netlist.outputs["out"].push_back(netlist.New());
    }
    for (std::size_t i = 0; i < kWidth; ++i) {
      const lanes::Signal in = netlist.inputs["in"][i];
      const lanes::Signal out = netlist.outputs["out"][i];
      netlist.gates.push_back({lanes::Op::kMux, netlist.New(), out, in, select});
      netlist.registers.push_back({.out = out,
                                   .in = netlist.gates.back().out,
                                   .enable = lanes::kOne,
                                   .reset = lanes::kZero});
    }
    full = netlist.New();
    netlist.registers.push_back(
        {.out = full, .in = valid, .enable = select, .reset = lanes::kZero});
    netlist.outputs["out_valid"] = {full};
  }
};

}  // namespace toroid::test
