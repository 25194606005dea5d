// What the hardware's own wires say of each other: a node that does something is busy
// (docs/spec/router.md R8.2), and one in a partition knows whether it holds a guest node, and which
// (docs/spec/partition.md B2.1). No model is needed to see it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

class Conduct {
 public:
  explicit Conduct(const Plan& plan);

  // Once a cycle, before its end and after it.
  void Before(const Dut& dut);
  void After(const Dut& dut);

  // The first of each kind, a line each.
  std::vector<std::string> Violations() const;

 private:
  // `local`: a bitmap of local ports, else of nodes.
  void MustBeBusy(std::span<const std::uint64_t> bits, bool local, const char* why);
  void CheckPlaces(const Dut& dut);
  std::string NodeText(std::uint32_t node) const;

  const Plan& plan_;
  std::uint32_t local_ports_;
  Cycle now_ = 0;
  std::vector<std::uint64_t> busy_;         // bitmap of the nodes, in this cycle
  std::vector<std::uint64_t> holds_guest_;  // as it must be; empty without a partition
  std::vector<std::uint32_t> logical_;
  std::string not_busy_;
  std::string wrong_place_;
};

}  // namespace toroid
