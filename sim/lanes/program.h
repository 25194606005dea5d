// What is computed when: a node's netlist as a list of work for each part of a cycle.
//
// A cycle has two parts. `settle`, after a clock edge, computes what the node shows, which depends
// on registers only (docs/spec/router.md R6.7). `clock` computes the registers' next values from
// that and the inputs. What depends on a node's place alone is computed `once`, what its schedule
// unit says is computed when it is asked. Scheduled routers pass a flit on from a link to a sink in
// the cycle in which it comes (docs/spec/scheduled-router.md N4.5): such outputs are computed by
// `pass`, once all links have been shown.
//
// Registers that share an enable form a group: if no lane has it, the group and the gates that only
// it needs are left out. A group writes its registers at once, so it comes after whoever reads
// them; where groups read each other in a circle, and for all other registers, the next values are
// put aside and copied at the end.
//
// A payload is worked out only where it matters. What stands on a link or at an injector is
// arbitrary unless its valid is high, so a register that takes it then may as well keep what it
// has. What several outputs and moves choose from, such as the oldest flit of a buffer, is worked
// out once for all of them.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/payload.h"

namespace toroid::lanes {

// How the ports of a netlist are used. All other inputs may change in every cycle, all other
// outputs are shown in every cycle and depend on registers, but for those that pass something on.
struct PortRoles {
  struct PayloadRole {
    PortBit payload;  // its lowest bit
    PortBit valid;    // whether it counts
  };
  std::vector<PayloadRole> payload_inputs, payload_outputs;
  std::vector<std::string> constant_inputs;   // that differ between nodes and never change
  std::vector<std::string> constant_outputs;  // that depend on these only
  std::vector<std::string> asked_inputs;      // that only `asked_outputs` depend on
  std::vector<std::string> asked_outputs;
  std::vector<std::string> passing_inputs;  // that `passing_outputs` may depend on
  std::vector<std::string> passing_outputs;
  std::vector<std::string> unused_outputs;
};

// Registers that share enable and reset.
struct Group {
  std::vector<Gate> gates;  // that nothing else needs
  std::vector<Register> registers;
};

// Payload registers that change only where `when` is; their gates.
struct PayloadMove {
  Signal when = kOne;
  std::vector<Register> registers;
};
struct PayloadOutput {
  std::size_t port = 0;  // of PortRoles::payload_outputs
  Signal when = kOne;
  Signal value = kZero;  // a payload's
  bool passes = false;   // from an input of the same cycle
};
// A payload gate that several outputs or moves read: wherever one of theirs is high.
struct SharedPayload {
  Signal value = kZero;
  std::vector<Signal> when;
};

struct Program {
  Netlist netlist;  // the control part, with the gates that say when payloads matter
  Payload payload;

  std::vector<Gate> once, settle, pass, ask, clock;
  std::vector<SharedPayload> shared_payloads;  // after `settle`, in order
  std::vector<PayloadOutput> payload_outputs;  // after these or `pass`
  std::vector<PayloadMove> payload_moves;      // after `clock` and the writes to memories, in order
  std::vector<Group> groups;                   // after these, in order
  std::vector<Register> plain;                 // last: their next values are put aside by `clock`
};

// Requires a simplified netlist. Diagnostics are of field "yosys" and kUnable: payloads that are
// not alike or steer something, an output that depends on an input of the same cycle.
Result<Program> MakeProgram(Netlist netlist, const PortRoles& roles, std::size_t payload_bits);

}  // namespace toroid::lanes
