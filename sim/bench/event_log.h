// A monitor's records of each cycle for comparing two engines: every event, and the level of every
// one-bit output, whether or not anything happens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/integers.h"
#include "sim/bench/payload.h"

namespace toroid {

// All events of a run of consecutive cycles.
struct EventLog {
  std::vector<WireRecord> records;
  std::vector<std::size_t> ends;      // by cycle: the number of records up to its end
  std::vector<std::uint64_t> levels;  // by cycle: Levels::words() words
  void clear() { records.clear(), ends.clear(), levels.clear(); }
};

// Layout of a cycle's levels in a log: consecutive bitmaps, each starting a new word. `busy` of the
// nodes; `s_axis_tready`, `m_axis_tvalid` and `error` of the local ports; `in_credit` of the links,
// bit 2 * (node * link ports + port) + channel. Scheduled routers have `faults` instead of the last
// two, bit node * Plan::fault_bits() + fault.
class Levels {
 public:
  explicit Levels(const Plan& plan) : Levels(plan, plan.host().size()) {}
  Levels(const Plan& plan, std::uint32_t nodes);

  std::size_t words() const { return ends_.back(); }
  // "busy of node (0,1)", "error of injector 0 of node (0,1)".
  std::string Text(std::size_t word, std::size_t bit) const;

 private:
  const Plan& plan_;
  std::vector<std::size_t> ends_;  // of each bitmap, in words
};

// "axis 0 +": a link port of a node.
std::string LinkPortText(const Plan& plan, std::size_t port);
// The record of a slab that begins at `first_node`, renumbered to the host.
WireRecord InHost(const Plan& plan, std::uint32_t first_node, WireRecord record);
// "node (0,1) output axis 0 + channel 1", "node (0,1) ejector 0": where the event happened.
std::string PlaceText(const Plan& plan, const WireRecord& record);

}  // namespace toroid
