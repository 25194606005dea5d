// The idea: `offset` cuts a task into windows and gives each its own steps, so a window with fewer
// messages on its busiest link than cube dimensions wastes some. If the sum of the windows' steps
// is above the bound of the whole task, the lower windows are the cause: the top ones fill their
// steps. So the lower part of the task is scheduled as a whole, from a stored table or by the
// solver, and the windows above it by `offset`.
//
// Example: <0,12> on mesh:64x64. The bound is 42; the windows <0,4>, <4,4> and <8,4> take 4, 8 and
// 32, together 44. <0,8> has a table of 10 steps, and 10 + 32 = 42. If `offset` does not exist
// (unequal lengths, other embeddings and orders), only the solver remains, with every message as an
// item.
//
// It does not apply to all ports, for which `offset` meets the bound and `stream` leaves nothing to
// gain. Steps are few, not short: each lasts as long as its longest route, and a long route in
// every step can cost more cycles than a step saves. Source: our own; docs/spec/schedules.md
// section 9.
#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <tuple>

#include "gen/schedule/exact_search.h"
#include "gen/schedule/exact_tables.h"
#include "gen/schedule/makers.h"
#include "gen/schedule/window.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// A task cut in two: the low part, scheduled as a whole in at most `steps`, and windows above it
// that `offset` fills.
struct Split {
  Task low;
  int steps = 0;
  std::size_t top = 0;  // the first window above
};

Diagnostic DiagnosticOf(std::string what, std::string allowed, Fault fault) {
  return {"--schedule", "exact", std::move(what), std::move(allowed), fault};
}

std::string StepsText(int steps) { return Counted(steps, "step"); }

// Whether the schedule, other than `calmant` and `exact`, exists for every task.
bool Exists(ScheduleKind kind, const Embedding& embedding) {
  return ScheduleDiagnostics(kind, embedding).empty();
}

class ExactMaker {
 public:
  // `bare` is the task's schedule `none`, `wanted` its lower bound or more.
  ExactMaker(const Embedding& embedding, Schedule bare, int wanted, const ExactOptions& options)
      : embedding_(embedding), schedule_(std::move(bare)), options_(options), wanted_(wanted) {
    schedule_.kind = ScheduleKind::kExact;
    if (Exists(ScheduleKind::kOffset, embedding))
      windows_ = SplitIntoWindows(embedding, schedule_.task);
  }

  Result<Schedule> Make() && {
    if (FromFormula() || FromTable()) return std::move(schedule_);
    return FromSolver(StepsText(wanted_));
  }

 private:
  // Every way to cut the task that its steps allow, the smallest low part first.
  std::vector<Split> Splits() const {
    std::vector<Split> splits;
    for (std::size_t top = 1; top <= windows_.size(); ++top) {
      Split split{.low = {.first = schedule_.task.first, .count = 0}, .steps = wanted_, .top = top};
      for (std::size_t w = 0; w < windows_.size(); ++w) {
        if (w < top) split.low.count += windows_[w].task.count;
        if (w >= top) split.steps -= windows_[w].LowerBound();
      }
      if (split.steps >=
          std::max(split.low.count, static_cast<int>(MeasureDemand(embedding_, split.low).load)))
        splits.push_back(split);
    }
    return splits;
  }

  // S9.1: `offset` alone meets the bound if cutting off all except the lowest window does.
  bool FromFormula() {
    const std::vector<Split> splits = Splits();
    if (splits.empty() || splits.front().top != 1) return false;
    Finish(Origin::kFormula, PlaceWindows(0, 0));
    return true;
  }

  // S9.5: a stored table for the low part, `offset` for the windows above.
  bool FromTable() {
    for (const Split& split : Splits()) {
      const Layout layout = LayoutOf(embedding_);
      const ExactTable* table = FindExactTable(layout, split.low, split.steps);
      if (table == nullptr) continue;
      const PeriodicForm form(layout, split.low, table->by);
      const std::vector<int> steps = StepsOf(*table);
      for (ScheduledMessage& message : schedule_.messages) {
        if (InLowPart(split, message)) message.step = steps[SendingOf(form, message)];
      }
      Finish(Origin::kTable, PlaceWindows(split.top, table->steps));
      return true;
    }
    return false;
  }

  // S9.6. In the last candidate every message is an item: there is no schedule only if that one has
  // no solution.
  Result<Schedule> FromSolver(const std::string& steps) {
    if (!HasStepSolver()) {
      return DiagnosticOf(
          "no formula and no stored table has " + steps + ", and this build has no solver",
          "build with CaDiCaL (Debian: libcadical-dev), or ask for " + Instead(), Fault::kUnable);
    }
    std::vector<Split> splits = Splits();
    std::vector<ExactCandidate> candidates;
    for (std::size_t i = 0; i < splits.size(); ++i)
      AddPeriodic(splits[i], static_cast<int>(i), candidates);
    splits.push_back({.low = schedule_.task, .steps = wanted_, .top = windows_.size()});
    candidates.push_back(EveryMessage());
    candidates.back().part = static_cast<int>(splits.size()) - 1;

    const ExactAnswer answer = SearchExact(candidates, options_.seconds, options_.cancelled);
    if (answer.found < 0) return NotFound(candidates, answer, steps);
    const ExactCandidate& found = candidates[static_cast<std::size_t>(answer.found)];
    const Split& split = splits[static_cast<std::size_t>(found.part)];
    std::size_t next = 0;
    for (ScheduledMessage& message : schedule_.messages) {
      if (InLowPart(split, message)) message.step = answer.steps[next++];
    }
    Finish(Origin::kSolver, PlaceWindows(split.top, found.problem.steps));
    return std::move(schedule_);
  }

  // The candidate in which every message is an item; without groups if it is too large even so.
  ExactCandidate EveryMessage() const {
    ExactCandidate bare;
    bare.problem.items = static_cast<int>(schedule_.messages.size());
    bare.problem.steps = static_cast<int>(schedule_.lower_bound);
    return TooLarge(bare) ? bare
                          : EveryMessageByItself(schedule_.messages, embedding_.host(), wanted_);
  }

  // The four periodic forms of a low part, from the narrowest to the widest (S9.6).
  void AddPeriodic(const Split& split, int part, std::vector<ExactCandidate>& candidates) const {
    std::vector<ScheduledMessage> messages;
    std::ranges::copy_if(schedule_.messages, std::back_inserter(messages),
                         [&](const auto& m) { return InLowPart(split, m); });
    for (const LinesBy by : {LinesBy::kSum, LinesBy::kEach}) {
      const PeriodicForm form(LayoutOf(embedding_), split.low, by);
      for (const bool in_row : {true, false}) {
        candidates.push_back(
            InPeriodicForm(messages, embedding_.host(), form, split.steps, in_row));
        candidates.back().part = part;
      }
    }
  }

  // The diagnostic of S9.7: disproved, or not decided and why.
  Diagnostic NotFound(const std::vector<ExactCandidate>& candidates, const ExactAnswer& answer,
                      const std::string& steps) const {
    const std::string other = options_.takes_steps
                                  ? "ask for another number of --steps, or for " + Instead()
                                  : "ask for " + Instead();
    if (options_.cancelled && options_.cancelled())
      return DiagnosticOf("the search for " + steps + " was cancelled", other, Fault::kUnable);
    if (answer.ruled_out.back()) {
      return DiagnosticOf(
          "no schedule of " + steps + " exists: proved with every message as an item", other,
          Fault::kDisproved);
    }
    // The last but one is the least restricted periodic candidate, if there are any.
    const bool no_periodic = candidates.size() > 1 && answer.ruled_out[candidates.size() - 2];
    const std::string form =
        no_periodic
            ? ": none exists that depends only on low bits of coordinates (proved), others may"
            : "";
    if (!answer.stopped)
      return DiagnosticOf("the search for a schedule of " + steps + " is too large" + form, other,
                          Fault::kUnable);
    std::string limit = std::to_string(options_.seconds);
    limit.erase(limit.find('.'));
    return {"--time-limit", limit,
            "was over before a schedule of " + steps + " was found or ruled out" + form,
            "give more seconds, or " + other, Fault::kUnable};
  }

  // A schedule that always takes this task.
  std::string Instead() const { return windows_.empty() ? "--schedule list" : "--schedule offset"; }

  bool InLowPart(const Split& split, const ScheduledMessage& message) const {
    return message.cube_dimension.value() < split.low.first + split.low.count;
  }

  std::size_t SendingOf(const PeriodicForm& form, const ScheduledMessage& message) const {
    return static_cast<std::size_t>(form.SendingOf(embedding_.host().CoordinatesOf(message.node),
                                                   message.cube_dimension.value()));
  }

  // Assigns steps by `offset` to the messages of the windows from this one on, beginning with step
  // `base`; returns the total number of steps.
  int PlaceWindows(std::size_t from, int base) {
    if (from == windows_.size()) return base;
    const Layout layout = LayoutOf(embedding_);
    for (std::size_t w = from; w < windows_.size(); ++w) {
      const Task task = windows_[w].task;
      for (ScheduledMessage& message : schedule_.messages) {
        const int i = message.cube_dimension.value() - task.first;
        if (i < 0 || i >= task.count) continue;
        const Coordinates node = embedding_.host().CoordinatesOf(message.node);
        message.step = base + OffsetSteps(layout, windows_[w], node)[static_cast<std::size_t>(i)];
      }
      base += windows_[w].LowerBound();
    }
    return base;
  }

  // A step lasts until the last flit of its longest message has crossed its last link. Steps
  // without a message are left out.
  void Finish(Origin origin, int steps) {
    const Graph& host = embedding_.host();
    std::vector<int> longest(static_cast<std::size_t>(steps), 0);
    for (const ScheduledMessage& m : schedule_.messages) {
      int& most = longest[static_cast<std::size_t>(*m.step)];
      most = std::max(most, host.Distance(m.node, m.to));
    }
    std::vector<int> number(longest.size());
    Cycle start = 0;
    for (std::size_t s = 0; s < longest.size(); ++s) {
      number[s] = static_cast<int>(schedule_.steps.size());
      if (longest[s] == 0) continue;
      const Cycle length = schedule_.message_flits + longest[s] - 1;
      schedule_.steps.push_back({.start = start, .length = length});
      start += length;
    }
    for (ScheduledMessage& m : schedule_.messages) {
      m.step = number[static_cast<std::size_t>(*m.step)];
      m.cycle = schedule_.steps[static_cast<std::size_t>(*m.step)].start;
    }
    std::ranges::sort(schedule_.messages, {}, [](const ScheduledMessage& m) {
      return std::tuple(m.cycle, m.node, m.cube_dimension);
    });
    schedule_.makespan = start;
    schedule_.origin = origin;
  }

  const Embedding& embedding_;
  Schedule schedule_;
  ExactOptions options_;
  int wanted_ = 0;               // steps
  std::vector<Window> windows_;  // empty if `offset` does not exist
};

}  // namespace

std::string_view ToString(Origin origin) {
  switch (origin) {
    case Origin::kFormula: return "formula";
    case Origin::kTable: return "table";
    case Origin::kSolver: return "solver";
  }
  return "";
}

// The lower bound is the larger of the messages per node, because one port sends one at a time, and
// the load of the busiest link. Fewer steps are refused as disproved before any search.
Result<Schedule> MakeExactSchedule(const Embedding& embedding, Task task, Ports ports,
                                   int message_flits, const ExactOptions& options) {
  Diagnostics found = TaskDiagnostics(embedding, task);
  if (ports != Ports::kOne) {
    const bool stream = Exists(ScheduleKind::kStream, embedding);
    found.push_back(
        DiagnosticOf("does not exist for --ports all",
                     stream ? "exact takes --ports one; with all ports stream meets the bound"
                            : "exact takes --ports one; --schedule list takes all",
                     Fault::kInput));
  }
  if (!embedding.IsBijection()) {
    found.push_back({"--guest", embedding.guest().ToString(), WhyNoBijection(embedding),
                     "schedule exact takes one process on each node"});
  }
  if (!found.empty()) return found;
  const int bound = std::max(task.count, static_cast<int>(MeasureDemand(embedding, task).load));
  const int wanted = options.steps > 0 ? options.steps : bound;
  if (wanted < bound) {
    return DiagnosticOf(
        fmt::format("no schedule of {} exists: the lower bound is {}", StepsText(wanted), bound),
        "--steps must be at least the lower bound", Fault::kDisproved);
  }
  Schedule bare =
      MakeSchedule(ScheduleKind::kNone, embedding, task, Ports::kOne, message_flits).value();
  return ExactMaker(embedding, std::move(bare), wanted, options).Make();
}

}  // namespace toroid
