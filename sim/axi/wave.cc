#include "sim/axi/wave.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>
#include <utility>

namespace toroid::axi {
namespace {

constexpr std::size_t kMostWords = 16;  // of a port: 512 bits

using Words = std::array<std::uint32_t, kMostWords>;

Words WordsAt(const Pin& pin) {
  Words words = {};
  pin.Read(words.data());
  return words;
}

// "m1_axi_awvalid" for "m1_axi_awaddr": the channels are aw, ar, w, r and b.
std::string ValidOf(const std::string& port) {
  const std::size_t signal = port.rfind('_') + 1;
  return port.substr(0, signal + (port[signal] == 'a' ? 2 : 1)) + "valid";
}

}  // namespace

bool Wave::Port::Differs() const {
  return (!valid || valid->high()) && WordsAt(wrap) != WordsAt(endpoint);
}

// Networks show that they are ready a cycle after a reset; endpoints do nothing in that cycle.
Wave::Wave(const Endpoints& endpoints, Wrap wrap, Complain complain)
    : wrap_(std::move(wrap)), complain_(std::move(complain)) {
  for (const Wrap::NodePort& port : wrap_.ports) {
    const NodeEndpoints& node = endpoints.nodes[port.node.index()];
    const Pin endpoint = node.dut->PinAt(port.of_module);
    assert(endpoint.bits() == port.pin.bits());
    const bool input = node.module->ports[port.of_module].input;
    (input ? inputs_ : outputs_).push_back({endpoint, port.pin, port.name, {}});
  }
  std::unordered_map<std::string, Pin> valids;
  for (const Port& port : outputs_)
    if (port.name.ends_with("valid")) valids.emplace(port.name, port.endpoint);
  for (Port& port : outputs_) {
    const auto valid = valids.find(ValidOf(port.name));
    if (valid != valids.end() && valid->first != port.name) port.valid = valid->second;
  }
  wrap_.rst.Set(1);
  wrap_.clk.Set(1);
  wrap_.dut->Evaluate();
  for (int cycle = 1; cycle <= kResetCycles; ++cycle) {
    wrap_.rst.Set(cycle < kResetCycles ? 1 : 0);
    for (const int level : {0, 1}) {
      wrap_.clk.Set(static_cast<std::uint64_t>(level));
      wrap_.dut->Evaluate();
    }
  }
}

void Wave::Step() {
  for (const Port& port : inputs_) port.wrap.Write(WordsAt(port.endpoint).data());
  wrap_.clk.Set(0);
  wrap_.dut->Evaluate();
  const auto other = std::ranges::find_if(outputs_, &Port::Differs);
  if (other != outputs_.end() && !std::exchange(differs_, true))
    complain_(other->name + " of the whole wrap is not as in the run");
  wrap_.clk.Set(1);
  wrap_.dut->Evaluate();
}

}  // namespace toroid::axi
