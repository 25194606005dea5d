// Testbenches in plain Verilog, and the files that start them (docs/spec/generated.md, G1.11).
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {

// Whether the network has a testbench: not if a host must load addresses or times before nodes can
// send.
bool HasTestbench(const Plan& plan);
// Whether its packets are random. If not, it sends the messages of a schedule or a set, or one
// after the other.
bool HasRandomPackets(const Plan& plan);

// Whether there are so many streams that Icarus needs half a minute or more. The bench then sends
// less by default.
bool IsLarge(const Plan& plan);

// Whether it sends random requests to AXI4 endpoints (axi_testbench.h).
bool HasRandomRequests(const Plan& plan);

// What all benches have.
void AddClocks(const WrapPorts& wrap, Values& values);         // rows "clocks", "clock_rows"
std::string ClockOfBench(const WrapPorts& wrap, NodeId node);  // "clk", "slower", "faster"
std::vector<Values> OtherRows(const WrapPorts& wrap);          // ports that are no stream's

// How a bench of a tree computes the words that are due, or that it does not
// (docs/spec/in-network.md, IN7.8): rows "computed" or "compared".
void AddExpectedWords(const Plan& plan, Values& values);

// What both tests in Python have: the reset, and names of clocks with their periods, of inputs that
// stay 0, and of outputs that are 0 when all has ended.
void AddCocotb(const Plan& plan, const WrapPorts& wrap, Values& values);

// Values of the templates without "banner".
Values TestbenchValues(const Plan& plan, const Layers& layers);
Values MessageTestbenchValues(const Plan& plan, const Layers& layers);
Values TreeTestbenchValues(const Plan& plan, const Layers& layers);
Values CocotbValues(const Plan& plan, const Layers& layers);  // random packets, in Python
Values WavesValues(const Plan& plan);                         // signals that GTKWave shows

// ---- networks with AXI4 endpoints: random managers and memories at their ports ----

// Hand-written modules of rtl_templates/bench that the testbench instantiates:
// "axi_random_manager".
std::vector<std::string> AxiBenchModules(const Plan& plan);

// Values of the templates without "banner".
Values AxiTestbenchValues(const Plan& plan, const Layers& layers);
Values AxiCocotbValues(const Plan& plan, const Layers& layers);  // requests, in Python
Values AxiWavesValues(const Plan& plan);                         // signals that GTKWave shows

}  // namespace toroid::rtl
