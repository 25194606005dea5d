// Protocol checks on the wires of the hardware; no model needed:
// - an active node is busy (docs/spec/router.md R8.2);
// - a beat that its sink does not take is offered again;
// - flits cross existing links only;
// - a buffer never has more flits in flight than it holds, and every credit is for one of them
//   (R4.2, R5.9);
// - a node of a partition knows whether it holds a guest node, and which (docs/spec/partition.md
//   PA2.1);
// - a node with check wires reports link faults (R10.3).
// Scheduled routers have only the rules on busy nodes and on links.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/bench/credit_counts.h"
#include "sim/dut/dut.h"

namespace toroid {

// The crossings at the border of a slab in a cycle, as this side's wires show them: flits into
// buffers here, and credits for flits in buffers of the halo. Buffers are numbered like the bits of
// credits.
struct BorderBits {
  std::span<const std::uint32_t> flits = {};
  std::span<const std::uint32_t> credits = {};
};

class ProtocolChecker {
 public:
  // `slab`: the nodes to check; null: all nodes.
  ProtocolChecker(const Plan& plan, const Dut& dut, const Slab* slab = nullptr);

  // The sink of this local port does not take the offered beat in this cycle.
  void Withheld(std::uint32_t local) { withheld_[local / 64] |= std::uint64_t{1} << (local % 64); }
  // Call each once a cycle: Before ahead of the cycle's end, After behind it.
  void CheckBeforeStep(const Dut& dut);
  void CheckAfterStep(const Dut& dut, const BorderBits& border = {});
  // The network is empty: checks that all credits have come back.
  void CheckEmpty();
  // Whether no node is busy or offers a beat, and all credits have come back. Buffered routers
  // only.
  bool AtRest(const Dut& dut) const;
  // Skips this number of cycles at rest.
  void Skip(Cycle cycles) { now_ += cycles; }

  // The first violation of each kind, one a line.
  std::vector<std::string> Violations() const;

 private:
  void NotBusy(std::uint32_t node, const char* why);
  // `bits` has `ports` bits for each node.
  void MustBeBusy(std::span<const std::uint64_t> bits, std::uint32_t ports, const char* why);
  void CheckPlaces(const Dut& dut);
  void CheckLinks(std::span<const std::uint64_t> faults);
  void CheckWithheld(std::span<const std::uint64_t> offered);
  void CheckSenders(std::span<const std::uint64_t> sends);
  void NotSent(std::size_t buffer);
  void NoRoom(std::size_t buffer);
  void NoLink(std::size_t output);
  std::string NodeText(std::size_t node) const;
  std::string BufferText(std::size_t buffer) const;
  std::string CycleText() const;

  const Plan& plan_;
  const Slab* slab_;
  std::uint32_t local_ports_;
  std::uint32_t link_ports_;
  bool scheduled_;  // scheduled routers, which have no buffers
  Cycle now_ = 0;
  std::vector<std::uint64_t> busy_;      // bitmap of the nodes, in this cycle
  std::vector<std::uint64_t> withheld_;  // bitmap of the local ports, in this cycle
  std::vector<std::uint64_t> linked_;    // bitmap of the outputs that have a link
  DownstreamBuffers downstream_;
  CreditCounts sent_;                       // by buffer: flits whose credit has not come back
  std::vector<std::uint64_t> credits_;      // bitmap of the buffers, in this cycle
  std::vector<std::uint64_t> holds_guest_;  // expected values; empty without a partition
  std::vector<std::uint32_t> logical_;
  std::string not_busy_;
  std::string dropped_;
  std::string wrong_credit_;
  std::string wrong_place_;
  std::string link_fault_;
};

// Checks that the hardware's barrier releases all nodes in the expected cycle (docs/spec/barrier.md
// BA3.4).
class BarrierWatch {
 public:
  // `plan` must outlive it.
  explicit BarrierWatch(const Plan& plan) : plan_(plan) {}

  // The barrier ends in this cycle.
  void Expect() { expected_ = true; }
  // Call once a cycle, before its end. `released` is a bitmap of the released nodes.
  void See(std::span<const std::uint64_t> released);
  void Skip(Cycle cycles) { now_ += cycles; }  // no barrier ends meanwhile
  // The first node that was released in a wrong cycle, or was not released.
  std::vector<std::string> Violations() const;

 private:
  const Plan& plan_;
  Cycle now_ = 0;
  bool expected_ = false;
  std::string wrong_;
};

}  // namespace toroid
