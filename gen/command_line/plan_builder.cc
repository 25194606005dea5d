// Everything that an option means is in the spec already; what is left is what the nodes' schedule
// units are made for.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "gen/command_line/stages.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

class PlanBuilder {
 public:
  explicit PlanBuilder(SpecState& state) : state_(state) {}

  void Build() {
    HardwareOptions hardware = spec_.hardware;
    if (state_.source.in_box) {  // a machine that knows nothing of boxes
      hardware.partition.reset();
      hardware.address = Address::kPhysical;
    }
    if (HasScheduleUnits()) {
      const auto unit_task = UnitTaskToPlan();
      if (!unit_task) return found_.AddAll(unit_task.diagnostics());
      hardware.schedule_unit.task = *unit_task;
    }
    Result<Plan> plan = Plan::Create(
        *spec_.host, state_.source.in_box ? EmbeddingOnHost() : spec_.embedding, hardware);
    if (!plan) return found_.AddAll(plan.diagnostics());
    spec_.plan = std::move(plan).value();
    CheckSize();
    if (state_.Is(Family::kPattern) || state_.Is(Family::kCollective))
      CheckNodesHaveAddresses(*spec_.plan);
  }

  // `check` makes its plan only once there is a schedule, whose table must be loaded too.
  void CheckUnitsToLoad() {
    HardwareOptions hardware = spec_.hardware;
    hardware.load.tables = false;  // nothing is known of the schedule yet
    hardware.address = Address::kLogical;
    const Result<Plan> plan = Plan::Create(*spec_.host, spec_.embedding, hardware);
    if (!plan) found_.AddAll(plan.diagnostics());
  }

 private:
  Embedding EmbeddingOnHost() const {
    const auto& partition = spec_.hardware.partition;
    return partition && (spec_.hardware.load.address_units || state_.source.in_box)
               ? partition->Place(*spec_.embedding)
               : *spec_.embedding;
  }

  // What schedule units are made for.
  Result<UnitTask> UnitTaskToPlan() const {
    if (HasProgramUnits()) {
      const auto* cube = traffic_ ? std::get_if<CubeProgramRequest>(&*traffic_) : nullptr;
      const int pipelining = static_cast<int>(values_.Whole("--pipelining"));
      return UnitTask{
          .schedule = cube ? cube->schedule.kind : spec_.task.schedule.kind,
          .task = {0, spec_.guest->axes()},
          .message_flits = PacketFlits(static_cast<int>(values_.Whole("--elements")), pipelining),
          .pipelining = pipelining};
    }
    const auto* set = traffic_ ? std::get_if<SetsRequest>(&*traffic_) : nullptr;
    UnitTask unit{.schedule = spec_.task.schedule.kind,
                  .task = set ? Task{} : spec_.task.task,
                  .message_flits = spec_.task.message_flits};
    if (!NeedsTable(unit.schedule) || spec_.hardware.router == RouterKind::kBuffered) return unit;
    const Embedding embedding = EmbeddingOnHost();
    const MessageRoutes routes(embedding.host(), nullptr, spec_.hardware.links.hop_cycles());
    if (set) {
      const std::uint64_t seed = spec_.simulation.run.seed;
      unit.table = std::make_shared<const Schedule>(
          ScheduleSet(*set, seed, routes, embedding, spec_.hardware.ports, 0, state_.progress));
      unit.table_options = fmt::format(" --traffic {} --seed {}", set->name(), seed);
      if (unit.table->messages.empty())
        return Diagnostic{"--traffic", std::string(set->name()),
                          "has no message that crosses a link", "give another --seed or guest"};
      return unit;
    }
    auto made = MakeSchedule(spec_.task, routes, embedding, spec_.hardware.ports, state_.progress);
    if (!made) return made.diagnostics();
    unit.table = std::make_shared<const Schedule>(std::move(made).value());
    if (spec_.task.schedule.steps > 0)
      unit.table_options = fmt::format(" --task {},{} --steps {}", unit.task.first, unit.task.count,
                                       spec_.task.schedule.steps);
    return unit;
  }

  // The model takes any size, and so do lanes, which are made of one node.
  void CheckSize() {
    const bool simulates = state_.RunsTraffic();
    const RunOptions& run = spec_.simulation.run;
    const bool written =
        !simulates || (run.engine != Engine::kModel && run.rtl != RtlEngine::kLanes);
    if (!written || spec_.host->size() <= kMaxEmittedNodes) return;
    found_.Add("--host", fmt::format("has {} nodes", spec_.host->size()),
               fmt::format("hardware is written for at most {}{}", kMaxEmittedNodes, MoreNodes()));
  }

  // What takes more nodes than the written hardware may have.
  std::string MoreNodes() const {
    const bool buffered = spec_.hardware.router == RouterKind::kBuffered;
    const bool model = !values_.Given("--rtl") && !(buffered && values_.Given("--schedule-units"));
    if (spec_.command != Command::kSimulate || values_.Given("--wave")) return "";
    return model ? "; --rtl lanes and --engine model take more" : "; --rtl lanes takes more";
  }

  // Patterns know host nodes; with logical addresses an empty one cannot be named. It can refuse.
  void CheckNodesHaveAddresses(const Plan& plan) {
    if (values_.Number("--refused") > 0) return;
    int empty = 0;
    for (std::uint32_t n = 0; n < plan.host().size(); ++n)
      empty += plan.IsAddressable(NodeId{n}) || !plan.IsAlive(NodeId{n}) ? 0 : 1;
    if (empty == 0) return;
    found_.AddAll(
        {{"--address", "logical",
          "guest " + plan.embedding()->guest().ToString() + " leaves " +
              Counted(empty, "host node") + " without a guest node",
          "traffic " + std::string(NameOf(*traffic_)) +
              " sends to every host node; use --address physical" +
              (state_.Is(Family::kPattern) ? ", or --refused if these are to refuse packets"
                                           : "")}});
  }

  // Whether these are for a whole program.
  bool HasProgramUnits() const {
    if (spec_.command == Command::kGenerate) return values_.Given("--pipelining");
    return traffic_ && NameOf(*traffic_) == "cc-cube";
  }

  bool HasScheduleUnits() const {
    return spec_.command == Command::kGenerate ? spec_.has_schedule
                                               : values_.Given("--schedule-units");
  }

  SpecState& state_;
  Spec& spec_ = state_.spec;
  const Values& values_ = state_.values;
  const std::optional<TrafficRequest>& traffic_ = state_.traffic;
  SpecDiagnostics& found_ = state_.found;
};

std::vector<NodeId> NeighboursOf(const Graph& graph, NodeId node) {
  std::vector<NodeId> neighbours;
  for (int a = 0; a < graph.axes(); ++a) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus})
      if (const auto other = graph.Neighbour(node, Axis{a}, direction))
        neighbours.push_back(*other);
  }
  return neighbours;
}

}  // namespace

void BuildPlan(SpecState& state) {
  PlanBuilder builder(state);
  switch (state.spec.command) {
    case Command::kGenerate:
    case Command::kSimulate:
    case Command::kSweep: return builder.Build();
    case Command::kCheck:
      if (state.spec.hardware.load.address_units) builder.CheckUnitsToLoad();
      return;
    default: return;
  }
}

std::optional<std::string> OffDimensionOrder(const Embedding& placed, const RoutedHost& routes) {
  const Graph& guest = placed.guest();
  for (std::uint32_t g = 0; g < guest.size(); ++g) {
    for (const NodeId other : NeighboursOf(guest, NodeId{g})) {
      const NodeId from = placed.HostOf(NodeId{g});
      const NodeId to = placed.HostOf(other);
      if (routes.Route(from, to) == placed.host().Route(from, to)) continue;
      return fmt::format(
          "needs the route of dimension order from guest node {} to {}, and the tables have "
          "another",
          guest.NodeText(NodeId{g}), guest.NodeText(other));
    }
  }
  return std::nullopt;
}

}  // namespace toroid
