// Yosys writes a module as JSON: `ports` and `cells`, each with lists of net numbers, lowest bit
// first; the constants are the strings "0", "1", "x" and "z". A net's number is the signal's number
// here, which is possible because Yosys gives nets numbers from 2 on.
//
// Example: a cell `$mux` with A [5, 6], B [7, "1"], S [3] and Y [8, 9] becomes the gates 8 = 3 ? 7
// : 5 and 9 = 3 ? 1 : 6. A cell `$sdffe` of two bits becomes two registers that share enable and
// reset.
//
// Rejected: latches, memories with several ports or initial contents, partial words, other clocks.
// The router has none of them (docs/spec/router.md). Undefined bits are 0: where the hardware lets
// a wire be anything, the node must be right with 0 too.
#include "sim/lanes/netlist.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace toroid::lanes {
namespace {

using Json = nlohmann::json;

struct NetlistFault {
  Diagnostic diagnostic;
};

[[noreturn]] void FailNetlist(const std::string& where, const std::string& what) {
  throw NetlistFault{
      {"yosys", where, what, "netlists are read as Yosys 0.23 writes them", Fault::kUnable}};
}

struct CellType {
  const char* name;
  Op op;
};
// Yosys' one-bit cells after `abc` (names in $_..._) and the vectors that the script kept. Both
// have the pins A, B, S and Y, and S chooses B.
constexpr CellType kGateTypes[] = {
    {"$_NOT_", Op::kNot},   {"$_AND_", Op::kAnd},       {"$_OR_", Op::kOr},
    {"$_XOR_", Op::kXor},   {"$_NAND_", Op::kNand},     {"$_NOR_", Op::kNor},
    {"$_XNOR_", Op::kXnor}, {"$_ANDNOT_", Op::kAndNot}, {"$_ORNOT_", Op::kOrNot},
    {"$_MUX_", Op::kMux},   {"$not", Op::kNot},         {"$and", Op::kAnd},
    {"$or", Op::kOr},       {"$xor", Op::kXor},         {"$xnor", Op::kXnor},
    {"$mux", Op::kMux},
};

class Reader {
 public:
  Netlist Read(const Json& design, const std::string& top) {
    const Json& modules = design.at("modules");
    if (!modules.contains(top)) FailNetlist(top, "is not in the netlist");
    const Json& module = modules.at(top);
    for (const auto& [name, port] : module.at("ports").items()) {
      auto& ports = port.at("direction") == "input" ? netlist_.inputs : netlist_.outputs;
      ports[name] = Bits(port.at("bits"));
    }
    const auto clock = netlist_.inputs.find("clk");
    if (clock == netlist_.inputs.end()) FailNetlist(top, "has no input clk");
    clock_ = clock->second.at(0);
    const Json& cells = module.at("cells");
    for (const auto& [name, cell] : cells.items())  // so that new signals get unused numbers
      for (const auto& [pin, bits] : cell.at("connections").items()) Bits(bits);
    for (const auto& [name, cell] : cells.items()) Cell(name, cell);
    Sort();
    return std::move(netlist_);
  }

 private:
  // "x" and "z" are read as 0.
  std::vector<Signal> Bits(const Json& bits) {
    std::vector<Signal> signals;
    for (const Json& bit : bits) {
      const Signal signal = bit.is_string() ? (bit == "1" ? kOne : kZero) : bit.get<Signal>();
      netlist_.signals = std::max(netlist_.signals, signal + 1);
      signals.push_back(signal);
    }
    return signals;
  }
  std::vector<Signal> Pin(const Json& cell, const char* name) {
    return Bits(cell.at("connections").at(name));
  }
  Signal OnePin(const std::string& name, const Json& cell, const char* pin) {
    const auto bits = Pin(cell, pin);
    if (bits.size() != 1) FailNetlist(name, std::string("has a wide ") + pin);
    return bits[0];
  }
  // Parses numbers, which are written as binary digits.
  static std::uint64_t Number(const Json& cell, const char* name, std::uint64_t otherwise = 0) {
    const Json& parameters = cell.at("parameters");
    if (!parameters.contains(name)) return otherwise;
    std::uint64_t value = 0;
    for (const char digit : parameters.at(name).get<std::string>())
      value = value << 1 | (digit == '1' ? 1 : 0);
    return value;
  }

  Signal NewGate(Op op, Signal a, Signal b = kZero) {
    netlist_.gates.push_back({op, netlist_.New(), a, b});
    return netlist_.gates.back().out;
  }
  // The signal, or its complement if the pin is active low.
  Signal AsHigh(Signal signal, const Json& cell, const char* polarity) {
    return Number(cell, polarity, 1) != 0 ? signal : NewGate(Op::kNot, signal);
  }

  void Cell(const std::string& name, const Json& cell) {
    const std::string type = cell.at("type");
    const auto* gate = std::ranges::find(kGateTypes, type, &CellType::name);
    if (gate != std::end(kGateTypes))
      Gates(cell, gate->op);
    else if (type == "$dff" || type == "$dffe" || type == "$sdff" || type == "$sdffe" ||
             type == "$sdffce")
      Registers(name, cell, type);
    else if (type == "$mem_v2")
      AddMemory(name, cell);
    else
      FailNetlist(name, "is a cell of type " + type + ", which the lanes engine does not know");
  }

  // Turns a vector cell into a gate for each bit of Y. Narrower operands are extended as in
  // Verilog: by their sign if the cell marks them as signed, else by 0.
  void Gates(const Json& cell, Op op) {
    const auto y = Pin(cell, "Y");
    const auto a = Extended(Pin(cell, "A"), y.size(), Number(cell, "A_SIGNED") != 0);
    const auto b = op == Op::kNot
                       ? std::vector<Signal>(y.size())
                       : Extended(Pin(cell, "B"), y.size(), Number(cell, "B_SIGNED") != 0);
    const Signal select = op == Op::kMux ? Pin(cell, "S").at(0) : kZero;
    for (std::size_t i = 0; i < y.size(); ++i)
      netlist_.gates.push_back({op, y[i], a[i], b[i], select});
  }
  static std::vector<Signal> Extended(std::vector<Signal> bits, std::size_t width, bool is_signed) {
    bits.resize(width, is_signed && !bits.empty() ? bits.back() : kZero);
    return bits;
  }

  // Yosys' names list the features of a flip-flop: "s" a synchronous reset, a last "e" an enable.
  // In $sdffe the reset acts regardless of the enable, as in Register; in $sdffce only if the
  // enable is high, so there the reset becomes reset & enable. SRST_VALUE is written highest bit
  // first.
  void Registers(const std::string& name, const Json& cell, const std::string& type) {
    if (OnePin(name, cell, "CLK") != clock_ || Number(cell, "CLK_POLARITY") != 1)
      FailNetlist(name, "is not clocked by the rising edge of clk");
    const auto out = Pin(cell, "Q");
    const auto in = Pin(cell, "D");
    Register common;
    if (type.ends_with("e")) common.enable = AsHigh(OnePin(name, cell, "EN"), cell, "EN_POLARITY");
    if (type.starts_with("$sd"))
      common.reset = AsHigh(OnePin(name, cell, "SRST"), cell, "SRST_POLARITY");
    if (type == "$sdffce") common.reset = NewGate(Op::kAnd, common.reset, common.enable);
    std::string values(out.size(), '0');
    if (type.starts_with("$sd")) values = cell.at("parameters").at("SRST_VALUE");
    for (std::size_t i = 0; i < out.size(); ++i) {
      Register bit = common;
      bit.out = out[i];
      bit.in = in.at(i);
      bit.reset_value = values.at(values.size() - 1 - i) == '1';
      netlist_.registers.push_back(bit);
    }
  }

  void AddMemory(const std::string& name, const Json& cell) {
    const bool plain = Number(cell, "RD_PORTS") == 1 && Number(cell, "WR_PORTS") == 1 &&
                       Number(cell, "RD_CLK_ENABLE") == 0 && Number(cell, "WR_CLK_ENABLE") == 1 &&
                       Number(cell, "WR_CLK_POLARITY") == 1 && Number(cell, "OFFSET") == 0 &&
                       OnePin(name, cell, "WR_CLK") == clock_;
    if (!plain)
      FailNetlist(name,
                  "is not a memory of one port that writes at the rising edge of clk and one that "
                  "reads in the same cycle");
    const auto initial = cell.at("parameters").at("INIT").get<std::string>();
    if (initial.find_first_of("01") != std::string::npos) FailNetlist(name, "has initial contents");
    Memory memory;
    memory.size = static_cast<std::uint32_t>(Number(cell, "SIZE"));
    memory.read_address = Pin(cell, "RD_ADDR");
    memory.write_address = Pin(cell, "WR_ADDR");
    memory.write_data = Pin(cell, "WR_DATA");
    memory.read_data = Pin(cell, "RD_DATA");
    const auto enables = Pin(cell, "WR_EN");
    memory.write_enable = enables.at(0);
    if (std::ranges::any_of(enables, [&](Signal bit) { return bit != enables[0]; }))
      FailNetlist(name, "writes parts of a word");
    netlist_.memories.push_back(std::move(memory));
  }

  // Puts each gate after those that it reads.
  void Sort() {
    drivers_.assign(netlist_.signals, kUndriven);
    Drive(kZero, kSource), Drive(kOne, kSource);
    for (const auto& [name, bits] : netlist_.inputs)
      for (const Signal bit : bits) Drive(bit, kSource);
    for (const Register& r : netlist_.registers) Drive(r.out, kSource);
    for (const Memory& memory : netlist_.memories)
      for (const Signal bit : memory.read_data) Drive(bit, kSource);
    for (std::size_t g = 0; g < netlist_.gates.size(); ++g)
      Drive(netlist_.gates[g].out, static_cast<std::int64_t>(g));
    ForEachSink(netlist_, [&](Signal bit) { Visit(bit); });
    netlist_.gates = std::move(sorted_);
  }
  // Each signal has one driver; in Verilog two drivers would conflict.
  void Drive(Signal signal, std::int64_t driver) {
    if (drivers_[signal] != kUndriven) FailNetlist(Text(signal), "has two drivers");
    drivers_[signal] = driver;
  }
  // Depth first: operands before the gate that reads them. A gate met again before it is done
  // depends on itself, a combinational loop.
  void Visit(Signal signal) {
    std::int64_t& driver = drivers_[signal];
    if (driver == kSource) return;
    if (driver == kUndriven) FailNetlist(Text(signal), "has no driver");
    if (driver == kBeingVisited) FailNetlist(Text(signal), "is in a combinational loop");
    const Gate gate = netlist_.gates[static_cast<std::size_t>(driver)];
    driver = kBeingVisited;
    ForEachOperand(gate, [&](Signal operand) { Visit(operand); });
    sorted_.push_back(gate);
    driver = kSource;  // computed from here on
  }
  static std::string Text(Signal signal) { return fmt::format("net {}", signal); }

  static constexpr std::int64_t kSource = -1;
  static constexpr std::int64_t kUndriven = -2;
  static constexpr std::int64_t kBeingVisited = -3;

  Netlist netlist_;
  Signal clock_ = kZero;
  std::vector<std::int64_t> drivers_;  // by signal: a gate, or one of the above
  std::vector<Gate> sorted_;
};

}  // namespace

Result<Netlist> ReadNetlist(std::string_view json, std::string_view top) {
  try {
    return Reader().Read(Json::parse(json), std::string(top));
  } catch (const NetlistFault& fault) {
    return fault.diagnostic;
  } catch (const std::exception& error) {  // from the parser, or for a missing member
    return Diagnostic{"yosys", std::string(top), std::string("wrote no netlist: ") + error.what(),
                      "netlists are read as Yosys 0.23 writes them", Fault::kUnable};
  }
}

}  // namespace toroid::lanes
