// What the counters of a network's nodes must show (docs/spec/counters.md), from what its links
// carried: the hardware's wires, or the model's events.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Of the link that leads to a node by a port.
struct LinkCounts {
  std::uint64_t flits = 0;                 // that came
  std::uint64_t stalls = 0;                // cycles in which some waited and none left
  std::array<std::uint32_t, 2> most = {};  // in the buffer of each channel at once
};

class LinkCounters {
 public:
  explicit LinkCounters(const Plan& plan);

  // The next cycle. Bit 2 * (node * link ports + port) + channel: a flit leaves the node's output;
  // a flit has left the node's input buffer, whose credit goes back.
  void See(std::span<const std::uint64_t> sends, std::span<const std::uint64_t> credits);

  // [node * link ports + port], of the input; all 0 where no link leads.
  const std::vector<LinkCounts>& counts() const { return counts_; }

 private:
  void Arrive(std::span<const std::uint64_t> sends);

  std::vector<std::uint32_t> inputs_;  // by output: the input that it feeds
  std::vector<LinkCounts> counts_;
  std::vector<std::array<std::uint32_t, 2>> levels_;  // flits in each buffer at the cycle's start
  std::vector<std::uint64_t> waiting_;                // bitmap of inputs with a flit in a buffer
  std::size_t stages_;
  std::deque<std::vector<std::uint64_t>> in_stages_;  // sends of the last cycles, oldest first
};

// Where the hardware's counters show something else; a line for each of the first ten. The network
// must be at rest, or have stood still for a cycle.
std::vector<std::string> CounterFaults(const Plan& plan, const LinkCounters& expected, Dut& dut);

}  // namespace toroid
