// Turns of ports are colours of the edges of a bipartite graph, whose sides are the injectors and
// the ejectors. If a message finds no turn that both of its ports have free, its sender's free turn
// a and its receiver's free turn b are exchanged along the path that begins at the receiver with
// the message in turn a, then goes on with one in turn b, and so on. It cannot come back to the
// sender.
//
// Source: König, "Über Graphen und ihre Anwendung", Math. Annalen 77, 1916.
#include <algorithm>
#include <utility>

#include "gen/collective/rhythm.h"

namespace toroid {
namespace {

constexpr std::uint32_t kNoMessage = ~std::uint32_t{0};

class PortColours {
 public:
  PortColours(const std::vector<PortUse>& messages, std::uint32_t nodes)
      : messages_(messages), nodes_(nodes), turn_(messages.size(), 0) {
    std::vector<std::uint32_t> uses(2 * std::size_t{nodes}, 0);
    for (std::uint32_t m = 0; m < messages.size(); ++m)
      for (const bool receives : {false, true}) ++uses[PortOf(m, receives)];
    held_.assign(uses.size(), std::vector<std::uint32_t>(std::ranges::max(uses), kNoMessage));
  }

  std::vector<std::uint32_t> Make() {
    for (std::uint32_t m = 0; m < messages_.size(); ++m) Place(m);
    return std::move(turn_);
  }

 private:
  std::size_t PortOf(std::uint32_t message, bool receives) const {
    return receives ? std::size_t{nodes_} + messages_[message].to : messages_[message].from;
  }
  std::uint32_t FreeAt(std::size_t port) const {
    return static_cast<std::uint32_t>(std::ranges::find(held_[port], kNoMessage) -
                                      held_[port].begin());
  }

  void Place(std::uint32_t message) {
    const std::size_t from = PortOf(message, false);
    const std::size_t to = PortOf(message, true);
    std::uint32_t turn = 0;
    const auto turns = static_cast<std::uint32_t>(held_[from].size());
    while (turn < turns && (held_[from][turn] != kNoMessage || held_[to][turn] != kNoMessage))
      ++turn;
    if (turn == turns) {
      turn = FreeAt(from);
      Exchange(to, turn, FreeAt(to));
    }
    Put(message, turn);
  }

  void Put(std::uint32_t message, std::uint32_t turn) {
    turn_[message] = turn;
    for (const bool receives : {false, true}) held_[PortOf(message, receives)][turn] = message;
  }

  // Exchanges two turns on the path from a receiver that has `other` free.
  void Exchange(std::size_t port, std::uint32_t turn, std::uint32_t other) {
    std::vector<std::uint32_t> path;
    bool receives = true;
    for (std::uint32_t next = turn; held_[port][next] != kNoMessage;
         next = next == turn ? other : turn) {
      path.push_back(held_[port][next]);
      receives = !receives;
      port = PortOf(path.back(), receives);
    }
    for (const std::uint32_t message : path)
      for (const bool end : {false, true}) held_[PortOf(message, end)][turn_[message]] = kNoMessage;
    for (const std::uint32_t message : path) Put(message, turn_[message] == turn ? other : turn);
  }

  const std::vector<PortUse>& messages_;
  std::uint32_t nodes_;
  std::vector<std::uint32_t> turn_;               // by message
  std::vector<std::vector<std::uint32_t>> held_;  // by port and turn: the message
};

}  // namespace

Cycle LinkTurns::WaitFor(Cycle taken, Cycle cycle) const {
  const Cycle after = ((cycle - taken) % period_ + period_) % period_;
  if (after < length_) return length_ - after;
  return period_ - after < length_ ? period_ - after + length_ : 0;
}

std::optional<Cycle> LinkTurns::Take(std::size_t link, Cycle ready) {
  Cycle cycle = ready;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Cycle taken : taken_[link]) {
      const Cycle wait = WaitFor(taken, cycle);
      cycle += wait;
      moved |= wait > 0;
    }
    if (cycle - ready >= period_) return std::nullopt;
  }
  taken_[link].push_back(cycle);
  return cycle;
}

std::vector<std::uint32_t> TurnsOfPorts(const std::vector<PortUse>& messages, std::uint32_t nodes) {
  return PortColours(messages, nodes).Make();
}

}  // namespace toroid
