// What AXI4 managers and memories saw in a simulation: docs/cli.md, "simulate".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/json.h"
#include "sim/trace/latency.h"

namespace toroid {

// Reads or writes. Latencies are in cycles, from the address to the first answer.
struct AxiWayReport {
  std::uint64_t count = 0;
  std::uint64_t beats = 0;
  LatencyHistogram latencies = {};
};

struct AxiReport {
  // A manager's requests to one subordinate.
  struct Pair {
    NodeId manager;
    NodeId subordinate;
    AxiWayReport reads = {}, writes = {};
    std::optional<Cycle> zero_load_read = {};  // predicted; none to AXI4-Lite
  };
  // Beats of data that a manager read and wrote.
  struct Node {
    NodeId manager;
    std::uint64_t read_beats = 0, write_beats = 0;
    std::uint64_t most_open = 0;  // requests at once
    double open = 0;              // on average, over the run
  };

  std::uint64_t subordinates = 0;
  AxiWayReport reads = {}, writes = {};
  std::uint64_t refused = 0;     // answered with an error, as they had to be
  std::uint64_t timed_out = 0;   // answered with an error in place of a memory
  std::uint64_t predicted = 0;   // requests that were alone, and whose cycles were predicted
  std::vector<Node> nodes = {};  // with a manager
  std::vector<Pair> pairs = {};  // with a request that a memory answered

  double BeatsPerCycle(Cycle cycles) const;  // of all data
};

Json ToJson(const AxiReport& report, Cycle cycles);
std::string ToText(const AxiReport& report, Cycle cycles);  // some lines

}  // namespace toroid
