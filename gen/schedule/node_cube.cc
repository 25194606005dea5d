// The idea: if every node holds the same subcube of processes, each message of the cube of nodes
// stands for one message of each process of its node, all over one route. If these follow each
// other without a gap, they occupy links and ports like one longer message. So a schedule of the
// node cube is one of the guest, equally free of conflicts and close to its bound.
//
// Example: hypercube:4 on line:4, processes 4n to 4n+3 on node n. Cube dimensions 0 and 1 are
// inside the nodes. <0,4> is <0,2> of the node cube, of messages of 4 L flits: process 4n sends in
// the cycle that the line's schedule has for node n, 4n+1 L cycles later, and so on.
//
// It does not apply if a cube dimension is inside some nodes and not others, as under contractions
// that are not by powers of two; `list` takes these. Source: ours.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "gen/embedding/partition.h"
#include "gen/schedule/makers.h"
#include "gen/schedule/window.h"

namespace toroid {
namespace {

// The most flits of a message of the node cube.
constexpr std::int64_t kMostFlitsOfNode = 1 << 24;

// The cube dimensions whose messages all stay on their nodes.
std::uint32_t InsideOf(const Embedding& embedding) {
  std::uint32_t inside = 0;
  for (int k = 0; k < embedding.guest().axes(); ++k) {
    bool stays = true;
    for (std::uint32_t p = 0; stays && p < embedding.guest().size(); ++p)
      stays = embedding.HostOf(NodeId{p}) == embedding.HostOf(PartnerOf(NodeId{p}, k));
    if (stays) inside |= 1U << k;
  }
  return inside;
}

// The smallest box of all nodes with processes; none if it has other nodes too, or only one node.
std::optional<Partition> BoxOf(const Embedding& embedding, std::uint32_t nodes) {
  const Graph& host = embedding.host();
  Coordinates first = host.CoordinatesOf(embedding.forward().front());
  Coordinates last = first;
  for (const NodeId node : embedding.forward()) {
    for (int a = 0; a < host.axes(); ++a) {
      const auto axis = static_cast<std::size_t>(a);
      first[axis] = std::min(first[axis], host.Coordinate(node, Axis{a}));
      last[axis] = std::max(last[axis], host.Coordinate(node, Axis{a}));
    }
  }
  std::vector<int> lengths;
  for (std::size_t a = 0; a < first.size(); ++a) lengths.push_back(last[a] - first[a] + 1);
  auto box = Partition::Create(host, std::move(lengths), first);
  if (!box || box->shape().size() != nodes) return std::nullopt;
  return std::move(box).value();
}

// The embeddings with schedules by formula on such a box.
std::vector<EmbeddingKind> KindsOn(const Graph& box) {
  if (box.kind() == Kind::kHypercube) return {EmbeddingKind::kIdentity, EmbeddingKind::kStandard};
  return {box.kind() == Kind::kTorus ? EmbeddingKind::kXor : EmbeddingKind::kStandard};
}

Graph CubeOf(int dimensions) {
  return Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(dimensions), 2))
      .value();
}

// Whether the host's route between two nodes of the box equals the box's.
bool RoutesWithin(const NodeCube& cube, const Graph& host, const ScheduledMessage& message) {
  const std::vector<Hop> route = cube.embedding.host().Route(message.node, message.to);
  const std::vector<Hop> real =
      host.Route(cube.places[message.node.index()], cube.places[message.to.index()]);
  return std::ranges::equal(route, real, [&](const Hop& hop, const Hop& other) {
    return cube.places[hop.node.index()] == other.node;
  });
}

// Whether the guest's processes are where the cube says.
bool LiesAs(const NodeCube& cube, const Embedding& embedding) {
  const int dimensions = cube.embedding.guest().axes();
  for (std::uint32_t n = 0; n < cube.embedding.guest().size(); ++n) {
    std::uint32_t process = 0;  // one of the processes of node n of the cube
    for (int k = 0; k < dimensions; ++k) process |= (n >> k & 1U) << cube.DimensionOf(k);
    if (embedding.HostOf(NodeId{process}) != cube.places[cube.embedding.HostOf(NodeId{n}).index()])
      return false;
  }
  return true;
}

Diagnostic Unfit(ScheduleKind kind, std::string what) {
  return {"--schedule", std::string(ToString(kind)), std::move(what), "--schedule list takes any"};
}

class Turns {
 public:
  Turns(const Embedding& embedding, const NodeCube& cube, Schedule& schedule)
      : embedding_(embedding), cube_(cube), schedule_(schedule) {}

  // Adds the messages inside the nodes.
  void AddLocal() {
    for (int k = schedule_.task.first; k < schedule_.task.first + schedule_.task.count; ++k) {
      if ((cube_.inside >> k & 1U) == 0) continue;
      for (std::uint32_t p = 0; p < embedding_.guest().size(); ++p)
        schedule_.local.emplace_back(NodeId{p}, PartnerOf(NodeId{p}, k));
    }
  }

  // Adds a message of the cube of nodes as messages of the node's processes.
  void Add(const ScheduledMessage& whole) {
    const int dimension = cube_.DimensionOf(whole.cube_dimension.value());
    const NodeId node = cube_.places[whole.node.index()];
    for (const NodeId process : embedding_.GuestsOf(node)) {
      ScheduledMessage message =
          MessageBetween(embedding_, embedding_.host(), process, PartnerOf(process, dimension));
      const auto turn = static_cast<int>(message.from_rank);
      message.cube_dimension = CubeDim{dimension};
      message.step = whole.step.value() * Processes() + turn;
      message.cycle = whole.cycle + Cycle{turn} * schedule_.message_flits;
      schedule_.messages.push_back(message);
    }
  }

  // Adds a step of the cube of nodes as one step for each turn; the last one includes the waiting
  // time.
  void Add(const Step& whole) {
    const Cycle flits = schedule_.message_flits;
    const Cycle waits = whole.length - Processes() * flits;
    for (int turn = 0; turn < Processes(); ++turn) {
      const bool last = turn + 1 == Processes();
      schedule_.steps.push_back(
          {.start = whole.start + turn * flits, .length = flits + (last ? waits : 0)});
    }
  }

 private:
  int Processes() const { return static_cast<int>(cube_.processes()); }

  const Embedding& embedding_;
  const NodeCube& cube_;
  Schedule& schedule_;
};

}  // namespace

std::uint32_t NodeCube::processes() const { return 1U << std::popcount(inside); }

Task NodeCube::TaskOf(Task task) const {
  const auto crossing_below = [&](int k) { return k - std::popcount(inside & ((1U << k) - 1)); };
  const int first = crossing_below(task.first);
  return {.first = first, .count = crossing_below(task.first + task.count) - first};
}

int NodeCube::DimensionOf(int dimension) const {
  int k = 0;
  for (int left = dimension;; ++k) {
    if ((inside >> k & 1U) == 0 && left-- == 0) return k;
  }
}

std::optional<NodeCube> NodeCubeOf(const Embedding& embedding) {
  assert(embedding.guest().kind() == Kind::kHypercube);
  const std::uint32_t inside = InsideOf(embedding);
  const int dimensions = embedding.guest().axes() - std::popcount(inside);
  const std::uint32_t nodes = 1U << dimensions;
  if (embedding.load_factor() != 1U << std::popcount(inside)) return std::nullopt;
  const std::optional<Partition> box = BoxOf(embedding, nodes);
  if (!box) return std::nullopt;
  const Graph& shape = box->shape();
  for (const EmbeddingKind kind : KindsOn(shape)) {
    auto known = Embedding::Create(kind, CubeOf(dimensions), shape, BitOrder::kCyclic);
    if (!known) continue;
    NodeCube cube{.embedding = std::move(known).value(), .places = {}, .inside = inside};
    for (std::uint32_t n = 0; n < nodes; ++n) cube.places.push_back(box->HostOf(NodeId{n}));
    if (LiesAs(cube, embedding)) return cube;
  }
  return std::nullopt;
}

Result<Schedule> MakeScheduleInTurns(ScheduleKind kind, const Embedding& embedding, Task task,
                                     Ports ports, int message_flits, const Progress& progress) {
  const std::optional<NodeCube> cube = NodeCubeOf(embedding);
  if (!cube) {
    return Unfit(kind, fmt::format("follows no formula where guest {} {} under this embedding",
                                   embedding.guest().ToString(), WhyNoBijection(embedding)));
  }
  Schedule schedule;
  schedule.kind = kind;
  schedule.task = task;
  schedule.ports = ports;
  schedule.message_flits = message_flits;
  Turns turns(embedding, *cube, schedule);
  turns.AddLocal();
  const Task crossing = cube->TaskOf(task);
  if (crossing.count == 0) return schedule;
  const std::int64_t flits = std::int64_t{message_flits} * cube->processes();
  if (flits > kMostFlitsOfNode)
    return Unfit(kind, fmt::format("has messages of {} flits for all processes of a node", flits));
  const auto whole =
      MakeSchedule(kind, cube->embedding, crossing, ports, static_cast<int>(flits), {}, progress);
  if (!whole) return whole.diagnostics();
  for (const ScheduledMessage& message : whole->messages) {
    if (!RoutesWithin(*cube, embedding.host(), message))
      return Unfit(kind, "follows no formula in this box, because routes of its messages leave it");
    turns.Add(message);
  }
  for (const Step& step : whole->steps) turns.Add(step);
  schedule.makespan = whole->makespan;
  schedule.lambda = whole->lambda * cube->processes();
  schedule.lower_bound = whole->lower_bound * cube->processes();
  return schedule;
}

}  // namespace toroid
