// From values to requests.
#include <fmt/core.h>

#include <cassert>
#include <string_view>
#include <utility>

#include "gen/command_line/stages.h"
#include "gen/command_line/values.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

int Int(const Values& values, OptionName name) { return static_cast<int>(values.Whole(name)); }

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
  void operator()(const WordField& value) const {
    *value.field = values_.Text(option_) == value.on;
  }
  void operator()(const std::string& /*text*/) const {}

 private:
  const Values& values_;
  OptionName option_;
};

void ReadFields(const Values& values, const Fields& fields) {
  for (const Field& field : fields) std::visit(FieldReader(values, field.option), field.value);
}

// Storage follows from the target, and addresses from the embedding, unless they are given.
void ReadHardware(const Values& values, HardwareOptions& hardware) {
  hardware.buffered.storage = StorageOf(*Parse<FpgaFamily>(values.Text("--target")));
  if (values.Given("--embedding")) hardware.address = Address::kLogical;
  ReadFields(values, hardware.fields());
  if (values.Given("--in-network")) {
    auto parsed = ParseInNetwork(values.Text("--in-network")).value();
    hardware.in_network = parsed.kind;
    hardware.join = std::move(parsed.join);
  }
  const std::string load = values.Text("--load");
  for (const std::string_view word : SplitAt(load, ',')) {
    hardware.load.routes = hardware.load.routes || word == "routes";
    hardware.load.tables = hardware.load.tables || word == "tables";
    hardware.load.tree = hardware.load.tree || word == "tree";
    hardware.load.address_units = hardware.load.address_units || word == "address-units";
    hardware.load.words = hardware.load.words || word == "words" || word.starts_with(kImages);
  }
}

CostRequest CostOf(const Values& values) {
  CostRequest cost;
  cost.schedule = *ParseScheduleKind(values.Text("--schedule"));
  cost.elements = Int(values, "--elements");
  if (values.Given("--pipelining")) cost.pipelining = Int(values, "--pipelining");
  cost.barrier_cycles = values.Whole("--barrier-cycles");
  cost.startup = values.Number("--startup");
  cost.per_flit = values.Number("--per-flit");
  cost.collective = Parse<Collective>(values.Text("--collective"));
  cost.root = Int(values, "--root");
  cost.by_block = values.Given("--by-block");
  cost.table = !values.Given("--elements");
  return cost;
}

RunOptions RunOf(const Values& values) {
  RunOptions run;
  run.sink_ready = values.Number("--sink-ready");
  run.seed = static_cast<std::uint64_t>(values.Whole("--seed"));
  run.engine = *Parse<Engine>(values.Text("--engine"));
  run.rtl = *Parse<RtlEngine>(values.Text("--rtl"));
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
  auto* trace = traffic ? std::get_if<TraceRequest>(&*traffic) : nullptr;
  if (trace != nullptr && values.Text("--router") == "scheduled" && !values.Given("--schedule"))
    trace->schedule.kind = ScheduleKind::kList;  // TR11.1
  return traffic;
}

void ReadOptions(const Values& values, Spec& spec) {
  spec.guest = values.GraphOf("--guest");
  spec.host = values.GraphOf("--host");
  spec.format = *Parse<Format>(values.Text("--format"));
  spec.out = values.Text("--out");
  spec.report = values.Text("--report");
  spec.dateline = values.Text("--without") != "dateline";
  spec.flows = values.Text("--flows");
  spec.netlist = values.Text("--without") != "netlist";
  ReadHardware(values, spec.hardware);
  spec.simulation.run = RunOf(values);
  spec.simulation.run.over_time = spec.format == Format::kJson || !spec.report.empty();
  ReadFields(values, spec.task.fields());
  spec.cost = CostOf(values);
  spec.sweep = SweepOf(values);
}

namespace {

constexpr std::uint32_t kMostChosenGuest = 1 << 14;

std::vector<std::string> Operands(const std::string& lines) {
  if (lines.empty()) return {};
  const auto operands = SplitAt(lines, '\n');
  return {operands.begin(), operands.end()};
}

// Two files, before and after.
void ReadCompared(const std::string& operands, CompareRequest& compare, Diagnostics& diagnostics) {
  const std::vector<std::string> files = Operands(operands);
  if (files.size() == 2) {
    compare.before = files[0];
    compare.after = files[1];
    return;
  }
  diagnostics.push_back(
      {"command line", "",
       files.empty() ? "no results are named" : Counted(files.size(), "result") + " named",
       "compare takes two: " + std::string(OperandsOf(Command::kCompare))});
}

// One file or more, and a page.
void ReadReported(const std::string& operands, Spec& spec, Diagnostics& diagnostics) {
  spec.results = Operands(operands);
  if (spec.results.empty())
    diagnostics.push_back({"command line", "", "no result is named",
                           "report takes " + std::string(OperandsOf(Command::kReport))});
  if (!spec.out.ends_with(".html"))
    diagnostics.push_back({"--out", spec.out, "does not end in .html", "pages are HTML"});
}

// Guest, nodes, and the machine.
void ReadChosen(const Values& values, Spec& spec, Diagnostics& diagnostics) {
  for (const OptionName name : {OptionName("--guest"), OptionName("--nodes")}) {
    if (!values.Given(name))
      diagnostics.push_back({std::string(name), "", "is missing",
                             fmt::format("choose needs {} {}", name.text(),
                                         FormFor(Command::kChoose, *FindOption(name)))});
  }
  spec.guest = values.GraphOf("--guest");
  if (values.Given("--nodes"))
    spec.choose.nodes = static_cast<std::uint32_t>(values.Whole("--nodes"));
  spec.choose.by = *Parse<RankBy>(values.Text("--by"));
  spec.hardware.ports = *ParsePorts(values.Text("--ports"));
  spec.cost.elements = static_cast<int>(values.Whole("--elements"));
  spec.cost.startup = values.Number("--startup");
  spec.cost.per_flit = values.Number("--per-flit");
  if (spec.guest && spec.guest->size() > kMostChosenGuest)
    diagnostics.push_back({"--guest", values.Text("--guest"),
                           Counted(spec.guest->size(), "node") + " are too many to schedule",
                           fmt::format("allowed are up to {}", kMostChosenGuest)});
}

}  // namespace

Result<Spec> SpecWithoutNetwork(Command command, RawOptions options, Diagnostics diagnostics) {
  assert(!IsOfANetwork(command));
  Spec spec;
  spec.command = command;
  const auto operands = options.extract(std::string(kOperands));
  const std::string given = operands ? operands.mapped().text : "";
  if (command == Command::kCompare) ReadCompared(given, spec.compare, diagnostics);
  const Values values(command, std::move(options), diagnostics);
  if (!diagnostics.empty()) return diagnostics;
  if (command == Command::kInit || command == Command::kReport) {
    spec.out = values.Text("--out");
    spec.axi4 = command == Command::kInit && values.Given("--axi4");
  } else {
    spec.format = *Parse<Format>(values.Text("--format"));
  }
  if (command == Command::kChoose) ReadChosen(values, spec, diagnostics);
  if (command == Command::kReport) ReadReported(given, spec, diagnostics);
  if (command == Command::kCompare) spec.compare.tolerance = values.Number("--tolerance");
  if (!diagnostics.empty()) return diagnostics;
  return spec;
}

}  // namespace toroid
