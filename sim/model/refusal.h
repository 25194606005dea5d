// Decides which packets are refused: R6.4 of docs/spec/router.md, written from that text alone.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/routes.h"

namespace toroid::model {

class Refusals {
 public:
  // Both must outlive it.
  Refusals(const Plan& plan, const Routes& routes);

  // The host node to which a packet goes that enters at this local port with this tdest and tid (0
  // where ports have none); none if it is refused.
  std::optional<NodeId> Destination(std::uint32_t local, std::uint32_t address,
                                    std::uint32_t id) const;

 private:
  std::optional<std::uint32_t> NodeAt(std::uint32_t address) const;

  const Plan& plan_;
  const Routes& routes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes_;  // (address, node), ascending
};

}  // namespace toroid::model
