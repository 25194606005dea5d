#include "gen/spec/read_options.h"

#include <string_view>

namespace toroid {
namespace {

int Int(const Values& values, std::string_view name) {
  return static_cast<int>(values.Whole(name));
}

void ReadHardware(const Values& values, Spec& spec) {
  HardwareOptions& hardware = spec.hardware;
  hardware.flit_width = Int(values, "--flit-width");
  hardware.buffer_depth = Int(values, "--buffer-depth");
  hardware.ports = *values.Choice("--ports", ParsePorts);
  hardware.arbiter = *values.Choice("--arbiter", ParseArbiter);
  hardware.name = values.Text("--name");
  hardware.atu_stages = Int(values, "--atu-stages");
  hardware.relay = values.Flag("--relay");
  hardware.translation = values.Choice("--translation", ParseTableMethod);
  const Address usual = values.Given("--embedding") ? Address::kLogical : Address::kPhysical;
  hardware.address = values.Choice("--address", ParseAddress).value_or(usual);
}

void ReadScheduling(const Values& values, Spec& spec) {
  SimulateOptions& run = spec.simulate;
  run.elements = Int(values, "--elements");
  run.pipelining = Int(values, "--pipelining");
  run.barrier_cycles = values.Whole("--barrier-cycles");
  run.method = *ByName(values.Text("--method"), {ExchangeMethod::kCcCube, ExchangeMethod::kDirect,
                                                 ExchangeMethod::kRing, ExchangeMethod::kBinary});
  run.block_flits = Int(values, "--block-flits");
  run.task = values.TaskOf("--task").value_or(Task{});
  run.message_flits = Int(values, "--message-flits");
  run.sets = Int(values, "--sets");
  run.schedule = *values.Choice("--schedule", ParseScheduleKind);
  run.exact.steps = values.Given("--steps") && !values.Bad("--steps") ? Int(values, "--steps") : 0;
  run.exact.seconds = static_cast<double>(values.Whole("--time-limit"));
  run.schedule_unit = values.Flag("--schedule-unit");
  run.baseline = !values.Flag("--no-baseline");
}

void ReadCost(const Values& values, Spec& spec) {
  spec.cost.startup = values.Number("--startup");
  spec.cost.per_flit = values.Number("--per-flit");
  if (values.Given("--pipelining")) spec.cost.pipelining = spec.simulate.pipelining;
}

void ReadRun(const Values& values, Spec& spec) {
  SimulateOptions& run = spec.simulate;
  run.traffic = TrafficOf(values).value_or(TrafficKind::kUniform);
  run.rate = values.Number("--rate");
  run.packet_flits = Int(values, "--packet-flits");
  run.cycles = values.Whole("--cycles");
  run.refused = values.Number("--refused");
  run.sink_ready = values.Number("--sink-ready");
  run.seed = static_cast<std::uint64_t>(values.Whole("--seed"));
  run.engine = *ByName(values.Text("--engine"), {Engine::kBoth, Engine::kRtl, Engine::kModel});
  run.rtl = *ByName(values.Text("--rtl"),
                    {RtlEngine::kAuto, RtlEngine::kNodes, RtlEngine::kFlat, RtlEngine::kLanes});
  run.wave = values.Text("--wave");
  run.watchdog = values.Whole("--watchdog");
  run.idle_skip = !values.Flag("--no-idle-skip");
  run.format = spec.format;
}

}  // namespace

std::optional<TrafficKind> TrafficOf(const Values& values) {
  return ParseTraffic(values.Text("--traffic"));
}

void ReadOptions(const Values& values, Spec& spec) {
  spec.guest = values.GraphOf("--guest");
  spec.host = values.GraphOf("--host");
  spec.format = *ByName(values.Text("--format"), {Format::kText, Format::kJson, Format::kCsv});
  spec.out = values.Text("--out");
  spec.dateline = !values.Flag("--no-dateline");
  ReadHardware(values, spec);
  ReadScheduling(values, spec);
  ReadCost(values, spec);
  ReadRun(values, spec);
}

}  // namespace toroid
