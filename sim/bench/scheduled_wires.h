// Reads and checks the wires of scheduled routers (docs/spec/scheduled-router.md, sections 3 and
// 6).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"
#include "sim/dut/dut.h"
#include "sim/model/scheduled_model.h"

namespace toroid {

// "node (2,0): fault collision in cycle 17".
std::string FaultText(const Plan& plan, const ScheduledModel::Raised& fault);
// The most faults that a report names.
inline constexpr std::size_t kMostFaultsNamed = 5;
// "faults of nodes in all: 12", if there are more than the report names.
std::vector<std::string> MoreFaultsText(std::size_t faults);

// `width` <= 32 bits from bit `lsb` of a word array.
std::uint32_t WireBits(const std::uint32_t* words, unsigned lsb, unsigned width);
// Digest of the user's payload, the lowest bits of a flit.
std::uint64_t PayloadDigest(const std::uint32_t* words, unsigned bits);

// Records and faults on the wires of scheduled routers.
class ScheduledWires {
 public:
  // Requires a plan of scheduled routers.
  explicit ScheduledWires(const Plan& plan);

  // The record of a hop for comparison (docs/spec/testbench.md V1.5).
  WireRecord Record(const ToroidDutHop& hop, const std::uint32_t* words) const;

  // Call once a cycle, before its end: notes the faults that nodes report.
  void See(const Dut& dut);
  // Faults, and errors in how they are reported.
  std::vector<std::string> Violations() const;

 private:
  // Layout of a link port's flits.
  struct Link {
    unsigned tail;     // bit
    unsigned source;   // lowest bit; the control fields lie between source and tail
    unsigned control;  // width of the control fields
    unsigned tree;     // bit; 0 without a tree
  };

  void CheckError(const Dut& dut, std::uint32_t node, bool any);

  const Plan& plan_;
  std::vector<Link> links_;
  Cycle now_ = 0;
  std::vector<std::uint64_t> faults_;  // in the last cycle
  std::vector<ScheduledModel::Raised> raised_;
  std::string withdrawn_;    // the first bit of `faults` that fell
  std::string wrong_error_;  // the first `error` that matches none of the node's faults
};

}  // namespace toroid
