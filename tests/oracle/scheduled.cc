#include "tests/oracle/scheduled.h"

#include <algorithm>
#include <tuple>

#include "tests/oracle/oracle.h"

namespace toroid::oracle {
namespace {

constexpr int kCollision = 0;
constexpr int kSink = 1;
constexpr int kSlot = 3;
constexpr int kArrival = 4;

// A route: its nodes from end to end, and the output port at all but the last.
struct Route {
  std::vector<std::uint32_t> nodes;
  std::vector<std::uint32_t> ports;
};

// On the last axis first: node numbers are mixed radix.
std::uint32_t PortBetween(const Graph& shape, std::uint32_t from, std::uint32_t to) {
  const std::vector<int>& lengths = shape.lengths();
  std::size_t axis = lengths.size();
  int x = 0;
  int y = 0;
  for (; x == y; from /= static_cast<std::uint32_t>(lengths[axis]),
                 to /= static_cast<std::uint32_t>(lengths[axis])) {
    --axis;
    x = static_cast<int>(from % static_cast<std::uint32_t>(lengths[axis]));
    y = static_cast<int>(to % static_cast<std::uint32_t>(lengths[axis]));
  }
  std::uint32_t port = 0;
  for (std::size_t a = 0; a < axis; ++a) port += lengths[a] > 2 ? 2 : 1;
  return port + (lengths[axis] > 2 && (x + 1) % lengths[axis] != y ? 1 : 0);
}

Route RouteOf(const Graph& shape, std::uint32_t from, std::uint32_t to) {
  Route route{WalkPath(shape, from, to, Tie::kParity), {}};
  for (std::size_t e = 1; e < route.nodes.size(); ++e)
    route.ports.push_back(PortBetween(shape, route.nodes[e - 1], route.nodes[e]));
  return route;
}

// A flit that has crossed `links` links of its route.
struct Flight {
  Beat beat;
  Route route;
  std::size_t links = 0;

  std::uint32_t node() const { return route.nodes[links]; }
  bool arrived() const { return links == route.ports.size(); }
  bool injected() const { return links == 0; }
  bool straight() const {
    return !injected() && !arrived() && route.ports[links - 1] == route.ports[links];
  }
};

class Follower {
 public:
  Follower(const Graph& shape, bool all_ports,
           const std::function<bool(std::uint32_t, Cycle)>& sink_ready, Cycle hop_cycles)
      : shape_(shape), all_ports_(all_ports), sink_ready_(sink_ready), hop_cycles_(hop_cycles) {}

  NetworkRun Run(const std::vector<Beat>& beats, const Expected& expected) {
    for (const Beat& beat : beats)
      agenda_[beat.cycle].push_back({beat, RouteOf(shape_, beat.from, beat.to)});
    std::set<std::tuple<Place, Cycle, bool>> offered;
    for (const Beat& beat : beats)
      offered.insert({InjectorOf(beat.from, beat.to), beat.cycle, beat.tail});
    while (!agenda_.empty()) {
      const auto [now, flights] = *agenda_.begin();
      agenda_.erase(agenda_.begin());
      OneCycle(now, flights);
    }
    Compare(expected.sends, expected.message_flits, false, offered, kSlot);
    Compare(expected.arrivals, expected.message_flits, true, offered_to_sinks_, kArrival);
    return std::move(run_);
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // node, port

  Place InjectorOf(std::uint32_t from, std::uint32_t to) const {
    return {from, all_ports_ ? RouteOf(shape_, from, to).ports.front() : 0};
  }
  Place EjectorOf(std::uint32_t from, std::uint32_t to) const {
    return {to, all_ports_ ? RouteOf(shape_, from, to).ports.back() : 0};
  }

  void Fault(std::uint32_t node, int bit, Cycle seen) {
    const auto [place, fresh] = run_.faults.try_emplace({node, bit}, seen);
    if (!fresh) place->second = std::min(place->second, seen);
  }

  void OneCycle(Cycle now, const std::vector<Flight>& flights) {
    std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, std::vector<Flight>> wanted;
    for (const Flight& flight : flights) {
      const std::uint32_t ejector = all_ports_ && flight.arrived() ? flight.route.ports.back() : 0;
      const std::uint32_t port = flight.arrived() ? ejector : flight.route.ports[flight.links];
      wanted[{flight.arrived(), flight.node(), port}].push_back(flight);
    }
    for (const auto& [place, some] : wanted) {
      const auto& [ejector, node, port] = place;
      const Flight* winner = WinnerOf(some);
      for (const Flight& flight : some) {
        if (&flight != winner) {
          Lose(flight, kCollision, now);
        } else if (ejector) {
          Eject(flight, port, now);
        } else {
          Cross(flight, port, now);
        }
      }
    }
  }

  // N4.3.
  static const Flight* WinnerOf(const std::vector<Flight>& some) {
    const Flight* turning = nullptr;  // or arrived
    const Flight* own = nullptr;
    int turns = 0;
    for (const Flight& flight : some) {
      if (flight.straight()) return &flight;
      (flight.injected() ? own : turning) = &flight;
      turns += flight.injected() ? 0 : 1;
    }
    return turns > 1 ? nullptr : turns == 1 ? turning : own;
  }

  void Lose(const Flight& flight, int bit, Cycle now) {
    Fault(flight.node(), bit, now + 2);
    run_.lost.insert({flight.beat.message, flight.beat.index});
  }

  void Cross(Flight flight, std::uint32_t port, Cycle now) {
    run_.events.insert(
        {now + 1, false, flight.node(), port, flight.beat.message, flight.beat.index});
    ++flight.links;
    agenda_[now + hop_cycles_].push_back(flight);
  }

  void Eject(const Flight& flight, std::uint32_t port, Cycle now) {
    offered_to_sinks_.insert({{flight.node(), port}, now, flight.beat.tail});
    if (sink_ready_ && !sink_ready_(flight.node(), now)) {
      Lose(flight, kSink, now);
    } else {
      run_.events.insert({now, true, flight.node(), port, flight.beat.message, flight.beat.index});
    }
  }

  // N7.3 to N7.6: compares present beats with due beats. Due beats belong to the message that
  // started last.
  void Compare(const std::vector<Due>& dues, Cycle flits, bool arrive,
               const std::set<std::tuple<Place, Cycle, bool>>& there, int bit) {
    if (dues.empty()) return;
    std::map<Place, std::multiset<Cycle>> starts;
    for (const Due& due : dues) {
      const auto links = static_cast<Cycle>(RouteOf(shape_, due.from, due.to).ports.size());
      arrive ? starts[EjectorOf(due.from, due.to)].insert(due.cycle + links * hop_cycles_)
             : starts[InjectorOf(due.from, due.to)].insert(due.cycle);
    }
    std::set<std::pair<Place, Cycle>> looked;  // every cycle in which something is due or there
    for (const auto& [place, cycles] : starts) {
      for (const Cycle start : cycles) {
        for (Cycle j = 0; j < flits; ++j) looked.insert({place, start + j});
      }
    }
    for (const auto& [place, cycle, tail] : there) looked.insert({place, cycle});
    for (const auto& [place, cycle] : looked) {
      const std::multiset<Cycle>& cycles = starts[place];
      const auto after = cycles.upper_bound(cycle);
      const auto due = static_cast<std::size_t>(
          std::distance(cycles.upper_bound(cycle - flits), after));  // messages that cover it
      const bool last = due > 0 && *std::prev(after) == cycle - flits + 1;
      const bool starts_over = due > 1 && *std::prev(after) == cycle;
      const bool right =
          due > 0 ? there.contains({place, cycle, last}) && !starts_over
                  : !there.contains({place, cycle, false}) && !there.contains({place, cycle, true});
      if (!right) Fault(place.first, bit, cycle + 2);
    }
  }

  const Graph& shape_;
  bool all_ports_;
  const std::function<bool(std::uint32_t, Cycle)>& sink_ready_;
  Cycle hop_cycles_;
  std::map<Cycle, std::vector<Flight>> agenda_;
  std::set<std::tuple<Place, Cycle, bool>> offered_to_sinks_;
  NetworkRun run_;
};

}  // namespace

NetworkRun FollowFlits(const Graph& shape, bool all_ports, const std::vector<Beat>& beats,
                       const std::function<bool(std::uint32_t, Cycle)>& sink_ready,
                       const Expected& expected, Cycle hop_cycles) {
  return Follower(shape, all_ports, sink_ready, hop_cycles).Run(beats, expected);
}

}  // namespace toroid::oracle
