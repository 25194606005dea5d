// Each rank's messages of an operation come after the join of its begin, by the cycles of the
// program counted from there, and its end comes after all of them. So a rank starts when its own
// dependencies permit, and waits for others only where it needs their data.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "gen/workload/groups.h"

namespace toroid {
namespace {

// Most flits of all blocks together that a process holds.
constexpr std::uint64_t kMostGroupFlits = std::uint64_t{1} << 31;

// What the operation is to do; none, with a fault, if it is too much.
std::optional<CollectiveTask> TaskOf(const GroupCall& call, const std::vector<std::uint32_t>& ranks,
                                     const WorkloadSetting& setting, const std::string& place,
                                     FileFaults& faults) {
  const bool of_all_blocks =
      call.kind == Collective::kExchange || call.kind == Collective::kScatterBlocks;
  const std::uint64_t bytes =
      of_all_blocks ? (call.bytes + ranks.size() - 1) / ranks.size() : call.bytes;
  const std::uint64_t flits = setting.FlitsOf(bytes);
  const std::uint64_t held = IsOfBlocks(call.kind) ? flits * ranks.size() : flits;
  if (flits > kMostMessageFlits || held > kMostGroupFlits) {
    faults.AddAt(place, "comm_size", std::to_string(call.bytes), fmt::format("are {} flits", flits),
                 fmt::format("a rank's vector or block has at most {}, all blocks at most {}",
                             kMostMessageFlits, kMostGroupFlits));
    return std::nullopt;
  }
  CollectiveTask task{.kind = call.kind, .flits = static_cast<std::int64_t>(flits)};
  if (HasRoot(call.kind)) {
    const auto place_of = std::ranges::find(ranks, call.root) - ranks.begin();
    task.root = NodeId{static_cast<std::uint32_t>(place_of)};
  }
  return task;
}

// Adds the messages of one operation.
class Expansion {
 public:
  Expansion(Workload& workload, const GroupProgram& by, std::vector<GroupCall> calls)
      : workload_(workload),
        program_(*by.program),
        calls_(std::move(calls)),
        ranks_(by.ranks),
        first_(static_cast<std::uint32_t>(workload.operations.size())),
        ends_(calls_.size()) {}

  void Add() {
    const auto count = static_cast<std::uint32_t>(program_.operations.size());
    for (std::uint32_t i = 0; i < count; ++i) AddMessage(i);
    for (std::uint32_t n = 0; n < calls_.size(); ++n) {
      ends_[n].push_back(Event::EndOf(calls_[n].begin));
      workload_.SetAfter(calls_[n].end, ends_[n]);
    }
  }

 private:
  std::uint32_t SendOf(std::uint32_t transfer) const { return first_ + 2 * transfer; }
  std::uint32_t ReceiveOf(std::uint32_t transfer) const { return SendOf(transfer) + 1; }

  // A send comes after messages that must have arrived, and the start of those offered before it.
  void AddMessage(std::uint32_t i) {
    const Operation& message = program_.operations[i];
    const std::uint32_t begin = calls_[message.from].begin;
    Operation send{.kind = OperationKind::kSend,
                   .from = ranks_[message.from],
                   .to = ranks_[message.to],
                   .flits = message.flits,
                   .match = ReceiveOf(i),
                   .clock = begin,
                   .not_before = message.not_before,
                   .line = workload_.operations[begin].line};
    std::vector<Event> afters = {Event::EndOf(begin)};
    for (const Event event : program_.AfterOf(message))
      afters.push_back(event.is_start() ? Event::StartOf(SendOf(event.operation()))
                                        : Event::EndOf(ReceiveOf(event.operation())));
    workload_.Add(send, afters);
    const std::uint32_t its_begin = calls_[message.to].begin;
    const Operation receive{.kind = OperationKind::kReceive,
                            .from = send.from,
                            .to = send.to,
                            .flits = send.flits,
                            .match = SendOf(i),
                            .line = workload_.operations[its_begin].line};
    workload_.Add(receive, std::vector{Event::EndOf(its_begin)});
    ends_[message.from].push_back(Event::EndOf(SendOf(i)));
    ends_[message.to].push_back(Event::EndOf(ReceiveOf(i)));
  }

  Workload& workload_;
  const CollectiveProgram& program_;
  std::vector<GroupCall> calls_;      // by process
  std::vector<std::uint32_t> ranks_;  // by process
  std::uint32_t first_;               // its first operation
  std::vector<std::vector<Event>> ends_;
};

void CountUse(Workload& workload, const CollectiveTask& task, const GroupProgram& by) {
  const GroupUse use{.kind = task.kind,
                     .by = by.by,
                     .ranks = static_cast<std::uint32_t>(by.ranks.size()),
                     .flits = static_cast<std::uint64_t>(task.flits),
                     .times = 1};
  const auto same = std::ranges::find_if(workload.groups, [&](const GroupUse& one) {
    return std::tie(one.kind, one.by, one.ranks, one.flits) ==
           std::tie(use.kind, use.by, use.ranks, use.flits);
  });
  if (same != workload.groups.end()) {
    ++same->times;
  } else {
    workload.groups.push_back(use);
  }
}

// Compares the calls of a group's ranks with those of one of them.
class Comparison {
 public:
  Comparison(const std::string& group, std::uint32_t rank, const std::vector<GroupCall>& calls,
             const Workload& workload, FileFaults& faults)
      : group_(group), rank_(rank), calls_(calls), workload_(workload), faults_(faults) {}

  // If they differ, the first difference is a fault.
  bool IsSame(std::uint32_t rank, const std::vector<GroupCall>& others) const {
    const std::size_t both = std::min(calls_.size(), others.size());
    for (std::size_t i = 0; i < both; ++i) {
      const GroupCall &one = calls_[i], &other = others[i];
      if (std::tie(one.kind, one.bytes, one.root) == std::tie(other.kind, other.bytes, other.root))
        continue;
      Refuse(other,
             fmt::format("is number {} of {}, which rank {} has as {} of {} bytes in {}", i + 1,
                         group_, rank_, ToString(one.kind), one.bytes,
                         workload_.LineOf(workload_.operations[one.begin])),
             "the i-th operation of a group is the same for all its ranks: type, size, root");
      return false;
    }
    if (calls_.size() == others.size()) return true;
    const bool fewer = others.size() < calls_.size();
    Refuse(fewer ? calls_[both] : others[both],
           fmt::format("is number {} of {}, of which rank {} has {}", both + 1, group_,
                       fewer ? rank : rank_, both),
           "each rank of a group does all its operations");
    return false;
  }

 private:
  void Refuse(const GroupCall& call, std::string what, std::string allowed) const {
    faults_.AddAt(workload_.PlaceOf(workload_.operations[call.begin]), "comm_type",
                  ToString(call.kind), std::move(what), std::move(allowed));
  }

  const std::string& group_;
  std::uint32_t rank_;
  const std::vector<GroupCall>& calls_;
  const Workload& workload_;
  FileFaults& faults_;
};

}  // namespace

void GroupCalls::Add(const std::string& name, std::uint32_t tag,
                     const std::vector<std::uint32_t>& ranks, std::uint32_t rank,
                     const GroupCall& call) {
  calls_[{name, tag, ranks}][rank].push_back(call);
}

bool GroupCalls::AreAlike(const Group& group, const Calls& calls, const Workload& workload,
                          FileFaults& faults) {
  const std::string name = group.name.empty() ? "all ranks" : "group " + group.name;
  const auto& [rank, own] = *calls.begin();
  const Comparison comparison(name, rank, own, workload, faults);
  bool alike = true;
  for (const std::uint32_t other : group.ranks) {
    const auto found = calls.find(other);
    const bool same =
        comparison.IsSame(other, found == calls.end() ? std::vector<GroupCall>() : found->second);
    alike = alike && same;
  }
  return alike;
}

void GroupCalls::Expand(Workload& workload, const WorkloadSetting& setting,
                        const Progress& progress, FileFaults& faults) const {
  Stage stage(progress, "expanding collective operations");
  for (const auto& [group, calls] : calls_) {
    if (!AreAlike(group, calls, workload, faults)) continue;
    for (std::size_t i = 0; i < calls.begin()->second.size() && !faults.full(); ++i) {
      stage.Tick();
      if (!ExpandOne(group, calls, i, workload, setting, faults)) return;
    }
  }
}

bool GroupCalls::ExpandOne(const Group& group, const Calls& calls, std::size_t i,
                           Workload& workload, const WorkloadSetting& setting, FileFaults& faults) {
  const GroupCall& call = calls.begin()->second[i];
  const std::string place = workload.PlaceOf(workload.operations[call.begin]);
  const auto task = TaskOf(call, group.ranks, setting, place, faults);
  if (!task) return false;
  const auto by = setting.make_program(*task, group.ranks);
  if (!by) {
    const Diagnostic& why = by.diagnostics().front();
    faults.AddAt(place, why.field, why.value, why.what, why.allowed);
    return false;
  }
  if (workload.operations.size() + 2 * by->program->operations.size() > kMostOperations) {
    faults.AddAt(place, "operations", "", "are too many with those of this node",
                 fmt::format("at most {} are kept", kMostOperations));
    return false;
  }
  std::vector<GroupCall> of_process;
  for (const std::uint32_t rank : by->ranks) of_process.push_back(calls.at(rank)[i]);
  Expansion(workload, *by, std::move(of_process)).Add();
  CountUse(workload, *task, *by);
  return true;
}

}  // namespace toroid
