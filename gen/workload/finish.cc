// Whether a program can come to its end does not depend on the network, which takes every message
// that it is given. So two things are enough: each send has its receive, and no operation waits for
// itself. Every operation is two events, its start and its end; what an event waits for is an edge,
// and events are taken away that wait for none that is left. If some are left, they hold a cycle.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "gen/support/text.h"
#include "gen/workload/file_text.h"
#include "gen/workload/workload.h"

namespace toroid {
namespace {

std::string NameOf(const Operation& operation) {
  const std::string of = fmt::format("rank {}, line {}", operation.rank, operation.line);
  switch (operation.kind) {
    case OperationKind::kSend: return fmt::format("send to {} ({})", operation.partner, of);
    case OperationKind::kReceive: return fmt::format("receive from {} ({})", operation.partner, of);
    case OperationKind::kCalculate: return fmt::format("calculate ({})", of);
  }
  return of;
}

class Matcher {
 public:
  explicit Matcher(Workload& workload, FileFaults& faults)
      : operations_(workload.operations), faults_(faults) {}

  // T2.3: of one sender, receiver and tag the i-th send goes with the i-th receive.
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
    const bool sends = one.kind == OperationKind::kSend;
    return {sends ? one.rank : one.partner, sends ? one.partner : one.rank, one.tag};
  }

  std::vector<std::uint32_t> SortedOf(OperationKind kind) const {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      if (operations_[i].kind == kind && operations_[i].match == kNoOperation) numbers.push_back(i);
    }
    std::ranges::stable_sort(numbers, {}, [this](std::uint32_t i) { return KeyOf(i); });
    return numbers;
  }

  void Pair(std::uint32_t send, std::uint32_t receive) {
    Operation& from = operations_[send];
    Operation& to = operations_[receive];
    from.match = receive;
    to.match = send;
    if (to.bytes >= from.bytes) return;
    faults_.Add(to.line, "recv", fmt::format("{}b", to.bytes),
                fmt::format("is shorter than what rank {} sends it in line {}, {}b", from.rank,
                            from.line, from.bytes),
                "a receive takes as many bytes as are sent, or has room for more");
  }

  void Refuse(std::uint32_t number) {
    const Operation& one = operations_[number];
    const bool sends = one.kind == OperationKind::kSend;
    faults_.Add(one.line, sends ? "send" : "recv", fmt::format("rank {}", one.rank),
                fmt::format("no {} of rank {} with tag {} is left for it", sends ? "recv" : "send",
                            one.partner, one.tag),
                "of one sender, receiver and tag the i-th send goes with the i-th recv");
  }

  std::vector<Operation>& operations_;
  FileFaults& faults_;
};

// Event 2 i is the start of operation i, 2 i + 1 its end.
class CycleSearch {
 public:
  explicit CycleSearch(const Workload& workload)
      : workload_(workload), waits_(2 * workload.operations.size()) {}

  // Operations each of which waits for the next, and the last for the first; empty if none do.
  std::vector<std::uint32_t> Find() {
    CountFollowers();
    if (TakeAway() == waits_.size()) return {};
    std::vector<std::uint32_t> path;
    std::vector<bool> seen(waits_.size());
    std::size_t event = 0;
    while (waits_[event] == 0) ++event;
    for (; !seen[event]; event = BlockerOf(event)) {
      seen[event] = true;
      path.push_back(static_cast<std::uint32_t>(event));
    }
    path.erase(path.begin(), std::ranges::find(path, static_cast<std::uint32_t>(event)));
    for (std::uint32_t& one : path) one /= 2;
    path.erase(std::ranges::unique(path).begin(), path.end());
    return path;
  }

 private:
  // Calls visit(event) for each event that this one waits for.
  template <class Visit>
  void ForBlockers(std::size_t event, Visit visit) const {
    const std::size_t number = event / 2;
    const Operation& operation = workload_.operations[number];
    if (event % 2 == 1) {
      visit(event - 1);
      if (operation.kind == OperationKind::kReceive) visit(std::size_t{2} * operation.match);
      return;
    }
    for (const After& after : workload_.AfterOf(operation))
      visit(std::size_t{2} * after.operation + (after.start ? 0 : 1));
  }

  void CountFollowers() {
    first_.assign(waits_.size() + 1, 0);
    for (std::size_t e = 0; e < waits_.size(); ++e)
      ForBlockers(e, [&](std::size_t blocker) { ++first_[blocker + 1], ++waits_[e]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    followers_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t e = 0; e < waits_.size(); ++e) {
      ForBlockers(e, [&](std::size_t blocker) {
        followers_[next[blocker]++] = static_cast<std::uint32_t>(e);
      });
    }
  }

  std::size_t TakeAway() {
    std::vector<std::uint32_t> free;
    for (std::uint32_t e = 0; e < waits_.size(); ++e)
      if (waits_[e] == 0) free.push_back(e);
    std::size_t taken = 0;
    for (; !free.empty(); ++taken) {
      const std::uint32_t event = free.back();
      free.pop_back();
      for (std::uint32_t f = first_[event]; f < first_[event + 1]; ++f)
        if (--waits_[followers_[f]] == 0) free.push_back(followers_[f]);
    }
    return taken;
  }

  // One that is left, of an event that is left.
  std::size_t BlockerOf(std::size_t event) const {
    std::size_t found = event;
    ForBlockers(event, [&](std::size_t blocker) {
      if (waits_[blocker] > 0) found = blocker;
    });
    return found;
  }

  const Workload& workload_;
  std::vector<std::uint32_t> waits_;  // by event: how many that it waits for are left
  std::vector<std::uint32_t> first_;  // by event: of those that wait for it, in followers_
  std::vector<std::uint32_t> followers_;
};

void RefuseCycle(const Workload& workload, const std::vector<std::uint32_t>& cycle,
                 FileFaults& faults) {
  constexpr std::size_t kMostNamed = 6;
  std::string chain = NameOf(workload.operations[cycle.front()]);
  for (std::size_t i = 1; i < std::min(cycle.size(), kMostNamed); ++i)
    chain += " waits for " + NameOf(workload.operations[cycle[i]]);
  if (cycle.size() > kMostNamed)
    chain += fmt::format(" and so on, over {} more,", cycle.size() - kMostNamed);
  faults.Add(workload.operations[cycle.front()].line, "dependencies", "",
             chain + (cycle.size() == 1 ? " waits for itself" : " waits for the first of these"),
             "no operation may wait for itself");
}

}  // namespace

std::string_view ToString(OperationKind kind) {
  switch (kind) {
    case OperationKind::kSend: return "send";
    case OperationKind::kReceive: return "receive";
    case OperationKind::kCalculate: return "calculate";
  }
  return "";
}

Diagnostics Finish(Workload& workload) {
  FileFaults faults(workload.file);
  Matcher(workload, faults).Match();
  if (faults.any()) return faults.Take();
  if (const auto cycle = CycleSearch(workload).Find(); !cycle.empty())
    RefuseCycle(workload, cycle, faults);
  return faults.Take();
}

}  // namespace toroid
