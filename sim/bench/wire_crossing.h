// The border of a slab of the hardware: carries the wires' values from rank to rank.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/protocol_checker.h"
#include "sim/bench/rank_sync.h"
#include "sim/dut/dut.h"

namespace toroid {

class WireCrossing {
 public:
  // `rank_sync` must outlive this.
  WireCrossing(const Plan& plan, RankSync& rank_sync);

  // Call after a step: sends the values of the next cycle to the other ranks, and theirs to `dut`.
  void Exchange(Dut& dut);
  // Crossings received for the current cycle.
  BorderBits seen() const { return {flits_seen_, credits_seen_}; }

 private:
  // A flit or credits that a node shows to a neighbour; nodes are numbered in the host.
  struct Item {
    ToroidDutShown shown;
    std::uint32_t to;
  };
  struct Items {
    std::vector<Item> items;
    std::vector<std::uint32_t> flits;  // the words of the flits among them
  };
  Items& For(std::uint32_t neighbour);
  void Sort(const Dut& dut);
  void Take(Message& message, std::uint32_t flit_words);
  void See(const ToroidDutShown& shown, std::uint32_t to);

  RankSync& rank_sync_;
  std::uint32_t link_ports_;
  std::vector<Items> leaving_;  // by rank
  // Numbered in the slab, with the words of each.
  std::vector<ToroidDutShown> coming_;
  std::vector<std::uint32_t> coming_flits_;
  std::vector<std::uint32_t> flits_seen_, credits_seen_;  // by buffer
};

}  // namespace toroid
