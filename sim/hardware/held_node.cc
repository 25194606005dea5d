// A wrapper around the emitted node, made from the node's own lists of parameters and ports:
//
//     module NAME_held #(...the same parameters...) (...the same ports...);
//       reg [5:0] held_coordinates;
//       always @(posedge clk) if (rst) begin held_coordinates <= coordinates; end
//       NAME node (.coordinates(held_coordinates), .*);
//     endmodule
#include "sim/hardware/held_node.h"

#include <cassert>
#include <sstream>

namespace toroid {
namespace {

struct Lists {
  std::string parameters;
  std::string ports;
};

// The lines of a module's two lists.
Lists ListsOf(const std::string& verilog, const std::string& module) {
  const std::string begin = "\nmodule " + module + " #(\n";
  const std::string between = "\n) (\n";
  const auto start = verilog.find(begin);
  const auto middle = verilog.find(between, start);
  const auto end = verilog.find("\n);\n", middle);
  assert(start != std::string::npos && middle != std::string::npos && end != std::string::npos);
  const auto first = start + begin.size();
  const auto second = middle + between.size();
  return {verilog.substr(first, middle - first), verilog.substr(second, end - second)};
}

// The input's range in its declaration, such as "[5:0]", or nothing.
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
  const auto [parameters, ports] = ListsOf(verilog, module);
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
  return "module " + held + " #(\n" + parameters + "\n) (\n" + ports + "\n);\n" + registers +
         "  always @(posedge clk) if (rst) begin\n" + taken + "  end\n  " + module + " node (\n" +
         connections + "      .*\n  );\nendmodule\n";
}

}  // namespace toroid
