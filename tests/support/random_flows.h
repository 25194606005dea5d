// Random sets of flows (docs/spec/flows.md), as tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/support/random.h"

namespace toroid {

// 2 to 16 flows of 1 to 4 flits between any nodes. Half of them start by themselves; others follow
// one before, sent by its destination, and of these one in eight also follows another one that goes
// there, if there is one. Five of six sinks have a limit: 4 to 12 flits.
inline std::string RandomFlows(std::uint32_t nodes, std::uint64_t seed) {
  struct Flow {
    std::uint32_t from, to, flits;
    std::vector<std::size_t> after;
  };
  Random random(Mix(seed, nodes));
  const auto any_but = [&](std::uint32_t node) {
    const auto other = static_cast<std::uint32_t>(random.Below(nodes - 1));
    return other < node ? other : other + 1;
  };
  std::vector<Flow> flows;
  for (std::size_t count = 2 + random.Below(15); flows.size() < count;) {
    Flow flow{
        .from = static_cast<std::uint32_t>(random.Below(nodes)), .to = 0, .flits = 0, .after = {}};
    if (!flows.empty() && random.Below(2) == 0) {
      const std::size_t before = random.Below(flows.size());
      flow.from = flows[before].to;
      flow.after = {before};
      for (std::size_t other = 0; other < flows.size(); ++other)
        if (other != before && flows[other].to == flow.from && flow.after.size() < 2 &&
            random.Below(8) == 0)
          flow.after.push_back(other);
    }
    flow.to = any_but(flow.from);
    flow.flits = 1 + static_cast<std::uint32_t>(random.Below(4));
    flows.push_back(flow);
  }
  std::vector<std::string> buffers(nodes);
  for (std::string& buffer : buffers)
    if (random.Below(6) > 0) buffer = std::to_string(4 + random.Below(9));
  std::string table = "id,source,destination,flits,after,buffer\n";
  for (std::size_t f = 0; f < flows.size(); ++f) {
    const Flow& flow = flows[f];
    std::string after;
    for (const std::size_t before : flow.after)
      after += (after.empty() ? "" : " ") + ("f" + std::to_string(before));
    table += "f" + std::to_string(f) + "," + std::to_string(flow.from) + "," +
             std::to_string(flow.to) + "," + std::to_string(flow.flits) + "," + after + "," +
             buffers[flow.to] + "\n";
  }
  return table;
}

}  // namespace toroid
