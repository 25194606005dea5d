// `toroid doctor`: the engines that work on this machine, and what the others need.
#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/support/text.h"
#include "sim/dut/build.h"

namespace toroid {
namespace {

struct EngineState {
  std::string name;
  bool works;
};

std::vector<EngineState> EnginesWith(const std::vector<ToolState>& tools) {
  const bool compiles = Usable(tools, {"verilator", "compiler", "temporary files"});
  return {{"model", true},
          {"nodes", compiles},
          {"flat", compiles},
          {"wave", compiles && Usable(tools, {"zlib"})},
          {"lanes", compiles && Usable(tools, {"yosys"})}};
}

void Print(const std::vector<ToolState>& tools, const std::vector<EngineState>& engines,
           std::ostream& out) {
  for (const ToolState& tool : tools) {
    out << fmt::format("{:<16} {:<7} {}\n", tool.name, tool.usable ? "ok" : "lacking",
                       Printable(tool.detail, 5000));
    if (!tool.usable) out << fmt::format("{:<25}needed by {}\n", "", tool.needed_by);
  }
  out << "engines          ";
  for (const EngineState& engine : engines)
    out << fmt::format("{}{}: {}", engine.name == engines.front().name ? "" : ", ", engine.name,
                       engine.works ? "works" : "does not work");
  out << "\n";
}

Json JsonOf(const std::vector<ToolState>& tools, const std::vector<EngineState>& engines) {
  Json json{{"tools", Json::array()}, {"engines", Json::object()}};
  for (const ToolState& tool : tools)
    json["tools"].push_back({{"name", tool.name},
                             {"usable", tool.usable},
                             {"detail", tool.detail},
                             {"needed_by", tool.needed_by}});
  for (const EngineState& engine : engines) json["engines"][engine.name] = engine.works;
  return json;
}

}  // namespace

int RunDoctor(const Spec& spec, const Console& console) {
  const std::vector<ToolState> tools = CheckTools();
  const std::vector<EngineState> engines = EnginesWith(tools);
  if (spec.format == Format::kJson) {
    console.out << JsonText(ResultJson(Command::kDoctor, JsonOf(tools, engines)));
  } else {
    Print(tools, engines, console.out);
  }
  return Usable(tools, {"verilator", "compiler", "temporary files"}) ? kDone : kFailed;
}

}  // namespace toroid
