// Reports events that no packet explains: error pulses, and any activity after the last delivery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/payload.h"
#include "sim/bench/rank_sync.h"

namespace toroid {

// Cycles for which a network must stay quiet after the last delivery, with no busy node.
inline constexpr Cycle kQuietCycles = 64;

class Watch {
 public:
  // Local ports and records are numbered within the slab that begins at `first_node` of the host;
  // nodes are the host's.
  explicit Watch(const Plan& plan, std::uint32_t first_node = 0)
      : plan_(plan), first_node_(first_node) {}

  // A refused packet's last beat was accepted at this local port: its error output must be high in
  // the next cycle and in no other (R6.4).
  void Refused(std::uint32_t local) { next_.push_back(local), ++refused_expected_; }
  // Call once a cycle, after this cycle's Refused: the local ports whose error output is high,
  // ascending.
  void SeeErrors(Cycle now, std::span<const std::uint32_t> errors);

  // ---- after the last delivery ----
  // A flit crossed a link or left by an ejector.
  void SeeStray(Cycle now, const WireRecord& record);
  // A schedule unit reports that its node sends.
  void SeeSend(Cycle now, std::uint32_t node);
  // Call once a cycle: the nodes that are busy.
  void SeeBusy(Cycle now, std::span<const std::uint32_t> nodes);
  // Stops waiting for nodes that stay busy.
  void StopWaiting(Cycle now);
  // Whether the network has been quiet for long enough.
  bool quiet() const { return quiet_ >= kQuietCycles; }

  // Adds the refused packets of the other ranks. All ranks call it once.
  void AddOthers(RankSync& rank_sync);

  std::uint64_t refused_expected() const { return refused_expected_; }
  std::uint64_t refused() const { return refused_; }  // error pulses seen, due or not
  // All violations, one a line.
  std::vector<std::string> Violations() const;

 private:
  std::string InjectorText(std::uint32_t local) const;
  std::string NodeText(std::uint32_t node) const;

  const Plan& plan_;
  std::uint32_t first_node_;
  std::vector<std::uint32_t> due_;   // local ports, ascending, in this cycle
  std::vector<std::uint32_t> next_;  // in the next cycle
  std::uint64_t refused_expected_ = 0;
  std::uint64_t refused_ = 0;
  std::string first_wrong_error_;
  std::uint64_t strays_ = 0;
  std::string first_stray_;
  std::string first_send_;
  Cycle quiet_ = 0;                  // cycles without a busy node so far
  std::vector<std::uint32_t> busy_;  // nodes
  std::string busy_again_;
  std::string still_busy_;
};

}  // namespace toroid
