// The behaviour of a network of scheduled routers for given beats, by following each flit on its
// route: docs/spec/scheduled-router.md without registers and fields. Reads only kind and lengths of
// the shape.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid::oracle {

// A beat that is offered and taken: flit `index` of a message. It is never refused.
struct Beat {
  Cycle cycle = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t message = 0;
  std::uint32_t index = 0;
  bool tail = false;
  auto operator<=>(const Beat&) const = default;
};

// A link crossing by output `port` of `node`, or an eject by ejector `port`.
struct FlitEvent {
  Cycle cycle = 0;
  bool eject = false;
  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t message = 0;
  std::uint32_t index = 0;
  auto operator<=>(const FlitEvent&) const = default;
};

struct NetworkRun {
  std::set<FlitEvent> events;
  // (node, bit of `faults`): the cycle in which it is high for the first time
  std::map<std::pair<std::uint32_t, int>, Cycle> faults;
  std::set<std::pair<std::uint32_t, std::uint32_t>> lost;  // (message, index)
  bool operator==(const NetworkRun&) const = default;
};

// A due message, counted from the start pulse's cycle 0: message `number` has its first beat in
// `cycle`.
struct Due {
  Cycle cycle = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};
struct Expected {
  std::vector<Due> sends;     // by their senders' schedule units
  std::vector<Due> arrivals;  // by their receivers' units: also the cycle of the send
  Cycle message_flits = 1;
};

NetworkRun FollowFlits(const Graph& shape, bool all_ports, const std::vector<Beat>& beats,
                       const std::function<bool(std::uint32_t node, Cycle cycle)>& sink_ready,
                       const Expected& expected = {}, Cycle hop_cycles = 1);

}  // namespace toroid::oracle
