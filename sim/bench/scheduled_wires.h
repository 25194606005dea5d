// What the wires of scheduled routers show (docs/spec/scheduled-router.md, sections 3 and 6).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/payload.h"
#include "sim/dut/dut.h"
#include "sim/model/scheduled_model.h"

namespace toroid {

// "node (2,0): fault collision in cycle 17".
std::string FaultText(const Plan& plan, const ScheduledModel::Raised& fault);
// How many faults a report names.
inline constexpr std::size_t kMostFaultsNamed = 5;
// "faults of nodes in all: 12", if that is more than are named.
std::vector<std::string> MoreFaultsText(std::size_t faults);

// `width` <= 32 bits from bit `lsb` of a word array.
std::uint32_t WireBits(const std::uint32_t* words, unsigned lsb, unsigned width);
// The user's payload, which has the lowest bits of a flit.
std::uint64_t PayloadDigest(const std::uint32_t* words, unsigned bits);

// Of the hardware of scheduled routers.
class ScheduledWires {
 public:
  // Requires a plan of scheduled routers.
  explicit ScheduledWires(const Plan& plan);

  // A hop as it is compared (docs/spec/testbench.md V1.5).
  WireRecord Record(const ToroidDutHop& hop, const std::uint32_t* words) const;

  // Once a cycle, before its end: notes the faults that the nodes report.
  void See(const Dut& dut);
  // Faults, and what is wrong with how they are reported.
  std::vector<std::string> Violations() const;

 private:
  // Of a link port's flits.
  struct Link {
    unsigned tail;     // its bit
    unsigned source;   // its lowest bit; what is between the two are the control fields
    unsigned control;  // their bits
  };

  void CheckError(const Dut& dut, std::uint32_t node, bool any);

  const Plan& plan_;
  std::vector<Link> links_;
  Cycle now_ = 0;
  std::vector<std::uint64_t> faults_;  // as in the last cycle
  std::vector<ScheduledModel::Raised> raised_;
  std::string withdrawn_;    // the first bit of `faults` that fell
  std::string wrong_error_;  // the first `error` that is not any of the node's faults
};

}  // namespace toroid
