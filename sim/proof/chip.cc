// A cycle settles in rounds: the gates of all nodes, 64 nodes at a time, then the wires between
// nodes, until no input of a node changes.
#include "sim/proof/chip.h"

#include <nlohmann/json.hpp>

namespace toroid::proof {

Wires Compute(lanes::Op op, Wires a, Wires b, Wires select) {
  using lanes::Op;
  switch (op) {
    case Op::kNot: return Not(a);
    case Op::kAnd: return And(a, b);
    case Op::kOr: return Or(a, b);
    case Op::kXor: return Xor(a, b);
    case Op::kNand: return Not(And(a, b));
    case Op::kNor: return Not(Or(a, b));
    case Op::kXnor: return Not(Xor(a, b));
    case Op::kAndNot: return And(a, Not(b));
    case Op::kOrNot: return Or(a, Not(b));
    case Op::kMux: return Choose(select, a, b);
  }
  return {};
}

// Yosys writes a module as JSON: `ports` and `cells`, each with lists of net numbers from bit 0 up;
// the constants are the strings "0", "1", "x" and "z".

namespace {

using Json = nlohmann::json;

Diagnostic Unreadable(const std::string& where, const std::string& what) {
  return {"yosys", where, what, "netlists are read as Yosys 0.23 writes them", Fault::kUnable};
}

std::vector<std::int64_t> NetsOf(const Json& bits) {
  std::vector<std::int64_t> nets;
  for (const Json& bit : bits) {
    if (bit.is_string())
      nets.push_back(bit == "0" ? kNetZero : bit == "1" ? kNetOne : kNetUnknown);
    else
      nets.push_back(bit.get<std::int64_t>());
  }
  return nets;
}

Instance InstanceOf(const Json& cell) {
  Instance instance;
  for (const auto& [name, digits] : cell.at("parameters").items()) instance.variant[name] = digits;
  for (const auto& [port, bits] : cell.at("connections").items())
    instance.nets[port] = NetsOf(bits);
  return instance;
}

}  // namespace

Result<Wiring> ReadWiring(std::string_view json, const std::string& top, const std::string& node) {
  try {
    const Json module = Json::parse(json).at("modules").at(top);
    Wiring wiring;
    for (const auto& [name, port] : module.at("ports").items()) {
      auto& ports = port.at("direction") == "input" ? wiring.inputs : wiring.outputs;
      ports[name] = NetsOf(port.at("bits"));
    }
    for (const auto& [name, cell] : module.at("cells").items()) {
      if (cell.at("type") != node)
        return Unreadable(name, "is a cell of type " + cell.at("type").get<std::string>() +
                                    " in the top, and no node");
      wiring.nodes[name] = InstanceOf(cell);
    }
    return wiring;
  } catch (const std::exception& error) {  // from the parser, or for a missing member
    return Unreadable(top, std::string("wrote no netlist: ") + error.what());
  }
}

namespace {

using lanes::Gate;
using lanes::Netlist;
using lanes::Register;
using lanes::Signal;

// Signals that the netlist reads.
std::set<Signal> ReadIn(const Netlist& netlist) {
  std::set<Signal> read;
  for (const Gate& gate : netlist.gates)
    lanes::ForEachOperand(gate, [&](Signal operand) { read.insert(operand); });
  lanes::ForEachSink(netlist, [&](Signal signal) { read.insert(signal); });
  return read;
}

}  // namespace

Chip::Chip(const Wiring& wiring, const std::map<Variant, Netlist>& netlists)
    : count_(wiring.nodes.size()) {
  for (const auto& [variant, netlist] : netlists) nodes_[variant].netlist = netlist;
  for (const auto& [name, instance] : wiring.nodes) {
    Nodes& nodes = nodes_.at(instance.variant);
    numbers_[name] = nodes.count++;
  }
  for (auto& [variant, nodes] : nodes_) PowerUp(nodes);
  FindDrivers(wiring);
  for (const auto& [name, instance] : wiring.nodes) AddFeeds(name, instance);
  for (const auto& [port, nets] : wiring.outputs)
    for (const std::int64_t net : nets) outputs_[port].push_back(SourceOf(net));
}

void Chip::PowerUp(Nodes& nodes) {
  nodes.words = (nodes.count + 63) / 64;
  nodes.values.resize(nodes.netlist.signals * nodes.words);
  nodes.next.resize(nodes.netlist.registers.size() * nodes.words);
  for (std::size_t w = 0; w < nodes.words; ++w) {
    nodes.values[lanes::kZero * nodes.words + w] = kAllZero;
    nodes.values[lanes::kOne * nodes.words + w] = kAllOne;
  }
  nodes.read = ReadIn(nodes.netlist);
}

void Chip::FindDrivers(const Wiring& wiring) {
  drivers_[kNetZero].constant = Value::kZero;
  drivers_[kNetOne].constant = Value::kOne;
  for (const auto& [port, nets] : wiring.inputs) {
    inputs_[port].assign(nets.size(), Value::kUnknown);
    for (std::size_t bit = 0; bit < nets.size(); ++bit) {
      drivers_[nets[bit]].port = &inputs_[port];
      drivers_[nets[bit]].bit = bit;
    }
  }
  for (const auto& [name, instance] : wiring.nodes) {
    Nodes& nodes = nodes_.at(instance.variant);
    for (const auto& [port, signals] : nodes.netlist.outputs)
      for (std::size_t bit = 0; bit < signals.size(); ++bit)
        drivers_[instance.nets.at(port).at(bit)].place =
            PlaceOf(nodes, signals[bit], numbers_.at(name));
  }
}

void Chip::AddFeeds(const std::string& name, const Instance& instance) {
  Nodes& nodes = nodes_.at(instance.variant);
  for (const auto& [port, signals] : nodes.netlist.inputs)
    for (std::size_t bit = 0; bit < signals.size(); ++bit)
      if (nodes.read.contains(signals[bit]))
        feeds_.push_back({.to = PlaceOf(nodes, signals[bit], numbers_.at(name)),
                          .from = SourceOf(instance.nets.at(port).at(bit))});
}

Chip::Place Chip::PlaceOf(Nodes& nodes, Signal signal, std::size_t node) {
  return {&nodes, signal * nodes.words + node / 64, static_cast<unsigned>(node % 64)};
}

Chip::Source Chip::SourceOf(std::int64_t net) const {
  const auto found = drivers_.find(net);
  return found == drivers_.end() ? Source() : found->second;
}

Value Chip::Read(const Source& source) {
  if (source.place.nodes != nullptr)
    return source.place.nodes->values[source.place.word].Of(source.place.lane);
  return source.port != nullptr ? (*source.port)[source.bit] : source.constant;
}

Value Chip::Output(const std::string& port, std::size_t bit) const {
  return Read(outputs_.at(port).at(bit));
}

// Returns whether any input of a node changed.
bool Chip::Gather() {
  bool changed = false;
  for (const Feed& feed : feeds_) {
    Wires& wires = feed.to.nodes->values[feed.to.word];
    const Value value = Read(feed.from);
    if (wires.Of(feed.to.lane) == value) continue;
    wires.Set(feed.to.lane, value);
    changed = true;
  }
  return changed;
}

void Chip::Evaluate(Nodes& nodes) {
  const std::size_t words = nodes.words;
  const auto at = [&](Signal signal) { return nodes.values.data() + signal * words; };
  for (const Gate& gate : nodes.netlist.gates) {
    Wires* out = at(gate.out);
    const Wires* a = at(gate.a);
    const Wires* b = at(gate.b);
    const Wires* select = at(gate.select);
    for (std::size_t w = 0; w < words; ++w) out[w] = Compute(gate.op, a[w], b[w], select[w]);
  }
}

// Link outputs are registers, so after the first round only signals that depend on links may
// change.
bool Chip::Settle() {
  Gather();
  for (std::size_t round = 0; round <= count_ + 1; ++round) {
    for (auto& [variant, nodes] : nodes_) Evaluate(nodes);
    if (!Gather()) return true;
  }
  return false;
}

void Chip::Clock() {
  for (auto& [variant, nodes] : nodes_) {
    const std::size_t words = nodes.words;
    const auto at = [&values = nodes.values, words](Signal signal, std::size_t w) -> Wires& {
      return values[signal * words + w];
    };
    const std::vector<Register>& registers = nodes.netlist.registers;
    for (std::size_t r = 0; r < registers.size(); ++r) {
      const Register& bit = registers[r];
      for (std::size_t w = 0; w < words; ++w) {
        const Wires kept = Choose(at(bit.enable, w), at(bit.out, w), at(bit.in, w));
        nodes.next[r * words + w] =
            Choose(at(bit.reset, w), kept, bit.reset_value ? kAllOne : kAllZero);
      }
    }
    for (std::size_t r = 0; r < registers.size(); ++r)
      for (std::size_t w = 0; w < words; ++w) at(registers[r].out, w) = nodes.next[r * words + w];
  }
}

}  // namespace toroid::proof
