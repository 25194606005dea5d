// Synthetic patterns. A Bernoulli trial in every cycle equals a geometric number of cycles between
// packets, so each node draws the cycle of its next packet. With bursts it draws whether the burst
// continues, and if not the gap behind it. A calendar of the next cycles has a bit for each node
// that sends in one of them; the other nodes cost nothing.
//
// Each node has its own random numbers, so the nodes of a slab send what they would send in the
// whole network. `n` and `node` below are numbers in the slab, a NodeId is the host's.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "gen/support/random.h"
#include "sim/traffic/failures.h"
#include "sim/traffic/misaddressing.h"
#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

class PatternTraffic : public Traffic {
 public:
  PatternTraffic(const Plan& plan, PatternOptions options, const Slab* slab)
      : plan_(plan), options_(std::move(options)), first_(slab ? slab->begin() : 0) {
    const std::uint32_t nodes = slab ? slab->size() : plan.host().size();
    KeepDestinations(nodes);
    LeaveOutDead(nodes);
    if (options_.refused > 0) misaddressing_.emplace(plan);
    const double p = options_.rate / static_cast<double>(options_.packet_flits);
    silence_ = Failures(p < 1 ? std::log1p(-p) : 0);
    if (options_.burst > 0 && options_.rate > 0) {
      const double flits = static_cast<double>(options_.burst) * options_.packet_flits;
      const double gap = flits * (1 - options_.rate) / options_.rate;
      gap_ = Failures(gap == 0 ? 0 : std::log(gap / (1 + gap)));
    }
    random_.reserve(nodes);
    for (std::uint32_t n = 0; n < nodes; ++n) random_.emplace_back(Mix(options_.seed, first_ + n));
    sequence_.assign(nodes, 0);
    due_.assign(nodes, std::numeric_limits<Cycle>::max());
    for (auto& day : calendar_) day.resize((nodes + 63) / 64);
    for (std::uint32_t n = 0; n < nodes && p > 0; ++n) {
      if (IsSilent(n)) continue;
      due_[n] = options_.burst > 0 ? FirstOfBurst(n) : Wait(n) - 1;
    }
  }

  // Visits the nodes of this cycle's day in ascending order, which fixes the order of packets and
  // so makes runs repeatable.
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    finished_ = now + 1 >= options_.cycles;
    if (now >= options_.cycles) return;
    if (now >= calendar_end_) OpenCalendar(now);
    std::vector<std::uint64_t>& today = calendar_[static_cast<std::size_t>(now % kDays)];
    for (std::size_t w = 0; w < today.size(); ++w) {
      for (std::uint64_t rest = std::exchange(today[w], 0); rest != 0; rest &= rest - 1)
        Send(
            static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(rest)),
            now, packets);
    }
  }

  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {}
  bool Exhausted() const override { return finished_; }

 private:
  NodeId NodeOf(std::uint32_t n) const { return NodeId{first_ + n}; }

  // Keeps the destinations of `nodes` nodes from first_ on.
  void KeepDestinations(std::uint32_t nodes) {
    auto& all = options_.destinations;
    if (all.size() > nodes)
      all = std::vector<NodeId>(all.data() + first_, all.data() + first_ + nodes);
  }

  // What would go to a dead node is not sent (DG8.1).
  void LeaveOutDead(std::uint32_t nodes) {
    const RoutedHost* routes = plan_.routes();
    if (routes == nullptr) return;
    survivors_ = routes->host.survivors();
    before_.resize(nodes);
    for (std::uint32_t n = 0; n < nodes; ++n)
      before_[n] = static_cast<std::uint32_t>(std::ranges::lower_bound(survivors_, NodeOf(n)) -
                                              survivors_.begin());
    for (std::uint32_t n = 0; n < options_.destinations.size(); ++n) {
      NodeId& destination = options_.destinations[n];
      if (!plan_.IsAlive(destination)) destination = NodeOf(n);
    }
  }

  bool IsSilent(std::uint32_t n) const {
    if (!plan_.IsAlive(NodeOf(n))) return true;
    return options_.followed >= 1 && !options_.destinations.empty() &&
           options_.destinations[n] == NodeOf(n);
  }

  // Whether the node's next packet follows the pattern.
  bool Follows(std::uint32_t n) {
    if (options_.destinations.empty()) return false;
    if (options_.followed >= 1) return true;
    return Chance(random_[n].Next(), options_.followed) && options_.destinations[n] != NodeOf(n);
  }

  static constexpr Cycle kDays = 64;

  // Visits every node once in kDays cycles; nodes that send later than that are not entered yet.
  void OpenCalendar(Cycle now) {
    calendar_end_ = now + kDays;
    for (std::uint32_t n = 0; n < due_.size(); ++n) Enter(n);
  }
  void Enter(std::uint32_t node) {
    if (due_[node] < calendar_end_)
      calendar_[static_cast<std::size_t>(due_[node] % kDays)][node / 64] |= std::uint64_t{1}
                                                                            << (node % 64);
  }

  // Cycles between two bursts, 0 or more: their mean is g if each cycle is the last with
  // probability 1 / (1 + g).
  Cycle Gap(std::uint32_t node) { return Draw(node, gap_); }
  Cycle Draw(std::uint32_t node, const Failures& failures) {
    return failures.any() ? failures.Of(random_[node].Next()) : 0;
  }
  // Cycles before the burst's next packet, or the next burst's first one.
  Cycle BetweenPackets(std::uint32_t node) {
    const bool ends = Chance(random_[node].Next(), 1.0 / options_.burst);
    return ends ? Gap(node) : 0;
  }

  // Cycles from one packet to the next, at least 1.
  Cycle Wait(std::uint32_t node) {
    if (options_.burst == 0) return 1 + Draw(node, silence_);
    return options_.packet_flits + BetweenPackets(node);
  }

  // The first cycle in which a node sends, as if it had been sending for ever: with the probability
  // of the rate, cycle 0 is inside a packet, at any of its cycles.
  Cycle FirstOfBurst(std::uint32_t node) {
    if (!Chance(random_[node].Next(), options_.rate)) return 1 + Gap(node);
    const auto flit = static_cast<Cycle>(random_[node].Below(options_.packet_flits));
    return flit == 0 ? 0 : options_.packet_flits - flit + BetweenPackets(node);
  }

  // Any other node with equal probability, unless the pattern names one.
  NodeId Destination(std::uint32_t n) {
    if (Follows(n)) return options_.destinations[n];
    if (!survivors_.empty()) {
      const std::size_t other = random_[n].Below(survivors_.size() - 1);
      return survivors_[other < before_[n] ? other : other + 1];
    }
    const auto other = static_cast<std::uint32_t>(random_[n].Below(plan_.host().size() - 1));
    return NodeId{other < NodeOf(n).value() ? other : other + 1};
  }

  void Send(std::uint32_t n, Cycle now, std::vector<Packet>& packets) {
    const NodeId node = NodeOf(n);
    const NodeId destination = Destination(n);
    const std::uint32_t number = sequence_[n]++;
    Packet& packet = packets.emplace_back();
    packet.source = node;
    packet.destination = destination;
    packet.flits = options_.packet_flits;
    packet.sequence = number;
    packet.source_rank = TakingTurns(number, node);
    packet.created = now;
    const auto draw = Refuses(node, destination, number);
    if (!draw || !misaddressing_->Apply(*draw, packet)) {
      packet.injector = static_cast<std::uint16_t>(plan_.InjectorOf(node, destination));
      packet.destination_rank = TakingTurns(number, destination);
    }
    due_[n] = now + Wait(n);
    Enter(n);
  }

  // Takes ranks of guest nodes in turn, by the packet's number.
  std::uint32_t TakingTurns(std::uint32_t number, NodeId node) const {
    if (!plan_.carries_ranks() || !plan_.IsAddressable(node)) return 0;
    return number % plan_.GuestsAt(node);
  }

  // Returns a draw if the packet must be refused. Uses a separate generator, so that the other
  // packets are those of traffic without refused ones.
  std::optional<std::uint64_t> Refuses(NodeId node, NodeId destination,
                                       std::uint32_t number) const {
    if (!misaddressing_) return std::nullopt;
    const std::uint64_t draw = Mix(Mix(options_.seed ^ 0x72656675736564, node.value()), number);
    const bool named = plan_.IsAddressable(node) && plan_.IsAddressable(destination);
    return named && !Chance(draw, options_.refused) ? std::nullopt : std::optional(draw);
  }

  const Plan& plan_;
  PatternOptions options_;
  std::uint32_t first_;  // node of the slab
  // With routing tables: the nodes that are alive, and how many of them come before each node.
  std::vector<NodeId> survivors_;
  std::vector<std::uint32_t> before_;
  std::optional<Misaddressing> misaddressing_;  // if packets are to be refused
  Failures silence_;                            // cycles without a packet, without bursts
  Failures gap_;                                // cycles between two bursts
  std::vector<Random> random_;
  std::vector<std::uint32_t> sequence_;
  std::vector<Cycle> due_;  // next cycle in which each node sends
  // Nodes that send before calendar_end_, by cycle; bitmaps of nodes.
  std::array<std::vector<std::uint64_t>, kDays> calendar_;
  Cycle calendar_end_ = 0;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<Traffic> MakePatternTraffic(const Plan& plan, PatternOptions options,
                                            const Slab* slab) {
  return std::make_unique<PatternTraffic>(plan, std::move(options), slab);
}

}  // namespace toroid
