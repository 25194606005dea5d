// Idea: all nodes do the same at the same time, so planning one node is enough. A part is a job of
// rounds, one after another. Each round runs on the links of one axis in one direction; these links
// are the machine, and are busy as long as the longest message. The next round of a part begins
// when the data of the one before has arrived. A free machine takes the waiting part with the most
// work left, or the longest wait, or the fewest rounds done: all three priorities are tried, with
// the parts cut into more and more chunks, so that one chunk is sent while another travels.
//
// Messages of a machine follow one another round one ring, so no two of them meet. With one port
// all rounds use one machine.
#include "gen/collective/bucket_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "gen/collective/program.h"
#include "gen/collective/stages.h"

namespace toroid {
namespace {

constexpr std::array kChunks = {1, 2, 3, 4, 6, 8, 12, 16};

// More messages than this only if nothing else is possible.
constexpr std::int64_t kManyBucketMessages = 1 << 20;

enum class Priority { kMostLeft, kLongestWait, kFewestRounds };
constexpr std::array kPriorities = {Priority::kMostLeft, Priority::kLongestWait,
                                    Priority::kFewestRounds};

// Whether the axis' ring is folded onto a line: neighbours on the ring are up to two links apart.
bool IsFolded(const Graph& host, Axis axis) { return !host.Wraps(axis) && host.length(axis) > 2; }

bool AnyAxis(const Graph& host, bool (*is)(const Graph&, Axis)) {
  for (int a = 0; a < host.axes(); ++a)
    if (is(host, Axis{a})) return true;
  return false;
}

// With one port several orders or both directions gain nothing.
std::vector<BucketPart> MakeParts(const Graph& host, Ports ports, int chunks) {
  std::vector<WeightedOrder> orders = BalancedOrders(host);
  if (ports == Ports::kOne) orders = {{orders.front().axes}};
  const bool both = ports == Ports::kAll &&
                    AnyAxis(host, [](const Graph& graph, Axis axis) { return graph.Wraps(axis); });
  std::vector<BucketPart> parts;
  for (const WeightedOrder& order : orders) {
    const double share = order.weight / (both ? 2 : 1) / chunks;
    for (int i = 0; i < chunks * (both ? 2 : 1); ++i) {
      const bool minus = both && i % 2 == 1;
      parts.push_back({order.axes, minus ? Direction::kMinus : Direction::kPlus,
                       static_cast<std::uint64_t>(share * static_cast<double>(kWholeBlock))});
    }
  }
  std::uint64_t until = 0;
  for (BucketPart& part : parts) until = part.until += until;
  parts.back().until = kWholeBlock;
  return parts;
}

class Timeline {
 public:
  Timeline(const Graph& host, Ports ports, const BucketShares& shares, Priority priority,
           const Timing& timing)
      : host_(host),
        ports_(ports),
        priority_(priority),
        folded_(AnyAxis(host, IsFolded)),
        timing_(timing),
        lag_((folded_ ? 1 : 0) + timing.interface) {
    plan_.parts = shares.parts();
    for (std::size_t p = 0; p < plan_.parts.size(); ++p) AddRounds(shares, p);
    machines_.resize(2 * static_cast<std::size_t>(host.axes()));
    next_.assign(plan_.parts.size(), 0);
  }

  BucketPlan Make() {
    for (std::size_t p = 0; p < plan_.parts.size(); ++p)
      if (!plan_.rounds[p].empty()) events_.push({0, kPart, p});
    while (!events_.empty()) {
      const Cycle now = std::get<0>(events_.top());
      std::vector<std::size_t> touched;
      for (; !events_.empty() && std::get<0>(events_.top()) == now; events_.pop()) {
        const auto& [cycle, kind, number] = events_.top();
        const std::size_t machine = kind == kPart ? MachineOf(number) : number;
        if (kind == kPart) machines_[machine].waiting.emplace(KeyOf(number, now), number);
        touched.push_back(machine);
      }
      for (const std::size_t machine : touched) Dispatch(machine, now);
    }
    return std::move(plan_);
  }

 private:
  enum Kind { kPart, kMachine };
  using Waiting = std::pair<std::pair<Cycle, std::size_t>, std::size_t>;
  struct Machine {
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    Cycle free = 0;
  };

  void AddRounds(const BucketShares& shares, std::size_t p) {
    const std::vector<Cycle> flits = shares.LongestMessages(p);
    std::vector<BucketRound> rounds;
    Cycle left = 0;
    for (std::size_t level = 0; level < flits.size() && flits[level] > 0; ++level) {
      const int l = host_.length(plan_.parts[p].axes[level]);
      for (int r = 0; r + 1 < l; ++r) {
        rounds.push_back({.level = static_cast<int>(level), .number = r, .flits = flits[level]});
        left += timing_.Length(flits[level]) + lag_;
      }
    }
    plan_.rounds.push_back(std::move(rounds));
    left_.push_back(left);
  }

  std::size_t MachineOf(std::size_t p) const {
    if (ports_ == Ports::kOne) return 0;
    const BucketPart& part = plan_.parts[p];
    const auto level = static_cast<std::size_t>(plan_.rounds[p][next_[p]].level);
    const Axis axis = part.axes[level];
    const bool minus = host_.Wraps(axis) && part.direction == Direction::kMinus;
    return 2 * axis.index() + (minus ? 1 : 0);
  }

  // The waiting part with the least key goes first.
  std::pair<Cycle, std::size_t> KeyOf(std::size_t p, Cycle now) const {
    switch (priority_) {
      case Priority::kMostLeft: return {-left_[p], p};
      case Priority::kLongestWait: return {now, p};
      case Priority::kFewestRounds: return {static_cast<Cycle>(next_[p]), p};
    }
    return {};
  }

  void Dispatch(std::size_t number, Cycle now) {
    Machine& machine = machines_[number];
    if (machine.free > now || machine.waiting.empty()) return;
    const std::size_t p = machine.waiting.top().second;
    machine.waiting.pop();
    BucketRound& round = plan_.rounds[p][next_[p]++];
    round.cycle = now;
    const Cycle sent = now + timing_.Length(round.flits);
    // At one ejector a message from two links away would meet the next one from one link away.
    machine.free = sent + (ports_ == Ports::kOne && folded_ ? 1 : 0);
    events_.push({machine.free, kMachine, number});
    left_[p] -= timing_.Length(round.flits) + lag_;
    plan_.sent = std::max(plan_.sent, sent);
    plan_.end = std::max(plan_.end, sent + lag_);
    if (next_[p] < plan_.rounds[p].size()) events_.push({sent + lag_, kPart, p});
  }

  const Graph& host_;
  Ports ports_;
  Priority priority_;
  bool folded_;
  const Timing timing_;
  Cycle lag_;  // from the last injection of a round to the next round
  BucketPlan plan_;
  std::vector<Cycle> left_;        // by part: cycles of all its remaining rounds
  std::vector<std::size_t> next_;  // by part: the first round that has not begun
  std::vector<Machine> machines_;
  using Event = std::tuple<Cycle, Kind, std::size_t>;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

BucketShares::BucketShares(const Graph& host, std::uint64_t elements, std::vector<BucketPart> parts)
    : host_(host), elements_(elements), parts_(std::move(parts)) {}

// A block's shares are rounded up or down by a phase of the node. On each line of nodes the phases
// are spread evenly, so that rounding changes every part and every line nearly equally.
std::uint64_t BucketShares::Start(std::uint32_t node, std::size_t part) const {
  const std::uint64_t first = BlockStart(elements_, node, host_.size());
  const std::uint64_t count = BlockStart(elements_, node + 1, host_.size()) - first;
  if (part == parts_.size()) return first + count;
  std::uint64_t phase = kWholeBlock * node / host_.size();
  for (int a = 1; a < host_.axes(); ++a) {
    const auto x = static_cast<std::uint64_t>(host_.Coordinate(NodeId{node}, Axis{a}));
    phase += kWholeBlock * x / static_cast<std::uint64_t>(host_.length(Axis{a}));
  }
  const std::uint64_t until = part == 0 ? 0 : parts_[part - 1].until;
  return first + (count * until + phase % kWholeBlock) / kWholeBlock;
}

std::uint32_t BucketShares::ClassOf(std::uint32_t node, std::size_t part, std::size_t level) const {
  std::uint32_t number = 0;
  for (std::size_t k = 0; k <= level; ++k) {
    const Axis axis = parts_[part].axes[k];
    number = number * static_cast<std::uint32_t>(host_.length(axis)) +
             static_cast<std::uint32_t>(host_.Coordinate(NodeId{node}, axis));
  }
  return number;
}

std::uint32_t BucketShares::Classes(std::size_t part, std::size_t level) const {
  std::uint32_t classes = 1;
  for (std::size_t k = 0; k <= level; ++k)
    classes *= static_cast<std::uint32_t>(host_.length(parts_[part].axes[k]));
  return classes;
}

std::vector<Cycle> BucketShares::LongestMessages(std::size_t part) const {
  std::vector<Cycle> longest;
  const std::uint64_t share = parts_[part].until - (part == 0 ? 0 : parts_[part - 1].until);
  for (std::size_t level = 0; level < parts_[part].axes.size(); ++level) {
    if (host_.size() > kMostNodesCounted) {
      const double mean = static_cast<double>(elements_) * static_cast<double>(share) /
                          static_cast<double>(kWholeBlock) / Classes(part, level);
      longest.push_back(static_cast<Cycle>(std::ceil(mean)));
      continue;
    }
    std::vector<Cycle> of_class(Classes(part, level), 0);
    for (std::uint32_t n = 0; n < host_.size(); ++n)
      of_class[ClassOf(n, part, level)] += Count(n, part);
    longest.push_back(std::ranges::max(of_class));
  }
  return longest;
}

BucketPlan PlanBucket(const Graph& host, Ports ports, std::uint64_t elements,
                      const Timing& timing) {
  BucketPlan best;
  for (const int chunks : kChunks) {
    if (chunks > 1 && chunks * LeastBucketMessages(host, ports) > kManyBucketMessages) break;
    const BucketShares shares(host, elements, MakeParts(host, ports, chunks));
    for (const Priority priority : kPriorities) {
      BucketPlan plan = Timeline(host, ports, shares, priority, timing).Make();
      if (best.parts.empty() || plan.end < best.end) best = std::move(plan);
    }
  }
  return best;
}

std::int64_t LeastBucketMessages(const Graph& host, Ports ports) {
  std::int64_t rounds = 0;
  for (int a = 0; a < host.axes(); ++a) rounds += host.length(Axis{a}) - 1;
  return rounds * host.size() * static_cast<std::int64_t>(MakeParts(host, ports, 1).size());
}

int CoordinateAt(const Graph& host, Axis axis, int place) {
  const int l = host.length(axis);
  if (!IsFolded(host, axis)) return place;
  return place < (l + 1) / 2 ? 2 * place : 2 * (l - place) - 1;
}

int PlaceOf(const Graph& host, Axis axis, int coordinate) {
  if (!IsFolded(host, axis)) return coordinate;
  return coordinate % 2 == 0 ? coordinate / 2 : host.length(axis) - (coordinate + 1) / 2;
}

}  // namespace toroid
