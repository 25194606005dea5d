// A wrapper around the emitted node, made from the node's own list of ports:
//
//     module NAME_held (...the same ports...);
//       reg [5:0] held_coordinates;
//       always @(posedge clk) if (rst) begin held_coordinates <= coordinates; end
//       NAME node (.coordinates(held_coordinates), .*);
//     endmodule
#include "sim/hardware/held_node.h"

#include <cassert>
#include <sstream>

namespace toroid {
namespace {

// The lines between those that begin and end a module's list of ports.
std::string PortsOf(const std::string& verilog, const std::string& module) {
  const auto start = verilog.find("\nmodule " + module + " ");
  assert(start != std::string::npos);
  const std::string opening = "(\n";
  const auto parameters = verilog.find(") (\n", start);
  const auto first = verilog.find("\n);\n", start);
  const auto from =
      parameters < first ? parameters + 4 : verilog.find(opening, start) + opening.size();
  return verilog.substr(from, first - from);
}

// "[5:0]" of the input's declaration, or nothing.
std::string RangeOf(const std::string& ports, const std::string& input) {
  std::istringstream lines(ports);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string direction, type, range, name;
    words >> direction >> type >> range >> name;
    if (direction == "input" && name == input + ",") return range;
  }
  return "";
}

}  // namespace

std::string HeldNode(const std::string& verilog, const std::string& module,
                     const std::string& held) {
  const std::string ports = PortsOf(verilog, module);
  std::string registers;
  std::string connections;
  std::string taken;
  for (const std::string input : {"coordinates", "base"}) {
    const std::string range = RangeOf(ports, input);
    if (range.empty()) continue;
    registers += "  reg " + range + " held_" + input + ";\n";
    taken += "    held_" + input + " <= " + input + ";\n";
    connections += "      ." + input + "(held_" + input + "),\n";
  }
  return "module " + held + " (\n" + ports + "\n);\n" + registers +
         "  always @(posedge clk) if (rst) begin\n" + taken + "  end\n  " + module + " node (\n" +
         connections + "      .*\n  );\nendmodule\n";
}

}  // namespace toroid
