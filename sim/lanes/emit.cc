// Each control signal is a word of lanes. Inside a function it is a local constant `x<number>`; a
// signal that other functions read too has a slot in the block's array `s` (layout.h). Payloads are
// separate arrays.
#include "sim/lanes/emit.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/lanes/layout.h"

namespace toroid::lanes {
namespace {

// Pick(s, x, y) is s ? x : y lane by lane; ~ and the rest are operators of the words.
std::string Expression(Op op, const std::string& a, const std::string& b,
                       const std::string& select) {
  switch (op) {
    case Op::kNot: return fmt::format("~{}", a);
    case Op::kAnd: return fmt::format("{} & {}", a, b);
    case Op::kOr: return fmt::format("{} | {}", a, b);
    case Op::kXor: return fmt::format("{} ^ {}", a, b);
    case Op::kNand: return fmt::format("~({} & {})", a, b);
    case Op::kNor: return fmt::format("~({} | {})", a, b);
    case Op::kXnor: return fmt::format("~({} ^ {})", a, b);
    case Op::kAndNot: return fmt::format("{} & ~{}", a, b);
    case Op::kOrNot: return fmt::format("{} | ~{}", a, b);
    case Op::kMux: return fmt::format("Pick({}, {}, {})", select, b, a);
  }
  return "";
}

// Lines of a function or of a block in it, and the named signals in it.
class Scope {
 public:
  explicit Scope(const Layout& layout, const Scope* outer = nullptr)
      : layout_(layout), outer_(outer), indent_(outer ? outer->indent_ + "  " : "  ") {}

  void Line(const std::string& text) { text_ += indent_ + text + "\n"; }
  void Block(const std::string& head, const Scope& inner) {
    Line(head + " {");
    text_ += inner.text_;
    Line("}");
  }
  const std::string& text() const { return text_; }

  // The signal as an operand; a signal in memory is read at its first use.
  std::string Use(Signal signal) {
    if (signal <= kOne) return signal == kOne ? "kAll" : "kNone";
    const std::string name = fmt::format("x{}", signal);
    if (!Knows(signal)) Define(signal, fmt::format("b.s[{}]", layout_.slots.at(signal)));
    return name;
  }
  void Define(Signal signal, const std::string& value) {
    Line(fmt::format("const V x{} = {};", signal, value));
    known_.insert(signal);
  }
  void Compute(const Gate& gate) {
    const std::string a = Use(gate.a);
    const std::string b = gate.op == Op::kNot ? "" : Use(gate.b);
    const std::string select = gate.op == Op::kMux ? Use(gate.select) : "";
    Define(gate.out, Expression(gate.op, a, b, select));
  }
  // The next value of a register with that enable, reset and current value.
  std::string Next(const Register& controls, const std::string& in, const std::string& before,
                   bool reset_value) {
    std::string next = in;
    if (controls.enable != kOne)
      next = "Pick(" + Use(controls.enable) + ", " + in + ", " + before + ")";
    if (controls.reset == kZero) return next;
    const std::string reset = Use(controls.reset);
    return reset_value ? next + " | " + reset : "(" + next + ") & ~" + reset;
  }

 private:
  bool Knows(Signal signal) const {
    return known_.contains(signal) || (outer_ && outer_->Knows(signal));
  }

  const Layout& layout_;
  const Scope* outer_;
  std::string indent_;
  std::string text_;
  std::set<Signal> known_;
};

class Emitter {
 public:
  Emitter(const Program& program, const NodePorts& ports)
      : program_(program), ports_(ports), layout_(MakeLayout(program, ports)) {
    NamePayloads(RolesOf(ports));
    NameFunctions();
  }

  std::string Run() {
    std::string body;
    for (std::size_t f = 0; f < layout_.functions.size(); ++f) body += FunctionText(f);
    for (std::size_t i = 0; i < program_.shared_payloads.size(); ++i) body += SharedText(i);
    for (std::size_t i = 0; i < program_.payload_outputs.size(); ++i) body += OutputText(i);
    for (std::size_t i = 0; i < program_.payload_moves.size(); ++i) body += MoveText(i);
    return HeaderText() + body + PhasesText() + "\n}  // namespace toroid_dut\n";
  }

 private:
  // ---- names

  void NamePayloads(const PortRoles& roles) {
    const Netlist& netlist = program_.netlist;
    for (std::size_t i = 0; i < roles.payload_inputs.size(); ++i) {
      const PortBit& port = roles.payload_inputs[i].payload;
      payload_arrays_[SignalOf(netlist.inputs, port)] = fmt::format("b.in[{}]", i);
    }
    for (std::size_t r = 0; r < program_.payload.registers.size(); ++r)
      payload_arrays_[program_.payload.registers[r].out] = fmt::format("b.d[{}]", r);
    for (const PayloadMemory& part : program_.payload.memories)
      payload_arrays_[netlist.memories[part.memory].read_data[part.column]] =
          fmt::format("b.m{}.answer", part.memory);
    for (std::size_t i = 0; i < program_.shared_payloads.size(); ++i)
      payload_arrays_[program_.shared_payloads[i].value] = fmt::format("b.shared[{}]", i);
    for (const Gate& gate : program_.payload.gates) payload_gates_[gate.out] = gate;
  }
  void NameFunctions() {
    std::map<std::string, std::size_t> numbers;
    for (const Function& function : layout_.functions)
      names_.push_back(fmt::format("{}{}", function.phase, numbers[function.phase]++));
  }
  std::string Slot(Signal signal) const {
    if (signal <= kOne) return signal == kOne ? "kAll" : "kNone";
    return fmt::format("b.s[{}]", layout_.slots.at(signal));
  }

  // ---- gates and registers

  // Order in a function: gates, next values of plain registers (stored for later), link outputs,
  // then groups, which write their registers at once and so must come last.
  std::string FunctionText(std::size_t f) const {
    const Function& function = layout_.functions[f];
    Scope scope(layout_);
    Compute(function.gates, scope);
    for (const Register& r : function.plain) {
      const std::string next = scope.Next(r, scope.Use(r.in), scope.Use(r.out), r.reset_value);
      scope.Line(fmt::format("b.next[{}] = {};", layout_.slots.at(r.out), next));
    }
    for (const Statement& row : function.rows)
      scope.Line(fmt::format("at.out[{} * at.stride] = {};", row.target, scope.Use(row.value)));
    for (const Bundle& rows : function.row_bundles) {
      UseLeaves(rows, scope);
      Scope loop(layout_, &scope);
      const std::string value = ComputeBundle(rows, loop);
      loop.Line(fmt::format("at.out[({} + i) * at.stride] = {};", rows.target, value));
      scope.Block(ForText(rows.count), loop);
    }
    for (const GroupPart& group : function.groups) GroupText(group, scope);
    return "static void __attribute__((noinline)) " + names_[f] +
           "([[maybe_unused]] Block& b, [[maybe_unused]] const Place& at) {\n" + scope.text() +
           "}\n";
  }
  void Compute(const std::vector<Gate>& gates, Scope& scope) const {
    for (const Gate& gate : gates) {
      scope.Compute(gate);
      if (layout_.slots.contains(gate.out))
        scope.Line(fmt::format("{} = x{};", Slot(gate.out), gate.out));
    }
  }

  // The head of a loop over the statements of a bundle.
  static std::string ForText(std::size_t count) {
    return fmt::format("for (unsigned i = 0; i < {}; ++i)", count);
  }
  // Names the values that a loop reads in every iteration.
  static void UseLeaves(const Bundle& bundle, Scope& scope) {
    std::set<Signal> own;
    const auto use = [&](Signal signal) {
      if (!own.contains(signal) && !bundle.moving.contains(signal)) scope.Use(signal);
    };
    for (const Gate& gate : bundle.gates) {
      ForEachOperand(gate, use);
      own.insert(gate.out);
    }
    use(bundle.value);
  }
  // The value in iteration i.
  static std::string ComputeBundle(const Bundle& bundle, Scope& loop) {
    for (const auto& [signal, place] : bundle.moving)
      loop.Define(signal, fmt::format("b.s[{} + i]", place));
    for (const Gate& gate : bundle.gates) loop.Compute(gate);
    return loop.Use(bundle.value);
  }

  // Computes all next values first, as registers of a group may read each other.
  void GroupText(const GroupPart& group, Scope& scope) const {
    std::string when = scope.Use(group.common.enable);
    if (group.common.reset != kZero) when += " | " + scope.Use(group.common.reset);
    Scope block(layout_, &scope);
    Compute(group.gates, block);
    for (const Register& r : group.registers) {
      const std::string next =
          block.Next(group.common, block.Use(r.in), block.Use(r.out), r.reset_value);
      block.Line(fmt::format("const V n{} = {};", r.out, next));
    }
    for (const Bundle& bundle : group.bundles) {
      UseLeaves(bundle, block);
      Scope loop(layout_, &block);
      const std::string value = ComputeBundle(bundle, loop);
      const std::string before = fmt::format("b.s[{} + i]", bundle.target);
      const std::string next = loop.Next(group.common, value, before, bundle.kind != 0);
      loop.Line(fmt::format("m{}[i] = {};", bundle.target, next));
      block.Line(fmt::format("V m{}[{}];", bundle.target, bundle.count));
      block.Block(ForText(bundle.count), loop);
    }
    for (const Register& r : group.registers)
      block.Line(fmt::format("{} = n{};", Slot(r.out), r.out));
    for (const Bundle& bundle : group.bundles)
      block.Line(fmt::format("std::copy_n(m{0}, {1}, b.s + {0});", bundle.target, bundle.count));
    scope.Block("if (Any(" + when + "))", block);
  }

  // ---- payloads

  // The payload signal as a name, after appending its computation to `text`. Control signals are
  // spread: each lane's bit becomes a whole payload of ones or zeros.
  std::string UsePayload(Signal signal, std::set<Signal>& known, std::string& text) const {
    if (signal <= kOne) return signal == kOne ? "kAllPayload" : "kNoPayload";
    const std::string name = fmt::format("x{}", signal);
    if (!known.insert(signal).second) return name;
    std::string value;
    if (const auto array = payload_arrays_.find(signal); array != payload_arrays_.end()) {
      value = array->second + "[c]";
    } else if (const auto gate = payload_gates_.find(signal); gate != payload_gates_.end()) {
      value = ComputePayload(gate->second, known, text);
    } else {
      value = "Spread(" + Slot(signal) + ", c)";
    }
    text += "    const Payload " + name + " = " + value + ";\n";
    return name;
  }
  std::string ComputePayload(const Gate& gate, std::set<Signal>& known, std::string& text) const {
    const std::string a = UsePayload(gate.a, known, text);
    const std::string b = gate.op == Op::kNot ? "" : UsePayload(gate.b, known, text);
    const std::string select = gate.op == Op::kMux ? UsePayload(gate.select, known, text) : "";
    return Expression(gate.op, a, b, select);
  }
  // A function that visits the payloads of the lanes where `when` is high and skips the rest, which
  // is why `when` is worth computing.
  static std::string LoopText(const std::string& name, const std::string& when,
                              const std::string& body) {
    return "static void __attribute__((noinline)) " + name +
           "(Block& b, [[maybe_unused]] const Place& at) {\n  ForPayloads(" + when +
           ", [&](unsigned c, [[maybe_unused]] Payload when) {\n" + body + "  });\n}\n";
  }
  std::string SharedText(std::size_t index) const {
    const SharedPayload& shared = program_.shared_payloads[index];
    std::string when;
    for (const Signal signal : shared.when) when += (when.empty() ? "" : " | ") + Slot(signal);
    std::set<Signal> known;
    std::string text;
    const std::string value = ComputePayload(payload_gates_.at(shared.value), known, text);
    return LoopText(fmt::format("Shared{}", index), when,
                    text + fmt::format("    b.shared[{}][c] = {};\n", index, value));
  }
  std::string OutputText(std::size_t index) const {
    const PayloadOutput& output = program_.payload_outputs[index];
    std::set<Signal> known;
    std::string text;
    const std::string value = UsePayload(output.value, known, text);
    const std::size_t links = ports_.links.size();
    const std::string target =
        output.port < links ? fmt::format("at.payload[{} * at.payload_stride + c]", output.port)
                            : fmt::format("b.ejected[{}][c]", output.port - links);
    return LoopText(fmt::format("Output{}", index), Slot(output.when),
                    text + "    " + target + " = " + value + ";\n");
  }
  // Computes all next values before storing any, as registers of one move may read each other.
  std::string MoveText(std::size_t index) const {
    const PayloadMove& move = program_.payload_moves[index];
    std::set<Signal> known;
    std::string text;
    for (const Register& r : move.registers) {
      const std::string next = UsePayload(r.in, known, text);
      const std::string before = UsePayload(r.out, known, text);
      text += fmt::format("    const Payload n{} = Pick(when, {}, {});\n", r.out, next, before);
    }
    for (const Register& r : move.registers)
      text += fmt::format("    {}[c] = n{};\n", payload_arrays_.at(r.out), r.out);
    return LoopText(fmt::format("Move{}", index), Slot(move.when), text);
  }

  // ---- memories

  std::string ListText(const std::vector<Signal>& signals) const {
    std::string text = "{";
    for (const Signal signal : signals) text += (text.size() > 1 ? ", " : "") + Slot(signal);
    return text + "}";
  }
  std::string ReadText(std::size_t m) const {
    const Memory& memory = program_.netlist.memories[m];
    const std::string name = fmt::format("b.m{}", m);
    std::string text = fmt::format("  if ({}.Read({})) {{\n", name, ListText(memory.read_address));
    std::size_t place = 0;
    for (const std::size_t c : ControlColumns(memory, layout_))
      text += fmt::format("    {} = {}.word[{}];\n", Slot(memory.read_data[c]), name, place++);
    return text + "  }\n";
  }
  std::string WriteText(std::size_t m) const {
    const Memory& memory = program_.netlist.memories[m];
    std::vector<Signal> data;
    for (const std::size_t c : ControlColumns(memory, layout_))
      data.push_back(memory.write_data[c]);
    const PayloadMemory* part = PayloadOf(program_.payload, m);
    const std::string payload =
        part ? payload_arrays_.at(memory.write_data[part->column]) : "nullptr";
    return fmt::format("  b.m{}.Write({}, {}, {}, {});\n", m, Slot(memory.write_enable),
                       ListText(memory.write_address), ListText(data), payload);
  }

  // ---- phases

  std::string Calls(const std::string& phase) const {
    std::string text;
    for (std::size_t f = 0; f < names_.size(); ++f)
      if (layout_.functions[f].phase == phase) text += "  " + names_[f] + "(b, at);\n";
    return text;
  }
  // Outgoing payloads: those that pass, or those that do not.
  std::string OutputCalls(bool passing) const {
    std::string text;
    for (std::size_t i = 0; i < program_.payload_outputs.size(); ++i)
      if (program_.payload_outputs[i].passes == passing)
        text += fmt::format("  Output{}(b, at);\n", i);
    return text;
  }
  static std::string CallsOf(const std::string& name, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("  {}{}(b, at);\n", name, i);
    return text;
  }
  // The functions that the adaptor calls, in the order of a cycle. Memories are read first, as
  // their addresses are registers. Writes come after `Clock` has computed them and before groups
  // change their operands.
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
                               CallsOf("Shared", program_.shared_payloads.size()) +
                               OutputCalls(false)) +
           phase("Pass", Calls("Pass") + OutputCalls(true)) + phase("Ask", Calls("Ask")) +
           phase("Clock", Calls("Clock") + writes + CallsOf("Move", program_.payload_moves.size()) +
                              Calls("Groups") + "  std::copy_n(b.next, kPlain, b.s);\n");
  }

  std::string HeaderText() const {
    return "// One node, computed for all lanes at once; made from its netlist, see sim/lanes.\n"
           "#pragma once\n\n#include <algorithm>\n\n" +
           TablesText(program_, ports_, layout_) +
           "\n#include \"lanes_payload.h\"\n\nnamespace toroid_dut {\n\n" +
           BlockText(program_, layout_);
  }

  const Program& program_;
  const NodePorts& ports_;
  Layout layout_;
  std::vector<std::string> names_;                // of functions
  std::map<Signal, std::string> payload_arrays_;  // of registers, ports and memories
  std::map<Signal, Gate> payload_gates_;
};

}  // namespace

std::string EmitNode(const Program& program, const NodePorts& ports) {
  return Emitter(program, ports).Run();
}

}  // namespace toroid::lanes
