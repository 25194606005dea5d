// What the hardware's own wires say of each other. A node that does something is busy
// (docs/spec/router.md R8.2). A beat that its sink does not take is offered again. Flits cross
// links that exist; of each buffer no more are under way than it holds, and every credit is for one
// of them (R4.2, R5.9). A node in a partition knows whether it holds a guest node, and which
// (docs/spec/partition.md PA2.1). A node with check wires tells of what came wrong (R10.3). Of
// scheduled routers: a node that sends is busy, and flits cross
// links that exist. No model is needed to see it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/bench/buffers_fed.h"
#include "sim/bench/credit_counts.h"
#include "sim/dut/dut.h"

namespace toroid {

// What crosses the border of a slab in a cycle, as seen by the wires of this side: flits that come
// into buffers here, and credits for flits that went into buffers of the halo. Buffers are numbered
// as bits of credits are.
struct BorderBits {
  std::span<const std::uint32_t> flits = {};
  std::span<const std::uint32_t> credits = {};
};

class Conduct {
 public:
  // Of a slab, or null: of all nodes.
  Conduct(const Plan& plan, const Dut& dut, const Slab* slab = nullptr);

  // In this cycle a sink does not take what this local port offers.
  void Withheld(std::uint32_t local) { withheld_[local / 64] |= std::uint64_t{1} << (local % 64); }
  // Once a cycle, before its end and after it.
  void Before(const Dut& dut);
  void After(const Dut& dut, const BorderBits& border = {});
  // The network is empty: all credits must have come back.
  void Empty();
  // No node is busy or offers anything, and all credits have come back. Of buffered routers alone.
  bool AtRest(const Dut& dut) const;
  // So many cycles at rest go by.
  void Skip(Cycle cycles) { now_ += cycles; }

  // The first of each kind, a line each.
  std::vector<std::string> Violations() const;

 private:
  void NotBusy(std::uint32_t node, const char* why);
  // `bits` has so many for each node.
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
  bool scheduled_;  // the routers are, and have no buffers
  Cycle now_ = 0;
  std::vector<std::uint64_t> busy_;      // bitmap of the nodes, in this cycle
  std::vector<std::uint64_t> withheld_;  // bitmap of the local ports, in this cycle
  std::vector<std::uint64_t> linked_;    // bitmap of the outputs that have a link
  BuffersFed fed_;
  CreditCounts sent_;                       // by buffer: flits whose credit has not come back
  std::vector<std::uint64_t> credits_;      // bitmap of the buffers, in this cycle
  std::vector<std::uint64_t> holds_guest_;  // as it must be; empty without a partition
  std::vector<std::uint32_t> logical_;
  std::string not_busy_;
  std::string dropped_;
  std::string wrong_credit_;
  std::string wrong_place_;
  std::string link_fault_;
};

}  // namespace toroid
