// Random nodes of a few dozen gates are emitted and compiled. Their 64 lanes are compared with 64
// nodes that are computed gate by gate.
#include "sim/lanes/emit.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "gen/support/random.h"
#include "tests/support/checkout.h"
#include "tests/support/scratch.h"
#include "tests/unit/sim/lanes/oracle.h"

namespace toroid::lanes::sim_lanes_emit_test {
namespace {

using test::NetlistOracle;

constexpr int kPayloadBits = 8;
constexpr int kLanesHere = 64;
constexpr int kCycles = 40;

NodePorts Ports() {
  NodePorts ports;
  ports.module = "node";
  ports.links = {{"axis0", 1}};
  ports.payload_bits = kPayloadBits;
  ports.flit_bits = kPayloadBits + 3;
  ports.address_bits = 1;
  return ports;
}

// A netlist with the ports of such a node. Control is random; payloads go through a register and a
// memory to the outputs.
class RandomNode {
 public:
  explicit RandomNode(std::uint64_t seed) : random_(seed) {
    for (const auto& [name, width] : kInputs)
      for (int i = 0; i < width; ++i) netlist_.inputs[name].push_back(netlist_.New());
    for (const auto& [name, width] : kInputs)
      if (std::string(name) != "s_axis_tdata" && std::string(name) != "axis0_in_flit")
        Append(netlist_.inputs[name]);
    const auto& flit = netlist_.inputs["axis0_in_flit"];
    Append({flit.begin() + kPayloadBits, flit.end()});
    for (int r = 0; r < 40; ++r) registers_.push_back(netlist_.New());
    Append(registers_);
    AddMemory();
    AddShown();
    AddGates(60);
    AddRegisters();
    AddPayload();
  }
  const Netlist& netlist() const { return netlist_; }

 private:
  void Append(const std::vector<Signal>& signals) {
    control_.insert(control_.end(), signals.begin(), signals.end());
  }
  Signal Any(const std::vector<Signal>& signals) { return signals[random_.Below(signals.size())]; }
  Signal AddGate(const std::vector<Signal>& operands) {
    Gate gate{static_cast<Op>(random_.Below(10)), kZero, Any(operands), Any(operands),
              Any(operands)};
    gate.out = netlist_.New();
    netlist_.gates.push_back(gate);
    return gate.out;
  }
  void AddGates(int count) {
    for (int g = 0; g < count; ++g) control_.push_back(AddGate(control_));
  }

  // Two columns of control before the payload; its address is in registers.
  void AddMemory() {
    Memory memory;
    memory.size = 4;
    memory.read_address = {registers_[0], registers_[1]};
    for (int c = 0; c < 2 + kPayloadBits; ++c) memory.read_data.push_back(netlist_.New());
    Append({memory.read_data[0], memory.read_data[1]});
    netlist_.memories.push_back(memory);
  }
  // Outputs depend only on registers and the memory.
  void AddShown() {
    std::vector<Signal> state = registers_;
    state.push_back(netlist_.memories[0].read_data[0]);
    for (int g = 0; g < 20; ++g) state.push_back(AddGate(state));
    shown_ = state;
    Append(state);
    for (const auto& [name, width] : kOutputs)
      for (int i = 0; i < width; ++i) netlist_.outputs[name].push_back(Any(state));
  }
  // Groups of five with an enable, a reset or both; and some with neither.
  void AddRegisters() {
    Signal enable = kOne;
    Signal reset = kZero;
    for (std::size_t r = 0; r < registers_.size(); ++r) {
      if (r % 5 == 0) {
        enable = random_.Below(3) == 0 ? kOne : Any(control_);
        reset = random_.Below(2) == 0 ? kZero : netlist_.inputs["rst"][0];
      }
      netlist_.registers.push_back({.out = registers_[r],
                                    .in = Any(control_),
                                    .enable = enable,
                                    .reset = reset,
                                    .reset_value = random_.Below(2) == 0});
    }
    Memory& memory = netlist_.memories[0];
    memory.write_address = {Any(control_), Any(control_)};
    memory.write_enable = Both(Any(control_), netlist_.inputs["s_axis_tvalid"][0]);
    memory.write_data = {Any(control_), Any(control_)};
  }
  // Payloads are taken only where they are valid: without that they may be anything.
  void AddPayload() {
    const Signal choice = Any(shown_);
    const Signal passed_over = Any(shown_);
    const Signal taken = Any(control_);
    const Signal enable = Both(Any(control_), netlist_.inputs["axis0_in_valid"][0]);
    auto& flit_out = netlist_.outputs["axis0_out_flit"];
    auto& data_out = netlist_.outputs["m_axis_tdata"];
    flit_out.clear();
    for (int i = 0; i < kPayloadBits; ++i) {
      const auto bit = static_cast<std::size_t>(i);
      const Signal kept = netlist_.New();
      const Signal flit = netlist_.inputs["axis0_in_flit"][bit];
      const Signal answer = netlist_.memories[0].read_data[2 + bit];
      netlist_.memories[0].write_data.push_back(netlist_.inputs["s_axis_tdata"][bit]);
      const Signal next = Mux(flit, answer, taken);
      netlist_.registers.push_back({.out = kept, .in = next, .enable = enable, .reset = kZero});
      const Signal oldest = Mux(kept, answer, choice);
      flit_out.push_back(oldest);
      data_out.push_back(Mux(oldest, kept, passed_over));
    }
    for (int i = 0; i < 3; ++i) flit_out.push_back(Any(shown_));
  }
  Signal Both(Signal a, Signal b) {
    netlist_.gates.push_back({Op::kAnd, netlist_.New(), a, b});
    return netlist_.gates.back().out;
  }
  Signal Mux(Signal a, Signal b, Signal select) {
    netlist_.gates.push_back({Op::kMux, netlist_.New(), a, b, select});
    return netlist_.gates.back().out;
  }

 public:
  static constexpr std::pair<const char*, int> kInputs[] = {{"rst", 1},
                                                            {"coordinates", 2},
                                                            {"axis0_in_valid", 1},
                                                            {"axis0_in_flit", kPayloadBits + 3},
                                                            {"axis0_out_credit", 1},
                                                            {"s_axis_tvalid", 1},
                                                            {"s_axis_tlast", 1},
                                                            {"s_axis_tdest", 1},
                                                            {"s_axis_tdata", kPayloadBits},
                                                            {"m_axis_tready", 1}};
  static constexpr std::pair<const char*, int> kOutputs[] = {
      {"axis0_out_valid", 1}, {"axis0_in_credit", 1}, {"s_axis_tready", 1}, {"m_axis_tvalid", 1},
      {"error", 1},           {"m_axis_tlast", 1},    {"m_axis_tuser", 1},  {"busy", 1}};

 private:
  Random random_;
  Netlist netlist_;
  std::vector<Signal> registers_, control_, shown_;
};

// Reads words of lanes, one for each control input, and payloads of all lanes; prints the outputs.
constexpr const char* kDriver = R"(
#include <algorithm>
#include <cstdio>
#include "lanes_node.h"
using namespace toroid_dut;
static Block b;
static V rows[kRows];
static PayloadArray payloads[1];
static V Read() { unsigned long long word = 0; if (std::scanf("%llx", &word) != 1) __builtin_abort(); return word; }
static void Put(int slot) { const V word = Read(); if (slot >= 0) b.s[slot] = word; }
static V Get(int slot) { return slot >= 0 ? b.s[slot] : slot == -2 ? kAll : kNone; }
static void Payloads(Payload* array) {
  for (unsigned lane = 0; lane < 64; ++lane) { unsigned v; if (std::scanf("%x", &v) != 1) __builtin_abort(); *LanePayload(array, lane) = v; }
}
static void Show(V when, const Payload* array) {
  for (unsigned lane = 0; lane < 64; ++lane) std::printf(" %x", when >> lane & 1 ? *LanePayload(array, lane) : 0);
}
int main(int, char** argument) {
  const Place at{rows, 1, payloads[0], kChunks};
  for (int cycle = 0; cycle < std::atoi(argument[1]); ++cycle) {
    Put(kReset[0][0]);
    if (cycle == 0) for (int slot : kCoordinates[0]) Put(slot);
    for (const int& slot : kLinkIn[0]) if (&slot != &kLinkIn[0][1] && &slot != &kLinkIn[0][6]) Put(slot);
    for (int slot : kLocalIn[0]) Put(slot);
    Payloads(b.in[0]);
    Payloads(b.in[1]);
    if (cycle == 0) Once(b, at);
    if (cycle == 0) Settle(b, at);
    for (unsigned row = 0; row < kRows; ++row) if (row != 1 && row != 6) std::printf("%llx ", (unsigned long long)rows[row]);
    for (int slot : kLocalOut[0]) std::printf("%llx ", (unsigned long long)Get(slot));
    std::printf("%llx", (unsigned long long)Get(kBusy[0][0]));
    Show(rows[0], payloads[0]);
    Show(Get(kLocalOut[0][1]), b.ejected[0]);
    std::printf("\n");
    Clock(b, at);
    Settle(b, at);
  }
}
)";

// Stimulus for the driver, and its expected output.
struct Expectation {
  std::ostringstream stimulus, shown;
};

class Comparison {
 public:
  Comparison(const Netlist& netlist, std::uint64_t seed) : random_(seed) {
    for (int lane = 0; lane < kLanesHere; ++lane) nodes_.emplace_back(netlist);
  }
  void Run(Expectation& expectation) {
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      Input("rst", 1, cycle < 3 ? ~std::uint64_t{0} : random_.Below(8) == 0 ? random_.Next() : 0);
      if (cycle == 0) Bits("coordinates", 0, 2);
      Bits("axis0_in_valid", 0, 1);
      Bits("axis0_in_flit", kPayloadBits, 3);
      Bits("axis0_out_credit", 0, 1);
      for (const char* port : {"s_axis_tvalid", "m_axis_tready", "s_axis_tlast", "s_axis_tdest"})
        Bits(port, 0, 1);
      Payload("axis0_in_flit");
      Payload("s_axis_tdata");
      for (std::size_t lane = 0; lane < nodes_.size(); ++lane)
        for (const auto& [port, values] : values_) nodes_[lane].Set(port, values[lane]);
      expectation.stimulus << text_.str() << '\n';
      text_.str("");
      Show(expectation.shown);
      for (NetlistOracle& node : nodes_) node.Clock();
    }
  }

 private:
  void Bits(const std::string& port, int first, int count) {
    for (int bit = first; bit < first + count; ++bit) Input(port, bit + 1, random_.Next());
  }
  // Bit `number` - 1 of a port, in all lanes.
  void Input(const std::string& port, int number, std::uint64_t word) {
    text_ << std::hex << word << ' ';
    auto& values = values_[port];
    values.resize(kLanesHere);
    for (std::size_t lane = 0; lane < kLanesHere; ++lane) {
      const std::uint64_t bit = std::uint64_t{1} << (number - 1);
      values[lane] = (word >> lane & 1) != 0 ? values[lane] | bit : values[lane] & ~bit;
    }
  }
  void Payload(const std::string& port) {
    auto& values = values_[port];
    values.resize(kLanesHere);
    for (std::uint64_t& value : values) {
      const std::uint64_t payload = random_.Below(1 << kPayloadBits);
      text_ << std::hex << payload << ' ';
      value = (value & ~((std::uint64_t{1} << kPayloadBits) - 1)) | payload;
    }
  }
  std::uint64_t Word(const std::string& port, int bit) {
    std::uint64_t word = 0;
    for (std::size_t lane = 0; lane < nodes_.size(); ++lane)
      word |= (nodes_[lane].Get(port) >> bit & 1) << lane;
    return word;
  }
  void Show(std::ostream& out) {
    out << std::hex << Word("axis0_out_valid", 0) << ' ';
    for (int bit = 0; bit < 3; ++bit) out << Word("axis0_out_flit", kPayloadBits + bit) << ' ';
    out << Word("axis0_in_credit", 0) << ' ';
    for (const char* port :
         {"s_axis_tready", "m_axis_tvalid", "error", "m_axis_tlast", "m_axis_tuser"})
      out << Word(port, 0) << ' ';
    out << Word("busy", 0);
    for (const auto& [port, valid] : {std::pair{"axis0_out_flit", "axis0_out_valid"},
                                      std::pair{"m_axis_tdata", "m_axis_tvalid"}})
      for (NetlistOracle& node : nodes_)
        out << ' ' << (node.Get(valid) != 0 ? node.Get(port) & ((1U << kPayloadBits) - 1) : 0);
    out << '\n';
  }

  Random random_;
  std::vector<NetlistOracle> nodes_;
  std::map<std::string, std::vector<std::uint64_t>> values_;  // by port and lane
  std::ostringstream text_;
};

// The outputs of the compiled node, if it can be compiled.
std::string Compiled(const Netlist& netlist, const std::string& stimulus) {
  const auto program = MakeProgram(Simplified(netlist), RolesOf(Ports()), kPayloadBits);
  if (!program) return ToString(program.diagnostics()[0]);
  const test::Scratch scratch;
  std::ofstream(scratch.path() / "lanes_node.h") << EmitNode(*program, Ports());
  std::ofstream(scratch.path() / "driver.cc") << kDriver;
  std::ofstream(scratch.path() / "stimulus") << stimulus;
  const auto made = test::RunCommand(
      scratch.path(), std::string("${CXX:-g++} -std=c++20 -O1 -w -fno-strict-aliasing "
                                  "-DTOROID_LANES=64 -I. -I'") +
                          Checkout("sim/dut/adaptor/lanes") + "' driver.cc -o driver");
  if (made.exit_code != 0) return made.output;
  return test::RunCommand(scratch.path(), "./driver " + std::to_string(kCycles) + " <stimulus")
      .output;
}

TEST(LanesEmit, RandomNodesAreAsOneGateAtATime) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const RandomNode node(seed);
    Expectation expectation;
    Comparison(node.netlist(), seed).Run(expectation);
    EXPECT_EQ(Compiled(node.netlist(), expectation.stimulus.str()), expectation.shown.str())
        << "seed " << seed;
  }
}

// The comparison sees a wrong gate in some cycle and lane.
TEST(LanesEmit, AWrongGateIsSeen) {
  const RandomNode node(1);
  Netlist wrong = node.netlist();
  const Signal valid = wrong.outputs.at("m_axis_tvalid")[0];
  wrong.gates.push_back({Op::kNot, wrong.New(), valid});
  wrong.outputs["m_axis_tvalid"][0] = wrong.gates.back().out;
  Expectation expectation;
  Comparison(node.netlist(), 1).Run(expectation);
  EXPECT_NE(Compiled(wrong, expectation.stimulus.str()), expectation.shown.str());
}

TEST(LanesEmit, TheSameNodeGivesTheSameText) {
  const RandomNode node(2);
  const auto emitted = [&]() {
    return EmitNode(*MakeProgram(Simplified(node.netlist()), RolesOf(Ports()), kPayloadBits),
                    Ports());
  };
  EXPECT_EQ(emitted(), emitted());
}

// Compilers are slow on functions of thousands of gates.
TEST(LanesEmit, FunctionsAreOfBoundedSize) {
  Netlist netlist = RandomNode(3).netlist();
  Signal last = netlist.registers[0].out;
  for (int g = 0; g < 5000; ++g) {
    netlist.gates.push_back({Op::kXnor, netlist.New(), last, netlist.registers[1 + g % 30].out});
    last = netlist.gates.back().out;
  }
  netlist.outputs["busy"] = {last};
  const auto program = MakeProgram(netlist, RolesOf(Ports()), kPayloadBits);
  ASSERT_TRUE(program.ok());
  std::istringstream text(EmitNode(*program, Ports()));
  std::size_t lines = 0;
  std::size_t most = 0;
  for (std::string line; std::getline(text, line); ++lines) {
    if (line.starts_with("static void")) lines = 0;
    if (line == "}") most = std::max(most, lines);
  }
  EXPECT_GT(most, 200U);
  EXPECT_LT(most, 1000U);
}

}  // namespace
}  // namespace toroid::lanes::sim_lanes_emit_test
