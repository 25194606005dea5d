// A signal lives in a local variable of the function that computes it, unless another function
// reads it too: then it gets a slot, a place in the array of words that a block of nodes keeps.
// Registers come first, the plain ones and then the groups, so that next values are copied in one
// go; memory outputs and inputs follow. Neighbouring bits have neighbouring slots, which is what
// bundles look for.
//
// Example: 700 gates of `clock` are cut into three functions of 233 or 234. A register whose next
// value is computed in the second and whose enable in the third is stored by the third.
//
// Functions are cut at kPiece gates because compilers take more than linear time for long ones;
// more functions mean more slots, so more loads and stores.
#include "sim/lanes/layout.h"

#include <algorithm>
#include <set>

namespace toroid::lanes {
namespace {

constexpr std::size_t kPiece = 300;         // gates in a function
constexpr std::size_t kSmallestBundle = 3;  // a shorter loop saves no text

class LayoutPlanner {
 public:
  LayoutPlanner(const Program& program, const NodePorts& ports)
      : program_(program), netlist_(program.netlist), ports_(ports), roles_(RolesOf(ports)) {}

  Layout Run() {
    KeepState();
    PlanPhases();
    PlanGroups();
    FindFunctions();
    PlacePlain();
    PlaceRows();
    for (const Function& function : layout_.functions) KeepForeign(function);
    KeepWhatTheAdaptorReads();
    return std::move(layout_);
  }

 private:
  // ---- slots

  // Constants need no slot, and payloads have arrays of their own.
  void Keep(Signal signal) {
    if (signal <= kOne || program_.payload.signals.contains(signal)) return;
    layout_.slots.try_emplace(signal, layout_.slots.size());
  }

  // Assigns slots first to state and inputs, in an order that keeps words together.
  void KeepState() {
    for (const Register& r : program_.plain) Keep(r.out);
    for (const Group& group : program_.groups)
      for (const Register& r : group.registers) Keep(r.out);
    std::set<Signal> used;
    const auto use = [&](Signal signal) { used.insert(signal); };
    for (const Gate& gate : netlist_.gates) ForEachOperand(gate, use);
    for (const Gate& gate : program_.payload.gates) ForEachOperand(gate, use);
    ForEachSink(netlist_, use);
    const auto keep = [&](const std::vector<Signal>& bits) {
      for (const Signal bit : bits)
        if (used.contains(bit)) Keep(bit);
    };
    for (const Memory& memory : netlist_.memories) keep(memory.read_data);
    for (const auto& [name, bits] : netlist_.inputs) keep(bits);
    state_ = layout_.slots.size();
  }
  // The slot of a signal that is not a gate's output.
  std::optional<std::size_t> PlaceOf(Signal signal) const {
    const auto slot = layout_.slots.find(signal);
    if (slot == layout_.slots.end() || slot->second >= state_) return std::nullopt;
    return slot->second;
  }

  // ---- functions

  // Cuts into pieces of nearly equal length, in order; an empty phase still gets one function.
  void Cut(const std::string& phase, const std::vector<Gate>& gates) {
    const std::size_t pieces = std::max<std::size_t>(1, (gates.size() + kPiece - 1) / kPiece);
    for (std::size_t p = 0; p < pieces; ++p) {
      const auto at = [&](std::size_t piece) {
        return gates.begin() + static_cast<std::ptrdiff_t>(gates.size() * piece / pieces);
      };
      Function function;
      function.phase = phase;
      function.gates.assign(at(p), at(p + 1));
      layout_.functions.push_back(std::move(function));
    }
  }

  void PlanPhases() {
    Bundled rows = BundledRows();
    Cut("Once", program_.once);
    Cut("Settle", rows.gates);
    layout_.functions.push_back({});
    layout_.functions.back().phase = "Settle";
    layout_.functions.back().row_bundles = std::move(rows.bundles);
    std::ranges::move(rows.others, std::back_inserter(rows_));
    Cut("Pass", program_.pass);
    Cut("Ask", program_.ask);
    Cut("Clock", program_.clock);
  }

  // The rows that links show, bundled where the bits of a flit are computed alike. Rows that depend
  // on the place only are written once.
  Bundled BundledRows() {
    std::vector<Statement> statements;
    for (const NodePorts::Link& link : ports_.links)
      for (const PortBit& wire : LinkWires(ports_, link, false)) {
        const Statement row{layout_.rows++, SignalOf(netlist_.outputs, wire)};
        (IsOnce(row.value) ? rows_ : statements).push_back(row);
      }
    const auto place = [&](Signal signal) { return PlaceOf(signal); };
    return MakeBundles(statements, program_.settle, ReadBesidesRows(), place, kSmallestBundle);
  }
  // Signals of `settle` that are read by code other than its gates and the links' rows.
  std::vector<Signal> ReadBesidesRows() const {
    std::vector<Signal> read;
    const auto reads = [&](Signal signal) { read.push_back(signal); };
    std::set<std::string> links;
    for (const NodePorts::Link& link : ports_.links)
      for (const PortBit& wire : LinkWires(ports_, link, false)) links.insert(wire.port);
    for (const auto& [name, bits] : netlist_.outputs)
      if (!links.contains(name)) std::ranges::for_each(bits, reads);
    Netlist sinks = netlist_;
    sinks.outputs.clear();
    ForEachSink(sinks, reads);
    for (const auto* gates : {&program_.pass, &program_.ask, &program_.clock})
      for (const Gate& gate : *gates) ForEachOperand(gate, reads);
    for (const Group& group : program_.groups)
      for (const Gate& gate : group.gates) ForEachOperand(gate, reads);
    for (const PayloadOutput& output : program_.payload_outputs) reads(output.when);
    for (const PayloadMove& move : program_.payload_moves) reads(move.when);
    for (const Gate& gate : program_.payload.gates) ForEachOperand(gate, reads);
    return read;
  }

  // Fills functions with whole groups: a group's gates are inside a branch, which a cut would have
  // to repeat. A register or bundle counts as a few gates.
  void PlanGroups() {
    std::size_t size = kPiece;
    for (const Group& group : program_.groups) {
      if (size >= kPiece) {
        layout_.functions.push_back({});
        layout_.functions.back().phase = "Groups";
        size = 0;
      }
      GroupPart part = PartOf(group);
      size += part.gates.size() + 2 * part.registers.size() + 4 * part.bundles.size();
      layout_.functions.back().groups.push_back(std::move(part));
    }
  }
  GroupPart PartOf(const Group& group) const {
    std::vector<Statement> statements;
    std::map<std::size_t, Register> by_slot;
    for (const Register& r : group.registers) {
      statements.push_back({layout_.slots.at(r.out), r.in, r.reset_value ? 1 : 0});
      by_slot[statements.back().target] = r;
    }
    const auto place = [&](Signal signal) { return PlaceOf(signal); };
    Bundled bundled = MakeBundles(statements, group.gates, {}, place, kSmallestBundle);
    GroupPart part;
    part.common = group.registers[0];
    part.gates = std::move(bundled.gates);
    part.bundles = std::move(bundled.bundles);
    for (const Statement& other : bundled.others) part.registers.push_back(by_slot[other.target]);
    return part;
  }

  // ---- statements go to the first function in which all their operands are known

  void FindFunctions() {
    for (std::size_t f = 0; f < layout_.functions.size(); ++f) {
      first_.try_emplace(layout_.functions[f].phase, f);
      for (const Gate& gate : layout_.functions[f].gates) function_of_[gate.out] = f;
    }
  }
  // The first function of the phase after which all these signals are known.
  Function& FunctionWith(const std::string& phase, std::initializer_list<Signal> signals) {
    std::size_t function = first_.at(phase);
    for (const Signal signal : signals) {
      const auto place = function_of_.find(signal);
      if (place != function_of_.end()) function = std::max(function, place->second);
    }
    return layout_.functions[function];
  }
  void PlacePlain() {
    for (const Register& r : program_.plain)
      FunctionWith("Clock", {r.in, r.enable, r.reset}).plain.push_back(r);
  }
  void PlaceRows() {
    for (const Statement& row : rows_)
      FunctionWith(IsOnce(row.value) ? "Once" : "Settle", {row.value}).rows.push_back(row);
  }
  bool IsOnce(Signal signal) const {
    if (signal <= kOne) return true;
    for (const std::string& name : roles_.constant_inputs) {
      const auto& bits = netlist_.inputs.at(name);
      if (std::ranges::find(bits, signal) != bits.end()) return true;
    }
    return std::ranges::find(program_.once, signal, &Gate::out) != program_.once.end();
  }

  // ---- signals from other functions

  // Assigns slots to signals that this function reads and does not compute.
  void KeepForeign(const Function& function) {
    std::set<Signal> own;
    const auto reads = [&](Signal signal) {
      if (!own.contains(signal)) Keep(signal);
    };
    const auto computes = [&](const std::vector<Gate>& gates) {
      for (const Gate& gate : gates) {
        ForEachOperand(gate, reads);
        own.insert(gate.out);
      }
    };
    const auto loops = [&](const std::vector<Bundle>& bundles) {
      for (const Bundle& bundle : bundles) {
        computes(bundle.gates);
        reads(bundle.value);
      }
    };
    computes(function.gates);
    for (const Register& r : function.plain) reads(r.in), reads(r.enable), reads(r.reset);
    for (const Statement& row : function.rows) reads(row.value);
    loops(function.row_bundles);
    for (const GroupPart& group : function.groups) {
      reads(group.common.enable), reads(group.common.reset);
      computes(group.gates);
      for (const Register& r : group.registers) reads(r.in);
      loops(group.bundles);
    }
  }

  // The adaptor (sim/dut/adaptor/lanes) reaches signals only by the slots in its tables, so every
  // signal it reads needs one: local ports, busy, payload conditions, memory addresses.
  void KeepWhatTheAdaptorReads() {
    for (const PayloadOutput& output : program_.payload_outputs) Keep(output.when);
    for (const PayloadMove& move : program_.payload_moves) {
      Keep(move.when);
      for (const Register& r : move.registers) Keep(r.in);  // control may be an input itself
    }
    for (const Gate& gate : program_.payload.gates)
      ForEachOperand(gate, [&](Signal operand) { Keep(operand); });
    for (int q = 0; q < ports_.local_ports; ++q)
      for (const PortBit& wire : LocalWires(ports_, q, false))
        Keep(SignalOf(netlist_.outputs, wire));
    const auto keep = [&](const std::string& name) {
      const auto port = netlist_.outputs.find(name);
      if (port == netlist_.outputs.end()) return;
      for (const Signal bit : port->second) Keep(bit);
    };
    for (const char* name : {"busy", "table_ready", "faults", "barrier_release", "loaded",
                             "holds_guest", "logical", "send"})
      keep(name);
    std::ranges::for_each(roles_.asked_outputs, keep);
    for (const Memory& memory : netlist_.memories) {
      Keep(memory.write_enable);
      for (const Signal bit : memory.read_address) Keep(bit);
      for (const Signal bit : memory.write_address) Keep(bit);
      for (std::size_t c = 0; c < memory.write_data.size(); ++c)
        if (layout_.slots.contains(memory.read_data[c])) Keep(memory.write_data[c]);
    }
  }

  const Program& program_;
  const Netlist& netlist_;
  const NodePorts& ports_;
  PortRoles roles_;
  Layout layout_;
  std::size_t state_ = 0;                      // slots of registers, memories and inputs
  std::vector<Statement> rows_;                // rows outside bundles
  std::map<std::string, std::size_t> first_;   // function of a phase
  std::map<Signal, std::size_t> function_of_;  // of gates
};

}  // namespace

Layout MakeLayout(const Program& program, const NodePorts& ports) {
  return LayoutPlanner(program, ports).Run();
}

Signal SignalOf(const PortMap& ports, const PortBit& bit) {
  const auto port = ports.find(bit.port);
  return port == ports.end() || bit.bit >= port->second.size() ? kZero : port->second[bit.bit];
}

}  // namespace toroid::lanes
