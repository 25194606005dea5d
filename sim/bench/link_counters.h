// Expected values of the link counters (docs/spec/counters.md), computed from the hardware's wires
// or the model's events.
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

// Counts of the link that ends at one port of a node.
struct LinkCounts {
  std::uint64_t flits = 0;                 // arrived
  std::uint64_t stalls = 0;                // cycles in which a flit waited and none left
  std::array<std::uint32_t, 2> most = {};  // highest level of each channel's buffer
};

class LinkCounters {
 public:
  explicit LinkCounters(const Plan& plan);

  // Adds a cycle. Bit 2 * (node * link ports + port) + channel: in `sends`, a flit leaves the
  // node's output; in `credits`, a flit has left the node's input buffer, whose credit goes back.
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

// Compares with the hardware's counters; a line for each of the first ten differences. The network
// must be at rest, or have stood still for a cycle.
std::vector<std::string> CounterFaults(const Plan& plan, const LinkCounters& expected, Dut& dut);

}  // namespace toroid
