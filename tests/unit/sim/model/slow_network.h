// A slow simulation of buffered routers with one port by the letter of docs/spec/router.md and
// docs/spec/copies.md: requests are sets, routes are worked out hop by hop, and each output asks
// everybody. For small networks.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "tests/unit/sim/model/literal_arbiter.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid {

class SlowNetwork {
 public:
  explicit SlowNetwork(const Plan& plan)
      : plan_(plan), ports_(static_cast<int>(plan.link_ports().size())) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
      Node& node = nodes_.emplace_back();
      for (int p = 0; p < ports_; ++p) {
        for (int v = 0; v < 2; ++v) node.credits[{p, v}] = plan.hardware().buffered.depth;
        node.arbiters.emplace_back(plan.hardware().buffered.arbiter, 2 + 2 * plan.host().axes());
      }
      node.arbiters.emplace_back(Arbiter::kRoundRobin, 2 + 2 * plan.host().axes());
    }
  }

  bool Ready(std::uint32_t n) const { return nodes_[n].injector.size() < 2; }  // R6.1
  const FlitRef* EjectHead(std::uint32_t n) const {
    return nodes_[n].ejected.empty() ? nullptr : &nodes_[n].ejected.front();
  }
  void Accept(std::uint32_t n) { accepts_.push_back(n); }
  void Inject(std::uint32_t n, FlitRef flit, std::uint32_t to) {
    if (flit.head()) nodes_[n].entering = to;  // R6.3
    to = nodes_[n].entering;
    const bool copied = to == n;  // BC1.1
    Flit entering{flit, n, to, copied, copied || flit.head(), copied || flit.tail, {}};
    entering.name.tail = entering.tail;
    entering.wants = Wants(entering, n);
    injections_.emplace_back(n, std::move(entering));
  }

  struct Ended {
    std::vector<HopEvent> hops;
    std::set<Crossing> credits;  // given by inputs
  };
  Ended Step() {
    Ended ended;
    std::vector<Move> moves;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) Decide(n, moves);
    for (const std::uint32_t n : accepts_) nodes_[n].ejected.pop_front();
    for (const Move& move : moves) Carry(move, ended);
    for (auto& [n, flit] : injections_) nodes_[n].injector.push_back(std::move(flit));
    accepts_.clear();
    injections_.clear();
    TakeFromLinks();
    ++now_;
    return ended;
  }

 private:
  using Channel = std::pair<int, int>;  // of a port; port number ports_: the ejector, channel 0
  struct Flit {
    FlitRef name;
    std::uint32_t source, destination;
    bool copied, head, tail;
    std::set<Channel> wants;  // at the node where it is
  };
  struct Node {
    std::map<Channel, std::deque<Flit>> inputs;
    std::map<Channel, int> credits;
    std::set<Channel> locked;
    std::map<int, int> preferred;
    std::deque<Flit> injector;
    std::deque<FlitRef> ejected;
    std::uint32_t entering = 0;
    std::vector<LiteralArbiter> arbiters;
  };
  struct Move {
    std::uint32_t node;
    std::optional<Channel> from;  // none: the injector
    Channel to;
  };
  struct OnLink {
    Cycle due;
    std::uint32_t node;
    Channel channel;
    std::optional<Flit> flit;  // none: a credit
  };

  // R2.4, BC2.4: what comes next on the routes to all destinations.
  std::set<Channel> Wants(const Flit& flit, std::uint32_t here) const {
    std::set<Channel> wants;
    for (std::uint32_t to = 0; to < nodes_.size(); ++to) {
      if (flit.copied ? to == flit.source : to != flit.destination) continue;
      if (to == here) wants.insert({ports_, 0});
      for (const Crossing& hop : ExpectedRoute(plan_, flit.source, to, flit.copied))
        if (hop.node == here) wants.insert({hop.port, hop.channel});
    }
    return wants;
  }

  // R5.2.
  bool Accepts(const Node& node, const Flit& flit, Channel channel) const {
    const bool room =
        channel.first == ports_ ? node.ejected.size() < 2 : node.credits.at(channel) > 0;
    return room && !(flit.head && node.locked.contains(channel));
  }
  std::set<Channel> Feasible(const Node& node, const std::deque<Flit>& queue) const {
    std::set<Channel> feasible;
    if (queue.empty()) return feasible;
    for (const Channel& channel : queue.front().wants)
      if (Accepts(node, queue.front(), channel)) feasible.insert(channel);
    return feasible;
  }

  // R5.3 and BC3.3: what contends, by source, and for what.
  std::map<int, std::pair<std::optional<Channel>, std::set<Channel>>> Candidates(Node& node) {
    std::map<int, std::pair<std::optional<Channel>, std::set<Channel>>> candidates;
    for (int p = 0; p < ports_; ++p) {
      for (const int v : {1 - node.preferred[p], node.preferred[p]}) {
        const auto feasible = Feasible(node, node.inputs[{p, v}]);
        if (!feasible.empty()) candidates[p] = {Channel{p, v}, feasible};
      }
    }
    const auto feasible = Feasible(node, node.injector);
    if (!feasible.empty()) candidates[ports_] = {std::nullopt, feasible};
    return candidates;
  }

  // R5.4. An ejector has no position 0 here, which never contends.
  std::size_t PositionOf(int source, int output) const {
    if (source == ports_) return 1 + 2 * static_cast<std::size_t>(plan_.host().axes());
    if (source == output) return 0;
    const LinkPort& port = plan_.link_ports()[static_cast<std::size_t>(source)];
    return 1 + 2 * port.axis.index() + (port.direction == Direction::kMinus ? 1 : 0);
  }

  void Decide(std::uint32_t n, std::vector<Move>& moves) {
    Node& node = nodes_[n];
    const auto candidates = Candidates(node);
    for (int output = 0; output <= ports_; ++output) {
      std::vector<bool> contends(2 + 2 * static_cast<std::size_t>(plan_.host().axes()));
      std::map<std::size_t, Move> offers;
      for (const auto& [source, candidate] : candidates) {
        for (const Channel& to : candidate.second) {
          if (to.first != output) continue;
          const std::size_t position = PositionOf(source, output);
          contends[position] = true;
          offers[position] = {n, candidate.first, to};
        }
      }
      if (offers.empty()) continue;
      const int granted = node.arbiters[static_cast<std::size_t>(output)].Grant(contends);
      moves.push_back(offers.at(static_cast<std::size_t>(granted)));
    }
  }

  NodeId NeighbourBy(std::uint32_t n, int port, bool against) const {
    const LinkPort& link = plan_.link_ports()[static_cast<std::size_t>(port)];
    return *(against ? ReceivesFrom(plan_.host(), NodeId{n}, link)
                     : SendsTo(plan_.host(), NodeId{n}, link));
  }

  // R5.8 to R5.11, BC3.1.
  void Carry(const Move& move, Ended& ended) {
    Node& node = nodes_[move.node];
    std::deque<Flit>& queue = move.from ? node.inputs[*move.from] : node.injector;
    Flit flit = queue.front();
    queue.front().wants.erase(move.to);
    if (!flit.tail) node.locked.insert(move.to);
    if (flit.tail && !flit.head) node.locked.erase(move.to);
    const Cycle due = now_ + plan_.hardware().links.stages;
    if (queue.front().wants.empty()) {
      queue.pop_front();
      if (move.from) {
        const auto [port, channel] = *move.from;
        if (flit.tail && IsDouble(port)) node.preferred[port] = 1 - channel;
        on_links_.push_back(
            {due, NeighbourBy(move.node, port, true).value(), *move.from, std::nullopt});
        ended.credits.insert({move.node, port, channel});
      }
    }
    if (move.to.first == ports_) {
      node.ejected.push_back(flit.name);
      return;
    }
    --node.credits[move.to];
    ended.hops.push_back({move.node, static_cast<std::uint8_t>(move.to.first),
                          static_cast<std::uint8_t>(move.to.second), flit.name});
    const std::uint32_t next = NeighbourBy(move.node, move.to.first, false).value();
    flit.wants = Wants(flit, next);
    on_links_.push_back({due, next, move.to, flit});
  }
  bool IsDouble(int port) const {  // R3.1
    return plan_.host().Wraps(plan_.link_ports()[static_cast<std::size_t>(port)].axis);
  }

  // R9.2.
  void TakeFromLinks() {
    std::erase_if(on_links_, [&](OnLink& on_link) {
      if (on_link.due > now_) return false;
      Node& node = nodes_[on_link.node];
      if (on_link.flit) {
        node.inputs[on_link.channel].push_back(std::move(*on_link.flit));
      } else {
        ++node.credits[on_link.channel];
      }
      return true;
    });
  }

  const Plan& plan_;
  int ports_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> accepts_;
  std::vector<std::pair<std::uint32_t, Flit>> injections_;
  std::vector<OnLink> on_links_;
  Cycle now_ = 0;
};

}  // namespace toroid
