#include "gen/command_line/read_options.h"

#include <string_view>

#include "gen/support/text.h"

namespace toroid {
namespace {

int Int(const Values& values, OptionName name) { return static_cast<int>(values.Whole(name)); }

void ReadHardware(const Values& values, Spec& spec) {
  HardwareOptions& hardware = spec.hardware;
  hardware.flit_width = Int(values, "--flit-width");
  hardware.buffered.depth = Int(values, "--buffer-depth");
  hardware.links.stages = Int(values, "--link-stages");
  hardware.links.protect = *values.Choice("--protect", ParseProtection);
  hardware.links.counters = values.Given("--counters");
  hardware.ports = *values.Choice("--ports", ParsePorts);
  hardware.buffered.arbiter = *values.Choice("--arbiter", ParseArbiter);
  const Storage usual_storage = StorageOf(*values.Choice("--target", ParseFpgaFamily));
  hardware.classes = Int(values, "--classes");
  hardware.buffered.storage = values.Choice("--storage", ParseStorage).value_or(usual_storage);
  hardware.wrap = {.keep = values.Given("--tkeep"),
                   .user_bits = Int(values, "--user-bits"),
                   .active_low = values.Text("--reset") == "active-low",
                   .async_reset = values.Given("--async-reset")};
  hardware.name = values.Text("--name");
  if (values.Given("--processes")) hardware.processes = Int(values, "--processes");
  hardware.atu_stages = Int(values, "--atu-stages");
  hardware.relay = values.Given("--relay");
  hardware.router = *values.Choice("--router", ParseRouterKind);
  hardware.schedule_unit.check_arrivals = values.Text("--schedule-units") == "check";
  hardware.barrier = values.Text("--barrier") == "hardware";
  const std::string load = values.Text("--load");
  for (const std::string_view word : SplitAt(load, ',')) {
    hardware.load.routes = hardware.load.routes || word == "routes";
    hardware.load.tables = hardware.load.tables || word == "tables";
    hardware.load.address_units = hardware.load.address_units || word == "address-units";
    hardware.load.words = hardware.load.words || word == "words" || word.starts_with(kImages);
  }
  hardware.translation = values.Choice("--translation", ParseTableMethod);
  const Address usual = values.Given("--embedding") ? Address::kLogical : Address::kPhysical;
  hardware.address = values.Choice("--address", ParseAddress).value_or(usual);
}

// Puts the option's value into a field; leaves the field alone where there is neither value nor
// default.
class FieldReader {
 public:
  FieldReader(const Values& values, OptionName option) : values_(values), option_(option) {}

  void operator()(std::monostate) const {}
  void operator()(bool* value) const { *value = values_.Given(option_); }
  void operator()(int* value) const {
    if (!values_.Text(option_).empty()) *value = Int(values_, option_);
  }
  void operator()(Cycle* value) const { *value = values_.Whole(option_); }
  void operator()(double* value) const { *value = values_.Number(option_); }
  void operator()(Task* value) const { *value = values_.TaskOf(option_).value_or(Task{}); }
  void operator()(std::string* value) const { *value = values_.Text(option_); }
  void operator()(const EnumField& value) const { value.Choose(values_.Text(option_)); }

 private:
  const Values& values_;
  OptionName option_;
};

void ReadFields(const Values& values, const Fields& fields) {
  for (const Field& field : fields) std::visit(FieldReader(values, field.option), field.value);
}

CostRequest CostOf(const Values& values) {
  CostRequest cost;
  cost.schedule = *values.Choice("--schedule", ParseScheduleKind);
  cost.elements = Int(values, "--elements");
  if (values.Given("--pipelining")) cost.pipelining = Int(values, "--pipelining");
  cost.barrier_cycles = values.Whole("--barrier-cycles");
  cost.startup = values.Number("--startup");
  cost.per_flit = values.Number("--per-flit");
  cost.collective = values.Choice("--collective", ParseCollective);
  cost.root = Int(values, "--root");
  cost.by_block = values.Given("--by-block");
  cost.table = !values.Given("--elements");
  return cost;
}

RunOptions RunOf(const Values& values) {
  RunOptions run;
  run.sink_ready = values.Number("--sink-ready");
  run.seed = static_cast<std::uint64_t>(values.Whole("--seed"));
  run.engine = *ByName(values.Text("--engine"), {Engine::kBoth, Engine::kRtl, Engine::kModel});
  run.rtl = *ByName(values.Text("--rtl"),
                    {RtlEngine::kAuto, RtlEngine::kNodes, RtlEngine::kFlat, RtlEngine::kLanes});
  run.wave = values.Text("--wave");
  run.coverage = values.Text("--coverage");
  run.moved_from = values.NumbersOf("--moved-from").value_or(Coordinates{});
  run.export_file = values.Text("--export");
  run.watchdog = values.Whole("--watchdog");
  run.idle_skip = values.Text("--without") != "idle-skip";
  run.threads = Int(values, "--threads");
  run.baseline = !values.Given("--no-baseline");
  return run;
}

SweepRequest SweepOf(const Values& values) {
  SweepRequest sweep;
  sweep.phases = {.warmup = values.Whole("--warmup"),
                  .cycles = values.Whole("--cycles"),
                  .batches = Int(values, "--batches"),
                  .precision = values.Number("--precision"),
                  .drain = values.Whole("--drain")};
  sweep.saturation = {.shortfall = values.Number("--shortfall"),
                      .latency_limit = values.Number("--latency-limit")};
  if (values.Given("--resolution")) sweep.resolution = values.Number("--resolution");
  sweep.jobs = Int(values, "--jobs");
  sweep.shard = values.ShardOf("--shard");
  sweep.results = values.Text("--results");
  sweep.plot = values.Text("--plot");
  return sweep;
}

}  // namespace

std::optional<TrafficRequest> TrafficOf(const Values& values) {
  std::optional<TrafficRequest> traffic = ParseTraffic(values.Text("--traffic"));
  if (traffic) ReadFields(values, FieldsOf(*traffic));
  return traffic;
}

void ReadOptions(const Values& values, Spec& spec) {
  spec.guest = values.GraphOf("--guest");
  spec.host = values.GraphOf("--host");
  spec.format = *ByName(values.Text("--format"), {Format::kText, Format::kJson, Format::kCsv});
  spec.out = values.Text("--out");
  spec.report = values.Text("--report");
  spec.dateline = values.Text("--without") != "dateline";
  spec.netlist = values.Text("--without") != "netlist";
  ReadHardware(values, spec);
  spec.simulation.run = RunOf(values);
  spec.simulation.run.over_time = spec.format == Format::kJson || !spec.report.empty();
  ReadFields(values, spec.task.fields());
  spec.cost = CostOf(values);
  spec.sweep = SweepOf(values);
}

}  // namespace toroid
