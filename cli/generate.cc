// `toroid generate`: the plan's Verilog, written to a folder.
#include <fmt/format.h>

#include <cassert>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/rtl/rtl.h"
#include "gen/rtl/testbench.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Where the box is; of hardware that takes that from a host alone.
std::string BaseOption(const Plan& plan) {
  const Partition& box = *plan.partition();
  return box.shape() == plan.host() ? "" : " --base " + CoordinatesText(box.base());
}

// The command with every option that shapes the hardware written out, so that requests for the same
// hardware give the same bytes.
std::string RebuildCommand(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  std::string text = "toroid generate " + GraphOptions(plan);
  if (const auto& unit = hardware.unit_task) {
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
  if (hardware.atu_stages > 0) text += fmt::format(" --atu-stages {}", hardware.atu_stages);
  if (plan.relay()) text += " --relay";
  if (hardware.translation)
    text += fmt::format(" --translation {}", ToString(*hardware.translation));
  const bool buffered = hardware.router == RouterKind::kBuffered;
  if (!buffered) text += fmt::format(" --router {}", ToString(hardware.router));
  if (hardware.check_arrivals) text += " --check-arrivals";
  if (hardware.barrier) text += " --barrier hardware";
  if (hardware.loaded_tables) text += " --tables loaded";
  if (hardware.loaded_units) text += " --address-units loaded" + BaseOption(plan);
  if (hardware.broadcast && !hardware.loaded_tables && !hardware.loaded_units)
    text += " --broadcast";
  text += fmt::format(" --flit-width {}", plan.data_width());
  if (buffered) text += fmt::format(" --buffer-depth {}", hardware.buffer_depth);
  if (hardware.link_stages > 0) text += fmt::format(" --link-stages {}", hardware.link_stages);
  if (hardware.protect != Protection::kNone)
    text += fmt::format(" --protect {}", ToString(hardware.protect));
  if (hardware.counters) text += " --counters";
  text += fmt::format(" --ports {}", ToString(hardware.ports));
  if (buffered) text += fmt::format(" --arbiter {}", ToString(hardware.arbiter));
  if (hardware.storage != Storage::kRegisters)
    text += fmt::format(" --storage {}", ToString(hardware.storage));
  if (hardware.classes > 1) text += fmt::format(" --classes {}", hardware.classes);
  text += OptionsText(hardware.wrap);
  if (hardware.processes > 1) text += fmt::format(" --processes {}", hardware.processes);
  return text + fmt::format(" --address {} --name {} --out DIR", ToString(hardware.address),
                            hardware.name);
}

// Traffic that the generated network carries, for a first simulation of it.
std::string FirstTraffic(const Plan& plan) {
  if (const auto& unit = plan.hardware().unit_task)
    return fmt::format("task --task {},{} --message-flits {} --schedule {} --schedule-unit",
                       unit->task.first, unit->task.count, unit->message_flits,
                       ToString(unit->schedule));
  if (plan.relay()) return "permutation --relay";
  if (plan.hardware().loaded_units) return "exchange --schedule list";
  const bool all_nodes = !plan.embedding() || plan.embedding()->IsEven();
  return all_nodes ? "uniform" : "exchange";
}

// What a user does next.
std::string NextSteps(const Spec& spec) {
  const Plan& plan = *spec.plan;
  const HardwareOptions& hardware = plan.hardware();
  std::string simulate =
      fmt::format("toroid simulate {} --ports {}", GraphOptions(plan), ToString(hardware.ports));
  if (hardware.router != RouterKind::kBuffered)
    simulate += fmt::format(" --router {}", ToString(hardware.router));
  if (hardware.loaded_tables) simulate += " --tables loaded";
  if (hardware.loaded_units) simulate += " --address-units loaded" + BaseOption(plan);
  if (hardware.translation)
    simulate += fmt::format(" --translation {}", ToString(*hardware.translation));
  if (hardware.processes > 1)
    simulate += fmt::format(" --address physical --processes {}", hardware.processes);
  const std::string out = Printable(spec.out, 5000);
  return fmt::format(
      "next:\n"
      "  ports and addresses       manifest.json; the network is {0}_top, a node {0}_node\n"
      "  into a design             wrap/{0}_wrap.v, with a name for every stream\n"
      "  into a simulator          {1}\n"
      "  beside the model          {2} --traffic {3}\n",
      hardware.name,
      rtl::HasTestbench(plan)
          ? fmt::format("make -C {}/sim", out)
          : fmt::format("verilator --lint-only -F {}/toroid.f --top-module {}_top", out,
                        hardware.name),
      simulate, FirstTraffic(plan));
}

void Print(const Spec& spec, const std::vector<WrittenFile>& files, std::ostream& out) {
  switch (spec.format) {
    case Format::kText:
      for (const auto& [path, bytes] : files)
        out << fmt::format("{:<40}{}\n", path, Counted(bytes, "byte"));
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
      for (const auto& [path, bytes] : files) out << path << "," << bytes << "\n";
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
