// Traffic `all-reduce`, `broadcast`, `complete-exchange` and the other collective operations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/collective/methods.h"
#include "gen/collective/task.h"
#include "gen/plan/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

// Between the processes of a hypercube guest, or between the nodes of the host, as the method says.
struct CollectiveRequest {
  // As it is without options.
  static CollectiveRequest Of(Collective operation);

  Collective operation = Collective::kReduceScatter;
  CollectiveMethod method = CollectiveMethod::kBucket;
  int elements = 256;  // N, of a process' vector or block; --block-flits of a complete exchange
  int root = 0;        // a node's number, if there is one
  // Of methods of a cube, which go by rounds:
  int pipelining = 8;        // Q, 1 to the elements of a message, if messages can be cut
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  Family family() const { return IsOfCube(method) ? Family::kAlgorithm : Family::kCollective; }
  // That of a scatter is `scatter-blocks`, as `scatter` is a set of messages to neighbours.
  std::string_view name() const {
    return operation == Collective::kScatterBlocks ? "scatter-blocks" : ToString(operation);
  }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask task() const {
    return {operation, elements, NodeId{static_cast<std::uint32_t>(root)}};
  }

 private:
  bool HasPackets() const;  // messages are cut
  OptionName size_option() const;
  Diagnostics CheckOnHost(const Setting& setting) const;
  Diagnostics CheckOnCube(const Setting& setting) const;
};

}  // namespace toroid
