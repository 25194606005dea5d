// Synthetic patterns. A Bernoulli trial in every cycle is the same as waiting a geometric number of
// cycles between packets, so each node draws when it will send next and the other cycles cost one
// comparison.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "gen/support/random.h"
#include "sim/traffic/misaddressing.h"
#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

class PatternTraffic : public Traffic {
 public:
  PatternTraffic(const Plan& plan, const PatternOptions& options) : plan_(plan), options_(options) {
    const std::uint32_t nodes = plan.host().size();
    if (options.refused > 0) misaddressing_.emplace(plan);
    const double p = options.rate / static_cast<double>(options.packet_flits);
    log_silence_ = p < 1 ? std::log1p(-p) : 0;
    random_.reserve(nodes);
    for (std::uint32_t n = 0; n < nodes; ++n) random_.emplace_back(Mix(options.seed, n));
    sequence_.assign(nodes, 0);
    due_.assign(nodes, std::numeric_limits<Cycle>::max());
    for (std::uint32_t n = 0; n < nodes && p > 0; ++n) {
      if (options.pattern != Pattern::kUniform &&
          PatternDestination(plan.host(), options.pattern, NodeId{n}) == NodeId{n})
        continue;
      due_[n] = Gap(n) - 1;
    }
    earliest_ = *std::min_element(due_.begin(), due_.end());
  }

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    finished_ = now + 1 >= options_.cycles;
    if (now >= options_.cycles || earliest_ > now) return;
    earliest_ = std::numeric_limits<Cycle>::max();
    for (std::uint32_t n = 0; n < due_.size(); ++n) {
      if (due_[n] <= now) Send(NodeId{n}, now, packets);
      earliest_ = std::min(earliest_, due_[n]);
    }
  }

  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {}
  bool Exhausted() const override { return finished_; }

 private:
  // Cycles until the next success, at least 1.
  Cycle Gap(std::uint32_t node) {
    if (log_silence_ == 0) return 1;
    const double gap = std::floor(std::log(random_[node].Unit()) / log_silence_);
    return gap > 1e15 ? std::numeric_limits<Cycle>::max() / 2 : 1 + static_cast<Cycle>(gap);
  }

  NodeId Destination(NodeId node) {
    if (options_.pattern != Pattern::kUniform)
      return PatternDestination(plan_.host(), options_.pattern, node);
    const auto other =
        static_cast<std::uint32_t>(random_[node.index()].Below(plan_.host().size() - 1));
    return NodeId{other < node.value() ? other : other + 1};
  }

  void Send(NodeId node, Cycle now, std::vector<Packet>& packets) {
    const NodeId destination = Destination(node);
    const std::uint32_t number = sequence_[node.index()]++;
    Packet packet{.source = node,
                  .destination = destination,
                  .flits = options_.packet_flits,
                  .sequence = number,
                  .source_rank = TakingTurns(number, node),
                  .created = now};
    if (const auto draw = Refuses(node, destination, number)) {
      misaddressing_->Apply(*draw, packet);
    } else {
      packet.injector = static_cast<std::uint16_t>(plan_.InjectorOf(node, destination));
      packet.destination_rank = TakingTurns(number, destination);
    }
    packets.push_back(packet);
    due_[node.index()] = now + Gap(node.value());
  }

  std::uint32_t TakingTurns(std::uint32_t number, NodeId node) const {
    return plan_.IsAddressable(node) ? number % plan_.GuestsAt(node) : 0;
  }

  // A draw if the packet must be refused. Drawn aside, so that the others are those of traffic
  // without any.
  std::optional<std::uint64_t> Refuses(NodeId node, NodeId destination,
                                       std::uint32_t number) const {
    if (!misaddressing_) return std::nullopt;
    const std::uint64_t draw = Mix(Mix(options_.seed ^ 0x72656675736564, node.value()), number);
    const bool named = plan_.IsAddressable(node) && plan_.IsAddressable(destination);
    return named && !Chance(draw, options_.refused) ? std::nullopt : std::optional(draw);
  }

  const Plan& plan_;
  PatternOptions options_;
  std::optional<Misaddressing> misaddressing_;  // if packets are to be refused
  double log_silence_ = 0;                      // log(1 - p); 0 stands for p = 1
  std::vector<Random> random_;
  std::vector<std::uint32_t> sequence_;
  std::vector<Cycle> due_;  // when each node sends next
  Cycle earliest_ = 0;
  bool finished_ = false;
};

}  // namespace

NodeId PatternDestination(const Graph& host, Pattern pattern, NodeId node) {
  Coordinates coordinates = host.CoordinatesOf(node);
  for (int a = 0; a < host.axes(); ++a) {
    int& x = coordinates[static_cast<std::size_t>(a)];
    const int l = host.length(Axis{a});
    x = pattern == Pattern::kNeighbor ? (x + 1) % l : l - 1 - x;
  }
  return host.NodeAt(coordinates);
}

std::unique_ptr<Traffic> MakePatternTraffic(const Plan& plan, const PatternOptions& options) {
  return std::make_unique<PatternTraffic>(plan, options);
}

}  // namespace toroid
