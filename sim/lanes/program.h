// Schedules a node's netlist: the work for each part of a cycle.
//
// A cycle has two parts. `settle`, after a clock edge, computes the node's outputs, which depend on
// registers only (docs/spec/router.md R6.7). `clock` computes the registers' next values from these
// and the inputs. Signals that depend on a node's place alone are computed `once`, the schedule
// unit's outputs when they are asked for. Scheduled routers pass a flit on from a link to a sink in
// the cycle in which it arrives (docs/spec/scheduled-router.md N4.5): `pass` computes such outputs
// once the outputs of all links are known.
//
// Registers that share an enable form a group: if no lane has it, the group and the gates that only
// it needs are skipped. A group writes its registers at once, so it comes after its readers. Where
// groups read each other in a cycle, and for all other registers, the next values are stored and
// copied at the end.
//
// A payload is computed only where it matters. A value on a link or at an injector is arbitrary
// unless its valid is high, so a register that would take it then may keep its value. Payloads that
// several outputs and moves choose from, such as the oldest flit of a buffer, are computed once for
// all of them.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/payload.h"

namespace toroid::lanes {

// Roles of a netlist's ports. All other inputs may change in every cycle; all other outputs are
// read in every cycle and depend on registers, except passing outputs.
struct PortRoles {
  struct PayloadRole {
    PortBit payload;  // lowest bit
    PortBit valid;    // whether it counts
  };
  std::vector<PayloadRole> payload_inputs, payload_outputs;
  std::vector<std::string> constant_inputs;   // differ between nodes and never change
  std::vector<std::string> constant_outputs;  // depend on constant inputs only
  std::vector<std::string> asked_inputs;      // only `asked_outputs` depend on them
  std::vector<std::string> asked_outputs;
  std::vector<std::string> passing_inputs;  // `passing_outputs` may depend on them
  std::vector<std::string> passing_outputs;
  std::vector<std::string> unused_outputs;
};

// Registers that share enable and reset.
struct Group {
  std::vector<Gate> gates;  // gates that nothing else needs
  std::vector<Register> registers;
};

// Payload registers that change only where `when` is high, and their gates.
struct PayloadMove {
  Signal when = kOne;
  std::vector<Register> registers;
};
struct PayloadOutput {
  std::size_t port = 0;  // index into PortRoles::payload_outputs
  Signal when = kOne;
  Signal value = kZero;  // payload
  bool passes = false;   // depends on an input of the same cycle
};
// A payload gate that several outputs or moves read; `when` is high wherever one of theirs is.
struct SharedPayload {
  Signal value = kZero;
  std::vector<Signal> when;
};

struct Program {
  Netlist netlist;  // control part, with the gates that tell when payloads matter
  Payload payload;

  std::vector<Gate> once, settle, pass, ask, clock;
  std::vector<SharedPayload> shared_payloads;  // after `settle`, in order
  std::vector<PayloadOutput> payload_outputs;  // after these or `pass`
  std::vector<PayloadMove> payload_moves;      // after `clock` and the writes to memories, in order
  std::vector<Group> groups;                   // after the moves, in order
  std::vector<Register> plain;                 // last: `clock` has stored their next values
};

// Requires a simplified netlist. Diagnostics have field "yosys" and kUnable: payloads that are not
// alike or steer something, an output that depends on an input of the same cycle.
Result<Program> MakeProgram(Netlist netlist, const PortRoles& roles, std::size_t payload_bits);

}  // namespace toroid::lanes
