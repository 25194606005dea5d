// Runs of flows that hang (docs/spec/flows.md, FL4), looked for on the reference model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/check/flows.h"
#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"

namespace toroid {

// Flows sent several times, as a table of messages.
struct FlowRun {
  std::string table;
  std::vector<std::uint32_t> flows;  // by message of the table: the number of its flow's send
  Cycle longest_wait = 0;            // of a message, for its cycle or after those before it
};
// `times` by flow, 0: never; equal for flows that come after one another. The seed draws the order
// of the messages, and for some flows how long they wait before they start, `latest` cycles at
// most.
FlowRun RepeatFlows(const Workload& flows, const std::vector<std::uint32_t>& times, Cycle latest,
                    std::uint64_t seed);
// By flow: the number of the set of flows that come after one another to which it belongs, from 0
// on without a gap.
std::vector<std::uint32_t> FamiliesOf(const Workload& flows);

// How a run ended that did not deliver everything.
struct Standstill {
  std::string table;          // what was sent
  Cycle cycle = 0;            // of the last event
  std::vector<NodeId> nodes;  // whose sinks do not take what is offered to them, ascending
  // By operation of the flows: sends of which some have not arrived, or are in their sinks.
  std::vector<bool> waiting;
};
// Runs the table on the model; nothing if it comes to its end. Looks for interrupts in the stage.
std::optional<Standstill> RunToStandstill(const Plan& plan, const Workload& flows,
                                          const FlowRun& run, Stage* stage = nullptr);

// Looks for a run that hangs, by a number of attempts. Requires a graph of these flows with a
// circle. Throws Interrupted.
std::optional<Standstill> FindStandstill(const Plan& plan, const Workload& flows,
                                         const FlowGraph& graph, const Progress& progress = {});

}  // namespace toroid
