// From a task to a schedule: checks that the schedule exists, lets the solver place each message in a step of its window, and turns steps
// into cycles; for `stream`, in a slot of its axis (stream.cc).
//
// A step of a window lasts L + Dmax - 1 cycles, L the flits of a message and Dmax the longest route of the window: flit j of a message
// offered in cycle t crosses the e-th link in cycle t + j + e, so its last flit leaves the last link in cycle t + L - 1 + Dmax - 1 at the
// latest, and messages of different steps never meet. Example: L = 4, Dmax = 2: 5 cycles a step.
#include "gen/schedule/schedule.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "gen/schedule/stream.h"
#include "gen/schedule/window.h"

namespace toroid {
namespace {

std::string TaskText(Task task) { return std::to_string(task.first) + "," + std::to_string(task.count); }

Diagnostics TaskComplaints(const Graph& guest, Task task) {
  const int d = guest.axes();
  const std::string allowed = "i,M with i >= 0, M >= 1 and i + M <= " + std::to_string(d) + ", the cube dimensions of " + guest.ToString();
  if (task.count < 1) return {{"--task", TaskText(task), "exchanges no message", allowed}};
  if (task.first < 0) return {{"--task", TaskText(task), "starts below cube dimension 0", allowed}};
  if (task.count > d || task.first > d - task.count) return {{"--task", TaskText(task), "goes beyond the cube", allowed}};
  return {};
}

// Whether the host and the embedding are of the kinds that the schedule is made for.
bool FitsHost(ScheduleKind kind, const Embedding& embedding) {
  const Kind host = embedding.host().kind();
  const bool line = host == Kind::kMesh && embedding.kind() == EmbeddingKind::kStandard;
  const bool ring = host == Kind::kTorus && embedding.kind() == EmbeddingKind::kXor;
  return line || (kind != ScheduleKind::kCalmant && ring);
}

std::string Accepts(ScheduleKind kind) {
  const std::string where = kind == ScheduleKind::kCalmant ? "embedding standard on a mesh or line"
                                                           : "embedding standard on a mesh or line, xor on a torus or ring";
  const std::string ports = kind == ScheduleKind::kStream ? "all, or one on a line or ring" : "one (stream takes all)";
  return std::string(ToString(kind)) + " takes " + where + ", equal power-of-two lengths, bit order cyclic, --ports " + ports +
         "; --schedule none takes any";
}

}  // namespace

Diagnostics ScheduleComplaints(ScheduleKind kind, const Embedding& embedding, Ports ports) {
  Diagnostics found;
  if (kind == ScheduleKind::kNone) return found;
  const Graph& host = embedding.host();
  const auto complain = [&](std::string what) {
    found.push_back({"--schedule", std::string(ToString(kind)), std::move(what), Accepts(kind)});
  };
  if (!FitsHost(kind, embedding)) {
    complain("does not exist for embedding " + std::string(ToString(embedding.kind())) + " on host " + host.ToString());
  }
  const bool equal = std::ranges::count(host.lengths(), host.lengths().front()) == host.axes();
  if (!equal || !AllPowersOfTwo(host)) complain("does not exist for the lengths of " + host.ToString());
  if (embedding.bit_order() != BitOrder::kCyclic && host.axes() > 1) complain("does not exist for bit order block");  // one axis: the same
  if (kind != ScheduleKind::kStream && ports != Ports::kOne) complain("does not exist for --ports all");
  return found;
}

Diagnostics WindowComplaints(ScheduleKind kind, const Layout& layout, const std::vector<Window>& windows) {
  Diagnostics found;
  if (kind != ScheduleKind::kCalmant) return found;
  for (const Window& window : windows) {
    if (CalmantCovers(layout, window)) continue;
    found.push_back({"--schedule", "calmant",
                     "does not exist for the part " + TaskText(window.task) + " of the task: its " + std::to_string(window.LowerBound()) +
                         " steps are too few for a pair on each of " + std::to_string(layout.axes) + " axes",
                     "offset takes it, and --schedule none takes any"});
  }
  return found;
}

Diagnostics OnePortComplaints(const Layout& layout, Task task, const Graph& host) {
  if (StreamFitsOnePort(layout, task)) return {};
  return {{"--schedule", "stream", "does not exist for --ports one with the task " + TaskText(task) + " on " + host.ToString(),
           "--ports all takes it, or one port with offset; --schedule none takes any"}};
}

namespace {

ScheduledMessage MessageOf(const Embedding& embedding, NodeId node, int cube_dimension) {
  const Graph& host = embedding.host();
  const NodeId to = embedding.HostOf(NodeId{embedding.GuestOf(node).value() ^ (1U << cube_dimension)});
  Axis axis{0};
  while (host.Coordinate(node, axis) == host.Coordinate(to, axis)) axis = Axis{axis.value() + 1};
  return {.node = node,
          .to = to,
          .cube_dimension = CubeDim{cube_dimension},
          .axis = axis,
          .direction = host.RouteDirection(axis, host.Coordinate(node, axis), host.Coordinate(to, axis))};
}

// `none`: everything at the start pulse.
void OfferAtOnce(const Embedding& embedding, Schedule& schedule) {
  for (std::uint32_t n = 0; n < embedding.host().size(); ++n) {
    for (int i = 0; i < schedule.task.count; ++i) {
      schedule.messages.push_back(MessageOf(embedding, NodeId{n}, schedule.task.first + i));
    }
  }
}

// Appends the steps of a window and the messages in them.
void AppendWindow(const Embedding& embedding, const Layout& layout, const Window& window, Schedule& schedule) {
  const bool calmant = schedule.kind == ScheduleKind::kCalmant;
  const int base = static_cast<int>(schedule.steps.size());
  const Cycle length = schedule.message_flits + window.demand.longest - 1;
  const int count = calmant ? CalmantStepCount(layout, window) : OffsetStepCount(window);
  for (int s = 0; s < count; ++s) {
    const Cycle start = schedule.steps.empty() ? 0 : schedule.steps.back().start + schedule.steps.back().length;
    schedule.steps.push_back({.start = start, .length = length});
  }
  for (std::uint32_t n = 0; n < embedding.host().size(); ++n) {
    const Coordinates node = embedding.host().CoordinatesOf(NodeId{n});
    const std::vector<int> steps = calmant ? CalmantSteps(layout, window, node) : OffsetSteps(layout, window, node);
    for (int i = 0; i < window.task.count; ++i) {
      ScheduledMessage message = MessageOf(embedding, NodeId{n}, window.task.first + i);
      message.step = base + steps[static_cast<std::size_t>(i)];
      message.cycle = schedule.steps[static_cast<std::size_t>(message.step)].start;
      schedule.messages.push_back(message);
    }
  }
}

// `stream`: every axis runs on its own from cycle 0 on.
void AppendStream(const Embedding& embedding, const Layout& layout, StreamForm form, Schedule& schedule) {
  const Graph& host = embedding.host();
  for (int a = 0; a < layout.axes; ++a) {
    for (const StreamWindow& window : StreamWindows(layout, schedule.task, Axis{a})) {
      for (int level = window.lower; level <= window.upper; ++level) {
        for (std::uint32_t n = 0; n < host.size(); ++n) {
          ScheduledMessage message = MessageOf(embedding, NodeId{n}, level * layout.axes + a);
          assert(message.axis == Axis{a});
          const int coordinate = host.Coordinate(message.node, message.axis);
          const StreamPlace place = PlaceInStream(layout, window, coordinate, message.direction, level);
          message.step = place.slot;
          message.cycle = OfferCycle(form, place, schedule.message_flits);
          schedule.messages.push_back(message);
        }
      }
    }
  }
}

// Requires messages sorted by cycle.
Cycle MakespanOf(const Schedule& schedule, const Graph& host) {
  Cycle end = 0;
  for (const ScheduledMessage& m : schedule.messages) {
    end = std::max(end, m.cycle + host.Distance(m.node, m.to) + schedule.message_flits - 1);
  }
  return end - schedule.messages.front().cycle;
}

}  // namespace

std::string_view ToString(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::kNone: return "none";
    case ScheduleKind::kCalmant: return "calmant";
    case ScheduleKind::kOffset: return "offset";
    case ScheduleKind::kStream: return "stream";
  }
  return "";
}

std::string_view ToString(Ports ports) { return ports == Ports::kOne ? "one" : "all"; }

std::optional<ScheduleKind> ParseScheduleKind(std::string_view text) {
  for (const auto kind : {ScheduleKind::kNone, ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kStream}) {
    if (text == ToString(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<Ports> ParsePorts(std::string_view text) {
  for (const auto ports : {Ports::kOne, Ports::kAll}) {
    if (text == ToString(ports)) return ports;
  }
  return std::nullopt;
}

Result<Schedule> MakeSchedule(ScheduleKind kind, const Embedding& embedding, Task task, Ports ports, int message_flits, StreamForm form) {
  assert(message_flits >= 1);
  if (embedding.guest().kind() != Kind::kHypercube) {
    return Diagnostic{"--guest", embedding.guest().ToString(), "has no tasks", "tasks i,M are those of a hypercube guest"};
  }
  Diagnostics found = TaskComplaints(embedding.guest(), task);
  const Diagnostics unfit = ScheduleComplaints(kind, embedding, ports);
  found.insert(found.end(), unfit.begin(), unfit.end());
  if (!found.empty()) return found;

  Schedule schedule;
  schedule.kind = kind;
  schedule.task = task;
  schedule.ports = ports;
  schedule.message_flits = message_flits;
  if (kind == ScheduleKind::kNone) {
    OfferAtOnce(embedding, schedule);
    schedule.lambda = MeasureDemand(embedding, task).load;
  } else if (kind == ScheduleKind::kStream) {
    const Layout layout = LayoutOf(embedding);
    if (ports == Ports::kOne) found = OnePortComplaints(layout, task, embedding.host());
    if (!found.empty()) return found;
    AppendStream(embedding, layout, form, schedule);
    schedule.lambda = MeasureDemand(embedding, task).load;
  } else {
    const Layout layout = LayoutOf(embedding);
    const std::vector<Window> windows = SplitIntoWindows(embedding, task);
    found = WindowComplaints(kind, layout, windows);
    if (!found.empty()) return found;
    for (const Window& window : windows) AppendWindow(embedding, layout, window, schedule);
    schedule.lambda = TotalLoad(windows);
  }
  std::ranges::sort(schedule.messages, {}, [](const ScheduledMessage& m) { return std::tuple(m.cycle, m.node, m.cube_dimension); });
  schedule.makespan = MakespanOf(schedule, embedding.host());
  const auto messages_per_node = static_cast<std::uint64_t>(task.count);
  schedule.lower_bound = ports == Ports::kOne ? std::max(schedule.lambda, messages_per_node) : schedule.lambda;
  return schedule;
}

}  // namespace toroid
