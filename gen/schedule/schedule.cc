// From a task to a schedule: checks that the schedule exists, lets the solver place each message in
// a step of its window, and turns steps into cycles; for `stream`, in a slot of its axis
// (stream.cc).
//
// With one port the axes share the windows of the task. With all ports they are independent: every
// axis goes through the windows of its own levels from step 0 on, like a single line or ring.
//
// A step lasts L + Dmax - 1 cycles, L the flits of a message and Dmax the longest route of the
// windows it belongs to: flit j of a message offered in cycle t crosses the e-th link in cycle t +
// j + e, so its last flit leaves the last link in cycle t + L - 1 + Dmax - 1 at the latest, and
// messages of different steps never meet. Example: L = 4, Dmax = 2: 5 cycles a step.
#include "gen/schedule/schedule.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <tuple>

#include "gen/schedule/makers.h"
#include "gen/schedule/stream.h"
#include "gen/schedule/window.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

std::string TaskText(Task task) { return fmt::format("{},{}", task.first, task.count); }

// Whether all axes have two nodes, in any order: a node's steps then do not depend on its
// coordinates.
bool IsCubeOnItself(const Embedding& embedding) {
  return embedding.kind() == EmbeddingKind::kIdentity &&
         embedding.guest().kind() == Kind::kHypercube;
}

// Whether the host and the embedding are of the kinds that the schedule is made for.
bool FitsHost(ScheduleKind kind, const Embedding& embedding) {
  const Kind host = embedding.host().kind();
  const bool no_ring = host == Kind::kMesh || host == Kind::kHypercube;
  const bool line = no_ring && embedding.kind() == EmbeddingKind::kStandard;
  const bool ring = host == Kind::kTorus && embedding.kind() == EmbeddingKind::kXor;
  return line || IsCubeOnItself(embedding) || (kind != ScheduleKind::kCalmant && ring);
}

// The hosts and embeddings of the kind, for the end of an error.
std::string Accepts(ScheduleKind kind) {
  const std::string where = kind == ScheduleKind::kCalmant
                                ? "embedding standard on a mesh, line or hypercube"
                                : "embedding standard on a mesh, line or hypercube, xor on a torus "
                                  "or ring";
  return std::string(ToString(kind)) + " takes " + where +
         ", equal power-of-two lengths, bit order cyclic, and identity of a hypercube";
}

}  // namespace

// Only the first reason: the others would follow from it.
Diagnostics TaskDiagnostics(const Embedding& embedding, Task task) {
  const Graph& guest = embedding.guest();
  if (guest.kind() != Kind::kHypercube) {
    return {
        {"--guest", guest.ToString(), "has no tasks", "tasks i,M are those of a hypercube guest"}};
  }
  const int d = guest.axes();
  const std::string allowed = fmt::format(
      "i,M with i >= 0, M >= 1 and i + M <= {}, the cube dimensions of {}", d, guest.ToString());
  if (task.count < 1) return {{"--task", TaskText(task), "exchanges no message", allowed}};
  if (task.first < 0) return {{"--task", TaskText(task), "starts below cube dimension 0", allowed}};
  if (task.count > d || task.first > d - task.count)
    return {{"--task", TaskText(task), "goes beyond the cube", allowed}};
  return {};
}

// Every reason, because each can be corrected separately.
Diagnostics ScheduleDiagnostics(ScheduleKind kind, const Embedding& embedding) {
  Diagnostics found;
  if (TakesAnyRoutes(kind)) return found;
  const Graph& host = embedding.host();
  const auto diagnose = [&](std::string what) {
    found.push_back({"--schedule", std::string(ToString(kind)), std::move(what), Accepts(kind)});
  };
  if (!FitsHost(kind, embedding)) {
    diagnose("does not exist for embedding " + std::string(ToString(embedding.kind())) +
             " on host " + host.ToString());
  }
  const bool equal = std::ranges::count(host.lengths(), host.lengths().front()) == host.axes();
  if (!equal || !AllPowersOfTwo(host))
    diagnose("does not exist for the lengths of " + host.ToString());
  // one axis, or axes of one bit: both orders are the same
  const bool one_order =
      host.axes() == 1 || host.kind() == Kind::kHypercube || IsCubeOnItself(embedding);
  if (embedding.HasBitOrder() && embedding.bit_order() != BitOrder::kCyclic && !one_order)
    diagnose("does not exist for bit order block");
  return found;
}

Diagnostics WindowDiagnostics(ScheduleKind kind, const Layout& layout,
                              const std::vector<Window>& windows) {
  Diagnostics found;
  if (kind != ScheduleKind::kCalmant) return found;
  for (const Window& window : windows) {
    if (CalmantCovers(layout, window)) continue;
    found.push_back({"--schedule", "calmant",
                     fmt::format("does not exist for the part {} of the task: its {} too few for a "
                                 "pair on each of {} axes",
                                 TaskText(window.task),
                                 Counted(window.LowerBound(), "step is", "steps are"), layout.axes),
                     "--schedule offset takes it"});
  }
  return found;
}

namespace {

constexpr const char* kMaking = "making the schedule";

// A part of the host with its own windows: one axis, or all axes together.
struct Strand {
  std::optional<Axis> axis;
  Layout layout;
  std::vector<Window> windows;
};

// With one port all axes share the nodes' ports, so they go through windows together.
Strand WholeHost(ScheduleKind kind, const Embedding& embedding, Task task,
                 const Progress& progress) {
  return {.axis = {},
          .layout = LayoutOf(embedding),
          .windows = kind == ScheduleKind::kStream
                         ? OnePortStreamWindows(embedding, task, progress)
                         : SplitIntoWindows(embedding, task, Ports::kOne, progress)};
}

// The axis' part of the task, as a single line or ring; the cube dimensions of its windows are
// levels.
Strand AxisAlone(const Embedding& embedding, Task task, Axis axis, const Progress& progress) {
  const Layout layout = LayoutOf(embedding);
  const Graph line =
      Graph::Create(embedding.host().kind(), {embedding.host().length(axis)}).value();
  const Graph cube =
      Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(layout.levels), 2))
          .value();
  const Embedding alone =
      Embedding::Create(embedding.kind(), cube, line, BitOrder::kCyclic).value();
  return {.axis = axis,
          .layout = LayoutOf(alone),
          .windows = SplitIntoWindows(alone, LevelsOf(layout, task, axis), Ports::kAll, progress)};
}

// The steps of a window; stream with one port has as many as offset.
int StepCountOf(ScheduleKind kind, const Layout& layout, const Window& window) {
  return kind == ScheduleKind::kCalmant ? CalmantStepCount(layout, window)
                                        : OffsetStepCount(window);
}

std::vector<int> StepsOf(ScheduleKind kind, const Layout& layout, const Window& window,
                         const Coordinates& node) {
  if (kind == ScheduleKind::kCalmant) return CalmantSteps(layout, window, node);
  return kind == ScheduleKind::kStream ? OnePortStreamSteps(layout, window, node)
                                       : OffsetSteps(layout, window, node);
}

// Assigns steps to the messages of a strand, from step 0 on. `longest`, the longest route of each
// step so far, grows with them.
void PlaceInSteps(const Embedding& embedding, const Strand& strand, std::vector<int>& longest,
                  Schedule& schedule, const Progress& progress) {
  const Graph& host = embedding.host();
  Stage stage(progress, kMaking, strand.windows.size() * host.size());
  int base = 0;
  for (const Window& window : strand.windows) {
    const int end = base + StepCountOf(schedule.kind, strand.layout, window);
    longest.resize(std::max(longest.size(), static_cast<std::size_t>(end)), 0);
    for (auto s = static_cast<std::size_t>(base); s < static_cast<std::size_t>(end); ++s) {
      longest[s] = std::max(longest[s], window.demand.longest);
    }
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      stage.Tick();
      const Coordinates node = strand.axis ? Coordinates{host.Coordinate(NodeId{n}, *strand.axis)}
                                           : host.CoordinatesOf(NodeId{n});
      int k = window.task.first;
      for (const int step : StepsOf(schedule.kind, strand.layout, window, node)) {
        schedule.messages.push_back(
            MessageOf(embedding, host, embedding.GuestOf(NodeId{n}),
                      strand.axis ? k * host.axes() + strand.axis->value() : k));
        schedule.messages.back().step = base + step;
        ++k;
      }
    }
    base = end;
  }
}

// `calmant` and `offset`: a step starts when all messages of the one before have arrived.
void AppendLockstep(const Embedding& embedding, const std::vector<Strand>& strands,
                    Schedule& schedule, const Progress& progress) {
  std::vector<int> longest;
  for (const Strand& strand : strands) PlaceInSteps(embedding, strand, longest, schedule, progress);
  Cycle start = 0;
  for (const int distance : longest) {
    schedule.steps.push_back({.start = start, .length = schedule.message_flits + distance - 1});
    start += schedule.steps.back().length;
  }
  for (ScheduledMessage& message : schedule.messages)
    message.cycle = schedule.steps[static_cast<std::size_t>(*message.step)].start;
}

// `stream` with one port on several axes.
void AppendOnePortStream(const Embedding& embedding, const Strand& whole, Schedule& schedule,
                         const Progress& progress) {
  std::vector<int> longest;
  PlaceInSteps(embedding, whole, longest, schedule, progress);
  StartEarly(embedding.host(), schedule, progress);
}

// `stream`: every axis runs independently from cycle 0 on.
void AppendStream(const Embedding& embedding, const Layout& layout, Schedule& schedule,
                  const Progress& progress) {
  const Graph& host = embedding.host();
  Stage stage(progress, kMaking, static_cast<std::uint64_t>(schedule.task.count) * host.size());
  for (int a = 0; a < layout.axes; ++a) {
    for (const StreamWindow& window : StreamWindows(layout, schedule.task, Axis{a})) {
      for (int level = window.lower; level <= window.upper; ++level) {
        for (std::uint32_t n = 0; n < host.size(); ++n) {
          stage.Tick();
          ScheduledMessage message =
              MessageOf(embedding, host, embedding.GuestOf(NodeId{n}), level * layout.axes + a);
          const int coordinate = host.Coordinate(message.node, message.axis);
          const StreamPlace place =
              PlaceInStream(layout, window, coordinate, message.direction, level);
          message.step = place.slot;
          message.cycle = OfferCycle(place, schedule.message_flits);
          schedule.messages.push_back(message);
        }
      }
    }
  }
}

// The order of Schedule::messages; no two messages are equal in it.
void SortMessages(Schedule& schedule, const Progress& progress) {
  Stage stage(progress, "sorting messages");
  std::ranges::sort(schedule.messages, {}, Ticking(stage, [](const ScheduledMessage& m) {
                      return std::tuple(m.cycle, m.node, m.cube_dimension, m.from_rank);
                    }));
}

// `exact`; an interrupt ends the search and then leaves by the stage.
Result<Schedule> LookFor(const Embedding& embedding, Task task, Ports ports, int message_flits,
                         ExactOptions options, const Progress& progress) {
  Stage stage(progress, "looking for a schedule");
  if (!options.cancelled) options.cancelled = [&stage] { return stage.Cancelled(); };
  Result<Schedule> found = MakeExactSchedule(embedding, task, ports, message_flits, options);
  stage.Look();  // a cancelled search has diagnostics too
  return found;
}

// S8.6: from the first offer to the last flit's last crossing. Requires messages sorted by cycle.
Cycle MakespanOf(const Schedule& schedule, const MessageRoutes& routes) {
  if (schedule.messages.empty()) return 0;
  Cycle end = 0;
  for (const ScheduledMessage& m : schedule.messages) {
    end = std::max(end, m.cycle + routes.CyclesOver(m.node, m.to) + schedule.message_flits - 1);
  }
  return end - schedule.messages.front().cycle;
}

// What follows from the messages and their cycles.
void Complete(const Embedding& embedding, const MessageRoutes& routes, Schedule& schedule,
              const Progress& progress) {
  const Demand demand = MeasureDemand(embedding, schedule.task, routes, progress);
  schedule.lambda = demand.load;
  SortMessages(schedule, progress);
  schedule.makespan = MakespanOf(schedule, routes);
  const bool one = schedule.ports == Ports::kOne;
  schedule.lower_bound = one ? std::max(demand.load, demand.sends) : demand.load;
}

// Without messages.
Schedule Begun(ScheduleKind kind, Task task, Ports ports, int message_flits) {
  Schedule schedule;
  schedule.kind = kind;
  schedule.task = task;
  schedule.ports = ports;
  schedule.message_flits = message_flits;
  return schedule;
}

// `none` and `list`.
Schedule WithoutSteps(ScheduleKind kind, const Embedding& embedding, const MessageRoutes& routes,
                      Task task, Ports ports, int message_flits, const Progress& progress) {
  Schedule schedule = Begun(kind, task, ports, message_flits);
  OfferAtOnce(embedding, routes, schedule, progress);
  if (kind == ScheduleKind::kList && !schedule.messages.empty())
    PlaceInList(routes, schedule, progress);
  Complete(embedding, routes, schedule, progress);
  return schedule;
}

}  // namespace

std::string_view ToString(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::kNone: return "none";
    case ScheduleKind::kCalmant: return "calmant";
    case ScheduleKind::kOffset: return "offset";
    case ScheduleKind::kStream: return "stream";
    case ScheduleKind::kExact: return "exact";
    case ScheduleKind::kList: return "list";
  }
  return "";
}

std::optional<ScheduleKind> ParseScheduleKind(std::string_view text) {
  for (const auto kind : {ScheduleKind::kNone, ScheduleKind::kCalmant, ScheduleKind::kOffset,
                          ScheduleKind::kStream, ScheduleKind::kExact, ScheduleKind::kList}) {
    if (text == ToString(kind)) return kind;
  }
  return std::nullopt;
}

std::string_view ToString(Release release) {
  switch (release) {
    case Release::kCycle: return "cycle";
    case Release::kOrder: return "order";
    case Release::kExchange: return "exchange";
  }
  return "";
}

std::optional<Release> ParseRelease(std::string_view text) {
  for (const Release release : {Release::kCycle, Release::kOrder, Release::kExchange}) {
    if (text == ToString(release)) return release;
  }
  return std::nullopt;
}

// Kinds without steps offer everything at once. `stream` uses its own formula if it has one. With
// all ports each axis is a strand; with one port the axes share one.
Result<Schedule> MakeSchedule(ScheduleKind kind, const Embedding& embedding, Task task, Ports ports,
                              int message_flits, const ExactOptions& exact,
                              const Progress& progress) {
  assert(message_flits >= 1);
  if (TakesAnyRoutes(kind))
    return MakeScheduleOn(embedding.host(), kind, embedding, task, ports, message_flits, exact,
                          progress);
  if (kind == ScheduleKind::kExact)
    return LookFor(embedding, task, ports, message_flits, exact, progress);
  // All faults of the task and of the kind for this embedding, at once.
  Diagnostics found = TaskDiagnostics(embedding, task);
  if (!embedding.IsBijection()) {
    if (!found.empty()) return found;
    auto made = MakeScheduleInTurns(kind, embedding, task, ports, message_flits, progress);
    if (!made) return made;
    Schedule schedule = std::move(made).value();
    SortMessages(schedule, progress);
    return schedule;
  }
  for (Diagnostic unfit : ScheduleDiagnostics(kind, embedding)) {
    unfit.allowed += "; --schedule list takes any";
    found.push_back(std::move(unfit));
  }
  if (!found.empty()) return found;

  Schedule schedule = Begun(kind, task, ports, message_flits);
  if (const Layout layout = LayoutOf(embedding);
      kind == ScheduleKind::kStream && (ports == Ports::kAll || StreamFitsOnePort(layout, task))) {
    AppendStream(embedding, layout, schedule, progress);
  } else if (ports == Ports::kAll) {
    std::vector<Strand> axes;
    for (int a = 0; a < layout.axes; ++a)
      axes.push_back(AxisAlone(embedding, task, Axis{a}, progress));
    AppendLockstep(embedding, axes, schedule, progress);
  } else {
    const Strand whole = WholeHost(kind, embedding, task, progress);
    found = WindowDiagnostics(kind, layout, whole.windows);
    if (!found.empty()) return found;
    if (kind == ScheduleKind::kStream) {
      AppendOnePortStream(embedding, whole, schedule, progress);
    } else {
      AppendLockstep(embedding, {whole}, schedule, progress);
    }
  }
  Complete(embedding, embedding.host(), schedule, progress);
  return schedule;
}

Result<Schedule> MakeScheduleOn(const MessageRoutes& routes, ScheduleKind kind,
                                const Embedding& embedding, Task task, Ports ports,
                                int message_flits, const ExactOptions& exact,
                                const Progress& progress) {
  assert(message_flits >= 1);
  if (!TakesAnyRoutes(kind)) {
    auto made = MakeSchedule(kind, embedding, task, ports, message_flits, exact, progress);
    if (!made || routes.hop_cycles() == 1) return made;
    return OverLinksOf(routes, std::move(made).value());
  }
  const Diagnostics found = TaskDiagnostics(embedding, task);
  if (!found.empty()) return found;
  return WithoutSteps(kind, embedding, routes, task, ports, message_flits, progress);
}

// A step must last until no message of it uses a link that one of the next might need: for each hop
// but the first by hop_cycles - 1 longer than where a hop takes one cycle (S6.1a).
Schedule OverLinksOf(const MessageRoutes& routes, Schedule schedule) {
  assert(schedule.kind != ScheduleKind::kStream);
  Cycle start = 0;
  for (Step& step : schedule.steps) {
    const Cycle hops_but_first = step.length - schedule.message_flits;
    step = {.start = start, .length = step.length + hops_but_first * (routes.hop_cycles() - 1)};
    start += step.length;
  }
  for (ScheduledMessage& message : schedule.messages)
    message.cycle = schedule.steps[static_cast<std::size_t>(*message.step)].start;
  schedule.makespan = MakespanOf(schedule, routes);
  return schedule;
}

// A message occupies links and ports within the cycles of the longer one, and ends with it.
Schedule WithStartup(Schedule longer, int startup) {
  assert(startup >= 0 && startup < longer.message_flits);
  longer.message_flits -= startup;
  if (longer.messages.empty()) return longer;
  for (ScheduledMessage& message : longer.messages) message.cycle += startup;
  longer.makespan -= startup;
  return longer;
}

}  // namespace toroid
