// A signal is computed according to what it can change with: only the node's place (once),
// registers (settle, after each clock edge), the inputs of the cycle (clock), or the schedule
// unit's question (ask). One pass over the gates finds this as a set of bits, which each gate joins
// from its operands.
//
// Example: ready = !full is settled; next = ready & in_valid ? in : q is the clock's; is_last =
// (coordinates == 7) is computed once. A link's output that reads an input of the same cycle would
// need its neighbour to be computed first, and that one's neighbour in turn: such a netlist is
// rejected (docs/spec/router.md, R6.7, excludes it). Nothing waits for outputs to a local port, so
// in scheduled routers these may read the links, whose outputs are known by then.
//
// Registers are written in place where possible: a shift chain a -> b -> c is clocked as c, b, a,
// each after those that read it. A cycle (a swaps with b) has no such order.
#include "sim/lanes/program.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace toroid::lanes {
namespace {

struct ProgramFault {
  Diagnostic diagnostic;
};

// Extra outputs that keep gates alive for payloads; no Verilog port has such a name.
constexpr const char* kSteers = "$steers";
constexpr const char* kWhen = "$when";

using GateOf = std::map<Signal, Gate>;

GateOf ByOutput(const std::vector<Gate>& gates) {
  GateOf by_output;
  for (const Gate& gate : gates) by_output[gate.out] = gate;
  return by_output;
}

Signal BitOf(const PortMap& ports, const PortBit& bit) { return ports.at(bit.port).at(bit.bit); }

// The control signals that a payload's value depends on directly, through its own gates.
void CollectSteering(const GateOf& gates, Signal payload, std::set<Signal>& found) {
  const auto gate = gates.find(payload);
  if (gate == gates.end()) return;
  ForEachOperand(gate->second, [&](Signal operand) {
    if (gates.contains(operand))
      CollectSteering(gates, operand, found);
    else
      found.insert(operand);  // includes a payload's register or port, which is harmless
  });
}

// Computes when payloads may matter, as control gates added to the netlist. An arbitrary value at a
// port stays arbitrary through multiplexers that choose it, and no register has to store it.
class Relevance {
 public:
  Relevance(Netlist& netlist, const Payload& payload, const PortRoles& roles)
      : netlist_(netlist), signals_(payload.signals), gates_(ByOutput(payload.gates)) {
    for (const auto& role : roles.payload_inputs) {
      const Signal bit0 = BitOf(netlist.inputs, role.payload);
      counts_[bit0] = BitOf(netlist.inputs, role.valid);
    }
  }

  // When a move of these registers, which share an enable, changes anything observable.
  Signal When(const std::vector<Register>& registers) {
    Signal any = kZero;
    for (const Register& r : registers) any = Make(Op::kOr, any, Counts(r.in));
    return Make(Op::kAnd, registers[0].enable, any);
  }

 private:
  Signal Make(Op op, Signal a, Signal b, Signal select = kZero) {
    netlist_.gates.push_back({op, netlist_.New(), a, b, select});
    return netlist_.gates.back().out;
  }
  // Never low where the payload matters; may be high where it does not. Control always matters.
  Signal Counts(Signal payload) {
    const auto known = counts_.find(payload);
    if (known != counts_.end()) return known->second;
    const auto gate = gates_.find(payload);
    const Signal counts = gate == gates_.end() ? kOne : CountsOf(gate->second);
    return counts_[payload] = counts;
  }
  Signal CountsOf(const Gate& g) {
    const bool a_steers = !IsPayload(g.a);
    const bool b_steers = g.op != Op::kNot && !IsPayload(g.b);
    if (g.op == Op::kMux) return Make(Op::kMux, Counts(g.a), Counts(g.b), g.select);
    if (g.op == Op::kNot) return Counts(g.a);
    // An operand that control forces to 0 or 1 counts as a constant.
    if (g.op == Op::kAnd && (a_steers || b_steers))
      return Make(Op::kOrNot, Counts(a_steers ? g.b : g.a), a_steers ? g.a : g.b);
    return Make(Op::kOr, Counts(g.a), Counts(g.b));
  }
  bool IsPayload(Signal signal) const { return signals_.contains(signal); }

  Netlist& netlist_;
  const std::set<Signal>& signals_;
  GateOf gates_;
  std::map<Signal, Signal> counts_;
};

// Sources of a signal's changes, as a set of bits; kPlace is the empty set.
enum Dependence : std::uint8_t { kPlace = 0, kState = 1, kInput = 2, kAsked = 4, kPassing = 8 };
constexpr unsigned kOfThisCycle = kInput | kAsked | kPassing;

class ProgramPlanner {
 public:
  ProgramPlanner(Split split, const PortRoles& roles) : roles_(roles) {
    program_.netlist = std::move(split.control);
    program_.payload = std::move(split.payload);
  }

  Program Run() {
    PlanPayload();
    gates_ = ByOutput(program_.netlist.gates);
    FindDependence();
    PlanShared();
    PlanOnce();
    PlanSettle();
    PlanPass();
    PlanAsk();
    PlanClock();
    return std::move(program_);
  }

 private:
  // ---- payloads

  // Adds to the control part what payloads need from it: when each move matters (kWhen) and the
  // signals that steer payload multiplexers (kSteers). Both stay alive as outputs while the netlist
  // is simplified again, because the relevance gates of different moves have much in common.
  void PlanPayload() {
    Netlist& netlist = program_.netlist;
    const GateOf payload_gates = ByOutput(program_.payload.gates);
    for (const PayloadMemory& part : program_.payload.memories) {
      const Signal in = netlist.memories[part.memory].write_data[part.column];
      if (payload_gates.contains(in))
        Fail(fmt::format("net {}", in), "changes a payload on its way into a memory");
    }
    Relevance relevance(netlist, program_.payload, roles_);
    for (PayloadMove& move : MovesInOrder(payload_gates)) {
      netlist.outputs[kWhen].push_back(relevance.When(move.registers));
      program_.payload_moves.push_back(std::move(move));
    }
    std::set<Signal> steering;
    for (const Gate& gate : program_.payload.gates)
      CollectSteering(payload_gates, gate.out, steering);
    for (const Register& r : program_.payload.registers) steering.insert(r.in);
    for (const Signal signal : steering)
      if (!program_.payload.signals.contains(signal)) netlist.outputs[kSteers].push_back(signal);
    netlist = Simplified(std::move(netlist));
    for (std::size_t m = 0; m < program_.payload_moves.size(); ++m)
      program_.payload_moves[m].when = netlist.outputs[kWhen][m];
    for (std::size_t p = 0; p < roles_.payload_outputs.size(); ++p) {
      const auto& role = roles_.payload_outputs[p];
      program_.payload_outputs.push_back(
          {.port = p,
           .when = BitOf(netlist.outputs, role.valid),
           .value = BitOf(netlist.outputs, role.payload),
           .passes = std::ranges::count(roles_.passing_outputs, role.payload.port) > 0});
    }
  }

  // Registers by enable, each register's readers before its writer.
  std::vector<PayloadMove> MovesInOrder(const GateOf& payload_gates) const {
    std::map<Signal, PayloadMove> by_enable;
    for (const Register& r : program_.payload.registers) by_enable[r.enable].registers.push_back(r);
    std::vector<PayloadMove> moves;
    for (auto& [enable, move] : by_enable) moves.push_back(std::move(move));
    std::vector<std::set<Signal>> reads(moves.size());
    for (std::size_t m = 0; m < moves.size(); ++m) {
      for (const Register& r : moves[m].registers) {
        reads[m].insert(r.in);
        CollectSteering(payload_gates, r.in, reads[m]);
      }
    }
    const auto order = ReadersFirst(reads, moves, {});
    if (!order.circular.empty())
      Fail(fmt::format("net {}", moves[order.circular[0]].registers[0].out),
           "is a payload register in a cycle of such registers");
    std::vector<PayloadMove> ordered;
    for (const std::size_t m : order.order) ordered.push_back(std::move(moves[m]));
    return ordered;
  }

  // ---- order

  struct Order {
    std::vector<std::size_t> order;
    std::vector<std::size_t> circular;  // items without an order
  };
  // Orders items so that each comes after all others that read what it writes; `reads` is parallel
  // to the items. Items in `ignored` take no part.
  template <class Items>
  static Order ReadersFirst(const std::vector<std::set<Signal>>& reads, const Items& items,
                            const std::set<std::size_t>& ignored) {
    const std::size_t count = items.size();
    std::vector<std::set<std::size_t>> readers(count);  // that must come before
    for (std::size_t i = 0; i < count; ++i)
      for (const Register& r : items[i].registers)
        for (std::size_t j = 0; j < count; ++j)
          if (j != i && reads[j].contains(r.out)) readers[i].insert(j);
    Order result;
    std::set<std::size_t> left;
    for (std::size_t i = 0; i < count; ++i)
      if (!ignored.contains(i)) left.insert(i);
    for (bool moved = true; moved;) {
      moved = false;
      for (auto i = left.begin(); i != left.end();) {
        const bool ready = std::ranges::none_of(
            readers[*i], [&](std::size_t reader) { return left.contains(reader); });
        if (ready) result.order.push_back(*i), moved = true;
        i = ready ? left.erase(i) : std::next(i);
      }
    }
    result.circular.assign(left.begin(), left.end());
    return result;
  }

  // ---- phases

  // Registers and memories hide their inputs' dependences, as they have changed at the edge before.
  void FindDependence() {
    const Netlist& netlist = program_.netlist;
    dependence_.assign(netlist.signals, kPlace);
    const auto among = [](const std::vector<std::string>& names, const std::string& name) {
      return std::ranges::find(names, name) != names.end();
    };
    for (const auto& [name, bits] : netlist.inputs) {
      const Dependence dependence = among(roles_.constant_inputs, name)  ? kPlace
                                    : among(roles_.asked_inputs, name)   ? kAsked
                                    : among(roles_.passing_inputs, name) ? kPassing
                                                                         : kInput;
      for (const Signal bit : bits) dependence_[bit] = dependence;
    }
    for (const Register& r : netlist.registers) dependence_[r.out] = kState;
    for (const Memory& memory : netlist.memories)
      for (const Signal bit : memory.read_data) dependence_[bit] = kState;
    const auto join = [&](const Gate& gate) {
      ForEachOperand(gate, [&](Signal operand) { dependence_[gate.out] |= dependence_[operand]; });
    };
    std::ranges::for_each(netlist.gates, join);
    std::ranges::for_each(program_.payload.gates, join);
  }
  bool IsKnownAfterEdge(Signal signal) const { return (dependence_[signal] & kOfThisCycle) == 0; }

  // Finds gates that several outputs and moves read, unless one of these is known only with the
  // inputs. Of gates with the same readers it takes the last, as the others serve only that one.
  void PlanShared() {
    const std::vector<Gate>& gates = program_.payload.gates;
    std::map<Signal, std::set<Signal>> whens;  // by payload signal: when it is read
    std::set<Signal> last;
    const auto root = [&](Signal value, Signal when) {
      whens[value].insert(when);
      last.insert(value);
    };
    for (const PayloadOutput& output : program_.payload_outputs) root(output.value, output.when);
    for (const PayloadMove& move : program_.payload_moves)
      for (const Register& r : move.registers) root(r.in, move.when);
    for (auto gate = gates.rbegin(); gate != gates.rend(); ++gate)
      ForEachOperand(*gate, [&](Signal operand) {
        whens[operand].insert(whens[gate->out].begin(), whens[gate->out].end());
      });
    for (const Gate& gate : gates)
      ForEachOperand(gate, [&](Signal operand) {
        if (whens[operand] != whens[gate.out]) last.insert(operand);
      });
    for (const Gate& gate : gates) {
      const std::set<Signal>& when = whens[gate.out];
      if (when.size() > 1 && last.contains(gate.out) && IsKnownAfterEdge(gate.out) &&
          std::ranges::all_of(when, [&](Signal signal) { return IsKnownAfterEdge(signal); }))
        program_.shared_payloads.push_back({gate.out, {when.begin(), when.end()}});
    }
  }

  // Appends the gates that `sink` needs and that are not in `done`, each after its operands.
  void Need(Signal sink, std::vector<Gate>& list, std::set<Signal>& done) {
    const auto gate = gates_.find(sink);
    if (gate == gates_.end() || done.contains(sink)) return;
    ForEachOperand(gate->second, [&](Signal operand) { Need(operand, list, done); });
    done.insert(sink);
    list.push_back(gate->second);
  }

  // The gates of coordinates and base, which make addresses and route tables.
  void PlanOnce() {
    for (const Gate& gate : program_.netlist.gates) {
      if (dependence_[gate.out] != kPlace) continue;
      program_.once.push_back(gate);
      known_.insert(gate.out);
    }
    for (const std::string& name : roles_.constant_outputs)
      for (const Signal bit : program_.netlist.outputs.at(name))
        if (dependence_[bit] != kPlace) Fail(name, "depends on more than the node's place");
  }

  // Outputs to neighbours and local ports. A memory's read address must be a register itself, as
  // memories are read before anything is settled.
  void PlanSettle() {
    const auto shown = [&](Signal signal, const std::string& name) {
      if (!IsKnownAfterEdge(signal)) Fail(name, "depends on an input of the same cycle");
      Need(signal, program_.settle, known_);
    };
    for (const auto& [name, bits] : program_.netlist.outputs) {
      if (IsShown(name))
        for (const Signal bit : bits) shown(bit, name);
    }
    const GateOf payload_gates = ByOutput(program_.payload.gates);
    const auto steering_shown = [&](Signal payload) {
      std::set<Signal> steering;
      CollectSteering(payload_gates, payload, steering);
      for (const Signal signal : steering) shown(signal, "a payload");
    };
    for (const SharedPayload& shared : program_.shared_payloads) {
      for (const Signal when : shared.when) shown(when, "a payload");
      steering_shown(shared.value);
    }
    for (const PayloadOutput& output : program_.payload_outputs)
      if (!output.passes) steering_shown(output.value);
    for (const Memory& memory : program_.netlist.memories)
      for (const Signal bit : memory.read_address)
        if (gates_.contains(bit) || !IsKnownAfterEdge(bit))
          Fail(fmt::format("net {}", bit), "is an address not in a register");
  }
  bool IsShown(const std::string& name) const {
    const auto among = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, name) != names.end();
    };
    return name[0] != '$' && !among(roles_.asked_outputs) && !among(roles_.passing_outputs) &&
           !among(roles_.unused_outputs);
  }

  // Outputs to local ports in the cycle in which a flit arrives; empty in buffered nodes. `clock`
  // recomputes what it needs of them, as inputs may have changed.
  void PlanPass() {
    std::set<Signal> done = known_;
    const auto passed = [&](Signal signal, const std::string& name) {
      if ((dependence_[signal] & (kInput | kAsked)) != 0) Fail(name, "depends on another input");
      Need(signal, program_.pass, done);
    };
    for (const std::string& name : roles_.passing_outputs)
      for (const Signal bit : program_.netlist.outputs.at(name)) passed(bit, name);
    const GateOf payload_gates = ByOutput(program_.payload.gates);
    for (const PayloadOutput& output : program_.payload_outputs) {
      if (!output.passes) continue;
      std::set<Signal> steering;
      CollectSteering(payload_gates, output.value, steering);
      for (const Signal signal : steering) passed(signal, "a payload");
    }
  }

  // The schedule unit's answers; empty without a unit.
  void PlanAsk() {
    std::set<Signal> done = known_;
    for (const std::string& name : roles_.asked_outputs)
      for (const Signal bit : program_.netlist.outputs.at(name)) {
        if ((dependence_[bit] & (kInput | kPassing)) != 0) Fail(name, "depends on another input");
        Need(bit, program_.ask, done);
      }
  }

  // ---- registers

  static constexpr std::size_t kSmallestGroup = 4;  // below it a branch costs more than it saves

  // Groups that can be ordered stay groups; those in cycles become plain registers, whose next
  // values are stored for later.
  void PlanClock() {
    std::vector<Group> groups = Candidates();
    std::vector<std::set<Signal>> reads(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::vector<Gate> cone;
      std::set<Signal> done = known_;
      for (const Register& r : groups[g].registers) {
        reads[g].insert(r.in);
        Need(r.in, cone, done);
      }
      for (const Gate& gate : cone)
        ForEachOperand(gate, [&](Signal operand) { reads[g].insert(operand); });
    }
    const Order order = ReadersFirst(reads, groups, {});
    std::vector<Group> ordered;
    for (const std::size_t g : order.order) ordered.push_back(std::move(groups[g]));
    for (const std::size_t g : order.circular)
      std::ranges::move(groups[g].registers, std::back_inserter(program_.plain));
    program_.groups = std::move(ordered);
    std::ranges::sort(program_.plain, {}, &Register::out);
    ShareGates();
  }

  // Registers by enable; groups that are too small become plain registers.
  std::vector<Group> Candidates() {
    std::map<std::pair<Signal, Signal>, Group> by_enable;
    for (const Register& r : program_.netlist.registers)
      by_enable[{r.enable, r.reset}].registers.push_back(r);
    std::vector<Group> groups;
    for (auto& [guard, group] : by_enable) {
      if (guard.first == kOne || group.registers.size() < kSmallestGroup)
        std::ranges::move(group.registers, std::back_inserter(program_.plain));
      else
        groups.push_back(std::move(group));
    }
    return groups;
  }

  // Moves gates that only one group needs into it, and the rest before all groups.
  void ShareGates() {
    const Netlist& netlist = program_.netlist;
    std::vector<Gate> all;
    std::set<Signal> done = known_;
    std::map<Signal, std::size_t> owner;  // of a signal: a group, or kNobody if several read it
    const auto reads = [&](Signal signal, std::size_t reader) {
      Need(signal, all, done);
      const auto [place, is_new] = owner.try_emplace(signal, reader);
      if (!is_new && place->second != reader) place->second = kNobody;
    };
    for (const Register& r : program_.plain)
      reads(r.in, kNobody), reads(r.enable, kNobody), reads(r.reset, kNobody);
    for (const Memory& memory : netlist.memories) {
      reads(memory.write_enable, kNobody);
      for (const Signal bit : memory.write_address) reads(bit, kNobody);
      for (const Signal bit : memory.write_data) reads(bit, kNobody);
    }
    for (const char* name : {kSteers, kWhen})
      if (netlist.outputs.contains(name))
        for (const Signal bit : netlist.outputs.at(name)) reads(bit, kNobody);
    for (std::size_t g = 0; g < program_.groups.size(); ++g)
      for (const Register& r : program_.groups[g].registers) {
        reads(r.in, g), reads(r.enable, kNobody), reads(r.reset, kNobody);
      }
    for (auto gate = all.rbegin(); gate != all.rend(); ++gate) {
      const std::size_t reader = owner.at(gate->out);
      ForEachOperand(*gate, [&](Signal operand) {
        const auto [place, is_new] = owner.try_emplace(operand, reader);
        if (!is_new && place->second != reader) place->second = kNobody;
      });
    }
    for (const Gate& gate : all) {
      const std::size_t reader = owner.at(gate.out);
      (reader == kNobody ? program_.clock : program_.groups[reader].gates).push_back(gate);
    }
  }

  [[noreturn]] static void Fail(const std::string& where, const std::string& what) {
    throw ProgramFault{
        {"yosys", where, what, "the lanes engine cannot simulate such a node", Fault::kUnable}};
  }

  static constexpr std::size_t kNobody = SIZE_MAX;
  const PortRoles& roles_;
  Program program_;
  GateOf gates_;
  std::vector<std::uint8_t> dependence_;
  std::set<Signal> known_;  // computed in `once` or `settle`
};

}  // namespace

Result<Program> MakeProgram(Netlist netlist, const PortRoles& roles, std::size_t payload_bits) {
  std::vector<PortBit> inputs;
  std::vector<PortBit> outputs;
  for (const auto& role : roles.payload_inputs) inputs.push_back(role.payload);
  for (const auto& role : roles.payload_outputs) outputs.push_back(role.payload);
  auto split = SplitPayload(std::move(netlist), inputs, outputs, payload_bits);
  if (!split) return split.diagnostics();
  try {
    return ProgramPlanner(std::move(split).value(), roles).Run();
  } catch (const ProgramFault& fault) {
    return fault.diagnostic;
  }
}

}  // namespace toroid::lanes
