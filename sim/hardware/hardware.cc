// Selects the emitted files that the engine needs, describes them for the adaptor, and builds the
// library or finds it in the cache. A lanes library is used only after it has matched Verilator's
// node (docs/decisions/9-lanes.md).
#include "sim/hardware/hardware.h"

#include <algorithm>
#include <cassert>
#include <sstream>
#include <utility>

#include "gen/plan/broadcast.h"
#include "gen/plan/counters.h"
#include "gen/plan/translation.h"
#include "gen/rtl/names.h"
#include "gen/rtl/rtl.h"
#include "sim/dut/dut.h"

namespace toroid {

// A wrapper around the emitted node, made from the node's own lists of parameters and ports:
//
//     module NAME_held #(...the same parameters...) (...the same ports...);
//       reg [5:0] held_coordinates;
//       always @(posedge clk) if (rst) begin held_coordinates <= coordinates; end
//       NAME node (.coordinates(held_coordinates), .*);
//     endmodule

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

namespace {

// Waves show wires between nodes, which only the whole top has.
DutKind KindOf(const RunOptions& options) {
  if (!options.wave.empty()) return DutKind::kFlat;
  switch (options.rtl) {
    case RtlEngine::kAuto:
    case RtlEngine::kNodes: return DutKind::kNodes;
    case RtlEngine::kFlat: return DutKind::kFlat;
    case RtlEngine::kLanes: return DutKind::kLanes;
  }
  return DutKind::kNodes;
}

// The plan whose node lanes run, if it is not this one: with one clock, and without check wires,
// which look at the payload. Its cycles are the same.
std::optional<Plan> SimplerForLanes(const Plan& plan) {
  HardwareOptions hardware = plan.options();
  if (hardware.buffered.storage != Storage::kGated && hardware.links.protect == Protection::kNone)
    return std::nullopt;
  if (hardware.buffered.storage == Storage::kGated) hardware.buffered.storage = Storage::kRegisters;
  hardware.links.protect = Protection::kNone;
  return plan.With(hardware).value();
}

// The emitted files to compile.
Result<EmittedFiles> FilesOf(const Plan& plan, DutKind kind, const Progress& progress) {
  const bool flat = kind == DutKind::kFlat;
  const std::string top_file = "rtl/" + rtl::ModuleName(plan, "top") + ".v";
  const auto wanted = [&](const std::string& path) {
    const bool verilog =
        path.starts_with("rtl/") && path.ends_with(".v") && (flat || path != top_file);
    return verilog || (path.ends_with(".vlt") && flat);
  };
  return RenderRtl(plan, "toroid simulate", wanted, progress);
}

// Makes Verilator's node keep its place in a register.
void HoldPlace(DutSource& source) {
  const std::string held = source.module + "_held";
  source.files[held + ".v"] = HeldNode(source.files.at(source.module + ".v"), source.module, held);
  source.module = held;
}

// Inputs of the build: files, and the sizes that the adaptor cannot read from Verilog.
DutSource SourceOf(const Plan& plan, EmittedFiles&& files, DutKind kind, const RunOptions& options,
                   std::uint32_t nodes) {
  DutSource source;
  const bool flat = kind == DutKind::kFlat;
  source.kind = kind;
  source.module = rtl::ModuleName(plan, flat ? "top" : "node");
  for (auto& [path, text] : files) source.files[path.substr(path.rfind('/') + 1)] = std::move(text);
  if (kind == DutKind::kNodes) HoldPlace(source);
  const bool scheduled = plan.hardware().router == RouterKind::kScheduled;
  if (scheduled) source.fault_bits = plan.fault_bits();
  source.flit_bits = 0;
  for (const LinkPort& port : plan.link_ports()) {
    source.links.push_back({rtl::PortName(port), scheduled ? 0 : plan.Channels(port.axis),
                            rtl::LinkWidth(plan, port)});
    source.flit_bits = std::max(source.flit_bits, source.links.back().flit_bits);
  }
  if (flat) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n)
      source.node_instances.push_back(rtl::InstanceName(plan, NodeId{n}));
  }
  source.local_ports = plan.local_ports();
  source.payload_bits = plan.hardware().flit_width;
  source.address_bits = plan.address_bits();
  source.rank_bits = plan.tid_bits();
  if (plan.schedule_unit()) {
    source.messages = plan.schedule_unit()->sends;
    source.time_bits = plan.schedule_unit()->time_bits;
  }
  source.relay = plan.relay().has_value();
  source.barrier = plan.hardware().barrier;
  if (plan.hardware().load.words) source.broadcast_bits = 2 + kBroadcastBits;  // valid, last, word
  source.link_stages = plan.hardware().links.stages > 0;
  source.link_checks = plan.hardware().links.protect != Protection::kNone;
  source.gated_clocks = plan.hardware().buffered.storage == Storage::kGated;
  source.loaded_tables = LoadsTables(plan.hardware());
  if (plan.partition()) source.partition_bits = plan.logical_bits();
  source.base_is_input = plan.partition() && !plan.hardware().load.address_units;
  if (plan.hardware().translation) {
    source.table_entry_bits = TableEntryBits(plan);
    source.table_logical_bits = plan.logical_bits();
    source.table_physical_bits = plan.physical_bits();
    source.table_rank_bits = plan.rank_bits();
    source.by_entry = SendsByEntry(plan);
  }
  if (plan.hardware().links.counters) source.counter_bits = CounterSelectBits(plan);
  source.wave = !options.wave.empty();
  source.nodes = nodes;
  return source;
}

// The difference between two libraries of a plan's network; empty if none was seen.
Diagnostics Disagreement(const Plan& plan, const KeptFile& witness, const KeptFile& library) {
  constexpr Cycle kCycles = 1000;
  // A part of a larger network suffices: the check is about the node, of which Verilator makes one
  // for each place.
  DutOptions part;
  part.nodes = 4096;
  auto a = Dut::Load(plan, witness, part);
  if (!a) return a.diagnostics();
  auto b = Dut::Load(plan, library, part);
  if (!b) return b.diagnostics();
  const Agreement agreement = CompareDuts(plan, **a, **b, kCycles, 1);
  if (!agreement.difference.empty())
    return {{"--rtl", "lanes", "the netlist differs from Verilator's node: " + agreement.difference,
             "take --rtl nodes", Fault::kUnable}};
  if (agreement.compared == 0)
    return {{"--rtl", "lanes", "nothing happened that could be compared with Verilator's node",
             "take --rtl nodes", Fault::kUnable}};
  return {};
}

}  // namespace

Result<Hardware> MakeHardware(const Plan& plan, const RunOptions& options, const Progress& progress,
                              std::uint32_t copies, const Slab* slab) {
  const DutKind kind = KindOf(options);
  const auto simpler = kind == DutKind::kLanes ? SimplerForLanes(plan) : std::nullopt;
  auto files = FilesOf(simpler ? *simpler : plan, kind, progress);
  if (!files) return files.diagnostics();
  Stage stage(progress, "compiling the hardware");
  const auto tell = [&](const std::string& what) { progress.Note(what); };
  const std::uint32_t nodes = slab ? slab->largest_size() : copies * plan.host().size();
  const auto build = [&](EmittedFiles&& of_files, DutKind of_kind, const Acceptance& accept) {
    return BuildDut(
        SourceOf(plan, std::move(of_files), of_kind, options, nodes), tell,
        [&] { return stage.Cancelled(); }, accept);
  };
  // A netlist is compared with Verilator's version of the plan's node before it is trusted.
  const auto compare = [&](const KeptFile& library) -> Diagnostics {
    auto node =
        simpler ? FilesOf(plan, kind, progress) : Result<EmittedFiles>(EmittedFiles(*files));
    if (!node) return node.diagnostics();
    auto witness = build(std::move(node).value(), DutKind::kNodes, {});
    return witness ? Disagreement(plan, witness->library, library) : witness.diagnostics();
  };
  auto built = kind == DutKind::kLanes ? build(EmittedFiles(*files), kind, compare)
                                       : build(std::move(files).value(), kind, {});
  stage.Look();  // cancellation also leaves diagnostics
  if (!built) return built.diagnostics();
  auto dut = Dut::Load(plan, built->library,
                       {.skip_idle = options.idle_skip,
                        .wave = options.wave,
                        .threads = kind == DutKind::kLanes ? options.threads : 1,
                        .slab = slab});
  if (!dut) return dut.diagnostics();
  return Hardware{std::move(dut).value(), std::move(built).value()};
}

}  // namespace toroid
