// Sets of flows (docs/spec/flows.md) for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/random.h"
#include "gen/workload/formats.h"

namespace toroid {

// Two nodes that ask each other: the questions of both fill both sinks, and the replies wait behind
// questions.
inline constexpr const char* kBothAsk =
    "id,source,destination,flits,after,buffer\n"
    "ask0,0,1,1,,4\nreply0,1,0,4,ask0,8\nask1,1,0,1,,8\nreply1,0,1,4,ask1,4\n";

// A table of flows, each node one process.
inline Workload FlowsOf(const Plan& plan, const std::string& table) {
  Workload flows =
      ReadMessageTable("flows.csv", table, {.places = plan.host().size(), .places_text = ""})
          .value();
  std::vector<ProcessPlace> places;
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) places.push_back({NodeId{n}});
  flows.places = std::make_shared<const std::vector<ProcessPlace>>(places);
  return flows;
}

inline Plan PlanOfFlows(const std::string& host, Ports ports = Ports::kOne) {
  HardwareOptions options;
  options.ports = ports;
  return Plan::Create(Graph::Parse(host).value(), std::nullopt, options).value();
}

// 2 to 16 flows of 1 to 4 flits between any nodes. Half of them start by themselves; others follow
// one before, sent by its destination. Each other flow that goes there is followed too with a
// chance of one in eight, until there is one. Five of six sinks have a limit: 4 to 12 flits.
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
