// Yosys writes a module as JSON: `ports` and `cells`, each with lists of net numbers from bit 0 up;
// the constants are the strings "0", "1", "x" and "z".
#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/proof/chip.h"

namespace toroid::proof {
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

}  // namespace toroid::proof
