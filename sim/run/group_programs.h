// Collective operations of groups of ranks: docs/spec/traces.md, TR10.6.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "gen/collective/methods.h"
#include "gen/embedding/partition.h"
#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"

namespace toroid {

// The box whose nodes are these, in any order; none if they are not all nodes of a box, or it has
// but one node.
std::optional<Partition> BoxOf(const Graph& host, const std::vector<NodeId>& nodes);

// Makes the program of a group, by the method where the group is a box of the host and the method
// goes with operation and box; else by the fastest method on the box, or on a ring of the group's
// ranks. A program that was made before is taken again.
class GroupPrograms {
 public:
  // `nodes` by rank. All must outlive this.
  GroupPrograms(const Plan& plan, const std::vector<NodeId>& nodes, CollectiveMethod method,
                const Progress& progress)
      : plan_(plan), nodes_(nodes), method_(method), progress_(progress) {}

  // Throws Interrupted.
  Result<GroupProgram> Make(const CollectiveTask& task, const std::vector<std::uint32_t>& ranks);

 private:
  struct Made {
    std::shared_ptr<const CollectiveProgram> program;
    std::string by;
  };
  Result<Made> On(const Graph& graph, bool box, const CollectiveTask& task);

  const Plan& plan_;
  const std::vector<NodeId>& nodes_;
  CollectiveMethod method_;
  const Progress& progress_;
  std::map<std::tuple<std::string, Collective, std::int64_t, std::uint32_t>, Made> made_;
};

}  // namespace toroid
