// What links carry over time: the flits that crossed each link, in windows of so many cycles.
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

// Windows are of one cycle until there are too many of them; then each two become one. So a run has
// kMost / 2 to kMost windows, unless it is shorter.
class LinkWindows {
 public:
  static constexpr std::size_t kMost = 120;
  // Of networks with more no windows are kept: results would consist of little else.
  static constexpr std::size_t kMostLinks = 1024;

  // The plan must outlive this. Places in logs are those of a slab that begins with this node.
  explicit LinkWindows(const Plan& plan, std::uint32_t first_node = 0);

  // What happened from cycle `start` on, which is the first after those seen before.
  void See(Cycle start, const EventLog& log);
  // Adds what the other ranks have seen of the same cycles. All ranks call it, once.
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
