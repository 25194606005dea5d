// Link loads over time: the flits that crossed each link in consecutive windows of cycles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"
#include "sim/ranks/ranks.h"
#include "sim/report/links.h"

namespace toroid {

// Windows have one cycle until there are too many of them; then each two are merged. So a run has
// kMost / 2 to kMost windows, unless it is shorter.
class LinkWindows {
 public:
  static constexpr std::size_t kMost = 120;
  // Networks with more links have no windows, which would dominate the results.
  static constexpr std::size_t kMostLinks = 1024;

  // The plan must outlive this. Places in logs are numbered in a slab that begins with this node.
  explicit LinkWindows(const Plan& plan, std::uint32_t first_node = 0);

  bool counts() const { return counts_; }
  // Adds the log that begins with cycle `start`, the first cycle after those already added.
  void See(Cycle start, const EventLog& log);
  // Adds the windows of the other ranks for the same cycles. All ranks call it once.
  void AddOthers(Ranks& ranks);
  // None for a network with too many links.
  std::optional<LinkWindowsReport> Report() const;

 private:
  std::vector<std::uint64_t>& WindowOf(Cycle cycle);
  void Widen();

  const Plan& plan_;
  std::uint32_t first_node_;
  bool counts_ = false;
  Cycle width_ = 1;
  std::vector<std::vector<std::uint64_t>> windows_;  // each by node and link port
};

}  // namespace toroid
