// Where each flit of a run was in each cycle, in results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/json.h"

namespace toroid {

// The messages of a run, by the cycle in which they entered. A flit without waits enters in a cycle
// c, crosses the first link of its route in c + 1, each further link `hop_cycles` later, and leaves
// `interface_latency` + `hop_cycles` - 1 cycles after it began to cross the last.
struct MovementsReport {
  // Flits of a message that enter in consecutive cycles and wait alike.
  struct Train {
    Cycle enter = 0;  // of the first flit
    std::uint64_t count = 0;
    // Cycles waited before each link of the route, and before leaving; zeros at the end are left
    // out.
    std::vector<Cycle> waits = {};
    bool stays = false;  // never got on after these waits
    std::size_t numbers() const { return 2 + waits.size(); }
  };
  struct Message {
    std::size_t route = 0;  // index into `routes`
    Cycle created = 0;      // offered to its injector
    std::vector<Train> trains = {};
  };

  Cycle until = 0;    // all that happened before this cycle is listed
  bool whole = true;  // this is the whole run
  std::vector<std::vector<NodeId>> routes = {};
  std::vector<Message> messages = {};
};

// {"until": 40, "whole": true, "routes": [[0, 1, 5]], "messages": [[route, created, [enter, count,
// wait, ...], ...], ...]}; the waits of a train that stays end with null
Json ToJson(const MovementsReport& movements);

}  // namespace toroid
