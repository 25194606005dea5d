// Collective operations of the host's own nodes, which need no guest: traffic `reduce-scatter` and
// those with a root, and what it shares with `all-reduce` and `all-gather` by other methods than
// recursive doubling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/methods.h"
#include "gen/collective/task.h"
#include "gen/request/field.h"
#include "gen/request/setting.h"

namespace toroid {

// For a field of methods: those that it takes.
inline constexpr std::string_view kCollectiveMethods =
    "doubling, bucket, halving, swing, whole, forest, trees, auto";
inline constexpr std::string_view kRootedMethods = "trees, lines, bine, auto";
inline constexpr std::string_view kHostMethods = "bucket, halving, swing, trees, auto";

constexpr Family FamilyOf(CollectiveMethod method) {
  return method == CollectiveMethod::kDoubling ? Family::kAlgorithm : Family::kCollective;
}

// Why the task cannot be done among the host's nodes by this method; `option` says its flits.
// If the host is degraded, the root is one of its nodes.
Diagnostics CheckOnHost(const Setting& setting, std::string_view option, const CollectiveTask& task,
                        CollectiveMethod method);

struct CollectiveRequest {
  Collective kind = Collective::kReduceScatter;
  CollectiveMethod method = CollectiveMethod::kBucket;
  int elements = 256;  // N, of a process' vector or block
  int root = 0;        // a node's number, if there is one

  static std::vector<CollectiveRequest> All();
  static constexpr Family family() { return Family::kCollective; }
  // That of a scatter is `scatter-blocks`, as `scatter` is a set of messages to neighbours.
  std::string_view name() const {
    return kind == Collective::kScatterBlocks ? "scatter-blocks" : ToString(kind);
  }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const {
    return {kind, elements, NodeId{static_cast<std::uint32_t>(root)}};
  }
};

}  // namespace toroid
