// From text to a Spec, in stages:
//   1. each word alone: its spelling, type and range (raw_options.h, values.h);
//   2. what this command and this traffic need, and do not use;
//   3. which options go together (gen/rules);
//   4. what must be computed: graphs, embedding, requests, and the plan.
// All faults of a stage are found; a stage with a fault is the last, so none follows from another.
#include "gen/command_line/spec.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "gen/collective/methods.h"
#include "gen/command_line/file_tables.h"
#include "gen/command_line/stages.h"
#include "gen/degraded/routing.h"
#include "gen/options/options.h"
#include "gen/options/subjects.h"
#include "gen/plan/barrier.h"
#include "gen/support/input_file.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// The largest host of which `map`, `cost` and `schedule` look at what is dead (DG10.7).
constexpr std::uint32_t kMostDegradedNodes = 1 << 16;

// "one, two": the words of a form.
std::string Listed(std::string_view form) {
  std::string text;
  for (const std::string_view word : ChoicesOf(form))
    text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

}  // namespace

SpecState::SpecState(Values given, const SpecSource& from, Diagnostics& diagnostics,
                     Progress watched)
    : values(std::move(given)),
      traffic(TrafficOf(values)),
      source(from),
      facts(values, traffic, source),
      found(values, diagnostics),
      progress(watched),
      subject(SubjectOf(
          values.command(), [this](OptionName name) { return values.Given(name); },
          values.Text("--host"))) {
  spec.command = values.command();
}

namespace {

class SpecBuilder : SpecState {
 public:
  using SpecState::SpecState;

  Spec Build() {
    ReadOptions(values, spec);
    if (traffic) spec.simulation.traffic = *traffic;
    CheckConcerns();
    if (!found.any()) found.AddAll(BrokenRules(AllRules(), facts));
    if (!found.any()) CheckComputed();
    return std::move(spec);
  }

 private:
  // Stage 2.
  void CheckConcerns() {
    for (const Option& option : AllOptions()) {
      if (subject != nullptr && !subject->Uses(option.name)) continue;
      if ((option.required_by & Bit(spec.command)) != 0 && !values.Given(option.name))
        found.AddAll({Missing(option.name, ToString(spec.command), facts)});
    }
    if (subject != nullptr) CheckSubject();
    if (source.in_box) CheckProgramInBox(*this);
    if (found.any() || !traffic) return;
    if (spec.command == Command::kSweep && !Is(Family::kPattern))
      return found.Add("--traffic", "is not a pattern, so it has no load to sweep",
                       "allowed are " + Listed(FormFor(spec.command, *FindOption("--traffic"))));
    if (RunsTraffic()) CheckUses(*this);
  }

  // Options that go with something else that the command can be about.
  void CheckSubject() {
    for (const Option& option : AllOptions()) {
      if (values.Asks(option.name) && !subject->Uses(option.name))
        found.Add(option.name, "is not used by " + std::string(subject->name),
                  "it goes with " + SubjectsWith(spec.command, option.name));
    }
  }

  // Stage 4, each step on what the one before has made.
  void CheckComputed() {
    SetBarrierCycles();
    spec.has_schedule = NeedsSchedule();
    BuildPartition();
    if (found.any()) return;
    BuildEmbedding();
    if (values.Given("--routes") || HasDead(values, source.file) || NeedsTwistedRoutes())
      ReadDegraded();
    if (spec.command == Command::kSweep) CheckSweep();
    if (values.Given("--flows")) CheckFlows();
    if (RunsTraffic()) CheckTraffic(*this);
    if (spec.command == Command::kCost) CheckCost(*this);
    if (ProvesCollective() && !found.any()) CheckProvedCollective(*this);
    if (spec.command == Command::kGenerate && values.Given("--pipelining"))
      found.AddAll(PacketDiagnostics(static_cast<int>(values.Whole("--pipelining")),
                                     static_cast<int>(values.Whole("--elements"))));
    CheckLinkStages();
    if (spec.hardware.in_network == InNetwork::kReduction) ReadOperator();
    if (!found.any() && (spec.degraded || spec.hardware.load.routes)) MakeRoutes();
    if (!found.any()) CheckScheduleTakesRoutes();
    if (found.any()) return;
    SetProcesses();
    if (traffic && !Is(Family::kPattern) && !Is(Family::kCollective)) CheckGuestNodesAreNamed();
    if (spec.has_schedule && !Is(Family::kSets) && !Is(Family::kTrace)) CheckTask();
    ReadImages();
    if (values.Given("--node-clocks")) ReadNodeClocks();
    if (spec.command == Command::kGenerate || Is(Family::kAxi)) ReadEndpoints();
    if (!source.file.streams.empty()) ReadStreams();
    if (!found.any()) BuildPlan(*this);
  }

  // Those of the hardware's barrier follow from the host.
  void SetBarrierCycles() {
    if (!spec.hardware.barrier) return;
    const Cycle cycles = BarrierLatency(*spec.host, spec.hardware.links.hop_cycles());
    if (values.Given("--barrier-cycles") && values.Whole("--barrier-cycles") != cycles)
      found.Add("--barrier-cycles", "is not what the hardware's barrier takes",
                fmt::format("on {} it takes {}; leave it out", spec.host->ToString(),
                            Counted(cycles, "cycle")));
    spec.cost.barrier_cycles = cycles;
    if (!traffic) return;
    SetBarrier(*traffic, cycles);
    spec.simulation.traffic = *traffic;
  }

  bool ComparesMethods() const {
    return spec.command == Command::kCost && values.Given("--collective");
  }

  bool ProvesCollective() const {
    return spec.command == Command::kCheck && values.Given("--collective");
  }

  // `simulate` takes what is written.
  void CheckFlows() {
    for (const OptionName file : {OptionName("--flows"), OptionName("--out")})
      if (values.Given(file) && !values.Text(file).ends_with(".csv"))
        found.Add(file, "does not end in .csv", "give a table of messages, such as flows.csv");
  }

  void CheckSweep() {
    const SweepRequest& sweep = spec.sweep;
    if (sweep.phases.cycles % sweep.phases.batches != 0)
      found.Add("--cycles", "is not a multiple of the number of batches",
                "allowed are multiples of --batches " + std::to_string(sweep.phases.batches));
    if (sweep.saturation.latency_limit <= 1)
      found.Add("--latency-limit", "would call every load too much", "allowed are numbers above 1");
  }

  // A link that does not send a flit each cycle (R9.5).
  void CheckLinkStages() {
    const HardwareOptions& hardware = spec.hardware;
    const int least = FullRateDepth(hardware.links.stages);
    const bool buffers =
        Takes(spec.command, *FindOption("--buffer-depth")) && !HasScheduledRouters();
    if (hardware.links.stages > 0 && buffers && hardware.buffered.depth < least)
      found.Add("--link-stages",
                fmt::format("a flit each cycle needs buffers of {}, and --buffer-depth is {}",
                            least, hardware.buffered.depth),
                fmt::format("give --buffer-depth {} or more", least));
  }

  // Whether a task, or the tasks of a CC-cube, will be scheduled.
  bool NeedsSchedule() const {
    switch (spec.command) {
      case Command::kSchedule: return true;
      case Command::kCost: return !ComparesMethods();
      case Command::kSimulate: return traffic && IsScheduled(*traffic);
      case Command::kCheck: return values.Given("--task") && values.Given("--schedule");
      case Command::kGenerate: return values.Given("--schedule");
      default: return false;
    }
    return false;
  }

  // The embedding's host is the partition, if there is one.
  void BuildPartition() {
    if (!values.Given("--partition")) return;
    Result<Partition> partition =
        Partition::Create(*spec.host, *values.NumbersOf("--partition"),
                          values.NumbersOf("--base").value_or(Coordinates{}));
    if (!partition) return found.AddAll(partition.diagnostics());
    const Coordinates& before = spec.simulation.run.moved_from;
    const auto moved = partition->At(before.empty() ? partition->base() : before);
    if (!moved) found.AddAll(Renamed(moved.diagnostics(), "--base", "--moved-from"));
    spec.hardware.partition = std::move(partition).value();
  }

  void BuildEmbedding() {
    const auto kind = ParseEmbeddingKind(values.Text("--embedding"));
    if (!kind || !spec.guest) return;
    const bool scheduled = spec.has_schedule || source.file_schedules || Is(Family::kTrace);
    const BitOrder usual = scheduled ? BitOrder::kCyclic : BitOrder::kBlock;
    const BitOrder order = ParseBitOrder(values.Text("--bit-order")).value_or(usual);
    const auto walk =
        *kind == EmbeddingKind::kTao ? tao::ParseWalk(values.Text("--walk")) : std::nullopt;
    const Graph& host = spec.hardware.partition ? spec.hardware.partition->shape() : *spec.host;
    const int dilation = static_cast<int>(values.Whole("--dilation"));
    Result<Embedding> embedding =
        Embedding::Create(*kind, *spec.guest, host, order, walk, dilation, progress);
    if (embedding) {
      if (values.Asks("--dilation") && *kind == EmbeddingKind::kGray && embedding->IsInjective()) {
        found.Add("--dilation", "guest " + spec.guest->ToString() + " is no larger than the host",
                  "it goes with guests that share host nodes");
      }
      spec.embedding = std::move(embedding).value();
      return;
    }
    found.AddAll(spec.hardware.partition ? Renamed(embedding.diagnostics(), "--host", "--partition")
                                         : embedding.diagnostics());
  }

  // What another option was told, of the option that it came from.
  static Diagnostics Renamed(Diagnostics all, std::string_view field, const char* option) {
    for (Diagnostic& diagnostic : all) {
      if (diagnostic.field == field) diagnostic.field = option;
    }
    return all;
  }

  // A task exchanges messages along cube dimensions: the guest must have them.
  void CheckTask() {
    if (spec.guest->kind() != Kind::kHypercube)
      return found.Add("--guest", "is not a hypercube",
                       "tasks and the CC-cube exchange along cube dimensions");
    if (values.Given("--task")) {
      CheckTaskWithin(spec.guest->axes());
    } else if (spec.command == Command::kSimulate) {
      CheckMessages("--guest", spec.guest->axes(), "; `cost` needs none");
    }
  }

  // Those of a node: as many as the guest puts there, or more.
  void SetProcesses() {
    HardwareOptions& hardware = spec.hardware;
    if (!spec.embedding || hardware.address == Address::kLogical) return;
    const auto most = static_cast<int>(spec.embedding->load_factor());
    if (!values.Given("--processes")) {
      const bool streams = facts.Text("--local") != "axi4";  // endpoints are one process
      const bool tid = hardware.router == RouterKind::kBuffered && !hardware.relay && streams;
      hardware.processes = tid ? most : 1;
    } else if (hardware.processes < most) {
      found.Add("--processes",
                "guest " + spec.guest->ToString() + " " + WhyNoBijection(*spec.embedding),
                fmt::format("allowed are {} and more, or leave it out", most));
    }
  }

  // What goes from one guest node to another. Buffered routers have a tid wherever it takes one.
  void CheckGuestNodesAreNamed() {
    if (!spec.embedding || spec.embedding->IsInjective() ||
        spec.hardware.address == Address::kLogical || spec.hardware.router == RouterKind::kBuffered)
      return;
    found.Add("--router", "guest " + spec.guest->ToString() + " " + WhyNoBijection(*spec.embedding),
              "flits of scheduled routers do not tell them apart; use --router buffered");
  }

  // A schedule holds every message of a task.
  void CheckMessages(OptionName field, int of_a_node, const std::string& advice) {
    const std::int64_t messages = std::int64_t{spec.guest->size()} * of_a_node;
    if (messages <= kMostMessages) return;
    found.Add(field, fmt::format("has {} messages", messages),
              fmt::format("a schedule holds at most {}{}", kMostMessages, advice));
  }

  void CheckTaskWithin(int dimensions) {
    const Task task = spec.task.task;
    if (task.first >= 0 && task.count >= 1 && task.first <= dimensions - task.count) {
      const std::int64_t most = kMostMessages / spec.guest->size();
      CheckMessages("--task", task.count, ", here those of " + Counted(most, "cube dimension"));
      return;
    }
    found.Add("--task", "is not within " + spec.guest->ToString(),
              "task i,M uses the M >= 1 cube dimensions from i on, of 0 " +
                  (dimensions == 1 ? "alone" : fmt::format("to {}", dimensions - 1)));
  }

  // The file of --load images=FILE.
  void ReadImages() {
    const std::string load = values.Text("--load");
    for (const std::string_view word : SplitAt(load, ',')) {
      if (!word.starts_with(kImages)) continue;
      auto images = ReadImageList(std::string(word.substr(kImages.size())), *spec.host);
      if (!images) return found.AddAll(images.diagnostics());
      spec.hardware.load.images = std::make_shared<const NodeImages>(std::move(images).value());
    }
  }

  // The operator of --in-network reduction, and its file.
  void ReadOperator() {
    constexpr std::size_t kMostBytes = std::size_t{1} << 20;
    HardwareOptions& hardware = spec.hardware;
    if (auto& module = hardware.join.module) {
      auto text = BytesOfInput("--in-network", module->path, kMostBytes,
                               "give a file of Verilog with the operator's module");
      if (!text) return found.AddAll(text.diagnostics());
      module->text = std::move(text).value();
      if (spec.command == Command::kSimulate && !hardware.join.by)
        return found.Add("--in-network", "does not say what the module computes",
                         "write reduction:OPERATOR:FILE.v:L; operators are " +
                             Joined(SplitAt(kWords<WordOperator>, '|'), ", "));
    }
    // as a plan says it; `cost` and a part of `check` make none
    const int width = hardware.flit_width + SideBits(hardware.wrap, hardware.flit_width);
    if (const auto why = OperatorDiagnostic(hardware.join, hardware.name, width))
      found.AddAll({*why});
  }

  void ReadNodeClocks() {
    auto nodes = NodesIn("--node-clocks", values.Text("--node-clocks"), spec.host->size());
    if (!nodes) return found.AddAll(nodes.diagnostics());
    spec.hardware.wrap.own_clock = std::move(nodes).value();
  }

  // On a twisted torus everything goes by tables. `map` makes those that it needs.
  bool NeedsTwistedRoutes() const {
    return facts.Holds(Fact::kTwisted) && spec.command != Command::kMap;
  }

  // The limit comes before any work on the host.
  void ReadDegraded() {
    if ((MakesRoutes() || values.Given("--routes")) && spec.host->size() > degraded::kMostNodes)
      return found.AddAll(degraded::TooManyNodes(*spec.host));
    if (spec.host->size() > kMostDegradedNodes)
      return found.Add("--host", "has too many nodes to look for what is dead",
                       fmt::format("with dead links or nodes allowed are hosts of up to {} nodes",
                                   kMostDegradedNodes));
    auto host = ReadDegradedHost(values, source.file, *spec.host, progress);
    if (!host) return found.AddAll(host.diagnostics());
    if (spec.command == Command::kMap && spec.host->IsTwisted() && !host->IsWhole())
      return found.Add("--host", "has no symmetries by which a guest could keep off what is dead",
                       "leave out what is dead, or map to a host that is not twisted");
    spec.degraded = std::move(host).value();
    CheckGuestNodesAreAlive();
    if (HasScheduledRouters())
      spec.hardware.survivors = std::make_shared<const degraded::DegradedHost>(*spec.degraded);
  }

  // The nodes of a program are to be alive. `map` looks for a place where they are.
  void CheckGuestNodesAreAlive() {
    if (!spec.embedding || spec.command == Command::kMap) return;
    const auto& partition = spec.hardware.partition;
    const Embedding placed =
        partition ? partition->Place(*spec.embedding) : Embedding(*spec.embedding);
    for (std::uint32_t guest = 0; guest < placed.guest().size(); ++guest) {
      const NodeId node = placed.HostOf(NodeId{guest});
      if (spec.degraded->IsAlive(node)) continue;
      const bool takes_box = Takes(spec.command, *FindOption("--partition"));
      return found.Add(
          "--guest",
          fmt::format("guest node {} is on host node {}, which is dead",
                      placed.guest().NodeText(NodeId{guest}), spec.host->NodeText(node)),
          std::string("take a guest or an embedding that leaves dead nodes out") +
              (takes_box ? ", such as one in a --partition" : ""));
    }
  }

  bool HasScheduledRouters() const { return spec.hardware.router == RouterKind::kScheduled; }

  // Whether tables of routes are made here. `check` and `map` make those that they look at.
  bool MakesRoutes() const {
    const bool costs = spec.command == Command::kCost && spec.cost.collective &&
                       MethodOnDegraded(*spec.cost.collective) == CollectiveMethod::kPhases;
    const bool reads = RunsTraffic() || costs || values.Given("--flows") ||
                       spec.command == Command::kGenerate || spec.command == Command::kSchedule;
    return reads && !HasScheduledRouters();
  }

  void MakeRoutes() {
    if (!MakesRoutes()) return;
    const degraded::DegradedHost host = spec.degraded.value_or(degraded::DegradedHost(*spec.host));
    auto routes = ComputeRoutes(host, progress);
    if (!routes) return found.AddAll(routes.diagnostics());
    spec.hardware.routes = std::move(routes).value();
  }

  // Schedules by formula are for dimension order.
  void CheckScheduleTakesRoutes() {
    const RoutedHost* routes = spec.hardware.routes.get();
    if (routes == nullptr || !spec.embedding || !facts.Holds(Fact::kGuestTraffic)) return;
    if (TakesAnyRoutes(SchedulingOf(*traffic)->kind)) return;
    if (spec.host->IsTwisted())
      return found.Add("--schedule", "needs dimension order, which a twisted torus does not have",
                       "allowed are none, list");
    const auto& partition = spec.hardware.partition;
    const auto why =
        OffDimensionOrder(partition ? partition->Place(*spec.embedding) : *spec.embedding, *routes);
    if (why)
      found.Add("--schedule", *why,
                "allowed are none, list; or `toroid map` says how the guest keeps off what is "
                "dead");
  }

  // The file's tables of AXI4 endpoints.
  void ReadEndpoints() {
    if (facts.Text("--local") != "axi4") {
      if (source.file.axi)
        found.Add("--local", "leaves the file's [axi] tables unused", "give --local axi4");
      return;
    }
    auto endpoints =
        ReadAxiTables(source.file, spec.degraded.value_or(degraded::DegradedHost(*spec.host)),
                      spec.hardware.flit_width);
    if (!endpoints) return found.AddAll(endpoints.diagnostics());
    spec.hardware.wrap.axi = std::move(endpoints).value();
  }

  // The file's names of streams.
  void ReadStreams() {
    if (facts.Text("--local") == "axi4")
      return found.Add("--local", "leaves the file's [[stream]] tables unused",
                       "leave them out; [[axi.node]] tables have names of endpoints");
    auto names = ReadStreamNames(source.file.streams, *spec.host);
    if (!names) return found.AddAll(names.diagnostics());
    spec.hardware.wrap.names = std::move(names).value();
  }
};

// Without faults, or the faults.
Spec SpecOf(Command command, RawOptions options, const SpecSource& source, Diagnostics& diagnostics,
            const Progress& progress) {
  Values values(command, std::move(options), diagnostics);
  if (!diagnostics.empty()) return {};
  return SpecBuilder(std::move(values), source, diagnostics, progress).Build();
}

// Entries in the tables of routes of all networks of a sweep: 256 MB.
constexpr std::uint64_t kMostSweptEntries = std::uint64_t{1} << 27;

// A sweep is a specification for each of its networks, with one value where the sweep has a list.
Spec BuildSweep(const RawOptions& options, const SpecSource& source, Diagnostics& diagnostics,
                const Progress& progress) {
  Spec sweep;
  SweepLists lists = TakeApart(options, diagnostics);
  if (!diagnostics.empty()) return sweep;
  std::uint64_t entries = 0;
  for (RawOptions& one : lists.networks) {
    if (entries > kMostSweptEntries) {
      diagnostics.push_back({"--host", "", "has tables of routes that take too much memory",
                             "sweep fewer networks, or smaller ones, at a time"});
      break;
    }
    Diagnostics found;
    std::string dead_links(TextOf(one, "--dead-links"));
    std::string dead_nodes(TextOf(one, "--dead-nodes"));
    Spec spec = SpecOf(Command::kSweep, std::move(one), source, found, progress);
    if (spec.degraded && !source.file.dead.empty()) {
      dead_links = spec.degraded->DeadLinksText();
      dead_nodes = spec.degraded->DeadNodesText();
    }
    for (Diagnostic& diagnostic : found) {
      if (std::ranges::find(diagnostics, diagnostic) == diagnostics.end())
        diagnostics.push_back(std::move(diagnostic));
    }
    if (spec.plan && spec.plan->routes())
      entries += std::uint64_t{spec.host->size()} * spec.host->size();
    std::vector<SweptNetwork> networks = std::move(sweep.sweep.networks);
    sweep = std::move(spec);
    if (diagnostics.empty())
      networks.push_back({*sweep.plan, std::get<PatternRequest>(sweep.simulation.traffic),
                          std::move(dead_links), std::move(dead_nodes)});
    sweep.sweep.networks = std::move(networks);
  }
  sweep.sweep.loads = std::move(lists.loads);
  sweep.sweep.seeds = std::move(lists.seeds);
  sweep.sweep.run = sweep.simulation.run;
  return sweep;
}

// Its nodes have as many processes as a node of any program has.
void PutOnOneMachine(Spec& machine) {
  HardwareOptions& hardware = machine.hardware;
  for (const ProgramInBox& program : machine.programs)
    hardware.processes = std::max(hardware.processes, program.plan.hardware().processes);
  for (ProgramInBox& program : machine.programs) program.plan = program.plan.With(hardware).value();
  machine.plan = Plan::Create(*machine.host, std::nullopt, hardware).value();
}

// Programs are a specification each. All have the shared options, so the machine is that of any.
Spec BuildPrograms(const RawOptions& shared, const std::vector<ProgramTable>& tables,
                   Diagnostics& diagnostics, const Progress& progress) {
  Spec machine;
  std::vector<Diagnostics> found;
  std::vector<std::optional<Partition>> boxes;
  std::vector<RawOptions> programs_options = OptionsOfPrograms(shared, tables, diagnostics);
  if (!diagnostics.empty()) return machine;
  for (RawOptions& options : programs_options) {
    Diagnostics& of_program = found.emplace_back();
    const ConfigFile no_file;
    const SpecSource source{.file = no_file, .in_box = true, .file_schedules = Schedules(options)};
    Spec spec = SpecOf(Command::kSimulate, std::move(options), source, of_program, progress);
    boxes.push_back(spec.hardware.partition);
    std::vector<ProgramInBox> programs = std::move(machine.programs);
    machine = std::move(spec);
    if (boxes.back() && machine.plan)
      programs.push_back({*boxes.back(), *machine.plan, machine.simulation});
    machine.programs = std::move(programs);
  }
  const Diagnostics joined = JoinedDiagnostics(tables, found);
  diagnostics.insert(diagnostics.end(), joined.begin(), joined.end());
  if (!diagnostics.empty()) return machine;
  diagnostics = CheckBoxes(tables, boxes);
  if (!diagnostics.empty()) return machine;
  machine.hardware.partition.reset();
  machine.guest.reset();
  machine.embedding.reset();
  PutOnOneMachine(machine);
  return machine;
}

}  // namespace

Result<Spec> ParseSpec(Command command, std::span<const std::string> arguments,
                       const MakeProgress& make_progress, bool ranks) {
  Diagnostics diagnostics = ControlFaults(arguments);
  if (!diagnostics.empty()) return diagnostics;
  RawOptions options = ReadArguments(command, arguments, diagnostics);
  if (!IsOfANetwork(command))
    return SpecWithoutNetwork(command, std::move(options), std::move(diagnostics));
  ConfigFile file;
  if (const auto config = options.find("--config"); config != options.end())
    file = ReadConfig(config->second.text, diagnostics).value_or(ConfigFile{});
  const bool programs = command == Command::kSimulate && !file.programs.empty();
  options.merge(RawOptions(file.of_command[command]));  // keeps what the command line says
  AddShared(command, file.options, options);
  if (!diagnostics.empty()) {
    if (command == Command::kSweep) {  // and what else is wrong with words
      TakeApart(options, diagnostics);
    } else {
      const Values values(command, std::move(options), diagnostics);
    }
    return diagnostics;
  }
  if (programs && !file.dead.empty())
    return Diagnostic{"dead",
                      "",
                      "boxes of a shared machine are made for whole hosts",
                      "leave the table out, or run one program",
                      Fault::kInput,
                      file.dead.front().place};
  const Progress progress = make_progress ? make_progress(options.contains("--quiet")) : Progress{};
  if (options.contains("--merge")) return SpecOfMerge(options, diagnostics);
  const SpecSource source{.file = file, .ranks = ranks, .file_schedules = file.Schedules()};
  Spec spec = programs ? BuildPrograms(options, file.programs, diagnostics, progress)
              : command == Command::kSweep
                  ? BuildSweep(options, source, diagnostics, progress)
                  : SpecOf(command, std::move(options), source, diagnostics, progress);
  if (!diagnostics.empty()) return diagnostics;
  return spec;
}

}  // namespace toroid
