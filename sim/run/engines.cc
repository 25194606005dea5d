#include "sim/run/engines.h"

#include <ctime>

#include "gen/rtl/names.h"
#include "gen/rtl/rtl.h"
#include "sim/bench/hardware_network.h"
#include "sim/bench/model_network.h"
#include "sim/dut/witness.h"
#include "sim/run/held_node.h"

namespace toroid {
namespace {

DutKind KindOf(const SimulateOptions& options) {
  if (!options.wave.empty()) return DutKind::kFlat;
  switch (options.rtl) {
    case RtlEngine::kAuto:
    case RtlEngine::kNodes: return DutKind::kNodes;
    case RtlEngine::kFlat: return DutKind::kFlat;
    case RtlEngine::kLanes: return DutKind::kLanes;
  }
  return DutKind::kNodes;
}

DutSource SourceOf(const Plan& plan, const EmittedFiles& files, DutKind kind,
                   const SimulateOptions& options) {
  DutSource source;
  source.kind = kind;
  const bool flat = source.kind == DutKind::kFlat;
  source.top_module = rtl::ModuleName(plan, flat ? "top" : "node");
  const std::string top_file = rtl::ModuleName(plan, "top") + ".v";
  for (const auto& [path, text] : files) {
    const std::string name = path.substr(path.rfind('/') + 1);
    const bool verilog = path.ends_with(".v") && (flat || name != top_file);
    if (verilog || (path.ends_with(".vlt") && flat)) source.files[name] = text;
  }
  if (kind == DutKind::kNodes) {
    const std::string held = source.top_module + "_held";
    source.files[held + ".v"] =
        HeldNode(source.files.at(source.top_module + ".v"), source.top_module, held);
    source.top_module = held;
  }
  for (const LinkPort& port : plan.link_ports())
    source.links.push_back({rtl::PortName(port), plan.Channels(port.axis)});
  if (flat) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n)
      source.node_instances.push_back(rtl::InstanceName(plan, NodeId{n}));
  }
  source.local_ports = plan.local_ports();
  source.payload_bits = plan.hardware().flit_width;
  source.address_bits = plan.address_bits();
  if (plan.carries_members()) source.member_bits = plan.member_bits();
  source.flit_bits = rtl::LinkWidth(plan);
  if (plan.schedule_unit()) {
    source.messages = plan.hardware().unit_task->task.count;
    source.time_bits = plan.schedule_unit()->time_bits;
  }
  source.relay = plan.relay().has_value();
  if (plan.partition()) source.partition_bits = plan.logical_bits();
  source.wave = !options.wave.empty();
  source.nodes = plan.host().size();
  return source;
}

// What two libraries of a plan's network differ in; empty: nothing that was seen.
Diagnostics Disagreement(const Plan& plan, const std::filesystem::path& witness,
                         const std::filesystem::path& library) {
  constexpr Cycle kCycles = 1000;
  auto a = Dut::Load(plan, witness, {});
  if (!a) return a.diagnostics();
  auto b = Dut::Load(plan, library, {});
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

class UnitsOfDut : public ScheduleUnits {
 public:
  explicit UnitsOfDut(Dut& dut) : dut_(dut) {}
  void Start() override { dut_.Start(); }
  std::span<const std::uint32_t> Sending() override { return dut_.Sending(); }

 private:
  Dut& dut_;
};

}  // namespace

std::unique_ptr<ScheduleUnits> UnitsOf(const Plan& plan, Dut& dut) {
  return plan.schedule_unit() ? std::make_unique<UnitsOfDut>(dut) : nullptr;
}

double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

SessionOptions SessionOptionsOf(const SimulateOptions& options) {
  return {.seed = options.seed,
          .sink_ready = options.sink_ready,
          .watchdog = options.watchdog,
          .window = IsScheduled(options.traffic) ? 0 : options.cycles};
}

ModelRun::ModelRun(const Plan& plan, std::unique_ptr<Traffic> traffic,
                   const SessionOptions& options)
    : session_(plan, MakeModelNetwork(plan, table_, options.seed), std::move(traffic), table_,
               options) {}

void ModelRun::Run(Cycle cycles, EventLog* log) {
  const double start = ThreadSeconds();
  for (Cycle i = 0; i < cycles && !over(); ++i) session_.RunCycle(log);
  seconds_ += ThreadSeconds() - start;
}

HardwareRun::HardwareRun(const Plan& plan, std::unique_ptr<Traffic> traffic,
                         const SessionOptions& options, std::unique_ptr<Dut> dut)
    : session_(plan, MakeHardwareNetwork(plan, table_, std::move(dut), options.seed),
               std::move(traffic), table_, options),
      testbench_(session_) {}

void HardwareRun::Run(Cycle cycles, EventLog* log) {
  const double start = ThreadSeconds();
  testbench_.Run(cycles, log);
  seconds_ += ThreadSeconds() - start;
}

Result<Hardware> MakeHardware(const Plan& plan, const SimulateOptions& options,
                              const std::function<void(const std::string&)>& progress,
                              const std::function<bool()>& cancelled) {
  const auto files = RenderRtl(plan, "toroid simulate");
  if (!files) return files.diagnostics();
  const DutKind kind = KindOf(options);
  const auto build = [&](DutKind of_kind, const auto& accept) {
    return BuildDut(SourceOf(plan, *files, of_kind, options), progress, cancelled, accept);
  };
  // A netlist is compared with what Verilator makes of the same node before it is trusted.
  const auto compare = [&](const std::filesystem::path& library) -> Diagnostics {
    const auto witness = build(DutKind::kNodes, nullptr);
    return witness ? Disagreement(plan, witness->library, library) : witness.diagnostics();
  };
  auto built = kind == DutKind::kLanes ? build(kind, compare) : build(kind, nullptr);
  if (!built) return built.diagnostics();
  auto dut =
      Dut::Load(plan, built->library, {.skip_idle = options.idle_skip, .wave = options.wave});
  if (!dut) return dut.diagnostics();
  return Hardware{std::move(dut).value(), *built};
}

}  // namespace toroid
