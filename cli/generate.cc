// `toroid generate`: the plan's Verilog, written to a folder.
#include <fmt/core.h>

#include <cassert>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/options/options.h"
#include "gen/plan/plan.h"
#include "gen/rtl/rtl.h"
#include "gen/rtl/testbench.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// --in-network with the network's own copy of a user's operator.
std::string InNetworkOfCopy(const Plan& plan) {
  HardwareOptions options = plan.options();
  if (options.join.module) options.join.module->path = OperatorFile(plan);
  return InNetworkText(options);
}

// The command with all options that shape the hardware, so that equal hardware gives equal bytes.
std::string RebuildCommand(const Plan& plan) {
  std::string text = "toroid generate " + GraphOptions(plan);
  if (const auto& unit = plan.hardware().schedule_unit.task) {
    text += fmt::format(" --schedule {}", ToString(unit->schedule));
    if (unit->pipelining > 0) {
      text += fmt::format(" --pipelining {} --elements {}", unit->pipelining,
                          std::int64_t{unit->pipelining} * unit->message_flits);
    } else {
      text += unit->table_options.empty()
                  ? fmt::format(" --task {},{}", unit->task.first, unit->task.count)
                  : unit->table_options;
      text += fmt::format(" --message-flits {}", unit->message_flits);
    }
  }
  auto words = HardwareWords(plan);
  for (auto& [name, value] : words)
    if (name == "--in-network") value = InNetworkOfCopy(plan);
  text += TextOf(words);
  const std::string tables = TablesFile(plan);
  return text + (tables.empty() ? "" : " --config " + tables) + " --out DIR";
}

// Traffic options for the task of the schedule units.
std::string TrafficOfUnits(const UnitTask& unit, bool check) {
  const std::string by = fmt::format("--schedule {}{}", ToString(unit.schedule),
                                     check ? "" : " --schedule-units send");  // else said already
  if (unit.pipelining > 0)
    return fmt::format(" --traffic cc-cube --pipelining {} --elements {} {}", unit.pipelining,
                       std::int64_t{unit.pipelining} * unit.message_flits, by);
  const std::string flits = fmt::format(" --message-flits {} {}", unit.message_flits, by);
  if (unit.table_options.empty())
    return fmt::format(" --traffic task --task {},{}", unit.task.first, unit.task.count) + flits;
  const bool set = unit.table_options.starts_with(" --traffic");
  return (set ? "" : " --traffic task") + unit.table_options + (set ? " --sets 1" : "") + flits;
}

// Traffic that the generated network carries, for a first simulation.
std::string FirstTraffic(const Plan& plan) {
  if (const auto& unit = plan.hardware().schedule_unit.task)
    return TrafficOfUnits(*unit, plan.hardware().schedule_unit.check_arrivals);
  if (plan.Joins()) return " --traffic all-reduce --method auto";
  if (plan.in_network()) return " --traffic broadcast";
  if (plan.relay()) return " --traffic permutation";
  if (plan.hardware().load.address_units) return " --traffic exchange --schedule list";
  const bool all_nodes = !plan.embedding() || plan.embedding()->IsEven();
  return all_nodes ? " --traffic uniform" : " --traffic exchange";
}

// A first simulation of this hardware, with the options that simulations accept. Omits default
// options. `tables` is the file of tables.
std::string SimulateCommand(const Plan& plan, const std::string& tables) {
  std::string text = "toroid simulate " + GraphOptions(plan);
  const Address usual = plan.embedding() ? Address::kLogical : Address::kPhysical;
  for (const auto& [name, value] : HardwareWords(plan)) {
    const Option& option = *FindOption(name);
    const bool is_usual = name == "--address"
                              ? value == ToString(usual)
                              : !value.empty() && value == FallbackFor(Command::kSimulate, option);
    if (Takes(Command::kSimulate, option) && !is_usual && name != "--name")
      text += TextOf({{name, value}});
  }
  text += plan.hardware().wrap.axi ? " --traffic axi" : FirstTraffic(plan);
  return text + (TablesFile(plan).empty() ? "" : " --config " + tables);
}

// Note on a second network of the same name in one design.
std::string SecondNetwork(const Plan& plan) {
  const Option& option = *FindOption("--name");
  if (plan.hardware().name != FallbackFor(Command::kGenerate, option)) return "";
  return "  next to another network   --name: of two in one design each needs its own\n";
}

// Suggested next commands.
std::string NextSteps(const Spec& spec) {
  const Plan& plan = *spec.plan;
  const HardwareOptions& hardware = plan.hardware();
  const auto in_out = [&](const char* name) { return Printable(ShellText(spec.out + name), 5000); };
  return fmt::format(
      "next:\n"
      "  into a design             {0}_wrap, with {4}; its files: {0}_wrap.f\n"
      "  ports and addresses       manifest.json; in the wrap is {0}_top, a node is {0}_node\n"
      "  into a simulator          {1}\n"
      "  against the model         {2}\n"
      "{3}",
      hardware.name,
      rtl::HasTestbench(plan)
          ? "make -C " + in_out("/sim")
          : fmt::format(
                "verilator --lint-only -F {} --top-module {}_wrap  # no testbench: a host must "
                "load the nodes first, as toroid simulate does",
                in_out(("/" + hardware.name + "_wrap.f").c_str()), hardware.name),
      SimulateCommand(plan, in_out(("/" + TablesFile(plan)).c_str())), SecondNetwork(plan),
      hardware.wrap.axi ? "AXI4 ports s<i>_axi_* and m<i>_axi_*" : "a name for every stream");
}

void Print(const Spec& spec, const std::vector<WrittenFile>& files, std::ostream& out) {
  switch (spec.format) {
    case Format::kText:
      for (const auto& [path, bytes] : files)
        out << fmt::format("{:<39} {}\n", path, Counted(bytes, "byte"));
      out << fmt::format("{} in {}, hardware {}\n", Counted(files.size(), "file"),
                         Printable(spec.out, 5000), spec.plan->hardware_hash())
          << NextSteps(spec);
      break;
    case Format::kJson: {
      Json list = Json::array();
      for (const auto& [path, bytes] : files) list.push_back({{"path", path}, {"bytes", bytes}});
      out << JsonText(ResultJson(Command::kGenerate, {{"out", spec.out},
                                                      {"hardware_hash", spec.plan->hardware_hash()},
                                                      {"files", std::move(list)}}));
      break;
    }
    case Format::kCsv:
      out << "path,bytes\n";
      for (const auto& [path, bytes] : files) out << CsvField(path) << "," << bytes << "\n";
      break;
  }
}

}  // namespace

int RunGenerate(const Spec& spec, const Console& console) {
  assert(spec.plan);
  const auto fill = [&](FileSink& sink) {
    return EmitRtl(*spec.plan, RebuildCommand(*spec.plan), sink, console.progress);
  };
  const auto files = WriteTree(spec.out, fill);
  if (!files) return PrintDiagnostics(files.diagnostics(), console.err, kFailed);
  Print(spec, *files, console.out);
  return kDone;
}

}  // namespace toroid
