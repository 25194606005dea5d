// The lower bound of a program is its longest chain of operations without waiting, or the load of
// its busiest link or port. After a run the critical path is followed backwards: each operation was
// waiting for one last event, of an operation before it.
#include "sim/run/trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "gen/program/place.h"
#include "gen/support/text.h"
#include "sim/run/group_programs.h"

namespace toroid {
namespace {

std::vector<ProcessPlace> PlacesOfRanks(const Plan& plan, std::uint32_t ranks) {
  std::vector<ProcessPlace> places(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    const NodeId rank{r};
    if (!plan.embedding()) {
      places[r] = {plan.routes() ? plan.routes()->host.survivors()[r] : rank};
    } else {
      const Embedding& embedding = *plan.embedding();
      places[r] = {embedding.HostOf(rank), plan.carries_ranks() ? embedding.RankOf(rank) : 0};
    }
  }
  return places;
}

// The most ranks that there can be: guest nodes, or host nodes that are alive.
std::uint32_t MostRanks(const Plan& plan) {
  return plan.embedding() ? plan.embedding()->guest().size()
                          : static_cast<std::uint32_t>(plan.live_nodes());
}

WorkloadSetting SettingOf(const Plan& plan, const TraceRequest& request) {
  const Graph& graph = plan.embedding() ? plan.embedding()->guest() : plan.host();
  const std::uint32_t most = MostRanks(plan);
  return {.places = most,
          .places_text = fmt::format("{} {} has {} nodes{}", plan.embedding() ? "guest" : "host",
                                     graph.ToString(), most, most < graph.size() ? " alive" : ""),
          .flit_bits = plan.data_width(),
          .calc_factor = request.calc_factor,
          .ops_per_cycle = request.ops_per_cycle,
          .bytes_per_cycle = request.bytes_per_cycle,
          .groups_file = request.groups};
}

// By rank, of as many as there may be.
std::vector<NodeId> NodesOf(const Plan& plan) {
  std::vector<NodeId> nodes;
  for (const ProcessPlace& place : PlacesOfRanks(plan, MostRanks(plan)))
    nodes.push_back(place.node);
  return nodes;
}

// TR10.6: the ranks whose coordinates differ from this one's in the involved dimensions alone; the
// last axis is the first dimension. `nodes` of the host by rank.
Result<std::vector<std::uint32_t>> RanksAlongAxes(const Plan& plan,
                                                  const std::vector<NodeId>& nodes,
                                                  std::uint32_t rank, std::uint32_t ranks,
                                                  const std::vector<bool>& involved) {
  const Graph& graph = plan.embedding() ? plan.embedding()->guest() : plan.host();
  const auto axes = static_cast<std::size_t>(graph.axes());
  if (ranks != nodes.size() || involved.size() < axes)
    return Diagnostic{"", "",
                      ranks != nodes.size() ? fmt::format("is of dimensions, which {} do not fill",
                                                          Counted(ranks, "rank"))
                                            : "has fewer values than there are axes",
                      fmt::format("{} has a rank on each node, and a value for each axis, the last "
                                  "axis first",
                                  graph.ToString())};
  const auto at = [&](std::uint32_t one) {
    return graph.CoordinatesOf(plan.embedding() ? NodeId{one} : nodes[one]);
  };
  const Coordinates own = at(rank);
  std::vector<std::uint32_t> along;
  for (std::uint32_t one = 0; one < ranks; ++one) {
    const Coordinates other = at(one);
    bool joined = true;
    for (std::size_t a = 0; a < axes; ++a)
      joined = joined && (involved[axes - 1 - a] || own[a] == other[a]);
    if (joined) along.push_back(one);
  }
  return along;
}

// Flits over each link, indexed by Graph::LinkIndex.
std::vector<std::uint64_t> LinkLoads(const Plan& plan, const Workload& workload) {
  std::vector<std::uint64_t> loads(plan.host().LinkIndexBound());
  for (const Operation& one : workload.operations) {
    if (one.kind != OperationKind::kSend) continue;
    const auto route = plan.RouteOf(workload.NodeOf(one.from), workload.NodeOf(one.to));
    for (const Hop& hop : route) loads[plan.host().LinkIndex(hop)] += one.flits;
  }
  return loads;
}

// Load of the busiest link, or of the port of a node with one.
std::uint64_t MostLoad(const Plan& plan, const Workload& workload) {
  std::uint64_t most = std::ranges::max(LinkLoads(plan, workload));
  if (plan.hardware().ports == Ports::kAll) return most;
  std::vector<std::uint64_t> sent(plan.host().size());
  std::vector<std::uint64_t> received(plan.host().size());
  for (const Operation& one : workload.operations) {
    if (one.kind != OperationKind::kSend || workload.IsLocal(one)) continue;
    sent[workload.NodeOf(one.from).index()] += one.flits;
    received[workload.NodeOf(one.to).index()] += one.flits;
  }
  return std::max({most, std::ranges::max(sent), std::ranges::max(received)});
}

// Cycles from a send's start to its message's arrival, without waiting.
Cycle TransferCycles(const Plan& plan, const Workload& workload, const Operation& send) {
  if (workload.IsLocal(send)) return 0;
  return plan.ZeroLoadLatency(workload.NodeOf(send.from), workload.NodeOf(send.to)) + send.flits -
         1;
}

// The critical path, from the end of the last operation back.
class PathFollower {
 public:
  PathFollower(const Plan& plan, const Workload& workload, const OperationTimes& times)
      : plan_(plan), workload_(workload), times_(times) {}

  TraceReport::Path Follow() {
    const auto last = std::ranges::max_element(times_, {}, &StartAndEnd::end);
    std::optional<Event> event = Event::EndOf(static_cast<std::uint32_t>(last - times_.begin()));
    while (event) {
      const std::uint32_t number =
          event->is_start() ? event->operation() : GoThrough(event->operation());
      event = times_[number].cause;
      path_.delay += times_[number].start - TimeOf(event);
    }
    std::ranges::reverse(path_.steps);
    return std::move(path_);
  }

 private:
  Cycle TimeOf(std::optional<Event> event) const {
    if (!event) return 0;
    const StartAndEnd& times = times_[event->operation()];
    return event->is_start() ? times.start : times.end;
  }

  // From an operation's end back to a start: its own or, for a receive that waited for its message,
  // that of the send. Returns the operation that started.
  std::uint32_t GoThrough(std::uint32_t number) {
    const std::vector<Operation>& operations = workload_.operations;
    const bool message = operations[number].kind == OperationKind::kReceive &&
                         times_[number].end > times_[number].start;
    const std::uint32_t from = message ? operations[number].match : number;
    const Operation& one = operations[from];
    const Cycle cycles = times_[number].end - times_[from].start;
    if (one.kind == OperationKind::kCalculate) {
      path_.calculation += cycles;
    } else if (cycles > 0) {
      const Cycle least = message ? TransferCycles(plan_, workload_, one) : one.flits;
      path_.transfer += least;
      path_.waiting += cycles - least;
    }
    if (cycles > 0)
      path_.steps.push_back({.rank = one.by(),
                             .line = one.line,
                             .kind = message ? "message" : ToString(one.kind),
                             .from = times_[from].start,
                             .until = times_[number].end});
    return from;
  }

  const Plan& plan_;
  const Workload& workload_;
  const OperationTimes& times_;
  TraceReport::Path path_;
};

// The lower bound from the file alone, before the run: the longest chain without waiting.
class TraceBound {
 public:
  TraceBound(const Plan& plan, const Workload& workload)
      : plan_(plan), workload_(workload), times_(workload.operations.size()) {}

  // Depth first, with an explicit stack, as chains may be as long as the file.
  Cycle Find() {
    Cycle most = 0;
    for (std::uint32_t i = 0; i < times_.size(); ++i) {
      stack_.push_back(i);
      while (!stack_.empty()) Advance();
      most = std::max(most, times_[i].end);
    }
    return most;
  }

 private:
  const Operation& At(std::uint32_t number) const { return workload_.operations[number]; }

  // Whether the operation's start is known; if not, pushes its missing operand.
  bool KnowsStart(std::uint32_t number) {
    StartAndEnd& times = times_[number];
    if (times.start >= 0) return true;
    const std::size_t before = stack_.size();
    Cycle start = 0;
    const Operation& one = At(number);
    for (const Event after : workload_.AfterOf(one)) {
      const StartAndEnd& other = times_[after.operation()];
      const Cycle happened = after.is_start() ? other.start : other.end;
      if (happened < 0) stack_.push_back(after.operation());
      start = std::max(start, happened);
    }
    if (stack_.size() > before) return false;
    const Cycle counted = one.clock == kNoOperation ? 0 : times_[one.clock].end;
    times.start = std::max(start + one.delay, counted + one.not_before);
    return true;
  }

  void Advance() {
    const std::uint32_t number = stack_.back();
    if (!KnowsStart(number)) return;
    const Operation& one = At(number);
    Cycle end = times_[number].start;
    if (one.kind == OperationKind::kCalculate) {
      end += one.cycles;
    } else if (one.kind == OperationKind::kSend) {
      end += workload_.IsLocal(one) ? 0 : one.flits;
    } else if (one.kind == OperationKind::kReceive) {
      if (!KnowsStart(one.match)) return;
      end =
          std::max(end, times_[one.match].start + TransferCycles(plan_, workload_, At(one.match)));
    }
    times_[number].end = end;
    stack_.pop_back();
  }

  const Plan& plan_;
  const Workload& workload_;
  OperationTimes times_;
  std::vector<std::uint32_t> stack_;
};

void FillRanks(const Plan& plan, const Workload& workload, const OperationTimes& times,
               TraceReport& report) {
  for (const ProcessPlace& place : *workload.places)
    report.ranks.emplace_back().node = plan.host().NodeText(place.node);
  const std::vector<Operation>& operations = workload.operations;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& one = operations[i];
    TraceReport::Rank& rank = report.ranks[one.by()];
    ++rank.operations;
    rank.finish = std::max(rank.finish, times[i].end);
    switch (one.kind) {
      case OperationKind::kMessage:
      case OperationKind::kSend: ++rank.sent; break;
      case OperationKind::kReceive: ++rank.received; break;
      case OperationKind::kCalculate: rank.calculated += one.cycles; break;
      case OperationKind::kJoin: break;
    }
    const bool local = one.kind == OperationKind::kSend && workload.IsLocal(one);
    report.local_messages += local ? 1 : 0;
  }
}

void FillLinks(const Plan& plan, const Workload& workload, TraceReport& report) {
  const std::vector<std::uint64_t> loads = LinkLoads(plan, workload);
  const Graph& host = plan.host();
  const auto add = [&](const Hop& link) {
    const auto next = host.Neighbour(link.node, link.axis, link.direction);
    if (!next) return;
    ++report.all_links;
    const std::uint64_t flits = loads[host.LinkIndex(link)];
    if (flits == 0) return;
    report.links.push_back({.from = link.node.value(),
                            .to = next->value(),
                            .text = host.NodeText(link.node) + " to " + host.NodeText(*next),
                            .flits = flits});
  };
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (int a = 0; a < host.axes(); ++a) {
      add({NodeId{n}, Axis{a}, Direction::kPlus});
      add({NodeId{n}, Axis{a}, Direction::kMinus});
    }
  }
}

}  // namespace

Result<std::shared_ptr<const Workload>> PlanTrace(const Plan& plan, const TraceRequest& request,
                                                  const Progress& progress) {
  WorkloadSetting setting = SettingOf(plan, request);
  std::vector<NodeId> nodes;
  if (request.is_chakra()) nodes = NodesOf(plan);
  GroupPrograms programs(plan, nodes, request.method, progress);
  setting.make_program = [&](const CollectiveTask& task, const std::vector<std::uint32_t>& ranks) {
    return programs.Make(task, ranks);
  };
  setting.ranks_along = [&](std::uint32_t rank, std::uint32_t ranks,
                            const std::vector<bool>& involved) {
    return RanksAlongAxes(plan, nodes, rank, ranks, involved);
  };
  auto read = ReadWorkload(request.file, setting, progress);
  if (!read) return read.diagnostics();
  if (!read->sink_flits.empty() && plan.embedding() && !plan.embedding()->IsInjective())
    return Diagnostic{"buffer",
                      "",
                      "is of a sink that several ranks of a node share",
                      "give a guest no larger than the host, or leave out the column",
                      Fault::kInput,
                      request.file};
  auto workload = std::make_shared<Workload>(std::move(read).value());
  workload->places =
      std::make_shared<const std::vector<ProcessPlace>>(PlacesOfRanks(plan, workload->ranks));
  workload->lower_bound = workload->cycle_lower_bound = std::max(
      MostLoad(plan, *workload), static_cast<std::uint64_t>(TraceBound(plan, *workload).Find()));
  if (request.schedule.kind == ScheduleKind::kList)
    PlaceMessages(*workload, plan.message_routes(), plan.hardware().ports, plan.interface_latency(),
                  progress);
  return std::shared_ptr<const Workload>(std::move(workload));
}

TraceReport TraceReportOf(const Plan& plan, const Workload& workload, const OperationTimes& times) {
  TraceReport report;
  report.operations = workload.operations.size();
  FillRanks(plan, workload, times, report);
  const std::vector<Overlap> overlaps = OverlapsOf(workload, times);
  for (std::size_t r = 0; r < overlaps.size(); ++r) {
    report.ranks[r].communicated = overlaps[r].communicated;
    report.ranks[r].hidden = overlaps[r].hidden;
  }
  report.windows = WindowsOf(overlaps, std::ranges::max_element(times, {}, &StartAndEnd::end)->end);
  for (const GroupUse& use : workload.groups)
    report.groups.push_back({ToString(use.kind), use.by, use.ranks, use.flits, use.times});
  report.path = PathFollower(plan, workload, times).Follow();
  FillLinks(plan, workload, report);
  return report;
}

}  // namespace toroid
