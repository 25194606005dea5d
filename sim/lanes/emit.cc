// Each control signal is a word of lanes. Inside a function it is a local constant `x<number>`;
// what other functions read as well has a slot in the block's array `s`, the plain registers the
// first. Payloads are arrays of their own.
#include "sim/lanes/emit.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace toroid::lanes {
namespace {

constexpr std::size_t kPiece = 300;  // gates in a function

// Where the parts of a program stand in the emitted functions.
struct Function {
  std::string name;
  std::vector<Gate> gates;
  std::vector<std::size_t> groups;  // of program.groups, instead of gates
};

class Emitter {
 public:
  Emitter(const Program& program, const NodePorts& ports)
      : program_(program), ports_(ports), roles_(RolesOf(ports)) {}

  std::string Run() {
    NamePayloads();
    CutFunctions();
    PlaceStatements();
    AssignSlots();
    std::ostringstream body;
    for (const Function& function : functions_) body << FunctionText(function);
    for (std::size_t i = 0; i < program_.payload_outputs.size(); ++i) body << OutputText(i);
    for (std::size_t i = 0; i < program_.payload_moves.size(); ++i) body << MoveText(i);
    body << PhasesText();
    return HeaderText() + body.str() + "\n}  // namespace toroid_dut\n";
  }

 private:
  // ---- payloads

  void NamePayloads() {
    for (const auto& role : roles_.payload_inputs) {
      const Signal bit0 = program_.netlist.inputs.at(role.payload.port).at(role.payload.bit);
      const std::string index = std::to_string(payload_names_.size());
      payload_names_[bit0] = "b.in[" + index + "][c]";
    }
    for (std::size_t r = 0; r < program_.payload.registers.size(); ++r)
      payload_names_[program_.payload.registers[r].out] = "b.d[" + std::to_string(r) + "][c]";
    for (const PayloadMemory& part : program_.payload.memories)
      payload_names_[program_.netlist.memories[part.memory].read_data[part.column]] =
          "b.m" + std::to_string(part.memory) + ".answer[c]";
    for (const Gate& gate : program_.payload.gates) payload_gates_[gate.out] = gate;
  }
  bool IsPayload(Signal signal) const { return program_.payload.signals.contains(signal); }

  // ---- functions

  void Cut(const std::string& name, const std::vector<Gate>& gates) {
    const std::size_t pieces = std::max<std::size_t>(1, (gates.size() + kPiece - 1) / kPiece);
    for (std::size_t p = 0; p < pieces; ++p) {
      const auto at = [&](std::size_t piece) {
        return gates.begin() + static_cast<std::ptrdiff_t>(gates.size() * piece / pieces);
      };
      functions_.push_back({name + std::to_string(p), {at(p), at(p + 1)}, {}});
    }
  }
  void CutFunctions() {
    Cut("Once", program_.once);
    Cut("Settle", program_.settle);
    Cut("Ask", program_.ask);
    Cut("Clock", program_.clock);
    std::size_t size = kPiece;
    int pieces = 0;
    for (std::size_t g = 0; g < program_.groups.size(); ++g) {
      const Group& group = program_.groups[g];
      if (size >= kPiece) {
        functions_.push_back({"Groups" + std::to_string(pieces++), {}, {}});
        size = 0;
      }
      functions_.back().groups.push_back(g);
      size += group.gates.size() + 2 * group.registers.size();
    }
    for (std::size_t f = 0; f < functions_.size(); ++f)
      for (const Gate& gate : functions_[f].gates) function_of_[gate.out] = f;
  }
  std::size_t First(const std::string& phase) const {
    const auto starts = [&](const Function& function) { return function.name == phase + "0"; };
    return static_cast<std::size_t>(std::ranges::find_if(functions_, starts) - functions_.begin());
  }
  // The function of a phase in which all these signals are known.
  std::size_t FunctionWith(const std::string& phase, std::initializer_list<Signal> signals) const {
    std::size_t function = First(phase);
    for (const Signal signal : signals) {
      const auto place = function_of_.find(signal);
      if (place != function_of_.end()) function = std::max(function, place->second);
    }
    return function;
  }

  // ---- statements at the ends of functions: next values and wires

  void PlaceStatements() {
    for (const Register& r : program_.plain)
      plain_in_[FunctionWith("Clock", {r.in, r.enable, r.reset})].push_back(r);
    std::size_t row = 0;
    for (const NodePorts::Link& link : ports_.links) {
      for (const PortBit& wire : LinkWires(ports_, link, false)) {
        const Signal signal = SignalOf(program_.netlist.outputs, wire);
        rows_in_[FunctionWith(IsOnce(signal) ? "Once" : "Settle", {signal})].emplace_back(row++,
                                                                                          signal);
      }
    }
    rows_ = row;
  }
  bool IsOnce(Signal signal) const {
    if (signal <= kOne) return true;
    for (const std::string& name : roles_.constant_inputs) {
      const auto& bits = program_.netlist.inputs.at(name);
      if (std::ranges::find(bits, signal) != bits.end()) return true;
    }
    return std::ranges::find(program_.once, signal, &Gate::out) != program_.once.end();
  }
  // kZero for a wire that the netlist does not have.
  static Signal SignalOf(const PortMap& ports, const PortBit& wire) {
    const auto port = ports.find(wire.port);
    return port == ports.end() || wire.bit >= port->second.size() ? kZero : port->second[wire.bit];
  }

  // ---- slots

  void Keep(Signal signal) {
    if (IsPayload(signal) || signal <= kOne) return;
    slots_.try_emplace(signal, slots_.size());
  }
  void AssignSlots() {
    for (const Register& r : program_.plain) Keep(r.out);
    for (const Group& group : program_.groups)
      for (const Register& r : group.registers) Keep(r.out);
    KeepUsedInputs();
    for (std::size_t f = 0; f < functions_.size(); ++f) KeepForeign(f);
    for (const Group& group : program_.groups)
      Keep(group.registers[0].enable), Keep(group.registers[0].reset);
    KeepForPayloads();
    for (int q = 0; q < ports_.local_ports; ++q)
      for (const PortBit& wire : LocalWires(ports_, q, false))
        Keep(SignalOf(program_.netlist.outputs, wire));
    Keep(SignalOf(program_.netlist.outputs, {"busy"}));
    for (const std::string& name : roles_.asked_outputs)
      for (const Signal bit : program_.netlist.outputs.at(name)) Keep(bit);
    KeepForMemories();
  }
  // Last, when it is known which columns are read.
  void KeepForMemories() {
    for (std::size_t m = 0; m < program_.netlist.memories.size(); ++m) {
      const Memory& memory = program_.netlist.memories[m];
      Keep(memory.write_enable);
      for (const Signal bit : memory.read_address) Keep(bit);
      for (const Signal bit : memory.write_address) Keep(bit);
      for (const std::size_t c : ControlColumns(m)) Keep(memory.write_data[c]);
    }
  }
  // In the order of the ports, so that what is handled alike stands side by side.
  void KeepUsedInputs() {
    std::set<Signal> used;
    const auto use = [&](const std::vector<Gate>& gates) {
      for (const Gate& gate : gates) ForEachOperand(gate, [&](Signal bit) { used.insert(bit); });
    };
    use(program_.netlist.gates);
    use(program_.payload.gates);
    ForEachSink(program_.netlist, [&](Signal bit) { used.insert(bit); });
    for (const auto& [name, bits] : program_.netlist.inputs)
      for (const Signal bit : bits)
        if (used.contains(bit)) Keep(bit);
  }
  // What a function reads and another computes.
  void KeepForeign(std::size_t f) {
    std::set<Signal> own;
    const auto reads = [&](Signal signal) {
      if (!own.contains(signal)) Keep(signal);
    };
    const auto gates = [&](const std::vector<Gate>& list) {
      for (const Gate& gate : list) {
        ForEachOperand(gate, reads);
        own.insert(gate.out);
      }
    };
    gates(functions_[f].gates);
    for (const std::size_t g : functions_[f].groups) {
      gates(program_.groups[g].gates);
      for (const Register& r : program_.groups[g].registers) reads(r.in);
    }
    for (const Register& r : plain_in_[f]) reads(r.in), reads(r.enable), reads(r.reset);
    for (const auto& [row, signal] : rows_in_[f]) reads(signal);
  }
  void KeepForPayloads() {
    for (const PayloadOutput& output : program_.payload_outputs) {
      Keep(output.when);
      KeepSteering(output.value);
    }
    for (const PayloadMove& move : program_.payload_moves) {
      Keep(move.when);
      for (const Register& r : move.registers) KeepSteering(r.in);
    }
  }
  void KeepSteering(Signal payload) {
    const auto gate = payload_gates_.find(payload);
    if (gate == payload_gates_.end()) return Keep(payload);
    ForEachOperand(gate->second, [&](Signal operand) { KeepSteering(operand); });
  }
  std::string Slot(Signal signal) const {
    if (signal <= kOne) return signal == kOne ? "kAll" : "kNone";
    return "b.s[" + std::to_string(slots_.at(signal)) + "]";
  }
  // For the adaptor's tables; -1: always low, or not there; -2: always high.
  std::string SlotNumber(Signal signal) const {
    if (signal == kOne) return "-2";
    const auto slot = slots_.find(signal);
    return slot == slots_.end() ? "-1" : std::to_string(slot->second);
  }

  // ---- text of gates

  // The locals of a function, or of a block inside it.
  struct Scope {
    std::set<Signal> known;
    std::string indent = "  ";
    std::ostringstream text;
  };
  std::string Use(Signal signal, Scope& scope, const Scope* outer = nullptr) const {
    if (signal <= kOne) return signal == kOne ? "kAll" : "kNone";
    const std::string name = "x" + std::to_string(signal);
    const bool known = scope.known.contains(signal) || (outer && outer->known.contains(signal));
    if (!known) {
      scope.text << scope.indent << "const V " << name << " = " << Slot(signal) << ";\n";
      scope.known.insert(signal);
    }
    return name;
  }
  static std::string Expression(Op op, const std::string& a, const std::string& b,
                                const std::string& select) {
    switch (op) {
      case Op::kNot: return "~" + a;
      case Op::kAnd: return a + " & " + b;
      case Op::kOr: return a + " | " + b;
      case Op::kXor: return a + " ^ " + b;
      case Op::kNand: return "~(" + a + " & " + b + ")";
      case Op::kNor: return "~(" + a + " | " + b + ")";
      case Op::kXnor: return "~(" + a + " ^ " + b + ")";
      case Op::kAndNot: return a + " & ~" + b;
      case Op::kOrNot: return a + " | ~" + b;
      case Op::kMux: return "Pick(" + select + ", " + b + ", " + a + ")";
    }
    return "";
  }
  void GateText(const Gate& gate, Scope& scope, const Scope* outer = nullptr) const {
    const std::string a = Use(gate.a, scope, outer);
    const std::string b = gate.op == Op::kNot ? "" : Use(gate.b, scope, outer);
    const std::string select = gate.op == Op::kMux ? Use(gate.select, scope, outer) : "";
    scope.text << scope.indent << "const V x" << gate.out << " = "
               << Expression(gate.op, a, b, select) << ";\n";
    scope.known.insert(gate.out);
    if (slots_.contains(gate.out))
      scope.text << scope.indent << Slot(gate.out) << " = x" << gate.out << ";\n";
  }
  std::string NextText(const Register& r, Scope& scope, const Scope* outer = nullptr) const {
    std::string next = Use(r.in, scope, outer);
    if (r.enable != kOne) {
      const std::string enable = Use(r.enable, scope, outer);
      next = "Pick(" + enable + ", " + next + ", " + Use(r.out, scope, outer) + ")";
    }
    if (r.reset == kZero) return next;
    const std::string reset = Use(r.reset, scope, outer);
    return r.reset_value ? next + " | " + reset : next + " & ~" + reset;
  }

  std::string FunctionText(const Function& function) {
    const auto f = static_cast<std::size_t>(&function - functions_.data());
    Scope scope;
    for (const Gate& gate : function.gates) GateText(gate, scope);
    for (const Register& r : plain_in_[f]) {
      const std::string next = NextText(r, scope);
      scope.text << "  b.next[" << slots_.at(r.out) << "] = " << next << ";\n";
    }
    for (const auto& [row, signal] : rows_in_[f]) {
      const std::string value = Use(signal, scope);
      scope.text << "  at.out[" << row << " * at.stride] = " << value << ";\n";
    }
    for (const std::size_t g : function.groups) GroupText(program_.groups[g], scope);
    return "static void __attribute__((noinline)) " + function.name +
           "([[maybe_unused]] Block& b, [[maybe_unused]] const Place& at) {\n" + scope.text.str() +
           "}\n";
  }
  void GroupText(const Group& group, Scope& outer) const {
    const Register& any = group.registers[0];
    std::string when = Use(any.enable, outer);
    if (any.reset != kZero) when += " | " + Use(any.reset, outer);
    Scope scope;
    scope.indent = "    ";
    for (const Gate& gate : group.gates) GateText(gate, scope, &outer);
    for (const Register& r : group.registers) {
      const std::string next = NextText(r, scope, &outer);
      scope.text << "    const V n" << r.out << " = " << next << ";\n";
    }
    for (const Register& r : group.registers)
      scope.text << "    " << Slot(r.out) << " = n" << r.out << ";\n";
    outer.text << "  if (Any(" << when << ")) {\n" << scope.text.str() << "  }\n";
  }

  // ---- text of payloads

  std::string UsePayload(Signal signal, Scope& scope) const {
    if (signal <= kOne) return signal == kOne ? "kAllPayload" : "kNoPayload";
    const std::string name = "x" + std::to_string(signal);
    if (scope.known.contains(signal)) return name;
    const auto gate = payload_gates_.find(signal);
    std::string value;
    if (gate != payload_gates_.end()) {
      const Gate& g = gate->second;
      const std::string a = UsePayload(g.a, scope);
      const std::string b = g.op == Op::kNot ? "" : UsePayload(g.b, scope);
      const std::string select = g.op == Op::kMux ? UsePayload(g.select, scope) : "";
      value = Expression(g.op, a, b, select);
    } else {
      const auto source = payload_names_.find(signal);
      value = source != payload_names_.end() ? source->second : "Spread(" + Slot(signal) + ", c)";
    }
    scope.text << "    const Payload " << name << " = " << value << ";\n";
    scope.known.insert(signal);
    return name;
  }
  static std::string LoopText(const std::string& name, const std::string& when,
                              const std::string& body) {
    return "static void __attribute__((noinline)) " + name +
           "(Block& b, [[maybe_unused]] const Place& at) {\n  ForPayloads(" + when +
           ", [&](unsigned c, [[maybe_unused]] Payload when) {\n" + body + "  });\n}\n";
  }
  std::string OutputText(std::size_t index) const {
    const PayloadOutput& output = program_.payload_outputs[index];
    Scope scope;
    const std::string value = UsePayload(output.value, scope);
    const std::size_t links = ports_.links.size();
    const std::string target =
        output.port < links
            ? "at.payload[" + std::to_string(output.port) + " * at.payload_stride + c]"
            : "b.ejected[" + std::to_string(output.port - links) + "][c]";
    scope.text << "    " << target << " = " << value << ";\n";
    return LoopText("Output" + std::to_string(index), Slot(output.when), scope.text.str());
  }
  std::string MoveText(std::size_t index) const {
    const PayloadMove& move = program_.payload_moves[index];
    Scope scope;
    for (const Register& r : move.registers) {
      const std::string next = UsePayload(r.in, scope);
      const std::string old = UsePayload(r.out, scope);
      scope.text << "    const Payload n" << r.out << " = Pick(when, " << next << ", " << old
                 << ");\n";
    }
    for (const Register& r : move.registers)
      scope.text << "    " << payload_names_.at(r.out) << " = n" << r.out << ";\n";
    return LoopText("Move" + std::to_string(index), Slot(move.when), scope.text.str());
  }

  // ---- text of phases

  std::string Calls(const std::string& phase) const {
    std::string text;
    for (const Function& function : functions_) {
      const bool starts = function.name.starts_with(phase) &&
                          std::isdigit(static_cast<unsigned char>(function.name[phase.size()]));
      if (starts) text += "  " + function.name + "(b, at);\n";
    }
    return text;
  }
  std::string PayloadCalls(const std::string& name, std::size_t count) const {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "  " + name + std::to_string(i) + "(b, at);\n";
    return text;
  }
  std::string PhasesText() const {
    std::string reads;
    std::string writes;
    for (std::size_t m = 0; m < program_.netlist.memories.size(); ++m) {
      reads += ReadText(m);
      writes += WriteText(m);
    }
    const auto phase = [](const std::string& name, const std::string& body) {
      return "inline void " + name + "(Block& b, [[maybe_unused]] const Place& at) {\n" + body +
             "}\n";
    };
    return phase("Once", Calls("Once")) +
           phase("Settle", reads + Calls("Settle") +
                               PayloadCalls("Output", program_.payload_outputs.size())) +
           phase("Ask", Calls("Ask")) +
           phase("Clock", Calls("Clock") + writes +
                              PayloadCalls("Move", program_.payload_moves.size()) +
                              Calls("Groups") + "  std::copy_n(b.next, kPlain, b.s);\n");
  }

  // ---- memories

  const PayloadMemory* PayloadOf(std::size_t memory) const {
    const auto& all = program_.payload.memories;
    const auto part = std::ranges::find(all, memory, &PayloadMemory::memory);
    return part == all.end() ? nullptr : &*part;
  }
  // The columns that are no payload and are read.
  std::vector<std::size_t> ControlColumns(std::size_t m) const {
    const auto& answers = program_.netlist.memories[m].read_data;
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < answers.size(); ++c)
      if (slots_.contains(answers[c])) columns.push_back(c);
    return columns;
  }
  std::string ListText(const std::vector<Signal>& signals) const {
    std::string text = "{";
    for (const Signal signal : signals) text += (text.size() > 1 ? ", " : "") + Slot(signal);
    return text + "}";
  }
  std::string ReadText(std::size_t m) const {
    const Memory& memory = program_.netlist.memories[m];
    const std::string name = "b.m" + std::to_string(m);
    std::string text = "  if (" + name + ".Read(" + ListText(memory.read_address) + ")) {\n";
    std::size_t place = 0;
    for (const std::size_t c : ControlColumns(m))
      text += "    " + Slot(memory.read_data[c]) + " = " + name + ".word[" +
              std::to_string(place++) + "];\n";
    return text + "  }\n";
  }
  std::string WriteText(std::size_t m) const {
    const Memory& memory = program_.netlist.memories[m];
    std::vector<Signal> data;
    for (const std::size_t c : ControlColumns(m)) data.push_back(memory.write_data[c]);
    const PayloadMemory* part = PayloadOf(m);
    std::string payload = "nullptr";
    if (part) {
      const std::string source = payload_names_.at(memory.write_data[part->column]);
      payload = source.substr(0, source.size() - 3);  // without "[c]"
    }
    return "  b.m" + std::to_string(m) + ".Write(" + Slot(memory.write_enable) + ", " +
           ListText(memory.write_address) + ", " + ListText(data) + ", " + payload + ");\n";
  }

  // ---- text of the head: sizes and tables

  std::string Table(const std::string& name, const std::vector<std::vector<Signal>>& rows) const {
    std::size_t widest = 1;
    for (const auto& row : rows) widest = std::max(widest, row.size());
    std::string text = "constexpr int " + name + "[" + std::to_string(rows.size()) + "][" +
                       std::to_string(widest) + "] = {\n";
    for (const auto& row : rows) {
      text += "    {";
      for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? ", " : "") + SlotNumber(row[i]);
      text += "},\n";
    }
    return text + "};\n";
  }
  std::string List(const std::string& name, const PortMap& ports, const std::string& port) const {
    const auto found = ports.find(port);
    return Table(name, {found == ports.end() ? std::vector<Signal>{kZero} : found->second});
  }
  std::string HeaderText() const {
    const Netlist& netlist = program_.netlist;
    const auto wires = [&](const std::vector<PortBit>& list, const PortMap& ports) {
      std::vector<Signal> signals;
      for (const PortBit& wire : list) signals.push_back(SignalOf(ports, wire));
      return signals;
    };
    std::vector<std::vector<Signal>> link_in;
    std::vector<std::vector<Signal>> local_in;
    std::vector<std::vector<Signal>> local_out;
    for (const NodePorts::Link& link : ports_.links)
      link_in.push_back(wires(LinkWires(ports_, link, true), netlist.inputs));
    for (int q = 0; q < ports_.local_ports; ++q) {
      local_in.push_back(wires(LocalWires(ports_, q, true), netlist.inputs));
      local_out.push_back(wires(LocalWires(ports_, q, false), netlist.outputs));
    }
    std::ostringstream text;
    text << "// One node, computed for all lanes at once; made from its netlist, see sim/lanes.\n"
            "#pragma once\n\n"
         << "constexpr unsigned kLinkPorts = " << ports_.links.size()
         << ", kLocalPorts = " << ports_.local_ports << ", kPayloadBits = " << ports_.payload_bits
         << ", kFlitBits = " << ports_.flit_bits
         << ",\n                   kAddressBits = " << ports_.address_bits
         << ", kMemberBits = " << ports_.member_bits << ", kMessages = " << ports_.messages << ";\n"
         << "constexpr bool kRelay = " << (ports_.relay ? "true" : "false") << ";\n"
         << "constexpr unsigned kSlots = " << slots_.size()
         << ", kPlain = " << program_.plain.size() << ", kRows = " << rows_ << ";\n";
    text << Table("kLinkIn", link_in) << Table("kLocalIn", local_in)
         << Table("kLocalOut", local_out) << List("kReset", netlist.inputs, "rst")
         << List("kCoordinates", netlist.inputs, "coordinates")
         << List("kBase", netlist.inputs, "base") << List("kStart", netlist.inputs, "start")
         << List("kRunning", netlist.inputs, "running") << List("kNow", netlist.inputs, "now")
         << List("kSend", netlist.outputs, "send") << List("kBusy", netlist.outputs, "busy");
    text << "\n#include \"lanes_payload.h\"\n\nnamespace toroid_dut {\n\n" << BlockText();
    return text.str();
  }
  std::string BlockText() const {
    std::ostringstream text;
    text << "// The state of as many nodes as there are lanes.\nstruct Block {\n"
            "  V s[kSlots] = {};\n  V next[kPlain] = {};\n"
         << "  PayloadArray d[" << std::max<std::size_t>(1, program_.payload.registers.size())
         << "] = {};\n  PayloadArray in[kLinkPorts + kLocalPorts] = {};\n"
            "  PayloadArray ejected[kLocalPorts] = {};\n";
    for (std::size_t m = 0; m < program_.netlist.memories.size(); ++m) {
      const Memory& memory = program_.netlist.memories[m];
      text << "  Queue<" << memory.size << ", " << memory.read_address.size() << ", "
           << ControlColumns(m).size() << ", " << (PayloadOf(m) ? "true" : "false") << "> m" << m
           << ";\n";
    }
    text << "};\n\n";
    return text.str();
  }

  const Program& program_;
  const NodePorts& ports_;
  PortRoles roles_;
  std::map<Signal, std::string> payload_names_;  // registers, ports and memories
  std::map<Signal, Gate> payload_gates_;
  std::vector<Function> functions_;
  std::map<Signal, std::size_t> function_of_;              // of gates
  std::map<std::size_t, std::vector<Register>> plain_in_;  // by function
  std::map<std::size_t, std::vector<std::pair<std::size_t, Signal>>> rows_in_;
  std::size_t rows_ = 0;
  std::map<Signal, std::size_t> slots_;
};

}  // namespace

std::string EmitNode(const Program& program, const NodePorts& ports) {
  return Emitter(program, ports).Run();
}

}  // namespace toroid::lanes
