// The network takes every message, so whether a program can end does not depend on it. Two
// conditions are enough: each send has its receive, and no operation waits for itself.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "gen/program/event_graph.h"
#include "gen/support/input_file.h"
#include "gen/workload/workload.h"

namespace toroid {
namespace {

std::string NameOf(const Workload& workload, const Operation& operation) {
  const std::string of = fmt::format("rank {}, {}", operation.by(), workload.LineOf(operation));
  switch (operation.kind) {
    case OperationKind::kMessage:
    case OperationKind::kSend: return fmt::format("send to {} ({})", operation.to, of);
    case OperationKind::kReceive: return fmt::format("receive from {} ({})", operation.from, of);
    case OperationKind::kCalculate: return fmt::format("calculate ({})", of);
    case OperationKind::kJoin: return fmt::format("({})", of);
  }
  return of;
}

class Matcher {
 public:
  Matcher(Workload& workload, const Progress& progress, FileFaults& faults)
      : workload_(workload),
        operations_(workload.operations),
        stage_(progress, "pairing sends with receives"),
        faults_(faults) {}

  // TR2.3: with the same sender, receiver and tag, the i-th send goes with the i-th receive.
  void Match() {
    const std::vector<std::uint32_t> sends = SortedOf(OperationKind::kSend);
    const std::vector<std::uint32_t> receives = SortedOf(OperationKind::kReceive);
    std::size_t r = 0;
    for (const std::uint32_t send : sends) {
      while (r < receives.size() && KeyOf(receives[r]) < KeyOf(send)) Refuse(receives[r++]);
      if (r == receives.size() || KeyOf(receives[r]) != KeyOf(send)) {
        Refuse(send);
      } else {
        Pair(send, receives[r++]);
      }
    }
    for (; r < receives.size(); ++r) Refuse(receives[r]);
  }

 private:
  using Key = std::array<std::uint32_t, 3>;

  // Sender, receiver and tag.
  Key KeyOf(std::uint32_t number) const {
    const Operation& one = operations_[number];
    return {one.from, one.to, one.tag};
  }

  std::vector<std::uint32_t> SortedOf(OperationKind kind) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      stage_.Tick();
      if (operations_[i].kind == kind && operations_[i].match == kNoOperation) numbers.push_back(i);
    }
    std::ranges::stable_sort(numbers, {},
                             Ticking(stage_, [this](std::uint32_t i) { return KeyOf(i); }));
    return numbers;
  }

  void Pair(std::uint32_t send, std::uint32_t receive) {
    Operation& from = operations_[send];
    Operation& to = operations_[receive];
    from.match = receive;
    to.match = send;
    if (to.bytes >= from.bytes) return;
    faults_.AddAt(workload_.PlaceOf(to), "recv", fmt::format("{}b", to.bytes),
                  fmt::format("is shorter than what rank {} sends it in {}, {}b", from.from,
                              workload_.LineOf(from), from.bytes),
                  "a receive must have room for the bytes that are sent");
  }

  void Refuse(std::uint32_t number) {
    const Operation& one = operations_[number];
    const bool sends = one.kind == OperationKind::kSend;
    faults_.AddAt(workload_.PlaceOf(one), sends ? "send" : "recv", fmt::format("rank {}", one.by()),
                  fmt::format("no {} of rank {} with tag {} is left for it",
                              sends ? "recv" : "send", sends ? one.to : one.from, one.tag),
                  "with the same sender, receiver and tag the i-th send goes with the i-th recv");
  }

  const Workload& workload_;
  std::vector<Operation>& operations_;
  Stage stage_;
  FileFaults& faults_;
};

void RefuseCycle(const Workload& workload, const std::vector<std::uint32_t>& cycle,
                 FileFaults& faults) {
  constexpr std::size_t kMostNamed = 6;
  std::string chain = NameOf(workload, workload.operations[cycle.front()]);
  for (std::size_t i = 1; i < std::min(cycle.size(), kMostNamed); ++i)
    chain += " waits for " + NameOf(workload, workload.operations[cycle[i]]);
  if (cycle.size() > kMostNamed)
    chain += fmt::format(" and so on, over {} more,", cycle.size() - kMostNamed);
  faults.AddAt(workload.PlaceOf(workload.operations[cycle.front()]), "dependencies", "",
               chain + (cycle.size() == 1 ? " waits for itself" : " waits for the first of these"),
               "no operation may wait for itself");
}

}  // namespace

Diagnostics Finish(Workload& workload, const Progress& progress) {
  FileFaults faults(workload.file);
  Matcher(workload, progress, faults).Match();
  if (faults.any()) return faults.Take();
  if (const auto cycle = EventGraph(workload, progress).Cycle(); !cycle.empty())
    RefuseCycle(workload, cycle, faults);
  return faults.Take();
}

}  // namespace toroid
